"""The address that phones open: what this machine offers, and what is wrong with one.

A wifi gives another address when it comes back, so this machine is looked at each time;
the names the site answers to stay as they were when it was started.
"""

import ipaddress
import socket
from collections.abc import Iterator
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http.request import validate_host

from clubs.wording import and_list, say, say_later

Number = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = {"http": "80", "https": "443"}
RESTART = say_later("Stop Valat and start it again.")


def phone_addresses(*, scheme: str, port: str) -> list[str]:
    """Where phones reach the site now, the likeliest first; a public name before all.

    Scheme and port are those by which whoever asks reaches it himself.
    """
    if settings.HTTPS and settings.PUBLIC_NAMES:
        return [f"https://{name.lstrip('.')}" for name in settings.PUBLIC_NAMES]
    ending = "" if port == PORTS.get(scheme) else f":{port}"
    hosts = settings.PHONE_ADDRESSES_NOW()
    return [f"{scheme}://{in_brackets(host)}{ending}" for host in hosts]


def warning_about(address: str, *, port: str = "") -> str:
    """What is wrong with an address for phones and what to do; empty if nothing is.

    `port` is the one by which whoever asks reaches the site, besides its own: behind a
    proxy they differ, and a proxy's name and number are none of this machine's.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    number = _number(host)
    if host == "localhost" or (number and number.is_loopback):
        return say(
            "{host} opens on this machine only. Phones will find nothing there.",
            host=host,
        )
    if host in settings.PUBLIC_NAMES:
        return ""
    if number and not _is_mine(number):
        if not validate_host(in_brackets(host), settings.ALLOWED_HOSTS):
            wrong = say("This machine does not answer to {host}.", host=host)
        else:
            wrong = say("{host} is no address of this machine any more.", host=host)
        return " ".join([wrong, *_is_now()])
    if not validate_host(in_brackets(host), settings.ALLOWED_HOSTS):
        return _not_answered(host, is_number=bool(number))
    return _port_warning(parts, port)


def _not_answered(host: str, *, is_number: bool) -> str:
    """This machine's own address, or what may be its name."""
    if is_number:
        wrong = say("This machine got {host} after Valat was started.", host=host)
        return f"{wrong} {RESTART}"
    return say(
        "This machine does not answer to {host}. If that is its name, start Valat with "
        "ALLOWED_HOSTS={host}.",
        host=host,
    )


def _port_warning(parts: SplitResult, port: str) -> str:
    """A port that the site had at another start; a proxy's are the usual ones."""
    opens = str(parts.port or PORTS[parts.scheme])
    known = {str(settings.PORT), port, *PORTS.values()}
    if settings.HTTPS or settings.PUBLIC_NAMES or opens in known:
        return ""
    return say(
        "Valat listens on port {port} now, and the address says {opens}.",
        port=settings.PORT,
        opens=opens,
    )


def _is_now() -> Iterator[str]:
    now = settings.PHONE_ADDRESSES_NOW()
    if now:
        yield say("It has {addresses} now.", addresses=and_list(now))
        if not set(now) <= set(settings.ALLOWED_HOSTS):
            yield str(RESTART)


def in_brackets(host: str) -> str:
    """An IPv6 address as it stands in another address; a name as it is."""
    return f"[{host}]" if ":" in host else host


def _number(host: str) -> Number | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_mine(number: Number) -> bool:
    """Only an own address can be bound; nothing is sent."""
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as asker:
        try:
            asker.bind((str(number), 0))
        except OSError:
            return False
    return True
