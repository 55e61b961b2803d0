"""The form drawn from data in poor light, with long names, on small and old phones."""

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from scoring.games.phone import SCRIPTS, STYLES
from scoring.phones.views import files as table_files
from tests.browser.deal_form import DealForm
from tests.browser.form_page import source_of
from tests.browser.table_stub import size_as_sent
from tests.browser.test_table_pages_look import (
    BROKEN,
    SIZES,
    TOUCHING,
    USUAL,
    faults_in,
    misfits_of,
)
from tests.browser.test_twin import NEWER
from tests.messages import message

LONG = ["Maximiliana Wilhelmina von Hohenlohe-Oeh", "Jo", "Anna Černohorská", "Karel"]
HAND = {
    "record": {
        "table": 4,
        "dealer": 4,
        "contract": "game",
        "trump": "bells",
        "points": 60,
    },
    "number": 3,
    "dealer": 4,
    "note": "",
    "net": [12, -4, -8, 0],
}
HEAD = """() => document.body.insertAdjacentHTML("afterbegin",
  '<header class="head"><div class="head-in"><a class="head-home" href="#">Table 3</a></div></header>')"""
# Script and style as they are sent, with the card of payoffs, and with whole sentences
# for other languages.
MOST_BYTES = 17 * 1024 + 512  # with honours by a grid and all keys in large letters
ANOTHER = '#rare > .choices > .choice:not([aria-pressed="true"])'


def unnamed(misfits: list[str]) -> list[str]:
    """Without long names that go on in the next line: a name may be of any length."""
    names = tuple(f"broken: {name}" for name in " ".join(LONG).split())
    return [misfit for misfit in misfits if not misfit.endswith(names)]


def panels(form: DealForm) -> Iterator[str]:
    """Each panel of what is rare, with its first key tapped."""
    for n in range(form.page.locator(ANOTHER).count()):
        toggle = form.page.locator(ANOTHER).nth(n)
        name = toggle.inner_text()
        toggle.tap()
        for button in form.page.locator("#panel button").all()[:1]:
            button.tap()
        yield name


def all_states(screen: Page) -> Iterator[tuple[str, DealForm]]:
    """The form in each of its states, drawn."""
    form = DealForm(screen, "marias")
    yield "who deals", form.start(4, names=LONG, deal=None, first=True)
    yield "trump", form.start(4, names=LONG, badges=["×2, 3 deals left"])
    yield "points", form.tap(message("● Bells"))
    form.tap("0")
    for name in panels(form):
        yield name, form
    yield (
        "conceded and more",
        form.start(4, names=LONG).tap(message("♥ Hearts"), message("Conceded")),
    )
    form.start(4, names=LONG, hand=HAND).review().says(message("How it’s scored"))
    yield "the review", form
    form = DealForm(screen, "tapp_tarock", "vienna").start(4, names=LONG)
    yield "soloist", form.tap("Jo")
    yield "card points", form.tap(message("Unders")).tap("4", "1")
    for name in panels(form):
        yield name, form


def other_states(screen: Page) -> Iterator[tuple[str, DealForm]]:
    """Of the other games what Mariás and Tapp Tarock do not ask."""
    form = DealForm(screen, "tysiacha", "russian").start(4, names=LONG)
    yield "bid", form.tap("Jo")
    yield "shares", form.tap("110").tap("8", "0", message("Next number"), "4")
    yield "marriages", form.tap("0", message("Marriages"))
    form = DealForm(screen, "schieberamsch").start(4, names=LONG).tap("Jo")
    yield "shoves", form
    yield "shares and more", form.tap("1", "9", "9")
    form = DealForm(screen, "paskievics").start(5, names=[*LONG, "Emil"])
    yield "five seats", form
    yield "a partner", form.tap(LONG[0])
    form.tap(message("Alone"), message("One"), "6", "0")
    for name in panels(form):
        yield name, form
    form = DealForm(screen, "reversis").start(4, names=LONG)
    form.tap("9", message("Next number"), "2", message("Next number"), "0").tap(
        message("Next")
    )
    yield "talon", form
    form.tap(
        message("Next"),
        "4",
        "0",
        message("Next number"),
        "0",
        message("Next number"),
        "0",
    )
    yield "reversis", form.tap(message("Next")).tap(LONG[0], message("Broken"))
    yield "honours", form.tap(message("Aces and Quinola"), "♦A: Jo", message("Placed"))


@pytest.mark.parametrize("states", [all_states, other_states])
def test_axe_finds_nothing_and_thumbs_have_room(
    small: Page, states: Callable[[Page], Iterator[tuple[str, DealForm]]]
) -> None:
    found = {
        state: [
            *faults_in(small, n),
            *unnamed(misfits_of(small, SIZES)),
        ]
        for n, (state, _) in enumerate(states(small))
    }
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


def test_the_steps_of_a_kontra_stay_whole_on_usual_phones(screen: Page) -> None:
    form = DealForm(screen, "paskievics").start(5)
    form.tap(
        "Marie", message("Alone"), message("One"), "6", "0", message("Kontra")
    ).says("mordkontra")
    for width in USUAL:
        screen.set_viewport_size({"width": width, "height": 844})
        assert (width, screen.evaluate(BROKEN)) == (width, [])


def test_words_of_what_is_rare_do_not_touch_the_line_around_them(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start(4)
        .tap(message("♥ Hearts"), "60", message("Marriages"))
    )
    form.page.locator("#panel button").first.tap()
    form.says("Soloist: ♥ Hearts")
    for width in USUAL:
        screen.set_viewport_size({"width": width, "height": 844})
        assert (width, screen.evaluate(TOUCHING)) == (width, [])


def test_a_plain_deal_needs_no_scrolling(screen: Page) -> None:
    """What is asked stands above the bar, with all its keys."""
    form = DealForm(screen, "tapp_tarock")
    screen.evaluate(HEAD)
    for width, height in ((320, 568), (390, 664), (640, 320)):
        screen.set_viewport_size({"width": width, "height": height})
        form.start()
        for keys in ((), ("Josef",), ("Unders",), ("4", "1")):
            for key in keys:
                form.find(key).tap()
            if "4" in keys:
                form.nets("−4", "+8", "−4")
            form.is_in_sight()
    screen.evaluate("document.querySelector('.head').remove()")


def test_the_scripts_are_small_and_plain_enough_for_old_phones() -> None:
    size = size_as_sent(SCRIPTS) + size_as_sent(STYLES)
    print(f"\nthe form's script and style: {size:,} bytes as sent")
    assert size <= MOST_BYTES
    for name in (*SCRIPTS, *STYLES):
        plain = re.sub(r"^ *//.*", "", source_of(name), flags=re.MULTILINE)
        assert re.search(NEWER, plain) is None, name
        assert re.search(r"(?<!grid-)gap:|inset:|clamp\(", plain) is None, name


def test_the_whole_page_weighs_less_than_100_kb() -> None:
    files = (table_files.script_of("marias"), table_files.style_of("marias"))
    sizes = [len(gzip.compress(each.plain)) for each in files]
    assert sum(sizes) < 100_000, sizes
