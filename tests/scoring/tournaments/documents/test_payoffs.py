"""The card of payoffs."""

import pytest

from rules.spjst import HOUSE
from rules.spjst.faults import FAULTS
from rules.spjst.settle import chips_for
from scoring.games.spjst.payoffs import ON_THE_CARD, payoff_card
from scoring.printing.render import pdf_of
from scoring.tournaments.documents.payoffs import payoffs_document
from tests.messages import message
from tests.scoring.printing.documents.pages import assert_golden
from tests.scoring.printing.documents.papers import HEADING


def block(title, **changes):
    card = payoff_card(HOUSE.rules("spjst-2013", changes), HEADING)
    return next(each for each in card.left + card.right if title in each.title)


def points_in(span):
    if span == "–":
        return range(0)
    low, _, high = span.partition("–")
    return range(int(low), int(high or low) + 1)


@pytest.mark.parametrize(
    ("title", "bid"), [("Povinost", "povinost"), ("Prever", "prever")]
)
def test_the_bands_cover_every_count_of_points_once(title, bid):
    chips = {}
    for won, lost, amount, *_ in block(title).rows:
        for points in (*points_in(won), *points_in(lost)):
            assert points not in chips
            chips[points] = int(amount)
    assert chips == {points: chips_for(points, bid) for points in range(107)}


def test_the_prever_sets_multiply():
    row = block(message("Prever"), prever_set_multipliers=[1, 2, 4]).rows[0]
    assert row == ("54", "52–53", "3", "6", "12")


def test_house_rules_change_the_card():
    assert block(message("Pagat"), pagat_chips=[3, 6], max_challenge="re").rows == (
        ("3", "6", "12", "24"),
    )
    assert len(block(message("Valat"), valat_prever_chips=[30, 60]).rows) == 2
    assert ("Renege", "§30", "5") in block(
        "Faults", renege_each=5, renege_redirects=False
    ).rows


def test_every_fault_with_a_price_is_on_the_card():
    assert set(ON_THE_CARD) == set(FAULTS) - {"ruling"}


def test_the_card_reads_as_before():
    card = payoff_card(HOUSE.rules("spjst-2013"), HEADING)
    assert_golden("payoffs", pdf_of(payoffs_document(card, paper="letter")))
