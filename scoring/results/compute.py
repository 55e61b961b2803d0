"""Compute standings from the facts, or past results from their imported list."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from rules.ranking import (
    Contestant,
    RoundResult,
    Row,
    TieValue,
    in_whole_chips,
    rounded,
)
from rules.round_status import RoundNow, running_rounds
from scoring.games.game_adapter import (
    MissedRound,
    Ranked,
    SeatResult,
    results_at_tables,
    standing_rows,
)
from scoring.models import (
    Adjustment,
    Entry,
    OldResult,
    Round,
    Seat,
    Sheet,
    SitOut,
    Tournament,
)
from scoring.models.rounds import is_closed

# Facts stored for a round in addition to its chips and points, by entry and round.
Beside = dict[tuple[int | None, int], dict[str, Any]]
# Built once, because building takes longer than the answer, and each verified sheet
# runs it.
_SEATS = (
    Seat.objects.filter(round__state__in=Round.COUNTING)
    .order_by("sheet_id", "position")
    .values_list(
        "pk",
        "sheet",
        "sheet__table",
        "entry",
        "credit",
        "score",
        "round__number",
        "round__state",
        "round__closed_at",
    )
)
_MISSED = SitOut.objects.filter(round__state__in=Round.COUNTING).values_list(
    "credit", "round__number", "why"
)
_COUNTING = {"credit": OuterRef("pk"), "round__state__in": Round.COUNTING}
# The rounds that a substitute played for a player who left, whichever of them the
# rounds count for.
_REPLACED = {
    "entry__substitute_for": OuterRef("pk"),
    "entry__substitute_from__lte": F("round__number"),
    "round__state__in": Round.COUNTING,
}
_RANKED = Entry.objects.filter(
    Exists(Seat.objects.filter(**_COUNTING))
    | Exists(SitOut.objects.filter(**_COUNTING, why__in=SitOut.OUT))
    | Exists(Seat.objects.filter(**_REPLACED))
    | Exists(SitOut.objects.filter(**_REPLACED, why=SitOut.Why.SIT_OUT)),
    ranked=True,
)
# Sheets whose scores change only `running_results`: those of a running round
# (rules.round_status), in force or not. The conditions: another sheet of the round
# isn't in force, and no sheet of a later round is. Also, the round has another sheet in
# force already, or no earlier round is still running, so this round doesn't end an
# earlier one by starting.
_OF_EVENING = Seat.objects.filter(
    round__tournament=OuterRef("round__tournament"), round__state__in=Round.COUNTING
)
_OTHERS = Seat.objects.filter(~Q(sheet=OuterRef("pk")), round=OuterRef("round"))
IN_RUNNING_ROUND = Sheet.objects.filter(
    Exists(_OTHERS.filter(score=None)),
    ~Exists(
        _OF_EVENING.filter(
            round__number__gt=OuterRef("round__number"), score__isnull=False
        )
    ),
    Exists(_OTHERS.filter(score__isnull=False))
    | ~Exists(
        _OF_EVENING.filter(
            round__number__lt=OuterRef("round__number"),
            round__state=Round.State.OPEN,
            round__closed_at=None,
            score=None,
        )
    ),
    round__state=Round.State.OPEN,
    round__closed_at=None,
    round__tournament__finished_at=None,
    round__tournament__old_list=None,
)


@dataclass(frozen=True, slots=True)
class Supposed:
    """A change that isn't saved yet, to preview its effect on the standings.

    `scores` by the seat's key, `ruling` is one more ruling on a player, and `without`
    is the key of a ruling to leave out.
    """

    scores: Mapping[int, int] = field(default_factory=dict)
    ruling: Adjustment | None = None
    without: int | None = None


class Computed(NamedTuple):
    """Standings as they are stored: the rows, and tie-break values by entry."""

    rows: list[dict[str, Any]]
    ties: dict[int, Any]  # see `stored_ties`; None for past results


def compute_rows(
    tournament: Tournament, supposed: Supposed | None = None
) -> list[dict[str, Any]]:
    """Return the standings from the facts, first to last, as they are stored (chips).

    One row per entry: `entry` (its pk), `place`, `tied`, `total` (with `adjustment`,
    the rulings outside a sheet, without dropped rounds), `points` (table points),
    `played` (rounds at a table), `decided_by` (the tie-break, or None) and `rounds`.
    Each round has `round`, `chips`, `points`, `table` (None without a seat), `why` (of
    a SitOut, None at a table) and `dropped`; a round is absent while its sheet isn't in
    force. While a round runs (rules.round_status), its results have `apart`: they
    aren't part of anything else in the row. Names are looked up when read. Four
    queries, whatever the size.

    Before a round is over, nobody has a place and there are no rows. A tournament of
    past results has no rounds: see `old_rows`.
    """
    return compute_standings(tournament, supposed).rows


def compute_standings(
    tournament: Tournament, supposed: Supposed | None = None
) -> Computed:
    """Return the rows of `compute_rows` and the values that tie-breaks compare.

    Four queries, whatever the size.
    """
    if tournament.old_list_id:
        rows = old_rows(tournament)
        return Computed(rows, dict.fromkeys(row["entry"] for row in rows))
    seats = _seats(tournament, supposed)
    running = running_rounds(_rounds_now(seats))
    if all(seat.score is None or seat.round in running for seat in seats):
        return Computed([], {})
    missed = _missed(tournament)
    rulings = _adjustments(tournament, supposed)
    of_entries = _RANKED.filter(tournament=tournament.pk)
    entries = map(Ranked._make, of_entries.values_list(*Ranked._fields))
    ranked = standing_rows(tournament, entries, seats, missed, rulings, running)
    facts_by_round, codes = _round_facts(seats, missed), tournament.tie_breaks
    return Computed(
        [
            _row_facts(row, contestant, facts_by_round, running)
            for row, contestant in ranked
        ],
        {
            row.key: stored_ties(codes, row.values, contestant.results)
            for row, contestant in ranked
        },
    )


class RunningResults(NamedTuple):
    """An entry's results from a sheet of a running round, as they are stored."""

    results: list[dict[str, Any]]
    won: dict[str, Any]


def running_results(sheet: Sheet) -> dict[int, RunningResults]:
    """Return each ranked entry's results of a sheet in a running round, as stored.

    By the entry's key; no results while the sheet isn't in force. Two queries.
    """
    seats = list(map(SeatResult._make, _SEATS.filter(sheet=sheet.pk)))
    facts_by_round, results = _round_facts(seats, ()), results_at_tables(seats)
    credits = {seat.credit for seat in seats if seat.credit is not None}
    ranked = Entry.objects.filter(pk__in=credits, ranked=True)
    found: dict[int, RunningResults] = {}
    for entry in ranked.values_list("pk", flat=True):
        own_results = results.get(entry, [])
        found[entry] = RunningResults([], _stored_wins(own_results))
        for result in own_results:
            chips, facts = rounded(result.chips), facts_by_round[entry, result.round]
            stored = _stored_result(result, chips, facts, apart=True)
            found[entry].results.append(stored)
    return found


def _seats(tournament: Tournament, supposed: Supposed | None) -> list[SeatResult]:
    """Return all seats of the rounds that count, table by table."""
    seats = map(SeatResult._make, _SEATS.filter(round__tournament=tournament.pk))
    if supposed is None:
        return list(seats)
    scores = supposed.scores
    return [seat._replace(score=scores.get(seat.pk, seat.score)) for seat in seats]


def _missed(tournament: Tournament) -> list[MissedRound]:
    """Return the rounds that count and were missed, by whom and why."""
    missed = _MISSED.filter(round__tournament=tournament.pk)
    return list(map(MissedRound._make, missed))


def _rounds_now(seats: Iterable[SeatResult]) -> Iterable[RoundNow]:
    """Yield how far each round is, from all its seats."""
    rounds: dict[int, SeatResult] = {}
    in_force: dict[int, dict[int, bool]] = {}
    for seat in seats:
        rounds[seat.round] = seat
        in_force.setdefault(seat.round, {})[seat.sheet] = seat.score is not None
    for number, sheets in in_force.items():
        closed = is_closed(rounds[number].state, rounds[number].closed_at)
        yield RoundNow(number, len(sheets), sum(sheets.values()), closed)


def _adjustments(tournament: Tournament, supposed: Supposed | None) -> list[Adjustment]:
    """Return the rulings outside a sheet, with the unsaved change applied."""
    rulings = list(tournament.adjustments.filter(reversed_at=None))
    if supposed is None:
        return rulings
    more = [supposed.ruling] if supposed.ruling else []
    return [ruling for ruling in rulings if ruling.pk != supposed.without] + more


def ranked_entries(tournament: Tournament) -> list[Entry]:
    """Return the ranked entries that took part in a round that counts.

    That is a seat or a sit-out, their own or, for a player who left, their
    substitute's.
    """
    return list(_RANKED.filter(tournament=tournament.pk))


def _round_facts(seats: Iterable[SeatResult], missed: Iterable[MissedRound]) -> Beside:
    """Return by entry and round the table played at, or why at none.

    With `by`, the entry that played the round, if it was a different one.
    """
    facts_by_round: Beside = {}
    for row in missed:
        facts_by_round[row.credit, row.round] = {"table": None, "why": row.why}
    for seat in seats:
        facts = facts_by_round.setdefault((seat.credit, seat.round), {"why": None})
        facts["table"] = seat.table
        if seat.entry != seat.credit:
            facts["by"] = seat.entry
    return facts_by_round


def _row_facts(
    row: Row[int],
    contestant: Contestant[int],
    facts_by_round: Beside,
    running: Collection[int],
) -> dict[str, Any]:
    """Return a row of the standings in values that JSON can store."""
    results = sorted(contestant.results, key=lambda result: result.round)
    alone = {*row.dropped, *running}  # in no sum, so each is rounded on its own
    chips = in_whole_chips([(r.round, r.chips) for r in results], alone)
    return {
        "entry": row.key,
        "place": row.place,
        "tied": row.tied,
        "total": row.chips,
        "points": plain(row.points),
        "played": row.played,
        "adjustment": contestant.adjustment,
        "decided_by": row.decided_by and row.decided_by.code,
        "rounds": [
            _stored_result(
                result,
                chips[result.round],
                facts_by_round[row.key, result.round],
                dropped=result.round in row.dropped,
                apart=result.round in running,
            )
            for result in results
        ],
    }


def _stored_result(
    result: RoundResult,
    chips: int,
    extra_facts: Mapping[str, Any],
    *,
    dropped: bool = False,
    apart: bool = False,
) -> dict[str, Any]:
    return {
        "round": result.round,
        "chips": chips,
        "points": plain(result.points),
        **extra_facts,
        "dropped": dropped,
        # Only if true: rows stored by older versions don't have the key.
        **({"apart": True} if apart else {}),
    }


def stored_ties(
    codes: Iterable[str],
    values: Iterable[TieValue],
    results: Iterable[RoundResult],
) -> dict[str, Any]:
    """Return the values tie-breaks compare for an entry, as stored next to the row.

    `values` by the code of the tie-break, and `won` by the number of the round: a whole
    number is a number in JSON, a fraction is text as “1/2”.
    """
    pairs = zip(codes, values, strict=True)
    return {
        "values": {code: _as_json(value) for code, value in pairs},
        "won": _stored_wins(results),
    }


def _stored_wins(results: Iterable[RoundResult]) -> dict[str, Any]:
    return {str(result.round): _as_json(result.won) for result in results if result.won}


def _as_json(value: TieValue) -> int | str | None:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def plain(number: Fraction) -> int | float:
    """Return points as a JSON number: 3, or 3.5. Halves and quarters stay exact."""
    return number.numerator if number.denominator == 1 else float(number)


class OldFacts(NamedTuple):
    """The facts that a list of past results has on an entry; None if unknown."""

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
    """Return the standings of past results in the form of `compute_rows`; one query.

    `total`, `points` and `played` are None if the list doesn't have them.
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
    """Return the rows of listed facts, with places.

    Places are those of the list if it has one for everyone, else they follow from the
    totals (or from the points, with `by_points`).
    """
    listed = list(facts)
    if all(fact.place for fact in listed):
        placed = [(fact.place or 0, fact) for fact in listed]
    else:
        worth = [_worth(fact, by_points=by_points) for fact in listed]
        first: dict[tuple[float, ...], int] = {}
        for place, amount in enumerate(sorted(worth, reverse=True), start=1):
            first.setdefault(amount, place)
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
    """Return the sort key for a place; any known number ranks above an unknown one."""
    kinds = (facts.points, facts.total) if by_points else (facts.total, facts.points)
    return tuple(float("-inf") if number is None else number for number in kinds)


def net_of(total: int | None, rounds: int | None, start: int) -> int | None:
    """Return chips above the start chips; None if the list doesn't say enough."""
    if total is None or (rounds is None and start):
        return None
    return total - (rounds or 0) * start
