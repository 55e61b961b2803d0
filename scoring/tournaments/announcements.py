"""Announcements for the hall, posted and removed at the desk."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubs.i18n import message
from scoring.core.text_cleaning import clean
from scoring.core.writes import USED_ELSEWHERE, ActionRefused, Actor, lock, log
from scoring.models import Announcement, Tournament
from scoring.models.log_messages import log_message

ANNOUNCE = "announce"  # its kind in the log
MOST = 200  # characters
MOST_UP = 6  # at once, because no one reads more


@transaction.atomic
def announce(
    *, tournament: Tournament, actor: Actor, key: str, text: str
) -> Announcement:
    """Post an announcement; an equal key or text is posted only once.

    Raises ActionRefused without text, or if too many are posted.
    """
    needed = message("Enter the announcement.")
    cleaned = clean(text, most=MOST, field="text", needed=needed)
    fresh = lock(tournament)
    if existing := Announcement.objects.filter(key=key).first():
        if existing.tournament_id != fresh.pk:
            raise ActionRefused(USED_ELSEWHERE)
        return existing
    posted = fresh.announcements.filter(ended_at=None)
    if duplicate := posted.filter(text=cleaned).first():
        return duplicate
    if posted.count() >= MOST_UP:
        raise ActionRefused(
            message(
                "There are already {n} announcements. Remove one first.", n=MOST_UP
            ),
            "text",
        )
    created = fresh.announcements.create(key=key, text=cleaned, by_name=actor.name)
    log(
        actor,
        ANNOUNCE,
        log_message("announcement.posted", text=cleaned),
        tournament=tournament,
    )
    return created


@transaction.atomic
def take_down(*, announcement: Announcement, actor: Actor) -> Announcement:
    """Remove an announcement; a second removal does nothing."""
    lock(announcement.tournament)
    fresh = Announcement.objects.get(pk=announcement.pk)
    if fresh.ended_at is None:
        fresh.ended_at = timezone.now()
        fresh.save(update_fields=["ended_at"])
        text = log_message("announcement.removed", text=fresh.text)
        log(actor, ANNOUNCE, text, tournament=announcement.tournament)
    return fresh


def take_all_down(tournament: Tournament, actor: Actor) -> None:
    """Remove all announcements of a finished tournament.

    Call in the write's transaction, under the tournament's lock.
    """
    for announcement in tournament.announcements.filter(ended_at=None).order_by("pk"):
        take_down(announcement=announcement, actor=actor)


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """Return the posted announcements, newest first."""
    return tournament.announcements.filter(ended_at=None).order_by("-pk")
