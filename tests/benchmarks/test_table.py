"""The measurement of saved hands: it runs, and sees what is wrong."""

from pytest_django.live_server_helper import LiveServer

from benchmarks.table import saving
from benchmarks.table.besides import besides, missing
from benchmarks.table.hall import Hall
from benchmarks.table.phones import Answer, told
from scoring.models import Hand


def test_a_small_hall_saves_its_hands(live_server: LiveServer) -> None:
    port = live_server.thread.port
    evening, crowd = Hall(1, 2, "Evening"), Hall(2, 2, "Crowd")
    alone = saving.alone(evening, port)
    at_once = saving.at_once(crowd, port, news_every=0.01)
    for found, hands in ((alone, 2), (at_once, 4)):
        assert not found["errors"]
        assert not found["findings"]
        assert len(found["seconds"]) == hands
    assert at_once["news"] > 0
    Hand.objects.filter(sheet__round__tournament=crowd.tournament).last().delete()
    assert (
        "4 hands were answered, 3 are kept"
        in saving.found(crowd, answered(crowd))["findings"]
    )


def answered(hall: Hall) -> dict[str, saving.Found]:
    """As if every hand had been answered."""
    return {
        hand["key"]: {"seconds": 0, "saved": {"key": hand["key"]}, "wrong": ""}
        for table in hall.tables
        for hand in table.hands
    }


def test_what_is_no_answer_is_wrong() -> None:
    for answer in (
        Answer(0, 1.0),
        Answer(500, 1.0, {}, b"{}"),
        Answer(200, 1.0, {}, b"<html>Sign in to the wifi"),
        Answer(200, 1.0, {}, b'{"saved": {"key": "another"}}'),
    ):
        assert told(answer, "key")["wrong"]
    right = told(Answer(200, 1.0, {}, b'{"saved": {"key": "key"}}'), "key")
    assert right == {"seconds": 1.0, "saved": {"key": "key"}, "wrong": ""}


def test_what_else_is_saved_is_all_there(live_server: LiveServer) -> None:
    evening = Hall(2, 1, "Evening")
    found = besides(evening, live_server.thread.port)
    assert not found["errors"]
    assert not found["findings"]
    sizes = {what: len(took) for what, took in found["seconds"].items()}
    assert sizes == {"count": 2, "confirm": 2, "check-in": 8}
    evening.tournament.entries.filter(number=1).update(state="expected")
    assert missing(evening) == ["7 people of 8 are kept"]
