"""Export of an event as an open file, `card-evening`, from its rows.

The public file has public names and only facts that pages show; the director's file has
full names, and can be imported completely elsewhere (`card_evening_import`).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from scoring.core.names import entry_name
from scoring.core.readings import Unreadable
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.models import (
    Count,
    Edition,
    Hand,
    HandRuling,
    Round,
    Seat,
    Sheet,
    SitOut,
    Tournament,
)
from scoring.models import Entry as EntryRow
from scoring.models.descriptions import ENTRY
from scoring.results.rows import RoundCell, StandingsLine
from scoring.results.standings_table import StandingsTable, table_of
from scoring.results.stored import stored_rows
from scoring.results.versions import edition_page
from scoring.sheets.sheet import life_of, sheets_of
from scoring.standings.prizes import PrizeFund, prizes_shown

# The program that wrote a file first. The version changes with the file's content, not
# with the site: otherwise an update would change the files of past events.
PRODUCER = file.Producer(name="Valat", version="1.0")
# Messages for problems in a file, by `card_evening_reader.Wrong.code`.
WRONG = {
    "foreign": _("This isn’t a card-evening file."),
    "version": _(
        "This file uses version {value} of the format, and this site reads 1.0. A "
        "newer version of Valat might be able to read it."
    ),
    "json": _("The file is damaged or isn’t JSON."),
    "number": _(
        "This file has a number that is too large for some programs to read exactly."
    ),
    "sign": _("This text contains a character we can’t save."),
    "large": _("The file is larger than 8 MB."),
    "many": _("An event can’t have this many. The most is: {value}"),
    "busy": _("Reading this file took too long or used too much memory."),
    "field twice": _("This field appears twice in one object."),
    "null": _("Leave out what isn’t known. Don’t use null."),
    "missing": _("This field is missing."),
    "unknown": _("The format has no such field. Put your own fields in an extension."),
    "whole": _("This must be a whole number."),
    "yes or no": _("This must be true or false."),
    "text": _("This must be text."),
    "one of": _("This must be one of: {value}"),
    "pattern": _("This isn’t written the way the format requires."),
    "long": _("This text is too long."),
    "short": _("This text is empty or too short."),
    "bounds": _("This number is too large or too small."),
    "value": _("The format doesn’t allow this: {value}"),
    "digest": _("The digest doesn’t match. The file was changed or is incomplete."),
    "twice": _("This appears twice: {value}"),
    "nobody": _("No entry has this number: {value}"),
    "sits twice": _("This entry has the same round twice: {value}"),
    "free seat": _("A free seat can’t be a substitute for anyone."),
    "seats": _("This needs a number for each seat of the table: {value}"),
    "score": _("A score must be held − borrowed + ruled."),
    "ruled": _("Ruled chips need a reason."),
    "zero": _("These chips must add up to 0, and someone must gain some."),
    "void": _("A hand has nets, or it is void and has a reason."),
    "no hand": _("The table has no hand with this number: {value}"),
    "cancelled": _("Only a canceled round has a reason."),
    "adjustment": _("A ruling moves chips between two people, or to one."),
    "substitute": _(
        "A substitute needs the entry they sit in for and the round they start in."
    ),
    "house": _("A house player isn’t ranked."),
    "blanks": _("The words of a name must be separated by single spaces."),
    "class": _("The event has no such class: {value}"),
    "listed": _("An event from past results has no rounds."),
}


def in_words(wrong: card_evening_reader.Wrong) -> str:
    """Return the place and the problem as text."""
    text = WRONG.get(wrong.code, WRONG["value"]).format(value=wrong.value)
    return f"{wrong.place}: {text}" if wrong.place else str(text)


def checked_text(name: str, content: bytes) -> str:
    """Return the text of a valid open file; a worker calls this to read a file.

    Raises Unreadable with all problems.
    """
    try:
        card_evening_reader.checked_apart(content)
    except card_evening_reader.NotRead as error:
        raise Unreadable(*map(in_words, error.wrong)) from None
    return content.decode()


def id_of(tournament: Tournament) -> str:
    """Return the id of the event's file; creates one for events from older versions."""
    if tournament.file_id is None:
        rows = Tournament.objects.filter(pk=tournament.pk)
        rows.filter(file_id=None).update(file_id=uuid4())
        tournament.file_id = rows.values_list("file_id", flat=True).get()
    return str(tournament.file_id)


def by_its_clock(tournament: Tournament, moment: datetime) -> datetime:
    """Return a time by the clock of the event's own club, in whole seconds."""
    return moment.astimezone(zone_of(tournament)).replace(microsecond=0)


def zone_of(tournament: Tournament) -> ZoneInfo:
    """Return the time zone of the event's own club."""
    name = (tournament.origin or {}).get("time_zone")
    return ZoneInfo(name) if name else tournament.club.zone


def edition_told(tournament: Tournament, row: Edition) -> file.Edition:
    return file.Edition(
        number=row.number,
        declared_at=by_its_clock(tournament, row.at),
        **_known(reason=line(row.reason, 300)),
    )


def declared(
    tournament: Tournament, number: int
) -> tuple[file.Edition, list[tuple[str, file.Standing]]] | None:
    """Return a version of the final standings: each line with its public name."""
    page = edition_page(tournament, number)
    if page is None:
        return None
    source = _TournamentRows(tournament, full=False)
    source.know_merged()
    lines = [(listed.person.name, source.standing(listed)) for listed in page.lines]
    return edition_told(tournament, page.edition), lines


def evening_of(tournament: Tournament, *, full: bool) -> file.Evening:
    """Return the current event in English; a fixed number of queries.

    `full`: with full names, for a director.
    """
    with override("en"):
        return _TournamentRows(tournament, full).evening()


class _TournamentRows:
    """The rows of one tournament, each kind in one query."""

    def __init__(self, tournament: Tournament, full: bool) -> None:
        self.tournament, self.full, self.club = tournament, full, tournament.club
        people = EntryRow.objects.filter(tournament=tournament)
        self.people = sorted(people, key=lambda person: file.order_of(person.label))
        self.labels = {person.pk: person.label for person in self.people}
        self.named: set[str] = set()  # people the file refers to

    def know_merged(self) -> None:
        """Add merged entries, so that older standings can refer to them; one query."""
        merged = EntryRow.everybody.filter(tournament=self.tournament)
        pairs = merged.exclude(merged_into=None).values_list("pk", "merged_into_id")
        for pk, target in pairs:
            if target in self.labels:
                self.labels[pk] = self.labels[target]

    def label(self, pk: int | None) -> Any:
        """Return an entry's number, and note that the file refers to it; or None."""
        label = self.labels.get(pk) if pk else None
        if label:
            self.named.add(label)
        return label

    def evening(self) -> file.Evening:
        tournament: Any = self.tournament
        table = None if tournament.old_list_id else table_of(tournament, full=self.full)
        prizes = prizes_shown(table) if table else None
        # Before the entries, to know which people the file refers to.
        rounds = tuple(self._rounds())
        adjustments = tuple(self._adjustments())
        standings = tuple(self._standings(table, prizes))
        return file.Evening(
            format="card-evening",
            format_version="1.0",
            id=id_of(tournament),
            names="full" if self.full else "shown",
            name=line(tournament.name) or "–",
            game=tournament.game,
            rule_set=tournament.preset,
            house_rules=tournament.house_rules,
            start_chips=tournament.start_chips,
            with_chips=tournament.with_chips,
            rounds_planned=tournament.rounds_planned,
            ranking=self._ranking(),
            teams=tournament.teams,
            team_best=tournament.team_best,
            classes=tuple(lines(tournament.class_names)),
            standings_are="listed" if tournament.old_list_id else "reckoned",
            entries=tuple(self._entries()),
            rounds=rounds,
            adjustments=adjustments,
            standings=standings,
            **self._origin(),
            **self._start(),
            **_known(
                place=line(tournament.place),
                hands_per_round=tournament.hands_per_round,
                minutes_per_round=tournament.minutes_per_round,
                money=self._money() if self.full or prizes else None,
                edition=self._newest_edition(),
            ),
        )

    def _origin(self) -> dict[str, Any]:
        """Return the event's origin: as in its imported file, or from here."""
        came: dict[str, Any] | None = self.tournament.origin
        if came is None:
            name, town = line(self.club.name) or "–", line(self.club.town)
            return {
                "producer": PRODUCER,
                "club": file.ClubOf(name=name, **_known(town=town)),
                "season": line(self.tournament.season.name) or "–",
                "time_zone": self.club.time_zone,
                "extensions": (),
                **_known(licence=self.club.licence or None),
            }
        extensions = (
            file.Extension(**{**extension, "data": _as_written(extension["data"])})
            for extension in came["extensions"]
        )
        return {
            "season": came["season"],
            "time_zone": came["time_zone"],
            "producer": file.Producer(**came["producer"]),
            "club": file.ClubOf(**came["club"]),
            "extensions": tuple(extensions),
            **_known(licence=came.get("licence")),
        }

    def _start(self) -> dict[str, Any]:
        """Return the date, and the time by the clock of the event's own club."""
        tournament = self.tournament
        if tournament.starts_at is None:
            return {"date": tournament.date.isoformat()}
        local_start = datetime.combine(
            tournament.date, tournament.starts_at, tzinfo=self.club.zone
        )
        start = local_start.astimezone(zone_of(tournament))
        return {"date": start.date().isoformat(), "hour": start.strftime("%H:%M")}

    def _ranking(self) -> file.Ranking:
        tournament: Any = self.tournament
        return file.Ranking(
            by=tournament.ranking,
            tie_breaks=tuple(tournament.tie_breaks),
            worst_rounds_dropped=tournament.drop_worst,
            sit_out_scores=tournament.sit_out_score,
            missed_round_scores=tournament.absent_score,
            substitute_counts_for=tournament.substitute_counts,
        )

    def _money(self) -> file.Money:
        tournament: Any = self.tournament
        return file.Money(
            currency=tournament.currency,
            fee=tournament.fee,
            added=tournament.prize_extra,
            kept_back=tournament.prize_kept,
            prizes_are=tournament.prize_kind,
            prizes=tuple(tournament.prizes),
            shown=tournament.prizes_shown,
        )

    def _newest_edition(self) -> file.Edition | None:
        if not self.tournament.finished_at:
            return None
        newest = self.tournament.editions.defer("rows").order_by("-number").first()
        return edition_told(self.tournament, newest) if newest else None

    def _entries(self) -> Iterable[file.Entry]:
        """Yield all entries for a director; otherwise those the file refers to."""
        if not self.full:
            for person in self.people:
                if person.label in self.named and person.substitute_for_id:
                    self.label(person.substitute_for_id)
        for person in self.people:
            if self.full or person.label in self.named:
                yield self._entry(person)

    def _entry(self, row: Any) -> file.Entry:
        columns = [field.column for field in ENTRY.in_open_file(full=self.full)]
        facts = {column: self._fact(row, column) for column in columns}
        return file.Entry(**_known(**facts))

    def _fact(self, row: Any, column: str) -> Any:
        """Return an entry's value for a column; None if nothing is known."""
        theirs = self.labels.get(row.substitute_for_id)
        match column:
            case "number":
                return row.label
            case "name":
                name = row.name if self.full else str(entry_name(row, self.club))
                return line(name) or "–"
            case "given_name" | "family_name" if row.name_guessed:
                return None
            case "classes":
                names = self.tournament.class_names
                return tuple(lines(n for n in row.classes if n in names))
            case "substitute_for":
                return theirs
            case "substitute_from" if not theirs:
                return None
        value = getattr(row, column)
        if isinstance(value, str):
            return line(value, 300)
        return value

    def _rounds(self) -> Iterable[file.Round]:
        published = self.tournament.rounds.exclude(state=Round.State.DRAFT)
        rounds: list[Any] = list(published.order_by("number"))
        rulings = HandRuling.objects.select_related("hand").order_by("pk")
        related = Prefetch("hand_rulings", queryset=rulings)
        sheets: dict[int, list[Sheet]] = {}
        for sheet in sheets_of(rounds).prefetch_related(related):
            sheets.setdefault(sheet.round_id, []).append(sheet)
        hands: dict[int, list[Hand]] = {}
        of_all = Hand.objects.filter(sheet__round__in=rounds, replaced_by=None)
        if not self.full:
            of_all = of_all.filter(voided_at=None)
        for hand in of_all.order_by("number", "pk"):
            hands.setdefault(hand.sheet_id, []).append(hand)
        sit_outs: dict[int, list[SitOut]] = {}
        missed = SitOut.objects.filter(round__in=rounds)
        for row in sorted(missed, key=self._sit_out_order):
            sit_outs.setdefault(row.round_id, []).append(row)
        for rnd in rounds:
            yield file.Round(
                number=rnd.number,
                state=rnd.state,
                closed=rnd.is_closed,
                tables=tuple(
                    self._table(sheet, hands.get(sheet.pk, ()))
                    for sheet in sheets.get(rnd.pk, ())
                ),
                sit_outs=tuple(map(self._sit_out, sit_outs.get(rnd.pk, ()))),
                **_known(reason=line(rnd.reason, 300)),
            )

    def _sit_out_order(self, row: Any) -> tuple[Any, ...]:
        """Return a sort key by number; databases sort NULL and letters differently."""
        entry, credit = map(self.labels.get, (row.entry_id, row.credit_id))
        return (file.order_of(entry), row.why, file.order_of(credit), row.pk)

    def _sit_out(self, row: Any) -> file.SitOut:
        return file.SitOut(
            entry=self.label(row.entry_id),
            why=row.why,
            **_known(credit=self.label(row.credit_id)),
        )

    def _table(self, sheet: Sheet, hands: Iterable[Hand]) -> file.Table:
        life = life_of(sheet)
        count = life.current_count
        numbers = [hand.number for hand in hands]
        return file.Table(
            number=sheet.table,
            seats=tuple(map(self._seat, sheet.seats.all())),
            rulings=tuple(
                _hand_ruling(ruling)
                for ruling in sheet.hand_rulings.all()
                if ruling.hand.number in numbers
            ),
            hands=tuple(map(_hand, hands)),
            **_known(count=_count(count, life.in_force) if count else None),
        )

    def _seat(self, row: Seat) -> file.Seat:
        return file.Seat(
            **_known(entry=self.label(row.entry_id), credit=self.label(row.credit_id))
        )

    def _adjustments(self) -> Iterable[file.Adjustment]:
        for row in self.tournament.adjustments.order_by("pk"):
            entry = self.label(row.entry_id)
            if entry is None:
                continue
            yield file.Adjustment(
                entry=entry,
                chips=row.chips,
                reason=line(row.reason, 300) or "–",
                **_known(
                    other=self.label(row.other_id),
                    section=row.section or None,
                    taken_back=line(row.reversal_reason, 300),
                ),
            )

    def _standings(
        self, table: StandingsTable | None, prizes: PrizeFund | None
    ) -> Iterable[file.Standing]:
        if table is None:
            return self._listed()
        shares: dict[str, int] = {}
        if prizes:
            shares = {share.person.number: share.amount for share in prizes.lines}
        return [self.standing(row, shares) for row in table.lines]

    def standing(
        self, row: StandingsLine, shares: Mapping[str, int] = MappingProxyType({})
    ) -> file.Standing:
        return file.Standing(
            place=row.place,
            shared=row.tied,
            entry=self.label(row.entry),
            rulings=row.adjustment,
            rounds=tuple(map(self._result, row.results)),
            **_known(
                total=row.total,
                half_points=_halves(row.points),
                rounds_played=row.played,
                decided_by=row.decided_by,
                prize=shares.get(row.person.number),
            ),
        )

    def _result(self, cell: RoundCell) -> file.RoundResult:
        return file.RoundResult(
            round=cell.round,
            chips=cell.brought,
            half_points=round(cell.points * 2),
            dropped=cell.dropped,
            running=cell.apart,
            **_known(table=cell.table, why=cell.why or None, by=self.label(cell.by)),
        )

    def _listed(self) -> Iterable[file.Standing]:
        """Yield the standings of past results; None marks unknown values."""
        for row in stored_rows(self.tournament):
            number = self.label(row["entry"])
            if number is None:
                continue
            yield file.Standing(
                place=row["place"],
                shared=row["tied"],
                entry=number,
                rulings=row["adjustment"],
                rounds=(),
                **_known(
                    total=row["total"],
                    half_points=_halves(row["points"]),
                    rounds_played=row["played"],
                ),
            )


def _count(count: Count, in_force: Count | None) -> file.Count:
    return file.Count(
        held=count.held,
        borrowed=count.borrowed,
        ruled=count.ruled,
        score=count.scores,
        aside=count.aside,
        in_force=count == in_force,
        **_known(reason=line(count.reason, 300)),
    )


def _hand(hand: Hand) -> file.Hand:
    if hand.voided_at:
        facts: dict[str, Any] = {"void": line(hand.void_reason, 300) or "–"}
    else:
        facts = {"nets": hand.net, "aside": hand.aside}
    return file.Hand(
        number=hand.number,
        record=hand.record,
        rules=hand.engine,
        **facts,
        **_known(dealer=hand.dealer, note=line(hand.note, 300)),
    )


def _hand_ruling(ruling: HandRuling) -> file.HandRuling:
    return file.HandRuling(
        hand=ruling.hand.number,
        chips=ruling.chips,
        reason=line(ruling.reason, 300) or "–",
        **_known(
            section=ruling.section or None,
            taken_back=line(ruling.reversal_reason, 300),
        ),
    )


def _as_written(value: Any) -> Any:
    """Return another program's data; PostgreSQL returns 1e20 as an integer.

    An integer of more than 53 bits has no canonical form, so the file had none.
    """
    if isinstance(value, dict):
        return {name: _as_written(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_as_written(item) for item in value]
    is_large = isinstance(value, int) and abs(value) >= 2**53
    return float(value) if is_large else value


def _known(**facts: Any) -> dict[str, Any]:
    """Return the facts without those that are None."""
    return {name: fact for name, fact in facts.items() if fact is not None}


def _halves(points: float | int | None) -> int | None:
    """Return twice the points; None if unknown, or not halves, as in past results."""
    return None if points is None or points * 2 % 1 else round(points * 2)


def line(text: str, most: int = 80) -> str | None:
    """Return text on one line, cut to fit; None for empty text."""
    printable = "".join(
        sign if sign >= " " and sign != "\x7f" else " " for sign in text
    )
    return " ".join(printable.split())[:most].strip() or None


def lines(texts: Iterable[str]) -> list[str]:
    return [cleaned for text in texts if (cleaned := line(text))]
