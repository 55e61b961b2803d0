"""The printed card promises what the rules pay, whatever the house."""

from random import Random

import pytest

from rules.spjst import PRESETS, house_rules
from scoring.games.spjst.payoffs import payoff_card
from tests.rules.spjst.records import house
from tests.scoring.games.spjst.promises import blocks_of, promised, truth
from tests.scoring.prints.papers import HEADING

HOUSES = 60


def test_the_card_promises_what_any_house_pays() -> None:
    chance = Random(1897)
    for rules in (*PRESETS.values(), *(house(chance) for _ in range(HOUSES))):
        assert promised(blocks_of(payoff_card(rules, HEADING))) == truth(rules), rules


@pytest.mark.parametrize("sets_on_win", [False, True])
def test_the_first_prever_multiplier_is_on_the_card(sets_on_win: bool) -> None:
    changes = {
        "prever_set_multipliers": [5, 2, 4],
        "prever_set_on_win": sets_on_win,
    }
    rules = house_rules("westfest-2012", changes)
    said = promised(blocks_of(payoff_card(rules, HEADING)))
    assert said["prever", 39, 1] == 35
    assert said["prever", 67, 1] == (35 if sets_on_win else 7)
