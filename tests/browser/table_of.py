"""A whole table page of three to five seats, for a made-up game that the server settles.

table = TableOf(seats=3, direction="left")
table.serve(context)
page = table.open(context.new_page())

A deal that is saved brings the first seat 2, of which 1 comes from the second and 1 from
the pool. Where more sit at the table than play, the dealer sits out.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

from scoring.phones.views.files import ACCOUNTS, ENGINE, LAST, PAGES, STYLES, VENDORED
from tests.browser.table_stub import Sent, State, Stub, as_text, new_state, source_of

NAMES = ("Marie", "Josef", "Anna", "Karel", "Vlasta")
ACTIVE = 3  # play; from the fourth seat on the dealer sits out
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Table 3</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/t/app.css"></head><body><div id="table"></div>
<script type="application/json" id="table-data">%s</script>
<script src="/t/app.js"></script></body></html>"""
GAME = """
Table.game = {
  use(rules) { Object.assign(this, rules); },
  check: () => [],
  settle: null,
  dealOf({ dealer, table }) {
    return { dealer, lead: null, sits: table > this.active ? dealer : null };
  },
  nextDeal(records) {
    const { dealer, table } = records[records.length - 1];
    return this.dealOf({ dealer: (dealer % table) + 1, table });
  },
  isPlayed: ({ kind }) => kind !== "passed",
  summary: ({ dealer }, names) => `Dealt by ${names[dealer - 1]}`,
  HandForm({ number, deal, names, onSave, preview }) {
    const [told, tell] = Table.hooks.useState(null);
    const record = { table: names.length, dealer: (deal || { dealer: 1 }).dealer, kind: "played" };
    const ask = () => preview(record).then((answer) => tell(answer ? answer.notes[0] : "No answer"));
    return Table.html`<${Table.Page} title=${`Deal ${number}`} lead=${told}
      bar=${Table.html`<button type="button" class="btn" onClick=${ask}>Ask</button>
        <${Table.Save} onSave=${() => onSave({ record })}>Save the deal<//>`}><//>`;
  },
  get Reasons() { return Deals.Reasons; },
  cards: [],
};"""


@dataclass
class TableOf(Stub):
    """The page of such a table, as the site would send it."""

    seats: int = 4
    direction: str = "right"

    def __post_init__(self) -> None:
        state = new_state(self.sheet)
        self.now = state | {"seats": [_seat(n) for n in range(1, self.seats + 1)]}
        self.now["sheet"] |= {"must_total": 0, "start_chips": 0, "with_chips": False}
        self.now["rulings"] = []

    def open(self, page: Page) -> Page:
        page.goto(f"{self.origin}/t/{self.token}/")
        page.locator("h1").wait_for()
        return page

    def route(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/t/app.js":
            route.fulfill(body=_script(), content_type="text/javascript")
        elif path == "/t/app.css":
            route.fulfill(body=_style(), content_type="text/css")
        elif path.startswith("/t/fonts/"):
            route.fulfill(path=finders.find(path.removeprefix("/t/")))
        elif path == f"/t/{self.token}/" and self.wifi == "up":
            route.fulfill(body=self.page(), content_type="text/html")
        else:
            super().route(route)

    def page(self) -> str:
        rules = {"direction": self.direction, "active": ACTIVE, "account": "the pool"}
        return PAGE % as_text(self.data() | {"rules": rules})

    def deal(self, key: str, dealer: int, *net: int, **facts: Any) -> State:
        """A deal that is recorded and settled."""
        hands = self.now["hands"]
        hand = deal_of(key, len(hands) + 1, dealer, *net, **facts)
        self.change("hands", [*hands, hand])
        return hand

    def hand(self, body: State) -> tuple[int, State]:
        if body["key"] not in [hand["key"] for hand in self.now["hands"]]:
            dealer = body["record"]["dealer"]
            self.deal(body["key"], dealer, *self.won)
        totals = [sum(each) for each in zip(*self._nets(), strict=True)]
        saved = {"key": body["key"], "number": body["number"], "net": self.won}
        return 200, {"saved": saved | {"totals": totals}}

    @property
    def won(self) -> list[int]:
        return [2, -1, *[0] * (self.seats - 2)]

    def _written(self, sent: Sent) -> tuple[int, State]:
        if sent.path == "hands/preview/":
            return 200, {"net": self.won, "lines": [], "notes": ["The pool pays 1."]}
        return super()._written(sent)


def deal_of(key: str, number: int, dealer: int, *net: int, **facts: Any) -> State:
    """A version of a hand, as the state has it; what the seats do not win is aside."""
    record = {"table": len(net), "dealer": dealer, "kind": "played"}
    return {
        **{"key": key, "number": number, "record": record, "note": "", "void": ""},
        **{"dealer": dealer, "net": list(net), "aside": -sum(net), "reason": ""},
        **{"by": "Marie", "at": "2026-11-21T01:00:00.000Z", "replaces": None},
        **facts,
    }


def _seat(position: int) -> State:
    name = NAMES[position - 1]
    return {"position": position, "name": name, "label": "", "entry": 1, "free": False}


@cache
def _script() -> str:
    parts = (
        *VENDORED,
        *ENGINE,
        *ACCOUNTS,
        *PAGES,
        "deals/preview.js",
        "deals/reasons.js",
    )
    return "\n;".join([*map(source_of, parts), GAME, *map(source_of, LAST)])


@cache
def _style() -> str:
    style = "\n".join(source_of(name) for name in STYLES)
    return style.replace("../fonts/", "/t/fonts/")
