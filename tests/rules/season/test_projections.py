"""What the rest of a season can still bring: never more, never less than every end."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

from hypothesis import given
from hypothesis import strategies as st

from rules.season import (
    Counts,
    Evening,
    Formula,
    Least,
    Of,
    Places,
    PointsList,
    rank_season,
)
from rules.season.projections import Outlook, outlook_of
from tests.in_turn import in_turn
from tests.rules.season.made_up import evening

OWN = Formula(
    counts=Counts.PLACES,
    table=Places.OWN,
    own=(PointsList((Fraction(5), Fraction(2), Fraction(1))),),
)
WHO = "abcd"  # d has never come so far


def with_facts(**facts: object) -> Formula:
    return Formula(**{n: getattr(OWN, n) for n in ("counts", "table", "own")} | facts)


def seen(formula: Formula, evenings: list[Evening[str]], key: str) -> Outlook | None:
    return outlook_of(key, rank_season(evenings, formula), formula, len(evenings))


def test_by_hand() -> None:
    """a 5 5 5, b 2 2 2, c 1 1; one to come: nobody reaches 15, b may still have 11."""
    held = [evening(a=130, b=100, c=70)] * 2 + [evening(a=110, b=90)]
    formula = with_facts(planned=4)
    assert seen(formula, held, "a") == Outlook(1, 1, 1)
    assert seen(formula, held, "b") == Outlook(1, 2, 3)  # c may have 7, b has 6
    assert seen(formula, held, "c") == Outlook(1, 2, None)  # who is new may have 5
    assert seen(with_facts(planned=3), held, "a") is None


@in_turn(
    "formula",
    [
        Formula(planned=9),
        Formula(counts=Counts.PLACES, table=Places.MORAVIAN, planned=9),
        with_facts(planned=9, minimum=3),
        with_facts(planned=9, minimum=1, minimum_in=Least.ROUNDS),
        with_facts(planned=9, bonus=Fraction(-1)),
        with_facts(planned=9, best=2, best_of=Of.ROUNDS),
    ],
)
def test_nothing_is_said_where_nothing_is_sure(formula: Formula) -> None:
    assert seen(formula, [evening(a=130, b=70)], "a") is None


@given(
    st.lists(st.permutations("abc"), min_size=1, max_size=4),
    st.integers(1, 2),
    st.integers(0, 3),
    st.sampled_from([(0, Least.EVENINGS), (2, Least.EVENINGS), (50, Least.PERCENT)]),
    st.sampled_from([Fraction(0), Fraction(1)]),
)
def test_no_end_of_the_season_is_outside(
    held: list[list[str]],
    left: int,
    best: int,
    minimum: tuple[int, Least],
    bonus: Fraction,
) -> None:
    past = [ended(order) for order in held]
    planned = len(past) + left
    formula = with_facts(
        planned=planned,
        best=min(best, planned),
        minimum=minimum[0],
        minimum_in=minimum[1],
        bonus=bonus,
    )
    told = {key: seen(formula, past, key) for key in "abc"}
    for rest in product([*ways()], repeat=left):
        for line in rank_season([*past, *map(ended, rest)], formula):
            if outlook := told.get(line.key):
                assert line.place
                assert outlook.best <= line.place
                assert outlook.worst is None or line.place <= outlook.worst


def ended(order: tuple[str, ...] | list[str]) -> Evening[str]:
    return evening(**{who: 130 - 10 * at for at, who in enumerate(order)})


def ways() -> Iterator[tuple[str, ...]]:
    """Who comes of four, and in which order they end."""
    for many in (1, 3):
        for some in combinations(WHO, many):
            yield from permutations(some)
