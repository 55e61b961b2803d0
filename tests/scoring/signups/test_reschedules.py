"""Called off, or moved: who said yes reads it."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from scoring.models import Tournament
from scoring.signups import rsvps
from scoring.signups.reschedules import rescheduled_text
from scoring.signups.summaries import invitation as invitation_of
from scoring.tournaments import tournaments
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = builders.command()


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(
        builders.club(),
        date=timezone.localdate() + timedelta(days=7),
        starts_at=time(19),
        place="SPJST Hall",
        asks=True,
    )


def invitation(evening: Tournament) -> list[str]:
    found = invitation_of(evening)
    return found.sentences if found else []


def move(evening: Tournament, **facts: object) -> str:
    tournaments.change(tournament=evening, actor=BY, reason="", **facts)
    evening.refresh_from_db()
    return rescheduled_text(evening)


def test_nobody_is_told_before_anybody_knew(evening: Tournament) -> None:
    assert move(evening, starts_at=time(20)) == ""


def test_what_was_announced_first_is_said_until_it_is_back(evening: Tournament) -> None:
    player = builders.player(evening.club)
    rsvps.set_going(tournament=evening, player=player, actor=BY)
    assert move(evening, prizes_shown=False) == ""
    said = move(evening, starts_at=time(20))
    assert said.startswith("This event has moved. It was announced for:")
    assert said.endswith(", 7:00 pm.")
    assert said in invitation(evening)
    assert move(evening, place="Dance hall").endswith("7:00 pm, SPJST Hall.")
    day = evening.date
    assert move(evening, date=day + timedelta(days=1)).endswith("7:00 pm, SPJST Hall.")
    back = {"date": day, "starts_at": time(19), "place": "SPJST Hall"}
    assert move(evening, **back) == ""


def test_an_evening_that_keeps_no_list_says_that_it_moved(evening: Tournament) -> None:
    Tournament.objects.update(asks=False)
    evening.refresh_from_db()
    assert invitation(evening) == []
    builders.entries(evening, 1, state="expected")
    assert invitation(evening) == []
    assert [move(evening, starts_at=time(20))] == invitation(evening)
    rsvps.call_off(tournament=evening, actor=BY)
    evening.refresh_from_db()
    assert invitation(evening) == [message("This event is canceled.")]
