"""Automatic backups, of which the newest are stored.

When a round opens or closes, the backup of its event is requested (`subscribers`); when
a tournament is finished, one of the whole site. Requests made before a backup starts
are served by one backup with all their changes. The whole site is also backed up once a
day. After a round there is also an emergency packet, in case the laptop fails.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django_tasks import task

from clubs.advisory_locks import site_lock
from clubs.models import Club
from clubs.storage import store
from clubs.tasks import enqueue, is_done_elsewhere, is_due, note_done
from scoring.backups import emergency_packets, schema
from scoring.backups.archive import (
    DRAFT,
    Manifest,
    NotABackup,
    NotWritten,
    open_archive,
)
from scoring.backups.create import make, rows_of
from scoring.models import Change, Round, Tournament

KEPT = 20
# Each contains all photos, so a season's backups together could fill a disk.
MOST_BYTES, LEAST_KEPT = 2 << 30, 3
NAME = re.compile(r"valat-\d{4}-\d\d-\d\d-\d\db?\d{4}(?:-evening-(\d+))?\.zip")
STALE_SECONDS = 24 * 60 * 60
# Less than a day, so that a site started at the same hour makes one each time.
DAILY = timedelta(hours=20)
MADE = "whole backup"
LATEST = timedelta(hours=3)  # older changes are in the next backup of the whole site


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup that the site made automatically."""

    name: str
    size: int
    made_at: datetime
    evening: int | None  # the event's key; None for the whole site

    @property
    def is_whole(self) -> bool:
        """Whether it is of the whole site, not of an event."""
        return self.evening is None

    @property
    def place(self) -> str:
        """The location of the file."""
        return store("backups").place(self.name)


def ask_for_backup(tournament: Tournament) -> None:
    """Request the event's backup and an emergency packet.

    The demo club needs neither; with BACKUPS off, neither is made.
    """
    if _is_kept(tournament):
        ask_for(tournament)
        emergency_packets.ask(tournament)


def back_up(tournament: Tournament) -> None:
    """Request a backup of the whole site, after a tournament is finished."""
    if _is_kept(tournament) and settings.BACKUPS_OF_ALL:
        ask()


def enqueue_missed() -> None:
    """Request backups again if a stop lost them between a write and its task."""
    since = timezone.now() - LATEST
    latest = _newest(stored_backups())
    moved = Round.objects.filter(Q(published_at__gt=since) | Q(closed_at__gt=since))
    for rnd in moved.select_related("tournament__club"):
        evening = latest.get(rnd.tournament_id)
        moment = max(filter(None, (rnd.published_at, rnd.closed_at)))
        if evening is None or evening.made_at < moment:
            ask_for_backup(rnd.tournament)
    if not settings.BACKUPS_OF_ALL:
        return
    finished = Tournament.objects.filter(finished_at__gt=since).select_related("club")
    for tournament in finished.order_by("-finished_at")[:1]:
        whole = latest.get(None)
        if whole is None or whole.made_at < (tournament.finished_at or since):
            back_up(tournament)


def ask() -> None:
    """Request a backup of the whole site soon."""
    enqueue(keep_whole)


def ask_for(evening: Tournament) -> None:
    """Request a backup of one event soon, with all it needs to continue elsewhere."""
    enqueue(keep_evening, evening.pk)


@task(queue_name="night")
def keep_whole() -> None:
    """Back up the whole site, unless the newest backup is up to date."""
    with _one_at_a_time(), _refusals_told():
        if _is_outdated(newest_of(None)):
            _store_backup()


@task(queue_name="night")
def keep_evening(tournament: int) -> None:
    """Back up one event, unless it was deleted, or its newest backup is up to date."""
    evening = Tournament.objects.filter(pk=tournament).first()
    if evening is not None:
        with _one_at_a_time(evening), _refusals_told():
            if _is_outdated(newest_of(evening), evening):
                _store_backup(evening)


def enqueue_daily() -> None:
    """Queue the check for the daily backup, once an hour on one machine."""
    is_wanted = settings.BACKUPS is not None and settings.BACKUPS_OF_ALL
    if is_wanted and is_due("daily backup"):
        enqueue(keep_daily)


@task(queue_name="night")
def keep_daily() -> None:
    """Back up the whole site if the newest backup is old and the log has new lines."""
    if settings.BACKUPS is None or not Club.objects.filter(is_demo=False).exists():
        return
    with site_lock("daily-backup"), _one_at_a_time(), _refusals_told():
        newest = newest_of(None)
        is_behind = newest is None or (_is_old(newest) and _is_outdated(newest))
        # If machines have folders of their own, only one of them makes it.
        if is_behind and not is_done_elsewhere(MADE, DAILY):
            _store_backup()
            note_done(MADE)


def store_backup() -> tuple[KeptBackup, Manifest]:
    """Make a backup now. Raises NotWritten."""
    with _one_at_a_time():
        return _store_backup()


def store_backup_if_changed() -> tuple[KeptBackup, Manifest] | None:
    """Make a backup now unless the newest is up to date; then None. Raises NotWritten.

    Retries of a failing start must not push out earlier backups.
    """
    with _one_at_a_time():
        with _refusals_told():
            newest = newest_of(None)
        if newest and not _is_outdated(newest) and not _is_of_other_tables(newest):
            return None
        return _store_backup()


def stored_backups() -> list[KeptBackup]:
    """Return the stored backups, newest first. Raises OSError if the store is down."""
    if settings.BACKUPS is None:
        return []
    ours = []
    for file in store("backups").listing(flat=True):
        if found := NAME.fullmatch(file.name):
            evening = int(found[1]) if found[1] else None
            ours.append(KeptBackup(file.name, file.size, file.modified_at, evening))
    return sorted(ours, key=lambda backup: backup.made_at, reverse=True)


def forget(evening: Tournament) -> None:
    """Delete the backups of a deleted event."""
    for backup in stored_backups():
        if backup.evening == evening.pk:
            store("backups").delete(backup.name)


def newest_of(evening: Tournament | None) -> KeptBackup | None:
    """Return the newest backup of an event, or with None of the whole site."""
    return _newest(stored_backups()).get(evening.pk if evening else None)


def _newest(backups: Sequence[KeptBackup]) -> dict[int | None, KeptBackup]:
    """Return the newest backup of each event and the site; the list is newest first."""
    return {backup.evening: backup for backup in reversed(backups)}


def new_name(evening: Tournament | None = None) -> str:
    """Return the file name of a backup made now; later names sort after earlier ones.

    In the hour that repeats when daylight saving time ends, the second 1:30 is 01b30.
    """
    current_time = timezone.localtime()
    suffix = f"-evening-{evening.pk}" if evening else ""
    return f"valat-{current_time:%Y-%m-%d-%H}{'b' if current_time.fold else ''}{current_time:%M%S}{suffix}.zip"


def _is_kept(tournament: Tournament) -> bool:
    return bool(settings.BACKUPS) and not tournament.club.is_demo


def _is_old(backup: KeptBackup) -> bool:
    return timezone.now() - backup.made_at > DAILY


def _is_outdated(newest: KeptBackup | None, evening: Tournament | None = None) -> bool:
    """Return whether the log has changed since; True without a readable backup."""
    if newest is not None:
        with (
            suppress(NotABackup, OSError),
            store("backups").at_hand(newest.name) as path,
            open_archive(path) as backup,
        ):
            table = backup.manifest.tables[Change._meta.db_table]
            return table.rows != rows_of(Change, evening).count()
    return True


def _is_of_other_tables(backup: KeptBackup) -> bool:
    """Return whether migrations have changed the database since then."""
    with (
        store("backups").at_hand(backup.name) as path,
        open_archive(path) as archive,
    ):
        return archive.manifest.migrations != schema.applied()


def _store_backup(evening: Tournament | None = None) -> tuple[KeptBackup, Manifest]:
    name, backups = new_name(evening), store("backups")
    if backups.is_shared:
        with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".backup-") as folder:
            path = Path(folder) / name
            manifest = make(path, evening)
            with _refusals_told(), path.open("rb") as file:
                backups.put(name, file)
    else:
        path = Path(backups.place(name))
        manifest = make(path, evening)
        _clear_drafts(path.parent)
    with _refusals_told():
        stored = stored_backups()
        whole = [backup for backup in stored if backup.is_whole]
        others = [backup for backup in stored if not backup.is_whole]
        # Even with many events on a site, each event's newest backup is needed to
        # continue elsewhere.
        needed = [new for new in _newest(others).values() if not _is_old(new)]
        for old in (*_too_many(whole), *_too_many(others)):
            if old not in needed:
                backups.delete(old.name)
        [new] = [backup for backup in stored if backup.name == name]
    return new, manifest


@contextmanager
def _refusals_told() -> Iterator[None]:
    """Turn errors of the store into NotWritten."""
    try:
        yield
    except OSError as error:
        raise NotWritten(f"{error.filename}: {error.strerror}.") from error


def _clear_drafts(folder: Path) -> None:
    for old in folder.glob(f"{DRAFT}*"):
        if time.time() - old.stat().st_mtime > STALE_SECONDS:
            old.unlink(missing_ok=True)


def _too_many(backups: Sequence[KeptBackup]) -> Sequence[KeptBackup]:
    """Return the oldest backups beyond the limits of number and size."""
    totals = accumulate(backup.size for backup in backups)
    room = sum(size <= MOST_BYTES for size in totals)
    return backups[min(KEPT, max(LEAST_KEPT, room)) :]


@contextmanager
def _one_at_a_time(evening: Tournament | None = None) -> Iterator[None]:
    """Hold the site's lock for backups of an event, or of the whole site.

    Raises NotWritten, also if the disk for backups isn't there.
    """
    folder = settings.BACKUPS
    if folder is None:
        raise NotWritten("BACKUPS is off. Say where to: -o FILE.")
    if not store("backups").is_shared:
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise NotWritten(
                f"The setting BACKUPS is {folder}: {error.strerror}."
            ) from error
    with site_lock(f"backup-{evening.pk}" if evening else "backup"):
        yield
