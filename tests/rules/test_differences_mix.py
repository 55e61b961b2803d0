"""How often the true cause is among the first three, in a mix of slips at random."""

from collections import Counter
from random import Random

from rules.discrepancies import applied
from tests.drill.figures import say, size
from tests.rules.sheets import explain
from tests.rules.slips import SLIPS, slipped

EACH = size(300, 5_000)
FIRST = 3
AMONG = 0.90  # of all
EACH_AMONG = 0.55  # nobody knows whose loan it was that nobody wrote down
OFFERED = 0.95


def test_the_true_cause_is_among_the_first_three() -> None:
    chance = Random(1936)
    hits: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for kind in SLIPS:
        for _ in range(EACH):
            right, wrong, seat = slipped(kind, chance)
            found = explain(wrong)
            offered[kind] += bool(found)
            hits[kind] += any(
                each.seat == seat + 1 and applied(wrong, each) == right
                for each in found[:FIRST]
            )
    for kind in SLIPS:
        say(f"{kind}: {hits[kind] / EACH:.1%} among the first {FIRST}")
        assert hits[kind] >= EACH_AMONG * EACH, kind
        assert offered[kind] >= OFFERED * EACH, kind
    whole = hits.total() / (EACH * len(SLIPS))
    say(f"all: {whole:.1%}")
    assert whole >= AMONG
