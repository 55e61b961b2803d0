"""DATABASE_URL, for both databases."""

from pathlib import Path

import pytest
from django.db import connection

from config.databases import database
from config.env import WrongSetting
from tests.in_turn import in_turn


def test_sqlite_is_durable_and_patient() -> None:
    found = database("URL", "sqlite:////srv/a%20club/valat.sqlite3")
    assert found["NAME"] == Path("/srv/a club/valat.sqlite3")
    assert found["CONN_MAX_AGE"] > 0  # else each request opens and empties the journal
    options = found["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode = WAL" in options["init_command"]
    assert "synchronous = FULL" in options["init_command"]
    assert "secure_delete = ON" in options["init_command"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://valat:p%40ss%2Fw%3Ard@db.example.org:5433/tarok",
            ("valat", "p@ss/w:rd", "db.example.org", "5433", "tarok"),
        ),
        (
            "postgresql://valat@%2Frun%2FPostgres/tarok",
            ("valat", "", "/run/Postgres", "", "tarok"),
        ),
        ("postgres://u:p@[fd00::2]:5432/t", ("u", "p", "fd00::2", "5432", "t")),
        ("postgres:///tarok", ("", "", "", "", "tarok")),
    ],
)
def test_postgres_address_is_taken_apart(url: str, expected: tuple[str, ...]) -> None:
    found = database("URL", url)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    parts = ("USER", "PASSWORD", "HOST", "PORT", "NAME")
    assert tuple(found[part] for part in parts) == expected


def test_postgres_options_are_passed_on() -> None:
    found = database("URL", "postgres://u@h/t?sslmode=require&connect_timeout=5")
    given = {"sslmode": "require", "connect_timeout": "5"}
    prepared = {"server_side_binding": True, "prepare_threshold": 2}
    assert found["OPTIONS"] == given | prepared


def test_a_pooler_that_keeps_no_plans_can_do_without_them() -> None:
    found = database("URL", "postgres://u@h/t?prepare=off&sslmode=require")
    assert found["OPTIONS"] == {"sslmode": "require"}
    assert database("URL", "postgres://u@h/t?prepare=on") == database(
        "URL", "postgres://u@h/t"
    )


@in_turn(
    "url",
    [
        "valat.sqlite3",
        "sqlite:///valat.sqlite3",
        "sqlite://:memory:",
        "sqlite:////tmp",
        "sqlite:////srv/valat.sqlite3?mode=ro",
        "mysql://u@h/t",
        "postgres://u@h",
        "postgres://u@h:port/t",
        "postgres://u@h/t/u",
        "postgres://[::1/t",
        "postgres://u@h/t?prepare=perhaps",
        "postgres://u@h/t%00",
        "sqlite:////srv/valat%00.sqlite3",
        f"sqlite:////{'x' * 300}/{'x' * 300}",
    ],
)
def test_wrong_address_is_refused_by_name(url: str) -> None:
    with pytest.raises(WrongSetting, match=r"^the setting URL .") as refused:
        database("URL", url)
    assert "\n" not in str(refused.value)


@pytest.mark.django_db
def test_this_database_holds_its_foreign_keys() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys")
            assert cursor.fetchone() == (1,)
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
        else:
            cursor.execute("SHOW server_encoding")
            assert cursor.fetchone() == ("UTF8",)
