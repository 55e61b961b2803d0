"""The address phones open: what is offered, and when it is warned of."""

import pytest

from clubs import site_urls
from clubs.models import Club
from clubs.site_urls import (
    hall_address,
    link_address,
    opens_here_only,
    phone_addresses,
    warning_about,
)
from tests.in_turn import in_turn

MINE = "192.168.1.7"  # this machine's own in these tests


@pytest.fixture(autouse=True)
def machine(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started with two addresses and a name; a proxy in front has one of its own."""
    settings.ALLOWED_HOSTS = ["hall.example", MINE, "192.0.2.9", "198.51.100.4"]
    settings.PUBLIC_NAMES = []
    settings.PORT = 8000
    settings.PHONE_ADDRESSES_NOW = lambda: [MINE]

    def mine(number: object) -> bool:
        return str(number) in (MINE, "192.168.1.8")

    monkeypatch.setattr(site_urls, "_is_mine", mine)


@in_turn(
    "address, warning",
    [
        (f"http://{MINE}:8000", ""),
        (f"http://{MINE}", ""),  # a proxy on this machine
        (
            f"http://{MINE}:8001",
            "Valat is now listening on port 8000, but the address says",
        ),
        ("http://127.0.0.1:8000", "127.0.0.1 only works on this computer."),
        ("http://localhost", "localhost only works on this computer."),
        ("http://[::1]:8000", "::1 only works on this computer."),
        ("http://hall.example", ""),
        (
            "http://192.0.2.9",
            "192.0.2.9 is no longer an address of this computer. This computer has 192.168.1.7 now.",
        ),
        (
            "http://10.9.9.9",
            "This computer doesn’t answer to 10.9.9.9. This computer has",
        ),
        (
            "http://192.168.1.8:8000",
            "This computer got the address 192.168.1.8 after Valat started. Restart",
        ),
        ("http://elsewhere.example", "This computer doesn’t answer to elsewhere"),
    ],
)
def test_an_address_that_opens_nothing_is_named(address: str, warning: str) -> None:
    found = warning_about(address)
    assert found.startswith(warning) if warning else found == ""


def test_the_port_somebody_reached_it_by_is_a_right_one() -> None:
    assert warning_about(f"http://{MINE}:9000", port="9000") == ""


def test_a_wifi_that_gave_another_address_asks_for_a_restart(settings) -> None:
    settings.PHONE_ADDRESSES_NOW = lambda: ["192.168.1.8"]
    assert warning_about("http://192.0.2.9:8000") == (
        "192.0.2.9 is no longer an address of this computer. This computer has 192.168.1.8 now. "
        "Restart Valat."
    )


@pytest.mark.parametrize(
    "address", ["http://198.51.100.4", "https://tarok.lodge24.org", "http://cards:81"]
)
def test_behind_a_proxy_with_its_own_name_nobody_cries_wolf(
    settings, address: str
) -> None:
    settings.PUBLIC_NAMES = ["198.51.100.4", "tarok.lodge24.org", "cards"]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *settings.PUBLIC_NAMES]
    assert warning_about(address, port="8000") == ""


def test_what_this_machine_has_now_is_offered(settings) -> None:
    settings.PHONE_ADDRESSES_NOW = lambda: [MINE, "fe80::1"]
    assert phone_addresses(scheme="http", port="8000") == [
        f"http://{MINE}:8000",
        "http://[fe80::1]:8000",
    ]
    assert phone_addresses(scheme="http", port="80")[0] == f"http://{MINE}"
    settings.HTTPS, settings.PUBLIC_NAMES = True, [".lodge24.org"]
    assert phone_addresses(scheme="https", port="443") == ["https://lodge24.org"]


def test_a_code_in_the_hall_and_a_link_passed_on_begin_each_its_way(
    settings, rf
) -> None:
    club = Club()
    request = rf.get("/somewhere/", headers={"host": "hall.example"})
    assert hall_address(request, club) == link_address(request, club)
    assert hall_address(request, club) == "http://hall.example"
    assert opens_here_only("http://localhost")
    assert opens_here_only("http://[::1]:81")
    settings.SITE_URL = "https://lodge24.org"
    assert hall_address(request, club) == "https://lodge24.org"
    club.phone_address = f"http://{MINE}:8000/"
    assert hall_address(request, club) == f"http://{MINE}:8000"
    assert link_address(request, club) == "https://lodge24.org"
    settings.SITE_URL = ""
    assert link_address(request, club) == f"http://{MINE}:8000"
    assert not opens_here_only(link_address(request, club))
