"""Values: what may be declared, and what no deal can bear."""

from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.spjst import HOUSE, VALUES, Holding, declarable
from rules.spjst.house import prices
from rules.spjst.values import bearable
from tests.in_turn import in_turn
from tests.rules.spjst.impossible import TRUE, some_deal_bears
from tests.rules.spjst.strategies import dealt, true_values

TRUMPS = [None, "uni", "beeda", "taroky", "velki"]
FIVES = [None, "trull", "pane", "trull_pane", "kings", "rosanne_pane", "spjst"]
claims = st.tuples(st.sampled_from(TRUMPS), st.sampled_from(FIVES)).map(
    lambda pair: frozenset(code for code in pair if code)
)


def test_every_value_has_its_truth_in_these_tests() -> None:
    assert TRUE.keys() == VALUES.keys() == {*TRUMPS, *FIVES} - {None}


@given(st.tuples(claims, claims, claims, claims))
def test_bearable_agrees_with_trying_every_deal(
    table: tuple[frozenset[str], ...],
) -> None:
    assert bearable(table) == some_deal_bears(table)


@given(st.tuples(claims, claims, claims, claims), st.integers(0, 4), st.integers(0, 6))
def test_what_was_discarded_is_in_no_hand(
    table: tuple[frozenset[str], ...], kings: int, trumps: int
) -> None:
    trumps = min(trumps, 6 - kings)
    assert bearable(table, kings, trumps) == some_deal_bears(table, kings, trumps)


@in_turn("trumps", list(combinations_with_replacement(TRUMPS[1:], 4)))
def test_four_claims_on_trumps_agree_with_trying_every_deal(
    trumps: tuple[str, ...],
) -> None:
    table = tuple(frozenset([code]) for code in trumps)
    assert bearable(table) == some_deal_bears(table)


@in_turn(
    "table, can_be",
    [
        ([["spjst", "taroky"]], True),
        ([["beeda", "rosanne_pane"]], True),
        ([["trull", "beeda"]], False),
        ([["kings", "velki"]], False),
        ([["kings", "taroky"]], True),
        ([["pane"], ["pane"]], False),
        ([["trull"], ["kings"]], True),
        ([["trull"], ["pane"]], True),  # the Kings are the other's Pane
        ([["uni"], ["uni"]], True),
        ([["uni"], ["uni"], ["uni"]], False),
        ([["uni"], ["uni"], ["beeda"]], False),
        ([["taroky"], ["taroky"], ["taroky"]], False),
        ([["velki"], ["velki"], ["beeda"], ["beeda"]], True),
        ([["velki"], ["velki"], ["trull"]], False),
        ([["trull"], ["velki", "pane"]], False),
        # twelve trumps may be declared as Taroky: less than held
        ([["taroky"], ["beeda"], ["beeda"], ["beeda"]], True),
        ([["taroky"], ["uni"], ["uni"], ["beeda"]], False),
    ],
)
def test_what_a_deal_can_bear(table: list[list[str]], can_be: bool) -> None:
    assert bearable(frozenset(claim) for claim in table) is can_be


@given(st.randoms(use_true_random=False))
def test_what_four_dealt_hands_may_declare_can_be(random: Random) -> None:
    hands = dealt(random)
    assert bearable(frozenset(true_values(holding)) for holding in hands)
    for holding in hands:
        price = prices(HOUSE.presets["spjst-2013"].values)
        values = declarable(holding, HOUSE.presets["spjst-2013"].values)
        assert set(values) <= set(true_values(holding))
        for klass in ("trumps", "five_counters"):
            true = [c for c in true_values(holding) if VALUES[c].klass == klass]
            mine = [c for c in values if VALUES[c].klass == klass]
            dearest = [max(price[c] for c in true)] if true else []
            assert [price[c] for c in mine] == dearest


def test_the_house_decides_what_is_dearest() -> None:
    all_seven = Holding(trumps=8, skys=True, mond=True, pagat=True, kings=4)
    westfest = HOUSE.presets["westfest-2012"].values
    assert declarable(all_seven, westfest) == ("taroky", "rosanne_pane")
    assert declarable(all_seven, [("trull", 3), ("kings", 2)]) == ("trull",)
    assert declarable(all_seven, []) == ()


@in_turn(
    "holding",
    [
        {"trumps": 13},
        {"trumps": -1},
        {"trumps": 9, "kings": 4},
        {"trumps": 0, "kings": 5},
        {"trumps": 1, "skys": True, "mond": True},
    ],
)
def test_a_hand_that_cannot_be_is_refused(holding: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="no twelve cards"):
        Holding(**holding)
