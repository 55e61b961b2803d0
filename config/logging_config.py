"""Logging: short lines on stderr, which never contain a token."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

# Prefixes of paths whose next part is a secret.
BEFORE_TOKEN = (
    "/t/",
    "/setup/",
    "/me/",
    "/me/mail/",
    "/me/sign-up/",
    "/join/",
    "/accounts/link/",
    "/accounts/confirm/",
)
SECRET = re.compile(
    "|".join(
        [
            *(rf"(?<={path})(?!mail/|sign-up/)[^/\s'\"?]+" for path in BEFORE_TOKEN),
            # Two parts: the user and the token.
            r"(?<=/accounts/forgot/)[^\s'\"?]+",
            # The short code of a sheet, typed on the start page.
            r"(?<=[?&]code=)[^&\s'\"]+",
            # Anything as long as a token, and everything with capitals, which slugs
            # don't have.
            r"(?<=/)[\w-]{22}(?=/)",
            r"(?<=/)(?=[\w-]*[A-Z])[\w-]{20,}",
            r"(?<=valat_)[\w-]{16,}",
        ]
    )
)


NO_TRACEBACK = {"exc_info": None, "exc_text": None, "stack_info": None}
REFUSED = "django.security."  # about requests, not the site's own errors
LONGEST_REFUSED = 300  # characters; can repeat parts of the request


class Formatter(logging.Formatter):
    """A formatter that hides tokens in addresses, also in tracebacks.

    Rejected requests get one short line, because strangers can send them all day.
    """

    def format(self, record: logging.LogRecord) -> str:
        if str(record.name).startswith(REFUSED):
            record = logging.makeLogRecord({**vars(record), **NO_TRACEBACK})
            return SECRET.sub("…", super().format(record))[:LONGEST_REFUSED]
        return SECRET.sub("…", super().format(record))


class JsonFormatter(Formatter):
    """A formatter that writes one JSON object per line, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        is_refused = str(record.name).startswith(REFUSED)
        message = SECRET.sub("…", record.getMessage())
        facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": message[:LONGEST_REFUSED] if is_refused else message,
            "process": record.process,
        }
        if record.exc_info and not is_refused:
            facts["traceback"] = SECRET.sub("…", self.formatException(record.exc_info))
        return json.dumps(facts, ensure_ascii=False)


def logging_as(kind: str) -> dict[str, Any]:
    """Return LOGGING with each entry as a `line` for people or `json` for machines."""
    handlers = {"stderr": {**LOGGING["handlers"]["stderr"], "formatter": kind}}
    return {**LOGGING, "handlers": handlers}


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": Formatter,
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S",
            "style": "{",
        },
        "json": {"()": JsonFormatter},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django emails server errors by default; here they go to the terminal.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A mistyped address isn't worth a line.
        "django.request": {"level": "ERROR"},
        # Scanners ask for other hosts all day; the 400 is enough.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # A queue for the threads is normal in a hall.
        "waitress.queue": {"level": "ERROR"},
    },
}
