"""Handing in on the table page: the count, and the second person."""

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.models import Count
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.table_pages import Table, at_table, quiet
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

RIGHT = (131, 96, 104, 69)


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def chips(table: Table) -> Locator:
    return table.page.get_by_label("chips held:")


def count(table: Table, held: tuple[int, ...] = RIGHT) -> Table:
    """Types the chips of the four and hands them in."""
    table.go("count").heading(message("Count the chips"))
    expect(chips(table)).to_have_count(4)
    for field, number in zip(chips(table).all(), held, strict=True):
        field.fill(str(number))
    table.page.locator(".bar .btn-main").click()
    return table


def test_the_sum_says_what_is_missing(table: Table, complaints: Complaints) -> None:
    table.go("count").says("0 of 400, 4 players to go")
    for field in chips(table).all()[:3]:
        field.fill("100")
    table.says("300 of 400, 1 player to go").page.reload()
    expect(chips(table).nth(2)).to_have_value("100")  # what is half counted
    table.says("300 of 400, 1 player to go").button(message("Submit count")).click()
    table.says(message("Chips still needed for: {names}.", names="Karel"))
    chips(table).nth(3).fill("91")
    table.says("391 ≠ 400, 9 missing").button(message("Submit as is")).click()
    table.heading(message("Submitted, but it doesn’t add up"))
    table.says(message("These add up to {sum}: {n} are missing.", sum=391, n=9)).pill(
        message("All saved")
    )
    assert Count.objects.get().held == (100, 100, 100, 91)
    a_count_without_network_waits(table)
    quiet(complaints)


def a_count_without_network_waits(table: Table) -> None:
    table.page.context.set_offline(True)
    count(table).heading(message("Submitted")).says(
        message(
            "Your count is saved on this phone but hasn’t reached the desk yet. Once "
            "it does, a second person can confirm it here."
        )
    )
    expect(table.page.locator(".big-number")).to_have_text(list(map(str, RIGHT)))
    table.go("").says(message("Saved on this phone, not sent yet.")).totals(*RIGHT)
    table.link(message("See the count")).click()
    assert Count.objects.count() == 1
    table.page.context.set_offline(False)
    table.news().heading(message("Have a second person confirm"))
    assert Count.objects.last().held == RIGHT


def test_a_score_below_0_is_a_loan(table: Table) -> None:
    """As it is written on paper: −12 is nothing held and 12 borrowed."""
    table.go("count")
    for field, number in zip(chips(table).all(), (212, 96, 104, "-12"), strict=True):
        field.fill(str(number))
    karel = table.page.get_by_label("Karel", exact=True)
    expect(karel.locator(".big-number")).to_have_text("−12")
    table.says("400 ✓")
    karel.get_by_label("borrowed: Karel").fill("5")
    table.says(
        "−12 held and 5 borrowed don’t fit together.",
        message("of {must}, {n} player to go", must=400, n=1),
    )
    karel.get_by_label("borrowed: Karel").fill("")
    table.button(message("Submit count")).click()
    table.heading(message("Have a second person confirm"))
    made = Count.objects.get()
    assert (made.held, made.borrowed) == ((212, 96, 104, 0), (0, 0, 0, 12))
    on_the_same_phone_he_sees_no_number(table)


def on_the_same_phone_he_sees_no_number(table: Table) -> None:
    """His own chips confirm."""
    table.link(message("Pass the phone")).click()
    table.heading(message("Whose chips are these?")).link("Josef Marek").click()
    table.heading(message("{name}: count your chips", name="Josef"))
    shown = table.page.locator("#table").inner_text()
    assert not any(str(number) in shown for number in (212, 96, 104))
    expect(table.button(message("These are my chips"))).to_be_disabled()
    chips(table).fill("90")
    table.button(message("These are my chips")).click()
    table.heading(message("That doesn’t match the count"))
    assert Count.objects.last().confirms is None
    table.link(message("Count again")).click()
    chips(table).nth(1).fill("96")
    table.heading(message("Count the chips")).page.locator(".bar .btn-main").click()
    table.heading(message("Have a second person confirm")).link(
        message("Pass the phone")
    ).click()
    table.link("Josef Marek").click()
    table.heading(message("{name}: count your chips", name="Josef"))
    chips(table).fill("96")
    table.button(message("These are my chips")).click()
    table.heading(message("These scores count"))
    assert Count.objects.last().witness == Count.Witness.OWN


def test_the_hands_stand_beside_the_chips(table: Table) -> None:
    table.hand()
    table.totals(103, 97, 103, 97).go("count").heading(message("Count the chips"))
    for n, held in enumerate(("103", "100", "100")):
        chips(table).nth(n).fill(held)
    expect(table.page.get_by_text("matches the hands")).to_have_count(0)  # to be copied
    chips(table).nth(3).fill("97")
    table.says(
        message("matches the hands ({chips})", chips=103),
        message("{n} more than the hands say ({chips})", chips=97, n=3),
    )
    table.says(
        "Possible cause: hand 1 wasn’t paid.",
        message("{n} fewer than the hands say ({chips})", chips=103, n=3),
    )
    chips(table).nth(2).fill("103")
    table.says("403 ≠ 400, 3 too many")
    expect(table.page.get_by_text("wasn’t paid")).to_have_count(0)  # nobody has fewer
    two_digits_are_changed_round_only_where_they_are(table)
    chips(table).nth(2).fill("96")
    chips(table).nth(3).fill("95")
    table.page.locator(".bar .btn-main").click()
    table.heading(message("Submitted, but it doesn’t add up")).says("9 are missing.")
    found = table.page.locator(".note-waits li")  # a fact is told once
    expect(found).to_have_text(
        [
            (
                "Karel Novak has 95, but the hands say 104. If Karel Novak has 104, the sheet is "
                "right."
            )
        ]
    )


def two_digits_are_changed_round_only_where_they_are(table: Table) -> None:
    table.hand(2, record={"povinost": 2, "declarer": 2, "partner": 4, "points": 80})
    table.go("").totals(96, 104, 96, 104).go("count").heading(
        message("Count the chips")
    )
    for n, held in enumerate(("96", "104", "87", "140")):
        chips(table).nth(n).fill(held)
    table.says(
        "36 more than the hands say",
        "Possible cause: two digits were switched, 140 for 104.",
    )
    anna = table.page.get_by_label("Anna", exact=True)
    expect(anna).to_contain_text("9 fewer than the hands say")
    expect(anna).not_to_contain_text("two digits were switched,")


def test_chips_are_counted_by_colour(table: Table, open_page: OpenPage) -> None:
    table.go("loans").choice("Josef").click()
    table.button("Josef borrows 20").click()
    table.says("Josef borrowed 20").go("count").button(message("By color")).click()
    marie = table.page.get_by_label("Marie", exact=True)
    marie.get_by_label(
        message("chips of {worth}: {name}", worth=10, name="Marie"), exact=True
    ).fill("9")
    marie.get_by_label(
        message("chips of {worth}: {name}", worth=5, name="Marie"), exact=True
    ).fill("2")
    marie.get_by_label("more: chips of 1: Marie").click()
    expect(marie.locator(".big-number")).to_have_text("101")
    for name, tens in (("Josef", 12), ("Anna", 10), ("Karel", 10)):
        chip = table.page.get_by_label(
            message("chips of {worth}: {name}", worth=10, name=name), exact=True
        )
        chip.fill(str(tens))
    table.says("401 ≠ 400, 1 too many").button(message("Submit as is")).click()
    table.heading(message("Submitted, but it doesn’t add up"))
    assert Count.objects.get().chips[0] == {"blue": 9, "red": 2, "white": 1}
    assert Count.objects.get().borrowed == (0, 20, 0, 0)  # taken off by itself
    count(table, (100, 120, 100, 100)).heading(message("Have a second person confirm"))
    expect(table.page.locator(".qr svg")).to_be_visible()
    another_phone_confirms(table, open_page)


def another_phone_confirms(table: Table, open_page: OpenPage) -> None:
    other = Table(open_page(390, 844, has_touch=True), table.sheet).open("#confirm")
    other.heading(message("Who’s checking the scores?"))
    expect(other.link("Marie Kubala")).to_have_count(0)
    other.link("Anna Svoboda").click()
    other.heading(message("Are these scores right?")).says(
        message("{held} held, {borrowed} borrowed", held=120, borrowed=20)
    )
    other.button(message("Something is wrong")).click()
    other.says("Marie Kubala will count again").button(
        message("These are right")
    ).click()
    for page in (other, table.news()):
        page.heading(message("These scores count")).says(
            "Josef Marek20 borrowed100", "400 ✓"
        )
    table.go("").says(message("These scores count.")).totals(100, 100, 100, 100)
    expect(table.page.locator(".bar .btn-main")).to_have_text(message("Standings"))
    assert Count.objects.last().witness == Count.Witness.PHONE


def test_without_chips_the_hands_are_handed_in(phone: Page) -> None:
    """And the second person looks at the scores, on the one phone that is accepted."""
    table = at_table(phone, with_chips=False, accepts_phone=False)
    table.go("count").says(message("{n} hands", n=0))
    expect(table.button(message("Submit scores"))).to_be_disabled()
    table.go("").hand()
    table.totals(103, 97, 103, 97).go("more")
    expect(table.link(message("Loans from the bank"))).to_have_count(0)
    table.link(message("Submit hands")).click()
    table.says("100 + 3", "100 − 3").button(message("Submit scores")).click()
    table.heading(message("Have a second person confirm")).says(
        message("On this phone")
    )
    expect(phone.locator(".qr")).to_have_count(0)
    assert Count.objects.get().held == (103, 97, 103, 97)
    table.link(message("Pass the phone")).click()
    table.heading(message("Who’s checking the scores?")).link("Josef Marek").click()
    table.heading(message("{name}: are these scores right?", name="Josef")).says(
        "103", "97"
    )
    expect(chips(table)).to_have_count(0)
    table.button(message("Something is wrong")).click()
    table.says("Marie Kubala will count again").button(
        message("These are right")
    ).click()
    table.heading(message("These scores count")).says(
        message(
            "verified: {who} checked the scores on the scorekeeper’s phone",
            who="Josef Marek",
        )
    )
    assert Count.objects.last().witness == Count.Witness.OWN


def test_after_the_agreed_hands_the_count_is_next(phone: Page) -> None:
    table = at_table(phone, hands_per_round=1)
    table.says(
        message(
            "Hands appear here as they’re saved, with what each player won or lost."
        )
    ).hand()
    table.says(message("The hand is played"), message("Now count the chips."))
    expect(table.page.locator(".seat .badge")).to_have_count(0)  # nobody leads off
    table.link(message("Count the chips")).click()
    table.heading(message("Count the chips"))
    chips(table).nth(2).fill("88")
    table.go("more").link("Record one more hand").click()
    table.heading(message("Hand {n}", n=2)).page.get_by_role("radio").nth(1).click()
    for name in ("6", "1", "Save hand 2"):
        table.button(name).click()
    table.says("Hand 2: ").go("count")
    expect(chips(table).nth(2)).to_have_value("88")  # what was half counted
    assert not Count.objects.exists()
