"""Networks of clients, for everything that is counted by address."""

import ipaddress


def household(address: str) -> str:
    """Return a client's network: an IPv6 address's /64, or the IPv4 address itself.

    A client with one IPv6 address controls the whole /64 and can use each address in
    it.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return known.exploded[:19]  # a /64
