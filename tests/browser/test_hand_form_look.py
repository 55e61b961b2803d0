"""The form in poor light, with long names and large letters, on small and old phones."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from scoring.games.spjst.phone import LATER_SCRIPTS, SCRIPTS, STYLES
from scoring.phones.views.files import ACCOUNTS
from tests.browser.form_page import source_of
from tests.browser.hand_form import Form
from tests.browser.table_stub import size_as_sent
from tests.browser.test_deal_form_look import unnamed
from tests.browser.test_table_pages_look import (
    SIZES,
    TOUCHING,
    USUAL,
    faults_in,
    misfits_of,
)
from tests.browser.test_twin import NEWER
from tests.messages import message

LONG = ["Maximiliana Wilhelmina von Hohenlohe-Oeh", "Jo", "Anna Černohorská", "Karel"]
PANELS = ("Values", "Pagat", "Prever", "Valat", message("Someone else led"), "Note")
HAND = {
    "record": {"bid": "povinost", "declarer": 1, "points": 61},
    "number": 3,
    "dealer": 4,
    "note": "",
    "net": [12, -4, -4, -4],
}
MOST_BYTES = 24 * 1024 + 512  # with the twin, as it is sent


def all_states(form: Form) -> Iterator[str]:
    """The form in each of its states, drawn."""
    form.start(names=LONG, number=1, deal=None, first=True)
    yield "the first hand"
    form.start(names=LONG).page.get_by_role(
        "button", name=message("Review hand {n}", n=7)
    ).tap()
    form.says("Choose who played with")
    yield "what’s missing"
    form.tap(LONG[2], within="#partner").tap("5", "7", message("Mort"))
    for panel in PANELS:
        form.tap(panel)
        for button in form.page.locator(".panel button").all()[:1]:
            button.tap()
        yield panel
    form.tap(message("Fault"))
    yield "Fault"
    for fault in ("Renege", "Declared but not held", message("Judge’s ruling")):
        form.tap(fault, within="#panel-fault")
        yield fault
        form.tap(message("Remove this"))
    form.tap(message("No hand"), "Misdeal")
    yield message("No hand")
    form.start(names=LONG, number=3, hand=HAND).review()
    yield "the review"
    form.card("declare").tap("9", within="#trumps")
    yield message("What can I declare?")
    form.card("payoffs")
    yield "Payoffs"


def test_axe_finds_nothing_and_thumbs_have_room(small: Page) -> None:
    found = {
        state: [*faults_in(small, n), *unnamed(misfits_of(small, SIZES))]
        for n, state in enumerate(all_states(Form(small)))
    }
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


def test_words_of_what_is_rare_do_not_touch_the_line_around_them(screen: Page) -> None:
    form = Form(screen).start().tap("Anna", message("Pagat"))
    form.tap("Marie & Anna", within="#panel-pagat").says("Marie & Anna: ?")
    for width in USUAL:
        screen.set_viewport_size({"width": width, "height": 844})
        assert (width, form.page.evaluate(TOUCHING)) == (width, [])


def test_the_scripts_are_small_and_plain_enough_for_old_phones() -> None:
    scripts = (*SCRIPTS, *LATER_SCRIPTS)
    sources = {name: source_of(name) for name in (*scripts, *STYLES)}
    size = size_as_sent((*ACCOUNTS, *scripts)) + size_as_sent(STYLES)
    print(f"\nthe game's script and style, with the twin: {size:,} bytes as sent")
    assert size <= MOST_BYTES
    for name, text in sources.items():
        plain = re.sub(r"^ *//.*", "", text, flags=re.MULTILINE)
        assert re.search(NEWER, plain) is None, name
        assert re.search(r"(?<!grid-)gap:|inset:|clamp\(", text) is None, name
