"""A club with some open data; one whose changes a program is told, by a clock of ours."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.models import Club
from scoring.api import webhook_delivery, webhooks
from scoring.api.webhook_delivery import GATHER
from scoring.core.writes import lock, log
from scoring.models import Tournament, Webhook
from scoring.models.log_messages import log_message
from scoring.rollups.updates import follow_all
from scoring.standings import seasons
from tests import builders as build
from tests.same_rows import same_rows
from tests.scoring.api.receiver import Receiver, receiver
from tests.scoring.exports import random_evenings

INSIDE = [ip_network("127.0.0.0/8")]
SITE = "https://tarok.example.org"
BEGIN = datetime(2026, 11, 20, 19, 0, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def played(club: Club) -> Tournament:
    """Two evenings of a final season, one that is not public, one to come."""
    rows = Tournament.objects.select_related("club", "season")
    return rows.get(pk=_play(club.pk))


@same_rows
def _play(pk: int) -> int:
    club = Club.objects.get(pk=pk)
    build.tournament(club, name="To come", slug="next", date=date(2099, 1, 5))
    random_evenings.evening(club, "scarto", 2)
    made = random_evenings.evening(club, "spjst", 1)
    hidden = build.tournament(club, name="Secret", slug="secret", public=False)
    build.verified_sheet(build.open_sheet(hidden))
    follow_all()
    seasons.finish(season=made.season, actor=build.command())
    return made.pk


class Now:
    """The time that everybody reads."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> datetime:
        return self.at

    def later(self, pause: timedelta = GATHER) -> None:
        self.at += pause


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    made = Now()
    monkeypatch.setattr(timezone, "now", made)
    return made


@pytest.fixture
def program(
    settings: Any, tasks: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Receiver]:
    monkeypatch.setattr(
        webhook_delivery, "SLOWER", 0
    )  # a busy machine is no slow program
    settings.SITE_URL = SITE
    settings.WEBHOOKS_INSIDE = INSIDE
    with receiver() as made:
        yield made


@pytest.fixture
def evening(now: Now) -> Tournament:
    return build.tournament(build.club())


@pytest.fixture
def hook(evening: Tournament, program: Receiver) -> Webhook:
    return made(evening.club, program.at())


def made(club: Club, address: str, key: str = "key") -> Webhook:
    return webhooks.make(club=club, actor=build.command(), address=address, key=key)


def change(evening: Tournament, what: str = "settings") -> None:
    with transaction.atomic():
        log(
            build.command(),
            what,
            log_message("entry.numbers_drawn"),
            tournament=lock(evening),
        )
