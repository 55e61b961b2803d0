"""The settings as a whole, in a process of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.in_turn import in_turn

HOUSE = Path(__file__).resolve().parents[2]


def manage(
    *arguments: str, data: Path, **settings: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, HOUSE / "manage.py", *arguments],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data), **settings},
        cwd=data,
        capture_output=True,
        text=True,
        check=False,
    )


def settings_with(data: Path, **settings: str) -> dict[str, object]:
    code = (
        "import json; from django.conf import settings as s;"
        "print(json.dumps({n: getattr(s, n) for n in dir(s) if n.isupper()}, default=str))"
    )
    run = manage("shell", "--no-imports", "-c", code, data=data, **settings)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@in_turn(
    "name, value",
    [
        ("ALLOWED_HOSTS", "*"),
        ("BACKUPS", "the stick"),
        ("CSRF_TRUSTED_ORIGINS", "tarok.example.org"),
        ("DATABASE_URL", "mysql://u@h/t"),
        ("DATA_DIR", "data"),
        ("HOST", "everywhere"),
        ("HTTPS", "perhaps"),
        ("MADE_UP_LANGUAGE", "perhaps"),
        ("MAIL_URL", "mail.example.org"),
        ("PHOTOS", "the stick"),
        ("PORT", "http"),
        ("SECRET_KEY", "short"),
        ("TIME_ZONE", "Texas"),
    ],
)
def test_wrong_value_ends_the_start_with_one_line(
    name: str, value: str, tmp_path: Path
) -> None:
    run = manage("check", **{"data": tmp_path, name: value})
    assert run.returncode == 1
    assert run.stderr.startswith(f"valat: the setting {name} ")
    assert len(run.stderr.splitlines()) == 1


def test_every_default_works_and_nothing_is_open_to_everybody(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert found["DEBUG"] is False
    assert "*" not in found["ALLOWED_HOSTS"]
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "valat.sqlite3")
    assert found["DATABASES"]["default"]["ATOMIC_REQUESTS"] is False
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
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["HOST"] == "127.0.0.1"
    assert {"localhost", "127.0.0.1", host} <= {*found["ALLOWED_HOSTS"]}
    assert found["DATABASES"]["default"]["NAME"] == str(data / "valat.sqlite3")
