"""The door of the table page: who is let in, what is no message, what is told."""

import gzip
import json
import logging
from typing import Any

import pytest
from django.db import connection
from django.http import UnreadablePostError
from django.test import Client
from django.test.client import FakePayload
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.logging_config import Formatter
from scoring.models import Hand, Phone, Round, Sheet
from scoring.phones.views import page as table_page
from scoring.phones.views import writes as api_writes
from scoring.phones.views.api import MOST_BYTES
from scoring.sheets import phones
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import Caller, hand_of, joined, new_key
from tests.words import CLOSED

pytestmark = pytest.mark.django_db

WRITES = {
    "phones/": {"seat": 1, "name": "", "asks": False},
    "phones/1/": {"writes": True},
    "hands/": hand_of(),
    "hands/preview/": {"record": hand_of()["record"]},
    "hands/void/": {"hand": "x", "reason": "why"},
    "tray/x/": {"take": "mine", "reason": ""},
    "loans/": {"seat": 1, "chips": 10},
    "counts/": {
        "seen": 0,
        "held": [100, 100, 100, 100],
        "borrowed": [0, 0, 0, 0],
        "chips": None,
        "from_hands": False,
    },
    "confirm/": {"seen": 0, "seat": 2},
    "calls/": {"reason": "a rule"},
    "seats/": {"seats": [None, None, None, None]},
}
READS = ("state/", "people/")


def everything(caller: Caller) -> list[tuple[str, Any]]:
    """Every address below the page, with its answer."""
    answers = [(path, caller.get(path)) for path in READS]
    return answers + [
        (path, caller.tell(path, **body)) for path, body in WRITES.items()
    ]


def test_every_address_is_tried_here() -> None:
    named = [
        each
        for each in dir(api_writes)
        if hasattr(getattr(api_writes, each), "csrf_exempt")
    ]
    assert len(named) == len(WRITES)


def test_an_unknown_token_has_no_sheet(sheet: Sheet) -> None:
    sheet.token = "x" * 22
    for path, answer in everything(Caller(sheet)):
        assert answer.status_code == 404, path
        assert answer.json()["refused"]["message"].startswith(
            "There’s no score sheet"
        ), path


def test_a_draft_has_no_page_yet(sheet: Sheet) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    for path, answer in everything(joined_before(sheet)):
        assert answer.status_code == 404, path


def joined_before(sheet: Sheet) -> Caller:
    caller = Caller(sheet)
    Phone.objects.create(
        sheet=sheet, key=caller.key, name="Marie", seat=1, keeper=True, writes=True
    )
    return caller


def test_a_page_that_the_desk_closed_is_gone(sheet: Sheet, keeper: Caller) -> None:
    phones.revoke(sheet=sheet, actor=builders.command())
    for path, answer in everything(keeper):
        assert answer.status_code == 410, path
        assert answer.json() == {
            "refused": {
                "message": f"{CLOSED} Ask at the desk.",
                "field": "",
                "problems": [],
            }
        }, path
    assert not Hand.objects.exists()


def test_a_new_code_leaves_the_old_address_without_a_sheet(
    sheet: Sheet, keeper: Caller
) -> None:
    fresh = phones.renew(sheet=sheet, actor=builders.command())
    for path, answer in everything(keeper):
        assert answer.status_code == 404, path
    keeper.sheet = fresh
    assert keeper.state()["me"] == keeper.row.pk


def test_a_phone_that_never_joined_says_first_who_holds_it(sheet: Sheet) -> None:
    caller = Caller(sheet)
    for path, answer in everything(caller):
        if path not in ("state/", "phones/"):
            assert answer.status_code == 403, path
            said = answer.json()["refused"]["message"]
            assert said == message("First choose your name on this phone."), path
    assert not Hand.objects.exists()


FOR_ALL = ("phones/", "hands/preview/", "confirm/", "calls/")


@in_turn("path", [path for path in WRITES if path not in FOR_ALL])
def test_a_phone_that_was_not_admitted_asks_first(
    sheet: Sheet, keeper: Caller, path: str
) -> None:
    other = joined(sheet, seat=3)
    answer = other.tell(path, **WRITES[path])
    assert answer.status_code == 403
    told = answer.json()
    said = "Scorekeeper: Marie Kubala."
    assert told["refused"]["message"].startswith(said)
    assert told["state"]["me"] == other.row.pk
    assert other.get("people/").status_code == 403


@in_turn("key", ["", "x", "0" * 31, "G" * 32, "0" * 33, "\N{SNOWMAN}"])
def test_a_key_that_is_none_is_nobodys(sheet: Sheet, keeper: Caller, key: str) -> None:
    Phone.objects.filter(key=keeper.key).update(key="0" * 31)
    answer = Caller(sheet, key).get()
    assert (answer.status_code, answer.json()["me"]) == (200, None)


def test_another_tables_phone_is_nobody_here(sheet: Sheet, keeper: Caller) -> None:
    keeper.sheet = builders.published_round(sheet.round.tournament).sheets.get()
    assert keeper.state()["me"] is None
    assert keeper.tell("hands/", **hand_of()).status_code == 403


BODIES = {
    "nothing": b"",
    "no JSON": b"key=1",
    "no object": b"[1]",
    "text": b'"key"',
    "null": b"null",
    "two objects": b"{}{}",
    "no UTF-8": b'{"key": "\xff"}',
    "UTF-16": '{"key": "x"}'.encode("utf-16"),
    "a BOM": '\ufeff{"key": "x"}'.encode(),
    "a field twice": b'{"key": "a", "key": "b"}',
    "a field twice inside": b'{"record": {"bid": 1, "bid": 2}}',
    "NaN": b'{"number": NaN}',
    "Infinity": b'{"number": -Infinity}',
    "1e999": b'{"number": 1e999}',
    "NUL": b'{"note": "a\\u0000b"}',
    "NUL in a name": b'{"record": {"a\\u0000": 1}}',
    "half a character": b'{"note": "\\ud83d"}',
    "half a character inside": b'{"record": {"values": {"1": ["\\udc00"]}}}',
    "deep": b'{"record":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a number of 5,000 digits": b'{"number": ' + b"9" * 5000 + b"}",
}


@in_turn("body", BODIES.values())
def test_what_is_no_message_of_ours(keeper: Caller, body: bytes) -> None:
    for path in WRITES:
        answer = keeper.send(path, body)
        assert answer.status_code == 400, path
        assert answer.json()["refused"]["message"], path


def test_a_message_is_not_too_long(keeper: Caller) -> None:
    body = {"key": new_key(), **hand_of(note="x" * MOST_BYTES)}
    answer = keeper.send("hands/", body)
    assert answer.status_code == 413
    assert answer.json()["refused"]["message"] == message("This message is too long.")
    fits = " " * (MOST_BYTES - 2)
    assert keeper.send("hands/", "{" + fits + "}").status_code == 422
    assert keeper.send("hands/", "{ " + fits + "}").status_code == 413


def test_a_message_that_breaks_off(keeper: Caller) -> None:
    class Broken(FakePayload):
        def read(self, *_: int) -> bytes:
            raise UnreadablePostError("connection reset")

    for length in ("100", "", "-5", "many"):
        answer = keeper.client.generic(
            "POST",
            keeper.at("hands/"),
            headers=keeper.headers,
            **{"wsgi.input": Broken(), "CONTENT_LENGTH": length},
        )
        assert answer.status_code == 400, length


def test_methods_nobody_uses(keeper: Caller) -> None:
    for path in READS:
        assert keeper.send(path, {}).status_code == 405, path
    for path in WRITES:
        assert keeper.get(path).status_code == 405, path
        looks = keeper.client.get(
            keeper.at(path), headers={"Accept": "text/html"}, follow=True
        )
        assert looks.redirect_chain[-1] == (keeper.at(""), 302), path


def test_nobody_keeps_an_answer_or_learns_the_address(keeper: Caller) -> None:
    for path, answer in everything(keeper):
        assert answer["Cache-Control"] == "no-store", path
        assert answer["Referrer-Policy"] == "no-referrer", path
        assert answer["X-Robots-Tag"] == "noindex", path
        assert answer["Content-Type"] == "application/json", path


def test_neither_session_nor_cookie_nor_csrf(sheet: Sheet) -> None:
    """An account that is signed in on the same phone is nobody at the table."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(builders.member(sheet.round.tournament.club, "owner"))
    client.cookies["csrftoken"] = "x" * 32
    caller = joined(sheet)
    caller.client = client
    with CaptureQueriesContext(connection) as queries:
        answers = [("", caller.get("")), *everything(caller)]
    asked = [each["sql"] for each in queries]
    assert not [sql for sql in asked if "django_session" in sql or "clubs_user" in sql]
    for path, answer in answers:
        assert not answer.cookies, path
        assert "Cookie" not in answer.get("Vary", ""), path
    assert Hand.objects.get().by is None


def test_the_token_is_in_no_log(
    keeper: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(Formatter("{message}", style="{"))
    keeper.client.raise_request_exception = False

    def broken(**_: Any) -> None:
        raise RuntimeError(f"broken at {keeper.at('hands/')}")

    monkeypatch.setattr(api_writes.hand_writes, "record", broken)
    with caplog.at_level(logging.DEBUG):
        assert keeper.tell("hands/", **hand_of()).status_code == 500
    assert "RuntimeError" in caplog.text
    assert keeper.sheet.token not in caplog.text


def test_a_sheet_drawn_anew_in_this_very_moment(
    keeper: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> None:
        raise Sheet.DoesNotExist

    monkeypatch.setattr("scoring.phones.views.api.state_of", gone)
    assert keeper.get().status_code == 404
    loan = {"seat": 1, "chips": 20}
    assert keeper.tell("loans/", **loan).status_code == 404


def test_a_question_for_news_is_one_query(
    keeper: Caller, django_assert_num_queries
) -> None:
    etag = keeper.get()["ETag"]
    with django_assert_num_queries(1):
        answer = keeper.get(**{"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == etag
    weak = keeper.get(**{"If-None-Match": f"W/{etag}"})
    assert weak.status_code == 304
    assert keeper.get(**{"If-None-Match": '"0-open"'}).status_code == 200


def test_a_hand_is_news(sheet: Sheet, keeper: Caller) -> None:
    other = joined(sheet, seat=3)
    etag = other.get()["ETag"]
    keeper.saved("hands/", **hand_of())
    answer = other.get(**{"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer["ETag"] == f'"{answer.json()["version"]}"'
    assert len(answer.json()["hands"]) == 1


def test_the_end_of_the_round_is_news(keeper: Caller) -> None:
    etag = keeper.get()["ETag"]
    Round.objects.update(state=Round.State.FINISHED)
    answer = keeper.get(**{"If-None-Match": etag})
    assert answer.json()["sheet"]["closed"] == message(
        "Round {number} is finished.", number=1
    )


@in_turn(
    "said, unsent",
    [("3", 3), ("0", 0), ("", 0), ("-1", 0), ("²", 0), ("9" * 30, 0), ("x", 0)],
)
def test_a_question_is_a_sign_of_life(keeper: Caller, said: str, unsent: int) -> None:
    Phone.objects.update(unsent=7)
    assert keeper.get(f"state/?unsent={said}").status_code == 200
    assert keeper.row.unsent == unsent


def test_whoever_has_no_phone_gives_no_sign_of_life(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_page.phones, "record_contact", None)
    assert Caller(sheet, "").get().status_code == 200
    assert phones is table_page.phones


def test_the_state_can_be_read_when_the_round_is_over(keeper: Caller) -> None:
    keeper.saved("hands/", **hand_of())
    Round.objects.update(state=Round.State.FINISHED)
    state = keeper.state()
    assert (state["sheet"]["open"], len(state["hands"])) == (False, 1)
    assert keeper.get("people/").status_code == 200
    assert keeper.client.get(reverse("scoring:table", args=[keeper.sheet.token]))


def test_the_answer_is_compressed(keeper: Caller) -> None:
    answer = keeper.get(**{"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.content)) == keeper.state()
