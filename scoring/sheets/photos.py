"""Pictures of paper sheets: attached by whoever counts or keeps the score at the table,
removed by a director.

The file comes first and is in its store before its row is written: no row is ever without
its file. What a crash leaves in between is a file without a row, which the audit names.
"""

import logging
import secrets
from functools import partial

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from clubs.i18n import message
from clubs.images import Picture
from clubs.storage import store
from clubs.tasks import RetryTask, enqueue
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import (
    TABLE,
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    find_duplicate,
    lock_sheet,
    log,
)
from scoring.models import Photo, Round, Sheet
from scoring.models.log_messages import log_message
from scoring.models.photos import is_file_name

MOST = 12  # of one sheet
LOG = logging.getLogger("valat.files")


def pictures_of(sheet: Sheet) -> list[Photo]:
    """Those not removed, oldest first; one query."""
    return list(sheet.photos.filter(removed_at=None))


def takes_from_table(sheet: Sheet) -> bool:
    """Whether a phone at the table may attach one: while its round is open."""
    return sheet.round.state == Round.State.OPEN


def attach(*, sheet: Sheet, actor: Actor, picture: Picture, key: str) -> Photo:
    """Keep a picture of the sheet; the same form sent twice is one picture.

    Raises ActionRefused for a sheet with too many, from a table whose round is not open, and
    OSError where its store takes no more.
    """
    name = _keep(picture)
    try:
        photo = _attach(sheet, actor, picture, name, key)
    except ActionRefused:
        _clear(name)
        raise
    if photo.name != name:
        _clear(name)
    return photo


@transaction.atomic
def remove(*, photo: Photo, actor: Actor) -> Photo:
    """Show it no more: its row stays, its file goes. Backups made before still have it."""
    sheet = lock_sheet(photo.sheet)
    fresh = Photo.objects.get(pk=photo.pk)
    if fresh.removed_at:
        return fresh
    fresh.removed_at = timezone.now()
    fresh.removed_by_name = actor.name
    fresh.save(update_fields=["removed_at", "removed_by_name"])
    log(
        actor,
        "photo",
        log_message("photo.removed", **sheet.where),
        sheet=sheet,
    )
    transaction.on_commit(partial(_forget_removed, fresh), robust=True)
    return fresh


def _forget_removed(photo: Photo) -> None:
    """Now; or, where its store is away, as soon as it is back."""
    try:
        _forget(photo.name)
    except OSError:
        enqueue(forget_file, photo.pk)


@task(queue_name="mail")  # as patient
def forget_file(pk: int) -> None:
    """The file of a picture that was removed goes."""
    photo = Photo.objects.exclude(removed_at=None).filter(pk=pk).first()
    if photo is None:
        return
    try:
        _forget(photo.name)
    except OSError as error:
        raise RetryTask(f"{error.strerror}") from error


@transaction.atomic
def _attach(sheet: Sheet, actor: Actor, picture: Picture, name: str, key: str) -> Photo:
    fresh = lock_sheet(sheet)
    if duplicate := Photo.objects.filter(key=key).first():
        if duplicate.sheet_id != fresh.pk:
            raise ActionRefused(USED_ELSEWHERE)
        return duplicate
    if find_duplicate(key):
        raise ActionRefused(USED_ELSEWHERE)
    at_table = actor.source == TABLE
    if at_table and not takes_from_table(fresh):
        reason = message(
            "Round {number} isn’t being played.", number=fresh.round.number
        )
        raise ActionRefused(reason, "photo")
    if fresh.photos.filter(removed_at=None).count() >= MOST:
        full = (
            message("This sheet already has {n} photos. You can’t add more.", n=MOST)
            if at_table
            else message("This sheet already has {n} photos. Remove one first.", n=MOST)
        )
        raise ActionRefused(full, "photo")
    refuse_beyond(fresh.round.tournament.club, "photos", field="photo")
    photo = Photo.objects.create(
        sheet=fresh,
        key=key,
        name=name,
        width=picture.width,
        height=picture.height,
        by=actor.user,
        by_name=actor.name,
    )
    log(
        actor,
        "photo",
        log_message("photo.added", **fresh.where),
        sheet=fresh,
        key=key,
    )
    return photo


def _keep(picture: Picture) -> str:
    """Its name, once the store has the whole file."""
    name = f"{secrets.token_hex(16)}.jpg"
    try:
        store("photos").put(name, picture.content)
    except OSError:
        _clear(name)
        raise
    return name


def _forget(name: str) -> None:
    if is_file_name(name):
        store("photos").delete(name)


def _clear(name: str) -> None:
    """A file that no row will ever name; the audit does where this fails."""
    try:
        _forget(name)
    except OSError as error:
        LOG.warning("%s stays without a picture: %s", name, error.strerror)
