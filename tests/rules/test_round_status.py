"""When a round is over, and what ranks rest on until then."""

from rules.ranking import Contestant, RoundResult, rank
from rules.round_status import RoundNow, running_rounds
from rules.tie_breaks import TIE_BREAKS
from tests.in_turn import in_turn


@in_turn(
    "rounds, running",
    [
        ([], set()),
        ([RoundNow(1, 3, 0)], {1}),
        ([RoundNow(1, 3, 2)], {1}),
        ([RoundNow(1, 3, 3)], set()),
        ([RoundNow(1, 3, 2, closed=True)], set()),
        # Published ahead: what has not begun is not over either.
        ([RoundNow(1, 3, 3), RoundNow(2, 3, 0), RoundNow(3, 3, 0)], {2, 3}),
        # The next is published, but nobody has played it: the first is not settled.
        ([RoundNow(1, 3, 2), RoundNow(2, 3, 0)], {1, 2}),
        # People have played on: one table holds up nobody else.
        ([RoundNow(1, 3, 2), RoundNow(2, 3, 1)], {2}),
        ([RoundNow(1, 3, 2), RoundNow(2, 3, 3)], set()),
        # Number 2 was cancelled.
        ([RoundNow(1, 3, 3), RoundNow(3, 3, 1)], {3}),
    ],
)
def test_a_round_is_over(rounds: list[RoundNow], running: set[int]) -> None:
    assert running_rounds(reversed(rounds)) == running


def test_a_round_that_runs_moves_nothing() -> None:
    """Total, best and last round, rounds played and left out: as if it were not."""

    def row(key: str, *chips: int, sat_out: int = 0) -> Contestant:
        found = enumerate(chips, start=1)
        results = (RoundResult(n, each, sat_out=n == sat_out) for n, each in found)
        return Contestant(key, tuple(results))

    rules = {"tie_breaks": [*TIE_BREAKS.values()], "drop_worst": 1}
    before = [row("plays", 120, 90), row("verified", 80, 110), row("out", 105, 100)]
    now = [
        before[0],
        row("verified", 80, 110, 300),
        row("out", 105, 100, 100, sat_out=3),
    ]
    assert rank(now, running={3}, **rules) == rank(before, **rules)
    assert rank(now, **rules)[0].key == "verified"
