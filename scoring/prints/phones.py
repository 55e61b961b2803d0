"""Whether the address on a print will open anything on the phones of the hall."""

import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host


def warning_about(address: str) -> str:
    """What is wrong with an address for phones, in a sentence; empty if nothing is."""
    host = urlsplit(address).hostname or ""
    number = _number(host)
    if host == "localhost" or (number and number.is_loopback):
        return f"{host} opens on this machine only. Phones will find nothing there."
    if not validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return f"This machine does not answer to {host}."
    if number and host not in settings.PUBLIC_NAMES and not _is_mine(number):
        return f"{host} is no address of this machine any more."
    return ""


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_mine(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Only an own address can be bound; nothing is sent."""
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as asker:
        try:
            asker.bind((str(number), 0))
        except OSError:
            return False
    return True
