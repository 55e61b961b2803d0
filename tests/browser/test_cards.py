"""The phone's cards promise what the rules pay, whatever the house."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page

from rules.spjst import HOUSE, Holding, HouseRules, declarable, settle
from rules.spjst.hand import Claim, Hand
from rules.spjst.house import prices
from scoring.games.spjst.payoffs import payoff_card
from tests.browser.hand_form import Form
from tests.rules.spjst.records import house
from tests.scoring.games.spjst.promises import Block, blocks_of, promised, truth
from tests.scoring.printing.documents.papers import HEADING

HOUSES = 12
READ = """() => JSON.stringify([...document.querySelectorAll("section.card")].map((block) => {
  const texts = (at, name) => [...at.querySelectorAll(name)].map((each) => each.textContent);
  const rows = [...block.querySelectorAll("tbody tr")].map((row) => texts(row, "td"));
  return [texts(block, "h2")[0], texts(block, "th"), rows, texts(block, "p").join(" ")];
}))"""


def card_of(screen: Page, rules: HouseRules) -> list[Block]:
    form = Form(screen, **HOUSE.as_changes(rules)).card("payoffs")
    return [tuple(block) for block in json.loads(form.page.evaluate(READ))]


def test_phone_and_paper_promise_what_any_house_pays(screen: Page) -> None:
    chance = Random(1897)
    for rules in (*HOUSE.presets.values(), *(house(chance) for _ in range(HOUSES))):
        on_phone = promised(card_of(screen, rules))
        assert on_phone == truth(rules), rules
        assert on_phone == promised(blocks_of(payoff_card(rules, HEADING)))


def test_what_can_be_declared_is_what_it_brings_in_any_house(screen: Page) -> None:
    chance = Random(1897)
    hands: list[dict[str, Any]] = [
        {"trumps": 11, "skys": True, "mond": True, "pagat": True, "kings": 1},
        {"trumps": 1, "pagat": True, "kings": 4},
        {"trumps": 0, "kings": 3},
    ]
    for rules in (house(chance), house(chance), house(chance)):
        form = Form(screen, **HOUSE.as_changes(rules)).card("declare")
        for hand in hands:
            form.card("payoffs").card("declare")
            form.tap(str(hand["trumps"]), within="#trumps")
            form.tap(*(name.capitalize() for name in hand if hand[name] is True))
            form.tap(str(hand["kings"]), within="#kings")
            codes = declarable(Holding(**hand), rules.values)
            claims = tuple(Claim(2, code) for code in codes)
            net = settle(Hand("povinost", 1, 1, 3, 59, values=claims), rules)
            won = net.net_by_item["value"][1] if codes else 0
            assert won == 3 * sum(prices(rules.values)[code] for code in codes)
            said = (
                f"{won // 3} from each, {won} in all" if codes else "Nothing to declare"
            )
            form.says(said)
