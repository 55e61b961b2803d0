"""A sister game without a network: what the server has not reckoned proves nothing yet."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Count, Hand
from tests.browser.conftest import Complaints
from tests.browser.network import no_network
from tests.browser.table_pages import quiet
from tests.browser.test_deal_form_table import Scorer
from tests.browser.test_deals_by_points import table_of
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = "2 hands aren’t scored yet."
PAPER = "write these scores on the paper sheet"


def conceded(keeper: Scorer, *numbers: int) -> None:
    for number in numbers:
        keeper.begin(number).tap(
            message("♣ Acorns"), message("Conceded"), message("Save hand {n}", n=number)
        )


def proves_nothing(keeper: Scorer) -> None:
    """Neither on the ring, nor where the hands are handed in, nor a player's sum."""
    page = keeper.page
    expect(page.locator(".seats-mid")).to_have_text(OPEN)
    expect(page.locator("#table")).not_to_contain_text("✓")
    keeper.go("count").says(
        message(
            "You can submit the hands once the scoring server has scored all of them."
        ),
        OPEN,
    )
    expect(keeper.button(message("Submit scores"))).to_have_count(0)
    expect(page.locator("#table")).not_to_contain_text("These scores come from")
    keeper.go("confirm").says(message("Nothing to confirm yet"))
    expect(page.locator("#table")).not_to_contain_text(PAPER)
    keeper.go("player/1").says("in 1 hand", OPEN)
    keeper.go("")


def test_hands_that_wait_are_in_no_sum_and_cannot_be_handed_in(
    phone: Page, complaints: Complaints
) -> None:
    keeper = table_of(phone, "marias", 3, hands_per_round=3)
    keeper.begin(1).tap(
        keeper.names[2],
        message("♣ Acorns"),
        message("Conceded"),
        message("Save hand {n}", n=1),
    )
    keeper.totals(2, -1, -1)
    with no_network(phone):
        conceded(keeper, 2, 3)
        keeper.says(message("All {n} hands are played", n=3), OPEN)
        proves_nothing(keeper)
        keeper.go(f"hand/{Hand.objects.get().key}").tap(message("Void")).says(OPEN)
        expect(phone.locator("#table")).not_to_contain_text(
            message("Totals without it")
        )
        keeper.go("")
    keeper.news().pill(message("All saved"))
    quiet(complaints)
    keeper.totals(0, 0, 0)
    expect(phone.locator(".seats-mid")).to_contain_text("✓")
    keeper.tap(message("Submit hands")).says(
        message("These scores come from {n} hands.", n=3)
    )
    keeper.tap(message("Submit scores")).says(message("Have a second person confirm"))
    assert Count.objects.get().scores == (0, 0, 0)


def test_what_earlier_hands_left_is_not_told_as_of_all(
    phone: Page, complaints: Complaints
) -> None:
    keeper = table_of(phone, "reversis", 4)
    first = keeper.names[0]
    keeper.begin(1).tap(first).points(3, 3, 3).tap(
        message("Next"), message("Next")
    ).points(10, 10, 10)
    keeper.tap(message("Save hand {n}", n=1)).says(
        message("Pool {held}", held=25), "the pool holds 25"
    )
    with no_network(phone):
        keeper.begin(2).tap(message("Thrown in"), message("Save hand {n}", n=2))
        keeper.says(
            message("{badge} (some hands not scored yet)", badge="Pool 25"),
            message("{n} hand isn’t scored yet.", n=1),
        )
        expect(phone.locator("#table")).not_to_contain_text("the pool holds 25")
        expect(phone.locator("#table")).not_to_contain_text("✓")
    keeper.news().pill(message("All saved"))
    quiet(complaints)
    keeper.says("the pool holds 25", "✓", message("Thrown in"))


def test_a_count_of_chips_is_proven_where_no_account_holds_any(
    phone: Page, complaints: Complaints
) -> None:
    """What lies on the table is counted; only beside the hands nothing is said yet."""
    keeper = table_of(phone, "marias", 3, start_chips=20, with_chips=True)
    keeper.begin(1).tap(
        keeper.names[2],
        message("♣ Acorns"),
        message("Conceded"),
        message("Save hand {n}", n=1),
    )
    keeper.totals(22, 19, 19)
    with no_network(phone):
        conceded(keeper, 2, 3)
        keeper.says(message("{played} of {all} played", played=3, all=12)).go(
            "count"
        ).says(OPEN)
        for field in phone.get_by_label("chips held:").all():
            field.fill("20")
        keeper.says("60 ✓")
        expect(phone.locator("#table")).not_to_contain_text("the hands:")
        keeper.tap(message("Submit count")).says(PAPER)
    keeper.news().pill(message("All saved"))
    quiet(complaints)
