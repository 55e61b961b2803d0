"""Who shares an address, for whatever is counted by address."""

import ipaddress


def household(address: str) -> str:
    """Whoever has one IPv6 address has all that begin like it, and may use each."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return known.exploded[:19]  # a /64
