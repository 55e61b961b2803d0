"""A table's server as docs/table.md has it, from memory, and the wifi before it.

    stub = Stub()
    stub.serve(context)
    engine = stub.open(context.new_page())

Nets and problems are those of `rules.spjst`. `stub.wifi` is what the phone meets: "up",
"down", "hangs", "login page" or "login json" (both answer 200 to everything), "login
redirect", or "error" (502). `stub.overrides` answer certain paths otherwise. Writes to
the paths in `stub.lost` are done, and their answers lost.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import BrowserContext, Page, Request, Route

from rules.spjst import HOUSE, HouseRules, check, parse, settle
from scoring.games.spjst import phone
from scoring.games.spjst.phone import rules_for_phone
from scoring.phones.views import files as table_files
from scoring.phones.views.files import ACCOUNTS, ENGINE

RULES = HOUSE.presets["spjst-2013"]
# What reckons as the rules do; then comes the form.
TWIN = phone.SCRIPTS[: phone.SCRIPTS.index("spjst/rotation.js") + 1]
SCRIPTS = (
    "vendor/idb/idb.umd.js",
    *(name for name in ENGINE if name != "table/html.js"),
    *ACCOUNTS,
    *TWIN,
)
GAME = """
Table.game = {
  use(rules) { this.rules = rules; },
  check(record) { return Spjst.check(record, this.rules); },
  settle(record) { return Spjst.settle(record, this.rules); },
  dealOf: Spjst.dealOf,
  nextDeal: Spjst.nextDeal,
  isPlayed: ({ bid }) => bid !== null,
};"""
PAGE = """<!doctype html><meta charset="utf-8"><title>Table 3</title>
<script src="/t/app.js"></script>
<script type="application/json" id="table-data">%s</script>
<script>
  const data = JSON.parse(document.getElementById("table-data").textContent);
  var engine = null;
  var started = Table.start(data).then((made) => { engine = made; });
</script>"""
LOGIN_PAGE = "<!doctype html><title>Hall wifi</title><form>Accept our terms</form>"
NAMES = ("Marie", "Josef", "Anna", "Karel")

State = dict[str, Any]
# Status and JSON to a body; None leaves it to the stub.
Answer = Callable[[Any], tuple[int, Any] | None]


class Sent(NamedTuple):
    """A request of the phone's, as it arrived."""

    path: str
    query: str
    phone: str  # X-Phone
    known: str  # If-None-Match
    body: Any  # None of a question


def new_state(sheet: int = 7) -> State:
    """An open sheet on which nothing was written."""
    return {
        "sheet": {
            **{"id": sheet, "table": 3, "round": 1, "rounds": 4, "code": "ACDEF"},
            **{"tournament": "Club night", "club": "Lodge 6", "state": "open"},
            **{"open": True, "closed": "", "with_chips": True, "start_chips": 100},
            **{"must_total": 400, "hands": 8, "minutes": None},
            **{"accepts_phone": True, "accepts_own": True},
        },
        "seats": [
            {"position": n, "name": name, "label": f"{n}", "entry": n, "free": False}
            for n, name in enumerate(NAMES, 1)
        ],
        **{"hands": [], "tray": [], "loans": [], "calls": [], "phones": []},
        **{"count": None, "in_force": None, "me": None},
    }


def as_hand(body: State, rules: HouseRules = RULES) -> State:
    """A version of a hand, as the state has it."""
    fields = ("key", "number", "record", "dealer", "note", "replaces", "reason")
    net = settle(parse(body["record"]), rules).net
    told = {"net": net, "by": "Marie", "at": "2026-11-21T01:00:00.000Z", "void": ""}
    return {name: body[name] for name in fields} | told


@dataclass
class Stub:
    sheet: int = 7
    token: str = "first"
    origin: str = "http://hall.example"
    wifi: str = "up"
    lost: set[str] = field(default_factory=set)
    overrides: dict[str, Answer] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  # of content, by path
    version: int = 1
    shell_version: int = 0  # of the page, where a browser kept an older one
    sent: list[Sent] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)  # of phones, to their ids

    def __post_init__(self) -> None:
        self.now = new_state(self.sheet)

    # --- For the tests

    def serve(self, context: BrowserContext) -> None:
        context.route(f"{self.origin}/t/**", self.route)

    def open(self, page: Page) -> Page:
        """Done when the engine runs."""
        page.goto(f"{self.origin}/t/{self.token}/")
        page.evaluate("started")
        return page

    def posts(self, path: str = "") -> list[Any]:
        """The bodies that arrived, in order."""
        return [
            each.body for each in self.sent if each.body and path in ("", each.path)
        ]

    def numbers(self) -> list[int]:
        return [hand["number"] for hand in self.now["hands"]]

    def let_write(self, writes: bool) -> None:
        self.change(
            "phones", [each | {"writes": writes} for each in self.now["phones"]]
        )

    def change(self, name: str, value: Any) -> None:
        self.now[name] = value
        self.version += 1

    # --- The wifi

    def route(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/t/app.js":
            route.fulfill(body=script(), content_type="text/javascript")
        elif self.wifi == "down":
            route.abort("internetdisconnected")
        elif self.wifi == "login page":
            route.fulfill(body=LOGIN_PAGE, content_type="text/html")
        elif self.wifi == "login json":
            route.fulfill(json={"ok": True, "saved": {}, "state": "logged out"})
        elif self.wifi == "login redirect":
            route.fulfill(status=302, headers={"Location": "http://wifi.example/"})
        elif self.wifi == "error":
            route.fulfill(status=502, json={"saved": True})
        elif self.wifi != "hangs":
            self._answer(route, path)

    def _answer(self, route: Route, path: str) -> None:
        base = f"/t/{self.token}/"
        if not path.startswith(base):
            route.fulfill(status=404, json=refused("There is no sheet here."))
        elif path == base:
            route.fulfill(body=PAGE % as_text(self.data()), content_type="text/html")
        else:
            sent = _sent(route.request, path.removeprefix(base))
            self.sent.append(sent)
            status, answer = self._do(sent)
            if sent.path in self.lost:
                route.abort("connectionreset")
            elif answer is None:
                route.fulfill(status=status)
            else:
                kind = self.kinds.get(sent.path, "application/json")
                body = json.dumps(answer)
                route.fulfill(status=status, body=body, content_type=kind)

    # --- The server

    def data(self) -> State:
        urls = {"base": f"/t/{self.token}/", "worker": "/t/worker.js", "fonts": []}
        urls |= {"script": "/t/app.js", "style": "/t/app.css"}
        version = self.shell_version or self.version
        state = self.state() | {"version": f"{version}-open"}
        return {"state": state, "rules": rules_for_phone(RULES), "urls": urls}

    def state(self, key: str = "") -> State:
        me = self.keys.get(key)
        return self.now | {"version": f"{self.version}-open", "me": me}

    def _do(self, sent: Sent) -> tuple[int, Any]:
        override = self.overrides.get(sent.path, lambda body: None)
        if sent.body is None:
            return override(None) or self._told(sent)
        status, answer = override(sent.body) or self._written(sent)
        return status, {"state": self.state(sent.phone)} | answer

    def _told(self, sent: Sent) -> tuple[int, Any]:
        if sent.path == "people/":
            return 200, {"people": [{"entry": 5, "name": "Vlasta", "sits": ""}]}
        known = sent.known == f'"{self.version}-open"'
        return (304, None) if known else (200, self.state(sent.phone))

    def _written(self, sent: Sent) -> tuple[int, State]:
        path, body = sent.path, sent.body
        key = body["key"]
        if path == "phones/":
            return 200, {"saved": {"key": key, "id": self.join(key)}}
        phones = {each["id"]: each for each in self.now["phones"]}
        if not phones.get(self.keys.get(sent.phone), {}).get("writes"):
            return 403, refused("This phone may not write.")
        if path == "hands/":
            return self.hand(body)
        if path == "hands/void/":
            self._void(body)
        if path in ("loans/", "calls/"):
            rows = self.now[path.strip("/")]
            if key not in [row["key"] for row in rows]:
                self.change(path.strip("/"), [*rows, body])
        return 200, {"saved": {"key": key}}

    def join(self, key: str) -> int:
        """The first phone keeps the score."""
        if key not in self.keys:
            pk = self.keys[key] = len(self.keys) + 1
            phone = {"id": pk, "name": "Marie", "seat": 1, "asks": False}
            phone |= {"keeper": pk == 1, "writes": pk == 1}
            self.change("phones", [*self.now["phones"], phone])
        return self.keys[key]

    def hand(self, body: State) -> tuple[int, State]:
        """What becomes of a hand, and the answer."""
        if problems := check(body["record"], RULES):
            codes = [{"code": each.code} for each in problems]
            return 422, refused("This hand cannot be.", codes)
        hands, key = self.now["hands"], body["key"]
        if key not in [hand["key"] for hand in hands]:
            if body["number"] in self.numbers() and not body["replaces"]:
                return 200, self._put_by(body)
            self.change("hands", [*hands, as_hand(body)])
        hand = next(each for each in self.now["hands"] if each["key"] == key)
        totals = [100 + sum(each) for each in zip(*self._nets(), strict=True)]
        saved = {"key": key, "number": hand["number"], "net": hand["net"]}
        return 200, {"saved": saved | {"totals": totals}}

    def _nets(self) -> list[tuple[int, ...]]:
        replaced = {hand["replaces"] for hand in self.now["hands"]}
        in_force = [
            hand
            for hand in self.now["hands"]
            if hand["key"] not in replaced and not hand["void"]
        ]
        return [hand["net"] for hand in in_force] or [(0, 0, 0, 0)]

    def _put_by(self, body: State) -> State:
        rival = next(h for h in self.now["hands"] if h["number"] == body["number"])
        item = as_hand(body) | {"why": "double", "rival": rival["key"]}
        if body["key"] not in [each["key"] for each in self.now["tray"]]:
            self.change("tray", [*self.now["tray"], item])
        message = "This hand is recorded twice."
        return {"tray": {"key": body["key"], "why": "double", "message": message}}

    def _void(self, body: State) -> None:
        hands = [
            hand | {"void": body["reason"]} if hand["key"] == body["hand"] else hand
            for hand in self.now["hands"]
        ]
        self.change("hands", hands)


def refused(message: str, problems: Iterable[Any] = ()) -> State:
    return {"refused": {"message": message, "field": "", "problems": list(problems)}}


def down(body: Any) -> tuple[int, Any]:
    """An override: the server cannot."""
    return 503, {}


def as_text(data: Any) -> str:
    """JSON as it may stand in a page."""
    return json.dumps(data).replace("<", "\\u003c")


def _sent(request: Request, path: str) -> Sent:
    headers, body = request.headers, request.post_data
    return Sent(
        path,
        urlsplit(request.url).query,
        headers.get("x-phone", ""),
        headers.get("if-none-match", ""),
        json.loads(body) if body else None,
    )


@cache
def script() -> str:
    return "\n;".join([*map(source_of, SCRIPTS), GAME])


def size_as_sent(names: Iterable[str]) -> int:
    """Bytes that these parts take on the way to a phone, gzipped, as http sends them."""
    return len(table_files._joined(table_files._parts(names)).encoded("gzip")[1])


def source_of(name: str) -> str:
    """A static file, as the site finds it."""
    path = finders.find(name)
    assert path, f"the static finders do not know {name}"
    return Path(path).read_text(encoding="utf-8")
