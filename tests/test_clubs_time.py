"""Every time that a club reads is its own, wherever the site's clock stands."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from scoring.models import Sheet
from scoring.services import clocks, tournaments
from scoring.services.seating import draws
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
    tournaments.finish(tournament=world.hidden, by=by)
    clocks.start(rnd=world.round, by=by, key="clock", minutes=60)
    drawn = build.tournament(club, name="Drawn Tarok")
    build.entries(drawn, 8)
    draws.draw(tournament=drawn, by=by, whole_evening=True, seed=7)
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
