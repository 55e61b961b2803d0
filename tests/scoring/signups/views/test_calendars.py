"""A calendar asked for again: what is kept of it never hides a newer evening."""

from datetime import time, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.models import Tournament
from scoring.signups import rsvps
from scoring.tournaments import tournaments
from tests import builders

pytestmark = pytest.mark.django_db
BY = builders.command()


@pytest.fixture
def evening(club: Club) -> Tournament:
    day = timezone.localdate() + timedelta(days=7)
    return builders.tournament(club, date=day, starts_at=time(19))


def asked(club: Club, what: str, etag: str = "") -> HttpResponse:
    headers = {"If-None-Match": etag} if etag else {}
    where = reverse(f"scoring:{what}", args=[club.slug])
    return Client().get(where, headers=headers)


def test_an_old_event_is_never_the_same(club: Club, evening: Tournament) -> None:
    first = asked(club, "club-calendar")
    etag = first["ETag"]
    assert asked(club, "club-calendar", etag).status_code == 304
    for change in (
        {"starts_at": time(20)},
        {"place": "Dance hall"},
        {"date": evening.date + timedelta(days=1)},
        {"name": "Winter Tarok"},
    ):
        tournaments.change(tournament=evening, actor=BY, reason="", **change)
        answer = asked(club, "club-calendar", etag)
        assert answer.status_code == 200
        assert answer["ETag"] != etag
        etag = answer["ETag"]
    rsvps.call_off(tournament=evening, actor=BY)
    answer = asked(club, "club-calendar", etag)
    assert answer.status_code == 200
    assert b"STATUS:CANCELLED" in answer.content
    assert asked(club, "club-calendar", answer["ETag"]).status_code == 304


def test_a_feed_is_newer_with_each_edition(club: Club, evening: Tournament) -> None:
    builders.verified_sheet(builders.open_sheet(evening))
    etag = asked(club, "club-feed")["ETag"]
    tournaments.finish(tournament=evening, actor=BY)
    assert asked(club, "club-feed", etag).status_code == 200
