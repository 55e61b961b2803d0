"""The command behind `./run`: update the data, print the addresses, serve the site."""

import errno
import hashlib
import ipaddress
import json
import logging
import os
import re
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.urls import reverse
from django.utils.module_loading import import_string

from clubs import schema
from clubs.accounts import hears_of_waiting_clubs, setup_code
from clubs.advisory_locks import site_lock
from clubs.compile_messages import make_catalogues
from clubs.failures import describe
from clubs.files import replace_file
from clubs.management.http_server import answer, reception
from clubs.management.process_manager import Processes
from clubs.management.worker import works
from clubs.storage import wrong_bucket
from clubs.tasks import exclusive

LOG = logging.getLogger("valat.serve")

UMASK = 0o077  # only this account can read the data folder
THREADS = 4  # of each process; they wait for the database, never for a client
# Forms at these addresses can hash a password, which occupies a core: one at a time in
# each process.
HASHING = ("/sign-in/", "/accounts/", "/setup/", "/join/", "/admin/")
PROBES = ("/healthz", "/readyz")  # answered even if many requests for pages are waiting
LATER = (
    "The database belongs to a later version of Valat: {which}. Two ways out: update Valat, "
    "or restore the backup from before that update into a new folder "
    '(docs/operations.md, "Going back").'
)
NOT_BACKED_UP = "Nothing was updated, because the backup before it failed."
WITHOUT_BACKUP = "To update without a backup: BACKUPS=off ./run"
STAMP = "static-stamp"
FIRST = "valat: the first start takes about half a minute"
PULSE = 10.0  # s between messages that a long step is still running
PULSE_NAME = "first start"
MANIFEST = "staticfiles.json"  # maps names to hashed file names
# Development files of packages: large, and no page uses them.
UNUSED = ["jquery.js", "xregexp.js", "select2.full.js", "htmx-2.js", "h*-4*.js"]
# Files of this many earlier releases stay: pages from another machine can use them.
FORMER = ("static-former-1.json", "static-former-2.json")
BEFORE = "static-before.json"  # the old pages' manifest while new files are collected
BACKLOG = 1024  # connections not accepted yet


class Command(BaseCommand):
    help = "Bring the database and the data folder up to date and serve the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        group.add_argument(
            "--prepare-only",
            action="store_true",
            help=(
                "prepare and stop; run it once before several machines of one site "
                "start"
            ),
        )
        group.add_argument(
            "--prepared",
            action="store_true",
            help="don't change the database, because it's already prepared",
        )

    def handle(
        self, *, prepare_only: bool, prepared: bool = False, **options: object
    ) -> None:
        os.umask(UMASK)
        warn_of_names(self.stderr.write)
        if not prepare_only:
            listening_socket().close()  # fail early, before the update
        if settings.REDIS_OF_COUNTERS:
            self.look_at_redis()
        if settings.BUCKET:
            look_at_store(self.stderr.write)
        try:
            prepared_how = make_ready(self.stderr.write, has_database=prepared)
        except (OSError, DatabaseError) as error:
            line = describe(error)
            if line is None:
                raise
            raise CommandError(line) from None
        if prepare_only:
            return
        # Listen before the address is printed, because it can be opened immediately.
        server = Server()
        self.stdout.write(prepared_how)
        self.stdout.flush()
        server.run()

    def look_at_redis(self) -> None:
        """Check Redis; raises CommandError if it is configured to evict keys.

        A Redis that is down can come back later: only print a warning.
        """
        is_for_good, trouble = redis_trouble()
        if is_for_good:
            raise CommandError(trouble)
        if trouble:
            self.stderr.write(
                f"valat: {trouble}. Until then, counters are in the database"
            )


def redis_trouble() -> tuple[bool, str]:
    trouble_of = import_string("clubs.redis_caches.trouble_of")
    found: tuple[bool, str] = trouble_of(
        settings.REDIS_OF_COUNTERS, settings.REDIS_OF_BOARDS
    )
    return found


def look_at_store(tell: Callable[[str], object]) -> None:
    """Check the store; raises CommandError if FILES or its settings are wrong.

    A store that is down can come back later: only report it.
    """
    is_wrong, reason = wrong_bucket()
    if is_wrong:
        raise CommandError(f"the setting FILES names s3://{settings.BUCKET}: {reason}")
    if reason:
        tell(f"valat: the store of files is away ({reason}); pages go on without files")


def warn_of_names(tell: Callable[[str], object]) -> None:
    """Report environment variables that are almost a setting's name."""
    misspelled: Callable[[], dict[str, str]]
    misspelled = import_string("config.env.misspelled")
    for name, suggestion in misspelled().items():
        tell(
            f"valat: {name} in the environment isn't a setting. Did you mean {suggestion}?"
        )


def make_ready(
    tell: Callable[[str], object] | None = None, *, has_database: bool = False
) -> str:
    """Update the database and the data folder; return the text for the terminal.

    `has_database`: the database is already prepared, so only make this machine's own
    files. Raises CommandError if it isn't prepared, or if a later version prepared it.
    `tell`, if given, gets a message when each step of a first start or an update
    begins, and again every few seconds.
    """
    make_data_folder()
    is_first = not (settings.DATA_DIR / STAMP).exists()
    if is_first and tell:
        tell(FIRST)
    if has_database:
        refuse_another_schema()
        with step("compressing static files", tell if is_first else None):
            make_files()
        return welcome()
    with one_at_a_time():
        is_update = update_database(tell)
        heard = tell if is_first or is_update else None
        with step("compressing static files", heard):
            make_files()
        with step("creating the demo club", tell if is_first else None):
            call_command("load_demo", if_empty=True)
        call_command("clear_others")
        call_command("finish_erasing")
        with step("updating standings", heard):
            call_command("recalculate")
    return welcome()


def make_data_folder() -> None:
    """Create the data folder.

    Raises CommandError if the path can't be a folder, OSError without permission.
    """
    try:
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CommandError(
            f"the setting DATA_DIR must be a folder that Valat can create: {error}"
        ) from None


def make_files() -> None:
    """Make the files of this machine: styles, scripts, message catalogs."""
    collect_static_files()
    make_catalogues()


def update_database(tell: Callable[[str], object] | None) -> bool:
    """Migrate the database after a backup; return whether there were older tables.

    Raises CommandError if they are of a later version, or can't be backed up.
    """
    applied = schema.get_applied()
    if later := schema.get_later(applied):
        raise CommandError(LATER.format(which=schema.describe(later)))
    is_behind = bool(schema.get_missing(applied))
    is_update = is_behind and bool(applied)
    if is_update:
        back_up(tell)
    name = "updating the database" if is_update else "creating the database"
    with step(name, tell if is_behind else None):
        call_command("migrate", verbosity=0, interactive=False)
    return is_update


def back_up(tell: Callable[[str], object] | None) -> None:
    """Back up the database before an update, unless BACKUPS turns backups off.

    Raises CommandError if the backup fails: the database is still unchanged.
    """
    if settings.BACKUPS is None or not settings.BACKUPS_OF_ALL:
        if tell:
            tell(
                "valat: no backup before this update, because the setting BACKUPS turns it off"
            )
        return
    try:
        with step("backing up before the update", tell):
            call_command("backup", if_changed=True)
    except CommandError as error:
        raise CommandError(f"{NOT_BACKED_UP} {error} {WITHOUT_BACKUP}") from None


def refuse_another_schema() -> None:
    """Check the schema; raises CommandError if the database is behind this version.

    If machines are updated one after the other, a later version can already have
    prepared it: this version keeps running, and the log has a warning.
    """
    applied = schema.get_applied()
    if schema.get_missing(applied):
        raise CommandError(
            "The database belongs to an older version of Valat. Run ./run prepare first."
        )
    if later := schema.get_later(applied):
        LOG.warning(
            "The database belongs to a later version of Valat (%s). This version keeps "
            "using it until this machine is updated.",
            schema.describe(later),
        )


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Make two starts on one database, or in one folder, wait for each other."""
    with ExitStack() as held:
        held.enter_context(exclusive(settings.DATA_DIR / ".preparing"))
        held.enter_context(site_lock("prepare"))
        yield


@contextmanager
def step(name: str, tell: Callable[[str], object] | None) -> Iterator[None]:
    """Report that a step begins, and every few seconds that it is still running."""
    if tell is None:
        yield
        return
    tell(f"valat: {name}")
    finished, begun = Event(), monotonic()

    def go_on() -> None:
        while not finished.wait(PULSE):
            tell(f"valat: still {name} ({monotonic() - begun:.0f} s)")

    pulse = Thread(target=go_on, name=PULSE_NAME, daemon=True)
    pulse.start()
    try:
        yield
    finally:
        finished.set()
        pulse.join()


def listening_socket() -> socket.socket:
    """Return a socket on the site's address. Raises CommandError if it can't listen."""
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.HOST, settings.PORT))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CommandError(
            f"Can’t listen on {settings.HOST} port {settings.PORT}: "
            f"{error.strerror}. {listening_cure(error)}"
        ) from None
    return listener


def listening_cure(error: OSError) -> str:
    """Return a remedy for an address or port that isn't available."""
    if error.errno == errno.EADDRNOTAVAIL:
        return "The setting HOST must be an address of this machine."
    if error.errno == errno.EACCES:
        return "The setting PORT must be 1024 or more, unless root starts the site."
    return f"Valat may already be running. To use another port: PORT={settings.PORT % 65535 + 1} ./run"


def collect_static_files() -> None:
    """Collect and compress static files if one is new or changed: it takes seconds."""
    stamp = settings.DATA_DIR / STAMP
    fingerprint = static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
        return
    manifest, before = settings.STATIC_ROOT / MANIFEST, settings.DATA_DIR / BEFORE
    put_back(before, manifest)  # restore after a start that was stopped halfway
    if names_in(manifest):
        replace_file(before, manifest.read_bytes())
    else:
        manifest.unlink(missing_ok=True)  # collectstatic fails on a half-written one
    try:
        call_command(
            "collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED
        )
    except OSError:
        # The old pages still have all their files; they only need the old manifest.
        put_back(before, manifest)
        raise
    keep_former(before, manifest)
    remove_old_files()
    stamp.write_text(fingerprint, encoding="ascii")


def put_back(before: Path, manifest: Path) -> None:
    """Restore the old pages' manifest of files; the move needs no space on the disk."""
    if before.exists():
        manifest.parent.mkdir(parents=True, exist_ok=True)
        before.replace(manifest)


def keep_former(before: Path, manifest: Path) -> None:
    """Store the file list of the previous release; drop the oldest stored list."""
    if not before.exists():
        return
    if before.read_bytes() == manifest.read_bytes():
        before.unlink()
        return
    newer, older = (settings.DATA_DIR / name for name in FORMER)
    if newer.exists():
        newer.replace(older)
    before.replace(newer)


def remove_old_files() -> None:
    """Remove old files, after all new ones exist: a full disk loses nothing.

    Files of the two previous releases stay, for pages that are open or on another
    machine.
    """
    manifest = settings.STATIC_ROOT / MANIFEST
    if not manifest.exists():
        return
    named = {MANIFEST}
    for path in (manifest, *(settings.DATA_DIR / name for name in FORMER)):
        named |= names_in(path)
    for path in settings.STATIC_ROOT.rglob("*"):
        name = path.relative_to(settings.STATIC_ROOT).as_posix()
        if path.is_file() and re.sub(r"\.(gz|br)$", "", name) not in named:
            path.unlink()


def names_in(manifest: Path) -> set[str]:
    """Return the files that a manifest names; none if it is missing or damaged."""
    try:
        return set(json.loads(manifest.read_bytes())["paths"].values())
    except (FileNotFoundError, ValueError, KeyError):
        return set()


def static_fingerprint() -> str:
    lines = [str(settings.STORAGES["staticfiles"]), str(settings.STATIC_ROOT)]
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = os.stat(storage.path(name))
            lines.append(f"{storage.path(name)} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def welcome() -> str:
    """Return the site's addresses for this machine, phones and the first owner."""
    local_url, phones = site_addresses()
    lines = ["", f"Valat is at     {local_url}"]
    if phones:
        lines.append(
            f"for phones      {phones[0]}    (same network; or scan this code)"
        )
        lines += [f"                {other}" for other in phones[1:]]
        lines += ["", terminal_qr(phones[0])]
    elif not settings.HTTPS:
        lines.append(
            f"Phones can’t reach it, because it only listens on {settings.HOST}."
        )
    code = setup_code()
    if code:
        lines += [
            "This site hasn’t been set up yet. Open this address once to set it up:",
            f"                {local_url}setup/{code}/",
        ]
    elif not hears_of_waiting_clubs():
        lines += [
            "People can start clubs here, but no site admin has an email address.",
            "So no one hears when a club is waiting for approval. Sign in and add yours:",
            f"                {local_url}{reverse('account_email').lstrip('/')}",
        ]
    return "\n".join([*lines, "Stop with Ctrl-C.", ""])


def site_addresses() -> tuple[str, list[str]]:
    """Return the address on this machine (or of its proxy), and those for phones."""
    if settings.SITE_URL:
        local_url = f"{settings.SITE_URL}/"
        phones = [address_of(host) for host in settings.PHONE_ADDRESSES]
        return local_url, [local_url] if settings.HTTPS else phones
    if settings.HTTPS and settings.PUBLIC_NAMES:
        public = [f"https://{name.lstrip('.')}/" for name in settings.PUBLIC_NAMES]
        return public[0], public
    listening = ipaddress.ip_address(settings.HOST)
    local_url = "127.0.0.1" if listening.is_unspecified else settings.HOST
    return address_of(local_url), [
        address_of(host) for host in settings.PHONE_ADDRESSES
    ]


def address_of(host: str) -> str:
    name = f"[{host}]" if ":" in host else host
    port = "" if settings.PORT == 80 else f":{settings.PORT}"
    return f"http://{name}{port}/"


def terminal_qr(address: str) -> str:
    """Return a QR code in half-height blocks: 29 columns for such an address."""
    drawn = StringIO()
    segno.make(address, micro=False, error="l").terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawn.getvalue()
    # White on black, whatever the colors of the terminal.
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines) + "\n"


class Server:
    """The site at its address: Django is loaded once, then the processes are forked."""

    def __init__(self) -> None:
        if settings.WATCH_TOKEN:
            import_string("config.metrics.empty_folder")()
        self.application = get_internal_wsgi_application()
        self.listener = listening_socket()

    def run(self) -> None:
        connections.close_all()  # the processes open their own
        answering = [self.answer] * settings.WORKERS
        doing = [partial(self.work, work) for work in works(settings.TASK_WORKERS)]
        Processes([*answering, *doing]).run(self.listener.close)
        tidy_database()

    def answer(self, parent: int) -> None:
        journal = held_open()  # for as long as this process runs
        server = reception(
            self.listener,
            self.application,
            threads=THREADS,
            behind_proxy=settings.HTTPS,
            one_at_a_time=HASHING,
            probes=PROBES,
        )
        answer(server, parent)
        journal.close()

    def work(self, work: Callable[[int], None], parent: int) -> None:
        self.listener.close()
        work(parent)


def held_open() -> BaseDatabaseWrapper:
    """Return an unused connection that keeps SQLite's journal from being deleted.

    Opening the journal again takes some space on the disk: on a full disk no page could
    be read.
    """
    connection = connections["default"].copy()
    with suppress(DatabaseError):  # full already
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            connection.introspection.table_names()
    return connection


def tidy_database() -> None:
    """Close the database; the last one to close SQLite removes its journal."""
    with suppress(DatabaseError):  # a full disk: the next start does it
        connections["default"].ensure_connection()
    connections.close_all()
