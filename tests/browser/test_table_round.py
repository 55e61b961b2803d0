"""A whole round on phones alone: eight hands, no wifi for four of them, handed in."""

import json
import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scoring.audit.integrity import differences_in
from scoring.models import Count, Hand, Loan, Sheet
from scoring.sheets.sheet import life_of
from tests.browser import thumb
from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, Complaints, OpenPage
from tests.browser.network import no_network
from tests.browser.table_pages import Table, quiet, sheet_with
from tests.browser.test_table_pages_count import count
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

HALL = "hall.example"
LOGIN = "<!doctype html><title>Welcome to Hall Wifi</title><p>Accept the terms."
# Totals of Marie, Josef, Anna and Karel after each hand, reckoned by hand (rulings.md).
TOTALS = {
    1: (104, 96, 104, 96),  # 61: 8 + 10, × 2 = 36, 4 chips
    2: (110, 82, 110, 98),  # lost by 6: 3 chips, Kontra 6; Pagat 4; four Kings 4
    3: (124, 96, 124, 56),  # Prever lost by 13: 7 chips, second three 14
    4: (126, 94, 122, 58),  # 54: 2 chips
    5: (136, 84, 122, 58),  # 70: 5 chips; a King discarded: 5 to each
    6: (133, 93, 119, 55),  # alone, 60: 3 chips from each
    "change": (135, 91, 117, 57),  # hand 4 with 64 points: 4 chips
    7: (128, 84, 124, 64),  # 80: 7 chips
    8: (137, 75, 133, 55),  # lost by 33: 9 chips
}


class Scorekeeper(Table):
    """Records hands by the form, with taps alone, and counts them."""

    taps = 0

    def tap(self, *names: str, within: str = "#table") -> "Scorekeeper":
        for name in names:
            thumb.tap(self.page, name, within)
            self.taps += 1
        return self

    def record(self, number: int, *names: str) -> "Scorekeeper":
        """A plain hand; further taps come in between where it is not plain."""
        return self.begin(number).tap(*names).save(number)

    def begin(self, number: int) -> "Scorekeeper":
        self.taps = 0
        self.tap(message("New hand {n}", n=number)).heading(
            message("Hand {n}", n=number)
        )
        return self

    def save(self, number: int) -> "Scorekeeper":
        """A plain hand at once, any other after a look."""
        review = f"Review hand {number}"
        if self.button(review).is_visible():
            self.tap(review)
        self.tap(message("Save hand {n}", n=number)).totals(*TOTALS[number])
        return self


@pytest.fixture
def keeper(phone: Page) -> Scorekeeper:
    table = Scorekeeper(phone, sheet_with())
    table.open().join()
    return table


def test_a_whole_round_on_two_phones_with_no_wifi_from_hand_3_to_6(
    keeper: Scorekeeper, open_page: OpenPage, complaints: Complaints
) -> None:
    may_reopen(keeper.page)
    first_hand(keeper)
    with_a_value_a_kontra_and_a_pagat(keeper)
    print(f"\na value, a Kontra and a Pagat: {keeper.taps} taps")
    assert keeper.taps <= 14
    without_wifi(keeper)
    quiet(complaints)

    change_hand_4(keeper)
    keeper.go("loans").tap("Karel", "50", "Karel borrows 50").says(
        message("owes {chips}", chips=50)
    )
    keeper.go("").record(7, "Karel", "8", "0")
    print(f"a plain hand: {keeper.taps} taps")
    assert keeper.taps <= 5
    keeper.record(8, "Josef", "2", "0")
    expect(keeper.main(message("Count the chips"))).to_be_visible()

    count(keeper, (137, 75, 133, 105)).heading(message("Have a second person confirm"))
    other = Table(open_page(390, 844, has_touch=True), keeper.sheet).open("#confirm")
    other.link("Josef Marek").click()
    other.button(message("These are right")).click()
    other.heading(message("These scores count"))
    keeper.news().heading(message("These scores count")).says(
        "137", "75", "133", "55", "400 ✓"
    )
    everything_is_there(keeper.sheet)


def first_hand(keeper: Scorekeeper) -> Scorekeeper:
    """Marie holds the II and plays with Anna: 61."""
    keeper.begin(1).tap("Marie", within="#led").tap("Anna", within="#partner")
    return keeper.tap("6", "1").save(1)


def with_a_value_a_kontra_and_a_pagat(keeper: Scorekeeper) -> None:
    keeper.begin(2).tap("Karel", "4", "7", message("Kontra"))
    keeper.tap(message("Values")).tap("Karel", message("Kings"), within="#panel-values")
    keeper.tap(message("Pagat")).tap("Marie & Anna", within="#panel-pagat")
    keeper.tap(message("Announced"), message("Made in the last trick")).save(2)


def without_wifi(keeper: Scorekeeper) -> None:
    with no_network(keeper.pill(message("All saved")).page):
        keeper.begin(3).tap(message("Prever")).tap("Karel", within="#panel-prever")
        keeper.tap("The second three cards", "4", "0").save(3)
        keeper.record(4, "Marie", "5", "4").says("Not sent: 2 hands")
        keeper.page.reload()
        keeper.totals(*TOTALS[4]).says("Not sent: 2 hands")
        keeper.begin(5).tap(
            "Josef", "7", "0", message("Fault"), message("King discarded")
        )
        keeper.tap("Josef", within="#panel-fault").save(5)
        keeper.record(6, "alone", "6", "0").pill(
            message("No connection. Not sent: {what}", what="4 hands")
        )
        assert Hand.objects.count() == 2
    keeper.news().pill(message("All saved"))
    assert Hand.objects.count() == 6


def change_hand_4(keeper: Scorekeeper) -> None:
    keeper.row(4).click()
    keeper.tap(
        message("Change"),
        "6",
        "4",
        message("Review hand {n}", n=4),
        message("Wrong points"),
    )
    keeper.tap(message("Save change to hand {n}", n=4))
    keeper.totals(*TOTALS["change"]).pill(message("All saved"))


def everything_is_there(sheet: Sheet) -> None:
    """On the server: each hand once, the change beside its old version, no finding."""
    assert life_of(sheet).in_force.scores == TOTALS[8]
    assert life_of(sheet).in_force.witness == Count.Witness.PHONE
    versions = [each.number for each in Hand.objects.order_by("number")]
    assert versions == [1, 2, 3, 4, 4, 5, 6, 7, 8]
    assert Hand.objects.get(replaces__isnull=False).reason == message("Wrong points")
    assert Loan.objects.get().chips == 50
    assert list(differences_in(sheet.round.tournament)) == []


def may_reopen(page: Page) -> None:
    """Until the worker has the page: on https, as here, it opens without a network."""
    page.evaluate("() => navigator.serviceWorker.ready")
    expect(page.locator("body")).not_to_contain_text(
        message("You can’t reopen this page without a connection. Leave it open.")
    )


# --- A wifi with a login page


def test_a_login_page_that_answers_200_saves_nothing(
    keeper: Scorekeeper, complaints: Complaints
) -> None:
    keeper.page.context.route(
        "**/t/**", lambda route: route.fulfill(content_type="text/html", body=LOGIN)
    )
    first_hand(keeper).pill(
        message("Wi-Fi needs a sign-in. Not sent: {what}", what="1 hand")
    )
    assert not Hand.objects.exists()
    keeper.page.context.unroute("**/t/**")
    keeper.news().pill(message("All saved"))
    assert Hand.objects.get().net == (4, -4, 4, -4)
    quiet(complaints)


def test_the_same_save_sent_twice_is_one_hand(
    keeper: Scorekeeper, complaints: Complaints
) -> None:
    """The server has it and its answer is lost: the phone sends the very same again."""
    sent = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "")["key"])
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    keeper.page.context.route("**/hands/", lose_the_first_answer)
    first_hand(keeper).pill(message("All saved"))
    assert len(sent) > 1
    assert len(set(sent)) == 1
    assert Hand.objects.get().key == sent[0]
    quiet(complaints)


# --- The hall: plain http at a host that is no secure context


@pytest.fixture
def hall(browser: Browser) -> Iterator[Browser]:
    """A browser for which the hall's laptop has a name, and no https."""
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    rule = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"
    chromium = browser.browser_type.launch(executable_path=path, args=[*FLAGS, rule])
    yield chromium
    chromium.close()


def test_plain_http_keeps_the_open_page_and_says_what_it_cannot(
    hall: Browser, live_server: LiveServer, settings: object
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    context = hall.new_context(
        base_url=f"http://{HALL}:{urlsplit(live_server.url).port}",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(PATIENCE)
    table = Scorekeeper(context.new_page(), sheet_with())
    table.open().join()
    assert table.page.evaluate("isSecureContext") is False
    table.says(
        message("You can’t reopen this page without a connection. Leave it open.")
    )
    first_hand(table).pill(message("All saved"))
    context.set_offline(True)
    with_a_value_a_kontra_and_a_pagat(table)
    table.pill(message("No connection. Not sent: {what}", what="1 hand"))
    with context.expect_event("dialog") as asked:
        table.page.evaluate("() => { setTimeout(() => history.back()); }")
    asked.value.dismiss()
    table.pill(message("No connection. Not sent: {what}", what="1 hand"))
    assert Hand.objects.count() == 1
    context.set_offline(False)
    table.news().pill(message("All saved"))
    assert Hand.objects.count() == 2
