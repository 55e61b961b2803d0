"""Explain a player's place: rounds, total, tie-breaks, and the chips still needed.

Names are put at the beginning of a sentence or after a colon, where no language
inflects them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.i18n import (
    MINUS,
    and_list,
    chips,
    chips_word,
    message,
    plural_message,
    points,
    sentence,
    table_points,
)
from rules.ranking import (
    CHIPS,
    POINTS,
    Contestant,
    Facts,
    Method,
    RoundResult,
    TieBreak,
    what_separates,
)
from rules.round_scores import MissedScore
from rules.scenarios import Last, Need, Runner, needs
from scoring.core.names import entry_name
from scoring.draw.sit_outs import RoundRole, drawn_part
from scoring.games.game_adapter import (
    game_of,
    missed_result,
    missed_score,
    tie_breaks_of,
)
from scoring.games.tie_breaks import explain_tie_break
from scoring.models import Adjustment, Entry, Round, Seat, SitOut, Tournament
from scoring.results.rows import (
    Lines,
    Person,
    RoundCell,
    StandingsLine,
    has_scores,
    people_of,
    sheet_stem,
)
from scoring.results.standings_table import StandingsTable, table_of
from scoring.standings.charts import Neighbor, PlacesPicture, near_of, pictures_of

PLACES_A_PAGE = 10
AWAY = (Entry.State.LEFT, Entry.State.ABSENT)
NAMED = 3  # this many of the players who share a place are named
WHY_MISSED = {
    "sit_out": _("You sat out."),
    "late": _("You arrived late."),
    "absent": _("You were absent."),
    "left": _("You had left."),
    "stood_in": _("You substituted for another player."),
    "sat_in": _("You sat out and substituted for another player."),
}
SCORES = {
    "start": _("In this tournament, you score the start chips for this round."),
    "average": _("In this tournament, you score your own average for this round."),
    "zero": _("In this tournament, you score nothing for this round."),
}
_APART = _(
    "The round isn’t over. When it’s over, its chips are added to everyone’s total."
)


@dataclass(frozen=True, slots=True)
class Scenarios:
    """The scenarios of the last round; `page` holds a Need for each place.

    `first`: the need for place 1, None if the page has it. `waits_for`: rounds whose
    sheets have to be verified first. `wins_count`: a tie-break compares rounds won, and
    “enough” ignores who wins this one. `is_lent`: the player substitutes for another,
    so the round doesn't count for them.
    """

    round: int
    start_chips: int
    table_total: int
    middle: Fraction  # of a table's points
    by_points: bool = False
    wins_count: bool = False
    page: Page[Any] | None = None
    first: Need | None = None
    waits_for: tuple[int, ...] = ()
    seats: int = 4
    is_lent: bool = False

    @property
    def most(self) -> int:
        """The most a table can give, which is the end of a need's scale."""
        return self.seats if self.by_points else self.table_total


def scenarios_of(
    table: StandingsTable,
    own_line: StandingsLine,
    *,
    page: int | str = 1,
) -> Scenarios | None:
    """Return the player's scenarios; None when nothing can be calculated.

    That is before and after the last round, once they have played it, and if no table's
    chips limit its scores.
    """
    tournament = table.tournament
    last, early = _last_round(table)
    seats = _seats_of_all(tournament)
    if last is None or seats is None:
        return None
    terms = _terms(tournament, last, seats)
    known = Scenarios(
        last,
        tournament.start_chips,
        terms.table_total,
        terms.middle,
        tournament.by_points,
        any(tie_break.counts_wins for tie_break in terms.tie_breaks),
        waits_for=early,
        seats=seats,
    )
    if early:
        return known
    everybody = list(tournament.entries.all())
    lent = _lent(tournament, last, everybody)
    if own_line.entry in lent:
        return replace(known, is_lent=True)
    runners = _runners(table, last, everybody, lent)
    me = runners.pop(own_line.entry)
    if not me.plays:
        return None
    asked: Page[Any] = Paginator(range(own_line.place, 0, -1), PLACES_A_PAGE).get_page(
        page
    )
    *found, first = needs(me, runners.values(), terms, [*asked.object_list, 1])
    asked.object_list = found
    on_page = any(need.place == 1 for need in found)
    return replace(known, page=asked, first=None if on_page else first)


def _seats_of_all(tournament: Tournament) -> int | None:
    """Return the number of seats at every table; None if nothing can be certain.

    That is if tables differ in size, chips may be aside, or only plus and minus are
    counted.
    """
    game = game_of(tournament)
    if len(game.tables) > 1 or game.accounts or game.chip_set is None:
        return None
    return game.tables[0]


def _last_round(table: StandingsTable) -> tuple[int | None, tuple[int, ...]]:
    """Return the last round if it ends next, and earlier rounds missing sheets."""
    if table.tournament.finished_at:
        return None, ()
    waiting = {number for number, *_unused in table.waiting}
    counting = [rnd.number for rnd in table.counting]
    planned = table.tournament.rounds_planned
    if not counting or len(counting) not in (planned - 1, planned):
        return None, ()
    if len(counting) == planned:
        last = counting[-1] if waiting else None
    else:
        last = counting[-1] + 1
    return last, tuple(sorted(waiting - {last})) if last else ()


def _terms(tournament: Tournament, last: int, seats: int) -> Last:
    return Last(
        last,
        tournament.start_chips,
        Method(tournament.ranking),
        tie_breaks_of(tournament),
        tournament.drop_worst,
        seats,
    )


def _lent(
    tournament: Tournament, last: int, everybody: Iterable[Entry]
) -> dict[int, str]:
    """Return players whose last round counts for another or nobody, with the reason.

    A draft counts as it is: a player drawn to sit out misses nothing. No query, except
    for players who substitute.
    """
    lent: dict[int, str] = {}
    drafts = tournament.rounds.filter(number=last, state=Round.State.DRAFT)
    for entry in everybody:
        entry.tournament = tournament
        if entry.ranked and entry.credit_in(last) != entry.pk:
            draft = drafts.first()
            is_out = draft is not None and drawn_part(draft, entry) == RoundRole.OUT
            lent[entry.pk] = SitOut.Why.SAT_IN if is_out else SitOut.Why.STOOD_IN
    return lent


def _runners(
    table: StandingsTable,
    last: int,
    everybody: Iterable[Entry],
    lent: Mapping[int, str],
) -> dict[int, Runner]:
    """Return every player with a place, as they enter the last round; no query.

    A player who left plays on if a substitute plays for their standing; a substitute
    who plays for another misses the round.
    """
    tournament = table.tournament
    tables = {
        pk: table_number for number, table_number, pk in table.waiting if number == last
    }
    is_replaced = tournament.substitute_counts == Tournament.Substitute.REPLACED
    played_for = (
        {person.substitute_for_id for person in everybody} if is_replaced else ()
    )
    states = {
        person.pk: (
            Entry.State.HERE if person.pk in played_for else person.state,
            person.lot,
        )
        for person in everybody
    }
    return {
        line.entry: _runner(
            tournament,
            last,
            line,
            tables.get(line.entry),
            *states[line.entry],
            lent.get(line.entry, ""),
        )
        for line in table.lines
    }


def _runner(
    tournament: Tournament,
    last: int,
    line: StandingsLine,
    table: int | None,
    state: str,
    lot: int,
    lent: str,
) -> Runner:
    results = [
        RoundResult(
            result.round,
            result.brought,
            Fraction(result.points),
            result.won,
            bool(result.why),
        )
        for result in line.results
    ]
    plays = all(result.round != last for result in results)
    missed = {result.round: result.why for result in line.results}
    is_gone = table is None and state in AWAY
    if plays and (lent or is_gone):
        missed[last] = lent or SitOut.Why.LEFT
        results.append(_missed(tournament, last, missed[last], results))
        plays = False
    averaged = frozenset(
        number for number, reason in missed.items() if _averages(tournament, reason)
    )
    contestant = Contestant(line.entry, tuple(results), line.adjustment, lot)
    return Runner(contestant, plays, averaged, table)


def _missed(
    tournament: Tournament, last: int, reason: str, results: list[RoundResult]
) -> RoundResult:
    """Return the last round's result for a player who doesn't play for themselves."""
    own_chips = [result.chips for result in results if not result.sat_out]
    return missed_result(tournament, last, reason, own_chips)


def _averages(tournament: Tournament, reason: str) -> bool:
    """Return whether a missed round scores the player's own average."""
    return bool(reason) and missed_score(tournament, reason) is MissedScore.AVERAGE


def sentences(
    tournament: Tournament,
    own_line: StandingsLine,
    lines: Lines,
    facts: Mapping[int, Facts],
) -> Iterable[str]:
    """Yield comparisons with the next line above, tied lines, and the next below.

    The player is “you”.
    """
    mine, words = facts[own_line.entry], _PlaceWording.for_tournament(tournament)
    ahead = [line for line in lines if line.place < own_line.place]
    if ahead:
        other = ahead[-1]
        name, theirs = other.person.name, facts[other.entry]
        head = message(
            "Just ahead of you, in place {place}: {name}.", place=other.place, name=name
        )
        yield sentence(f"{head} {words.difference(theirs, mine)}")
    sharing = [
        line.person.name
        for line in lines
        if line.place == own_line.place and line.entry != own_line.entry
    ]
    if sharing:
        yield words.shared(own_line.place, sharing)
    next_line = next((line for line in lines if line.place > own_line.place), None)
    if next_line:
        name, theirs = next_line.person.name, facts[next_line.entry]
        head = message(
            "Just behind you, in place {place}: {name}.",
            place=next_line.place,
            name=name,
        )
        yield sentence(f"{head} {words.difference(theirs, mine)}")


@dataclass(frozen=True, slots=True)
class _PlaceWording:
    """The tournament's ranking method, and the words for it."""

    method: Method
    breaks: tuple[TieBreak, ...]

    @classmethod
    def for_tournament(cls, tournament: Tournament) -> "_PlaceWording":
        return cls(Method(tournament.ranking), tie_breaks_of(tournament))

    @property
    def by_points(self) -> bool:
        return self.method == Method.TABLE_POINTS

    def shared(self, place: int, sharing: list[str]) -> str:
        names = sharing[:NAMED]
        if len(sharing) > NAMED:
            others = len(sharing) - NAMED + 1
            more = plural_message("{n} other", "{n} others", others)
            names = [*sharing[: NAMED - 1], more]
        with_whom = message(
            "You share place {place} with: {names}.",
            place=place,
            names=and_list(names),
        )
        return f"{sentence(with_whom)} {self._equal()}"

    def _equal(self) -> str:
        """Return in which values tied players are equal."""
        if self.by_points:
            if self.breaks:
                return message(
                    "Tied in table points, in chips and in every tie-breaker."
                )
            return message("Tied in table points and in chips.")
        if self.breaks:
            return message("Tied in chips and in every tie-breaker.")
        return message("Tied in chips.")

    def difference(self, theirs: Facts, mine: Facts) -> str:
        """Return the difference between another player and you, in sentences."""
        criterion = what_separates(
            theirs, mine, method=self.method, tie_breaks=self.breaks
        )
        if criterion == POINTS:
            return message(
                "They have {theirs}, and you have {yours}.",
                theirs=table_points(theirs.points),
                yours=points(mine.points),
            )
        equal, decided = (
            self._shared_scores(mine, criterion),
            self._decided(criterion, theirs, mine),
        )
        return f"{equal} {decided}" if equal else decided

    def _decided(
        self, criterion: str | TieBreak | None, theirs: Facts, mine: Facts
    ) -> str:
        """Return the deciding criterion with both numbers."""
        if isinstance(criterion, TieBreak):
            index = self.breaks.index(criterion)
            return explain_tie_break(
                criterion, theirs.values[index], mine.values[index]
            )
        return message(
            "They have {theirs}, and you have {yours}.",
            theirs=chips_word(theirs.chips),
            yours=chips(mine.chips),
        )

    def _shared_scores(self, mine: Facts, criterion: str | TieBreak | None) -> str:
        """Return the values that you both have, before the deciding one."""
        scores = {"points": table_points(mine.points), "chips": chips_word(mine.chips)}
        if criterion != CHIPS:
            if self.by_points:
                return message("You both have {points} and {chips}.", **scores)
            return message("You both have {score}.", score=scores["chips"])
        if self.by_points:
            return message("You both have {score}.", score=scores["points"])
        return ""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the explanation: a title, chips, and a sentence.

    Chips that are `dropped`, or `apart` while their round runs, aren't in the total.
    """

    title: str
    chips: int | None
    text: str
    address: str = ""
    dropped: bool = False
    apart: bool = False
    is_ruling: bool = False


@dataclass(frozen=True, slots=True)
class PlacePage:
    """An explained place of a player. Without a row, they have none yet."""

    tournament: Tournament
    person: Person
    people: int
    row: StandingsLine | None
    reasons: tuple[Reason, ...] = ()
    sum_text: str = ""
    neighbours: tuple[str, ...] = ()
    waits: bool = False
    scenarios: Scenarios | None = None
    near: tuple[Neighbor, ...] = ()
    picture: PlacesPicture | None = None


def place_of(
    tournament: Tournament, number: int, *, page: int | str = 1
) -> PlacePage | None:
    """Return the explained place of a start number; None if nobody has the number.

    A fixed number of queries, whatever the size of the field.
    """
    table = table_of(tournament)
    lines, waits = table.lines, bool(table.waiting)
    own_line = next((line for line in lines if line.person.number == str(number)), None)
    if own_line is None or not has_scores(lines):
        people = [own_line.person] if own_line else people_of(tournament).values()
        me = next((person for person in people if person.number == str(number)), None)
        return me and PlacePage(tournament, me, len(lines), None, waits=waits)
    facts = {
        line.entry: Facts(line.total, Fraction(line.points), line.tie_values)
        for line in lines
    }
    return PlacePage(
        tournament,
        own_line.person,
        len(lines),
        own_line,
        tuple(_reasons(tournament, own_line)),
        _sum_text(tournament, own_line),
        tuple(sentences(tournament, own_line, lines, facts)),
        waits,
        scenarios_of(table, own_line, page=page),
        tuple(near_of(lines, own_line, by_points=tournament.by_points)),
        pictures_of(table, (), own_line.entry).places,
    )


def _reasons(tournament: Tournament, line: StandingsLine) -> Iterable[Reason]:
    """Yield the rounds, then the rulings, then rounds played for another player."""
    pk, results = line.entry, {result.round: result for result in line.results}
    seats = _seats_around(tournament, pk)
    own_seats = {seat.round.number: seat for seat in seats if seat.credit_id == pk}
    for number in sorted({*results, *own_seats}):
        if seat := own_seats.get(number):
            yield _at_table(tournament, number, results.get(number), seat)
        else:
            yield _not_played(tournament, results[number])
    for seat in seats:
        if seat.credit_id != pk and seat.entry_id == pk:
            yield _played_for(tournament, seat)
    rulings = Adjustment.objects.filter(tournament=tournament, reversed_at=None)
    for ruling in rulings.filter(Q(entry=pk) | Q(other=pk)):
        section = f"{ruling.section}: " if ruling.section else ""
        moved = ruling.chips if ruling.entry_id == pk else -ruling.chips
        text = f"{section}{ruling.reason}"
        yield Reason(message("Ruling"), moved, text, is_ruling=True)


def _seats_around(tournament: Tournament, pk: int) -> list[Seat]:
    """Return the player's seats, and the seats of their substitutes."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.COUNTING
    )
    matches = seats.filter(credit=pk) | seats.filter(entry=pk)
    related = matches.select_related("round", "sheet", "entry", "credit")
    return list(related.order_by("round__number"))


def _at_table(
    tournament: Tournament, number: int, result: RoundCell | None, seat: Seat
) -> Reason:
    title = message("Round {n}", n=number)
    table = f"{sheet_stem(tournament, number)}{seat.sheet.table}/"
    texts: list[str] = [message("Table {table}.", table=seat.sheet.table)]
    if seat.entry_id != seat.credit_id and seat.entry:
        name = entry_name(seat.entry, tournament.club)
        texts.append(
            message("{name} substituted for you. The chips count for you.", name=name)
        )
    if result is None:
        texts.append(message("The sheet isn’t verified yet, so it doesn’t count yet."))
        return Reason(title, None, " ".join(texts), table)
    if tournament.by_points:
        texts.append(message("{points}.", points=table_points(result.points)))
    return _result_reason(title, result, texts, table)


def _result_reason(
    title: str, result: RoundCell, texts: list[str], table: str = ""
) -> Reason:
    """Return a result, with the reason if it isn't in the total."""
    if result.apart:
        texts.append(str(_APART))
    elif result.dropped:
        texts.append(message("Dropped from the total as one of your worst rounds."))
    text = " ".join(texts)
    return Reason(title, result.chips, text, table, result.dropped, result.apart)


def _not_played(tournament: Tournament, result: RoundCell) -> Reason:
    reason = result.why
    text = f"{WHY_MISSED[reason]} {SCORES[missed_score(tournament, reason)]}"
    return _result_reason(message("Round {n}", n=result.round), result, [text])


def _played_for(tournament: Tournament, seat: Seat) -> Reason:
    """Return the line for a round that the player played for someone else."""
    place = {"table": seat.sheet.table}
    if seat.credit:
        name = entry_name(seat.credit, tournament.club)
        text = message(
            "You substituted at table {table}. Those chips count for: {name}.",
            name=name,
            **place,
        )
    else:
        text = message(
            "You substituted at table {table}. Those chips count for no one.", **place
        )
    address = f"{sheet_stem(tournament, seat.round.number)}{seat.sheet.table}/"
    return Reason(message("Round {n}", n=seat.round.number), None, text, address)


def _sum_text(tournament: Tournament, line: StandingsLine) -> str:
    """Return the sum of the total: 131 + 96 − 10 = 217."""
    parts = [result.brought for result in line.counted_cells if not result.dropped]
    parts += [line.adjustment] if line.adjustment else []
    first, *rest = parts or [0]
    text = chips(first)
    for part in rest:
        text += f" {MINUS if part < 0 else '+'} {abs(part)}"
    text += f" = {chips(line.total)}" if rest else ""
    if tournament.by_points:
        return message(
            "{chips} chips, and {points}",
            chips=text,
            points=table_points(line.points),
        )
    return text
