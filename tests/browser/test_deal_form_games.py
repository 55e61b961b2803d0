"""The other games' forms, each by a deal as a table plays it, with its least taps."""

from playwright.sync_api import Page, expect

from tests.browser.deal_form import DealForm
from tests.messages import message


def test_scarto_asks_two_and_shows_the_third(screen: Page) -> None:
    form = DealForm(screen, "scarto").start().says("78 in all")
    form.tap("4", "0", message("Next number"), "2", "0").says("18")
    form.nets("+14", "−6", "−8")
    assert form.save()["record"]["points"] == [40, 20, 18]


def test_more_than_all_points_is_said(screen: Page) -> None:
    form = DealForm(screen, "scarto").start().tap("7", "0", message("Next number"), "9")
    form.says(message("{sum} in all, {left} too many.", sum=79, left=1))
    expect(screen.locator(".bar")).to_have_count(0)


def test_tysiacha_bids_by_a_key_and_gives_marriages_by_code(screen: Page) -> None:
    form = DealForm(screen, "tysiacha").start(4).tap("Josef", "110")
    form.tap("Josef–", "8", "0", message("Next number"), "4", "0")  # Anna has none left
    form.tap(message("Marriages")).tap("♥ Hearts: Marie", within="#panel")
    form.tap("♥ Hearts: Josef", within="#panel")  # it was his
    form.tap(message("Review hand {n}", n=7)).says(
        "Josef bid 110", message("How it’s scored")
    )
    record = form.save()["record"]
    assert record["points"] == [0, 80, 40, 0]
    assert record["marriages"] == {"2": ["hearts"]}


def test_tysiacha_conceded_takes_three_taps_and_save(screen: Page) -> None:
    form = DealForm(screen, "tysiacha").start().tap("Josef", "100", message("Conceded"))
    form.nets("+60", "−100", "+60")
    assert form.save()["record"]["kind"] == "conceded"
    assert form.taps == 4


def test_schieberamsch_counts_the_skat_with_the_points(screen: Page) -> None:
    form = DealForm(screen, "schieberamsch").start().tap("Josef", "1")
    form.tap("5", "0", message("Next number"), "6", "0", message("Next number"))
    expect(form.find("Next")).to_have_count(0)
    form.tap("0").says("10").tap(message("Next"))
    expect(screen.locator("#q-main-virgins .choice")).to_have_text(["Anna"])
    form.tap("Virgins: Anna").nets("0", "−280", "0")
    record = form.save()["record"]
    assert record["points"] == [50, 60, 0]
    assert (record["skat"], record["shoves"], record["virgins"]) == (10, 1, [3])


def test_a_grand_hand_asks_for_its_value(screen: Page) -> None:
    form = (
        DealForm(screen, "schieberamsch")
        .start()
        .tap(message("Grand hand"), "Anna", "96")
    )
    form.tap(message("Made")).nets("0", "0", "+96")
    assert form.save()["record"]["kind"] == "grand_hand"


def test_paskievics_alone_with_announcements(screen: Page) -> None:
    form = DealForm(screen, "paskievics").start(4).tap("Marie")
    form.tap(message("Alone"), message("One"), "6", "0").nets("+9", "−3", "−3", "−3")
    form.tap(message("Announced")).tap("Opponents: Volát", within="#panel")
    chip = form.find("Opponents: Volát", "#panel")
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.tap()
    form.says("×2")
    record = form.review().save()["record"]
    assert record["announced"] == {"opponents": {"volat": 1}}
    assert "partner" not in record


def test_a_plain_deal_of_paskievics_takes_five_taps(screen: Page) -> None:
    form = DealForm(screen, "paskievics").start(4).tap("Marie", "Josef", message("Two"))
    form.tap("6", "0").nets("+2", "+2", "−2", "−2").save()
    assert form.taps == 6  # the points have two digits


def test_a_deal_that_was_not_played_takes_two(screen: Page) -> None:
    for key, kind in (
        (message("All passed"), "passed_out"),
        (message("Thrown in"), "annulled"),
        (message("Three without an honor"), "trial_failed"),
    ):
        form = DealForm(screen, "paskievics").start(5).tap(key)
        form.says(message("This hand")).nets(*form_nets(kind))
        assert form.save()["record"] == {"table": 5, "dealer": 5, "kind": kind}
        assert form.taps == 2


def form_nets(kind: str) -> list[str]:
    """The fourth hand, of five the seat before the dealer, pays for its trial."""
    return ["+1", "+1", "+1", "−3", "0"] if kind == "trial_failed" else ["0"] * 5


def test_numbers_of_reversis_go_on_by_themselves(screen: Page) -> None:
    form = DealForm(screen, "reversis").start(4).tap("4", "3", "2")
    form.says(message("{total} in all.", total=11)).tap(
        message("Next"), message("Next"), "1", "2", message("Next number"), "9", "8"
    )
    form.says(message("{total} in all.", total=40)).nets(
        "−13", "−5", "+3", "−10"
    ).save()
    assert form.taps == 11
    form = DealForm(screen, "reversis").start(4).tap("1", "0")
    form.says(message("{total} in all, {left} left.", total=11, left=1))
    expect(screen.locator(".shares [aria-pressed=true]")).to_have_text("Josef–")


def test_the_closing_deal_is_there_where_the_sheet_asks_for_it(screen: Page) -> None:
    form = DealForm(screen, "reversis").start(4)
    expect(form.find(message("Divide the pools"))).to_have_count(0)
    closing = {"table": 4, "dealer": 3, "kind": "finish"}
    form.state = {"pools": [42], "remise": False}
    form.start(4, closing=closing).tap(message("Divide the pools"))
    form.says(message("{dealer} dealt last", dealer="Anna")).nets(
        "+10", "+10", "+11", "+11"
    )
    assert form.save()["record"] == closing


def test_what_is_still_to_be_said_is_no_fault_before_the_review(screen: Page) -> None:
    form = DealForm(screen, "paskievics").start(4).tap("Marie", "Josef", message("Two"))
    form.tap("6", "0", message("Pagát")).tap(message("Opponents"), within="#panel")
    form.nets("–", "–", "–", "–")
    problem = screen.locator(".error")
    expect(problem).to_have_count(0)
    form.tap(message("Review hand {n}", n=7))
    expect(problem.first).to_have_text(message("This still needs an answer."))
    form.tap(message("Yes"), within="#panel").nets("−3", "−3", "+3", "+3")


def test_reversis_asks_in_five_screens(screen: Page) -> None:
    form = DealForm(screen, "reversis").start(4).says("11 in all")
    form.tap("9", message("Next number"), "2", message("Next number"), "0").tap(
        message("Next")
    )
    form.tap("In the talon: ♥J", message("Next")).says("39 in all")
    form.tap("3", "0", message("Next number"), "9", message("Next number"), "0")
    form.tap(message("Next")).says(message("Who took the first nine tricks?"))
    form.tap("Marie", message("Broken")).says(message("Who broke it?")).tap(
        "Josef", within="#q-main-reversis-part-breaker"
    )
    form.says(message("Also in this hand")).tap(message("Aces and Quinola"))
    form.tap("♦A: Anna", message("Placed"), within="#panel")
    form.tap("Marie", within="#q-more-honours-0-part-to").review()
    record = form.save()["record"]
    assert record["tricks"] == [9, 2, 0, 0]
    assert record["talon"] == ["JH"]
    assert record["reversis"] == {"player": 1, "made": False, "breaker": 2}
    assert record["honours"] == [{"card": "AD", "how": "placed", "holder": 3, "to": 1}]


def test_the_seats_of_five_lie_round_the_table(screen: Page) -> None:
    form = DealForm(screen, "paskievics").start(5, me=2)
    tops = {name: form.find(name).bounding_box() for name in ("Marie", "Josef", "Anna")}
    assert all(tops.values())
    assert tops["Josef"]["y"] > tops["Anna"]["y"]  # his own seat is at the bottom
    assert tops["Anna"]["x"] > tops["Marie"]["x"]  # who plays next is on his right


def test_red_suits_are_red_until_they_are_chosen(screen: Page) -> None:
    form = DealForm(screen, "marias").start()
    colour = "(each) => getComputedStyle(each.querySelector('i') || each).color"
    shown = {
        name: form.find(name).evaluate(colour)
        for name in (message("♥ Hearts"), message("● Bells"), message("♠ Leaves"))
    }
    assert shown["♥ Hearts"] == "rgb(144, 24, 27)"
    assert shown["● Bells"] == shown["♠ Leaves"] != shown["♥ Hearts"]
    assert form.find(message("♥ Hearts")).locator("i").inner_text() == "♥"
