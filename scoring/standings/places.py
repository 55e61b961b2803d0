"""Why somebody has his place: his rounds, his total, and what decided, in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from clubs.wording import MINUS, chips, say, say_later, table_points
from rules.ranking import Facts, TieBreak
from scoring.core.selectors.names import entry_name
from scoring.games.game_adapter import missed_score, rounds_won
from scoring.models import Adjustment, Round, Seat, Tournament
from scoring.results.lines import (
    Cell,
    Line,
    Lines,
    Person,
    has_scores,
    people_of,
    sheet_stem,
)
from scoring.results.table import table_of
from scoring.standings.place_words import sentences
from scoring.standings.scenarios import Scenarios, scenarios_of

WHY_MISSED = {
    "sit_out": say_later("You sat out"),
    "late": say_later("You came late"),
    "absent": say_later("You were absent"),
    "left": say_later("You had left"),
    "stood_in": say_later("You played for another"),
    "sat_in": say_later("You sat out, and played for another"),
}
SCORES = {
    "start": say_later("that scores the start chips in this tournament."),
    "average": say_later("that scores your own average in this tournament."),
    "zero": say_later("that scores nothing in this tournament."),
}
_NONE = Fraction(0)
_APART = say_later("The round is not over; its chips come in for everybody at once.")


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the account: what, how many chips, and a sentence about it.

    What is `dropped`, or stands `apart` while its round runs, is not in the total.
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
    """Somebody's place, explained. Without a row he has none yet."""

    tournament: Tournament
    person: Person
    people: int
    row: Line | None
    reasons: tuple[Reason, ...] = ()
    sum_text: str = ""
    neighbours: tuple[str, ...] = ()
    waits: bool = False
    scenarios: Scenarios | None = None


def place_of(
    tournament: Tournament, number: int, *, page: int | str = 1
) -> PlacePage | None:
    """The explained place of a start number; None where nobody has it.

    A fixed number of queries, whatever the size of the field.
    """
    table = table_of(tournament)
    lines, waits = table.lines, bool(table.waiting)
    own = next((each for each in lines if each.person.number == str(number)), None)
    if own is None or not has_scores(lines):
        people = [own.person] if own else people_of(tournament).values()
        me = next((each for each in people if each.number == str(number)), None)
        return me and PlacePage(tournament, me, len(lines), None, waits=waits)
    wins = _wins(tournament)
    facts = _facts_of(lines, wins)
    return PlacePage(
        tournament,
        own.person,
        len(lines),
        own,
        tuple(_reasons(tournament, own)),
        _sum_text(tournament, own),
        tuple(sentences(tournament, own, lines, facts)),
        waits,
        scenarios_of(table, own, wins, page=page),
    )


def _wins(tournament: Tournament) -> dict[int, dict[int, Fraction]]:
    """Rounds won by entry and round, asked for only where they break ties."""
    if TieBreak.ROUNDS_WON not in tournament.tie_breaks:
        return {}
    seats = Seat.objects.filter(
        round__tournament=tournament,
        round__state__in=Round.COUNTING,
    )
    results = seats.values_list("sheet_id", "round__number", "credit_id", "score")
    return rounds_won(
        (sheet, number, credit, score)
        for sheet, number, credit, score in results
        if score is not None
    )


def _facts_of(
    lines: Lines, wins: Mapping[int, Mapping[int, Fraction]]
) -> dict[int, Facts]:
    """What the ranking compares, of everybody."""
    over = {line.entry: line.over for line in lines}
    last = max((each.round for rounds in over.values() for each in rounds), default=0)
    return {
        line.entry: _facts(line, over[line.entry], last, wins.get(line.entry, {}))
        for line in lines
    }


def _facts(
    line: Line, over: Sequence[Cell], last: int, won: Mapping[int, Fraction]
) -> Facts:
    return Facts(
        chips=line.total,
        points=Fraction(line.points),
        best_round=max((each.brought for each in over if not each.why), default=None),
        last_round=next((each.brought for each in over if each.round == last), None),
        rounds_won=sum((won[each.round] for each in over if each.round in won), _NONE),
        lot=line.person.lot,
    )


def _reasons(tournament: Tournament, line: Line) -> Iterable[Reason]:
    """Round by round, then the rulings, then where he played for somebody else."""
    pk, results = line.entry, {each.round: each for each in line.results}
    seats = _seats_around(tournament, pk)
    own = {seat.round.number: seat for seat in seats if seat.credit_id == pk}
    for number in sorted({*results, *own}):
        if seat := own.get(number):
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
        yield Reason(say("Ruling"), moved, text, is_ruling=True)


def _seats_around(tournament: Tournament, pk: int) -> list[Seat]:
    """Where he sat, and where somebody sat for him."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.COUNTING
    )
    both = seats.filter(credit=pk) | seats.filter(entry=pk)
    related = both.select_related("round", "sheet", "entry", "credit")
    return list(related.order_by("round__number"))


def _at_table(
    tournament: Tournament, number: int, result: Cell | None, seat: Seat
) -> Reason:
    title = say("Round {round}", round=number)
    table = f"{sheet_stem(tournament, number)}{seat.sheet.table}/"
    said: list[str] = [say("Table {table}.", table=seat.sheet.table)]
    if seat.entry_id != seat.credit_id and seat.entry:
        name = entry_name(seat.entry, tournament.club)
        said.append(say("{name} sat in for you; the chips count for you.", name=name))
    if result is None:
        said.append(say("The sheet is not verified yet, so it does not count so far."))
        return Reason(title, None, " ".join(said), table)
    if tournament.by_points:
        said.append(say("{points}.", points=table_points(result.points)))
    return _told(title, result, said, table)


def _told(title: str, result: Cell, said: list[str], table: str = "") -> Reason:
    """A result, and why it is not in the total where it is not."""
    if result.apart:
        said.append(str(_APART))
    elif result.dropped:
        said.append(say("Left out of the total, as one of your worst rounds."))
    text = " ".join(said)
    return Reason(title, result.chips, text, table, result.dropped, result.apart)


def _not_played(tournament: Tournament, result: Cell) -> Reason:
    why = result.why
    said = f"{WHY_MISSED[why]}: {SCORES[missed_score(tournament, why)]}"
    return _told(say("Round {round}", round=result.round), result, [said])


def _played_for(tournament: Tournament, seat: Seat) -> Reason:
    """He sat there, and it counts for somebody else."""
    at = {"table": seat.sheet.table}
    if seat.credit:
        name = entry_name(seat.credit, tournament.club)
        text = say(
            "You sat in at table {table}. Those chips count for: {name}.",
            name=name,
            **at,
        )
    else:
        text = say("You sat in at table {table}; those chips count for nobody.", **at)
    address = f"{sheet_stem(tournament, seat.round.number)}{seat.sheet.table}/"
    return Reason(say("Round {round}", round=seat.round.number), None, text, address)


def _sum_text(tournament: Tournament, line: Line) -> str:
    """131 + 96 − 10 = 217."""
    parts = [each.brought for each in line.over if not each.dropped]
    parts += [line.adjustment] if line.adjustment else []
    first, *rest = parts or [0]
    text = chips(first)
    for each in rest:
        text += f" {MINUS if each < 0 else '+'} {abs(each)}"
    text += f" = {chips(line.total)}" if rest else ""
    if tournament.by_points:
        return say(
            "{chips} chips, and {points}",
            chips=text,
            points=table_points(line.points),
        )
    return text
