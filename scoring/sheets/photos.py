"""Photos of paper sheets: attached by scorekeepers and the table, removed by directors.

The file is stored before its row is written, so no row is ever without its file. A
crash in between can leave a file without a row, which the audit reports.
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
    """Return the photos that aren't removed, oldest first; one query."""
    return list(sheet.photos.filter(removed_at=None))


def takes_from_table(sheet: Sheet) -> bool:
    """Return whether phones at the table can attach photos: in an open round."""
    return sheet.round.state == Round.State.OPEN


def attach(*, sheet: Sheet, actor: Actor, picture: Picture, key: str) -> Photo:
    """Store a photo of the sheet; the same form sent twice is one photo.

    Raises ActionRefused for a sheet with too many photos or a table whose round isn't
    open, and OSError if the store fails.
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
    """Remove a photo: its row stays, its file is deleted.

    Backups made before still have the file.
    """
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
    """Delete the file now, or by a task once its store is available again."""
    try:
        _forget(photo.name)
    except OSError:
        enqueue(forget_file, photo.pk)


@task(queue_name="mail")  # on the mail queue because its retries are as patient
def forget_file(pk: int) -> None:
    """Delete the file of a photo that was removed."""
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
    """Store a picture's whole file and return its name."""
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
    """Delete a file that no row will use; if this fails, the audit reports the file."""
    try:
        _forget(name)
    except OSError as error:
        LOG.warning("%s stays without a picture: %s", name, error.strerror)
