"""Addresses of webhooks: on the internet, or in networks the site admin named.

An address inside the machine's own network is never allowed.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from django.conf import settings

from clubs.i18n import lazy_message, message
from scoring.core.writes import ActionRefused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PORTS = {"https": 443, "http": 80}
FIRST_FREE = 1_024  # lower ports belong to other services
LONGEST = 500
NONE = lazy_message("That isn’t a valid address. Example: https://lodge.example/valat")
INSIDE = lazy_message(
    "This address is inside a private network. Use one that can be reached from the "
    "internet."
)
HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
IN_PATH, IN_QUERY = "/%:@!$&'()*+,;=~", "/%:@!$&'()*+,;=~?"
OF_NETWORKS = (".localhost", ".local", ".internal", ".lan", ".home.arpa")

# Global unicast addresses; exceptions follow.
WORLD = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the last 32 bits are an IPv4 address
NOT_OF_THE_WORLD = tuple(
    map(
        ipaddress.ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24"),  # protocols, 6to4 relays
            *("2001::/23", "2001:db8::/32", "3fff::/20"),  # protocols, examples
            "2002::/16",  # 6to4
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed address; `host` as it is looked up, `path` as it is sent."""

    scheme: str
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.head}{self.path}"

    @property
    def head(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(typed: str) -> Target:
    """Return the parts of a typed address. Raises ActionRefused for `address`."""
    try:
        return _target(typed)
    except ValueError:
        raise ActionRefused(NONE, "address") from None


def _target(typed: str) -> Target:
    if any(sign.isspace() or not sign.isprintable() for sign in typed) or "\\" in typed:
        _refuse(
            message(
                "The address contains a character that isn’t allowed, perhaps a space."
            )
        )
    parts = urlsplit(typed)
    _refuse_scheme(parts.scheme)
    if parts.username is not None or parts.password is not None:
        _refuse(
            message(
                "Leave out the name and password. The secret already proves that a "
                "call comes from us."
            )
        )
    if "#" in typed:
        _refuse(
            message(
                "Remove the # and everything after it. It isn’t sent to the program."
            )
        )
    host = _host(parts.hostname or "")
    port = PORTS[parts.scheme] if parts.port is None else parts.port
    if port != PORTS[parts.scheme] and port < FIRST_FREE:
        _refuse(message("Use port 443, or a port from 1024 up."))
    path = quote(parts.path or "/", safe=IN_PATH)
    if parts.query:
        path += f"?{quote(parts.query, safe=IN_QUERY)}"
    target = Target(parts.scheme, host, port, path)
    if len(str(target)) > LONGEST:
        _refuse(message("Use at most {n} characters.", n=LONGEST))
    return target


def host_of(address: str) -> str:
    """Return the host alone, because the path can contain a secret of the program."""
    return address.partition("://")[2].partition("/")[0]


def _refuse(reason: str) -> None:
    raise ActionRefused(reason, "address")


def _refuse_scheme(scheme: str) -> None:
    if scheme not in PORTS:
        raise ValueError(scheme)
    if scheme != "https" and not settings.WEBHOOKS_INSIDE:
        _refuse(
            message(
                "Start the address with https:// so that no one else can read "
                "the calls."
            )
        )


def _host(host: str) -> str:
    """Return the host as it is looked up: lower case, other scripts as IDNA.

    Raises ValueError if it isn't valid, ActionRefused for a private network.
    """
    literal = literal_of(host)
    if literal is None:
        host = host.rstrip(".").encode("idna").decode().lower()
        last = host.rpartition(".")[2]
        # Some systems read a number, such as 2130706433 or 0x7f.1, as an address.
        if not HOST.fullmatch(host) or re.fullmatch("[0-9]+|0x[0-9a-f]*", last):
            raise ValueError(host)
        is_inside = "." not in host or f".{host}".endswith(OF_NETWORKS)
        if is_inside and not settings.WEBHOOKS_INSIDE:
            _refuse(INSIDE)
    elif not may_call(literal):
        _refuse(INSIDE)
    return host


def literal_of(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def may_call(address: Address) -> bool:
    """Return whether an address is public, or in a network the site admin named."""
    return is_named(address) or (_is_of_the_world(address) and not _is_near(address))


def is_named(address: Address) -> bool:
    return any(address in network for network in settings.WEBHOOKS_INSIDE)


def _is_of_the_world(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64 and not address.scope_id:
            return _is_of_the_world(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
        if address.scope_id or address not in WORLD:  # excludes IPv4 in IPv6, too
            return False
    named = any(address in network for network in NOT_OF_THE_WORLD)
    return address.is_global and not address.is_multicast and not named


def _is_near(address: Address) -> bool:
    """Return whether an address is this machine's, or in the /64 of one of its own."""
    for name in settings.ALLOWED_HOSTS:
        own_address = literal_of(name.strip("[]"))
        if own_address is None or own_address.version != address.version:
            continue
        network = ipaddress.ip_network(
            f"{own_address}/{64 if own_address.version == 6 else 32}", False
        )
        if address in network:
            return True
    return False
