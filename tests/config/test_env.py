"""Reading settings: working defaults, and wrong values refused by name."""

import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from config import env
from config.env import WrongSetting
from tests.in_turn import in_turn

KEY = "a-Key_of-50-characters-or-more-0123456789-abcdefgh-"


def switch(name: str) -> bool:
    return env.switch(name, default=False)


def limits(name: str) -> dict[str, int]:
    return env.limits(name, "photos")


def number(name: str) -> int:
    return env.number(name, 8000, least=1, most=65535)


def address(name: str) -> str:
    return env.address(name, "0.0.0.0")


def time_zone(name: str) -> str:
    return env.time_zone(name, "America/Chicago")


def folder(name: str) -> Path:
    return env.folder(name, Path("/srv/valat"))


def secret_key(name: str) -> str:
    return env.secret_key(name, Path("/nowhere"))


@in_turn(
    "read, default",
    [
        (switch, False),
        (number, 8000),
        (address, "0.0.0.0"),
        (env.host_names, []),
        (env.origins, []),
        (time_zone, "America/Chicago"),
        (folder, Path("/srv/valat")),
    ],
)
@in_turn("value", [None, "", "  "])
def test_missing_or_empty_is_the_default(
    read: Callable[[str], object],
    default: object,
    value: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WORD", raising=False)
    if value is not None:
        monkeypatch.setenv("WORD", value)
    assert read("WORD") == default


@in_turn(
    "read, value, expected",
    [
        (switch, "on", True),
        (switch, "True", True),
        (switch, "0", False),
        (number, " 8123 ", 8123),
        (address, "localhost", "127.0.0.1"),
        (address, "[::1]", "::1"),
        (
            env.host_names,
            "a.org, .b.org 10.0.0.4",
            ["a.org", ".b.org", "10.0.0.4"],
        ),
        (env.host_names, "[fd00::2]", ["[fd00::2]"]),
        (env.origins, "https://a.org:8443", ["https://a.org:8443"]),
        (time_zone, "Europe/Prague", "Europe/Prague"),
        (folder, "/tmp", Path("/tmp")),
        (secret_key, KEY, KEY),
    ],
)
def test_value_is_taken(
    read: Callable[[str], object],
    value: str,
    expected: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WORD", value)
    assert read("WORD") == expected


@in_turn(
    "read, value",
    [
        (switch, "maybe"),
        (switch, "2"),
        (number, "eighty"),
        (number, "0"),
        (number, "65536"),
        (number, "-1"),
        (number, "8_000"),
        (number, "٨٠"),
        (number, "9" * 5_000),
        (limits, f"photos={'9' * 5_000}"),
        (address, "tarok.example.org"),
        (address, "127.0.0.1:8000"),
        (env.host_names, "*"),
        (env.host_names, "a.org *.b.org"),
        (env.host_names, "http://a.org"),
        (env.host_names, "a.org:8000"),
        (env.origins, "a.org"),
        (env.origins, "https://"),
        (env.origins, "https://a.org/desk"),
        (time_zone, "Texas"),
        (time_zone, "../etc/passwd"),
        (folder, "data"),
        (folder, __file__),
        (secret_key, "short"),
        (secret_key, "a" * 60),
    ],
)
def test_wrong_value_is_refused_by_name(
    read: Callable[[str], object], value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(WrongSetting, match=r"^the setting WORD .") as refused:
        read("WORD")
    assert "\n" not in str(refused.value)


def test_first_start_makes_a_key_that_stays_and_nobody_else_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WORD", raising=False)
    data = tmp_path / "data"
    first = env.secret_key("WORD", data)
    assert env.secret_key("WORD", data) == first
    assert env.secret_key("WORD", tmp_path / "other") != first
    assert [path.name for path in data.iterdir()] == ["secret-key"]
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600


def test_key_that_another_start_made_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_text(KEY)
    env.make_secret_key(path)
    assert path.read_text() == KEY
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kept", ["", "short", "\u2260" * 60])
def test_spoilt_key_file_is_refused_by_name(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WORD", raising=False)
    (tmp_path / "secret-key").write_text(kept, encoding="utf-8")
    with pytest.raises(WrongSetting, match="WORD"):
        env.secret_key("WORD", tmp_path)


@in_turn(
    "value, read",
    [
        ("", Path("/srv/backups")),
        ("on", Path("/srv/backups")),
        ("Off", None),
        ("no", None),
        ("/media/stick", Path("/media/stick")),
    ],
)
def test_a_folder_can_be_off(
    monkeypatch: pytest.MonkeyPatch, value: str, read: Path | None
) -> None:
    monkeypatch.setenv("BACKUPS", value)
    assert env.folder_or_off("BACKUPS", Path("/srv/backups")) == read


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("https://tarok.example.org", "https://tarok.example.org"),
        ("https://Tarok.example.org:443/", "https://tarok.example.org"),
        ("http://192.0.2.7:8080", "http://192.0.2.7:8080"),
        ("http://[2001:db8::7]:80/", "http://[2001:db8::7]"),
        ("", ""),
    ],
)
def test_the_public_address_of_the_site(
    value: str, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORD", value)
    assert env.site_url("WORD", https=False) == read


@pytest.mark.parametrize(
    "value",
    [
        "tarok.example.org",
        "ftp://tarok.example.org",
        "https://",
        "https://a:b",
        *("https://a/b", "https://a?b", "https://a#b", "https://me@a", "https://a b"),
        "https://[::1",
        "https://a//",
        "https:///a",
        "http://tarok.example.org",
    ],
)
def test_a_wrong_public_address_is_refused_in_one_line(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(WrongSetting, match="the setting WORD ") as told:
        env.site_url("WORD", https=True)
    assert len(str(told.value).splitlines()) == 1


@in_turn(
    "value, read",
    [
        ("", ""),
        ("database", ""),
        ("redis://127.0.0.1", "redis://127.0.0.1"),
        ("rediss://me:secret@redis.example.org:6380/2",) * 2,
        ("unix:///run/redis.sock", "unix:///run/redis.sock"),
    ],
)
def test_tasks_are_in_the_database_or_in_a_redis(
    value: str, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TASKS", value)
    assert env.redis_url("TASKS") == read


@in_turn(
    "value",
    [
        *("redis", "redis://", "http://127.0.0.1", "redis://:secret@h:port/0"),
        *("redis://:secret@h/x", "redis://:secret@h/0/1", "redis://h?db=secret"),
        *("unix://secret/run", "redis://[secret"),
    ],
)
def test_a_wrong_redis_is_refused_and_no_password_repeated(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TASKS", value)
    with pytest.raises(WrongSetting, match="the setting TASKS must be") as told:
        env.redis_url("TASKS")
    assert "secret" not in str(told.value)
    assert len(str(told.value).splitlines()) == 1


# --- The file of settings


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Its place; what is read from it leaves the environment after the test."""
    for name in env.NAMES:
        monkeypatch.setenv(name, "")
    return tmp_path / "settings.env"


def test_settings_come_from_a_file_too(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "8001")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "")
    file.write_text(
        "\ufeff# the lodge's laptop\r\n\r\nPORT = 8002\r\nTIME_ZONE=Europe/Prague\r\n"
        'LIMITS="photos=5 prints=6"\r\nMAIL_URL=smtp://a:p=%40@mail.example.org\r\n'
        "AWS_DEFAULT_REGION=eu-central-1\r\nHOST='127.0.0.1'"
    )
    env.load_file(file)
    assert env.text("PORT", "") == "8001", "the environment goes first"
    assert env.text("TIME_ZONE", "") == "Europe/Prague"
    assert env.limits("LIMITS", "photos", "prints") == {
        "photos": 5,
        "prints": 6,
    }
    assert env.text("MAIL_URL", "") == "smtp://a:p=%40@mail.example.org"
    assert env.text("AWS_DEFAULT_REGION", "") == "eu-central-1"
    assert env.text("HOST", "") == "127.0.0.1"


def test_no_file_is_no_settings(file: Path) -> None:
    env.load_file(file)
    env.load_file(file / "below")


@in_turn(
    "lines, said",
    [
        ("PRT=8001\nHTTP=on\nCOLOR=red", ["PRT", "PORT?", "HTTP", "HTTPS?", "COLOR"]),
        ("port=8001", ["port", "PORT?"]),
        ("PORT=1\nPORT=2", ["PORT twice"]),
        ("# x\nPORT 8001", ["line 2"]),
        ("=secret", ["line 1"]),
        ("export PORT=1", ["line 1"]),
        ("MAIL_URL=secret\0", ["line 1"]),
        ("DATA_DIR=/srv", ["DATA_DIR", "from the environment"]),
        ("PYTHON=python3.12", ["PYTHON", "from the environment"]),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    lines: str, said: list[str], file: Path
) -> None:
    file.write_text(lines)
    with pytest.raises(WrongSetting) as refused:
        env.load_file(file)
    told = str(refused.value)
    assert len(told.splitlines()) == 1
    assert [word for word in [str(file), *said] if word not in told] == []
    assert "secret" not in told


def test_a_file_that_cannot_be_read_is_named(file: Path) -> None:
    file.write_bytes(b"PORT=\xff")
    with pytest.raises(WrongSetting, match=re.escape(str(file))):
        env.load_file(file)
    file.unlink()
    file.mkdir()
    with pytest.raises(WrongSetting, match=re.escape(str(file))):
        env.load_file(file)


@in_turn(
    "name, meant",
    [
        *(("PRT", "PORT"), ("PROT", "PORT"), ("PORTS", "PORT"), ("PIRT", "PORT")),
        *(("HTTP", "HTTPS"), ("TIMEZONE", "TIME_ZONE"), ("port", "PORT")),
        *(("HTTP_PROXY", ""), ("MAIL", ""), ("HOSTNAME", ""), ("LANG", "")),
    ],
)
def test_a_name_one_letter_away_is_named(
    name: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    assert env.misspelled().get(name, "") == meant


@in_turn("value", ["~no-such-user/x", "/etc/hostname/x", f"/{'x' * 300}"])
def test_a_folder_that_cannot_be_is_refused_by_name(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(WrongSetting, match=r"^the setting WORD .") as refused:
        folder("WORD")
    assert "\n" not in str(refused.value)


def test_a_key_that_cannot_be_written_names_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WrongSetting, match=r"^the setting DATA_DIR "):
        env.secret_key("NO_KEY", tmp_path / "file" / "data")
