"""Calls go out into the world alone: whatever an address, a name or an answer tries."""

import ipaddress
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.api import webhook_client
from scoring.api.webhook_client import Why, post
from scoring.api.webhook_urls import may_call, target_of
from scoring.core.writes import ActionRefused
from tests.in_turn import in_turn
from tests.scoring.api.conftest import INSIDE
from tests.scoring.api.receiver import Receiver, answering, receiver

WORLD = "198.41.0.4"  # somebody's, far away


@pytest.fixture
def inside(settings: Any) -> None:
    """A network that the operator named: this machine, and plain http in it."""
    settings.WEBHOOKS_INSIDE = INSIDE


@pytest.fixture
def program(inside: None) -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """What the name of a program leads to, each time that it is asked for."""
    asked: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        found = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        if not found:
            raise socket.gaierror
        family = {4: socket.AF_INET, 6: socket.AF_INET6}
        versions = [ipaddress.ip_address(at).version for at in found]
        return [
            (family[version], socket.SOCK_STREAM, 6, "", (at, port))
            for version, at in zip(versions, found, strict=True)
        ]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


@in_turn(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.9.9"),
        *("192.168.8.1", "169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.0.9"),
        *("192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
        *("224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:198.41.0.4"),
        *("fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1"),
        *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1"),
        *("2001::1", "2001:2::1", "2001:db8::1", "2002:7f00:1::", "2002:c629:4::"),
        *("3fff::1", "4000::1", "5f00::1"),
    ],
)
def test_nothing_inside_a_network_is_called(address: str) -> None:
    assert not may_call(ipaddress.ip_address(address))


@in_turn(
    "address",
    [
        *("198.41.0.4", "1.1.1.1", "172.32.0.1", "192.0.1.1", "223.255.255.254"),
        *("2a00:1450:4001:812::200e", "2606:4700::1111", "64:ff9b::c629:4"),
    ],
)
def test_the_world_is_called(address: str) -> None:
    assert may_call(ipaddress.ip_address(address))


def test_this_machine_is_not_called_by_its_address_in_the_world(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["tarok.example", WORLD, "[2a00:1450:4001:812::200e]"]
    for near in (WORLD, "2a00:1450:4001:812::1"):
        assert not may_call(ipaddress.ip_address(near))
    assert may_call(ipaddress.ip_address("2a00:1450:4001:813::1"))
    settings.WEBHOOKS_INSIDE = [ipaddress.ip_network(f"{WORLD}/32")]
    assert may_call(ipaddress.ip_address(WORLD))


@in_turn(
    "typed, kept",
    [
        ("https://lodge.example", "https://lodge.example/"),
        ("HTTPS://Lodge.Example:443/a?b=c", "https://lodge.example/a?b=c"),
        ("https://lodge.example:8443/hook", "https://lodge.example:8443/hook"),
        ("https://lodge.example./x", "https://lodge.example/x"),
        (
            "https://b\u00fccher.example/\u010de\u0161tina",
            "https://xn--bcher-kva.example/%C4%8De%C5%A1tina",
        ),
        ("https://lodge.example/a%20b?c=%2F", "https://lodge.example/a%20b?c=%2F"),
        (f"https://{WORLD}/", f"https://{WORLD}/"),
        ("https://[2606:4700::1111]:8443/", "https://[2606:4700::1111]:8443/"),
    ],
)
def test_an_address_is_kept_as_it_is_called(typed: str, kept: str) -> None:
    assert str(target_of(typed)) == kept
    assert str(target_of(kept)) == kept


@in_turn(
    "typed, says",
    [
        ("lodge.example/hook", "isn’t a valid address"),
        ("ftp://lodge.example/", "isn’t a valid address"),
        ("javascript:alert(1)", "isn’t a valid address"),
        ("https://", "isn’t a valid address"),
        ("https:///hook", "isn’t a valid address"),
        ("https://[::1", "isn’t a valid address"),
        ("https://lodge..example/", "isn’t a valid address"),
        ("https://lodge.example:port/", "isn’t a valid address"),
        ("https://lodge.example:99999/", "isn’t a valid address"),
        ("https://2130706433/", "isn’t a valid address"),
        ("https://0x7f.1/", "isn’t a valid address"),
        ("https://127.1/", "isn’t a valid address"),
        ("https://0177.0.0.1/", "isn’t a valid address"),
        ("https://%31%32%37.0.0.1/", "isn’t a valid address"),
        ("https://" + "a" * 70 + ".example/", "isn’t a valid address"),
        ("http://lodge.example/", "https://"),
        ("https://anna:word@lodge.example/", "Leave out the name and"),
        ("https://lodge.example@127.0.0.1/", "Leave out the name and"),
        ("https://lodge.example/#there", "Remove the # and everything"),
        ("https://lodge.example/#", "Remove the # and everything"),
        ("https://lodge.example/a b", "The address contains a character"),
        ("https://lodge.example/\r\nX-Evil: 1", "The address contains a character"),
        ("https://lodge.example/\tx", "The address contains a character"),
        ("https://lodge.example\\@127.0.0.1/", "The address contains a character"),
        ("https://lodge.example:22/", "Use port 443, or a"),
        ("https://lodge.example:0/", "Use port 443, or a"),
        ("https://lodge.example:25/", "Use port 443, or a"),
        ("https://127.0.0.1/", "This address is inside a"),
        ("https://169.254.169.254/latest/meta-data", "This address is inside a"),
        ("https://[::ffff:10.0.0.1]/", "This address is inside a"),
        ("https://[fe80::1%25eth0]/", "This address is inside a"),
        ("https://localhost/", "This address is inside a"),
        ("https://router/", "This address is inside a"),
        ("https://nas.local/", "This address is inside a"),
        ("https://metadata.google.internal/", "This address is inside a"),
        ("https://lodge.example/" + "x" * 500, "at most 500"),
    ],
)
def test_what_cannot_be_called_is_refused_in_words(typed: str, says: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        target_of(typed)
    assert says in refused.value.message
    assert refused.value.field == "address"


def test_it_is_posted_as_it_is(program: Receiver) -> None:
    outcome = post(program.at("/hook?a=b"), {"webhook-id": "one"}, b'{"id":"one"}')
    assert (outcome.status, outcome.reason) == (204, "")
    [(first, headers, body)] = program.calls
    assert first == "POST /hook?a=b HTTP/1.1"
    assert headers["host"] == f"127.0.0.1:{program.port}"
    assert headers["content-type"] == "application/json"
    assert headers["webhook-id"] == "one"
    assert body == b'{"id":"one"}'


def test_a_name_is_asked_for_once_and_what_it_said_is_called(
    program: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = names(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    assert post(program.at(host="lodge.example"), {}, b"{}").status == 204
    assert asked == ["lodge.example"]
    assert program.calls[0][1]["host"] == f"lodge.example:{program.port}"


def test_a_name_that_leads_inside_is_not_called(
    program: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOKS_INSIDE = []
    address = f"https://lodge.example:{program.port}/"
    for found in (["127.0.0.1"], ["::1"], ["169.254.169.254"], [WORLD, "127.0.0.1"]):
        names(monkeypatch, found)
        assert post(address, {}, b"{}").reason == Why.INSIDE
    assert program.calls == []


def test_plain_http_is_spoken_in_a_named_network_alone(
    inside: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, [WORLD])
    assert post("http://lodge.example/", {}, b"{}").reason == Why.INSIDE


def test_an_address_that_was_allowed_once_is_looked_at_anew(settings: Any) -> None:
    settings.WEBHOOKS_INSIDE = []
    assert post("http://127.0.0.1:8000/", {}, b"{}").reason == Why.INSIDE


def test_no_proxy_of_the_environment_is_asked(
    program: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
        monkeypatch.setenv(name.upper(), "http://127.0.0.1:9")
    assert post(program.at(), {}, b"{}").status == 204


@in_turn("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    with pytest.MonkeyPatch.context() as patch, receiver() as program:
        patch.setattr(webhook_client.settings, "WEBHOOKS_INSIDE", INSIDE)
        to = f"Location: http://127.0.0.1:{program.port}/metadata\r\n"
        program.answer = answering(status, to)
        assert post(program.at(), {}, b"{}").status == status
        assert len(program.calls) == 1


def _drip(line: Any) -> None:
    """A letter at a time, never enough for an answer, never too late for one letter."""
    while True:
        line.sendall(b"H")
        time.sleep(0.02)


def _hints(line: Any) -> None:
    while True:
        line.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n")


def _flood(line: Any) -> None:
    while True:
        line.sendall(b"x" * 65_536)


def _headers(line: Any) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        line.sendall(b"X-More: " + b"x" * 65_536 + b"\r\n")


def _silence(line: Any) -> None:
    line.recv(1)  # until whoever called hangs up


Talk = bytes | Callable[[Any], None]


@pytest.mark.parametrize(
    ("answer", "status", "why"),
    [
        (_drip, None, Why.LATE),
        (_silence, None, Why.LATE),
        (_hints, None, Why.NO_HTTP),
        (_flood, None, Why.NO_HTTP),
        (_headers, 200, ""),
        (b"", None, Why.NO_HTTP),
        (b"SSH-2.0-OpenSSH_9.2\r\n", None, Why.NO_HTTP),
        (b"HTTP/1.1 2000 OK\r\n\r\n", None, Why.NO_HTTP),
        (b"HTTP/1.1 999 OK\r\n\r\n", None, Why.NO_HTTP),
        (b"HTTP/1.1 200\r\n\r\n", 200, ""),
        (b"HTTP/1.0 410 Gone\r\n\r\n", 410, ""),
        (b"HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 202 OK\r\n\r\n", 202, ""),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_answer_is_read_so_far_and_so_long(
    program: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    answer: Talk,
    status: int | None,
    why: str,
) -> None:
    if why == Why.LATE:
        monkeypatch.setattr(webhook_client, "PATIENCE", 0.3)
    program.answer = answer
    outcome = post(program.at(), {}, b"{}")
    assert (outcome.status, outcome.reason) == (status, why)


def test_a_name_that_nobody_knows_or_that_takes_its_time(
    inside: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, [])
    assert post("https://lodge.example/", {}, b"{}").reason == Why.NO_NAME
    monkeypatch.setattr(webhook_client, "PATIENCE", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(1) or [])
    assert post("https://lodge.example/", {}, b"{}").reason == Why.NO_NAME


def test_where_nobody_listens(inside: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/", {}, b"{}").reason == Why.REFUSED


def test_of_several_addresses_the_first_that_answers(
    program: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, ["127.0.0.2", "127.0.0.1"])
    assert post(program.at(host="lodge.example"), {}, b"{}").status == 204


def certificate(folder: Path) -> ssl.SSLContext:
    """For lodge.example, signed by itself; whoever trusts the file trusts it."""
    key, made = folder / "key.pem", folder / "cert.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    facts = "-days 2 -subj /CN=lodge.example -addext subjectAltName=DNS:lodge.example"
    files = ["-keyout", str(key), "-out", str(made)]
    subprocess.run(
        [*command.split(), *facts.split(), *files], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    return context


def test_tls_holds_the_answer_to_the_name(
    inside: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, ["127.0.0.1"])
    with receiver(certificate(tmp_path)) as program:
        address = f"https://lodge.example:{program.port}/"
        assert post(address, {}, b"{}").reason == Why.CERTIFICATE
        monkeypatch.setitem(os.environ, "SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        assert post(address, {}, b"{}").status == 204
        other = address.replace("lodge", "evil")
        assert post(other, {}, b"{}").reason == Why.CERTIFICATE
    assert len(program.calls) == 1


def test_what_speaks_no_tls(program: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, ["127.0.0.1"])
    address = f"https://lodge.example:{program.port}/"
    program.answer = b"HTTP/1.1 200 OK\r\n\r\n"
    monkeypatch.setattr(webhook_client, "PATIENCE", 1.0)
    assert post(address, {}, b"{}").reason in (Why.NO_TLS, Why.LATE)
