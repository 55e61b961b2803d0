"""What this machine is called."""

import pytest

from config import addresses

INTERFACES = {
    "lo": "127.0.0.1",
    "docker0": "172.17.0.1",
    "eth0": "10.0.0.4",
    "wlan0": "192.168.1.7",
}


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "interface_addresses", lambda: INTERFACES)
    monkeypatch.setattr(addresses, "address_towards_router", lambda: "192.168.1.7")


@pytest.mark.usefixtures("two_networks")
def test_phones_get_the_network_with_the_router_first() -> None:
    assert addresses.phone_addresses("0.0.0.0") == ["192.168.1.7", "10.0.0.4"]


@pytest.mark.usefixtures("two_networks")
@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", []), ("::1", []), ("10.0.0.4", ["10.0.0.4"])],
)
def test_phones_get_only_what_is_listened_on(host: str, expected: list[str]) -> None:
    assert addresses.phone_addresses(host) == expected


@pytest.mark.usefixtures("two_networks")
def test_the_site_answers_to_every_address_of_the_machine() -> None:
    assert set(INTERFACES.values()) <= set(addresses.machine_addresses())


def test_real_machine_knows_itself() -> None:
    assert "127.0.0.1" in addresses.machine_addresses()
    assert addresses.interface_addresses()["lo"] == "127.0.0.1"
    assert "localhost" in addresses.machine_names()


@pytest.mark.parametrize("hostname", ["Lodge", "lodge.example.org"])
def test_names_are_full_short_and_local(
    hostname: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: hostname)
    names = addresses.machine_names()
    assert {hostname.lower(), "lodge", "lodge.local", "localhost"} == set(names)
