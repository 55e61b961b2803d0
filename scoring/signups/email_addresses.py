"""Where people's mail goes: given, confirmed from the mailbox itself, turned off, forgotten.

An address counts once a button was pressed behind the link that was sent to it; of a
minor also a guardian's. The log keeps when, by whom and by which words, never the address.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Max, QuerySet
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from clubs.i18n import and_list, joined, message
from clubs.models import Club, Pictures, Player
from clubs.players import living
from scoring.core.writes import CLOCK, ActionRefused, Actor, log
from scoring.models import Answer, Change, Entry, MailAddress
from scoring.models.log_messages import log_message
from scoring.people import players
from scoring.signups import mailbox_notices, notifications, personal_links
from scoring.signups.notifications import Kind, Wish

OWN, GUARDIAN = "scoring.coming.mail.own", "scoring.coming.mail.guardian"
OFF = "scoring.coming.mail.off"
CHANGED = "mailbox"  # what the log calls a confirmed address that is another one now
BY_MAIL = "mail"  # where somebody acts from the mailbox
SHOWN_TO_DESK = timedelta(days=14)
KEPT = timedelta(days=365)  # after the last evening
UNCONFIRMED = timedelta(days=14)


def address_of(player: Player) -> MailAddress | None:
    """The mail address that somebody gave, confirmed or not."""
    return MailAddress.objects.filter(player=player).first()


def addresses_of(club: Club) -> QuerySet[MailAddress]:
    """All of a club, by the names of whom they belong to."""
    rows = MailAddress.objects.filter(player__club=club, player__merged_into=None)
    return rows.select_related("player").order_by("player__name", "pk")


def of_mailboxes(emails: Iterable[str]) -> list[MailAddress]:
    """Confirmed addresses that are one of these, each with its player and club."""
    rows = MailAddress.objects.filter(player__merged_into=None, player__erased_at=None)
    confirmed = rows.exclude(confirmed_at=None).select_related("player__club")
    known = {email.lower() for email in emails}
    lowered = confirmed.annotate(lowered=Lower("email"))
    return list(lowered.filter(lowered__in=known).order_by("player__club__name", "pk"))


def confirm_path(address: MailAddress, *, guardian: bool = False) -> str:
    """The page that asks whether the address is right, without the site's own name."""
    token = personal_links.signed(address.word, GUARDIAN if guardian else OWN)
    return reverse("scoring:mail-confirm", args=[token])


def off_path(address: MailAddress, wish: str = "") -> str:
    """The page that turns off mails of a kind, or all."""
    token = personal_links.signed(address.word, OFF)
    return reverse("scoring:mail-off", args=[token, wish or "all"])


def opened(token: str, purpose: str) -> MailAddress | None:
    """The address of a token for this purpose; None where it is nobody's any more."""
    word = personal_links.word_from_token(token, purpose)
    if word is None:
        return None
    rows = MailAddress.objects.filter(word=word, player__erased_at=None)
    return rows.select_related("player__club", "player__merged_into").first()


def words_of(wishes: Iterable[str], club: Club) -> str:
    """What somebody agrees to, in one sentence; it is kept with the consent."""
    wished = and_list(wish.label for wish in Wish if wish in set(wishes))
    if not wished:
        return message("No emails.")
    return message(
        "I want to get emails at this address. Club: {club}. About: {wishes}.",
        club=club.name,
        wishes=wished,
    )


@transaction.atomic
def give(
    *,
    player: Player,
    actor: Actor,
    email: str,
    wishes: Iterable[str],
    guardian: str = "",
    language: str = "",
) -> MailAddress:
    """Somebody's mail address and wishes; another address has to be confirmed anew.

    The same address again changes the wishes alone. The mailbox from before and the
    desk hear of another one.
    """
    player = living(player)
    wished, old = _in_order(wishes), address_of(player)
    if old and (old.email, old.guardian) == (email, guardian) and not old.refused_at:
        _set_wishes(old, wished, actor)
        return old
    is_changed = old is not None and old.confirmed_at is not None
    if old:
        mailbox_notices.notify_replaced(old, still_used=[email, guardian])
        old.delete()
    if guardian and player.pictures == Pictures.AGREES:
        players.change(player=player, actor=actor, pictures="")  # the guardian is asked
    address = MailAddress.objects.create(
        player=player,
        email=email,
        guardian=guardian,
        wishes=wished,
        language=language,
        given_at=timezone.now(),
    )
    text = log_message("email.given", name=player.name)
    if is_changed:
        text = log_message("email.changed", name=player.name)
    log(actor, CHANGED if is_changed else "mail", text, club=player.club)
    ask(address)
    return address


@transaction.atomic
def ask_again(*, address: MailAddress, actor: Actor) -> None:
    """Send the links once more that nobody has pressed the button of."""
    player = living(address.player)
    ask(MailAddress.objects.get(pk=address.pk))
    text = log_message("email.asked_again", name=player.name)
    log(actor, "mail", text, club=player.club)


def ask(address: MailAddress) -> None:
    """Send a link to each address that is not confirmed; belongs in a transaction."""
    if not notifications.is_on():
        return
    subject = notifications.moment(timezone.now())
    if address.confirmed_at is None:
        notifications.queue_notification(address, Kind.ADDRESS, subject=subject)
    if address.guardian and address.guardian_confirmed_at is None:
        notifications.queue_notification(address, Kind.GUARDIAN, subject=subject)


@transaction.atomic
def set_wishes(*, address: MailAddress, actor: Actor, wishes: Iterable[str]) -> None:
    """Which mails somebody wishes from now on. The same again is nothing."""
    living(address.player)
    _set_wishes(MailAddress.objects.get(pk=address.pk), _in_order(wishes), actor)


def _set_wishes(address: MailAddress, wished: list[str], actor: Actor) -> None:
    if wished == address.wishes:
        return
    player = address.player
    old = words_of(address.wishes, player.club)
    address.wishes = wished
    address.save(update_fields=["wishes"])
    text = log_message("email.kinds_changed", name=player.name)
    new = words_of(wished, player.club)
    log(actor, "mail", text, club=player.club, old=old, new=new)


@transaction.atomic
def confirm(
    *, address: MailAddress, actor: Actor, guardian: bool = False
) -> MailAddress:
    """Whoever reads the mailbox agrees; with `guardian` whoever stands for a minor.

    Twice is once.
    """
    player = living(address.player)
    fresh = MailAddress.objects.get(pk=address.pk)
    field = "guardian_confirmed_at" if guardian else "confirmed_at"
    if getattr(fresh, field):
        return fresh
    setattr(fresh, field, timezone.now())
    fresh.save(update_fields=[field])
    text = log_message("email.confirmed", name=player.name)
    if guardian:
        text = log_message("email.guardian_confirmed", name=player.name)
    new = words_of(fresh.wishes, player.club)
    log(actor, "mail", text, club=player.club, new=new)
    return fresh


@transaction.atomic
def turn_off(*, address: MailAddress, actor: Actor, wish: str = "") -> None:
    """No more mails of this kind, or none at all. Twice is once."""
    left = [other for other in address.wishes if wish and other != wish]
    set_wishes(address=address, actor=actor, wishes=left)


@transaction.atomic
def remove(*, player: Player, actor: Actor) -> None:
    """Delete somebody's address and wishes. Twice is once.

    Unless the mailbox itself said so, the mailbox and the desk hear of it.
    """
    player = living(player)
    address = address_of(player)
    if address is None:
        return
    is_changed = actor.source != BY_MAIL and address.confirmed_at is not None
    if is_changed:
        mailbox_notices.notify_removed(address)
    address.delete()
    text = log_message("email.deleted", name=player.name)
    log(actor, CHANGED if is_changed else "mail", text, club=player.club)


def recently_changed(club: Club) -> QuerySet[Change]:
    """Confirmed addresses that somebody replaced or removed lately, the newest first."""
    since = timezone.now() - SHOWN_TO_DESK
    changes = Change.objects.filter(club=club, what=CHANGED, at__gt=since)
    return changes.order_by("-pk")


@transaction.atomic
def note_refused(address: MailAddress, reason: str) -> None:
    """The mail server took nothing for it; nothing more is sent until it is given anew."""
    rows = MailAddress.objects.filter(pk=address.pk, refused_at=None)
    if rows.update(refused_at=timezone.now(), refused_why=reason[:40]):
        name = address.player.name
        text = log_message("email.rejected", name=name)
        log(CLOCK, "mail", text, club=address.player.club, new=reason[:40])


def asks_guardian(player: Player) -> bool:
    """Whether a parent or guardian speaks for him: a minor, or whoever named one."""
    rows = MailAddress.objects.filter(player=player)
    return player.is_minor or rows.exclude(guardian="").exists()


@transaction.atomic
def say_of_pictures(*, player: Player, actor: Actor, answer: Pictures) -> None:
    """Whether he may be seen in pictures, by himself or with GUARDIAN for him.

    Said twice is once; a no is a no, whoever says it. Raises ActionRefused.
    """
    if answer == Pictures.AGREES and asks_guardian(player):
        raise ActionRefused(message("For a minor, a parent or guardian decides."))
    players.change(player=player, actor=actor, pictures=answer)


def forget_old(current_time: datetime | None = None) -> int:
    """Delete addresses a year after the last evening, and those never confirmed.

    Says how many. Belongs to what is done at the start and every hour.
    """
    current_time, forgotten = current_time or timezone.now(), 0
    young = current_time - min(KEPT, UNCONFIRMED)
    rows = MailAddress.objects.filter(given_at__lt=young).select_related("player__club")
    for address in rows:
        if _is_old(address, current_time):
            address.delete()
            text = log_message("email.expired", name=address.player.name)
            log(CLOCK, "mail", text, club=address.player.club)
            forgotten += 1
    return forgotten


def _is_old(address: MailAddress, current_time: datetime) -> bool:
    if not address.is_confirmed:
        return address.given_at < current_time - UNCONFIRMED
    last = max(last_evening(address.player), address.given_at.date())
    return last < (current_time - KEPT).date()


def last_evening(player: Player) -> date:
    """The day of the last evening somebody was entered in, or said something of."""
    days = [
        rows.aggregate(day=Max("tournament__date"))["day"]
        for rows in (
            Entry.objects.filter(player=player),
            Answer.objects.filter(player=player),
        )
    ]
    return max((day for day in days if day), default=date.min)


def _in_order(wishes: Iterable[str]) -> list[str]:
    known = set(wishes)
    return [wish.value for wish in Wish if wish in known]


@transaction.atomic
def set_club(*, club: Club, actor: Actor, guardian_age: int, word: str) -> None:
    """From which age nobody else is asked, and the word for signing up by name."""
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old = _club_in_words(fresh)
    fresh.guardian_age, fresh.word = guardian_age, word
    fresh.full_clean()
    fresh.save(update_fields=["guardian_age", "word"])
    new = _club_in_words(fresh)
    if old != new:
        text = log_message("signup.settings_changed", now=new)
        log(actor, "settings", text, club=fresh, old=old, new=new)


def _club_in_words(club: Club) -> str:
    """The word itself is for those who were told it."""
    by_name = (
        log_message("signup.with_password") if club.word else log_message("signup.off")
    )
    age = log_message("signup.guardian_age", age=club.guardian_age)
    return joined([age, by_name])
