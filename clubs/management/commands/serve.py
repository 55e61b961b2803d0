"""What `./run` starts: bring the data up to date, say where it is, serve."""

import hashlib
import ipaddress
import os
import socket
import sys
from argparse import ArgumentParser
from io import StringIO

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.db import connections
from gunicorn.app.base import BaseApplication

from clubs.management.worker import Worker
from clubs.services.accounts import setup_code

UMASK = 0o077  # the data folder is nobody else's business


class Command(BaseCommand):
    help = "Bring the data folder up to date and serve the site with gunicorn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--prepare-only", action="store_true", help="stop before serving"
        )

    def handle(self, *, prepare_only: bool, **options: object) -> None:
        os.umask(UMASK)
        if not prepare_only:
            refuse_busy_port()
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        call_command("migrate", verbosity=0, interactive=False)
        collect_static_files()
        call_command("load_demo", if_empty=True)
        if prepare_only:
            return
        self.stdout.write(welcome())
        self.stdout.flush()
        connections.close_all()  # the workers open their own
        Server().run()


def refuse_busy_port() -> None:
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.HOST, settings.PORT))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {settings.HOST} port {settings.PORT}: "
                f"{error.strerror}. Is it running already? "
                f"Another port: PORT={settings.PORT % 65535 + 1} ./run"
            ) from None


def collect_static_files() -> None:
    """Only when a file is new or changed: squeezing them takes seconds."""
    stamp = settings.DATA_DIR / "static-stamp"
    found = static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == found:
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(found, encoding="ascii")


def static_fingerprint() -> str:
    lines = [str(settings.STORAGES["staticfiles"]), str(settings.STATIC_ROOT)]
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = os.stat(storage.path(name))
            lines.append(f"{storage.path(name)} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def welcome() -> str:
    """Where the site is, for this machine, for phones, and for the first owner."""
    here, phones = site_addresses()
    lines = ["", f"Valat is at     {here}"]
    if phones:
        lines.append(f"for phones      {phones[0]}    (same network; or scan this)")
        lines += [f"                {other}" for other in phones[1:]]
        lines += ["", terminal_qr(phones[0])]
    elif not settings.HTTPS:
        lines.append(f"Phones cannot reach it: it listens on {settings.HOST} only.")
    code = setup_code()
    if code:
        lines += [
            "Nobody runs it yet. Open this once to become its owner:",
            f"                {here}setup/{code}/",
        ]
    return "\n".join([*lines, "Stop with Ctrl-C.", ""])


def site_addresses() -> tuple[str, list[str]]:
    """The address on this machine (or of its proxy), and those for phones."""
    if settings.HTTPS and settings.PUBLIC_NAMES:
        public = [f"https://{name.lstrip('.')}/" for name in settings.PUBLIC_NAMES]
        return public[0], public
    listening = ipaddress.ip_address(settings.HOST)
    here = "127.0.0.1" if listening.is_unspecified else settings.HOST
    return address_of(here), [address_of(host) for host in settings.PHONE_ADDRESSES]


def address_of(host: str) -> str:
    name = f"[{host}]" if ":" in host else host
    port = "" if settings.PORT == 80 else f":{settings.PORT}"
    return f"http://{name}{port}/"


def terminal_qr(address: str) -> str:
    """Half-height blocks: 29 columns for an address like these."""
    drawn = StringIO()
    segno.make(address, micro=False, error="l").terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawn.getvalue()
    # white on black, whatever the terminal's own colours
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines) + "\n"


class Server(BaseApplication):
    """gunicorn in this very process: Django is loaded once, before the fork."""

    def load_config(self) -> None:
        host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
        chosen = {
            "bind": f"{host}:{settings.PORT}",
            "workers": settings.WORKERS,
            "worker_class": Worker,
            "threads": 4,
            "keepalive": 10,  # s; a phone at a table asks for news every 4
            "umask": UMASK,
            "control_socket_disable": True,
            # No access log: it would hold the tokens of the tables.
            "loglevel": "warning",
        }
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        return get_wsgi_application()
