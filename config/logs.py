"""Log lines: short, on stderr, and never with a table's token in them."""

import logging
import re

# What stands behind these, and whatever has a token's 22 characters.
SECRET = re.compile(
    r"(?<=/t/)[^/\s'\"?]+|(?<=/setup/)[^/\s'\"?]+"
    r"|(?<=/join/)[^/\s'\"?]+|(?<=/accounts/link/)[^/\s'\"?]+"
    r"|(?<=/accounts/confirm/)[^/\s'\"?]+|(?<=/accounts/forgot/)[^\s'\"?]+"
    r"|(?<=/)[\w-]{22}(?=/)"
)


class Formatter(logging.Formatter):
    """Hides tokens in addresses, also where a traceback repeats one."""

    def format(self, record: logging.LogRecord) -> str:
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
