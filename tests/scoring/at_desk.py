"""A sheet on the desk, as browsers open and send it."""

from typing import Any

from django.test import Client
from django.urls import reverse

from clubs.models import User
from scoring.models import Sheet
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build

OTHER = (113, 114, 104, 69)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(sheet: Sheet, name: str = "sheet-desk") -> str:
    tournament = sheet.round.tournament
    where = [tournament.club.slug, tournament.slug, sheet.round.number, sheet.table]
    return reverse(f"scoring:{name}", args=where)


def form(sheet: Sheet, held: tuple[object, ...] = build.EVEN, **facts: Any) -> dict:
    """What the browser sends; a number of each seat by name, as held2=54."""
    numbers = {f"held{seat}": value for seat, value in enumerate(held, start=1)}
    return {"key": "form-1", "seen": build.seen(sheet), **numbers, **facts}


def page(user: User, sheet: Sheet, query: str = "") -> str:
    return signed_in(user).get(address(sheet) + query).content.decode()


def state(sheet: Sheet) -> SheetState:
    return life_of(Sheet.objects.get(pk=sheet.pk)).state
