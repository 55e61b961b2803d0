"""Tables of three to five on the phone: as they sit, what they count, what follows."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NO_FINGER, PATIENCE
from tests.browser.table_of import NAMES, TableOf, deal_of
from tests.browser.test_table_at_once import HELD
from tests.browser.test_table_pages_look import (
    TOO_WIDE,
    faults_of,
    in_dark,
    in_sight,
    misfits_of,
)
from tests.drill.figures import size
from tests.messages import message

SCREENS = [(390, 844), (320, 568), (568, 320)]
CHIPS = [
    {"colour": "green", "worth": 5, "each": 4},
    {"colour": "white", "worth": 1, "each": 5},
]
# The middle of each seat, in order of play: [x, y].
MIDDLES = """() => [...document.querySelectorAll(".seats > li:not(.seats-mid)")].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
})"""

OpenTable = Callable[..., Page]


@pytest.fixture
def open_table(browser: Browser) -> Iterator[OpenTable]:
    """Seat 1's phone at this table; what its scripts throw fails the test."""
    contexts, thrown = [], []

    def make(table: TableOf, width: int = 390, height: int = 844) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_FINGER)
        context.on("weberror", lambda each: thrown.append(each.error.stack))
        contexts.append(context)
        table.serve(context)
        page = table.open(context.new_page())
        page.get_by_role("button", name="Marie").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            message("You’re the scorekeeper")
        )
        return page

    yield make
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert thrown == []


def seated(page: Page) -> Page:
    page.get_by_role("button", name=message("Yes, seats are correct")).click()
    expect(page.locator(".bar").get_by_text(message("More"))).to_be_visible()
    return page


def area(points: list[list[float]]) -> float:
    """Of the polygon; below 0 where it goes round to the left, as a clock does not."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x * w - v * y for (x, y), (v, w) in pairs)


@pytest.mark.parametrize(
    ("seats", "direction", "sign"),
    [(3, "right", -1), (5, "left", 1), *size([], [(4, "left", 1), (5, "right", -1)])],
)
def test_all_sit_round_the_table_as_play_goes(
    open_table: OpenTable, seats: int, direction: str, sign: int
) -> None:
    page = seated(open_table(TableOf(seats=seats, direction=direction)))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        middles = page.evaluate(MIDDLES)
        assert len(middles) == seats
        assert area(middles) * sign > 0
        assert max(y for _, y in middles) == middles[0][1]  # one's own is the nearest
        assert page.evaluate(TOO_WIDE) <= 0


def test_the_own_seat_is_at_the_bottom(open_table: OpenTable) -> None:
    table = TableOf(seats=5)
    table.change("phones", [])
    page = seated(open_table(table))
    table.change("phones", [table.now["phones"][0] | {"seat": 4}])
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".seat-bottom .name")).to_have_text("Karel")
    expect(page.locator(".seat-right .name")).to_have_text("Vlasta")
    expect(page.locator(".seat-left .name")).to_have_text("Anna")


def test_five_fit_the_screen_with_all_that_is_said_of_them(
    open_table: OpenTable,
) -> None:
    table = TableOf(seats=5)
    table.deal("a", 1, 112, -30, -40, -50, 8)
    table.now["sheet"]["next"] = {"dealer": 3, "lead": 4, "sits": 3}
    page = seated(open_table(table))
    expect(page.locator(".badge-full")).to_have_text(message("leads off"))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "() => { scrollTo(0, 0); return document.fonts.ready.then(() => true); }"
        )
        in_sight(page, ".seat")


def test_words_say_how_many_they_are_and_which_way_play_goes(
    open_table: OpenTable,
) -> None:
    page = open_table(TableOf(seats=3, direction="left"))
    said = "Is everyone in the right seat? Play passes to the left."
    expect(page.locator(".page-top")).to_contain_text(said)
    ring = seated(page).get_by_role("list", name=message("The seats, in order of play"))
    expect(ring.get_by_role("link")).to_have_count(3)


def test_a_dealer_who_sits_out_is_named_and_no_leader(open_table: OpenTable) -> None:
    table = TableOf(seats=4, direction="left")
    table.deal("a", 1, 0, 3, -2, -1)
    page = seated(open_table(table))
    expect(page.locator(".news-said")).to_have_text(
        message("{dealer} deals and sits out.", dealer="Josef")
    )
    expect(page.locator(".seat .badge")).to_have_text([message("sits out"), "forehand"])


def test_what_the_pool_holds_and_the_game_tells_stands_above(
    open_table: OpenTable,
) -> None:
    table = TableOf(seats=3)
    table.now["sheet"] |= {"start_chips": 20, "must_total": 60}
    table.now["sheet"]["badges"] = ["×2, 3 deals left", "Anna is mayor"]
    table.deal("a", 1, 5, -20, -10)
    page = seated(open_table(table))
    expect(page.locator(".page-body .marks > .badge").first).to_have_text(
        "×2, 3 deals left"
    )
    expect(page.locator("main")).to_contain_text("Anna is mayor")
    said = "The scores add up to 35 and the pool holds 25. That’s 60 in all."
    expect(page.locator("main")).to_contain_text(said)
    expect(page.locator(".seats-mid b.right")).to_have_text("35 ✓")


def test_chips_of_a_deal_that_waits_follow(open_table: OpenTable) -> None:
    table = TableOf(seats=3)
    table.deal("a", 1, 5, -3, -2)
    page = seated(open_table(table))
    page.get_by_role("link", name=message("New hand {n}", n=2)).click()
    ask = page.get_by_role("button", name="Ask")
    ask.click()
    expect(page.locator(".page-top")).to_contain_text("The pool pays 1.")
    table.wifi = "down"
    page.get_by_role("button", name="Save the deal").click()
    expect(page.locator(".saved")).to_contain_text(
        message("Hand {n}: {what}", n=2, what=message("not scored yet"))
    )
    expect(page.locator(".hand-row").first).to_contain_text(message("not scored yet"))
    expect(page.locator(".seat .total")).to_have_text(["5", "−3", "−2"])
    page.get_by_role("link", name=message("New hand {n}", n=3)).click()
    ask.click()
    expect(page.locator(".page-top")).to_contain_text("No answer")
    asked = [each.body for each in table.sent if each.path == "hands/preview/"]
    assert [each["replaces"] for each in asked] == [None]
    table.wifi = "up"
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_role("link", name=message("Table {n}", n=3)).click()
    expect(page.locator(".seat .total")).to_have_text(["7", "−4", "−2"])
    expect(page.locator(".saved")).to_contain_text("Hand 2: Marie +2.")


def test_the_server_says_why_a_hand_moved_its_chips(open_table: OpenTable) -> None:
    table = TableOf(seats=4)
    table.deal("a", 1, 2, -1, 0, 0)
    page = seated(open_table(table))
    page.locator(".hand-row").click()
    expect(page.locator(".why")).to_contain_text("The pool pays 1.")
    asked = [each.body for each in table.sent if each.path == "hands/preview/"]
    assert [each["replaces"] for each in asked] == ["a"]


def test_why_is_that_of_the_version_one_looks_at(open_table: OpenTable) -> None:
    table = TableOf(seats=4)
    table.deal("a", 1, 2, -1, 0, 0)
    table.overrides["hands/preview/"] = lambda body: (
        200,
        {"net": table.won, "lines": [], "notes": [f"As {body['replaces']} says."]},
    )
    page = seated(open_table(table))
    page.evaluate(HELD, "preview/")
    page.locator(".hand-row").click()
    page.wait_for_function("Boolean(window.answer)")
    changed = deal_of("b", 1, 2, 2, -1, 0, 0, replaces="a", reason="Josef dealt")
    table.change("hands", [*table.now["hands"], changed])
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".why")).to_contain_text("As b says.")
    page.evaluate("answer()")
    page.wait_for_timeout(200)
    expect(page.locator(".why")).to_contain_text("As b says.")


def test_an_answer_for_another_number_of_seats_saved_nothing(
    open_table: OpenTable,
) -> None:
    table = TableOf(seats=5)
    page = seated(open_table(table))
    wrong = {"number": 1, "net": [0] * 4, "totals": [0] * 4}
    table.overrides["hands/"] = lambda body: (
        200,
        {"saved": wrong | {"key": body["key"]}},
    )
    page.get_by_role("link", name=message("New hand {n}", n=1)).click()
    page.get_by_role("button", name="Save the deal").click()
    page.wait_for_timeout(500)
    expect(page.locator(".saved")).to_contain_text(message("Saved on this phone"))
    table.overrides.clear()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".pill")).to_have_text(message("All saved"))
    assert len(table.now["hands"]) == 1


def test_chips_are_counted_by_the_colours_of_the_table(open_table: OpenTable) -> None:
    table = TableOf(seats=(seats := 5))
    must = 25 * seats
    table.now["sheet"] |= {"with_chips": True, "start_chips": 25, "must_total": must}
    table.now["sheet"]["chip_set"] = CHIPS
    page = seated(open_table(table))
    page.evaluate("location.hash = '#count'")
    page.get_by_role("button", name=message("By color")).click()
    for name in NAMES[:seats]:
        page.get_by_label(
            message("chips of {worth}: {name}", worth=5, name=name), exact=True
        ).fill("4")
        expect(page.locator(".sum")).not_to_contain_text("✓")
        page.get_by_label(
            message("chips of {worth}: {name}", worth=1, name=name), exact=True
        ).fill("5")
    expect(page.locator(".sum")).to_have_text(f"{must} ✓")
    body = page.locator(".chip-green .body").first
    expect(body).to_have_css("fill", "rgb(0, 128, 0)")
    with page.expect_request("**/counts/"):
        page.get_by_role("button", name=message("Submit count")).click()
    expect(page.locator(".pill")).to_have_text(message("All saved"))
    [count] = table.posts("counts/")
    assert count["held"] == [25] * seats
    assert count["borrowed"] == [0] * seats
    assert count["chips"] == [{"green": 4, "white": 5}] * seats


def test_chips_add_up_by_colours_of_this_phone_where_the_club_names_none(
    open_table: OpenTable,
) -> None:
    table = TableOf(seats=3)
    table.now["sheet"] |= {"with_chips": True, "start_chips": 100, "must_total": 300}
    page = seated(open_table(table))
    page.evaluate("location.hash = '#count'")
    page.get_by_role("button", name=message("By color")).click()
    page.get_by_text(message("Chip values")).click()
    page.get_by_label(message("value of blue chips")).fill("20")
    for name in NAMES[:3]:
        page.get_by_label(
            message("chips of {worth}: {name}", worth=20, name=name), exact=True
        ).fill("4")
        page.get_by_label(
            message("chips of {worth}: {name}", worth=5, name=name), exact=True
        ).fill("4")
    expect(page.locator(".sum")).to_have_text("300 ✓")
    with page.expect_request("**/counts/"):
        page.get_by_role("button", name=message("Submit count")).click()
    expect(page.locator(".pill")).to_have_text(message("All saved"))
    [count] = table.posts("counts/")
    assert (count["held"], count["chips"]) == ([100] * 3, None)
    page.evaluate("location.hash = '#loans'")
    page.evaluate("location.hash = '#count'")
    assert page.evaluate("JSON.parse(localStorage.getItem('valat-chips')).blue") == "20"


def test_totals_are_typed_in_a_game_of_pools(open_table: OpenTable) -> None:
    table = TableOf(seats=3)
    table.now["sheet"] |= {"with_chips": True, "start_chips": 20, "must_total": 60}
    table.deal("a", 1, 5, -20, -10)
    page = seated(open_table(table))
    page.evaluate("location.hash = '#count'")
    for name, held in zip(NAMES[:3], ("25", "0", "9"), strict=True):
        page.get_by_label(message("chips held: {name}", name=name)).fill(held)
    said = (
        "The scores add up to 34 and the pool holds 25. That’s 59 in all: 1 is missing."
    )
    expect(page.locator(".sum")).to_contain_text(said)
    page.get_by_label(message("chips held: {name}", name="Anna")).fill("10")
    expect(page.locator(".sum")).to_contain_text("That’s 60 in all.")
    expect(page.locator("main")).to_contain_text(
        message(
            "The chips decide. Scores from the hands appear here once all chips are "
            "entered."
        )
    )


@pytest.mark.parametrize("seats", size([5], [3, 5]))
def test_nothing_is_cut_off_and_axe_finds_nothing(
    open_table: OpenTable, seats: int
) -> None:
    table = TableOf(seats=seats)
    table.now["sheet"] |= {"with_chips": True, "chip_set": CHIPS}
    table.now["sheet"]["badges"] = ["×2, 3 deals left", "Anna is mayor"]
    table.now["sheet"]["next"] = {"dealer": 3, "lead": 1, "sits": 3}
    table.deal("a", 1, *[-120, 30, 25, 60, 10][:seats])
    page = open_table(table, 320, 640)
    sizes = [(393, "36px"), (320, "36px")]
    found = {"sit": [*faults_of(page), *misfits_of(page, sizes)]}
    seated(page)
    for n, place in enumerate(("", "count", "hand/a", "player/2", "loans"), start=1):
        page.evaluate("(place) => { location.hash = place; }", place)
        expect(page.locator("h1")).to_be_visible()
        found[place] = [*faults_of(page, dark=in_dark(n)), *misfits_of(page, sizes)]
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_the_scores_that_stand_are_said_with_the_pool(open_table: OpenTable) -> None:
    table = TableOf(seats=3)
    table.now["sheet"] |= {"start_chips": 20, "must_total": 60, "state": "verified"}
    table.deal("a", 1, 5, -20, -10)
    page = seated(open_table(table))
    stands = {"scores": [25, 0, 10], "said": "confirmed it", "by": "Josef", "at": ""}
    table.change("in_force", stands)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".news")).to_contain_text(message("These scores count."))
    expect(page.locator(".seats-mid b.right")).to_have_text("35 ✓")
    page.evaluate("location.hash = '#confirm'")
    expect(page.locator(".mid-number.right")).to_have_text("35 ✓")
    table.change("in_force", stands | {"scores": [25, 0, 30], "aside": 5})
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".mid-number.right")).to_have_text("55 ✓")
