"""What this machine is called."""

import pytest

from config import network

INTERFACES = {
    "lo": "127.0.0.1",
    "docker0": "172.17.0.1",
    "eth0": "10.0.0.4",
    "wlan0": "192.168.1.7",
}


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "interface_addresses", lambda: INTERFACES)
    monkeypatch.setattr(network, "address_towards_router", lambda: "192.168.1.7")


@pytest.mark.usefixtures("two_networks")
def test_phones_get_the_network_with_the_router_first() -> None:
    assert network.phone_addresses("0.0.0.0") == ["192.168.1.7", "10.0.0.4"]


@pytest.mark.usefixtures("two_networks")
@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", []), ("::1", []), ("10.0.0.4", ["10.0.0.4"])],
)
def test_phones_get_only_what_is_listened_on(host: str, expected: list[str]) -> None:
    assert network.phone_addresses(host) == expected


@pytest.mark.usefixtures("two_networks")
def test_the_site_answers_to_every_address_of_the_machine() -> None:
    assert set(INTERFACES.values()) <= set(network.machine_addresses())


def test_real_machine_knows_itself() -> None:
    assert "127.0.0.1" in network.machine_addresses()
    assert network.interface_addresses()["lo"] == "127.0.0.1"
    assert "localhost" in network.machine_names()


@pytest.mark.parametrize("hostname", ["Lodge", "lodge.example.org"])
def test_names_are_full_short_and_local(
    hostname: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: hostname)
    names = network.machine_names()
    assert {hostname.lower(), "lodge", "lodge.local", "localhost"} == set(names)
