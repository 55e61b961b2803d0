"""A judge's rulings on hands belong to the phone's totals until they are taken back."""

from playwright.sync_api import Page

from rules.spjst import HOUSE
from scoring.games.spjst.phone import rules_for_phone
from tests.browser.table_stub import new_state, script

TOTALS = """([rules, state]) => {
  Table.game.use(rules);
  return Table.book(state, [], Table.game).totals;
}"""


def test_rulings_are_part_of_the_totals(empty: Page) -> None:
    empty.add_script_tag(content=script())
    rules = rules_for_phone(HOUSE.presets["spjst-2013"])
    state = new_state()
    assert empty.evaluate(TOTALS, [rules, state]) == [100, 100, 100, 100]
    state["rulings"] = [
        {"number": 1, "chips": [2, 2, 2, -6], "reversed": ""},
        {"number": 1, "chips": [50, -50, 0, 0], "reversed": "He did not"},
    ]
    assert empty.evaluate(TOTALS, [rules, state]) == [102, 102, 102, 94]
