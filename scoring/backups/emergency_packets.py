"""Emergency packets: requested after each round; the newest of each round is stored.

Opening or closing a round only requests a packet: a worker makes it, so that no save
waits. A packet contains the secret addresses of tables, so it is stored with the site's
data, readable only by its owner.
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
_makers: list[Task] = []  # the task, once its package has registered it
NAME = re.compile(r"after-round-(\d{1,4})\.pdf")


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A packet made at the end of a round; 0 is before the first."""

    after: int
    file: str  # in the store of packs
    made_at: datetime

    @property
    def name(self) -> str:
        return PurePath(self.file).name


@dataclass(frozen=True, slots=True)
class PacketRequest:
    """The address in a packet's QR codes, if known, and its language."""

    address: str
    language: str


def ask(tournament: Tournament, address: str = "", language: str = "") -> None:
    """Request a packet soon; `address` is what its QR codes open.

    The packet has the language of the requesting user, or else the club's.
    """
    asked = PacketRequest(address, language or tournament.club.language)
    try:
        store("packs").put(
            f"{tournament.pk}/{ASKED}", json.dumps(asdict(asked)).encode()
        )
    except OSError:  # a full disk or a store that is down must not stop a round
        LOG.exception("The request for a packet was not stored")
    for make in _makers:
        enqueue(make, tournament.pk)


def register_maker(make: Task) -> None:
    """Register the task that makes a packet, in a package that knows its content."""
    _makers.append(make)


@contextmanager
def being_made(tournament: Tournament) -> Iterator[PacketRequest]:
    """Yield the last request; a tournament's packet is made by one process at once."""
    with site_lock(f"pack-{tournament.pk}"):
        try:
            facts = json.loads(store("packs").content(f"{tournament.pk}/{ASKED}"))
        except FileNotFoundError:  # requested on another machine
            facts = {"address": "", "language": tournament.club.language}
        yield PacketRequest(**facts)


def store_packet(tournament: Tournament, after: int, pdf: bytes) -> str:
    """Store a packet, replacing the previous one of its round; return its file name."""
    name = f"{tournament.pk}/after-round-{after}.pdf"
    store("packs").put(name, pdf)
    return name


def stored_packs(tournament: Tournament) -> list[KeptPack]:
    """Return the packets of a tournament, newest first."""
    since = None if store("packs").is_shared else _last_erased(tournament)
    found = [pack for pack in _all(tournament) if since is None or pack.made_at > since]
    return sorted(found, key=lambda packet: packet.made_at, reverse=True)


def _all(tournament: Tournament) -> list[KeptPack]:
    """Return all packets, including those with people erased on another machine."""
    packs = []
    for file in store("packs").listing(str(tournament.pk)):
        if match := NAME.fullmatch(PurePath(file.name).name):
            packs.append(KeptPack(int(match[1]), file.name, file.modified_at))
    return packs


def _last_erased(tournament: Tournament) -> datetime | None:
    """Return the time of the last erasure of a player in the tournament."""
    people = Player.everybody.filter(entries__tournament=tournament)
    last: datetime | None = people.aggregate(last=Max("erased_at"))["last"]
    return last


def is_being_made(tournament: Tournament) -> bool:
    """Return whether a requested packet is still to be made."""
    return any(is_pending(make, tournament.pk) for make in _makers)


def renew(tournament: Tournament) -> None:
    """Delete packets with an erased name; a running tournament gets a new one.

    If their store is down, this happens as soon as it responds.
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


@task(queue_name="mail")  # the queue with long retries
def renew_packs(pk: int) -> None:
    """Delete packets with an erased name, and request new ones."""
    tournament = Tournament.objects.select_related("club").filter(pk=pk).first()
    if tournament is None:
        return
    try:
        _renew(tournament)
    except StorageDown as error:
        raise RetryTask(str(error.strerror)) from error


def clear_erased() -> None:
    """Delete this machine's packets with people erased on another machine."""
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
    """Delete the packets of a deleted tournament, because its key can be reused."""
    store("packs").delete_below(str(tournament.pk))
