"""What else an evening saves, one after the other: counts, confirmations, check-ins."""

import json
import re
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.urls import reverse

from benchmarks.table.hall import Hall, Table
from benchmarks.table.phones import HOST, PATIENCE
from benchmarks.table.saving import insert
from scoring.models import Count, Entry
from tests import builders

EVEN = list(builders.EVEN)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

Found = dict[str, Any]


class Besides:
    """Saves over one connection, and keeps how long each took (seconds)."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        self.inserts: list[float] = []
        self.errors: list[str] = []

    def timed(self, ask: Callable[[], HTTPResponse]) -> float:
        """One save, after a bare insert into the same database."""
        self.inserts.append(insert())
        start = time.perf_counter()
        answer = ask()
        content = answer.read()
        took = time.perf_counter() - start
        if answer.status != 200:
            self.errors.append(f"{answer.status} {content[:300].decode()}")
        return took

    def told(self, table: Table, phone: int, path: str, **fields: Any) -> HTTPResponse:
        """A write of one of a table's two phones."""
        body = json.dumps({"key": uuid4().hex, **fields})
        headers = {"Content-Type": "application/json", "X-Phone": table.phones[phone]}
        self.connection.request("POST", f"{table.path}{path}/", body, headers)
        return self.connection.getresponse()

    def counted(self, table: Table) -> HTTPResponse:
        four = {"held": EVEN, "borrowed": [0] * 4, "chips": None}
        return self.told(table, 0, "counts", seen=0, from_hands=False, **four)

    def confirmed(self, table: Table) -> HTTPResponse:
        return self.told(table, 1, "confirm", seen=1, seat=2)

    def at_the_door(self, hall: Hall) -> Callable[[Entry], HTTPResponse]:
        """Marks somebody as here, as the open page of the door sends it."""
        where = [hall.tournament.club.slug, hall.tournament.slug]
        path = reverse("scoring:door", args=where)
        name = f"door-{hall.tournament.pk}"
        desk = Client()
        desk.force_login(builders.member(hall.tournament.club, username=name))
        session = desk.cookies[settings.SESSION_COOKIE_NAME].value
        headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}
        self.connection.request("GET", path, headers=headers)
        page = self.connection.getresponse()
        [given] = [
            cookie.split(";")[0] for cookie in page.headers.get_all("Set-Cookie", [])
        ]
        [token] = TOKEN.findall(page.read().decode())[:1]
        headers = {
            "Cookie": f"{headers['Cookie']}; {given}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "HX-Target": "door-step",
        }

        def send(entry: Entry) -> HTTPResponse:
            act = f"e{entry.pk}-here-{entry.state}-0"
            form = {"csrfmiddlewaretoken": token, "key": uuid4().hex, "act": act}
            self.connection.request("POST", path, urlencode(form), headers)
            return self.connection.getresponse()

        return send


def besides(hall: Hall, port: int) -> Found:
    """Every table's count and its confirmation; everybody expected comes to the door."""
    saves = Besides(port)
    entries = hall.tournament.entries.order_by("number")
    entries.update(state=Entry.State.EXPECTED)
    come = saves.at_the_door(hall)
    seconds: dict[str, list[float]] = {"count": [], "confirm": [], "check-in": []}
    for table in hall.tables:
        seconds["count"].append(saves.timed(partial(saves.counted, table)))
        seconds["confirm"].append(saves.timed(partial(saves.confirmed, table)))
    for entry in entries:
        seconds["check-in"].append(saves.timed(partial(come, entry)))
    saves.connection.close()
    return {
        "inserts": saves.inserts,
        "seconds": seconds,
        "errors": saves.errors,
        "findings": list(missing(hall)),
    }


def missing(hall: Hall) -> list[str]:
    """What was answered and is not kept."""
    tables = len(hall.tables)
    counts = Count.objects.filter(sheet__round__tournament=hall.tournament)
    here = hall.tournament.entries.filter(state=Entry.State.HERE)
    kept = {
        "counts": (counts.filter(confirms=None).count(), tables),
        "confirmations": (counts.exclude(confirms=None).count(), tables),
        "people": (here.count(), hall.tournament.entries.count()),
    }
    return [
        f"{there} {what} of {all_of_them} are kept"
        for what, (there, all_of_them) in kept.items()
        if there != all_of_them
    ]
