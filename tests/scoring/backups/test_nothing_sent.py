"""Rows from a file send nothing: no mail, no webhook, after a restore or an update."""

from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from clubs.models import Club
from scoring.api import webhook_delivery, webhooks
from scoring.api.webhook_delivery import GATHER
from scoring.backups.club_restore import bring_back
from scoring.backups.club_rows import erase_rows
from scoring.backups.create import make
from scoring.core import subscriptions
from scoring.emails.schedule import enqueue_due
from scoring.models import Change, Position, Tournament, WebhookTry
from scoring.people import players
from scoring.signups import rsvps
from scoring.tournaments import tournaments
from tests import builders as build
from tests.scoring.api.conftest import INSIDE, SITE
from tests.scoring.api.receiver import Receiver, receiver
from tests.scoring.emails.conftest import mailed
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db(transaction=True)
BY = build.command()
MIGRATIONS = (
    "0050_positions",
    "0051_change_data",
    "0052_emails_follow",
    "0053_backups_follow",
)


@pytest.fixture
def program(settings: Settings, tasks: Waiting, tmp_path: Path) -> Iterator[Receiver]:
    settings.MAIL, settings.SITE_URL, settings.WEBHOOKS_INSIDE = True, SITE, INSIDE
    settings.PHOTOS = tmp_path / "photos"
    with receiver() as made:
        yield made


@pytest.fixture
def club(program: Receiver) -> Club:
    """A club with changes that nobody followed: an event that moved, and names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subscriptions, "enqueue", lambda *task: None)
        return moved()


def moved() -> Club:
    club = build.club()
    day = timezone.localdate() + timedelta(days=7)
    evening = build.tournament(club, date=day, asks=True)
    marie = build.player(club, "Marie Kubala")
    mailed(marie)
    rsvps.set_going(tournament=evening, player=marie, actor=BY)
    evening.letters.all().delete()
    tournaments.change(tournament=evening, actor=BY, date=day + timedelta(days=1))
    players.change(player=build.player(club, "Anna"), actor=BY, name="Anna Svoboda")
    return club


def follow_everything(club: Club, program: Receiver, tasks: Waiting) -> None:
    """What a worker does at its start, and a program that is added now."""
    webhooks.make(club=club, actor=BY, address=program.at(), key="key")
    subscriptions.enqueue_missed()
    enqueue_due()
    tasks.do()
    with pytest.MonkeyPatch.context() as patch:
        later = timezone.now() + 2 * GATHER
        patch.setattr(timezone, "now", lambda: later)
        webhook_delivery.enqueue_due()
        tasks.do()


def was_sent(program: Receiver) -> list[Any]:
    return [*mail.outbox, *program.calls, *WebhookTry.objects.all()]


def test_what_nobody_followed_goes_out_where_it_was_logged(
    club: Club, program: Receiver, tasks: Waiting
) -> None:
    """So the tests below would see it."""
    follow_everything(club, program, tasks)
    assert [each.subject for each in mail.outbox] == ["Moved: Fall Tarok"]
    assert program.calls


def test_a_restored_site_sends_nothing(
    club: Club, program: Receiver, tasks: Waiting, tmp_path: Path, settings: Settings
) -> None:
    call_command("backup", output=str(tmp_path / "site.zip"), verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    settings.DATA_DIR = tmp_path / "new"
    settings.DATA_DIR.mkdir()
    call_command("restore", str(tmp_path / "site.zip"))
    follow_everything(Club.objects.get(), program, tasks)
    assert was_sent(program) == []
    assert_it_goes_on(program, tasks)


def test_a_club_that_comes_back_sends_nothing(
    club: Club, program: Receiver, tasks: Waiting, tmp_path: Path
) -> None:
    make(tmp_path / "club.zip", club)
    erase_rows(club)
    back = bring_back(tmp_path / "club.zip", actor=BY, accounts={})
    follow_everything(back, program, tasks)
    assert was_sent(program) == []
    assert_it_goes_on(program, tasks)


def test_an_updated_site_sends_nothing(
    club: Club, program: Receiver, tasks: Waiting
) -> None:
    """Each subscriber begins where a migration has set it."""
    for name in MIGRATIONS:
        import_module(f"scoring.migrations.{name}").begin_here(apps, None)
    newest = Change.objects.first()
    assert newest is not None
    assert {*Position.objects.values_list("subscriber", "change")} == {
        (each.name, newest.pk) for each in subscriptions.SUBSCRIBERS
    }
    follow_everything(club, program, tasks)
    assert was_sent(program) == []
    assert_it_goes_on(program, tasks)


@transaction.atomic
def move(evening: Tournament) -> None:
    day = evening.date + timedelta(days=1)
    tournaments.change(tournament=evening, actor=BY, date=day)


def assert_it_goes_on(program: Receiver, tasks: Waiting) -> None:
    """What is logged from now on is followed."""
    evening = Tournament.objects.get()
    move(evening)
    tasks.do()
    assert [each.subject for each in mail.outbox] == ["Moved: Fall Tarok"]
    assert [each.kind for each in WebhookTry.objects.all()] == ["evening.changed"]
