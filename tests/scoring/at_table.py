"""A phone at a table as its page makes it talk: a token, a key of its own, JSON."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.models import Phone, Sheet
from scoring.sheets import phones
from tests import builders

GAME = {
    "povinost": 1,
    "bid": "povinost",
    "declarer": 1,
    "partner": 3,
    "points": 59,
}  # three chips from each of the other side
NET = [3, -3, 3, -3]
TOTALS = [103, 97, 103, 97]


def open_sheet(**facts: Any) -> Sheet:
    """Table 1 of an open round; the facts are the tournament's."""
    return builders.open_sheet(builders.tournament(builders.club(), **facts))


def new_key() -> str:
    return uuid4().hex


@dataclass
class Caller:
    """Whoever holds a phone that knows the sheet's token; not yet joined."""

    sheet: Sheet
    key: str = field(default_factory=new_key)
    client: Client = field(default_factory=Client)

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Phone": self.key} if self.key else {}

    @property
    def row(self) -> Phone:
        return Phone.objects.get(key=self.key)

    def at(self, path: str) -> str:
        return f"{reverse('scoring:table', args=[self.sheet.token])}{path}"

    def get(self, path: str = "state/", **headers: str) -> HttpResponse:
        return self.client.get(self.at(path), headers=self.headers | headers)

    def state(self) -> dict[str, Any]:
        return self.get().json()

    def send(self, path: str, body: Any) -> HttpResponse:
        """Something as the page sends it; a body that is no text is made JSON."""
        content = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.client.post(
            self.at(path), content, "application/json", headers=self.headers
        )

    def tell(self, path: str, **fields: Any) -> HttpResponse:
        """A write with a key of its own."""
        return self.send(path, {"key": new_key(), **fields})

    def saved(self, path: str, **fields: Any) -> dict[str, Any]:
        answer = self.tell(path, **fields)
        assert answer.status_code == 200, answer.content
        return answer.json()["saved"]


def joined(sheet: Sheet, seat: int | None = 1, **facts: Any) -> Caller:
    """A phone that said who holds it; the first of a sheet keeps the score."""
    caller = Caller(sheet)
    wanted = {"name": "Rose Krenek", "asks": False, **facts}
    phones.join(sheet=sheet, key=caller.key, seat=seat, **wanted)
    return caller


def hand_of(**facts: Any) -> dict[str, Any]:
    """The body of a hand, without its key."""
    plain = {"number": 1, "record": GAME, "dealer": 4, "note": ""}
    return {**plain, "replaces": None, "reason": "", **facts}


HELD = [131, 96, 104, 69]
NONE = [0, 0, 0, 0]


def count_of(**facts: Any) -> dict[str, Any]:
    """The body of a count, without its key."""
    plain = {"seen": 0, "held": HELD, "borrowed": NONE, "chips": None}
    return {**plain, "from_hands": False, **facts}


def assert_refused(answer: Any, field: str, status: int = 422) -> str:
    """The sentence; the state goes with it."""
    told = answer.json()
    assert answer.status_code == status, told
    assert told["refused"]["field"] == field
    assert told["state"]["version"]
    return told["refused"]["message"]
