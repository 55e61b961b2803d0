"""The phone's page in the made-up language: no plain English is left, nothing is too wide.

Somebody who reads no English walks through every state of the page. What people type has
no Latin words here, and names are left out (tests/made_up.py).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.conf import settings as site
from django.test import override_settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.compile_messages import MADE_UP, make_catalogues
from scoring.core.writes import Actor
from scoring.models import Call, Phone, Sheet
from scoring.phones import calls
from tests import builders
from tests.browser.conftest import Complaints
from tests.browser.network import no_network
from tests.browser.table_pages import Table, quiet, sheet_with
from tests.browser.test_table_pages_look import CUT, TOO_WIDE
from tests.made_up import untranslated, visible
from tests.scoring.at_table import hand_of, joined

pytestmark = pytest.mark.django_db(transaction=True)
BOTH = [("en", "English"), (MADE_UP, "⟦Ěňğľįšĥ⟧")]
TYPED = "ěščř"
# What Intl says in English, which the made-up language is to a browser.
WHEN = re.compile(r"\b\d+:\d\d [ap]m|\b[A-Z][a-z]{2} \d+, ")
CAN = ".choice:not([aria-disabled=true])"
DRAWN = """() => {
  const body = document.body.cloneNode(true);
  for (const each of body.querySelectorAll("script, #connection[hidden]")) each.remove();
  return body.outerHTML;
}"""


@dataclass
class Reader(Table):
    """A phone on which the made-up language was chosen, and what it could not read."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def opened(self, home: str) -> "Reader":
        cookie = {"name": site.LANGUAGE_COOKIE_NAME, "value": MADE_UP, "url": home}
        self.page.context.add_cookies([cookie])
        self.open()
        expect(self.page.locator("h1")).to_be_visible()
        return self

    def tap(self, selector: str, at: int = 0) -> "Reader":
        self.page.locator(selector).nth(at).click()
        return self

    def at(self, place: str) -> "Reader":
        self.go(place)
        self.page.wait_for_timeout(50)
        return self

    def look(self, state: str) -> "Reader":
        texts = [WHEN.sub("", text) for text in visible(self.page.evaluate(DRAWN))]
        left = untranslated(texts) + self.page.evaluate(CUT)
        if self.page.evaluate(TOO_WIDE) > 0:
            left.append("too wide")
        if left:
            self.found[state] = left
        return self

    def main_button(self) -> "Reader":
        return self.tap(".bar .btn-main")

    def saved(self, state: str) -> "Reader":
        expect(self.page.locator(".saved")).to_be_visible()
        return self.look(state)


@pytest.fixture(autouse=True)
def _offered() -> Iterator[None]:
    with override_settings(LANGUAGES=BOTH):
        make_catalogues()
        yield


def begun(page: Page, sheet: Sheet, home: str) -> Reader:
    """Whoever keeps the score, from the first page to the empty table."""
    reader = Reader(page, sheet).opened(home)
    reader.look("who holds it").tap(".btn-name").look("who sits").main_button()
    return reader.look("nothing recorded")


def typed(reader: Reader, partner: int, digits: str) -> Reader:
    """A plain hand of SPJST Tarok, ready to be saved."""
    reader.main_button()
    expect(reader.page.locator(".hand-form")).to_be_visible()
    if reader.page.locator("#led").count():
        reader.tap("#led .choice")
    reader.tap("#partner .choice", partner)
    for digit in digits:
        reader.button(digit).click()
    return reader


def rare_things(reader: Reader) -> None:
    """All that a hand may have besides, each looked at; nothing of it is kept."""
    page = reader.page
    reader.main_button().look("the first hand").tap("#led .choice").look("who plays")
    for n in range(page.locator(".rare").count()):
        reader.tap(".rare", n).look(f"rare {n}")
        kinds = page.locator(f".panel .choices-1 > {CAN}:not([role])").count()
        for kind in range(kinds):
            reader.tap(f".panel .choices-1 > {CAN}", kind).look(f"fault {kind}")
            page.locator(".panel > div.stack > .btn").last.click()
        if page.locator("#panel-none").count():
            reader.look("not played")
            page.locator("#panel-none > .btn").last.click()  # it was after all
        keys = page.locator(f".panel {CAN}")
        if keys.count() and not kinds:
            keys.first.click()
            reader.look(f"rare {n}, said")
    reader.main_button().look("what is missing")
    reader.tap(".page .btn-quiet").look("to be discarded").tap(".btn-danger")
    expect(page.locator(".home")).to_be_visible()


def recorded(reader: Reader) -> None:
    """One hand looked at before it is saved, one without a network."""
    typed(reader, 1, "61").look("typed").tap(".bar .btn:not(.btn-main)")
    reader.look("before it is saved").main_button().saved("saved")
    with no_network(reader.page):
        typed(reader, 1, "54").main_button().saved("kept")
        expect(reader.page.locator(".pill-waits")).to_be_visible()
        reader.tap(".pill").look("no network")
        Phone.objects.filter(sheet=reader.sheet).update(keeper=False, writes=False)
    reader.news().at("stuck").page.locator(".page .card").wait_for()
    reader.look("held back").tap(".page .btn-danger").look("to be thrown away")
    Phone.objects.filter(sheet=reader.sheet).update(keeper=True, writes=True)
    reader.tap(".page .btn-danger").at("")
    reader.news()
    expect(reader.page.locator(".pill-right")).to_be_visible()


def much_happened(reader: Reader) -> None:
    """From elsewhere: a change, a void hand, one recorded twice, a loan, a call."""
    first = reader.hand(3, note=TYPED)
    reader.hand(3, replaces=first, reason=TYPED, record={"points": 70})
    reader.hand(4, record={"povinost": 3, "declarer": 3, "partner": 1})
    other = joined(reader.sheet, 4)
    Phone.objects.filter(key=other.key).update(writes=True)
    other.tell("hands/", **hand_of(number=4))
    other.tell("loans/", seat=2, chips=20)
    other.tell("calls/", reason=TYPED)
    joined(reader.sheet, 2, asks=True)
    desk = Actor.at_desk(
        builders.member(reader.sheet.round.tournament.club, "director")
    )
    calls.answer(call=Call.objects.get(), actor=desk, answer=TYPED)
    reader.news().page.locator(".news .btn").first.wait_for()


PLACES = [
    "",
    "more",
    "loans",
    "loans/2",
    "phones",
    "seats",
    "call",
    "doubles",
    "stuck",
    "count",
    "confirm",
    "player/2",
    "hand/KEY",
    "change/KEY",
    "void/KEY",
    "void/NO",
    "card/declare",
    "card/payoffs",
    "card/none",
]


def walked(reader: Reader) -> None:
    key = str(reader.page.locator(".hand-row").first.get_attribute("href"))[6:]
    for place in PLACES:
        reader.at(place.replace("KEY", key))
        reader.page.wait_for_timeout(300)  # what a page asks of the desk
        reader.look(place)
    reader.at("count").tap(".choices-2 .choice", 1).look("by colour")
    reader.at("call").tap(".choices-1 .choice", 3).look("a call in own words")
    reader.at("phones").tap(".card .stack .btn:not(.btn-wide)").look(
        "to be handed over"
    )


def counted(reader: Reader, *held: int, shows: str) -> None:
    reader.at("count").tap(".choices-2 .choice", 0)
    fields = reader.page.locator(".pair input")
    for n, chips in enumerate(held):
        fields.nth(2 * n).fill(str(chips))
    reader.look(f"typed {held}").main_button()
    reader.page.locator(shows).wait_for()


def confirmed(reader: Reader) -> None:
    counted(reader, 131, 116, 104, 60, shows=".note-wrong")
    reader.look("not right")
    counted(reader, 131, 116, 104, 69, shows=".qr")
    for place in ("confirm", "confirm/own", "confirm/own/2"):
        reader.at(place).look(place)
    reader.at("confirm/look/2").look("are they right")
    own = reader.at("confirm/own/2").page.locator(".pair input")
    own.first.fill("116")
    own.last.fill("20")
    reader.main_button().page.locator(".mid-number.right").wait_for()
    reader.look("they stand").at("").look("over").at("hand").look("shut")


def test_no_state_of_the_page_has_a_sentence_left(
    phone: Page, live_server: LiveServer, complaints: Complaints
) -> None:
    reader = begun(phone, sheet_with(), live_server.url)
    rare_things(reader)
    recorded(reader)
    much_happened(reader)
    walked(reader)
    confirmed(reader)
    quiet(complaints)
    assert reader.found == {}


def test_no_state_of_a_form_drawn_from_data_has_one_left(
    phone: Page, live_server: LiveServer, complaints: Complaints
) -> None:
    facts = {"game": "marias", "preset": "book", "start_chips": 0, "with_chips": False}
    played = builders.tournament(builders.club(), hands_per_round=12, **facts)
    people = builders.entries(played, 3)
    sheet = builders.published_round(played, [people]).sheets.get(table=1)
    reader = begun(phone, sheet, live_server.url).main_button()
    expect(phone.locator(".asked")).to_be_visible()
    while phone.locator(".asked").count():
        reader.look(f"question {phone.locator('.answers li').count()}")
        if phone.locator(".asked .keypad").count():
            for digit in "60":
                reader.button(digit).click()
            break
        if reader.page.locator(f".asked {CAN}").count():
            reader.tap(f".asked {CAN}")
        else:
            reader.main_button()
    for n in range(phone.locator(".rare").count()):
        reader.tap(".rare", n).look(f"rare {n}")
    phone.wait_for_timeout(500)
    reader.look("foreseen").main_button().look("saved or looked at")
    reader.at("").look("home").tap(".hand-row")
    phone.wait_for_timeout(500)
    reader.look("why").at("count").look("the hands").at("more").look("more")
    quiet(complaints)
    assert reader.found == {}
