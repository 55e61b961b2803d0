"""What the hall is told in a sentence: put up at the desk, and taken down there."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubs.i18n import message
from scoring.core.text_cleaning import clean
from scoring.core.writes import USED_ELSEWHERE, ActionRefused, Actor, lock, log
from scoring.models import Announcement, Tournament
from scoring.models.log_messages import log_message

ANNOUNCE = "announce"  # what the log calls it
MOST = 200  # characters
MOST_UP = 6  # at once: more nobody reads


@transaction.atomic
def announce(*, tournament: Tournament, by: Actor, key: str, text: str) -> Announcement:
    """Put a sentence up. The same key, or the same words, are up once.

    Raises Refused without words, or where too many are up.
    """
    needed = message("Enter the announcement.")
    said = clean(text, most=MOST, field="text", needed=needed)
    now = lock(tournament)
    if done := Announcement.objects.filter(key=key).first():
        if done.tournament_id != now.pk:
            raise ActionRefused(USED_ELSEWHERE)
        return done
    up = now.announcements.filter(ended_at=None)
    if same := up.filter(text=said).first():
        return same
    if up.count() >= MOST_UP:
        raise ActionRefused(
            message(
                "There are already {n} announcements. Remove one first.", n=MOST_UP
            ),
            "text",
        )
    made = now.announcements.create(key=key, text=said, by_name=by.name)
    log(
        by,
        ANNOUNCE,
        log_message("announcement.posted", text=said),
        tournament=tournament,
    )
    return made


@transaction.atomic
def take_down(*, announcement: Announcement, by: Actor) -> Announcement:
    """Nobody reads it any more; whoever takes it down first has done so."""
    lock(announcement.tournament)
    fresh = Announcement.objects.get(pk=announcement.pk)
    if fresh.ended_at is None:
        fresh.ended_at = timezone.now()
        fresh.save(update_fields=["ended_at"])
        text = log_message("announcement.removed", text=fresh.text)
        log(by, ANNOUNCE, text, tournament=announcement.tournament)
    return fresh


def take_all_down(tournament: Tournament, by: Actor) -> None:
    """Of a finished tournament nobody has to be told any more.

    Belongs in the write's transaction, under the tournament's lock.
    """
    for announcement in tournament.announcements.filter(ended_at=None).order_by("pk"):
        take_down(announcement=announcement, by=by)


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """The announcements that are up, newest first."""
    return tournament.announcements.filter(ended_at=None).order_by("-pk")
