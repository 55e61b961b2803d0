"""All data of a tournament, a club's players or a season as tables of plain values.

Column names are stable: spreadsheets and programs of clubs rely on them. Rows are read
while they are written, so a large tournament needs no more memory than a small one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from typing import Any

from django.db.models import Exists, Model, OuterRef

from clubs.i18n.currency import NO_CURRENCY, in_units
from clubs.models import Club, Player, Season
from scoring.games.game_adapter import game_of, sizes_of
from scoring.models import (
    Adjustment,
    Count,
    Entry,
    Hand,
    HandRuling,
    Seat,
    Sheet,
    SitOut,
    Tournament,
)
from scoring.models.descriptions import (
    ADJUSTMENT,
    COUNT,
    ENTRY,
    HAND,
    HAND_RULING,
    PLAYER,
    SEAT,
    TABLES,
    TOURNAMENT,
    FieldDescription,
    ModelDescription,
)
from scoring.results.stored import stored_rows
from scoring.signups.rsvps import PersonRsvp, last_known
from scoring.standings.prizes import prizes_of
from scoring.standings.season_standings import (
    SeasonStandings,
    SeasonStandingsLine,
    season_by_game,
)
from scoring.standings.treasurer import treasury_of

Value = str | int | float | bool | None
Row = tuple[Value, ...]
Cells = dict[str, Value]  # by column names
MANY = 1_000  # rows at a time from the database
ANSWERS = (
    "player",
    "name",
    "lodge",
    "comes",
    "in_line",
    "offered_until",
)
SIT_OUTS = ("round", "start_number", "name", "counts_for", "why")
WHERE = ("round", "table")
STANDINGS = (
    "place",
    "shared",
    "start_number",
    "name",
    "lodge",
    "total",
    "points",
    "rounds_played",
    "rulings",
    "decided_by",
    "rounds",
)
FEES = ("start_number", "name", "lodge", "state", "owed", "before", "at_door")
MONEY = ("what", "amount")
PRIZES = ("place", "shared", "start_number", "name", "amount", "prizes_shared")
# Settings in the smallest coins.
AMOUNTS = ("fee", "prize_extra", "prize_kept")
SEASON = "season"
COLUMNS = (
    "place",
    "tied",
    "player",
    "name",
    "lodge",
    "value",
    "tournaments",
    "rounds",
    "average",
    "best_place",
    "in_final",
)


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table to be written; `rows` can be called again at any time."""

    name: str
    columns: tuple[str, ...]
    rows: Callable[[], Iterable[Row]]


def tables_of(tournament: Tournament) -> tuple[ExportTable, ...]:
    """Return all tables of a tournament, with full names: only for its directors.

    Their column names are English in every language, because programs read them.
    """
    zone = tournament.club.zone

    def format_time(moment: datetime | None) -> str | None:
        return moment.astimezone(zone).isoformat(timespec="seconds") if moment else None

    source = _TableSource(tournament, format_time)
    named = ("start_number", "name")
    seats = _with_head(source.heads(SEAT), *named)
    rulings = _with_head(source.heads(ADJUSTMENT), *named)
    hands = _with_head(source.heads(HAND), "version", "counts")
    return (
        ExportTable("tournament", ("field", "value"), source.tournament_facts),
        ExportTable("entries", _heads(ENTRY), source.entries),
        ExportTable("answers", ANSWERS, source.answers),
        _by_name("seats", (*WHERE, *seats), source.seats),
        ExportTable("sit_outs", SIT_OUTS, source.sit_outs),
        _by_name("counts", (*WHERE, *source.heads(COUNT)), source.counts),
        _by_name("hands", (*WHERE, *hands), source.hands),
        _by_name("rulings", rulings, source.rulings),
        _by_name(
            "hand_rulings", (*WHERE, *source.heads(HAND_RULING)), source.hand_rulings
        ),
        ExportTable("standings", STANDINGS, source.standings),
        ExportTable(
            "editions", ("edition", "at", "by", "reason", *STANDINGS), source.editions
        ),
        ExportTable("prizes", PRIZES, source.prizes),
    )


def _by_name(
    name: str, heads: tuple[str, ...], cells: Callable[[], Iterable[Cells]]
) -> ExportTable:
    """Return a table whose rows map column names to cells."""

    def rows() -> Iterator[Row]:
        for row in cells():
            yield tuple(row[head] for head in heads)

    return ExportTable(name, heads, rows)


def _heads(description: ModelDescription) -> tuple[str, ...]:
    return tuple(field.name for field in description.going_to(TABLES))


def _with_head(heads: tuple[str, ...], known: str, new: str) -> tuple[str, ...]:
    """Insert a column name that isn't a model's column after one that is."""
    place = heads.index(known) + 1
    return (*heads[:place], new, *heads[place:])


class _TableSource:
    """Rows of one tournament, each kind in one query."""

    def __init__(
        self,
        tournament: Tournament,
        format_time: Callable[[datetime | None], str | None],
    ) -> None:
        self.tournament, self.format_time = tournament, format_time
        self.seats_each = max(sizes_of(tournament))
        # Games with accounts for chips that no seat holds.
        self.has_accounts = bool(game_of(tournament).accounts)

    def fields(self, description: ModelDescription) -> list[FieldDescription]:
        """Return the columns of a table, with as many seats as the largest has."""
        return [
            field
            for field in description.going_to(TABLES)
            if field.seat <= self.seats_each
            and (self.has_accounts or field.column != "aside")
        ]

    def heads(self, description: ModelDescription) -> tuple[str, ...]:
        """Return the column names of a table."""
        return tuple(field.name for field in self.fields(description))

    def _cells(
        self, row: Model, fields: Iterable[FieldDescription], **more: Value
    ) -> Cells:
        """Return a row's cells by column name."""
        return {**more, **{field.name: self._cell(row, field) for field in fields}}

    def tournament_facts(self) -> Iterator[Row]:
        tournament = self.tournament
        yield "club", tournament.club.name
        for field in TOURNAMENT.going_to(TABLES):
            yield field.name, self._setting(field)

    def _setting(self, field: FieldDescription) -> Value:
        tournament = self.tournament
        if field.column in AMOUNTS:
            return in_units(getattr(tournament, field.column), tournament.currency)
        if field.column == "prizes":
            return self._split()
        if field.column == "classes":
            return ", ".join(tournament.class_names)
        return self._cell(tournament, field)

    def _split(self) -> str:
        """Return the prizes as percents or amounts."""
        tournament = self.tournament
        is_fixed = tournament.prize_kind == Tournament.Prizes.FIXED
        currency = tournament.currency if is_fixed else NO_CURRENCY
        return ", ".join(
            f"{in_units(prize, currency):.12g}" for prize in tournament.prizes
        )

    def entries(self) -> Iterator[Row]:
        entries = Entry.everybody.filter(tournament=self.tournament)
        fields = ENTRY.going_to(TABLES)
        related = entries.select_related(*ENTRY.relations(fields))
        for entry in related.iterator(MANY):
            yield tuple(self._cell(entry, field) for field in fields)

    def _cell(self, row: Model, field: FieldDescription) -> Value:
        """Return a row's value in a column; people as their numbers."""
        value = getattr(row, field.column)
        if value == field.unset:
            return None
        if isinstance(value, Entry):
            return _number(value)
        if isinstance(value, Player | Count | Hand):
            return value.number
        if isinstance(value, datetime):
            return self.format_time(value)
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, dict):
            return json.dumps(value, sort_keys=True)
        if isinstance(value, list):
            return ", ".join(map(str, value))
        plain: Value = value
        return plain

    def answers(self) -> Iterator[Row]:
        """Yield the current RSVPs; once the event is over, the last ones."""
        for comer in last_known(self.tournament).comers:
            player = comer.player
            yield (
                player.number,
                player.name,
                player.lodge,
                _comes(comer),
                comer.line,
                self.format_time(comer.until),
            )

    def seats(self) -> Iterator[Cells]:
        seats = Seat.objects.filter(round__tournament=self.tournament)
        of_tournament = seats.select_related("round", "sheet", "entry", "credit")
        ordered = of_tournament.order_by("round__number", "sheet__table", "position")
        fields = self.fields(SEAT)
        for seat in ordered.iterator(MANY):
            place = {"round": seat.round.number, "table": seat.sheet.table}
            yield self._cells(seat, fields, **place, name=seat.name)

    def sit_outs(self) -> Iterator[Row]:
        sit_outs = SitOut.objects.filter(round__tournament=self.tournament)
        ordered = sit_outs.order_by("round__number", "entry__number")
        related = ordered.select_related("round", "entry", "credit")
        for sit_out in related.iterator(MANY):
            entry_facts = (
                _number(sit_out.entry),
                sit_out.entry.name,
                _number(sit_out.credit),
            )
            yield (sit_out.round.number, *entry_facts, sit_out.why)

    def counts(self) -> Iterator[Cells]:
        counts = Count.objects.filter(sheet__round__tournament=self.tournament)
        related = counts.select_related("sheet__round", "confirms", "corrects")
        ordered = related.order_by("sheet__round__number", "sheet__table", "number")
        fields = self.fields(COUNT)
        for count in ordered.iterator(MANY):
            # A smaller table has fewer seats: leave the others blank, not 0.
            empty = [field for field in fields if field.seat > len(count.held)]
            cells = self._cells(count, fields, **_round_and_table(count.sheet))
            yield {**cells, **dict.fromkeys((field.name for field in empty), None)}

    def hands(self) -> Iterator[Cells]:
        hands = Hand.objects.filter(sheet__round__tournament=self.tournament)
        newer = Hand.objects.filter(replaces=OuterRef("pk"))
        related = hands.select_related("sheet__round").annotate(gone=Exists(newer))
        ordered = related.order_by(
            "sheet__round__number", "sheet__table", "number", "pk"
        )
        fields = self.fields(HAND)
        for hand in ordered.iterator(MANY):
            stands = not hand.voided_at and not hand.gone
            yield self._cells(
                hand, fields, **_round_and_table(hand.sheet), counts=stands
            )

    def rulings(self) -> Iterator[Cells]:
        rulings = Adjustment.objects.filter(tournament=self.tournament)
        fields = self.fields(ADJUSTMENT)
        for ruling in rulings.select_related("entry", "other").iterator(MANY):
            yield self._cells(ruling, fields, name=ruling.entry.name)

    def hand_rulings(self) -> Iterator[Cells]:
        rulings = HandRuling.objects.filter(sheet__round__tournament=self.tournament)
        fields = self.fields(HAND_RULING)
        for ruling in rulings.select_related("sheet__round", "hand").iterator(MANY):
            yield self._cells(ruling, fields, **_round_and_table(ruling.sheet))

    def standings(self) -> Iterator[Row]:
        yield from self._rows(stored_rows(self.tournament))

    def _rows(self, rows: Iterable[dict[str, Any]]) -> Iterator[Row]:
        everybody = Entry.everybody.filter(tournament=self.tournament)
        people = everybody.in_bulk()
        for row in rows:
            if player := people.get(row["entry"]):
                yield (
                    row["place"],
                    row["tied"],
                    player.number,
                    player.name,
                    player.lodge,
                    row["total"],
                    row["points"],
                    row["played"],
                    row["adjustment"],
                    row["decided_by"],
                    ", ".join(map(_chips, row["rounds"])),
                )

    def editions(self) -> Iterator[Row]:
        for edition in self.tournament.editions.order_by("number").iterator(1):
            edition_facts = (
                edition.number,
                self.format_time(edition.at),
                edition.by_name,
                edition.reason,
            )
            for row in self._rows(edition.rows):
                yield (*edition_facts, *row)

    def prizes(self) -> Iterator[Row]:
        for line in prizes_of(self.tournament).lines:
            yield (
                line.place,
                line.tied,
                int(line.person.number),
                line.person.name,
                in_units(line.amount, self.tournament.currency),
                ", ".join(map(str, line.places)),
            )


def treasurer_tables(tournament: Tournament) -> list[ExportTable]:
    """Return the treasurer's sheet: sums and costs, then fees; payouts are negative."""
    found = treasury_of(tournament)

    def amount(coins: int) -> float:
        return in_units(coins, tournament.currency)

    def money() -> Iterator[Row]:
        yield "currency", tournament.currency
        yield "fees_before", amount(found.before)
        yield "fees_at_door", amount(found.at_door)
        yield "added", amount(found.added)
        yield "prizes", amount(-found.payout)
        for cost in found.costs:
            yield cost.what, amount(-cost.coins)
        yield "left", amount(found.left)

    def fees() -> Iterator[Row]:
        for payer in found.payers:
            entry = payer.entry
            paid = map(amount, (payer.owed, payer.before, payer.at_door))
            yield (entry.number, entry.name, entry.lodge, entry.state, *paid)

    return [ExportTable("treasurer", MONEY, money), ExportTable("fees", FEES, fees)]


def _comes(comer: PersonRsvp) -> str:
    """Return an RSVP's state in a word that a list to be imported can also have."""
    state = comer.state.value
    if state == "in" and comer.if_needed:
        return "on standby"
    return "late" if state == "in" and comer.late else state


def _chips(result: Mapping[str, Any]) -> str:
    """Return what a round brought, in brackets while it isn’t in the total."""
    return f"({result['chips']})" if result.get("apart") else f"{result['chips']}"


def _round_and_table(sheet: Sheet) -> dict[str, Value]:
    return {"round": sheet.round.number, "table": sheet.table}


def _number(entry: Entry | None) -> int | str | None:
    """Return a start number; “H1” for a house player, None for a free seat."""
    return (entry.number or entry.label) if entry else None


def players_table(club: Club) -> ExportTable:
    """Return the club's players without erased ones."""

    def rows() -> Iterator[Row]:
        players = club.players.filter(erased_at=None).order_by("number")
        columns = [field.column for field in PLAYER.going_to(TABLES)]
        yield from players.values_list(*columns).iterator(MANY)

    return ExportTable("players", _heads(PLAYER), rows)


def season_tables(season: Season) -> list[ExportTable]:
    """Return a table for each game that was played; the first has the season's name."""
    return [
        ExportTable(
            f"{SEASON}-{standings.tournaments[0].game}" if index else SEASON,
            (*COLUMNS, *(f"{t.date} {t.slug}" for t in standings.tournaments)),
            partial(_rows, standings),
        )
        for index, standings in enumerate(season_by_game(season))
    ]


def _rows(standings: SeasonStandings) -> Iterator[Row]:
    """Yield the rows of a season; results that don't count are in brackets."""
    for line in standings.lines:
        average = line.average
        yield (
            line.place,
            line.tied,
            line.player,
            line.name,
            line.lodge,
            in_decimals(line.value),
            line.tournaments,
            line.rounds,
            in_decimals(average),
            line.best_place,
            line.ranked.in_final,
            *_results(line),
        )


def _results(line: SeasonStandingsLine) -> Iterator[int | float | str | None]:
    """Yield the result of each event: (-10) if dropped, 0 [-180] if it counts as 0."""
    for part in line.parts:
        if part is None:
            yield None
        elif part.dropped:
            yield f"({in_decimals(part.result)})"
        elif part.real is not None:
            yield f"0 [{in_decimals(part.real)}]"
        else:
            yield in_decimals(part.brought)


def in_decimals(value: Fraction | None) -> int | float | None:
    """Return a whole number, or one rounded to four decimal places."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), 4)
