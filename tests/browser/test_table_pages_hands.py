"""The table page's hands: saved, undone, changed, void, recorded twice, and why."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Hand, Phone
from scoring.tournaments import tournaments
from tests import builders
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.table_pages import Table, another, at_table, quiet
from tests.messages import message
from tests.scoring.at_table import hand_of

pytestmark = pytest.mark.django_db(transaction=True)

MISDEAL = {"povinost": 2, "bid": None, "faults": [{"fault": "misdeal", "seat": 4}]}


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def test_a_hand_is_saved_undone_and_typed_on(
    table: Table, complaints: Complaints
) -> None:
    table.hand()
    table.play(2).says("Hand 2: Josef and Karel +4").totals(99, 101, 99, 101)
    table.pill(message("All saved")).button(message("Undo")).click()
    table.totals(103, 97, 103, 97).says(message("Hand {n} was undone.", n=2)).pill(
        message("All saved")
    )
    assert Hand.objects.get(number=2).void_reason == message(
        "Undone right after saving."
    )
    what_was_undone_is_still_typed(table)
    without_network_a_hand_is_kept(table)
    what_is_half_typed_outlives_an_undo(table)
    quiet(complaints)


def what_was_undone_is_still_typed(table: Table) -> None:
    table.link(message("Continue hand {n}", n=2)).click()
    table.heading(message("Hand {n}", n=2)).page.reload()
    table.button(message("Save hand {n}", n=2)).click()
    table.says("Hand 2: Josef and Karel +4").totals(99, 101, 99, 101).pill(
        message("All saved")
    )
    undone, again = Hand.objects.filter(number=2).order_by("pk")
    assert again.record == undone.record
    assert undone.voided_at
    expect(table.row(2)).to_have_count(2)


def without_network_a_hand_is_kept(table: Table) -> None:
    table.page.context.set_offline(True)
    table.play(3).says(message("Saved on this phone."), message("not sent yet")).totals(
        103, 97, 103, 97
    )
    table.pill(message("No connection. Not sent: {what}", what="1 hand"))
    table.page.locator(".pill").click()
    table.says(
        message(
            "Keep playing. When the connection is back, we’ll send: {what}",
            what="1 hand",
        )
    )
    expect(table.button(message("Send now"))).to_be_visible()
    table.page.context.set_offline(False)  # now it goes by itself
    table.pill(message("All saved")).says("Hand 3: Marie and Anna +4")
    assert Hand.objects.count() == 4


def what_is_half_typed_outlives_an_undo(table: Table) -> None:
    table.link(message("New hand {n}", n=4)).click()
    table.page.get_by_role("radio").nth(1).click()
    table.page.go_back()
    table.button(message("Undo")).click()
    table.says(message("Hand {n} was undone.", n=3)).link(
        message("Continue hand {n}", n=3)
    ).click()
    expect(table.page.get_by_role("radio").nth(1)).to_be_checked()


def test_what_the_desk_does_meanwhile_is_told(table: Table) -> None:
    """An open page has new rules where nobody is writing; what is half typed stays."""
    table.hand()
    table.link(message("New hand {n}", n=2)).click()
    table.heading(message("Hand {n}", n=2))
    tournament = table.sheet.round.tournament
    tournaments.change(
        tournament=tournament,
        actor=builders.command(),
        house_rules={"pagat_chips": [3, 6]},
        reason="As agreed",
    )
    table.news().heading(message("Hand {n}", n=2))
    table.go("#")
    ready = 'typeof Spjst === "object" && Spjst.rules.pagat_chips[0] === 3'
    table.page.wait_for_function(f"() => {ready}")  # it is drawn anew meanwhile
    table.totals(103, 97, 103, 97).link(message("New hand {n}", n=2)).click()
    table.page.get_by_role("radio").nth(1).click()
    builders.verified_sheet(table.sheet)
    table.news().heading(message("You can’t enter anything here"))
    table.says(
        message(
            "The hand you were typing wasn’t saved. If it counts, tell the director."
        )
    )
    assert Hand.objects.count() == 1


def test_every_number_says_why(table: Table) -> None:
    table.hand(note="The II lay in the talon")
    table.row(1).click()
    table.heading(message("Hand {n}", n=1)).says(
        "Josef pays Marie 3 chips.",
        "Karel pays Anna 3 chips.",
        "§29",
        "59 − 53 = 6",
        "talon",
    )
    table.page.go_back()
    table.page.locator(".seat").nth(1).click()
    table.heading("Josef Marek").says(
        message(
            "Started with {start}, {chips} in {n} hand.", start=100, chips="−3", n=1
        )
    )
    table.page.locator("summary").click()
    table.says("Josef pays Marie 3")
    expect(table.page.get_by_text("Karel pays Anna")).to_have_count(0)
    a_lead_beside_the_rotation_is_marked(table.go(""))
    who_pays_nothing_sees_who_pays_in_his_place(table)


def a_lead_beside_the_rotation_is_marked(table: Table) -> None:
    table.hand(2, record={"povinost": 3, "declarer": 3, "partner": 1})
    table.says(
        message("led: {name}; expected: {expected}", name="Anna", expected="Josef")
    )
    assert Hand.objects.get(number=2).record["povinost"] == 3


def who_pays_nothing_sees_who_pays_in_his_place(table: Table) -> None:
    reneged = {"faults": [{"fault": "renege", "seat": 2}]}
    table.hand(3, record=hand_of()["record"] | reneged)
    expect(table.row(3)).to_be_visible()
    table.page.locator(".seat").nth(3).click()  # a hand's line says his name, too
    table.heading("Karel Novak").page.locator("summary").last.click()
    table.says(
        message(
            "{payer} pays {payee} {chips} in place of {others}.",
            payer="Josef",
            payee="Anna",
            chips="3 chips",
            others="Karel",
        ),
        "pays what Karel lost",
    )


def test_a_hand_is_changed_changed_back_and_void(table: Table) -> None:
    first = table.hand()
    table.hand(replaces=first, reason="Typed wrongly", record={"points": 70})
    table.row(1).click()
    table.says(
        "Changed: Typed wrongly", message("Earlier versions"), "+3", "+5"
    ).page.go_back()
    table.change(1, "Counted anew")
    table.says("Hand 1 changed: Marie and Anna +5", "changed").button(
        message("Undo")
    ).click()
    table.says(message("Hand {n} is back to how it was.", n=1)).pill(
        message("All saved")
    )
    points = [hand.record["points"] for hand in Hand.objects.order_by("pk")]
    assert points == [59, 70, 70, 70]
    a_hand_is_void_with_a_reason_only(table)


def a_hand_is_void_with_a_reason_only(table: Table) -> None:
    table.row(1).click()
    table.link(message("Void")).click()
    table.heading(message("Void hand {n}", n=1))
    expect(table.button(message("Void hand {n}", n=1))).to_be_disabled()
    table.button(message("Wasn’t played")).click()
    table.button(message("Void hand {n}", n=1)).click()
    table.totals(100, 100, 100, 100).says("Saved: hand 1 is void.")
    table.row(1).click()
    table.says("Void, doesn’t count: Wasn’t played")
    assert Hand.objects.latest("pk").void_reason == message("Wasn’t played")


def test_only_hands_that_were_played_are_counted(phone: Page) -> None:
    table = at_table(phone, hands_per_round=2)
    table.hand()
    other = another(table, 2)
    Phone.objects.filter(seat=2).update(writes=True)
    other.saved("hands/", **hand_of(number=2, record=MISDEAL))
    table.news()
    table.says("Hand 3 · 1 of 2 played").row(1).click()
    table.link(message("Void")).click()
    table.button(message("Wasn’t played")).click()
    table.button(message("Void hand {n}", n=1)).click()
    table.says("Hand 3 · 0 of 2 played").pill(message("All saved"))
    one, misdeal = Hand.objects.order_by("number")
    assert one.voided_at
    assert not misdeal.voided_at


def test_a_hand_that_another_phone_saved_meanwhile_is_noticed(table: Table) -> None:
    table.hand()
    table.totals(103, 97, 103, 97).link(message("New hand {n}", n=2)).click()
    table.page.get_by_role("radio").nth(1).click()
    table.hand(2, record={"povinost": 2, "declarer": 2, "partner": 4})
    table.heard_of(2).button("6").click()
    table.button("1").click()
    table.button(message("Save hand {n}", n=2)).click()
    table.heading(message("Hand {n} is already recorded", n=2)).says(
        "Marie Kubala saved it"
    )
    table.button(message("Back")).click()
    table.button(message("Save hand {n}", n=2)).click()
    table.button(message("Save mine as hand {n}", n=3)).click()
    table.says("Hand 3: ").pill(message("All saved"))
    assert list(Hand.objects.values_list("number", flat=True)) == [1, 2, 3]
    the_same_hand_twice_is_laid_side_by_side(table)


def the_same_hand_twice_is_laid_side_by_side(table: Table) -> None:
    other = another(table, 2)
    Phone.objects.filter(seat=2).update(writes=True)
    body = hand_of(record={**hand_of()["record"], "points": 80})
    assert "tray" in other.tell("hands/", **body).json()
    table.news().says(message("Hand {n} was recorded twice.", n=1)).link(
        message("Compare both")
    ).click()
    page = table.heading(message("Recorded twice")).page
    said = page.locator("#table").text_content() or ""
    times = re.findall(r", \d+:\d\d(\s)[ap]m", said)
    assert times == ["\u00a0", "\u00a0"]  # whole, however narrow the column is
    table.button(message("Keep this one")).nth(1).click()
    table.says("Kept: Marie and Anna won with 80 points")


def test_the_very_same_hand_from_two_phones_is_asked_about(
    table: Table, open_page: OpenPage, complaints: Complaints
) -> None:
    """It is one deal typed twice, or two alike: only the table knows."""
    other = Table(open_page(390, 844, has_touch=True), table.sheet).open()
    other.join("Josef Marek")
    Phone.objects.filter(seat=2).update(writes=True)
    table.hand()
    for each in (table, other.news()):
        each.totals(103, 97, 103, 97).link(message("New hand {n}", n=2)).click()
        each.page.get_by_role("radio").nth(1).click()
        each.button("6").click()
        each.button("1").click()
    other.page.route("**/state/**", lambda route: route.abort())  # hears no news
    table.button(message("Save hand {n}", n=2)).click()
    table.says("Hand 2: ").pill(message("All saved"))
    other.button(message("Save hand {n}", n=2)).click()
    other.says(
        "Marie Kubala saved hand 2 first.", message("Hand {n} was recorded twice.", n=2)
    )
    table.news().link(message("Compare both")).click()
    table.button(message("Not the same, keep both")).click()
    table.totals(95, 105, 95, 105)
    assert [hand.number for hand in Hand.objects.order_by("pk")] == [1, 2, 3]
    other.page.unroute("**/state/**")
    who_saved_second_is_told(table, other.news().totals(95, 105, 95, 105))
    quiet(complaints)


def who_saved_second_is_told(table: Table, other: Table) -> None:
    other.pill(message("All saved")).page.context.set_offline(True)
    table.hand(4, record={"povinost": 4, "declarer": 4, "partner": 2})
    other.play(4).says(message("Saved on this phone."))
    other.page.context.set_offline(False)
    other.news().says("Marie Kubala saved hand 4 first.", "Yours waits until")
    expect(other.button(message("Undo"))).to_have_count(0)
    table.news().link(message("Compare both")).click()
    table.button(message("Keep this one")).first.click()
    other.news().says("Kept: Karel and Josef won with 59 points")
