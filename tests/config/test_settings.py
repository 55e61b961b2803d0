"""The settings as a whole, as another environment makes them."""

import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any
from unittest.mock import patch

import pytest

from config.environment import WrongSetting
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
    ],
)
def test_a_wrong_value_is_named_in_one_line(
    name: str, value: str, tmp_path: Path
) -> None:
    with pytest.raises(WrongSetting, match=f"^the setting {name} ") as wrong:
        settings_with(**{"data": tmp_path, name: value})
    assert len(str(wrong.value).splitlines()) == 1


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
