"""Push notifications to open pages, if an nginx with nchan is in front.

The setting NEWS has the publisher's address. After each commit that logged a change,
its number is sent once to the channels of everyone who can see an effect: phones of a
sheet, of all sheets, the desk, public pages. No request waits at the site itself. A
channel's name is a keyed hash in the page, so only people who have seen the page know
it. A lost number only means waiting for the next poll.
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
PATIENCE = 0.2  # s; a user waits for the response to their save
AWAY = 5.0  # s without a new attempt after a failure
PATH = "/news/"  # path at nginx where browsers wait

# Kinds of changes that don't affect any public page: during play there are several each
# second. All other kinds, also future ones, are news.
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
# Readers: the phones of one sheet, those of all, the desk, public pages.
Kind = Literal["sheet", "sheets", "desk", "page"]

_lines = threading.local()  # each thread's open connection to the publisher
_away_until = 0.0


def waits_at(*targets: tuple[Kind, int]) -> str:
    """Return the path where a page waits for news; "" if no news is published."""
    if not settings.NEWS:
        return ""
    return PATH + ",".join(channel(kind, pk) for kind, pk in targets)


def channel(kind: Kind, pk: int) -> str:
    """Return the name of a channel, derived from the site's secret key."""
    return salted_hmac("valat news", f"{kind} {pk}", algorithm="sha256").hexdigest()[
        :32
    ]


def announce_change(
    change: int,
    kind: str,
    *,
    tournament: int | None,
    sheet: int | None,
    version: int | None = None,
) -> None:
    """Announce a logged change when the current transaction commits.

    `version`: the sheet's, for the phone that made the change and knows it already.
    """
    if not settings.NEWS or tournament is None:
        return
    channels = {channel("desk", tournament)}
    channels.add(channel("sheet", sheet) if sheet else channel("sheets", tournament))
    if kind not in UNSEEN:
        channels.add(channel("page", tournament))
    hooks: Any = connection.run_on_commit  # savepoints, callbacks, flags
    for _, call, _ in hooks:
        # One announcement for all changes of a transaction.
        if isinstance(call, _Telling):
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
    """Return whether the publisher accepted the news; waits at most PATIENCE."""
    global _away_until  # shared by all threads of the process
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
    """Post, with one retry on a new connection if the stored one was closed."""
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
