"""Addresses of the site: the one in links, and the one that phones open.

Wifi can assign a new address when it reconnects, so this machine's addresses are read
each time; the host names the site answers to stay as they were at the start.
"""

import ipaddress
import re
import socket
from collections.abc import Iterator
from html import escape
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.request import validate_host
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.i18n import and_list, message
from clubs.models import Club

FRAME_HEIGHT = 600  # CSS pixels; the embedding page can use another height
LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*(?::(?P<port>[0-9]{{1,5}}))?")
PORT_OF_HTTPS = 443
NO_ADDRESS = _("That isn’t a valid address. Example: http://192.168.1.20:8000")


def own_address() -> str:
    """Return the site's address for phones, without a request to derive it from."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if settings.HTTPS and settings.PUBLIC_NAMES:
        return f"https://{settings.PUBLIC_NAMES[0].lstrip('.')}"
    host = next(iter(settings.PHONE_ADDRESSES_NOW()), "127.0.0.1")
    return f"http://{in_brackets(host)}:{settings.PORT}"


def site_address(request: HttpRequest) -> str:
    """Return the site's address without a trailing slash: `https://tarok.example.org`.

    If SITE_URL isn't set: the first public name behind a proxy, or else the requested
    host. The site answers to that host, but a client can send any port with it, so only
    the site's own port is used.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    names = [name for name in settings.PUBLIC_NAMES if not name.startswith(".")]
    if settings.HTTPS and names:
        return f"https://{names[0]}"
    asked = urlsplit(f"//{request.get_host()}")
    host = in_brackets(asked.hostname or "")
    if settings.HTTPS:
        return f"https://{host}"
    port = f":{settings.PORT}" if asked.port and settings.PORT != 80 else ""
    return f"http://{host}{port}"


def hall_address(request: HttpRequest, club: Club) -> str:
    """Return the address for codes on paper and screens in the hall.

    Without a trailing slash. The club's address for phones comes before the site's own,
    because it works in the hall without internet access.
    """
    return _first_of(request, club.phone_address, settings.SITE_URL)


def link_address(request: HttpRequest, club: Club) -> str:
    """Return the start of links that people share, without a trailing slash.

    The site's own address comes first; the club's address for phones only works in the
    hall.
    """
    return _first_of(request, settings.SITE_URL, club.phone_address)


def embed_code(
    request: HttpRequest, club: Club, title: str, name: str, *parts: object
) -> str:
    """Return the HTML that embeds a table of the club in a frame of another page."""
    source = site_address(request) + reverse(name, args=[club.pk, *parts])
    return (
        f'<iframe src="{escape(source)}" title="{escape(title)}" loading="lazy" '
        f'width="100%" height="{FRAME_HEIGHT}" style="border: 0"></iframe>'
    )


def _first_of(request: HttpRequest, *known: str) -> str:
    """Return the first known address; without one, the address of the request."""
    own_url = request.build_absolute_uri("/")
    return next(filter(None, known), own_url).rstrip("/")


def opens_here_only(address: str) -> bool:
    """Return whether an address only works on this machine."""
    host = urlsplit(address).hostname or ""
    number = _number(host)
    return host == "localhost" or bool(number and number.is_loopback)


Number = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = {"http": "80", "https": "443"}
RESTART = _("Restart Valat.")


def phone_addresses(*, scheme: str, port: str) -> list[str]:
    """Return addresses where phones reach the site now, the likeliest first.

    Public names come before all. Scheme and port are those of the current request.
    """
    if settings.HTTPS and settings.PUBLIC_NAMES:
        return [f"https://{name.lstrip('.')}" for name in settings.PUBLIC_NAMES]
    ending = "" if port == PORTS.get(scheme) else f":{port}"
    hosts = settings.PHONE_ADDRESSES_NOW()
    return [f"{scheme}://{in_brackets(host)}{ending}" for host in hosts]


def warning_about(address: str, *, port: str = "") -> str:
    """Return the problem with an address for phones and its remedy; "" if it works.

    `port` is the port of the current request, in addition to the site's own: behind a
    proxy they differ, and a proxy's name and IP address don't belong to this machine.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    number = _number(host)
    if opens_here_only(address):
        return message(
            "{host} only works on this computer. Phones can’t reach it.",
            host=host,
        )
    if host in settings.PUBLIC_NAMES:
        return ""
    if number and not _is_mine(number):
        if not validate_host(in_brackets(host), settings.ALLOWED_HOSTS):
            wrong = message("This computer doesn’t answer to {host}.", host=host)
        else:
            wrong = message(
                "{host} is no longer an address of this computer.", host=host
            )
        return " ".join([wrong, *_is_now()])
    if not validate_host(in_brackets(host), settings.ALLOWED_HOSTS):
        return _not_answered(host, is_number=bool(number))
    return _port_warning(parts, port)


def _not_answered(host: str, *, is_number: bool) -> str:
    """Return the problem with this machine's own address, or what may be its name."""
    if is_number:
        wrong = message(
            "This computer got the address {host} after Valat started.", host=host
        )
        return f"{wrong} {RESTART}"
    return message(
        "This computer doesn’t answer to {host}. If that’s its name, start Valat "
        "with ALLOWED_HOSTS={host}.",
        host=host,
    )


def _port_warning(parts: SplitResult, port: str) -> str:
    """Return a warning for a port from another start; a proxy uses the usual ports."""
    opens = str(parts.port or PORTS[parts.scheme])
    known = {str(settings.PORT), port, *PORTS.values()}
    if settings.HTTPS or settings.PUBLIC_NAMES or opens in known:
        return ""
    return message(
        "Valat is now listening on port {port}, but the address says {opens}.",
        port=settings.PORT,
        opens=opens,
    )


def _is_now() -> Iterator[str]:
    addresses = settings.PHONE_ADDRESSES_NOW()
    if addresses:
        yield message(
            "This computer has {addresses} now.", addresses=and_list(addresses)
        )
        if not set(addresses) <= set(settings.ALLOWED_HOSTS):
            yield str(RESTART)


def in_brackets(host: str) -> str:
    """Return a host for use in a URL: an IPv6 address in brackets, a name unchanged."""
    return f"[{host}]" if ":" in host else host


def _number(host: str) -> Number | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_mine(number: Number) -> bool:
    """Return whether an IP address is this machine's own.

    Only an own address can be bound; nothing is sent.
    """
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as asker:
        try:
            asker.bind((str(number), 0))
        except OSError:
            return False
    return True


# --- Addresses that people type -----------------------------------------------


def clean_embed_hosts(typed: str) -> str:
    """Return the hosts that can embed a club's tables, each once, one per line.

    An address without a path becomes its host. Raises ValidationError.
    """
    return "\n".join(dict.fromkeys(map(_host, typed.replace(",", " ").split())))


def clean_phone_address(typed: str) -> str:
    """Return the bare address that phones open, or "". Raises ValidationError.

    QR codes append a path to the address.
    """
    typed = typed.strip()
    if not typed:
        return ""
    parts = _split(typed if "://" in typed else f"http://{typed}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValidationError(
            message("For example, http://192.168.1.20:8000 or https://lodge.org")
        )
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValidationError(message("Enter only the address, with nothing after it."))
    address = f"{parts.scheme}://{parts.netloc}"
    try:
        Club._meta.get_field("phone_address").run_validators(address)
    except ValidationError:
        raise ValidationError(NO_ADDRESS) from None
    return address


def _host(typed: str) -> str:
    """Return a host with an optional port, as in the header that allows frames."""
    bare = typed.removeprefix("https://").removeprefix("http://").removesuffix("/")
    try:
        host = bare.encode("idna").decode().lower()
    except UnicodeError:
        host = ""
    found = HOST.fullmatch(host)
    if found is None or int(found["port"] or PORT_OF_HTTPS) not in range(1, 1 << 16):
        wrong = message(
            "“{typed}” isn’t a valid host. Enter only the host. For example, "
            "www.lodge24.org or www.lodge24.org:8080",
            typed=typed,
        )
        raise ValidationError(wrong)
    return host


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _unused = parts.port  # reading a port that isn't a number raises ValueError
    except ValueError:
        raise ValidationError(NO_ADDRESS) from None
    return parts
