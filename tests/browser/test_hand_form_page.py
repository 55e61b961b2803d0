"""The form as a page: reviewed, changed, reloaded, by keyboard; and the game's cards."""

import json

import pytest
from playwright.sync_api import Page, expect

from rules.spjst import HOUSE
from tests.browser.conftest import OpenPage
from tests.browser.hand_form import Form
from tests.browser.thumb import hammer
from tests.messages import message

RECORD = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 61}
HAND = {"key": "a", "number": 3, "record": RECORD, "dealer": 4, "note": "cut twice"}
# Where "Keep typing" ends and the bar begins, before that is painted.
DISCARD = """async () => {
  const named = (name) =>
    [...document.querySelectorAll("button")].find(({ innerText }) => innerText === name);
  named("Discard this hand").click();
  await null;
  const box = (part) => part.getBoundingClientRect();
  return [box(named("Keep typing")).bottom, box(document.querySelector(".bar")).top];
}"""


@pytest.fixture
def form(screen: Page) -> Form:
    return Form(screen)


def test_a_double_tap_saves_nothing_and_a_second_one_only_once(
    open_page: OpenPage,
) -> None:
    form = Form(open_page(390, 844, has_touch=True, finger=True))
    form.start().tap("Anna", "6", "1")
    hammer(form.page.get_by_role("button", name=message("Review"), exact=True))
    expect(form.page.get_by_role("heading", level=1)).to_have_text(
        message("Hand {n}: is this right?", n=7)
    )
    assert form.page.evaluate("saved") == []
    expect(
        form.page.get_by_role("button", name=message("Save hand {n}", n=7))
    ).to_be_enabled()
    hammer(form.page.get_by_role("button", name=message("Save hand {n}", n=7)))
    assert form.save()["record"] == RECORD
    assert len(form.page.evaluate("saved")) == 1


def test_the_way_back_from_the_review_keeps_everything(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Kontra")).review().tap(message("Back"))
    form.says(
        message("Won, {by} over {even}: {chips}.", by=8, even=53, chips="8 chips")
    ).review()
    assert form.save()["record"] == RECORD | {"challenge": "kontra"}


def test_what_is_asked_before_discarding_is_in_sight(form: Form) -> None:
    form.page.set_viewport_size({"width": 320, "height": 640})
    form.start().tap("Anna", message("Note"))
    keep, bar = form.page.evaluate(DISCARD)
    assert keep <= bar


def test_a_save_that_failed_can_be_tried_again(form: Form) -> None:
    form.start().tap("Anna", "6", "1").review()
    form.page.evaluate("window.full = true")
    form.page.get_by_role("button", name=message("Save hand {n}", n=7)).tap()
    form.says("No room left.")
    form.page.evaluate("window.full = false")
    assert form.save()["record"] == RECORD


def test_a_change_shows_old_and_new_and_wants_a_reason(form: Form) -> None:
    form.start(number=3, hand=HAND | {"net": [4, -4, 4, -4]})
    expect(form.find("Anna", "#partner")).to_have_attribute("aria-checked", "true")
    expect(form.find(message("Leave it as it was"))).to_have_count(1)
    form.tap("5", "0").review().says("Marie pays 3 (was +4)", "cut twice")
    save = form.find(message("Save change to hand {n}", n=3))
    expect(save).to_be_disabled()
    form.page.get_by_label(message("Why are you changing it?")).fill(
        "Points of the others"
    )
    hand = form.save()
    assert hand["record"] == RECORD | {"points": 50}
    assert (hand["reason"], hand["note"]) == ("Points of the others", "cut twice")


def test_a_hand_the_desk_refused_needs_no_reason(form: Form) -> None:
    form.start(number=3, hand=HAND).review()
    assert form.save()["record"] == RECORD


def test_a_reload_finds_every_step_again(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Re"), message("Values"))
    form.tap("Josef", message("Pane"), within="#panel-values").tap(
        message("Fault"), "Renege"
    )
    drafts = form.drafts()
    assert len(drafts) == 9
    form.start(draft=drafts[6])
    expect(form.find("Pane", "#panel-values")).to_have_count(1)
    form.start(draft=drafts[-1]).says(
        message("Didn’t follow suit, and it wasn’t corrected"), "Josef: Pane"
    )
    form.tap("Karel", within="#panel-fault").review()
    [*_, last] = form.drafts()
    form.start(draft=last)
    record = form.save()["record"]
    assert record["values"] == {"2": ["pane"]}
    assert record["faults"] == [{"fault": "renege", "seat": 4}]
    assert (record["points"], record["challenge"]) == (61, "re")


def test_what_is_typed_can_be_discarded(open_page: OpenPage) -> None:
    form = Form(open_page(390, 844, has_touch=True, finger=True))
    form.start().tap("Anna", message("Discard this hand"), message("Keep typing"))
    hammer(form.find(message("Discard this hand")))  # the second and third are none
    assert None not in form.drafts()
    form.tap(message("Yes, discard"))
    form.page.wait_for_function("left === 1")
    assert form.drafts()[-1] is None


def test_the_form_is_left_when_the_draft_is_forgotten(form: Form) -> None:
    form.page.evaluate("void (forgotten = new Promise((done) => (forget = done)))")
    form.start().tap("Anna", message("Discard this hand"), message("Yes, discard"))
    expect(form.find(message("Yes, discard"))).to_have_attribute("aria-busy", "true")
    assert form.page.evaluate("left") == 0
    form.page.evaluate("forget()")
    form.page.wait_for_function("left === 1")


def test_where_nothing_is_typed_nothing_is_asked(form: Form) -> None:
    form.start().tap(message("Discard this hand"))
    form.page.wait_for_function("left === 1")
    expect(form.find(message("Yes, discard"))).to_have_count(0)


def test_a_keyboard_does_it_all(form: Form) -> None:
    form.start()
    form.find("Josef", "#partner").focus()
    form.page.keyboard.press("ArrowRight")
    expect(form.find("Anna", "#partner")).to_have_attribute("aria-checked", "true")
    expect(form.find("Anna", "#partner")).to_be_focused()
    form.page.keyboard.press("ArrowLeft")
    form.page.keyboard.type("77106")  # a digit after two starts anew
    form.says("Won, 53 over 53")
    form.page.keyboard.press("Backspace")
    form.find("Note").press("Enter")
    form.page.get_by_role("textbox", name=message("Note")).type("5 of 6")
    form.says("Lost, 43 under 53")
    for step in ("Review", "Save"):
        button = form.page.get_by_role("button", name=f"{step} hand 7")
        expect(button).to_be_enabled()
        button.press("Enter")
    hand = form.save()
    assert hand["record"] == RECORD | {"partner": 2, "points": 10}
    assert hand["note"] == "5 of 6"


def test_groups_and_news_have_names_for_a_screen_reader(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Values"))
    groups = form.page.get_by_role("radiogroup").all()
    names = [
        group.evaluate(
            "(group) => document.getElementById("
            'group.getAttribute("aria-labelledby")).textContent'
        )
        for group in groups
    ]
    assert names == [
        message("{name} plays with", name="Marie"),
        "Challenge",
        message("Card points"),
        message("Who declared a value?"),
    ]
    expect(form.page.locator(".points-outcome")).to_have_attribute(
        "aria-live", "polite"
    )


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (RECORD, "Marie and Anna won with 61 points"),
        (
            RECORD | {"challenge": "kontra", "pagat": {"side": "declarer", "announced": False, "made": True}},
            "Marie and Anna won with 61 points (Kontra); Pagat made: Marie and Anna",
        ),
        (
            RECORD | {"points": 2, "pagat": {"side": "opponents", "announced": True, "made": False, "challenge": "mort"}},
            "Marie and Anna lost with 2 points; Pagat called and lost: Josef and Karel (Mort)",
        ),
        (
            RECORD | {"points": 53, "pagat": {"side": "declarer", "announced": True, "made": True, "challenge": "supre"}},
            "Marie and Anna lost with 53 points (a tie); Pagat called and made: Marie and Anna (Supre)",
        ),
        ({"bid": "povinost", "declarer": 2, "points": 0}, "Josef lost alone with 0 points"),
        (
            {"bid": "povinost", "declarer": 2, "valat": {"side": "opponents", "announced": True, "made": False}},
            "Josef played alone; Valat called and lost: Marie, Anna and Karel",
        ),
        (
            {"bid": "povinost", "declarer": 1, "faults": [{"fault": "wrong_trump", "seat": 1}]},
            "Wrong card called: Marie; hand void",
        ),
        (
            {"bid": "povinost", "declarer": 1, "faults": [{"fault": "renege", "seat": 2}, {"fault": "wrong_trump", "seat": 1, "holder": 4}]},
            "Wrong card called: Marie; said nothing: Karel; hand void; renege: Josef",
        ),
        (
            {"bid": "prever", "declarer": 3, "prever_set": 2, "points": 48},
            "Anna lost a Prever with 48 points (second three)",
        ),
        (
            RECORD | {"values": {"2": ["beeda", "pane"]}},
            "Marie and Anna won with 61 points; Josef: Beeda and Pane",
        ),
        (
            {"bid": None, "faults": [{"fault": "misdeal", "seat": 4}]},
            "Misdeal: Karel",
        ),
    ],
)  # fmt: skip
def test_a_hand_in_one_line(form: Form, record: object, said: str) -> None:
    names = ["Marie", "Josef", "Anna", "Karel"]
    sent = json.dumps([record, names])
    summary = "(sent) => Table.game.summary(...JSON.parse(sent))"
    assert form.page.evaluate(summary, sent) == said


def test_the_card_says_what_can_be_declared(form: Form) -> None:
    form.card("declare").says(message("Tap how many trumps you hold."))
    form.tap("8", within="#trumps").says("Say Taroky", "2 from each, 6 in all")
    form.tap(message("Skys"), message("Mond"), message("Pagat")).tap(
        "4", within="#kings"
    )
    form.says("Say Taroky and SPJST", "all seven five-counters: 10 from each")
    form.says("12 from each, 36 in all")
    form.tap("9", within="#trumps").says(message("That’s more than twelve cards."))
    form.tap("2", within="#trumps").says(
        message("Skys, Mond and Pagat are trumps. Count them too.")
    ).tap(message("Pagat"))
    form.says("Say Beeda and Rosanne Pane")


def test_the_card_of_payoffs_is_the_houses(screen: Page) -> None:
    changes = {"pagat_chips": [3, 5], "max_challenge": "re", "renege_each": 7}
    assert HOUSE.rules("spjst-2013", changes)
    form = Form(screen, **changes).card("payoffs")
    rows = [
        " ".join(row.locator("td").all_text_contents())
        for row in form.page.locator("tr").all()
    ]
    for row in (
        "54–55 51–53 2",
        "106 0 13",
        "54 52–53 3 6 9",
        "105–106 0–1 19 38 57",
        "called, Re 20",
        "silent 3",
        "Velki 10 or more trumps 4",
        "Renege † 7",
    ):
        assert row in rows
    assert not any("Supre" in row for row in rows)
