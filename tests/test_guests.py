"""The demo club's desk as anyone sees it: to look at, with nothing secret, never to change."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from clubs.models import Club
from scoring.models import Sheet, Tournament
from tests.test_permissions import DOORS, NO, OF_THE_DESK, sent
from tests.world import Evening, client_of, somebody

pytestmark = pytest.mark.django_db

# The pages that a guest reads: the column beside those of `DOORS`. All others of the desk
# are a 404: tokens, personal links, addresses, invitations, backups, own data.
FOR_GUESTS = {
    f"scoring:{name}"
    for name in (
        *("desk", "players", "player-new", "doubles", "seasons", "season-new"),
        *("season-change", "tournament-new", "tournament-desk", "door", "entries"),
        *("entry-edit", "entries-paste", "coming", "series", "draw", "round-desk"),
        *("start-chips", "change", "sit-outs", "substitutes", "papers", "papers-now"),
        *("paper", "verifying", "sheet-desk", "sheet-causes", "hand-desk", "tray"),
        *("rulings", "ledger", "podium", "closing", "prizes", "report"),
        *("treasurer", "export", "desk-search", "desk-news"),
    )
}
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
SECRETS = {"wifi_name": "Hall Guest", "wifi_password": "hush-hush"}


@pytest.fixture
def demo(here: Evening) -> Evening:
    """An evening of the demo club."""
    Club.objects.filter(pk=here.club.pk).update(is_demo=True)
    return here


@pytest.fixture(params=["visitor", "outsider"])
def guest(request: pytest.FixtureRequest, here: Evening, there: Evening) -> Client:
    return client_of(somebody(request.param, here.club, there.club))


@contextmanager
def writes() -> Iterator[list[str]]:
    """The statements that change a row."""
    written: list[str] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if WRITES.match(sql):
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield written


def test_a_guest_reads_the_desk_and_changes_nothing(
    demo: Evening, guest: Client
) -> None:
    wrong = []
    for name in OF_THE_DESK:
        door, address = DOORS[name], demo.address(name)
        if door.least in ("operator", "nobody"):
            continue
        with writes() as written:
            answer = sent(guest, "get", address)
        allowed = {door.get} if name in FOR_GUESTS else {404, NO}
        if answer.status_code not in allowed or written:
            wrong.append((name, "get", answer.status_code, written))
        if name in FOR_GUESTS:
            assert "no-store" in answer["Cache-Control"], name
            assert "private" in answer["Cache-Control"], name
        with writes() as written:
            answer = sent(guest, "post", address)
        if answer.status_code not in (403, NO) or written:
            wrong.append((name, "post", answer.status_code, written))
    assert wrong == []


def test_no_page_for_guests_has_a_secret(demo: Evening, guest: Client) -> None:
    Tournament.objects.update(**SECRETS)
    secrets = {
        *SECRETS.values(),
        *(str(demo.of[name]) for name in ("me", "join", "password_token", "mail_off")),
        "mail@example.org",
        "Rose Orsak",  # who signed up, and isn't confirmed
        "lodge.example/valat",
    }
    for sheet in Sheet.objects.filter(round__tournament__club=demo.club):
        secrets |= {sheet.token, sheet.code}
    for name in sorted(FOR_GUESTS):
        for query in ({}, {"code": ""}):
            text = guest.get(demo.address(name), query).content.decode()
            assert not {secret for secret in secrets if secret in text}, name


def test_another_clubs_desk_has_no_guests(demo: Evening, there: Evening) -> None:
    for name in sorted(FOR_GUESTS):
        assert sent(client_of(None), "get", there.address(name)).status_code == 302


def test_a_member_of_the_demo_club_is_no_guest(demo: Evening, there: Evening) -> None:
    client = client_of(somebody("scorekeeper", demo.club, there.club))
    assert sent(client, "get", demo.address("scoring:prizes")).status_code == 403
    assert sent(client, "get", demo.address("scoring:paper")).status_code == 200
