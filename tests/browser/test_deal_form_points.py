"""Scarto, Schieberamsch and Tysiacha: least taps, what a house asks, what is wrong where."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.deal_form import DealForm
from tests.messages import message

ARROW = message("Next number")
# A plain deal, and how many taps it takes that are no digits, with “Save”.
PLAIN = {
    "scarto": ((*"40", *"20"), 1),
    "schieberamsch": (("Josef", "None", *"50", *"40", *"20"), 3),
    "tysiacha": (("Josef", "100", *"60", *"40"), 3),
}
STATE = {
    "totals": [0, 0, 0],
    "barrel": [0, 0, 0],
    "bolts": [0, 0, 0],
    "conceded": [0, 0, 0],
    "falls": [0, 0, 0],
}


@pytest.mark.parametrize("game", PLAIN)
def test_a_plain_deal_takes_the_least_taps(screen: Page, game: str) -> None:
    keys, least = PLAIN[game]
    form = DealForm(screen, game).start().tap(*keys)
    form.save()
    assert form.taps - sum(key.isdigit() and len(key) == 1 for key in keys) == least


def test_all_passed_takes_one_tap_and_save(screen: Page) -> None:
    form = DealForm(screen, "tysiacha").start().tap(message("All passed"))
    assert form.save()["record"]["kind"] == "passed_out"
    assert form.taps == 2


@pytest.mark.parametrize(
    ("game", "keys", "said"),
    [
        (
            "scarto",
            ("3", "0", ARROW, "3", "0", ARROW, "9"),
            "69 points in all, but 78 are needed",
        ),
        ("scarto", ("6", "0", ARROW, "1", "8"), "Anna dealt and discarded"),
        (
            "schieberamsch",
            ("Josef", "1", *"40", ARROW, *"40", ARROW, *"30", ARROW, "9"),
            "119 points in all, but 120 are needed",
        ),
        (
            "tysiacha",
            ("Josef", "100", *"60", ARROW, *"30", ARROW, *"20"),
            "110 points in all, but 120 are needed",
        ),
    ],
)
def test_wrong_points_are_said_where_they_are_typed(
    screen: Page, game: str, keys: tuple[str, ...], said: str
) -> None:
    form = DealForm(screen, game).start().tap(*keys)
    expect(screen.locator("#q-main-points [role=alert]")).to_contain_text(said)
    form.tap(message("Review hand {n}", n=7))
    expect(screen.locator("#q-main-points")).to_be_focused()


@pytest.mark.parametrize(
    ("preset", "said"),
    [("book", ("writes 14", "writes minus 6")), ("stake", ("nothing",))],
)
def test_points_are_written_and_only_chips_are_paid(
    screen: Page, preset: str, said: tuple[str, ...]
) -> None:
    form = (
        DealForm(screen, "scarto", preset).start().tap(*"40", *"20", message("Review"))
    )
    form.says(*said)
    expect(screen.locator("#table")).not_to_contain_text("pays")
    expect(screen.locator("#table")).not_to_contain_text("wins")


def test_a_stake_is_paid(screen: Page) -> None:
    form = DealForm(screen, "scarto", "stake")
    form.state = {"deal": 2, "totals": [0, 0, 0]}
    form.start().tap(*"40", *"20", message("Review")).says(
        message("wins {chips}", chips=1), message("pays {chips}", chips=2)
    )


def test_more_than_a_skat_can_hold_is_not_left_to_it(screen: Page) -> None:
    form = DealForm(screen, "schieberamsch").start().tap("Josef", "1", *"40", ARROW)
    form.tap(*"50", ARROW, "2").says("28 left. Skat can have at most 22.")
    expect(screen.locator(".bar")).to_have_count(0)
    form.tap("0").says(message("{total} in all.", total=120)).nets("0", "−120", "0")


def test_who_has_the_last_trick_took_one(screen: Page) -> None:
    form = (
        DealForm(screen, "schieberamsch")
        .start()
        .tap("Anna", message("None"), *"60", ARROW)
    )
    form.tap(*"60", ARROW, "0", message("Next"), "Virgins: Anna")
    last = screen.locator(".answers > li", has_text=message("Last trick"))
    expect(last).to_contain_text(
        message(
            "{who} took no tricks, so they can’t have taken the last one.", who="Anna"
        )
    )
    form.tap(message("Review hand {n}", n=7))
    expect(screen.locator("#q-main-last_trick")).to_be_focused()
    form.tap("Josef").nets("−120", "−120", "0")


def test_not_all_three_are_virgins(screen: Page) -> None:
    form = (
        DealForm(screen, "schieberamsch")
        .start()
        .tap("Anna", message("None"), "0", ARROW)
    )
    form.tap("0", ARROW, "0", ARROW, "0", message("Next"))
    form.tap("Virgins: Marie", "Virgins: Josef", "Virgins: Anna")
    virgins = screen.locator("#q-main-virgins [role=alert]")
    expect(virgins).to_contain_text(
        message("At least one player must have taken a trick.")
    )


def test_a_virgin_who_gets_points_is_none(screen: Page) -> None:
    form = (
        DealForm(screen, "schieberamsch")
        .start()
        .tap("Marie", message("None"), *"60", ARROW)
    )
    form.tap(*"50", ARROW, "0", message("Next"), "Virgins: Anna").nets("−140", "0", "0")
    screen.locator(".answered", has_text=message("Points in tricks")).tap()
    form.tap("Anna0", "9").nets("−61", "0", "0")
    assert "virgins" not in form.save()["record"]


def test_a_bid_below_the_houses_goes_nowhere(screen: Page) -> None:
    form = DealForm(screen, "tysiacha").start().tap("Josef", "9", "5")
    form.says(message("At least {least}, and a multiple of {step}.", least=100, step=5))
    expect(form.find("Next")).to_have_count(0)
    form.tap("1", "0", "2").says("At least 100")
    form.tap(message("Delete the last digit"), "5", message("Next")).says(
        message("Points without marriages")
    )


def test_a_bid_that_the_house_no_longer_allows(screen: Page) -> None:
    form = DealForm(screen, "tysiacha")
    form.rules = form.game.house.rules("polish")  # since the page was opened
    form.start().tap("Josef", "105", message("Conceded"))
    bid = screen.locator(".answers > li", has_text=message("Bid"))
    expect(bid).to_contain_text("multiple of 10, not 105")


def test_four_aces_leave_room_for_two_marriages(screen: Page) -> None:
    form = DealForm(screen, "tysiacha", "russian").start().tap(*PLAIN["tysiacha"][0])
    form.tap(message("Marriages"))
    rows = [
        f"{each}: Josef"
        for each in (message("♥ Hearts"), message("♦ Diamonds"), message("♣ Clubs"))
    ]
    form.tap(*rows, "Four Aces: Josef", within="#panel")
    panel = screen.locator("#panel [role=alert]")
    expect(panel).to_contain_text("Josef can’t have held four Aces and 3 marriages")
    form.tap("♣ Clubs: Josef", within="#panel").nets("+60", "+100", "+20")


def test_a_game_that_is_over_takes_no_deal(screen: Page) -> None:
    form = DealForm(screen, "tysiacha", "single")
    form.state = {**STATE, "totals": [0, 1010, 0], "winner": 2}
    form.start().tap(message("All passed")).says(
        message("The game is over because {who} has won it.", who="Josef")
    )
    expect(form.find(message("Save hand {n}", n=7))).to_have_count(0)


@pytest.mark.parametrize(
    ("preset", "table", "bids", "more"),
    [
        ("book", 3, "100", ["Marriages", "Note"]),
        ("russian", 4, "105", ["Marriages", "Blind", "Note"]),
        ("polish", 3, "140", ["Marriages", "Note"]),
        ("polish", 4, "140", ["Marriages", "Widow", "Note"]),
    ],
)
def test_a_house_of_tysiacha_is_asked_what_it_plays(
    screen: Page, preset: str, table: int, bids: str, more: list[str]
) -> None:
    form = DealForm(screen, "tysiacha", preset).start(table).tap("Josef", bids)
    expect(screen.locator("#rare > .choices > .choice")).to_have_text(more)
    expect(form.find("Conceded")).to_have_count(1)


def test_where_nobody_concedes_there_is_no_such_key(screen: Page) -> None:
    form = DealForm(screen, "tysiacha", "plain").start().tap("Josef", "120")
    form.says("120 left")
    expect(screen.get_by_text(message("Conceded"))).to_have_count(0)


@pytest.mark.parametrize("game", ["schieberamsch", "tysiacha"])
def test_whoever_sits_out_is_not_offered(screen: Page, game: str) -> None:
    form = DealForm(screen, game).start(4)
    expect(form.find("Karel")).to_have_attribute("aria-disabled", "true")
    form.tap(*PLAIN[game][0][:2])
    expect(screen.locator(".shares")).not_to_contain_text("Karel")


@pytest.mark.parametrize("game", PLAIN)
def test_what_is_half_typed_is_kept(screen: Page, game: str) -> None:
    keys, _ = PLAIN[game]
    form = DealForm(screen, game).start().tap(*keys[:-1])
    draft = form.drafts()[-1]
    form.start(draft=json.loads(json.dumps(draft))).tap(keys[-1])
    points = form.save()["record"]["points"]
    assert sum(points) + (10 if game == "schieberamsch" else 0) == (
        78 if game == "scarto" else 120
    )


@pytest.mark.parametrize("game", PLAIN)
def test_the_keypad_stands_above_the_bar(screen: Page, game: str) -> None:
    """With a badge above it, while numbers are typed and once all are known."""
    badges = ["Deal 2 of 3 of this game: Marie +14, Josef −6, Anna −8"]
    form = DealForm(screen, game)
    *keys, last = PLAIN[game][0]
    for width, height in ((320, 568), (390, 664)):
        screen.set_viewport_size({"width": width, "height": height})
        form.start(badges=badges if form.game.initial_state(form.rules, 3) else [])
        form.at_once(*keys)
        form.is_in_sight("fieldset.asked .keypad")
        form.at_once(last)
        expect(screen.locator(".bar .nets")).to_be_visible()
        form.is_in_sight("fieldset.asked .keypad")
