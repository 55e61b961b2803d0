"""People's email addresses: add, confirm from the mailbox, turn off and delete.

An address is used only after its owner confirmed it with the button behind the emailed
link. For a minor, a guardian's address must be confirmed as well. The log records when,
by whom and with which wording, but never the address.
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
CHANGED = "mailbox"  # log kind: a confirmed address was replaced or removed
BY_MAIL = "mail"  # the source of a change made from the mailbox
SHOWN_TO_DESK = timedelta(days=14)
KEPT = timedelta(days=365)  # after the player's last event
UNCONFIRMED = timedelta(days=14)


def address_of(player: Player) -> MailAddress | None:
    """Return a player's email address, confirmed or not."""
    return MailAddress.objects.filter(player=player).first()


def addresses_of(club: Club) -> QuerySet[MailAddress]:
    """Return all email addresses of a club, in the order of the players' names."""
    rows = MailAddress.objects.filter(player__club=club, player__merged_into=None)
    return rows.select_related("player").order_by("player__name", "pk")


def of_mailboxes(emails: Iterable[str]) -> list[MailAddress]:
    """Return confirmed addresses that match, each with its player and club."""
    rows = MailAddress.objects.filter(player__merged_into=None, player__erased_at=None)
    confirmed = rows.exclude(confirmed_at=None).select_related("player__club")
    known = {email.lower() for email in emails}
    lowered = confirmed.annotate(lowered=Lower("email"))
    return list(lowered.filter(lowered__in=known).order_by("player__club__name", "pk"))


def confirm_path(address: MailAddress, *, guardian: bool = False) -> str:
    """Return the path of the page that asks whether the address is right."""
    token = personal_links.signed(address.word, GUARDIAN if guardian else OWN)
    return reverse("scoring:mail-confirm", args=[token])


def off_path(address: MailAddress, wish: str = "") -> str:
    """Return the path of the page that turns off emails of one kind, or all of them."""
    token = personal_links.signed(address.word, OFF)
    return reverse("scoring:mail-off", args=[token, wish or "all"])


def opened(token: str, purpose: str) -> MailAddress | None:
    """Return the address of a token for this purpose, or None if it's gone."""
    word = personal_links.word_from_token(token, purpose)
    if word is None:
        return None
    rows = MailAddress.objects.filter(word=word, player__erased_at=None)
    return rows.select_related("player__club", "player__merged_into").first()


def words_of(wishes: Iterable[str], club: Club) -> str:
    """Return the consent text for these emails, in one sentence.

    The sentence is stored with the consent.
    """
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
    """Save a player's email address and the emails they want.

    A new address has to be confirmed. If the address is unchanged, only the choice of
    emails is saved. The previous mailbox and the desk are notified of a new address.
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
    """Send the confirmation links again to the addresses that aren't confirmed yet."""
    player = living(address.player)
    ask(MailAddress.objects.get(pk=address.pk))
    text = log_message("email.asked_again", name=player.name)
    log(actor, "mail", text, club=player.club)


def ask(address: MailAddress) -> None:
    """Send a link to each address that isn't confirmed. Needs an open transaction."""
    if not notifications.is_on():
        return
    subject = notifications.moment(timezone.now())
    if address.confirmed_at is None:
        notifications.queue_notification(address, Kind.ADDRESS, subject=subject)
    if address.guardian and address.guardian_confirmed_at is None:
        notifications.queue_notification(address, Kind.GUARDIAN, subject=subject)


@transaction.atomic
def set_wishes(*, address: MailAddress, actor: Actor, wishes: Iterable[str]) -> None:
    """Save which emails a player wants from now on, if the choice has changed."""
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
    """Confirm an address; with `guardian`, record the consent of a minor's guardian.

    Confirming a second time changes nothing.
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
    """Turn off emails of one kind, or all of them. A second time changes nothing."""
    left = [other for other in address.wishes if wish and other != wish]
    set_wishes(address=address, actor=actor, wishes=left)


@transaction.atomic
def remove(*, player: Player, actor: Actor) -> None:
    """Delete a player's email address and choice of emails.

    A second time changes nothing. The mailbox and the desk are notified, unless the
    request came from the mailbox itself.
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
    """Return the log of confirmed addresses replaced or removed lately.

    The newest row is first.
    """
    since = timezone.now() - SHOWN_TO_DESK
    changes = Change.objects.filter(club=club, what=CHANGED, at__gt=since)
    return changes.order_by("-pk")


@transaction.atomic
def note_refused(address: MailAddress, reason: str) -> None:
    """Record that the mail server rejected an address.

    No more emails are sent until the address is entered again.
    """
    rows = MailAddress.objects.filter(pk=address.pk, refused_at=None)
    if rows.update(refused_at=timezone.now(), refused_why=reason[:40]):
        name = address.player.name
        text = log_message("email.rejected", name=name)
        log(CLOCK, "mail", text, club=address.player.club, new=reason[:40])


def asks_guardian(player: Player) -> bool:
    """Return whether a parent or guardian decides for this player.

    That is the case for minors, and for players who named a guardian.
    """
    rows = MailAddress.objects.filter(player=player)
    return player.is_minor or rows.exclude(guardian="").exists()


@transaction.atomic
def say_of_pictures(*, player: Player, actor: Actor, answer: Pictures) -> None:
    """Record the player's consent to photos, or a guardian's with GUARDIAN.

    Recording the stored answer again changes nothing. A refusal needs no guardian.
    Raises ActionRefused if a guardian has to decide.
    """
    if answer == Pictures.AGREES and asks_guardian(player):
        raise ActionRefused(message("For a minor, a parent or guardian decides."))
    players.change(player=player, actor=actor, pictures=answer)


def forget_old(current_time: datetime | None = None) -> int:
    """Delete addresses a year after the player's last event, and those never confirmed.

    Return how many were deleted. Runs at startup and every hour.
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
    """Return the date of the last event that a player was entered in or answered."""
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
    """Save the age for asking a guardian, and the password for sign-up by name."""
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
    """Return the settings as text for the log, without the secret club password."""
    by_name = (
        log_message("signup.with_password") if club.word else log_message("signup.off")
    )
    age = log_message("signup.guardian_age", age=club.guardian_age)
    return joined([age, by_name])
