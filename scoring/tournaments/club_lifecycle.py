"""The life of a club on the site: opening, approval, closing by an owner, and erasure.

After closing there are some weeks in which an owner can reopen the club. The log
records each step until the last.
"""

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import caches
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from clubs.accounts import list_reachable_admins
from clubs.email import send_later
from clubs.i18n import day, message, plural_message
from clubs.languages import language_of
from clubs.models import Club, Mail, Role, SignInFailure, User
from clubs.quotas import KINDS
from clubs.storage import StorageDown, store
from clubs.tasks import RetryTask, enqueue, is_due
from scoring.backups import emergency_packets, retention
from scoring.backups.club_rows import erase_rows
from scoring.core import readings
from scoring.core.writes import ActionRefused, Actor, log
from scoring.models import Photo, Tournament
from scoring.models.log_messages import log_message
from scoring.models.photos import is_file_name
from scoring.printing import jobs

GRACE = timedelta(days=14)
A_DAY = timedelta(days=1)
# Slightly less than a day, because hourly checks can come a little early.
NEARLY_A_DAY = timedelta(hours=23)
MOST_NAMED = 20  # clubs in an email
LOG = logging.getLogger("valat.clubs")


@transaction.atomic
def close(*, club: Club, actor: Actor, typed: str) -> Club:
    """Close a club: nothing is public from now on, and after GRACE it is erased.

    `typed` must be its name. Closing twice does no harm. Raises ActionRefused.
    """
    fresh = _locked(club)
    if fresh.closes_at:
        return fresh
    if fresh.is_demo:
        raise ActionRefused(
            message("You can’t close the demo club. Remove it instead.")
        )
    if " ".join(typed.split()).casefold() != fresh.name.casefold():
        raise ActionRefused(
            message("That isn’t the club’s name. Enter: {club}", club=fresh.name),
            "typed",
        )
    fresh.closes_at = timezone.now() + GRACE
    fresh.save(update_fields=["closes_at"])
    jobs.forget(fresh.slug)
    text = log_message("club.closing", day=_day(fresh))
    log(actor, "club", text, club=fresh)
    return fresh


@transaction.atomic
def take_back(*, club: Club, actor: Actor) -> bool:
    """Reopen a closed club unchanged; return False if it is already open."""
    fresh = _locked(club)
    if fresh.closes_at is None:
        return False
    fresh.closes_at = None
    fresh.save(update_fields=["closes_at"])
    log(actor, "club", log_message("club.reopened"), club=fresh)
    return True


def note_opened(club: Club, user: User) -> None:
    """Log that a club was opened, and email the site admins who approve clubs."""
    text = log_message("club.opened")
    log(Actor.at_desk(user), "club", text, club=club)
    for operator in list_reachable_admins():
        with translation.override(language_of(operator)):
            subject = message("A club is waiting for approval")
            _mail(operator, subject, message("Club: {club}", club=club))


def remind_operators() -> None:
    """Email site admins once a day while a club has waited for a day or longer."""
    current_time = timezone.now()
    waiting = Club.objects.filter(waits_since__lte=current_time - A_DAY, closes_at=None)
    clubs = list(waiting.order_by("waits_since", "pk"))
    operators = list(list_reachable_admins())
    if not (settings.MAIL and clubs and operators):
        return
    with transaction.atomic():
        if is_due("clubs that wait", NEARLY_A_DAY):
            for operator in operators:
                with translation.override(language_of(operator)):
                    _remind(operator, clubs, current_time)


def _remind(operator: User, clubs: list[Club], current_time: datetime) -> None:
    subject = plural_message(
        "{n} club is waiting for approval",
        "{n} clubs are waiting for approval",
        len(clubs),
    )
    lines = [
        plural_message(
            "{club}: waiting for {n} day, since {day}",
            "{club}: waiting for {n} days, since {day}",
            (current_time - club.waits_since).days,
            club=club,
            day=day(timezone.localtime(club.waits_since)),
        )
        for club in clubs[:MOST_NAMED]
        if club.waits_since
    ]
    if more := len(clubs) - len(lines):
        lines.append(plural_message("… and {n} more", "… and {n} more", more))
    text = "\n".join(lines)
    if settings.SITE_URL:
        text += f"\n\n{settings.SITE_URL}{reverse('scoring:operator')}"
    _mail(operator, subject, text)


@transaction.atomic
def approve(*, club: Club, actor: Actor) -> bool:
    """Make a waiting club public; return False if it isn't waiting any more."""
    fresh = _locked(club)
    if fresh.waits_since is None:
        return False
    fresh.waits_since = None
    fresh.save(update_fields=["waits_since"])
    log(actor, "club", log_message("club.approved"), club=fresh)
    for owner in _owners(fresh):
        with translation.override(language_of(owner)):
            subject = message("Your club was approved")
            text = message("Your club is public now: {club}", club=fresh)
            _mail(owner, subject, text)
    return True


def refuse(*, club: Club, reason: str) -> bool:
    """Erase a waiting club, and email the reason; its opener's account stays.

    False if it isn't waiting any more. Raises ActionRefused without a reason.
    """
    if not reason.strip():
        raise ActionRefused(
            message("Enter a reason. We’ll email it to the club’s owners."), "why"
        )
    with transaction.atomic():
        fresh = _locked(club)
        if fresh.waits_since is None:
            return False
        for owner in _owners(fresh):
            with translation.override(language_of(owner)):
                subject = message("Your club wasn’t approved")
                _mail(owner, subject, f"{fresh.name}\n\n{reason.strip()}")
        return erase(fresh, due_at=fresh.closes_at, accounts=False)


@transaction.atomic
def set_limits(*, club: Club, actor: Actor, limits: dict[str, int]) -> None:
    """Set a club's own limits; all others are the site's."""
    fresh = _locked(club)
    old, new = (_in_words(values) for values in (fresh.limits or {}, limits))
    if old == new:
        return
    fresh.limits = limits or None
    fresh.save(update_fields=["limits"])
    log(actor, "club", log_message("club.limits_changed"), club=fresh, old=old, new=new)


def _in_words(limits: dict[str, int]) -> str:
    return ", ".join(f"{KINDS[kind]}: {n}" for kind, n in limits.items())


def refuse_waiting(club: int) -> None:
    """Raise ActionRefused for a club that isn't approved yet: it can only prepare."""
    if Club.objects.filter(pk=club).exclude(waits_since=None).exists():
        raise ActionRefused(
            message(
                "The site admin hasn’t approved this club yet. You can open rounds "
                "after that."
            )
        )


def _owners(club: Club) -> QuerySet[User]:
    owns = {"roles__club": club, "roles__kind": Role.Kind.OWNER}
    return User.objects.filter(**owns).exclude(email="")


def _mail(user: User, subject: str, text: str) -> None:
    send_later(EmailMessage(f"Valat: {subject}", text, None, [user.email]))


def enqueue_due() -> None:
    """Queue the erasure of closed clubs whose grace period is over."""
    due = Club.objects.filter(closes_at__lte=timezone.now())
    for pk in due.values_list("pk", flat=True):
        enqueue(erase_closed, pk)


@task(queue_name="night")
def erase_closed(club: int) -> None:
    """Erase a club, unless it was reopened or is already erased."""
    due = Club.objects.filter(pk=club, closes_at__lte=timezone.now()).first()
    if due is None:
        return
    try:
        erase(due, due_at=due.closes_at)
    except StorageDown as error:
        raise RetryTask(str(error.strerror)) from error


def erase(club: Club, *, due_at: datetime | None = None, accounts: bool = True) -> bool:
    """Erase a club for good: rows, files, prints, and `accounts` only used there.

    `due_at`: only if it is still to be closed at that time. Other clubs' data isn't
    touched; a backup of the whole site has the club until that backup is deleted. False
    if there was nothing left to erase.
    """
    tournaments = list(Tournament.objects.filter(club=club))
    photos = Photo.objects.filter(sheet__round__tournament__club=club)
    names = list(photos.values_list("name", flat=True))
    with transaction.atomic():
        fresh = Club.objects.select_for_update().filter(pk=club.pk).first()
        if fresh is None or fresh.closes_at != due_at:
            return False
        _forget_files(fresh, tournaments, names)
        people = _of_this_club_alone(fresh) if accounts else []
        usernames = [user.username for user in people]
        SignInFailure.objects.filter(username__in=usernames).delete()
        _forget_mails_to(people)
        erase_rows(fresh)
        for user in people:
            user.delete()
    # Again, because a print or a backup may have been in progress.
    _forget_files(club, tournaments, names)
    caches["boards"].clear()
    LOG.info("A club was erased, with %d accounts that were of it alone", len(people))
    return True


def _of_this_club_alone(club: Club) -> list[User]:
    """Return accounts with a role here and in no other club; never a site admin's."""
    users = User.objects.filter(roles__club=club, is_superuser=False)
    elsewhere = Role.objects.exclude(club=club).values("user")
    return list(users.exclude(pk__in=elsewhere).distinct())


def _forget_mails_to(people: list[User]) -> None:
    """Delete waiting emails to these users, at any of their addresses and any case."""
    emails = {user.email.lower() for user in people}
    addresses = EmailAddress.objects.filter(user__in=people)
    emails |= {email.lower() for email in addresses.values_list("email", flat=True)}
    waiting = Mail.objects.annotate(lowered=Lower("to"))
    waiting.filter(lowered__in=emails - {""}).delete()


def _forget_files(club: Club, tournaments: list[Tournament], photos: list[str]) -> None:
    """Delete the club's files; missing files are ignored."""
    jobs.forget_now(club.slug)
    readings.forget(club.slug)
    for tournament in tournaments:
        emergency_packets.forget(tournament)
        retention.forget(tournament)
    for name in photos:
        if is_file_name(name):
            store("photos").delete(name)


def _locked(club: Club) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _day(club: Club) -> str:
    moment = timezone.localtime(club.closes_at, club.zone)
    return day(moment)
