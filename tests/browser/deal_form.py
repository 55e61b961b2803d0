"""The form that is drawn from data, alone on a page; the server's part is done here.

    form = DealForm(page, "marias").start(names=NAMES[:3])
    form.tap("♥ Hearts", "60").save()

What the server would say of a deal follows from the rules themselves, unless the form is
`offline`. `asked` are the records it was asked about.
"""

import json
import re
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from rules.game import game_named
from scoring.games import phone_of
from scoring.games.phone import SCRIPTS, STYLES
from scoring.sheets.selectors.what_if import Foreseen
from scoring.table.selectors.previews import told_of
from scoring.table.views import table_files
from tests.browser.hand_form import PAGE, source_of

NAMES = ["Marie", "Josef", "Anna", "Karel", "Emil"]
OURS = (*table_files.ENGINE, *table_files.ACCOUNTS, *table_files.PAGES)
SAVE = re.compile("^Save (the change of )?hand")
SHOW = """(sent) => {
  const props = JSON.parse(sent);
  Object.assign(window, { saved: [], drafts: [], left: 0 });
  const told = {
    onDraft: (draft) => { drafts.push(JSON.stringify(draft)); },
    onSave: (hand) => Promise.resolve(saved.push(hand)),
    onCancel: () => { left += 1; },
    preview: (record) => fetch("/preview/", { method: "POST", body: JSON.stringify(record) })
      .then((answer) => (answer.ok ? answer.json() : null)),
  };
  const root = document.getElementById("table");
  preact.render(null, root);
  const { game, html } = Table;
  preact.render(html`<${game.HandForm} ...${Object.assign(told, props)} />`, root);
  root.getBoundingClientRect(); // drawn, so that it asks for its letters
  return document.fonts.ready.then(() => true);
}"""


@cache
def page_source() -> str:
    style = "\n".join(map(source_of, (*table_files.STYLES, *STYLES)))
    script = "\n;".join(map(source_of, (*table_files.VENDORED, *OURS, *SCRIPTS)))
    return PAGE % (style.replace("../fonts/", "/static/fonts/"), script)


class DealForm:
    """A page with the form of a game; it counts its taps."""

    def __init__(self, page: Page, game: str, preset: str = "", **changes: object):
        self.page, self.game = page, game_named(game)
        self.rules = self.game.house_rules(preset or self.game.DEFAULT, changes)
        self.taps, self.offline = 0, False
        self.asked: list[Any] = []
        self.state: Any = None
        page.route("**/form/", self._page)
        page.route("**/preview/", self._preview)
        page.goto("/form/")
        data = phone_of(game).rules_for_phone(self.rules)
        page.evaluate("(sent) => Table.game.use(JSON.parse(sent))", json.dumps(data))

    def _page(self, route: Route) -> None:
        html = "text/html; charset=utf-8"
        route.fulfill(content_type=html, body=page_source())

    def _preview(self, route: Route) -> None:
        record = json.loads(route.request.post_data or "null")
        self.asked.append(record)
        if self.offline:
            route.fulfill(status=204)
            return
        seats = record["table"]
        state = self.state or self.game.initial_state(self.rules, seats)
        if problems := self.game.check(record, self.rules, state, seats):
            route.fulfill(json=told_of(Foreseen(problems=problems)))
            return
        deal = self.game.parse(record, checked=True)
        settled = self.game.settle(deal, self.rules, state)
        route.fulfill(json=told_of(Foreseen(settlement=settled)))

    def start(self, table: int = 3, **props: object) -> "DealForm":
        deal = {"dealer": table, "lead": None, "sits": None if table == 3 else table}
        given = {"names": NAMES[:table], "me": 1, "number": 7, "deal": deal}
        given |= {"first": False, "hand": None, "draft": None}
        self.page.evaluate(SHOW, json.dumps(given | props))
        return self

    def tap(self, *names: str, within: str = "#table") -> "DealForm":
        """Taps what has these words, one after the other."""
        for name in names:
            self.find(name, within).tap()
            self.taps += 1
        return self

    def find(self, name: str, within: str = "#table") -> Locator:
        """The button of this name, whatever its second line says."""
        said = (
            f'normalize-space(span[1])="{name}" or normalize-space(.)="{name}"'
            f' or @aria-label="{name}"'
        )
        return self.page.locator(within).locator(f"xpath=.//button[{said}]")

    def says(self, *texts: str) -> "DealForm":
        for text in texts:
            expect(self.page.locator("#table")).to_contain_text(text)
        return self

    def nets(self, *nets: str) -> "DealForm":
        expect(self.page.locator(".bar .nets b")).to_have_text(list(nets))
        return self

    def review(self) -> "DealForm":
        self.page.get_by_role("button", name=re.compile("^Review")).tap()
        self.taps += 1
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("right?")
        return self

    def save(self) -> dict[str, Any]:
        """Saves and gives what the page was handed."""
        self.page.get_by_role("button", name=SAVE).tap()
        self.taps += 1
        self.page.wait_for_function("saved.length > 0")
        [hand] = self.page.evaluate("saved")
        return dict(hand)

    def drafts(self) -> list[Any]:
        return [json.loads(each) for each in self.page.evaluate("drafts")]
