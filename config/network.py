"""The names and addresses of this machine, as far as it knows them itself."""

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of a network interface
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "lxc", "podman")


def machine_names() -> list[str]:
    """Return names that reach this machine, without a DNS lookup."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    names = ["localhost", name, short, f"{short}.local"]
    return [n for n in dict.fromkeys(names) if n]


def machine_addresses() -> list[str]:
    """Return all addresses of this machine, as in a Host header."""
    addresses = ["127.0.0.1", "[::1]", *interface_addresses().values()]
    addresses += [f"[{address}]" for address in ipv6_addresses()]
    return list(dict.fromkeys(addresses))


def phone_addresses(host: str) -> list[str]:
    """Return addresses for phones of a server listening on `host`, likeliest first."""
    listening = ipaddress.ip_address(host)
    if listening.is_loopback:
        return []
    if not listening.is_unspecified:
        return [host]
    addresses = [
        address
        for interface, address in interface_addresses().items()
        if not interface.startswith(VIRTUAL)
    ]
    router = address_towards_router()
    return sorted(addresses, key=lambda address: address != router)


def interface_addresses() -> dict[str, str]:
    addresses = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, interface in socket.if_nameindex():
            request = struct.pack("256s", interface.encode()[:15])
            try:
                answer = fcntl.ioctl(asker.fileno(), SIOCGIFADDR, request)
            except OSError:
                continue  # this interface has none
            addresses[interface] = socket.inet_ntoa(answer[20:24])
    return addresses


def ipv6_addresses() -> list[str]:
    try:
        lines = Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines()
    except OSError:
        return []
    addresses = (
        ipaddress.IPv6Address(bytes.fromhex(line.split()[0])) for line in lines
    )
    return [str(address) for address in addresses if not address.is_loopback]


def address_towards_router() -> str:
    """Return the address for packets to other networks, without sending any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        try:
            asker.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(asker.getsockname()[0])
