"""Log lines: short, on stderr, and never with a table's token in them."""

import logging
import re

# What stands behind these, and whatever has a token's 22 characters.
SECRET = re.compile(
    r"(?<=/t/)[^/\s'\"?]+|(?<=/setup/)[^/\s'\"?]+"
    r"|(?<=/me/)[^/\s'\"?]+"
    r"|(?<=/join/)[^/\s'\"?]+|(?<=/accounts/link/)[^/\s'\"?]+"
    r"|(?<=/accounts/confirm/)[^/\s'\"?]+|(?<=/accounts/forgot/)[^\s'\"?]+"
    r"|(?<=/)[\w-]{22}(?=/)"
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


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": Formatter,
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S",
            "style": "{",
        }
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
