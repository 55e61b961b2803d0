"""Log lines: short, on stderr, and never with a token in them."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

# Paths whose next part opens something, as a list of what stands before it.
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
            # Two parts: whose password, and the token.
            r"(?<=/accounts/forgot/)[^\s'\"?]+",
            # The short code of a sheet, typed on the start page.
            r"(?<=[?&]code=)[^&\s'\"]+",
            # Anything as long as a token, and what has capitals: no slug has them.
            r"(?<=/)[\w-]{22}(?=/)",
            r"(?<=/)(?=[\w-]*[A-Z])[\w-]{20,}",
            r"(?<=valat_)[\w-]{16,}",
        ]
    )
)


NO_TRACEBACK = {"exc_info": None, "exc_text": None, "stack_info": None}
REFUSED = "django.security."  # what somebody sent, not what we did
LONGEST_REFUSED = 300  # characters; it may repeat what was sent


class Formatter(logging.Formatter):
    """Hides tokens in addresses, also where a traceback repeats one.

    What was refused is one short line: a stranger may send it all day.
    """

    def format(self, record: logging.LogRecord) -> str:
        if str(record.name).startswith(REFUSED):
            record = logging.makeLogRecord({**vars(record), **NO_TRACEBACK})
            return SECRET.sub("…", super().format(record))[:LONGEST_REFUSED]
        return SECRET.sub("…", super().format(record))


class JsonFormatter(Formatter):
    """The same as one object of JSON a line, for what collects logs."""

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
    """Django's LOGGING, each line as `line` for people or `json` for machines."""
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
        # Django mails server errors by default; here they go to the terminal.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Somebody's mistyped address is no news.
        "django.request": {"level": "ERROR"},
        # Scanners ask for other hosts all day; the 400 they get is enough.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # A queue before the threads is no news in a hall.
        "waitress.queue": {"level": "ERROR"},
    },
}
