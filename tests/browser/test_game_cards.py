"""The card of payoffs of a game without a script of its own, on the phone."""

from importlib import import_module

import pytest
from playwright.sync_api import Page, expect

from rules.game import game_named
from scoring.games import games_here, phone_of
from scoring.games.payoff_card import Heading
from scoring.games.phone import FormPhone
from tests.browser.conftest import OpenPage
from tests.browser.deal_form import DealForm
from tests.browser.test_table_pages_look import BROKEN, SIZES, faults_of, misfits_of

LOOK = """() => preact.render(
  Table.html`<${Table.pages.card} id="payoffs" />`, document.getElementById("table"))"""
GAMES = [game for game in games_here() if isinstance(phone_of(game), FormPhone)]
BROKEN_CELL = BROKEN.replace(".btn", "th, td, .btn")


def card_of(page: Page, game: str, preset: str = "") -> DealForm:
    form = DealForm(page, game, preset)
    page.evaluate(LOOK)
    return form


@pytest.mark.parametrize("game", GAMES)
def test_the_card_that_paper_has_lies_on_the_phone(
    open_page: OpenPage, game: str
) -> None:
    page = open_page(320, 640)
    payoffs = import_module(f"scoring.games.{game}.payoffs")
    for preset in game_named(game).PRESET_NAMES:
        form = card_of(page, game, preset)
        card = payoffs.payoff_card(form.rules, Heading("", "", None))
        expect(page.get_by_role("heading", level=1)).to_have_text(card.title)
        sections = page.locator("#table section").all()
        for section, block in zip(sections, [*card.left, *card.right], strict=True):
            expect(section.locator("h2")).to_contain_text(block.title)
            told = [
                row.locator("td").all_inner_texts()
                for row in section.locator("tbody tr").all()
            ]
            assert told == [list(row) for row in block.rows]
            for remark in block.remarks:
                expect(section).to_contain_text(remark)
        assert page.evaluate(BROKEN_CELL) == [], preset
    assert [*faults_of(page), *misfits_of(page, SIZES)] == []
