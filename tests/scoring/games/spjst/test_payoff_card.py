"""The printed card promises what the rules pay, whatever the house."""

from collections import Counter
from random import Random

import pytest

from rules.spjst import HOUSE, check, parse, settle
from scoring.games.spjst.payoffs import payoff_card
from tests.drill.figures import size
from tests.rules.spjst.records import house, right_record
from tests.scoring.games.spjst.by_card import payments
from tests.scoring.games.spjst.promises import blocks_of, promised, truth
from tests.scoring.printing.documents.papers import HEADING

HOUSES = size(15, 60)
RECORDS_EACH = 50


def test_the_card_promises_what_any_house_pays() -> None:
    chance = Random(1897)
    for rules in (*HOUSE.presets.values(), *(house(chance) for _ in range(HOUSES))):
        assert promised(blocks_of(payoff_card(rules, HEADING))) == truth(rules), rules


def test_a_table_with_the_card_alone_scores_as_the_site_does() -> None:
    chance = Random(1897)
    scored = 0
    for _ in range(HOUSES):
        rules = house(chance)
        card = promised(blocks_of(payoff_card(rules, HEADING)))
        for record in (right_record(chance) for _ in range(RECORDS_EACH)):
            if check(record, rules) == ():
                lines = settle(parse(record), rules).lines
                moved = Counter((x.item, x.payer, x.payee, x.chips) for x in lines)
                assert payments(record, card) == moved, (record, rules)
                scored += 1
    assert scored > HOUSES * RECORDS_EACH / 2


@pytest.mark.parametrize("sets_on_win", [False, True])
def test_the_first_prever_multiplier_is_on_the_card(sets_on_win: bool) -> None:
    changes = {
        "prever_set_multipliers": [5, 2, 4],
        "prever_set_on_win": sets_on_win,
    }
    rules = HOUSE.rules("westfest-2012", changes)
    said = promised(blocks_of(payoff_card(rules, HEADING)))
    assert said["prever", 39, 1] == 35
    assert said["prever", 67, 1] == (35 if sets_on_win else 7)
