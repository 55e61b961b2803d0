"""What the server refuses is kept, said, and holds up nothing that could go."""

import pytest
from playwright.sync_api import Page

from tests.browser.table_engine import go, look, record, wait, wake
from tests.browser.table_stub import Stub, down, refused
from tests.messages import message
from tests.rules.spjst.builders import povinost

MOVED = message(
    "This table has a new code, or the round was drawn again. Scan the new card. "
    "Anything waiting on this phone will be sent then."
)


def test_a_wrong_hand_is_kept_apart_and_holds_up_nothing(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    wrong = record(page)
    changed = record(page, record={"points": 70}, replaces=wrong, reason="Miscounted")
    loan = page.evaluate("engine.lend(4, 5)")
    right = record(page, record={"points": 60})
    said = refused("This cannot be.", [{"code": "x"}])
    stub.overrides["hands/"] = lambda body: (
        (422, said) if body["key"] == wrong else None
    )
    go(page, stub, "up")
    wait(page, "now.unsent === 2")
    assert [each["key"] for each in stub.now["hands"]] == [right]
    assert [each["key"] for each in stub.now["loans"]] == [loan]
    (stuck,) = look(page, "now.stuck")
    assert (stuck["key"], stuck["to"], stuck["message"]) == (
        wrong,
        "hands/",
        "This cannot be.",
    )
    assert stuck["problems"] == [{"code": "x"}]
    assert stuck["body"]["record"]["points"] == 59
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [right]

    stub.open(page)
    assert look(page, "now.stuck.map((each) => each.key)") == [wrong]
    page.evaluate("(key) => engine.dropStuck(key)", wrong)
    assert look(page, "now.unsent") == 0
    assert changed not in [body["key"] for body in stub.posts()]


def test_a_stuck_hand_is_mended_in_one_step(page: Page, stub: Stub) -> None:
    wrong = record(page, record={"points": 107})
    wait(page, "now.stuck.length === 1")
    assert look(page, "[now.book.nextNumber, now.book.totals]") == [1, [100] * 4]
    right = record(page, instead=wrong)
    wait(page, "now.unsent === 0")
    assert [each["key"] for each in stub.now["hands"]] == [right]


def test_a_conflict_is_kept_with_its_message(page: Page, stub: Stub) -> None:
    stub.overrides["counts/"] = lambda body: (409, refused("Marie changed this sheet."))
    count = {"held": [100] * 4, "borrowed": [0] * 4}
    key = page.evaluate("(count) => engine.handIn(count)", count)
    record(page)
    wait(page, "now.unsent === 1 && now.state.hands.length === 1")
    assert look(page, "now.stuck.map((each) => [each.key, each.message])") == [
        [key, "Marie changed this sheet."]
    ]
    (sent,) = stub.posts("counts/")
    assert sent == count | {"key": key, "seen": 0, "chips": None, "from_hands": False}


def test_a_phone_that_may_not_write_keeps_its_hands_until_it_may(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    first, second = record(page), record(page)
    stub.let_write(False)
    go(page, stub, "up")
    wait(page, "now.stuck.length === 1")
    assert look(page, "[now.mayWrite, now.stuck[0].waits]") == [False, True]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [first, second]
    assert [body["key"] for body in stub.posts("hands/")] == [first]

    stub.let_write(True)
    wake(page)
    wait(page, "now.unsent === 0")
    assert [each["key"] for each in stub.now["hands"]] == [first, second]


def test_with_every_news_what_waits_is_tried_again(page: Page, stub: Stub) -> None:
    stub.overrides["hands/"] = lambda body: (403, refused("This phone may not write."))
    key = record(page)
    wait(page, "now.stuck.length === 1")
    assert look(page, "now.mayWrite") is True  # phone and server disagree
    stub.overrides.clear()
    stub.change("loans", [{"key": "a", "seat": 1, "chips": 10, "by": "", "at": ""}])
    wake(page)
    wait(page, "now.unsent === 0")
    assert [each["key"] for each in stub.now["hands"]] == [key]


def test_a_hand_that_another_phone_recorded_too_waits_for_the_tables_choice(
    page: Page, stub: Stub
) -> None:
    go(page, stub, "down")
    mine = record(page)
    theirs = {"key": "theirs", "number": 1, "record": povinost(points=60)}
    theirs |= {"dealer": None, "note": "", "replaces": None, "reason": ""}
    stub.hand(theirs)
    stub.overrides["hands/"] = down
    go(page, stub, "up")
    wait(page, "now.state.hands.length === 1")
    hands = "now.book.hands.map((hand) => [hand.key, hand.double])"
    assert look(page, hands) == [["theirs", False], [mine, True]]
    assert look(page, "now.book.totals") == [103, 97, 103, 97]

    stub.overrides.clear()
    page.evaluate("engine.sendNow()")
    wait(page, "now.unsent === 0")
    doubles = "now.book.doubles.map(({ mine, theirs }) => [mine.key, theirs.key])"
    assert look(page, doubles) == [[mine, "theirs"]]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == ["theirs"]


def test_a_page_that_was_closed_stays_closed_without_a_network(
    page: Page, stub: Stub
) -> None:
    """It would go on recording what only the desk can take."""
    record(page)
    wait(page, "now.unsent === 0")
    stub.overrides["state/"] = lambda body: (404, refused("There is no sheet here."))
    wake(page)
    wait(page, "now.gone !== ''")
    stub.overrides["state/"] = down
    stub.open(page)
    wait(page, "now.link === 'offline'")
    assert look(page, "[now.gone, now.mayWrite]") == [MOVED, False]
    assert look(page, "now.book.hands.length") == 1
    stub.overrides.clear()
    wake(page)
    wait(page, "now.gone === '' && now.mayWrite")


@pytest.mark.parametrize("after", ["reload", "stay"])
def test_a_new_code_takes_what_waits_to_the_new_address(
    page: Page, stub: Stub, after: str
) -> None:
    go(page, stub, "down")
    key = record(page)
    stub.token = "second"
    go(page, stub, "up")
    wait(page, "now.gone !== ''")
    assert look(page, "[now.gone, now.mayWrite]") == [MOVED, False]
    assert look(page, "now.book.hands.map((hand) => hand.key)") == [key]
    if after == "reload":
        stub.open(page)
    else:
        stub.token = "first"  # the desk opened the page again
        wake(page)
    wait(page, "now.unsent === 0 && now.gone === ''")
    assert [hand["key"] for hand in stub.now["hands"]] == [key]
