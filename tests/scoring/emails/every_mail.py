"""One mail of each kind to Marie, out of a story with others in it."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from clubs.models import Club, Player
from scoring.emails.schedule import enqueue_due
from scoring.models import Letter, Tournament
from scoring.signups import email_addresses, personal_links, rsvps
from scoring.tournaments import tournaments
from tests import builders

ZONE = ZoneInfo("America/Chicago")
DAY = date(2026, 11, 27)
OTHERS = ["Josef Marek", "Anna Svoboda", "Karel Novak", "Emil Hruska"]
PLACE = "Parish hall, Main Street 5"
Clock = Callable[[datetime], datetime]


def at(hour: int, days: int = 0, minute: int = 0) -> datetime:
    """An hour of the evening's day, or of so many days later."""
    return datetime.combine(DAY + timedelta(days), time(hour, minute), tzinfo=ZONE)


def every_mail(
    club: Club, clock: Clock, tasks: Any, language: str = "", **facts: Any
) -> dict[str, EmailMultiAlternatives]:
    """By its kind; the last of each. `facts`: of the evening that all are about."""
    clock(at(9, -3))
    by, mails = builders.command(), {}
    marie, *others = builders.players(club, ["Marie Kubala", *OTHERS])
    personal_links.give(player=marie, actor=by)
    address = email_addresses.give(
        player=marie,
        actor=by,
        email="marie@example.org",
        guardian="mother@example.org",
        wishes=email_addresses.Wish.values,
        language=language,
    )
    mails |= _gone(tasks)
    for guardian in (False, True):
        email_addresses.confirm(address=address, actor=by, guardian=guardian)
    evening = _evening(club, by, marie, others, **facts)
    mails |= _gone(tasks)
    rsvps.set_not_going(tournament=evening, player=others[0], actor=by)
    mails |= _gone(tasks)
    rsvps.set_going(tournament=evening, player=marie, actor=by)
    mails |= _gone(tasks)
    tournaments.change(tournament=evening, actor=by, starts_at=time(18), place="Annex")
    mails |= _gone(tasks)
    rsvps.call_off(tournament=evening, actor=by)
    mails |= _gone(tasks)
    rsvps.call_off(tournament=evening, actor=by, is_off=False)
    tasks.do()
    Letter.objects.all().delete()  # another week
    clock(at(17, -1))
    enqueue_due()
    mails |= _gone(tasks)
    _played(evening)
    builders.tournament(club, date=DAY + timedelta(14), name="Winter Tarok", asks=True)
    clock(at(8, 1))
    enqueue_due()
    mails |= _gone(tasks)
    return mails


def _gone(tasks: Any) -> dict[str, EmailMultiAlternatives]:
    """What goes out now, by the kinds of the newest letters."""
    before = len(mail.outbox)
    tasks.do()
    new = mail.outbox[before:]
    sent = Letter.objects.filter(is_sent=True).order_by("-done_at", "-pk")
    kinds = list(sent.values_list("kind", flat=True)[: len(new)])
    return dict(zip(reversed(kinds), new, strict=True))


def _evening(
    club: Club, by: Any, marie: Player, others: list[Player], **facts: Any
) -> Tournament:
    evening = builders.tournament(
        club,
        date=DAY,
        starts_at=time(19),
        doors_at=time(18, 30),
        place=PLACE,
        asks=True,
        places=len(others),
        fee=750,
        **facts,
    )
    for player in (*others, marie):
        rsvps.set_going(tournament=evening, player=player, actor=by)
    return evening


def _played(evening: Tournament) -> None:
    entries = evening.entries.exclude(state="absent").order_by("pk")
    for number, entry in enumerate(entries, start=1):
        entry.number, entry.state = number, "here"
        entry.save()
    rnd = builders.published_round(evening, 1)
    builders.verified_sheet(rnd.sheets.get())
    builders.over(rnd)
    evening.refresh_from_db()
    tournaments.finish(tournament=evening, actor=builders.command())
