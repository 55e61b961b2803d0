"""Django's DATABASES from DATABASE_URL, with this site's options for each database."""

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from config.env import WrongSetting

# PostgreSQL needs longer to plan a hand's statements than to run them. It caches the
# plan of a statement that a connection sends a third time, if values are sent
# separately.
PREPARING = {"server_side_binding": True, "prepare_threshold": 2}
EXAMPLES = "sqlite:////full/path/valat.sqlite3 or postgres://user:password@host/name"


def database(name: str, url: str) -> dict[str, Any]:
    """Return an entry of Django's DATABASES, from the URL in the setting `name`."""
    wrong = WrongSetting(name, f"must be like {EXAMPLES}")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise wrong from None
    if "\0" in unquote(url):
        raise wrong
    if parts.scheme == "sqlite":
        return sqlite(name, parts)
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(name, parts)
    raise wrong


def sqlite(name: str, parts: SplitResult) -> dict[str, Any]:
    path = Path(unquote(parts.path.removeprefix("/")))
    if parts.netloc or parts.query or not path.is_absolute():
        raise WrongSetting(
            name, "needs four slashes and a full path: sqlite:////full/path/file"
        )
    try:
        is_folder = path.is_dir()
    except OSError as error:  # the name is too long, or the folder isn't ours
        raise WrongSetting(name, f"must name a file: {error}") from None
    if is_folder:
        raise WrongSetting(name, f"must name a file, and {path} is a folder")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # The last connection to close deletes the journal, and waits for the disk.
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # Take the write lock at the start: two writers wait for each other instead
            # of one of them failing when it changes from reading to writing.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # Django itself turns foreign keys on. FULL: saved data survives a power
            # failure. SECURE_DELETE overwrites deleted data, including erased names.
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
            "PRAGMA secure_delete = ON",
        },
    }


def postgresql(name: str, parts: SplitResult) -> dict[str, Any]:
    login, _, place = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    try:
        port = parts.port
    except ValueError:
        raise WrongSetting(name, "has a port that is no number") from None
    database_name = unquote(parts.path.removeprefix("/"))
    if not database_name or "/" in database_name:
        raise WrongSetting(name, f"must end in the database's name, like {EXAMPLES}")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    prepare = options.pop("prepare", "on")
    if prepare not in {"on", "off"}:
        raise WrongSetting(name, "has a prepare that is neither on nor off")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": database_name,
        "USER": unquote(user),
        "PASSWORD": unquote(password),
        # `parts.hostname` would lower-case a socket folder (%2Frun%2F…).
        "HOST": unquote(place.removesuffix(f":{port}")).strip("[]"),
        "PORT": str(port or ""),
        "OPTIONS": options if prepare == "off" else PREPARING | options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
