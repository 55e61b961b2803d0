"""A site with a name and a mail server, whose mails a test has sent when it likes."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from clubs.models import Player
from scoring.models import MailAddress
from scoring.signups import email_addresses
from scoring.signups.email_addresses import Wish
from tests import builders

SITE = "https://tarok.example.org"


@pytest.fixture
def with_mail(settings: Settings, tasks: Any) -> Any:
    """The tasks, which wait until the test has them done."""
    settings.MAIL = True
    settings.SITE_URL = SITE
    settings.DEFAULT_FROM_EMAIL = "valat@example.org"
    return tasks


def mailed(
    player: Player, wishes: list[str] | None = None, **facts: Any
) -> MailAddress:
    """An address that is confirmed, with all mails unless some are named."""
    by = builders.command()
    address = email_addresses.give(
        player=player,
        actor=by,
        email=facts.pop("email", f"player{player.number}@example.org"),
        wishes=[*Wish.values] if wishes is None else wishes,
        **facts,
    )
    address.letters.all().delete()
    return email_addresses.confirm(address=address, actor=by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], datetime]:
    """Sets the time that everybody reads."""

    def at(moment: datetime) -> datetime:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    return at
