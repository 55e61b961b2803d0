"""HTTP client for webhook calls: only to public addresses, with a short timeout.

The host name is resolved once, all its addresses are checked, and one of exactly these
is called; TLS still verifies the name. Redirects and proxies from the environment are
ignored, and only the beginning of the response is read.
"""

import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from scoring.api.webhook_urls import Target, is_named, literal_of, may_call, target_of
from scoring.core.writes import ActionRefused
from scoring.models import WebhookTry

PATIENCE = 5.0  # s in total: name lookup, connection, TLS, response
MOST_READ = 4_096  # bytes of the response
MOST_ADDRESSES = 4  # addresses of a name to try
Why = WebhookTry.Why


@dataclass(frozen=True, slots=True)
class WebhookResponse:
    """The status of a response, or the reason for having none; `took` in ms."""

    status: int | None
    reason: str
    took: int


class _Undone(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.why = reason


def post(address: str, headers: Mapping[str, str], body: bytes) -> WebhookResponse:
    """Post a body to an address; failures are returned, not raised."""
    begun = time.monotonic()
    status, reason = None, ""
    try:
        status = _posted(target_of(address), headers, body, begun + PATIENCE)
    except ActionRefused:  # allowed when it was typed, but not any more
        reason = Why.INSIDE
    except _Undone as undone:
        reason = undone.why
    return WebhookResponse(status, reason, round((time.monotonic() - begun) * 1000))


def _posted(
    target: Target, headers: Mapping[str, str], body: bytes, until: float
) -> int:
    with _map_network_errors(), _connected(target, until) as line:
        line.settimeout(_left(until))
        line.sendall(_request(target, headers, body))
        return _status(line, until)


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.head}",
        f"User-Agent: Valat/{settings.VERSION}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


@contextmanager
def _map_network_errors() -> Iterator[None]:
    """Turn network exceptions into _Undone with the reason."""
    try:
        yield
    except TimeoutError:
        raise _Undone(Why.LATE) from None
    except ssl.SSLCertVerificationError:
        raise _Undone(Why.CERTIFICATE) from None
    except ssl.SSLError:
        raise _Undone(Why.NO_TLS) from None
    except ConnectionRefusedError:
        raise _Undone(Why.REFUSED) from None
    except OSError:
        raise _Undone(Why.AWAY) from None


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connected(target: Target, until: float) -> socket.socket:
    """Connect to one of the host's addresses, with TLS unless the scheme is http."""
    found = _looked_up(target, until)
    literals = [literal_of(str(address[0])) for _, address in found]
    if not all(literal and may_call(literal) for literal in literals):
        raise _Undone(Why.INSIDE)
    is_plain = target.scheme != "https"
    if is_plain and not all(literal and is_named(literal) for literal in literals):
        raise _Undone(Why.INSIDE)
    line = _line(found[:MOST_ADDRESSES], until)
    if is_plain:
        return line
    try:
        line.settimeout(_left(until))
        context = ssl.create_default_context()
        return context.wrap_socket(line, server_hostname=target.host)
    except BaseException:
        line.close()
        raise


Found = list[tuple[socket.AddressFamily, Any]]


def _looked_up(target: Target, until: float) -> Found:
    """Return the host's addresses, looked up once in a thread with a timeout."""
    answers: list[Found] = []

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            rows = []
        answers.append([(family, address) for family, _, _, _, address in rows])

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(_left(until))
    if not answers or not answers[0]:
        raise _Undone(Why.NO_NAME)
    return answers[0]


def _line(found: Found, until: float) -> socket.socket:
    """Connect to the first address that answers; each gets its share of the time."""
    for number, (family, address) in enumerate(found):
        line = socket.socket(family, socket.SOCK_STREAM)
        try:
            line.settimeout(_left(until) / (len(found) - number))
            line.connect(address)
        except OSError:
            line.close()
            if number == len(found) - 1:
                raise
        else:
            return line
    raise _Undone(Why.NO_NAME)


def _status(line: socket.socket, until: float) -> int:
    """Return the status of the response, without reading the rest."""
    head, left = b"", MOST_READ
    while left:
        line.settimeout(_left(until))
        chunk = line.recv(left)
        if not chunk:
            break
        head, left = head + chunk, left - len(chunk)
        first, is_whole, _ = head.partition(b"\r\n")
        while is_whole:
            found = re.fullmatch(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: .*)?", first)
            if found is None:
                raise _Undone(Why.NO_HTTP)
            if int(found[1]) >= 200:
                return int(found[1])
            _, is_whole, later = head.partition(b"\r\n\r\n")  # 103 and similar
            if is_whole:
                head = later
                first, is_whole, _ = head.partition(b"\r\n")
    raise _Undone(Why.NO_HTTP)
