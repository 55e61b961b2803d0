"""The card of payoffs of a game without a script of its own, on the phone."""

from importlib import import_module

import pytest
from playwright.sync_api import Page, expect

from rules.game import game_named
from scoring.games import games_here, phone_of
from scoring.games.payoff_card import Heading
from scoring.games.phone import FormPhone
from tests.browser.deal_form import DealForm
from tests.browser.test_table_pages_look import BROKEN, SIZES, faults_in, misfits_of

LOOK = """() => preact.render(
  Table.html`<${Table.pages.card} id="payoffs" />`, document.getElementById("table"))"""
READ = """() => [...document.querySelectorAll("#table section")].map((block) => [
  block.querySelector("h2").innerText,
  [...block.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.innerText)),
  block.textContent.replace(/\\s+/g, " ")])"""
GAMES = [game for game in games_here() if isinstance(phone_of(game), FormPhone)]
BROKEN_CELL = BROKEN.replace(".btn", "th, td, .btn")


def card_of(page: Page, game: str, preset: str = "") -> DealForm:
    form = DealForm(page, game, preset)
    page.evaluate(LOOK)
    return form


@pytest.mark.parametrize("game", GAMES)
def test_the_card_that_paper_has_lies_on_the_phone(small: Page, game: str) -> None:
    payoffs = import_module(f"scoring.games.{game}.payoffs")
    for preset in game_named(game).house.names:
        form = card_of(small, game, preset)
        card = payoffs.payoff_card(form.rules, Heading("", "", None))
        expect(small.get_by_role("heading", level=1)).to_have_text(card.title)
        blocks = [*card.left, *card.right]
        for (title, rows, text), block in zip(
            small.evaluate(READ), blocks, strict=True
        ):
            assert block.title in title
            assert rows == [list(row) for row in block.rows]
            assert all(remark in text for remark in block.remarks)
        assert small.evaluate(BROKEN_CELL) == [], preset
    found = [*faults_in(small, GAMES.index(game)), *misfits_of(small, SIZES)]
    assert found == []
