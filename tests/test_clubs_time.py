"""Every time that a club reads is its own, wherever the site's clock stands."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from clubs import server_clock
from scoring.desk import clocks
from scoring.draw import draws
from scoring.models import Sheet
from scoring.tournaments import tournaments
from tests import builders as build
from tests.test_permissions import DOORS, NO
from tests.world import client_of, evening, somebody

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 2, 15, tzinfo=UTC)
SITE = ("8:15 pm", "8:15\u202fpm", "20:15")  # Chicago; in India it is 7:45 am
# Somebody's own account belongs to no club, and to all of his.
OF_THE_SITE = "/accounts/"


def test_no_page_shows_the_sites_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    world = evening()
    club, by = world.club, build.command()
    club.time_zone = "Asia/Kolkata"
    club.save()
    tournaments.finish(tournament=world.hidden, actor=by)
    clocks.start(rnd=world.round, actor=by, key="clock", minutes=60)
    drawn = build.tournament(club, name="Drawn Tarok")
    build.entries(drawn, 8)
    draws.draw(tournament=drawn, actor=by, whole_evening=True, seed=7)
    Sheet.objects.update(chips_laid_at=NOW)
    client = client_of(somebody("owner", club, club))
    found = []
    addresses = [
        *(world.address(name) for name, door in DOORS.items() if door.get != NO),
        *(
            world.address(name, tournament=each.slug)
            for name in (
                "scoring:tournament-desk",
                "scoring:tournament",
                "scoring:draw",
            )
            for each in (world.hidden, drawn)
        ),
    ]
    clocked = 0
    for address in addresses:
        if address.startswith(OF_THE_SITE):
            continue
        answer = client.get(address)
        text = b"".join(answer).decode(errors="replace")
        clocked += "7:45 am" in text
        found += [f"{address}: {at}" for at in SITE if at in text]
    assert found == []
    assert clocked > 15


# --- The hour that comes twice ------------------------------------------------------

# November 1, 2026, in Texas: 1:30, 1:50, then the clock is turned back, 1:10, 1:20 am.
OPENED, COUNTED, VERIFIED, READ = (
    datetime(2026, 11, 1, hour, minute, tzinfo=UTC)
    for hour, minute in ((6, 30), (6, 50), (7, 10), (7, 20))
)


def test_the_night_when_the_clock_is_turned_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = [OPENED]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    monkeypatch.setattr(server_clock, "now", lambda: at[0])
    club, by = build.club(time_zone="America/Chicago"), build.command()
    night = build.tournament(club, name="Night Tarok", rounds_planned=1)
    rnd = build.opened_round(night)
    clocks.start(rnd=rnd, actor=by, key="clock", minutes=60)
    sheet = rnd.sheets.get()
    at[0] = COUNTED
    build.counted(sheet)
    client = client_of(somebody("owner", club, club))
    desk = "/desk/lodge-24/night-tarok/"
    at[0] = VERIFIED
    assert "at the bell: 1:30 am CST" in read(client, desk)
    build.confirmed(sheet)
    tournaments.finish(tournament=night, actor=by)

    at[0] = READ
    assert times_in(read(client, "/desk/lodge-24/log/"))[:5] == [
        "1:10 am CST",
        "1:10 am CST",
        "1:50 am CDT",
        "1:30 am CDT",
        "1:30 am CDT",
    ]
    receipts = read(client, f"{desk}rounds/1/tables/1/")
    assert "Counted by: a command, 1:50 am CDT; verified:" in receipts
    public = read(client, "/lodge-24/night-tarok/print/")
    assert "(1:10 am CST, Nov 1, 2026)" in public
    assert "As of 1:20 am CST, Nov 1, 2026" in public


def read(client: Client, address: str) -> str:
    return " ".join(strip_tags(client.get(address).content.decode()).split())


def times_in(text: str) -> list[str]:
    return re.findall(r"\d+:\d\d [ap]m(?: C[DS]T)?", text)
