"""Settings read from the environment; an error names the setting with a wrong value."""

import ipaddress
import os
import re
import secrets
import zoneinfo
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

# All settings. docs/operations.md explains each of them; only `./run` reads PYTHON.
NAMES = frozenset(
    [
        "ALLOWED_HOSTS",
        "API_A_MINUTE",
        "BACKUPS",
        "CACHE",
        "CSRF_TRUSTED_ORIGINS",
        "DATABASE_URL",
        "DATA_DIR",
        "FILES",
        "HOST",
        "HTTPS",
        "LIMITS",
        "LOG_FORMAT",
        "MADE_UP_LANGUAGE",
        "MAIL_FROM",
        "MAIL_URL",
        "NEWS",
        "OPEN_CLUBS",
        "PHOTOS",
        "PORT",
        "PYTHON",
        "SECRET_KEY",
        "SITE_URL",
        "TASKS",
        "TASK_WORKERS",
        "TIME_ZONE",
        "WATCH_TOKEN",
        "WEBHOOKS_INSIDE",
        "WORKERS",
        "X_ACCEL",
    ]
)
# The file is in DATA_DIR, and `./run` needs its Python before anything is read.
NOT_IN_FILE = {"DATA_DIR", "PYTHON"}
OF_STORE = "AWS_"  # prefix of the names that boto3 reads

SWITCH = {
    **dict.fromkeys(["on", "yes", "true", "1"], True),
    **dict.fromkeys(["off", "no", "false", "0"], False),
}
USUAL_PORTS = {"http": 80, "https": 443}


class WrongSetting(ImproperlyConfigured):
    """A setting is wrong; one line has its name and the valid values."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"the setting {name} {message}")


class WrongSettingsFile(WrongSetting):
    """The file of settings is wrong; one line has its path and the problem."""

    def __init__(self, path: Path, message: str) -> None:
        ImproperlyConfigured.__init__(self, f"{path} {message}")


def load_file(path: Path) -> None:
    """Add the settings of a file to the environment, whose own values take precedence.

    A line is NAME=value, or a comment that begins with #. Raises WrongSettingsFile for
    any other line, and for names that aren't settings: a misspelled HTTPS must not
    start a site without https. Errors never contain values, because some are passwords.
    """
    for name, value in _settings_in(path).items():
        os.environ[name] = text(name, value)


def _settings_in(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(_lines_of(path), 1):
        name, value = _setting_in(line.strip())
        if not name:
            continue
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or not value.isprintable():
            raise WrongSettingsFile(path, f"has a line {number} that isn't NAME=value")
        if name in NOT_IN_FILE:
            raise WrongSettingsFile(
                path, f"can't set {name}, which has to come from the environment"
            )
        if name in found:
            raise WrongSettingsFile(path, f"sets {name} twice")
        found[name] = value
    others = [name for name in found if name not in NAMES]
    if unknown := [name for name in others if not name.startswith(OF_STORE)]:
        listed = ", ".join(map(_with_meant, unknown))
        raise WrongSettingsFile(path, f"has names that aren't settings: {listed}")
    return found


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSettingsFile(path, f"can't be read: {error}") from None


def _setting_in(line: str) -> tuple[str, str]:
    """Return name and value of a line, without quotes; no name for a comment."""
    if not line or line.startswith("#"):
        return "", ""
    name, sign, value = (part.strip() for part in line.partition("="))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return name if sign and name else "=", value


def _with_meant(name: str) -> str:
    suggestion = setting_meant(name)
    return f"{name} (did you mean {suggestion}?)" if suggestion else name


def misspelled() -> dict[str, str]:
    """Return names in the environment that almost match a setting, with the setting."""
    others = sorted(os.environ.keys() - NAMES)
    suggestions = {name: setting_meant(name) for name in others}
    return {name: setting for name, setting in suggestions.items() if setting}


def setting_meant(name: str) -> str:
    """Return the setting that differs in one letter, a swap or only in case."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415  (few starts need it)

    near = (known for known in sorted(NAMES) if OSA.distance(name.upper(), known) < 2)
    return next(near, "")


def text(name: str, default: str) -> str:
    """Return the value, or the default if it is missing or empty."""
    return os.environ.get(name, "").strip() or default


def switch(name: str, *, default: bool) -> bool:
    value = text(name, "on" if default else "off")
    try:
        return SWITCH[value.lower()]
    except KeyError:
        raise WrongSetting(name, f"must be on or off, not {value!r}") from None


def number(name: str, default: int, *, least: int, most: int) -> int:
    value = text(name, str(default))
    found = _whole(value)
    if found is None or not least <= found <= most:
        raise WrongSetting(
            name, f"must be a number from {least} to {most}, not {value!r}"
        )
    return found


def _whole(value: str) -> int | None:
    """Return a whole number; int() would also accept "٣", "1_000" and 5,000 digits."""
    return int(value) if re.fullmatch("[0-9]{1,18}", value) else None


def words(name: str) -> list[str]:
    """Return words separated by commas or spaces."""
    return text(name, "").replace(",", " ").split()


def limits(name: str, *known: str) -> dict[str, int]:
    """Return numbers by name: photos=5000 prints=60; names left out have no limit."""
    found = {}
    for word in words(name):
        key, sign, value = word.partition("=")
        number = _whole(value)
        if key not in known or not sign or number is None:
            allowed = ", ".join(f"{kind}=N" for kind in known)
            raise WrongSetting(name, f"takes {allowed}, not {word!r}")
        found[key] = number
    return found


def host_names(name: str) -> list[str]:
    """Return the host names and addresses the site answers to; never a wildcard."""
    hosts = words(name)
    for host in hosts:
        if "*" in host:
            raise WrongSetting(name, "must list names; * would answer to any name")
        if "/" in host or host.rpartition(":")[2].isdigit():
            raise WrongSetting(
                name, f"takes bare names, without http:// or a port, not {host!r}"
            )
    return hosts


def address(name: str, default: str) -> str:
    """Return the address of this machine to listen on."""
    value = text(name, default).replace("localhost", "127.0.0.1").strip("[]")
    try:
        return str(ipaddress.ip_address(value))
    except ValueError:
        raise WrongSetting(
            name, f"must be an address like 0.0.0.0 or 127.0.0.1, not {value!r}"
        ) from None


def origins(name: str) -> list[str]:
    """Return origins that can send forms, each with http:// or https://."""
    addresses = words(name)
    for address in addresses:
        scheme, sign, host = address.partition("://")
        if scheme not in {"http", "https"} or not sign or not host or "/" in host:
            raise WrongSetting(
                name, f"takes addresses like https://tarok.example.org, not {address!r}"
            )
    return addresses


def site_url(name: str, *, https: bool) -> str:
    """Return the site's public address, without a trailing slash, or ""."""
    value = text(name, "")
    if not value:
        return ""
    wrong = WrongSetting(
        name, f"must be an address like https://tarok.example.org, not {value!r}"
    )
    parts = split(value, wrong)
    host, port = parts.hostname, parts.port
    if parts.scheme not in {"http", "https"} or not host or parts.username is not None:
        raise wrong
    if not re.fullmatch(r"[a-z0-9.:-]+", host) or parts.path not in {"", "/"}:
        raise wrong
    if parts.query or parts.fragment:
        raise wrong
    if https and parts.scheme != "https":
        raise WrongSetting(name, f"begins with https:// as HTTPS is on, not {value!r}")
    ending = f":{port}" if port and port != USUAL_PORTS[parts.scheme] else ""
    return f"{parts.scheme}://{in_brackets(host)}{ending}"


def split(value: str, wrong: WrongSetting) -> SplitResult:
    """Return the parts of a URL.

    Raises `wrong` if it can't be parsed, or if its host or port isn't valid.
    """
    try:
        parts = urlsplit(value)
        _ = parts.port
        (parts.hostname or "").encode("idna")  # as a name lookup does
    except ValueError:
        raise wrong from None
    return parts


def one_of(name: str, *choices: str) -> str:
    """Return one of the choices; the first is the default."""
    value = text(name, choices[0])
    if value not in choices:
        raise WrongSetting(name, f"must be {' or '.join(choices)}, not {value!r}")
    return value


def token(name: str) -> str:
    """Return a secret that a client sends, or ""; errors never contain it."""
    value = text(name, "")
    if value and not re.fullmatch(r"[A-Za-z0-9._~+/=-]{16,200}", value):
        raise WrongSetting(
            name,
            "must be 16 to 200 letters and digits, as `openssl rand -hex 24` makes",
        )
    return value


def redis_url(name: str) -> str:
    """Return the URL of a Redis; "" if the setting is empty or `database`.

    Errors never contain the value, because it can have a password.
    """
    value = text(name, "database")
    if value == "database":
        return ""
    wrong = WrongSetting(
        name, "must be an address like redis://127.0.0.1:6379/0, or database"
    )
    parts = split(value, wrong)
    if parts.query or parts.fragment:
        raise wrong
    if parts.scheme == "unix" and parts.path.startswith("/") and not parts.netloc:
        return value
    is_net = parts.scheme in {"redis", "rediss"} and parts.hostname
    if not is_net or not re.fullmatch(r"/?|/[0-9]{1,2}", parts.path):
        raise wrong
    return value


def inner_url(name: str) -> str:
    """Return an http address that only the site itself reaches; "" if not set."""
    value = text(name, "")
    wrong = WrongSetting(
        name, f"must be an address like http://127.0.0.1:8081/publish, not {value!r}"
    )
    parts = split(value, wrong)
    is_plain = parts.scheme == "http" and parts.hostname and parts.username is None
    if value and (not is_plain or parts.query or parts.fragment):
        raise wrong
    return value


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return networks or single addresses, separated by commas or spaces."""
    found = []
    for word in words(name):
        try:
            found.append(ipaddress.ip_network(word))
        except ValueError:
            raise WrongSetting(
                name, f"takes networks like 192.168.1.0/24, not {word!r}"
            ) from None
    return found


def next_database(url: str) -> str:
    """Return the URL of the next database of a Redis; "" for ""."""
    if not url or url.startswith("unix:"):
        return url and f"{url}?db=1"
    parts = urlsplit(url)
    number = int(parts.path.strip("/") or 0) + 1
    return parts._replace(path=f"/{number}").geturl()


def bucket(name: str) -> tuple[str, str]:
    """Return the bucket of an S3 store and the folder in it; "" for local folders."""
    value = text(name, "folders")
    if value == "folders":
        return "", ""
    found = re.fullmatch(
        r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:/[A-Za-z0-9._-]+)*)/?", value
    )
    if found is None or {".", ".."} & {*found[2].split("/")}:
        raise WrongSetting(
            name, "must be a bucket like s3://valat or s3://valat/site, or folders"
        )
    return found[1], found[2].strip("/")


def inner_address(name: str) -> str:
    """Return the prefix of addresses that only the proxy serves, or ""."""
    value = text(name, "")
    if value and not re.fullmatch(r"/([a-z0-9_-]+/)+", value):
        raise WrongSetting(name, f"must be like /kept/, not {value!r}")
    return value


def host_of(address: str) -> str:
    """Return the host of an address as in ALLOWED_HOSTS; "" for ""."""
    return in_brackets(urlsplit(address).hostname or "")


def in_brackets(host: str) -> str:
    """Return a host for use in a URL: an IPv6 address in brackets, a name unchanged."""
    return f"[{host}]" if ":" in host else host


def time_zone(name: str, default: str) -> str:
    zone = text(name, default)
    if zone not in zoneinfo.available_timezones():
        raise WrongSetting(
            name, f"must be a time zone like America/Chicago, not {zone!r}"
        )
    return zone


def folder(name: str, default: Path) -> Path:
    """Return an absolute folder, which doesn't need to exist yet."""
    value = text(name, str(default))
    try:
        path = Path(value).expanduser()
        file = next(
            (candidate for candidate in (path, *path.parents) if _is_file(candidate)),
            None,
        )
    except (OSError, RuntimeError) as error:  # no such user, too long, no permission
        raise WrongSetting(
            name, f"must be a folder, not {value!r}: {_reason(error)}"
        ) from None
    if not path.is_absolute():
        raise WrongSetting(name, f"must be a full path, not {str(path)!r}")
    if file:
        raise WrongSetting(name, f"must be a folder, and {file} is a file")
    return path


def _is_file(path: Path) -> bool:
    return path.exists() and not path.is_dir()


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def folder_or_off(name: str, default: Path) -> Path | None:
    """Return an absolute folder, or None if the setting is off.

    `evenings` counts as on: only backups of events are made.
    """
    value = text(name, "on").lower().replace("evenings", "on")
    if value in SWITCH:
        return default if SWITCH[value] else None
    return folder(name, default)


def secret_key(name: str, data_dir: Path) -> str:
    """Return the secret key from the environment, or from the data folder.

    The first start creates the key in the data folder.
    """
    key = text(name, "")
    if key:
        return long_enough(name, key)
    path = data_dir / "secret-key"
    try:
        if not path.exists():
            make_secret_key(path)
        return long_enough(name, path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise WrongSetting(
            "DATA_DIR", f"must be a folder that the site can write to: {error}"
        ) from None
    except (UnicodeDecodeError, WrongSetting):
        raise WrongSetting(
            name, f"isn't set, and {path} doesn't hold 50 mixed characters"
        ) from None


def long_enough(name: str, key: str) -> str:
    if len(key) < 50 or len(set(key)) < 5:
        raise WrongSetting(name, "must have at least 50 mixed characters")
    return key


def make_secret_key(path: Path) -> None:
    """Create the key file atomically, so that two first starts use one key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".secret-key-{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(60) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
        _sync(path.parent)
    except FileExistsError:
        pass  # the other start was first; use its key
    finally:
        draft.unlink()


def _sync(folder: Path) -> None:
    """Sync the name of a new file to the disk: a lost key would void printed codes."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
