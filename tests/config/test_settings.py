"""The settings as a whole, as another environment makes them."""

import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any
from unittest.mock import patch

import pytest

from config import email, env
from config.env import WrongSetting
from tests.in_turn import in_turn

HOUSE = Path(__file__).resolve().parents[2]


def settings_with(data: Path, **settings: str) -> dict[str, Any]:
    """What the settings are where the environment has these and no others."""
    with patch.dict(os.environ, {"DATA_DIR": str(data), **settings}, clear=True):
        return run_path(str(HOUSE / "config" / "settings.py"))


@in_turn(
    "name, value",
    [
        ("ALLOWED_HOSTS", "*"),
        ("BACKUPS", "the stick"),
        ("CACHE", "memcached://127.0.0.1"),
        ("CSRF_TRUSTED_ORIGINS", "tarok.example.org"),
        ("DATABASE_URL", "mysql://u@h/t"),
        ("DATA_DIR", "data"),
        ("FILES", "s3://UPPER"),
        ("HOST", "everywhere"),
        ("HTTPS", "perhaps"),
        ("MADE_UP_LANGUAGE", "perhaps"),
        ("MAIL_URL", "mail.example.org"),
        ("NEWS", "https://news.example.org/publish"),
        ("PHOTOS", "the stick"),
        ("PORT", "http"),
        ("SECRET_KEY", "short"),
        ("LOG_FORMAT", "xml"),
        ("TASKS", "redis"),
        ("WATCH_TOKEN", "short"),
        ("WEBHOOKS_INSIDE", "10.0.0.1/8"),
        ("X_ACCEL", "kept"),
        ("TIME_ZONE", "Texas"),
        # a host that nobody can look up would fail at the first page that needs it
        ("CACHE", "redis://a..b/1"),
        ("TASKS", "redis://a..b/0"),
        ("MAIL_URL", "smtp://mail..example.org"),
        ("NEWS", "http://a..b/publish"),
        ("API_A_MINUTE", "many"),
        ("BACKUPS", "~no-such-user/x"),
        ("DATA_DIR", "~no-such-user/x"),
        ("LIMITS", "photos"),
        ("MAIL_URL", "smtp://[::1"),
        ("OPEN_CLUBS", "perhaps"),
        ("OPEN_CLUBS", "on"),
        ("PHOTOS", "/etc/hostname/x"),
        ("SITE_URL", "tarok.example.org"),
        ("TASK_WORKERS", "-1"),
        ("WORKERS", "0"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(
    name: str, value: str, tmp_path: Path
) -> None:
    with pytest.raises(WrongSetting, match=f"^the setting {name} ") as wrong:
        settings_with(**{"data": tmp_path, name: value})
    assert len(str(wrong.value).splitlines()) == 1


def test_every_setting_is_known_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the file of settings may have it, and a misspelled one is noticed."""
    read: set[str] = set()
    text = env.text

    def note(name: str, default: str) -> str:
        read.add(name)
        return text(name, default)

    monkeypatch.setattr(env, "text", note)
    monkeypatch.setattr(email, "text", note)
    settings_with(tmp_path, FILES="s3://valat")
    ours = {name for name in read if not name.startswith(env.OF_STORE)}
    assert ours == env.NAMES - {"PYTHON"}
    guide = (HOUSE / "docs" / "operations" / "reference.md").read_text(encoding="utf-8")
    missing = [name for name in env.NAMES if f"\n| `{name}` | " not in guide]
    assert missing == []


def test_a_file_in_the_data_folder_has_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.env").write_text("PORT=8001\nHTTPS=on\n")
    found = settings_with(tmp_path, HTTPS="off")
    assert (found["PORT"], found["HTTPS"]) == (8001, False)


def test_the_file_of_the_guide_starts_as_it_is(tmp_path: Path) -> None:
    guide = (HOUSE / "docs" / "operations" / "reference.md").read_text(encoding="utf-8")
    example = guide.partition("    # /var/lib/valat/settings.env")[2]
    lines = example.partition("\n\n")[0]
    (tmp_path / "settings.env").write_text(f"#{lines}\n")
    found = settings_with(tmp_path)
    assert (found["HTTPS"], found["SITE_URL"]) == (True, "https://tarok.example.org")
    assert found["DEFAULT_FROM_EMAIL"] == "tarok@example.org"


def refusal(tmp_path: Path, *command: str, **settings: str) -> str:
    """The one line that a command ends with."""
    run = subprocess.run(
        [sys.executable, HOUSE / "manage.py", *command],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    line = run.stderr.splitlines()[-1]
    assert [each for each in run.stderr.splitlines() if "Traceback" in each] == []
    return line


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///{folder}/garbage",
        "sqlite:///{folder}/nowhere/x.sqlite3",
        "postgres://u@127.0.0.1:1/t",
        "postgres://u@127.0.0.1:1/t?connect_timeout=soon",
        "postgres://u@127.0.0.1:1/t?sslmode=perhaps",
    ],
)
def test_a_database_that_cannot_be_opened_names_its_setting(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / "garbage").write_text("no database " * 100)
    wrong = {"DATABASE_URL": url.format(folder=tmp_path)}
    for command in ("audit", "serve --prepare-only"):
        assert "DATABASE_URL" in refusal(tmp_path, *command.split(), **wrong)


def test_a_spoilt_file_of_the_data_folder_names_that(tmp_path: Path) -> None:
    (tmp_path / "valat.sqlite3").write_text("no database " * 100)
    assert "DATA_DIR" in refusal(tmp_path, "audit")


@pytest.mark.parametrize("value", ["http://[::1", "files.example.org", "https://"])
def test_a_store_at_no_address_names_its_setting(value: str, tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match=r"^the setting AWS_ENDPOINT_URL_S3 "):
        settings_with(tmp_path, FILES="s3://valat", AWS_ENDPOINT_URL_S3=value)


def test_it_ends_the_start(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, HOUSE / "manage.py", "check"],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "PORT": "http"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("valat: the setting PORT ")
    assert len(run.stderr.splitlines()) == 1


def test_every_default_works_and_nothing_is_open_to_everybody(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert found["DEBUG"] is False
    assert "*" not in found["ALLOWED_HOSTS"]
    assert found["DATABASES"]["default"]["NAME"] == tmp_path / "valat.sqlite3"
    assert not found["DATABASES"]["default"].get("ATOMIC_REQUESTS")
    assert found["SESSION_COOKIE_SECURE"] is False
    assert found["SECURE_PROXY_SSL_HEADER"] is None
    assert (found["HOST"], found["PORT"]) == ("0.0.0.0", 8000)


def test_https_locks_cookies_and_leaves_the_door_to_the_proxy(tmp_path: Path) -> None:
    """In a folder of any name, with a host that is added to the machine's own."""
    data, host = tmp_path / "50% of a club? #1", "tarok.example.org"
    data.mkdir()
    found = settings_with(data, HTTPS="on", ALLOWED_HOSTS=host)
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert found["HOST"] == "127.0.0.1"
    assert {"localhost", "127.0.0.1", host} <= {*found["ALLOWED_HOSTS"]}
    assert found["DATABASES"]["default"]["NAME"] == data / "valat.sqlite3"


def test_the_public_address_is_answered_to(tmp_path: Path) -> None:
    found = settings_with(tmp_path, SITE_URL="https://tarok.example.org/")
    assert found["SITE_URL"] == "https://tarok.example.org"
    assert "tarok.example.org" in found["ALLOWED_HOSTS"]
    assert found["PUBLIC_NAMES"] == ["tarok.example.org"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://tarok.example.org"]
