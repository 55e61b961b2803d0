"""Break-glass packs: asked for after each round, kept for the desk, the newest of each.

Whoever closes or opens a round only asks for one: a worker makes it, so that no save waits
for it. There are tables' secret addresses in it, so it lies among the site's data, for its
owner alone.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import PurePath

from django.db.models import Max
from django_tasks import task
from django_tasks.base import Task

from clubs.advisory_locks import site_lock
from clubs.models import Player
from clubs.storage import StorageDown, store
from clubs.tasks import RetryTask, enqueue, is_pending
from scoring.models import Tournament

ASKED = "asked.json"
LOG = logging.getLogger(__name__)
_makers: list[Task] = []  # the one task, once its room has registered it
NAME = re.compile(r"after-round-(\d{1,4})\.pdf")


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack as of the end of a round; 0 is before the first."""

    after: int
    file: str  # in the store of packs
    made_at: datetime

    @property
    def name(self) -> str:
        return PurePath(self.file).name


@dataclass(frozen=True, slots=True)
class PacketRequest:
    """What its codes open, if somebody knew, and the language it is written in."""

    address: str
    language: str


def ask(tournament: Tournament, address: str = "", language: str = "") -> None:
    """Have a pack made soon, of now or later; `address` is what its codes open.

    It is written in the language of whoever asks, else in the club's.
    """
    asked = PacketRequest(address, language or tournament.club.language)
    try:
        store("packs").put(
            f"{tournament.pk}/{ASKED}", json.dumps(asdict(asked)).encode()
        )
    except OSError:  # a full disk, or a store that is away, stops no round
        LOG.exception("What a pack shall say was not written")
    for make in _makers:
        enqueue(make, tournament.pk)


def register_maker(make: Task) -> None:
    """Register the task that makes a pack: its room knows what stands in one."""
    _makers.append(make)


@contextmanager
def being_made(tournament: Tournament) -> Iterator[PacketRequest]:
    """What was asked for last; one process at a time makes a tournament's pack."""
    with site_lock(f"pack-{tournament.pk}"):
        try:
            facts = json.loads(store("packs").content(f"{tournament.pk}/{ASKED}"))
        except FileNotFoundError:  # asked for at another machine
            facts = {"address": "", "language": tournament.club.language}
        yield PacketRequest(**facts)


def keep(tournament: Tournament, after: int, pdf: bytes) -> str:
    """Put a pack in the place of the one before of the same round; its file's name."""
    name = f"{tournament.pk}/after-round-{after}.pdf"
    store("packs").put(name, pdf)
    return name


def stored_packs(tournament: Tournament) -> list[KeptPack]:
    """The packs of a tournament, the newest first."""
    since = None if store("packs").is_shared else _last_erased(tournament)
    found = [pack for pack in _all(tournament) if since is None or pack.made_at > since]
    return sorted(found, key=lambda packet: packet.made_at, reverse=True)


def _all(tournament: Tournament) -> list[KeptPack]:
    """With those that name somebody who was erased at another machine."""
    packs = []
    for file in store("packs").listing(str(tournament.pk)):
        if match := NAME.fullmatch(PurePath(file.name).name):
            packs.append(KeptPack(int(match[1]), file.name, file.modified_at))
    return packs


def _last_erased(tournament: Tournament) -> datetime | None:
    """When somebody lost his name who played in it."""
    people = Player.everybody.filter(entries__tournament=tournament)
    last: datetime | None = people.aggregate(last=Max("erased_at"))["last"]
    return last


def is_being_made(tournament: Tournament) -> bool:
    """Whether somebody asked for a pack that is still to come."""
    return any(is_pending(make, tournament.pk) for make in _makers)


def renew(tournament: Tournament) -> None:
    """Remove packs that say what was erased; a tournament under way gets a new one.

    Where their store is away, as soon as it answers.
    """
    try:
        _renew(tournament)
    except StorageDown:
        enqueue(renew_packs, tournament.pk)


def _renew(tournament: Tournament) -> None:
    had = _all(tournament)
    for pack in had:
        store("packs").delete(pack.file)
    if tournament.finished_at is None and (had or is_being_made(tournament)):
        ask(tournament)


@task(queue_name="mail")  # as patient
def renew_packs(pk: int) -> None:
    """Packs that say what was erased go."""
    tournament = Tournament.objects.select_related("club").filter(pk=pk).first()
    if tournament is None:
        return
    try:
        _renew(tournament)
    except StorageDown as error:
        raise RetryTask(str(error.strerror)) from error


def clear_erased() -> None:
    """Each machine, in a folder of its own: packs that name who was erased elsewhere."""
    if store("packs").is_shared:
        return
    numbers = {file.name.partition("/")[0] for file in store("packs").listing()}
    pks = [int(number) for number in numbers if number.isdecimal()]
    for tournament in Tournament.objects.filter(pk__in=pks).select_related("club"):
        known = set(stored_packs(tournament))
        for pack in _all(tournament):
            if pack not in known:
                store("packs").delete(pack.file)


def forget(tournament: Tournament) -> None:
    """Remove the packs of a tournament that is no more; its number may come again."""
    store("packs").delete_below(str(tournament.pk))
