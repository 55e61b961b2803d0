"""A tournament's rows in the form the rules need: game, house rules, and standings."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.i18n import in_language
from rules.game import AnyGame, game_named
from rules.ranking import Contestant, Method, RoundResult, Row, TieBreak, rank
from rules.round_scores import (
    MissedScore,
    middle_points,
    missed_chips,
    round_won,
    table_points,
)
from rules.tie_breaks import TIE_BREAKS
from scoring.games.table_rules import house, house_key
from scoring.models import Adjustment, SitOut, Tournament


def game_of(tournament: Tournament) -> AnyGame:
    """Return the rules of the tournament's game."""
    return game_named(tournament.game)


def house_rules_of(tournament: Tournament) -> Any:
    """Return the set of house rules that belongs to the tournament."""
    return game_and_rules_of(tournament)[1]


def game_and_rules_of(tournament: Tournament) -> tuple[AnyGame, Any]:
    """Return the game, and the tournament's set of house rules for it."""
    return house(*house_key(tournament))


def sizes_of(tournament: Tournament) -> tuple[int, ...]:
    """Return the possible seats of a table of the tournament, smallest first."""
    game = game_of(tournament)
    if game.sizes is not None:
        return game.sizes(house_rules_of(tournament))
    return tuple(sorted(game.tables))


def players_at_table(tournament: Tournament) -> int:
    """Return how many play at the tournament's smallest table."""
    return min(game_of(tournament).active, *sizes_of(tournament))


def changes_in_words(tournament: Tournament) -> list[str]:
    """Return the tournament's differences from its rule set in words: “Renege: 5”."""
    game, changes = game_of(tournament), tournament.house_rules
    sentences: list[str] = game.house.changes_in_words(tournament.preset, changes)
    return [in_language(sentence) for sentence in sentences]


def sections_of(tournament: Tournament) -> Mapping[str, str]:
    """Return the sections of the game's rule sheet, “§24”, with their subjects."""
    sections: Mapping[str, str] = game_of(tournament).sections
    return {code: in_language(title) for code, title in sections.items()}


class Ranked(NamedTuple):
    """An entry that has a place."""

    pk: int
    number: int | None
    lot: int


class SeatResult(NamedTuple):
    """A seat of a round, with data of its sheet and its round.

    `sheet`, `entry` and `credit` are keys, `round` its number, `score` chips; None
    while the sheet is not in force.
    """

    pk: int
    sheet: int
    table: int
    entry: int | None
    credit: int | None
    score: int | None
    round: int
    state: str
    closed_at: datetime | None


class MissedRound(NamedTuple):
    """A round that an entry (by its key) sat out or missed, with its SitOut reason."""

    credit: int | None
    round: int
    why: str


def standing_rows(
    tournament: Tournament,
    entries: Iterable[Ranked],
    seats: Iterable[SeatResult],
    missed: Iterable[MissedRound],
    adjustments: Iterable[Adjustment],
    running: Collection[int] = (),
) -> list[tuple[Row[int], Contestant[int]]]:
    """Return everyone with a place, first to last, each with all their results.

    Results of `running` rounds are included, but the row doesn't count them.
    """
    played = results_at_tables(seats)
    not_played: dict[int | None, list[MissedRound]] = {}
    for row in missed:
        not_played.setdefault(row.credit, []).append(row)
    ruled = ruled_chips(adjustments)
    known: dict[int, Contestant[int]] = {}
    for entry in entries:
        own_results = played.get(entry.pk, ())
        finished = [result for result in own_results if result.round not in running]
        known[entry.pk] = Contestant(
            key=entry.pk,
            results=(
                *own_results,
                *_missed(tournament, not_played.get(entry.pk, ()), finished),
            ),
            adjustment=ruled[entry.pk],
            lot=entry.lot,
            order=entry.number or 0,
        )
    rows = rank(
        known.values(),
        method=Method(tournament.ranking),
        tie_breaks=tie_breaks_of(tournament),
        drop_worst=tournament.drop_worst,
        running=running,
    )
    return [(row, known[row.key]) for row in rows]


def tie_breaks_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Return the tournament's tie-breaks in their order.

    Raises ValueError for a code that this version doesn't know.
    """
    codes: list[str] = tournament.tie_breaks
    if unknown := [code for code in codes if code not in TIE_BREAKS]:
        raise ValueError(f"no such tie-break: {unknown[0]!r}")
    return tuple([TIE_BREAKS[code] for code in codes])


def ruled_chips(adjustments: Iterable[Adjustment]) -> Counter[int]:
    """Return the sum of rulings outside a sheet, by entry (chips)."""
    ruled: Counter[int] = Counter()
    for adjustment in adjustments:
        ruled[adjustment.entry_id] += adjustment.chips
        if adjustment.other_id is not None:
            ruled[adjustment.other_id] -= adjustment.chips
    return ruled


def results_at_tables(
    seats: Iterable[SeatResult],
) -> Mapping[int, list[RoundResult]]:
    """Return results at tables by the entry that the sheet credits."""
    tables: dict[int, list[tuple[SeatResult, int]]] = {}
    for seat in seats:
        if seat.score is not None:
            tables.setdefault(seat.sheet, []).append((seat, seat.score))
    results: dict[int, list[RoundResult]] = {}
    for table in tables.values():
        scores = [score for _, score in table]
        for (seat, score), points, won in zip(
            table, table_points(scores), round_won(scores), strict=True
        ):
            if seat.credit is not None:
                result = RoundResult(seat.round, score, points, won)
                results.setdefault(seat.credit, []).append(result)
    return results


def _missed(
    tournament: Tournament, missed: Iterable[MissedRound], played: Iterable[RoundResult]
) -> Iterable[RoundResult]:
    """Yield results of rounds sat out or missed, by the tournament's settings."""
    own_chips = [result.chips for result in played]
    for row in missed:
        yield missed_result(tournament, row.round, row.why, own_chips)


def missed_result(
    tournament: Tournament,
    number: int,
    reason: str,
    own_chips: Sequence[int | Fraction],
) -> RoundResult:
    """Return the result of a round not played, scored by the tournament's settings.

    `own_chips` are the chips of the player's other rounds.
    """
    policy = missed_score(tournament, reason)
    chips = missed_chips(policy, tournament.start_chips, own_chips)
    seats = players_at_table(tournament)
    points = Fraction(0) if policy is MissedScore.ZERO else middle_points(seats)
    return RoundResult(number, chips, points, sat_out=True)


def missed_score(tournament: Tournament, reason: str) -> MissedScore:
    """Return how a sit-out or an absence is scored, by the SitOut's reason."""
    sat_out = reason in SitOut.OUT
    return MissedScore(tournament.sit_out_score if sat_out else tournament.absent_score)
