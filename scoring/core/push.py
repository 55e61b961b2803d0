"""Telling whoever waits that something is new, where an nginx with nchan is in front.

The setting NEWS has the publisher's address. After each commit that left a line in a log
its number goes there once, to the channels of whoever may see something of it: phones of
a sheet, of all sheets, the desk, pages for everybody. Nobody waits at the site itself. A
channel's name is a keyed hash that the page gives out: who was never shown the page does
not know it. A number that is lost costs nothing but the wait for the next question.
"""

import logging
import threading
import time
from collections.abc import Iterable
from http.client import HTTPConnection, HTTPException
from typing import Any, Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

LOG = logging.getLogger("valat.news")
PATIENCE = 0.2  # s; somebody waits for the answer of his own write
AWAY = 5.0  # s in which one that did not answer is told nothing
PATH = "/news/"  # where browsers wait, at nginx

# Writes that no page for everybody shows anything of: at full play there are some every
# second. Whatever else is written, of a kind to come too, is news.
UNSEEN = (
    "hand",
    "void",
    "loan",
    "phone",
    "call",
    "answer",
    "tray",
    "token",
    "print",
    "chips",
    "photo",
)
# Who waits: the phones of one sheet, those of all, the desk, pages for everybody.
Kind = Literal["sheet", "sheets", "desk", "page"]

_lines = threading.local()  # each thread's to the publisher, kept open
_away_until = 0.0


def waits_at(*targets: tuple[Kind, int]) -> str:
    """Where a page waits for news, as a path of the site; nothing where nobody tells any."""
    if not settings.NEWS:
        return ""
    return PATH + ",".join(channel(kind, pk) for kind, pk in targets)


def channel(kind: Kind, pk: int) -> str:
    """The name of a channel, which only who has the site's key can make."""
    return salted_hmac("valat news", f"{kind} {pk}", algorithm="sha256").hexdigest()[
        :32
    ]


def tell(
    change: int,
    kind: str,
    *,
    tournament: int | None,
    sheet: int | None,
    version: int | None = None,
) -> None:
    """Tell of a line of the log, once the present transaction holds.

    `version`: the sheet's, for a phone that knows that one already, having written it.
    """
    if not settings.NEWS or tournament is None:
        return
    channels = {channel("desk", tournament)}
    channels.add(channel("sheet", sheet) if sheet else channel("sheets", tournament))
    if kind not in UNSEEN:
        channels.add(channel("page", tournament))
    hooks: Any = connection.run_on_commit  # savepoints, what is called, how
    for _, call, _ in hooks:
        if isinstance(call, _Telling):  # one for all that a transaction writes
            call.add(channels, change)
            return
    transaction.on_commit(_Telling(channels, change, version), robust=True)


class _Telling:
    def __init__(self, channels: set[str], change: int, version: int | None) -> None:
        self.channels, self.change, self.version = channels, change, version

    def add(self, channels: set[str], change: int) -> None:
        self.channels |= channels
        self.change, self.version = max(change, self.change), None

    def __call__(self) -> None:
        publish(self.channels, self.change, self.version)


def publish(channels: Iterable[str], change: int, version: int | None = None) -> bool:
    """Whether the publisher took it; it is never waited for longer than PATIENCE."""
    global _away_until  # for all threads of the process
    if time.monotonic() < _away_until:
        return False
    path = f"{urlsplit(settings.NEWS).path.rstrip('/')}/{','.join(sorted(channels))}"
    try:
        text = str(change) if version is None else f"{change} {version}"
        status = _post(path, text.encode())
    except (OSError, HTTPException) as error:
        status, reason = 0, str(error)
    else:
        reason = f"status {status}"
    if 200 <= status < 300:
        return True
    _away_until = time.monotonic() + AWAY
    LOG.warning("News could not be told (NEWS): %s", reason)
    return False


def _post(path: str, body: bytes) -> int:
    """Once more on a new line where the kept one was closed meanwhile."""
    open_line: HTTPConnection | None = getattr(_lines, "kept", None)
    if open_line is not None:
        try:
            return _asked(open_line, path, body)
        except TimeoutError:
            raise
        except (OSError, HTTPException):
            pass
    parts = urlsplit(settings.NEWS)
    _lines.kept = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    return _asked(_lines.kept, path, body)


def _asked(line: HTTPConnection, path: str, body: bytes) -> int:
    try:
        line.request("POST", path, body, {"Content-Type": "text/plain"})
        answer = line.getresponse()
        answer.read()
    except (OSError, HTTPException):
        line.close()
        _lines.kept = None
        raise
    return answer.status
