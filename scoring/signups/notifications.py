"""Letters: what somebody is to be told by mail, in the transaction of the change.

One change may be told to many, each as tries go, and to those whom it concerned then: so
each has a row of its own. A mail goes only to an address that was confirmed, and of a
kind that was wished. `scoring.emails` follows the log and sends what waits; it writes
each from what holds then.
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
# What has to be wished for a mail of each kind.
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
    """What this site needs before it can write to people; [] where it has all."""
    sentences: list[str] = []
    if not settings.MAIL:
        sentences.append(message("The site has no mail server (MAIL_URL)."))
    if not settings.SITE_URL:
        sentences.append(
            message("The site has no public address for links in emails (SITE_URL).")
        )
    return sentences


def is_on() -> bool:
    """Whether this site can write to people."""
    return bool(settings.MAIL and settings.SITE_URL)


def wishes(address: MailAddress, kind: str) -> bool:
    """Whether mails of this kind may go there now."""
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
    """Have a mail sent once the write is followed; one about the same thing is one."""
    Letter.objects.get_or_create(
        to=address,
        tournament=tournament,
        kind=kind,
        about=subject,
        defaults={"facts": facts, "asked_at": timezone.now()},
    )


def tell(
    tournament: Tournament,
    players: Iterable[Player],
    kind: str,
    *,
    subject: str = "",
    **facts: object,
) -> None:
    """Have everybody of these told who wishes it; two queries at most to find them."""
    if not is_on():
        return
    pks = [player.pk for player in players]
    rows = MailAddress.objects.filter(player__in=pks).select_related("player")
    for address in rows:
        if wishes(address, kind):
            queue_notification(address, kind, tournament, subject=subject, **facts)


def moment(time: datetime) -> str:
    """A moment as it stands in a mark."""
    return time.isoformat(timespec="seconds")


def players_going(tournament: Tournament) -> list[Player]:
    """Who comes, waits or is offered a place, by answers or entries as they are kept."""
    answered = tournament.answers.filter(state__in=SAID_YES).values("player")
    entered = tournament.entries.filter(state__in=EXPECTED).values("player")
    return list(Player.objects.filter(Q(pk__in=answered) | Q(pk__in=entered)))


def those_who_played(tournament: Tournament) -> list[Player]:
    """Who has a start number, and so a place."""
    entered = tournament.entries.filter(house=None).exclude(number=None)
    return list(Player.objects.filter(pk__in=entered.values("player")))


def notify_canceled(tournament: Tournament) -> None:
    """Whoever said yes hears that the evening does not take place, or does after all."""
    canceled_at = tournament.called_off_at
    subject = (
        f"off {moment(canceled_at)}" if canceled_at else f"on {moment(timezone.now())}"
    )
    people = players_going(tournament)
    tell(tournament, people, Kind.OFF, subject=subject, is_off=bool(canceled_at))


def tell_moved(tournament: Tournament, former: dict[str, str], time: datetime) -> None:
    """Tell people who are going about another day, hour or location.

    `was` has the values before the change, and `at` its moment.
    """
    waiting = Letter.objects.filter(tournament=tournament, kind=Kind.MOVED)
    told_already = waiting.filter(done_at=None).values("to__player")
    people = players_going(tournament)
    known = {row["to__player"] for row in told_already}
    fresh = [player for player in people if player.pk not in known]
    tell(tournament, fresh, Kind.MOVED, subject=moment(time), was=former)
