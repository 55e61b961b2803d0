"""The table page: who sits and writes there, the bank, the director, what went wrong."""

import pytest
from playwright.sync_api import Page, expect

from rules.spjst import PROBLEM_CODES
from scoring.desk import clocks
from scoring.models import Call, Hand, Loan, Phone, Seat, Sheet, TrayHand
from scoring.phones import calls
from scoring.sheets import phones
from scoring.tournaments import tournaments
from tests import builders
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.table_pages import Table, another, at_table, quiet, sheet_with
from tests.messages import message
from tests.scoring.at_table import hand_of

pytestmark = pytest.mark.django_db(transaction=True)

BOX = "(each) => { const { x, y } = each.getBoundingClientRect(); return [x, y]; }"


@pytest.fixture
def table(phone: Page) -> Table:
    return at_table(phone)


def places(page: Page) -> list[list[float]]:
    """Where the four seats stand on the screen."""
    return [each.evaluate(BOX) for each in page.locator(".seat").all()]


# --- First visit


def test_the_first_phone_keeps_the_score_and_sees_who_sits_where(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    table = Table(phone, sheet_with()).open().heading(message("Who are you?"))
    box = table.button(message("Just watch")).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
    table.button("Josef Marek").click()
    table.heading(message("You’re the scorekeeper")).says("Seat 4 Karel Novak")
    phone.set_viewport_size({"width": 390, "height": 844})
    table.button(message("Yes, seats are correct")).click()
    table.totals(100, 100, 100, 100).says("400 ✓", "Hand 1 · 0 of 8 played")
    assert Phone.objects.get().keeper
    # His own seat at the bottom, 3 on its right, 4 across, 1 on its left (§1).
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = places(phone)
    assert y4 < y3 < y2
    assert y4 < y1 < y2
    assert x1 < x2 < x3
    assert x4 == x2


def test_somebody_else_types_his_name_and_puts_the_seats_right(phone: Page) -> None:
    rnd = builders.published_round(builders.tournament(builders.club()), 2)
    sheet = rnd.sheets.get(table=1)
    table = Table(phone, sheet).open()
    table.button(message("Someone else")).click()
    phone.get_by_label(message("Your name")).fill("Rose")
    table.button(message("Use this name")).click()
    table.heading(message("You’re the scorekeeper"))
    assert Phone.objects.get().name == "Rose"
    table.link(message("Change seats")).click()
    seat = phone.get_by_label(message("Seat 2"))
    seat.select_option(label="1 Marie Kubala")
    table.says(message("{name} is in two seats.", name="Marie Kubala"))
    expect(table.button(message("Save seats"))).to_be_disabled()
    seat.select_option(label="5 Emil Hruska, now at: table 2, seat 1")
    table.button(message("Save seats")).click()
    expect(phone.locator(".seat").nth(1)).to_contain_text("Emil")
    assert Seat.objects.get(sheet=sheet, position=2).name == "Emil Hruska"
    assert Seat.objects.get(sheet__table=2, position=1).entry is None


def test_a_second_phone_looks_on_and_asks(table: Table, open_page: OpenPage) -> None:
    not_now_is_an_answer(table)
    other = Table(open_page(390, 844, has_touch=True), table.sheet).open()
    other.says("Marie Kubala is the scorekeeper.").join("Josef Marek")
    expect(other.link(message("New hand {n}", n=1))).to_have_count(0)
    other.button(message("Ask to keep score")).click()
    other.says(
        "You asked to keep score. Marie Kubala can approve it. If no one answers, call the desk."
    )
    before = places(table.page)
    table.news().says(message("{name} wants to keep score.", name="Josef"))
    assert places(table.page) == before
    table.button(message("Allow")).click()
    table.says(message("The first hand of the round."))
    other.news()
    expect(other.link(message("New hand {n}", n=1))).to_be_visible()
    assert Phone.objects.get(seat=2).writes


def test_a_phone_that_nobody_lets_write_calls_the_desk(
    table: Table, open_page: OpenPage
) -> None:
    """The keeper's is dead; the desk lets this one keep the score."""
    other = Table(open_page(390, 844, has_touch=True), table.sheet).open()
    other.join("Josef Marek").button(message("Ask to keep score")).click()
    other.says(
        "You asked to keep score. Marie Kubala can approve it. If no one answers, call the desk."
    )
    other.button(message("Call the desk")).click()
    other.says(
        message("The desk has been called."),
        message("{name} wants to keep score", name="Josef Marek"),
    )
    expect(other.button(message("Call the desk"))).to_have_count(0)
    call, phone = Call.objects.get(), Phone.objects.get(seat=2)
    calls.make_scorekeeper(call=call, actor=builders.command(), phone=phone.pk)
    other.news().says("The desk: You’re the scorekeeper now.")
    expect(other.link(message("New hand {n}", n=1))).to_be_visible()
    another_phone_can_keep_the_score(other)


def not_now_is_an_answer(table: Table) -> None:
    """And news move nothing, on the smallest phone either."""
    table.page.set_viewport_size({"width": 320, "height": 640})
    before = places(table.page)
    another(table, 4, asks=True)
    table.news().says(message("wants to keep score"))
    assert places(table.page) == before
    table.button(message("Not now")).click()
    table.says(message("The first hand of the round."))
    assert not Phone.objects.get(seat=4).writes
    assert Phone.objects.get(seat=4).asked_at is None
    table.page.set_viewport_size({"width": 390, "height": 844})


def another_phone_can_keep_the_score(table: Table) -> None:
    table.go("phones").button(message("Make scorekeeper")).click()
    table.button(message("Make scorekeeper")).click()
    expect(table.button(message("Make scorekeeper"))).to_have_count(0)
    table.says(message("can keep score"))
    assert Phone.objects.get(seat=1).keeper


# --- The bank and the director


def test_a_loan_is_saved_once_however_often_it_is_tapped(phone: Page) -> None:
    table = at_table(phone, start_chips=10)
    table.go("loans").button("Anna").click()
    save = table.button("Anna borrows 20")
    expect(save).to_be_enabled()
    save.evaluate("(button) => { button.click(); button.click(); }")
    table.says(
        "Saved: Anna borrows 20.", "Anna borrowed 20", message("owes {chips}", chips=20)
    )
    assert Loan.objects.get().chips == 20
    more_than_is_owed_is_not_paid_back(table)
    table.go("")
    expect(table.page.locator(".seat").nth(2)).to_contain_text(
        message("owes {chips}", chips=20)
    )
    who_has_fewer_than_no_chips_is_prompted_to_borrow(table)


def test_a_hand_is_not_undone_where_chips_are_lent(phone: Page) -> None:
    table = at_table(phone)
    table.hand()
    table.play(2).says("Hand 2:")
    expect(table.button(message("Undo"))).to_have_count(1)
    table.go("loans").heading(message("Loans from the bank"))
    expect(table.button(message("Undo"))).to_have_count(0)


def more_than_is_owed_is_not_paid_back(table: Table) -> None:
    table.choice("Marie").click()
    table.button(message("Other")).click()
    table.page.get_by_label(message("Chips")).fill("7")
    table.button(message("Pays back")).click()
    table.says(
        message("{name} owes {chips}, not {more}.", name="Marie", chips=0, more=7)
    )
    expect(
        table.button(message("{name} pays back {chips}", name="Marie", chips=7))
    ).to_be_disabled()
    table.button(message("Borrows")).click()
    table.button("Marie borrows 7").click()
    table.says("Marie borrowed 7")


def who_has_fewer_than_no_chips_is_prompted_to_borrow(table: Table) -> None:
    table.hand(record={"points": 106})
    table.says(
        message(
            "{name} has {chips} left. Borrow from the bank?", name="Josef", chips="−3"
        )
    )
    table.link(message("Borrow")).click()
    table.button("Josef borrows 20").click()
    table.says("Saved: Josef borrows 20.").go("").says("Karel has −3 left.")
    table.button(message("Hide")).click()
    expect(table.page.get_by_text("left. Borrow from the bank?")).to_have_count(0)


def test_the_bell_is_felt_and_said(table: Table, complaints: Complaints) -> None:
    rnd, page = table.sheet.round, table.page
    clocks.start(rnd=rnd, actor=builders.command(), key="start", minutes=5)
    page.evaluate(
        "navigator.vibrate = (...given) => { window.shaken = given; return true; }"
    )
    table.news()
    expect(page.locator(".head")).to_contain_text("5 min")
    page.route("**/state/**", lambda route: route.abort())  # no word of the real time
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 360_000; }")
    table.says(
        message("last hand"), message("The bell rang. Finish this hand, then count.")
    )
    assert page.evaluate("shaken") == [[300, 150, 300]]
    table.button(message("Hide")).click()
    table.says(message("The first hand of the round."))
    quiet(complaints)


def test_the_director_is_called_and_answers(table: Table, open_page: OpenPage) -> None:
    table.go("call").button(message("Something else")).click()
    table.page.get_by_label(message("In a few words")).fill("A card is torn")
    table.button(message("Call the director")).click()
    table.says(
        "You called the director: A card is torn",
        message("Sent. The director’s reply will appear here."),
    )
    other = Table(open_page(320, 640, has_touch=True), table.sheet).open()
    other.join("Josef Marek").says("Marie Kubala called the director: A card is torn")
    other.button(message("Hide")).click()
    other.says(message("The first hand of the round."))
    director = builders.member(table.sheet.round.tournament.club, "director")
    call = Call.objects.get()
    calls.answer(call=call, actor=builders.actor(director), answer="I am coming")
    table.news().says("I am coming").go("")
    table.says("The desk: I am coming").button(message("Hide")).click()
    table.says(message("The first hand of the round."))
    assert Call.objects.get().answered_at


# --- What is refused, late or closed


def test_what_the_desk_refused_is_never_thrown_away_unasked(
    table: Table, complaints: Complaints
) -> None:
    another(table, 2)
    Phone.objects.filter(seat=2).update(writes=True)
    keeper = Phone.objects.get(keeper=True)
    table.go("loans").button("Anna").click()
    table.button("Anna borrows 20").click()
    table.says(message("owes {chips}", chips=20)).pill(message("All saved"))
    table.page.context.set_offline(True)
    table.choice("Anna").click()
    table.button(message("Pays back")).click()
    table.button(message("{name} pays back {chips}", name="Anna", chips=20)).click()
    table.says("Saved on this phone: Anna pays back 20.")
    Loan.objects.create(
        sheet=table.sheet, key="x" * 32, seat=3, chips=-20, by_name=keeper.name
    )
    table.page.context.set_offline(False)
    table.news().pill("Not accepted: 1 loan").go("stuck")
    table.says(
        message("{name} pays back {chips}", name="Anna", chips=20), "can’t pay back 20"
    )
    table.button(message("Discard it")).click()
    table.says("for good?").button(message("Keep it")).click()
    table.button(message("Discard it")).click()
    table.button(message("Discard it")).click()
    table.says(message("Everything you sent was accepted.")).pill(message("All saved"))
    assert [loan.chips for loan in Loan.objects.order_by("pk")] == [20, -20]
    quiet(complaints)


# The page as it was before the checks of spjst-2: it saw nothing wrong in this.
OLDER_PAGE = """() => {
  const check = Spjst.check;
  Spjst.check = (...asked) => check(...asked).filter(({ code }) => !code.includes("contradict"));
}"""


def test_a_hand_that_waited_over_an_update_stays_with_its_answers(
    table: Table, complaints: Complaints
) -> None:
    table.page.evaluate(OLDER_PAGE)
    table.page.context.set_offline(True)
    table.link(message("New hand {n}", n=1)).click()
    table.page.locator("#led").get_by_text("Marie").click()
    table.page.locator("#partner").get_by_text("Anna").click()
    for name in ("7", "Pagat"):
        table.button(name).click()
    panel = table.page.locator("#panel-pagat")
    panel.get_by_text("Marie & Anna", exact=True).click()
    panel.get_by_text(message("Made in the last trick")).click()
    table.button(message("Review hand {n}", n=1)).click()
    table.button(message("Save hand {n}", n=1)).click()
    table.totals(91, 109, 91, 109)  # lost by 46: 11 chips; 2 for the Pagat

    table.page.context.set_offline(False)
    table.news().pill(message("Not accepted: {what}", what="1 hand"))
    table.page.reload()
    table.pill(message("Not accepted: {what}", what="1 hand")).go("stuck")
    table.says("Marie and Anna lost with 7 points; Pagat made: Marie and Anna")
    table.says("has 8 card points or more (§15), not 7.")
    assert not Hand.objects.exists()
    table.link(message("Fix hand")).click()
    table.says("Marie & Anna: made", "Lost, 46 under 53")
    table.button(message("Review hand {n}", n=1)).click()
    table.says(PROBLEM_CODES["pagat_contradicts_points"])
    table.button(message("Swap sides")).click()
    table.button(message("Review hand {n}", n=1)).click()
    table.button(message("Save hand {n}", n=1)).click()
    table.pill(message("All saved"))
    hand = Hand.objects.get()
    assert (hand.record["points"], hand.engine) == (99, "spjst-2")
    assert hand.record["pagat"]["made"] is True
    quiet(complaints)


def test_a_late_hand_is_shown_as_the_desks(
    table: Table, complaints: Complaints
) -> None:
    table.hand()
    builders.verified_sheet(table.sheet)
    keeper = Phone.objects.get(keeper=True)
    table.news().says(message("These scores count."))
    body = hand_of(number=2, key="b" * 32)
    table.page.request.post(
        f"/t/{table.sheet.token}/hands/", data=body, headers={"X-Phone": keeper.key}
    )
    table.news().says(message("{n} hand came in late.", n=1)).link(
        message("See which")
    ).click()
    table.says(message("Hand {n} came in late", n=2), "The desk decides")
    assert not Hand.objects.filter(number=2).exists()
    assert TrayHand.objects.get().why == TrayHand.Why.LATE
    a_closed_page_says_so_and_takes_nothing(table)
    quiet(complaints)


def a_closed_page_says_so_and_takes_nothing(table: Table) -> None:
    phones.revoke(sheet=table.sheet, actor=builders.command())
    table.go("").news().says(message("The desk closed this page.")).totals(
        *builders.EVEN
    )
    expect(table.link(message("New hand {n}", n=2))).to_have_count(0)
    table.go("void/anything").heading(message("You can’t enter anything here"))


def test_a_new_code_stops_the_page_and_keeps_what_waits(
    table: Table, complaints: Complaints
) -> None:
    table.hand()
    table.totals(103, 97, 103, 97).page.context.set_offline(True)
    table.play(2).totals(99, 101, 99, 101).go("loans").button("Anna").click()
    table.button("Anna borrows 20").click()
    table.go("").pill("No connection. Not sent: 1 hand and 1 loan")
    phones.renew(sheet=table.sheet, actor=builders.command())
    table.page.context.set_offline(False)
    table.news().pill("Closed. Not sent: 1 hand and 1 loan")
    table.says("This table has a new code", "Scan the new card")
    expect(table.link("New hand")).to_have_count(0)
    table.sheet.refresh_from_db()
    table.open().totals(99, 101, 99, 101).pill(message("All saved"))
    assert (Hand.objects.count(), Loan.objects.get().chips) == (2, 20)
    quiet(complaints)


def test_a_finished_round_is_read_only(phone: Page) -> None:
    sheet = sheet_with()
    builders.verified_sheet(sheet)
    tournaments.finish(tournament=sheet.round.tournament, actor=builders.command())
    table = Table(phone, Sheet.objects.get()).open()
    table.totals(*builders.EVEN).says(message("These scores count."))
    expect(phone.locator(".bar .btn-main")).to_have_text(message("Standings"))


def test_a_private_window_is_told(phone: Page) -> None:
    phone.add_init_script("delete IDBFactory.prototype.open")
    table = Table(phone, sheet_with()).open()
    table.button(message("Just watch")).click()
    table.says(
        message(
            "This browser can’t save data, maybe because the window is private. "
            "Leave this page open until you see “All saved” at the top."
        )
    )
    assert not Phone.objects.exists()


# --- Getting about


def test_back_leads_where_one_came_from(table: Table, complaints: Complaints) -> None:
    table.hand()
    table.main("More").click()
    table.heading(message("More"))
    expect(table.page.get_by_role("heading", level=1)).to_be_focused()
    table.link(message("Call the director")).click()
    table.heading(message("Call the director")).page.go_back()
    table.heading(message("More")).page.go_back()
    table.heading(message("Table {n}", n=1))
    table.row(1).click()
    table.page.locator(".head-back").dblclick()
    table.heading(message("Table {n}", n=1))
    assert table.page.evaluate("location.pathname").startswith("/t/")
    the_first_tab_leads_past_the_head(table)
    the_cards_of_the_game_are_at_hand(table)
    the_theme_is_kept(table)
    a_mistake_in_a_page_takes_nothing_away(table)
    assert any("lost" in each for each in complaints)
    complaints.clear()


def the_first_tab_leads_past_the_head(table: Table) -> None:
    table.go("main")
    expect(table.page.locator("#main")).to_be_focused()
    table.heading(message("Table {n}", n=1))
    assert table.page.evaluate("location.hash") == ""


def the_cards_of_the_game_are_at_hand(table: Table) -> None:
    for title, said in (
        (message("What can I declare?"), "Kings"),
        ("Payoffs", "Kontra"),
    ):
        table.go("more").link(title).click()
        table.heading(title)
        expect(table.page.locator("main")).to_contain_text(said)


def the_theme_is_kept(table: Table) -> None:
    table.go("more").button(message("Dark")).click()
    table.says(table.sheet.code).page.reload()
    root = table.page.locator("html")
    expect(root).to_have_attribute("data-bs-theme", "dark")
    table.button(message("Auto")).click()
    expect(root).not_to_have_attribute("data-bs-theme", "dark")


def a_mistake_in_a_page_takes_nothing_away(table: Table) -> None:
    table.go("")
    expect(table.row(1)).to_be_visible()
    table.page.evaluate(
        "() => { Table.pages.more = () => { throw new Error('lost'); }; }"
    )
    table.go("more").heading(message("Sorry, something went wrong"))
    table.button(message("Back to table")).click()
    table.totals(103, 97, 103, 97)
