"""The evening's figures on the phone: its own table's, and how the evening stands."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Tournament
from tests import builders
from tests.browser.conftest import Complaints
from tests.browser.table_pages import Table, at_table, quiet
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
TITLE = message("Scores and standings")


def test_the_tables_hands_and_the_standing(phone: Page) -> None:
    table = at_table(phone)
    table.hand()
    table.hand(2, record={"povinost": 2, "declarer": 2, "partner": 1})
    table.go("more").link(TITLE).click()
    table.heading(TITLE).says(message("Standings appear here once a round is over."))
    rows = phone.locator("section", has_text=message("round {n}", n=1)).locator(".item")
    expect(rows.first).to_contain_text(
        message("{won} of {n} hands won, best {best}", won="Marie2", n=2, best="+3106")
    )
    builders.verified_sheet(table.sheet)
    table.news().says("After round 1 of")
    places = phone.locator(".place.is-own")
    expect(places).to_have_count(4)
    expect(places.first).to_contain_text(message("at this table"))
    table.link(message("Event page")).wait_for()
    table.go("").main("Standings").click()
    table.heading(TITLE)


def test_without_a_network_the_table_has_its_own(
    phone: Page, complaints: Complaints
) -> None:
    quiet(complaints)
    table: Table = at_table(phone)
    table.hand()
    Tournament.objects.update(public=False)
    table.go("evening").says(message("The standings for this event aren’t public."))
    table.go("")
    phone.wait_for_function("Boolean(Table.pages.evening)")
    phone.context.set_offline(True)
    table.news().go("evening").heading(TITLE)
    table.says(
        "1 of 1 hand won",
        message("No connection. These are the last standings we got."),
    )
    phone.context.set_offline(False)
    table.news()
    expect(
        phone.get_by_text(
            message("No connection. These are the last standings we got.")
        )
    ).to_have_count(0)
