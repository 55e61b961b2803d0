"""The real server: starts, answers, and leaves nothing behind."""

import errno
import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib import admin
from django.contrib.staticfiles.utils import matches_patterns
from django.core.management import CommandError, call_command
from django.db import ConnectionHandler
from django.db.migrations.recorder import MigrationRecorder
from django_htmx.jinja import htmx_script
from pytest_django import Settings

from clubs.management.commands import serve
from config.databases import database
from tests.places import migrated


class Made(list[str]):
    """The steps of a start, and why no backup can be made."""

    refusal = ""


HOUSE = Path(__file__).resolve().parents[2]
# The files of pages are squeezed here, but not to the last byte: that takes seconds.
PREPARED = """
from functools import partial
import brotli
from whitenoise.compress import Compressor
from clubs.management.commands.serve import collect_static_files
from clubs.models import Club
Compressor.compress_brotli = staticmethod(partial(brotli.compress, quality=5))
Club.objects.create(slug="ours")
collect_static_files()
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One data folder for all starts here; the demo club has left it already."""
    place = migrated(tmp_path_factory.mktemp("site") / "data")
    place.python(PREPARED)
    return {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(place.data),
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


def test_serves_and_stops_cleanly(
    environment: dict[str, str], server: subprocess.Popen[str]
) -> None:
    status, page = get(server, environment, "/")
    assert status == 200
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert get(server, environment, style)[0] == 200
    table = "/t/k3yOfTheTable_0-9abcDE/"
    assert get(server, environment, table)[0] == 404
    server.send_signal(signal.SIGINT)
    said, _ = server.communicate(timeout=60)
    assert server.returncode == 0, said
    assert "Traceback" not in said
    assert table not in said
    assert f"http://127.0.0.1:{environment['PORT']}/" in said
    assert f"http://127.0.0.1:{environment['PORT']}/setup/" in said
    assert not listens(("127.0.0.1", int(environment["PORT"])))


SLOW = {
    "says nothing": b"",
    "a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "a body": b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n",
}


def test_nobody_holds_others_up_and_all_get_their_answer(
    environment: dict[str, str], server: subprocess.Popen[str]
) -> None:
    """Where many wait for more, where a process died, and when the site stops."""
    get(server, environment, "/")
    place = ("127.0.0.1", int(environment["PORT"]))
    waiting = []
    for words in SLOW.values():
        for _ in range(40):
            waiting.append(socket.create_connection(place))
            waiting[-1].sendall(words)
    assert get(server, environment, "/")[0] == 200
    ended, _, _ = select.select(waiting, [], [], 0)
    for each in waiting:
        each.close()
    assert not ended

    # Another takes the place of a process that died.
    first = children_of(server.pid)
    assert len(first) == 4  # two answer, two do tasks
    for child in first:
        os.kill(child, signal.SIGKILL)
    assert get(server, environment, "/")[0] == 200
    assert not set(first) & set(children_of(server.pid))

    # Whoever is in the middle of a question when it stops is answered.
    with socket.create_connection(place, timeout=60) as asks:
        asks.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        get(server, environment, "/")
        server.send_signal(signal.SIGTERM)
        while listens(place):
            time.sleep(0.05)
        asks.sendall(b"\r\n")
        assert asks.recv(100).startswith(b"HTTP/1.1 200")
    assert server.wait(timeout=60) == 0


def children_of(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(each) for each in listed.split()]


def listens(place: tuple[str, int]) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(place) == 0


def test_busy_port_is_said_in_one_line(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is brought up to date: the site that has the port is at it."""
    monkeypatch.setattr(serve, "make_ready", lambda: pytest.fail("too early"))
    settings.HOST, settings.PORT = "127.0.0.1", free_port()
    said = f"Can’t listen on 127.0.0.1 port {settings.PORT}: .*"
    other = f"To use another port: PORT={settings.PORT + 1} ./run"
    with serve.listening_socket() as first:
        with pytest.raises(CommandError, match=f"^{said} {re.escape(other)}$"):
            call_command("serve")
        # A start right after a stop finds the port free.
        assert first.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


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


def test_the_public_address_is_said_where_it_is_set(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(serve, "setup_code", lambda: "one-time-code")
    settings.SITE_URL = "https://tarok.example.org:8443"
    settings.HTTPS, settings.PUBLIC_NAMES = True, ["tarok.example.org"]
    assert f"{settings.SITE_URL}/setup/one-time-code/" in serve.welcome()


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


def test_no_page_names_what_is_not_collected() -> None:
    pages = [htmx_script(), *(each.media for each in admin.site._registry.values())]
    named = re.findall(r"[\w.-]+\.js", " ".join(map(str, pages)))
    assert len(named) > len(pages)
    assert [name for name in named if matches_patterns(name, serve.UNUSED)] == []


def test_a_full_disk_leaves_the_old_pages_their_files(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    manifest = settings.STATIC_ROOT / serve.MANIFEST
    manifest.write_text(json.dumps({"paths": {"a.css": "a.1.css"}}))
    for name in ("a.1.css", "a.1.css.gz", "old.css"):
        (settings.STATIC_ROOT / name).write_text("")
    before = sorted(each.name for each in settings.STATIC_ROOT.iterdir())

    def full(*_: object, **__: object) -> None:
        manifest.unlink()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(serve, "call_command", full)
    with pytest.raises(OSError, match="No space"):
        serve.collect_static_files()
    assert sorted(each.name for each in settings.STATIC_ROOT.iterdir()) == before
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: None)
    serve.collect_static_files()
    left = {each.name for each in settings.STATIC_ROOT.iterdir()}
    assert left == {serve.MANIFEST, "a.1.css", "a.1.css.gz"}


@pytest.fixture
def collected(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> Path:
    """A folder of collected files and its list; to collect again changes neither."""
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "a.1.css").write_text("")
    manifest = settings.STATIC_ROOT / serve.MANIFEST
    manifest.write_text(json.dumps({"paths": {"a.css": "a.1.css"}}))
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: None)
    return manifest


def test_a_power_cut_while_files_are_collected_leaves_the_old_list(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = collected.read_bytes()

    def stop(*_: object, **__: object) -> None:
        collected.write_bytes(old[:5])
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "call_command", stop)
    with pytest.raises(KeyboardInterrupt):
        serve.collect_static_files()
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: None)
    serve.collect_static_files()
    assert collected.read_bytes() == old
    assert (collected.parent / "a.1.css").exists()


@pytest.mark.parametrize("name", serve.FORMER)
def test_a_note_of_former_files_that_is_damaged_stops_no_start(
    collected: Path, name: str
) -> None:
    (serve.settings.DATA_DIR / name).write_text("")
    serve.collect_static_files()
    assert (collected.parent / "a.1.css").exists()


def test_a_damaged_list_of_files_is_made_again(collected: Path) -> None:
    """Django would not even begin to collect."""
    collected.write_text('{"paths":')
    serve.collect_static_files()
    assert not collected.exists()  # what collects is a stand-in


@pytest.mark.parametrize(
    ("number", "setting"), [(errno.EADDRNOTAVAIL, "HOST"), (errno.EACCES, "PORT")]
)
def test_an_address_that_cannot_be_had_names_its_setting(
    number: int, setting: str
) -> None:
    assert f"The setting {setting} " in serve.listening_cure(OSError(number, "no"))


def test_the_files_of_two_releases_before_stay(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    """Pages that are open, and those of a machine not yet updated, ask for them."""
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    releases = []

    def collect(*_: object, **__: object) -> None:
        name = f"a.{releases[-1]}.css"
        (settings.STATIC_ROOT / name).write_text("")
        manifest = settings.STATIC_ROOT / serve.MANIFEST
        manifest.write_text(json.dumps({"paths": {"a.css": name}}))

    monkeypatch.setattr(serve, "call_command", collect)
    monkeypatch.setattr(serve, "static_fingerprint", lambda: str(releases[-1]))
    for release in (1, 2, 3, 4):
        releases.append(release)
        serve.collect_static_files()
    left = {each.name for each in settings.STATIC_ROOT.iterdir()}
    assert left == {serve.MANIFEST, "a.2.css", "a.3.css", "a.4.css"}
    (tmp_path / serve.STAMP).unlink()  # the same files once more are no release
    serve.collect_static_files()
    assert {each.name for each in settings.STATIC_ROOT.iterdir()} == left


@pytest.mark.django_db
def test_what_is_prepared_is_not_prepared_again(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    made: list[str] = []
    monkeypatch.setattr(serve, "collect_static_files", lambda: made.append("static"))
    monkeypatch.setattr(serve, "make_catalogues", lambda: made.append("words"))
    monkeypatch.setattr(serve, "call_command", lambda name, **_: made.append(name))
    assert "Valat is at" in serve.make_ready(has_database=True)
    assert made == ["static", "words"]
    made.clear()
    serve.make_ready()
    assert made[:3] == ["migrate", "static", "words"]
    assert made[-1] == "recalculate"
    made.clear()
    newest = MigrationRecorder.Migration.objects.filter(app="scoring").latest("pk")
    newest.delete()
    with pytest.raises(CommandError, match=r"Run \./run prepare first"):
        serve.make_ready(has_database=True)
    assert made == []


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Made:
    """What a start makes, in its order; the backup of it fails where `refusal` says so."""
    settings.DATA_DIR, settings.BACKUPS = tmp_path, tmp_path / "backups"
    made = Made()

    def call(name: str, **_: object) -> None:
        if name == "backup" and made.refusal:
            raise CommandError(made.refusal)
        made.append(name)

    monkeypatch.setattr(serve, "collect_static_files", lambda: made.append("static"))
    monkeypatch.setattr(serve, "make_catalogues", lambda: made.append("words"))
    monkeypatch.setattr(serve, "call_command", call)
    return made


def of_an_older_version() -> None:
    rows = MigrationRecorder.Migration.objects
    rows.filter(app="scoring").latest("pk").delete()


def of_a_later_version(app: str = "scoring") -> None:
    MigrationRecorder.Migration.objects.create(app=app, name="9999_later")


@pytest.mark.django_db
def test_an_update_is_backed_up_before_it_begins(made: Made) -> None:
    of_an_older_version()
    heard: list[str] = []
    serve.make_ready(heard.append)
    assert made[:2] == ["backup", "migrate"]
    assert "valat: backing up before the update" in heard
    made.clear()
    MigrationRecorder(serve.connections["default"]).record_applied(
        *sorted(serve.schema.newest_migrations() - serve.schema.get_applied())[0]
    )
    serve.make_ready(heard.append)
    assert "backup" not in made


@pytest.mark.django_db
def test_a_first_start_has_nothing_to_back_up(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve.schema, "get_applied", frozenset)
    serve.make_ready()
    assert made[0] == "migrate"


@pytest.mark.django_db
def test_an_update_that_cannot_be_backed_up_does_not_begin(made: Made) -> None:
    of_an_older_version()
    made.refusal = "The setting BACKUPS is /media/stick: No such file or directory."
    with pytest.raises(CommandError, match=re.escape(made.refusal)) as told:
        serve.make_ready()
    assert "BACKUPS=off" in str(told.value)
    assert made == []


@pytest.mark.django_db
@pytest.mark.parametrize("which", ["off", "evenings"])
def test_who_backs_up_by_other_means_is_not_held_up(
    made: Made, settings: Settings, which: str
) -> None:
    if which == "off":
        settings.BACKUPS = None
    settings.BACKUPS_OF_ALL = which == "off"
    of_an_older_version()
    heard: list[str] = []
    serve.make_ready(heard.append)
    assert made[0] == "migrate"
    assert any("no backup" in line for line in heard)


@pytest.mark.django_db
def test_a_later_database_stops_a_laptop_and_names_two_ways_out(made: Made) -> None:
    of_a_later_version()
    with pytest.raises(CommandError, match=r"scoring\.9999_later") as told:
        serve.make_ready()
    said = str(told.value)
    assert len(said.splitlines()) == 1
    assert "update Valat" in said
    assert "restore the backup" in said
    assert made == []
    assert '"Going back"' in said
    index = (HOUSE / "docs/operations.md").read_text(encoding="utf-8")
    assert "[Going back](operations/laptop.md#going-back)" in index


@pytest.mark.django_db
def test_a_later_database_is_logged_where_several_machines_are_updated(
    made: Made, caplog: pytest.LogCaptureFixture
) -> None:
    of_a_later_version()
    assert "Valat is at" in serve.make_ready(has_database=True)
    assert made == ["static", "words"]
    assert caplog.text.count("scoring.9999_later") == 1


@pytest.mark.django_db
def test_what_an_app_left_that_is_no_more_is_of_no_later_version(made: Made) -> None:
    of_a_later_version("given_up")
    serve.make_ready()
    assert made[0] == "migrate"


@pytest.mark.django_db
def test_a_name_that_is_nearly_a_setting_is_told(
    made: Made, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HTTP", "on")
    call_command("serve", prepare_only=True)
    told = capsys.readouterr().err
    assert "HTTP in the environment isn't a setting. Did you mean HTTPS?" in told


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full: "),
        (
            PermissionError(errno.EACCES, "Permission denied"),
            "The site cannot write to its data folder",
        ),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_one_line(
    error: OSError, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serve, "make_ready", fail)
    with pytest.raises(CommandError, match=said) as told:
        call_command("serve", prepare_only=True)
    assert len(str(told.value).splitlines()) == 1


def test_a_step_says_that_it_goes_on_until_it_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "PULSE", 0.01)
    heard: list[str] = []
    twice = threading.Event()

    def tell(text: str) -> None:
        heard.append(text)
        if len(heard) > 2:
            twice.set()

    with serve.step("packing", tell):
        assert twice.wait(60)
    assert heard[0] == "valat: packing"
    assert heard[1].startswith("valat: still packing (")
    assert not [one for one in threading.enumerate() if one.name == serve.PULSE_NAME]


def test_a_later_start_says_nothing_of_its_steps() -> None:
    with serve.step("packing", None):
        assert not [
            one for one in threading.enumerate() if one.name == serve.PULSE_NAME
        ]


@pytest.mark.django_db
def test_the_journal_stays_while_a_process_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk there would be no room to make it anew, and no page to read."""
    file = tmp_path / "valat.sqlite3"
    facts = database("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr(serve, "connections", ConnectionHandler({"default": facts}))
    held = serve.held_open()
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE hands (net)")
    other.close()
    journal = {f"{file.name}-wal", f"{file.name}-shm"}
    assert journal <= {each.name for each in tmp_path.iterdir()}
    held.close()
    assert not journal & {each.name for each in tmp_path.iterdir()}
