"""The form that is drawn from data; the server's part is done here.

    form = DealForm(screen, "marias").start(names=NAMES[:3])
    form.tap("♥ Hearts", "60").save()

What the server would say of a deal follows from the rules themselves, unless the form is
`offline`. `asked` are the records it was asked about.
"""

import json
from functools import cache
from typing import Any

from playwright.sync_api import Page, Route, expect

from rules.game import game_named
from scoring.games import phone_of
from scoring.games.phone import SCRIPTS, STYLES
from scoring.phones.previews import told_of
from scoring.sheets.hands import Preview
from tests.browser.form_page import FormPage, page_source

NAMES = ["Marie", "Josef", "Anna", "Karel", "Emil"]
# Wholly on the screen, above the bar: as soon as the form has brought it there.
IS_IN_SIGHT = """(part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  const bar = document.querySelector(".bar");
  return top >= 0 && bottom <= (bar ? bar.getBoundingClientRect().top : innerHeight);
}"""


class DealForm(FormPage):
    KIND = "deals"

    def __init__(
        self, page: Page, game: str, preset: str = "", **changes: object
    ) -> None:
        self.game = game_named(game)
        self.rules = self.game.house.rules(preset or self.game.house.default, changes)
        self.offline = False
        self.asked: list[Any] = []
        self.state: Any = None
        page.route("**/preview/", self._preview)  # before that of an earlier form
        super().__init__(page, phone_of(game).rules_for_phone(self.rules))

    @staticmethod
    @cache
    def source() -> str:
        return page_source(SCRIPTS, STYLES)

    def _preview(self, route: Route) -> None:
        record = json.loads(route.request.post_data or "null")
        self.asked.append(record)
        if self.offline:
            route.fulfill(status=204)
            return
        seats = record["table"]
        state = self.state or self.game.initial_state(self.rules, seats)
        if problems := self.game.check(record, self.rules, state, seats):
            route.fulfill(json=told_of(Preview(problems=problems)))
            return
        deal = self.game.parse(record, checked=True)
        settled = self.game.settle(deal, self.rules, state)
        route.fulfill(json=told_of(Preview(settlement=settled)))

    def start(self, table: int = 3, **props: object) -> "DealForm":
        deal = {"dealer": table, "lead": None, "sits": None if table == 3 else table}
        given = {"names": NAMES[:table], "me": 1, "number": 7, "deal": deal}
        self.show(
            "HandForm", **given | {"first": False, "hand": None, "draft": None} | props
        )
        return self

    def nets(self, *nets: str) -> "DealForm":
        expect(self.page.locator(".bar .nets b")).to_have_text(list(nets))
        return self

    def is_in_sight(self, part: str = "fieldset.asked") -> None:
        self.page.wait_for_function(IS_IN_SIGHT, arg=part)
