"""Small phones and letters twice as large: numbers, their keys and totals in one view."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.deal_form import DealForm
from tests.browser.hand_form import Form
from tests.browser.table_pages import Table, at_table
from tests.messages import message

ARROW = message("Next number")
HEAD = """() => document.querySelector(".head") || document.body.insertAdjacentHTML("afterbegin",
  `<header class="head"><div class="head-in">
    <a class="head-home" href="#"><span class="head-name">Table 3</span>
      <span class="state">Round 1 · open · 34 min</span></a>
    <button type="button" class="pill pill-right"><span>All saved</span></button>
  </div></header>`)"""
# Nobody scrolls: the form has brought it there, above the bar. True, or what is out of sight.
IN_SIGHT = """(parts) => {
  const bar = document.querySelector(".bar");
  const floor = bar ? bar.getBoundingClientRect().top : innerHeight;
  const all = [...document.querySelectorAll(parts)];
  return all.length > 0 && all.every((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top > -1 && bottom < floor + 1; // where letters come late, a pixel's part
  });
}"""
DRESS = "(letters) => { document.documentElement.style.fontSize = letters; }"
UNDRESS = """() => {
  document.documentElement.style.fontSize = "";
  document.querySelector(".head").remove();
}"""
LARGE = "36px"  # 200 %
SCREENS = [
    *((320, 568, ""), (360, 640, "")),
    *((320, 568, LARGE), (360, 640, LARGE), (390, 844, LARGE)),
]
GAMES = {
    "scarto": (3, ("2", "5", ARROW, "2", "6")),
    "tapp_tarock": (3, ("Josef", "Unders", "4", "1")),
    "tysiacha": (3, ("Josef", "110", "8", "0", ARROW, "4", "0")),
    "schieberamsch": (3, ("Josef", "1", "9", "9")),
    "paskievics": (5, ("Marie", "Alone", "One", "6", "0")),
    "reversis": (4, ("9", ARROW, "2", ARROW, "0")),
}
NUMBERS = ".asked .keypad, .asked .shares > .choice, .asked .typed"
# As soon as the page of the table stands there, its middle button is tapped twice more.
TAPS_ON = """() => new Promise((done) => {
  const save = [...document.querySelectorAll(".bar .btn-main")].pop();
  const { left, right, top, bottom } = save.getBoundingClientRect();
  const tap = () => {
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    there.click();
    return there.textContent;
  };
  new MutationObserver((_, watch) => {
    if (!document.querySelector(".saved")) return;
    watch.disconnect();
    done([tap(), tap()]);
  }).observe(document, { childList: true, subtree: true });
  tap();
})"""


@pytest.fixture(params=SCREENS, ids=str)
def letters(screen: Page, request: pytest.FixtureRequest) -> Iterator[str]:
    width, height, letters = request.param
    screen.set_viewport_size({"width": width, "height": height})
    yield str(letters)
    screen.evaluate(UNDRESS)  # it is the same screen for all tests


def dressed(form: DealForm | Form, letters: str) -> None:
    form.page.evaluate(HEAD)
    form.page.evaluate(DRESS, letters)


def test_numbers_and_their_keys_are_in_one_view(screen: Page, letters: str) -> None:
    for game, (table, keys) in GAMES.items():
        form = DealForm(screen, game)
        dressed(form, letters)
        form.start(table)
        for key in keys:
            form.tap(key)
            if form.page.locator(".asked .keypad").count():
                screen.wait_for_function(IN_SIGHT, arg=NUMBERS)


def test_points_and_their_keys_are_in_one_view(screen: Page, letters: str) -> None:
    form = Form(screen)
    dressed(form, letters)
    form.start().tap("Anna")
    screen.wait_for_function(IN_SIGHT, arg=".points-side, .keypad")
    form.tap("6", "1").says(
        message("Won, {by} over {even}: {chips}.", by=8, even=53, chips="4 chips")
    )
    parts = ".points-side, .keypad" if letters else ".plain .choice, .keypad"
    screen.wait_for_function(IN_SIGHT, arg=parts)


def test_the_bar_is_low_until_there_is_something_to_review(screen: Page) -> None:
    height = "() => document.querySelector('.bar').offsetHeight"
    form = Form(screen).start()
    low = screen.evaluate(height)
    form.tap("Anna", "6", "1")
    assert low < screen.evaluate(height)
    expect(screen.locator(".bar .nets b")).to_have_count(4)


@pytest.mark.django_db(transaction=True)
def test_the_totals_are_in_one_view(phone: Page) -> None:
    table = at_table(phone)
    table.hand()
    table.totals(103, 97, 103, 97)
    for width, height, letters in SCREENS:
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate(DRESS, letters)
        phone.wait_for_function(IN_SIGHT, arg=".seat")
        assert phone.evaluate("scrollY") == 0


@pytest.mark.django_db(transaction=True)
def test_a_triple_tap_leaves_the_result_and_undo_in_sight(phone: Page) -> None:
    table: Table = at_table(phone)
    table.link(message("New hand {n}", n=1)).click()
    table.page.locator("#led").get_by_role("radio", name="Marie").click()
    table.page.locator("#partner").get_by_role("radio", name="Josef").click()
    for digit in "61":
        table.button(digit).click()
    expect(table.button(message("Save hand {n}", n=1))).to_be_enabled()
    assert phone.evaluate(TAPS_ON) == [message("New hand {n}", n=2)] * 2
    table.says("Hand 1: Marie and Josef +4 each.")
    expect(table.button(message("Undo"))).to_be_in_viewport()
    expect(phone).not_to_have_url(re.compile("#hand"))


@pytest.mark.django_db(transaction=True)
def test_who_deals_is_changed_where_the_table_shows_it(phone: Page) -> None:
    table = at_table(phone)
    table.hand()
    table.link(
        message("{dealer} deals, {lead} leads off.", dealer="Marie", lead="Josef")
    ).click()
    table.heading(message("Hand {n}", n=2))
    expect(phone.get_by_text(message("Who led off (Povinost)?"))).to_be_visible()
    led = phone.locator("#led").get_by_role("radio", name="Anna")
    led.click()
    expect(phone.locator(".dealer")).to_have_text(
        message("{dealer} deals, {lead} leads off", dealer="Josef", lead="Anna")
    )
    phone.locator(".dealer").click()
    expect(phone.locator("#led")).to_have_count(0)


def test_forehand_is_shown_where_nobody_names_who_leads(screen: Page) -> None:
    form = DealForm(screen, "marias").start().says("Anna deals · Marie is forehand")
    form.tap(message("Betl")).says(message("Soloist"))
    expect(form.find("Marie").locator("small")).to_have_text("forehand")
    expect(screen.locator(".ring small")).to_have_count(1)


def test_an_honour_of_reversis_takes_three_taps_and_folds(screen: Page) -> None:
    form = DealForm(screen, "reversis").start(4)
    form.tap(
        "4",
        message(ARROW),
        "3",
        message(ARROW),
        "2",
        message("Next"),
        message("Next"),
    )
    form.tap("9", message(ARROW), "1", "0", message(ARROW), "1", "1")
    form.tap(message("Aces and Quinola"))
    before = form.taps
    form.tap("♦A: Anna", message("Placed"), within="#panel")
    form.tap("Marie", within="#q-more-honours-0-part-to")
    form.says(
        message(
            "{holder} placed {card}, and {to} took it",
            holder="Anna",
            card="♦A",
            to="Marie",
        )
    )
    form.tap("Quinola: Josef", message("Led"), message("Claimed"), within="#panel")
    assert form.taps - before == 6
    expect(screen.locator("#panel .answered")).to_have_text(
        [
            message(
                "{holder} placed {card}, and {to} took it",
                holder="Anna",
                card="♦A",
                to="Marie",
            ),
            "Josef led Quinola",
        ]
    )
    form.tap(
        message(
            "{holder} placed {card}, and {to} took it",
            holder="Anna",
            card="♦A",
            to="Marie",
        ),
        message("In the last two tricks"),
        within="#panel",
    )
    form.review()
    assert form.save()["record"]["honours"] == [
        {"card": "AD", "holder": 3, "how": "placed", "last_two": True, "to": 1},
        {"card": "JH", "holder": 2, "how": "led", "claimed": True},
    ]


def test_an_honour_is_anothers_by_one_tap_and_taken_out(screen: Page) -> None:
    form = DealForm(screen, "reversis").start(4)
    form.tap(
        "4",
        message(ARROW),
        "3",
        message(ARROW),
        "2",
        message("Next"),
        message("Next"),
    )
    form.tap("9", message(ARROW), "1", "0", message(ARROW), "1", "1")
    form.tap(message("Aces and Quinola")).tap(
        "♦A: Anna", message("Led"), message("Claimed"), within="#panel"
    )
    form.tap("♦A: Karel", within="#panel").says("Karel led ♦A")
    form.tap("♠A: Karel", within="#panel").tap(
        message("Remove this"), within="#panel .part"
    )
    form.review()
    [honour] = form.save()["record"]["honours"]
    assert (honour["card"], honour["holder"]) == ("AD", 4)
