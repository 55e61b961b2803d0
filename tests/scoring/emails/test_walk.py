"""A walk at random: people come and go, hours pass, the site sleeps for days.

Beside it goes a model of its own, which knows lists and a clock and nothing of the site.
After each step the states, the entries, the places and what went out by mail agree.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from clubs.models import Club
from scoring.emails.schedule import enqueue_due
from scoring.emails.views import sending
from scoring.models import Answer, Letter, Tournament
from scoring.signups import rsvps
from scoring.signups.rsvps import coming_to
from tests import builders
from tests.drill.figures import size
from tests.scoring.emails.conftest import mailed

pytestmark = pytest.mark.django_db
ZONE = ZoneInfo("America/Chicago")
DAY, PLACES = date(2027, 3, 5), 2
NAMES = ["Marie", "Josef", "Anna", "Karel", "Emil"]
A_DAY, HALF_A_DAY, HOUR = timedelta(days=1), timedelta(hours=12), timedelta(hours=1)
STEPS = size(70, 400)


@dataclass
class Model:
    """Who is in, who is offered a place until when, who waits in which order."""

    inside: set[str] = field(default_factory=set)
    offered: dict[str, datetime] = field(default_factory=dict)
    line: list[str] = field(default_factory=list)
    out: set[str] = field(default_factory=set)

    def states(self) -> dict[str, str]:
        found = dict.fromkeys(self.inside, "in") | dict.fromkeys(self.out, "out")
        found |= dict.fromkeys(self.offered, "offered")
        return found | dict.fromkeys(self.line, "waiting")

    def wake(self, slept_since: datetime, now: datetime) -> None:
        """What ended while nobody was there to answer holds half a day longer."""
        for who, until in self.offered.items():
            if slept_since < until < now + HOUR:
                self.offered[who] = now + HALF_A_DAY

    def look(self, now: datetime) -> None:
        """Offers that ran out go behind the line, and what is free is offered on."""
        ended = sorted((until, who) for who, until in self.offered.items())
        for until, who in ended:
            if until <= now:
                del self.offered[who]
                self.line.append(who)
        while self.line and len(self.inside) + len(self.offered) < PLACES:
            self.offered[self.line.pop(0)] = now + A_DAY

    def come(self, who: str, now: datetime) -> None:
        self.look(now)
        if who in self.inside or who in self.line:
            return
        self.out.discard(who)
        is_free = len(self.inside) + len(self.offered) < PLACES and not self.line
        if self.offered.pop(who, None) or is_free:
            self.inside.add(who)
        else:
            self.line.append(who)

    def stay_away(self, who: str, now: datetime) -> None:
        self.look(now)
        self.inside.discard(who)
        self.offered.pop(who, None)
        if who in self.line:
            self.line.remove(who)
        self.out.add(who)
        self.look(now)


@pytest.mark.parametrize("luck", size((20261125,), (1, 2, 3)))
def test_states_entries_places_and_mails_agree(
    club: Club, clock: Any, with_mail: Any, monkeypatch: Any, luck: int
) -> None:
    monkeypatch.setattr(sending, "FEW", 10_000)
    monkeypatch.setattr(sending, "MORE", {})
    now = clock(datetime(2027, 1, 4, 9, tzinfo=ZONE))
    evening = builders.tournament(
        club, date=DAY, starts_at=time(19), asks=True, places=PLACES
    )
    people = dict(zip(NAMES, _players(club), strict=True))
    model, chance, sleeps = Model(), Random(luck), 0
    rsvps.update_waitlists()
    for _ in range(STEPS):
        before, last = (model.states(), dict(model.offered)), now
        is_sleep = chance.random() < 0.12
        sleeps += is_sleep
        now = clock(now + _pause(chance, is_sleep=is_sleep))
        if is_sleep:  # whoever looks first finds what there was
            assert states(evening) == model.states()
            model.wake(last, now)
        rsvps.update_waitlists()
        model.look(now)
        pressed = ""
        if chance.random() < 0.7:
            pressed = chance.choice(NAMES)
            answer, act = chance.choice(
                2 * [(rsvps.set_going, model.come)]
                + [(rsvps.set_not_going, model.stay_away)]
            )
            by = builders.command()
            answer(tournament=evening, player=people[pressed], actor=by)
            act(pressed, now)
        enqueue_due()
        went = sent(with_mail)
        assert states(evening) == model.states()
        assert kept(evening) == model.states()
        assert entered(evening) == model.inside
        assert coming_to(evening).free == max(
            PLACES - len(model.inside) - len(model.offered), 0
        )
        assert went == due(model, before, pressed)
        for answer in Answer.objects.filter(state="offered"):
            assert answer.until == model.offered[answer.player.name]
    assert sleeps > 3
    assert not Letter.objects.filter(done_at=None).exists()


def _players(club: Club) -> list[Any]:
    players = builders.players(club, NAMES)
    for player in players:
        mailed(player, email=f"{player.name.lower()}@example.org")
    return players


def _pause(chance: Random, *, is_sleep: bool) -> timedelta:
    if is_sleep:
        return timedelta(minutes=chance.randint(3 * 60, 5 * 24 * 60))
    return timedelta(minutes=chance.randint(1, 100))


def states(evening: Tournament) -> dict[str, str]:
    comers = coming_to(evening).comers
    return {comer.player.name: comer.state.value for comer in comers}


def kept(evening: Tournament) -> dict[str, str]:
    return dict(evening.answers.values_list("player__name", "state"))


def entered(evening: Tournament) -> set[str]:
    return set(evening.entries.values_list("name", flat=True))


def sent(tasks: Any) -> set[tuple[str, str]]:
    """To whom which kind of mail went out just now."""
    before = len(mail.outbox)
    tasks.do()
    subjects = {
        "You’re going:": "in",
        "You’re on the waitlist:": "waiting",
        "A spot is open until": "offered",
    }
    went = set()
    for message in mail.outbox[before:]:
        [kind] = [kind for words, kind in subjects.items() if words in message.subject]
        went.add((message.to[0].partition("@")[0].capitalize(), kind))
    assert len(went) == len(mail.outbox) - before  # nobody twice
    return went


def due(
    model: Model, before: tuple[dict[str, str], dict[str, datetime]], pressed: str
) -> set[tuple[str, str]]:
    """What somebody should hear of this step: that he is in, waits, or is offered a place."""
    states_before, offers_before = before
    told = {
        (who, "offered")
        for who, until in model.offered.items()
        if offers_before.get(who) != until
    }
    now = model.states().get(pressed, "")
    if now in ("in", "waiting") and now != states_before.get(pressed):
        told.add((pressed, now))
    return told
