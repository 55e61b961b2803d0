"""A page among a phone's apps: the club's, one's own, and the table's it stands on."""

from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.models import Club
from scoring.models import Sheet
from scoring.signups import personal_links
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
SQUARE = (512, 512)


def at(name: str, *where: object) -> str:
    return reverse(f"scoring:{name}", args=where)


def got(address: str, *, secure: bool = True) -> HttpResponse:
    answer = Client().get(address, secure=secure)
    assert answer.status_code == 200
    return answer


def app(address: str) -> Any:
    answer = got(address)
    assert answer["Content-Type"] == "application/manifest+json"
    assert not answer.cookies
    return answer.json()


def test_a_club_begins_at_its_page(club: Club) -> None:
    told = app(at("club-app", club.slug))
    assert told["name"] == club.name
    assert told["start_url"] == told["id"] == f"/{club.slug}/"
    assert told["display"] == "standalone"
    assert told["theme_color"] == "#164733"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    assert {icon["src"] for icon in told["icons"]} == {"/static/img/icon-512.png"}


def test_a_club_with_a_look_has_its_own(club: Club) -> None:
    club = build.look(club)
    told = app(at("club-app", club.slug))
    assert told["theme_color"] != "#164733"
    icon = got(told["icons"][0]["src"])
    with Image.open(BytesIO(icon.content)) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", SQUARE)
        assert drawn.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert "immutable" in icon["Cache-Control"]
    old = at("club-icon", club.slug, "0" * 8)
    assert Client().get(old).status_code == 404


def test_a_table_begins_where_it_stands(sheet: Sheet) -> None:
    """One app for all tables, and in the browser's frame: it shares what is kept."""
    told = app(at("table-app", sheet.token))
    assert told["start_url"] == at("table", sheet.token)
    assert told["id"] == told["scope"] == "/t/"
    assert told["display"] == "minimal-ui"
    assert told["short_name"] == message("Table {n}", n=1)
    gone = at("table-app", "nobody")
    assert Client().get(gone).status_code == 404


def test_ones_own_page_begins_where_it_stands(club: Club) -> None:
    marie = build.player(club)
    link = personal_links.give(player=marie, actor=build.command())
    token = personal_links.token_of(link)
    told = app(at("my-app", token))
    assert told["start_url"] == told["id"] == personal_links.path_of(link)
    assert told["name"] == f"My page · {club.name}"
    assert "Marie" not in str(told)
    personal_links.close(player=marie, actor=build.command())
    assert Client().get(at("my-app", token), secure=True).status_code == 404


def test_pages_name_it_over_https_alone(sheet: Sheet) -> None:
    club = sheet.round.tournament.club
    player = sheet.seats.get(position=1).entry.player
    own = personal_links.token_of(
        personal_links.give(player=player, actor=build.command())
    )
    pages = {
        at("me", own): at("my-app", own),
        at("club", club.slug): at("club-app", club.slug),
        at("table", sheet.token): at("table-app", sheet.token),
    }
    for page, manifest in pages.items():
        named = f'<link rel="manifest" href="{manifest}">'
        assert named in got(page).text
        assert "manifest" not in got(page, secure=False).text
    assert 'rel="manifest"' not in got("/").text
