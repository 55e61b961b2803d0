"""Log lines: short, on stderr, and never with a table's token in them."""

import logging
import re

# What stands behind these, and whatever has a token's 22 characters.
SECRET = re.compile(
    r"(?<=/t/)[^/\s'\"?]+|(?<=/setup/)[^/\s'\"?]+"
    r"|(?<=/accounts/confirm/)[^/\s'\"?]+|(?<=/accounts/forgot/)[^\s'\"?]+"
    r"|(?<=/)[\w-]{22}(?=/)"
)


class Formatter(logging.Formatter):
    """Hides tokens in addresses, also where a traceback repeats one."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub("…", super().format(record))


def is_news(record: logging.LogRecord) -> bool:
    """A phone that left the wifi in the middle of a word is none."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, (BlockingIOError, TimeoutError))


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"news": {"()": "django.utils.log.CallbackFilter", "callback": is_news}},
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
        # Inside a worker gunicorn's own errors get the same form.
        "gunicorn.error": {
            "handlers": ["stderr"],
            "filters": ["news"],
            "propagate": False,
        },
    },
}
