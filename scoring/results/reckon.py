"""Standings, reckoned from the facts; of an evening of an old list, from what the list says."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from django.db.models import Exists, F, OuterRef

from rules.ranking import Contestant, Row, in_whole_chips
from rules.running import RoundNow, running_rounds
from scoring.games.game_adapter import standing_rows
from scoring.models import Adjustment, Entry, OldResult, Round, Seat, SitOut, Tournament

S = TypeVar("S", bound=Seat | SitOut)
# What is kept of a round beside its chips and points, by entry and round.
Beside = dict[tuple[int | None, int], dict[str, Any]]
# Of hundreds of seats each would else be read with a round and a sheet of its own.
_SEATS = Seat.objects.annotate(at_table=F("sheet__table")).order_by(
    "sheet_id", "position"
)
_COUNTING = {"credit": OuterRef("pk"), "round__state__in": Round.COUNTING}
_RANKED = Entry.objects.filter(
    Exists(Seat.objects.filter(**_COUNTING))
    | Exists(SitOut.objects.filter(**_COUNTING, why__in=SitOut.OUT)),
    ranked=True,
)


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is not so yet, to see what it would do to the standings.

    Scores by the seat's key, a ruling more on a player, and one, by its key, less.
    """

    scores: Mapping[int, int] = field(default_factory=dict)
    ruling: Adjustment | None = None
    without: int | None = None


def compute_rows(
    tournament: Tournament, supposed: Supposed | None = None
) -> list[dict[str, Any]]:
    """The standings from the facts, first to last, as they are kept (chips).

    One row an entry: `entry` (its pk), `place`, `tied`, `total` (with `adjustment`, the
    rulings outside a sheet, without dropped rounds), `points` (table points), `played`
    (rounds at a table), `decided_by` (the tie-break, or None) and `rounds`. Each of
    these: `round`, `chips`, `points`, `table` (None without a seat), `why` (of a
    SitOut, None at a table) and `dropped`; a round is absent while its sheet is not in
    force. While a round runs (rules.running) its results have `apart`: they are in
    nothing else of the row. Names are looked up when read. Five queries, whatever the
    size.

    Nobody has a place, and there are no rows, before a round is over. An evening of an
    old list has no rounds: see `old_rows`.
    """
    if tournament.old_list_id:
        return old_rows(tournament)
    counting = tournament.rounds.filter(state__in=Round.COUNTING)
    rounds = {rnd.pk: rnd for rnd in counting}
    seats = _in(rounds, _SEATS.filter(round__tournament=tournament.pk))
    if supposed:
        for seat in seats:
            seat.score = supposed.scores.get(seat.pk, seat.score)
    running = running_rounds(_rounds_now(seats))
    if all(s.score is None or s.round.number in running for s in seats):
        return []
    sit_outs = _in(rounds, SitOut.objects.filter(round__tournament=tournament.pk))
    adjustments = _adjustments(tournament, supposed)
    entries = ranked_entries(tournament)
    rows = standing_rows(tournament, entries, seats, sit_outs, adjustments, running)
    beside = _beside(seats, sit_outs)
    return [_kept(*ranked, beside, running) for ranked in rows]


def _in(rounds: Mapping[int, Round], rows: Iterable[S]) -> list[S]:
    """The rows of these rounds, each of which knows its own."""
    known = [row for row in rows if row.round_id in rounds]
    for row in known:
        row.round = rounds[row.round_id]
    return known


def _rounds_now(seats: Iterable[Seat]) -> Iterable[RoundNow]:
    """How far each round is, from all its seats."""
    rounds: dict[int, Round] = {}
    in_force: dict[int, dict[int, bool]] = {}
    for seat in seats:
        rounds[seat.round_id] = seat.round
        in_force.setdefault(seat.round_id, {})[seat.sheet_id] = seat.score is not None
    for pk, sheets in in_force.items():
        rnd = rounds[pk]
        yield RoundNow(rnd.number, len(sheets), sum(sheets.values()), rnd.is_closed)


def _adjustments(tournament: Tournament, supposed: Supposed | None) -> list[Adjustment]:
    """The rulings outside a sheet, as they are or would be."""
    rulings = list(tournament.adjustments.filter(reversed_at=None))
    if supposed is None:
        return rulings
    more = [supposed.ruling] if supposed.ruling else []
    return [ruling for ruling in rulings if ruling.pk != supposed.without] + more


def ranked_entries(tournament: Tournament) -> list[Entry]:
    """Who has a place: ranked, and seated or sat out in a round that counts."""
    return list(_RANKED.filter(tournament=tournament.pk))


def _beside(seats: Iterable[Seat], sit_outs: Iterable[SitOut]) -> Beside:
    """At which table it was, or why at none.

    With `by`, the entry that played the round for this one, where another did.
    """
    beside: Beside = {}
    for out in sit_outs:
        beside[out.credit_id, out.round.number] = {"table": None, "why": out.why}
    for seat in seats:
        table = seat.at_table  # type: ignore[attr-defined]  # see _SEATS
        facts = beside.setdefault((seat.credit_id, seat.round.number), {"why": None})
        facts["table"] = table
        if seat.entry_id != seat.credit_id:
            facts["by"] = seat.entry_id
    return beside


def _kept(
    row: Row[int],
    contestant: Contestant[int],
    beside: Beside,
    running: Collection[int],
) -> dict[str, Any]:
    """A row of the standings as JSON can carry it."""
    results = sorted(contestant.results, key=lambda result: result.round)
    alone = {*row.dropped, *running}  # in no sum, so rounded each by itself
    chips = in_whole_chips([(r.round, r.chips) for r in results], alone)
    return {
        "entry": row.key,
        "place": row.place,
        "tied": row.tied,
        "total": row.chips,
        "points": plain(row.points),
        "played": row.played,
        "adjustment": contestant.adjustment,
        "decided_by": row.decided_by,
        "rounds": [
            {
                "round": result.round,
                "chips": chips[result.round],
                "points": plain(result.points),
                **beside[row.key, result.round],
                "dropped": result.round in row.dropped,
                # Only where it is so: rows of before this was known say nothing of it.
                **({"apart": True} if result.round in running else {}),
            }
            for result in results
        ],
    }


def plain(number: Fraction) -> int | float:
    """Points as JSON can carry them: 3, or 3.5. Halves and quarters stay exact."""
    return number.numerator if number.denominator == 1 else float(number)


class OldFacts(NamedTuple):
    """What a list says of an entry; None: nothing."""

    entry: int
    place: int | None
    total: int | None
    points: float | None
    rounds: int | None


def facts_of(result: OldResult) -> OldFacts:
    return OldFacts(
        result.entry_id, result.place, result.total, result.points, result.rounds
    )


def old_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The standings of an evening of an old list, as `compute_rows` gives them; one query.

    `total`, `points` and `played` are None where the list does not say them.
    """
    entries = {"entry__ranked": True, "entry__merged_into": None}
    facts = OldResult.objects.filter(entry__tournament=tournament.pk, **entries)
    read = facts.order_by("entry__number").values_list(
        "entry", "place", "total", "points", "rounds"
    )
    return rows_of_facts(map(OldFacts._make, read), by_points=tournament.by_points)


def rows_of_facts(
    facts: Iterable[OldFacts], *, by_points: bool = False
) -> list[dict[str, Any]]:
    """Places are those of the list where it has one for everybody, else the totals make
    them."""
    listed = list(facts)
    if all(fact.place for fact in listed):
        placed = [(fact.place or 0, fact) for fact in listed]
    else:
        worth = [_worth(fact, by_points=by_points) for fact in listed]
        first: dict[tuple[float, ...], int] = {}
        for place, much in enumerate(sorted(worth, reverse=True), start=1):
            first.setdefault(much, place)
        placed = [(first[w], fact) for w, fact in zip(worth, listed, strict=True)]
    sharing = Counter(place for place, _ in placed)
    return [
        {
            "entry": fact.entry,
            "place": place,
            "tied": sharing[place] > 1,
            "total": fact.total,
            "points": fact.points,
            "played": fact.rounds,
            "adjustment": 0,
            "decided_by": None,
            "rounds": [],
        }
        for place, fact in sorted(placed, key=lambda pair: pair[0])  # stable
    ]


def _worth(facts: OldFacts, *, by_points: bool) -> tuple[float, ...]:
    """What makes a place; whatever is known is more than nothing."""
    kinds = (facts.points, facts.total) if by_points else (facts.total, facts.points)
    return tuple(float("-inf") if number is None else number for number in kinds)


def net_of(total: int | None, rounds: int | None, start: int) -> int | None:
    """Chips above the start chips; None where the list does not say enough."""
    if total is None or (rounds is None and start):
        return None
    return total - (rounds or 0) * start
