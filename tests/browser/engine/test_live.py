"""The phone's engine on the real page: with the site's server, in a browser that dies.

page = open_table(context, address)    # `engine` there is the page's own
"""

import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from scoring.models import Call, Count, Hand, Loan, Sheet, TrayHand
from scoring.sheets import phones
from tests import builders
from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, OpenPage
from tests.browser.table_engine import go_offline, join, look, record, wait, wake
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

HALL = "hall.example"
# The page keeps its engine to itself; this leaves it where a test finds it.
CATCH = """
  window.Table = {};
  window.started = new Promise((resolve) => {
    Object.defineProperty(Table, "start", {
      configurable: true,
      set(start) {
        const value = async (data) => {
          window.engine = await start(data);
          resolve();
          return window.engine;
        };
        Object.defineProperty(Table, "start", { value });
      },
    });
  });"""


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club()))


@pytest.fixture
def table(phone: Page, sheet: Sheet) -> Page:
    """The scorekeeper's phone."""
    page = open_table(phone, sheet)
    join(page)
    return page


def forgive(complaints: list[str], what: str) -> None:
    """A browser itself says of every answer that did not come, or was a refusal."""
    assert [each for each in complaints if what not in each] == []
    complaints.clear()


def open_table(page: Page, sheet: Sheet, origin: str = "") -> Page:
    page.add_init_script(CATCH)
    page.goto(origin + reverse("scoring:table", args=[sheet.token]))
    page.evaluate("started")
    return page


def test_a_table_writes_all_it_may(
    table: Page, sheet: Sheet, complaints: list[str]
) -> None:
    first = record(table, dealer=2, note="long")
    second = record(table, record={"povinost": 2, "declarer": 2, "partner": 4})
    table.evaluate("engine.lend(3, 20)")
    change = {"points": 70}
    changed = record(table, record=change, replaces=first, reason="Miscounted")
    table.evaluate("(key) => engine.voidHand(key, 'Recorded twice')", second)
    table.evaluate("engine.callDirector('A card is missing')")
    wait(table, "now.unsent === 0")
    assert look(table, "[now.stuck, now.differs]") == [[], []]
    assert list(Hand.objects.values_list("key", "number")) == [
        (first, 1),
        (changed, 1),
        (second, 2),
    ]
    assert Hand.objects.get(key=first).replaced_by.key == changed
    assert Hand.objects.get(key=second).void_reason == message("Recorded twice")
    assert Loan.objects.get().chips == 20
    assert Call.objects.get().reason == "A card is missing"
    assert look(table, "[now.book.totals, now.book.owed]") == [
        [105, 95, 105, 95],
        [0, 0, 20, 0],
    ]

    wrong = record(table, record={"points": 107})
    wait(table, "now.stuck.length === 1")
    assert look(table, "now.stuck[0].problems[0].code") == "points_out_of_range"
    table.evaluate("(key) => engine.dropStuck(key)", wrong)

    count = {"held": [105, 95, 125, 95], "borrowed": [0, 0, 20, 0]}
    table.evaluate("(count) => engine.handIn(count)", count)
    wait(table, "now.unsent === 0 && now.state.count !== null")
    own = "engine.confirm({ seat: 3, held: 125, borrowed: 20 })"
    said = table.evaluate(own)
    assert said["ok"], said
    assert Count.objects.get(confirms__isnull=False).witness_seat == 3
    assert look(table, "[now.state.sheet.state, now.state.sheet.open]") == [
        "verified",
        False,
    ]
    record(table)
    wait(table, "now.unsent === 0")
    assert TrayHand.objects.get().why == TrayHand.Why.LATE
    forgive(complaints, "status of 422")


def test_two_phones_see_each_other_and_choose(
    table: Page, open_page: OpenPage, sheet: Sheet, complaints: list[str]
) -> None:
    other = open_table(open_page(390, 844), sheet)
    said = other.evaluate("engine.join({ seat: 2, asks: true })")
    assert said["ok"], said
    assert look(other, "now.mayWrite") is False
    wake(table)
    wait(table, "now.state.phones.some((each) => each.asks)")
    asks = look(table, "now.state.phones.find((each) => each.asks).id")
    assert table.evaluate("(id) => engine.admit(id, true)", asks)["ok"]
    wake(other)
    wait(other, "now.mayWrite")

    go_offline(other)
    mine, theirs = record(other), record(table)
    wait(table, "now.unsent === 0")
    other.context.set_offline(False)
    wait(other, "now.unsent === 0 && now.book.doubles.length === 1")
    assert look(other, "now.book.doubles[0].theirs.key") == theirs
    assert look(other, "now.book.totals") == [103, 97, 103, 97]
    said = other.evaluate("(key) => engine.choose(key, 'both', '')", mine)
    assert said["ok"], said
    wait(table, "now.book.hands.length === 2")
    assert look(table, "now.book.totals") == [106, 94, 106, 94]
    forgive(complaints, "net::ERR_")


def test_a_new_code_takes_what_waits_to_the_new_address(
    table: Page, sheet: Sheet, complaints: list[str]
) -> None:
    director = builders.actor(builders.user())
    phones.revoke(sheet=sheet, actor=director)
    wake(table)
    wait(table, "now.gone !== ''")
    key = record(table)
    wait(table, "now.stuck.length === 1")
    assert look(table, "now.stuck[0].waits") is True
    phones.renew(sheet=sheet, actor=director)
    sheet.refresh_from_db()
    open_table(table, sheet)
    wait(table, "now.unsent === 0 && now.gone === ''")
    assert Hand.objects.get().key == key
    forgive(complaints, "status of 410")


def test_a_secure_page_opens_again_without_a_network(
    table: Page, sheet: Sheet, complaints: list[str]
) -> None:
    wait(table, "now.canReopen")
    record(table)
    wait(table, "now.unsent === 0")
    go_offline(table)
    key = record(table)
    open_table(table, sheet)
    wait(table, "now.link === 'offline' && now.canReopen")
    assert look(table, "[now.mayWrite, now.unsent]") == [True, 1]
    last = record(table)
    open_table(table, sheet)
    assert look(table, "now.book.totals") == [109, 91, 109, 91]
    table.context.set_offline(False)
    wait(table, "now.unsent === 0 && now.link === 'online'")
    assert {key, last} < set(Hand.objects.values_list("key", flat=True))
    forgive(complaints, "net::ERR_")


# --- A browser that is killed, on plain http


class Machine:
    """A phone's browser as a process of its own: with a memory, and mortal."""

    def __init__(self, kind: BrowserType, profile: Path) -> None:
        self.kind, self.profile = kind, profile

    def start(self) -> BrowserContext:
        path = next(filter(None, map(shutil.which, CHROMIUM)))
        flags = [
            *FLAGS,
            "--headless=new",
            "--remote-debugging-port=0",
            f"--user-data-dir={self.profile}",
            f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
        ]
        self.process = Popen(
            [path, *flags], stderr=PIPE, text=True, start_new_session=True
        )
        said = iter(self.process.stderr)
        listening = (
            re.search(r"DevTools listening on (ws://\S+)", line) for line in said
        )
        address = next(found[1] for found in listening if found)
        # a phone that is started while others play is slow
        return self.kind.connect_over_cdp(address, timeout=4 * PATIENCE).contexts[0]

    def kill(self) -> None:
        """At once, all of it, as when the battery is flat."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def machine(browser: Browser, tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(browser.browser_type, tmp_path)
    yield machine
    machine.kill()


def test_a_browser_killed_right_after_saving_has_it(
    machine: Machine, sheet: Sheet, live_server, settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    origin = f"http://{HALL}:{urlsplit(live_server.url).port}"
    context = machine.start()
    page = open_table(context.new_page(), sheet, origin)
    assert page.evaluate("isSecureContext") is False
    join(page)
    context.route("**/hands/", lambda route: route.abort())
    page.evaluate("engine.keepDraft({ points: 5 })")
    key = record(page)
    machine.kill()
    assert not Hand.objects.exists()

    page = open_table(machine.start().new_page(), sheet, origin)
    assert look(page, "[now.joined, now.isKeeper, now.draft, now.canReopen]") == [
        True,
        True,
        None,
        False,
    ]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    wait(page, "now.unsent === 0")
    assert Hand.objects.get().key == key
