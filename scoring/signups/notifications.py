"""Emails to queue for people, in the transaction of the change that causes them.

One change can notify many people. Each email is retried on its own, and goes to the
people it concerned at that time, so each has its own row. An email goes only to a
confirmed address, and only if the person wants emails of its kind. `scoring.emails`
follows the log and sends the queued emails. Each email is written from the data at the
time of sending.
"""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from clubs.i18n import message
from clubs.models import Player
from scoring.models import Entry, Letter, MailAddress, Tournament

Kind = Letter.Kind
Wish = MailAddress.Wish
# The choice a person needs to have made to get an email of each kind.
WISHES = {
    Kind.CONFIRMATION: Wish.CONFIRMATION,
    Kind.EVE: Wish.EVE,
    Kind.OFFER: Wish.OFFER,
    Kind.OFF: Wish.OFF,
    Kind.MOVED: Wish.OFF,
    Kind.MORNING: Wish.MORNING,
}
SAID_YES = ("in", "waiting", "offered")
EXPECTED = (Entry.State.EXPECTED, Entry.State.HERE)


def missing() -> list[str]:
    """Return the settings this site lacks to send emails, in sentences; [] if none."""
    sentences: list[str] = []
    if not settings.MAIL:
        sentences.append(message("The site has no mail server (MAIL_URL)."))
    if not settings.SITE_URL:
        sentences.append(
            message("The site has no public address for links in emails (SITE_URL).")
        )
    return sentences


def is_on() -> bool:
    """Return whether this site can send emails to people."""
    return bool(settings.MAIL and settings.SITE_URL)


def wishes(address: MailAddress, kind: str) -> bool:
    """Return whether emails of this kind can go to the address now."""
    player = address.player
    needs_guardian = player.is_minor and not address.guardian
    is_wished = WISHES[Kind(kind)] in address.wishes
    return address.is_open and is_wished and not needs_guardian


def queue_notification(
    address: MailAddress,
    kind: str,
    tournament: Tournament | None = None,
    *,
    subject: str = "",
    **facts: object,
) -> None:
    """Queue an email to send after the change; only one is queued about one subject."""
    Letter.objects.get_or_create(
        to=address,
        tournament=tournament,
        kind=kind,
        about=subject,
        defaults={"facts": facts, "asked_at": timezone.now()},
    )


def notify_players(
    tournament: Tournament,
    players: Iterable[Player],
    kind: str,
    *,
    subject: str = "",
    **facts: object,
) -> None:
    """Queue an email to each of the players who wants emails of this kind.

    At most two queries to find them.
    """
    if not is_on():
        return
    pks = [player.pk for player in players]
    rows = MailAddress.objects.filter(player__in=pks).select_related("player")
    for address in rows:
        if wishes(address, kind):
            queue_notification(address, kind, tournament, subject=subject, **facts)


def moment(time: datetime) -> str:
    """Return a time as text for the subject that identifies an email."""
    return time.isoformat(timespec="seconds")


def players_going(tournament: Tournament) -> list[Player]:
    """Return stored players who are going, on the waitlist or offered a spot."""
    answered = tournament.answers.filter(state__in=SAID_YES).values("player")
    entered = tournament.entries.filter(state__in=EXPECTED).values("player")
    return list(Player.objects.filter(Q(pk__in=answered) | Q(pk__in=entered)))


def those_who_played(tournament: Tournament) -> list[Player]:
    """Return the players who have a start number, and therefore a place."""
    entered = tournament.entries.filter(house=None).exclude(number=None)
    return list(Player.objects.filter(pk__in=entered.values("player")))


def notify_canceled(tournament: Tournament) -> None:
    """Email everyone going that the event is canceled, or takes place after all."""
    canceled_at = tournament.called_off_at
    subject = (
        f"off {moment(canceled_at)}" if canceled_at else f"on {moment(timezone.now())}"
    )
    people = players_going(tournament)
    notify_players(
        tournament, people, Kind.OFF, subject=subject, is_off=bool(canceled_at)
    )


def notify_of_move(
    tournament: Tournament, former: dict[str, str], time: datetime
) -> None:
    """Email people who are going about another day, hour or location.

    `former` has the values before the change, and `time` is the time of the change.
    """
    waiting = Letter.objects.filter(tournament=tournament, kind=Kind.MOVED)
    told_already = waiting.filter(done_at=None).values("to__player")
    people = players_going(tournament)
    known = {row["to__player"] for row in told_already}
    fresh = [player for player in people if player.pk not in known]
    notify_players(tournament, fresh, Kind.MOVED, subject=moment(time), was=former)
