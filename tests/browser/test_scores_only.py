"""A game that isn't built in, on phones: scores are typed, and a second person's too."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Count, Sheet
from tests import builders
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.table_pages import Table, quiet
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

SCORES = ("120", "-45", "33", "210")


def at_table(page: Page, **rules: str) -> Table:
    facts = {"game": "custom_game", "preset": "totals", "start_chips": 0}
    played = builders.tournament(
        builders.club(), house_rules=rules, with_chips=False, **facts
    )
    return Table(page, builders.open_sheet(played)).open().join()


def enter(table: Table, *scores: str) -> None:
    fields = table.page.get_by_label("score:")
    expect(fields).to_have_count(len(scores))
    for field, score in zip(fields.all(), scores, strict=True):
        field.fill(score)


def submitted(table: Table, *scores: str) -> Table:
    table.says(message("When the round is over, enter everyone’s score."))
    expect(table.page.get_by_text(message("New hand {n}", n=1))).to_have_count(0)
    table.main(message("Enter scores")).click()
    table.heading(message("Enter scores"))
    enter(table, *scores)
    table.button(message("Submit scores")).click()
    return table.heading(message("Have a second person confirm"))


def test_without_a_total_a_second_phone_types_all_again(
    phone: Page, open_page: OpenPage, complaints: Complaints
) -> None:
    table = at_table(phone, name="Königrufen", total="none")
    submitted(table, *SCORES)
    other = Table(open_page(390, 844), table.sheet).open("#confirm")
    other.heading(message("Who’s checking the scores?")).link("Josef Marek").click()
    other.heading(message("{name}: enter all scores again", name="Josef"))
    assert not any(score in shown(other) for score in ("120", "45", "33", "210", "318"))
    enter(other, "120", "-45", "33", "201")
    other.button(message("Confirm the scores")).click()
    other.heading(message("The scores don’t match"))
    assert Count.objects.filter(confirms=None).count() == 2
    other.link(message("Enter again")).click()
    a_third_entry_decides(other, table.sheet)
    quiet(complaints)


def shown(table: Table) -> str:
    return table.page.locator("#table").inner_text()


def a_third_entry_decides(table: Table, sheet: Sheet) -> None:
    """Two of three that agree suffice."""
    table.heading(message("{name}: enter all scores again", name="Josef"))
    enter(table, *SCORES)
    table.button(message("Confirm the scores")).click()
    table.heading(message("These scores count"))
    seats = sheet.seats.order_by("position")
    assert [seat.score for seat in seats] == [int(score) for score in SCORES]


def test_with_a_total_the_phone_is_passed_on(
    phone: Page, complaints: Complaints
) -> None:
    table = at_table(phone, name="Skat")
    table.main(message("Enter scores")).click()
    enter(table, "30", "", "33", "-17")
    table.button(message("minus: {name}", name="Josef")).click()
    table.page.get_by_label("score: Josef").fill("45")  # its keypad has no minus
    table.says("1 ≠ 0", message("Submit as is"))
    table.page.get_by_label("score:").last.fill("-18")
    table.says("0 ✓").button(message("Submit scores")).click()
    table.link(message("Pass the phone")).click()
    table.link("Josef Marek").click()
    table.heading(message("{name}: enter your score", name="Josef"))
    table.page.get_by_label("score:").fill("-45")
    table.button(message("This is my score")).click()
    table.heading(message("These scores count"))
    quiet(complaints)


def test_scores_wait_without_a_network(phone: Page, complaints: Complaints) -> None:
    table = at_table(phone, total="none")
    table.page.context.set_offline(True)
    table.main(message("Enter scores")).click()
    enter(table, *SCORES)
    table.button(message("Submit scores")).click()
    table.heading(message("Submitted")).says("120", "−45", "33", "210")
    assert not Count.objects.exists()
    table.page.context.set_offline(False)
    table.news().heading(message("Have a second person confirm"))
    assert Count.objects.get().held == tuple(map(int, SCORES))
    quiet(complaints)
