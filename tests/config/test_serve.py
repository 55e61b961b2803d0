"""The real server: starts, answers, and leaves nothing behind."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from clubs.management.commands import serve

HOUSE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One data folder for all starts here: the second has nothing to prepare."""
    return {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "PYTHONUTF8": "1",
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, HOUSE / "manage.py", "serve"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        yield process
        process.kill()


def get(
    server: subprocess.Popen[str], environment: dict[str, str], path: str
) -> tuple[int, str]:
    """Asks until somebody answers."""
    address = f"http://127.0.0.1:{environment['PORT']}{path}"
    while server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            time.sleep(0.1)
    assert server.stdout
    raise AssertionError(f"the server ended: {server.stdout.read()}")


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_serves_and_stops_cleanly(
    way: signal.Signals, environment: dict[str, str], server: subprocess.Popen[str]
) -> None:
    status, page = get(server, environment, "/")
    assert status == 200
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert get(server, environment, style)[0] == 200
    table = "/t/k3yOfTheTable_0-9abcDE/"
    assert get(server, environment, table)[0] == 404
    server.send_signal(way)
    said, _ = server.communicate(timeout=60)
    assert server.returncode == 0, said
    assert "Traceback" not in said
    assert table not in said
    assert f"http://127.0.0.1:{environment['PORT']}/" in said
    assert f"http://127.0.0.1:{environment['PORT']}/setup/" in said
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(environment["PORT"]))) != 0


def test_connections_that_say_nothing_hold_nobody_up(
    environment: dict[str, str], server: subprocess.Popen[str]
) -> None:
    """Browsers open some to have them; the answer comes while all of them wait."""
    get(server, environment, "/")
    place = ("127.0.0.1", int(environment["PORT"]))
    idle = [socket.create_connection(place) for _ in range(64)]
    assert get(server, environment, "/")[0] == 200
    ended, _, _ = select.select(idle, [], [], 0)
    for each in idle:
        each.close()
    assert not ended


def test_busy_port_is_said_in_one_line(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        run = subprocess.run(
            [sys.executable, HOUSE / "manage.py", "serve"],
            env={**environment, "PORT": port},
            capture_output=True,
            text=True,
            check=False,
        )
    assert run.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_phone_address_comes_with_a_code_to_scan(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(serve, "setup_code", lambda: None)
    settings.HOST, settings.PORT = "0.0.0.0", 8000
    settings.PHONE_ADDRESSES = ["192.168.1.7", "10.0.0.4"]
    said = serve.welcome()
    assert "http://127.0.0.1:8000/" in said
    assert "http://192.168.1.7:8000/" in said
    assert "http://10.0.0.4:8000/" in said
    assert "█" in said
    assert "/setup/" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_behind_a_proxy_its_name_is_said(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(serve, "setup_code", lambda: "one-time-code")
    settings.HTTPS, settings.PUBLIC_NAMES = True, ["tarok.example.org"]
    said = serve.welcome()
    assert "https://tarok.example.org/setup/one-time-code/" in said
    assert "http://" not in said


def test_static_files_are_collected_once(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    (tmp_path / "static").mkdir()
    page_style = tmp_path / "static" / "site.css"
    page_style.write_text("body {}")
    collected = []
    monkeypatch.setattr(serve, "call_command", lambda *a, **k: collected.append(a))
    serve.collect_static_files()
    serve.collect_static_files()
    assert len(collected) == 1
    page_style.write_text("body { color: red }")
    serve.collect_static_files()
    assert len(collected) == 2
