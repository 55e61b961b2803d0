"""Joining, and what is sent at once."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.table_engine import join, wait
from tests.browser.table_stub import Stub
from tests.rules.spjst.builders import povinost


def test_a_phone_keeps_its_key_before_it_tells_it(
    context: BrowserContext, stub: Stub
) -> None:
    page = stub.open(context.new_page())
    stub.lost = {"phones/"}
    said = page.evaluate("engine.join({ seat: 1 })")
    assert said["ok"] is False
    (key,) = stub.keys
    stub.lost.clear()
    stub.open(page)  # the answer was lost, the phone is known all the same
    wait(page, "now.joined && now.isKeeper")
    assert page.evaluate("engine.kept.phone") == key
    assert len(key) == 32
    assert int(key, 16)
    join(page)
    assert list(stub.keys) == [key]
    assert [body["key"] for body in stub.posts("phones/")] == [key, key]


def test_a_wish_put_again_after_no_answer_is_the_same_write(
    page: Page, stub: Stub
) -> None:
    confirm = "engine.confirm({ seat: 2, held: 100, borrowed: 0 })"
    stub.lost = {"confirm/"}
    assert page.evaluate(confirm)["ok"] is False
    stub.lost.clear()
    assert page.evaluate(confirm)["ok"] is True
    assert page.evaluate(confirm)["ok"] is True
    first, again, new = stub.posts("confirm/")
    assert first == again
    assert first | {"key": ""} == {
        **{"key": "", "seen": 0, "seat": 2, "held": 100, "borrowed": 0}
    }
    assert new["key"] != first["key"]


def test_what_is_sent_at_once_says_how_it_ended(page: Page, stub: Stub) -> None:
    assert page.evaluate("engine.about('people/')") == {
        "ok": True,
        "people": [{"entry": 5, "name": "Vlasta", "sits": ""}],
    }
    said = page.evaluate("engine.admit(2, true)")
    assert said["saved"]["key"] == stub.posts("phones/2/")[0]["key"]
    assert stub.posts("phones/2/")[0]["writes"] is True
    page.evaluate("engine.makeKeeper(2)")
    assert stub.posts("phones/2/")[1]["keeper"] is True
    page.evaluate("engine.choose('abc', 'both', 'two hands')")
    (chosen,) = stub.posts("tray/abc/")
    assert (chosen["take"], chosen["reason"]) == ("both", "two hands")
    refusal = {"refused": {"message": "No.", "field": "seats.1", "problems": []}}
    stub.overrides["seats/"] = lambda body: (422, refusal)
    assert page.evaluate("engine.putSeats([1, null, 3, 4])") == {
        "ok": False,
        **refusal["refused"],
    }


def test_two_hands_at_once_have_two_numbers(page: Page, stub: Stub) -> None:
    both = "(hand) => Promise.all([engine.record(hand), engine.record(hand)])"
    keys = page.evaluate(both, {"record": povinost()})
    wait(page, "now.unsent === 0")
    assert [hand["key"] for hand in stub.now["hands"]] == keys
    assert stub.numbers() == [1, 2]
