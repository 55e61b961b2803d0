"""Reasons typed by people or written by the site, each in a text column of a row.

A person's reason is text. If the site wrote the reason, a second column holds its code
and values as JSON, and the reason is translated for each reader; the text is its
English when it was written, for exports and for older versions.
"""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import override

from clubs.i18n import Sentence, in_english
from scoring.models.log_messages import from_json, log_message, to_json

MESSAGE = "_message"  # suffix of the second column's name


def message_field() -> models.JSONField:
    """Return the column for the message of a reason; NULL if a person typed it."""
    return models.JSONField(null=True, blank=True, default=None, editable=False)


def recognize_reason(text: str) -> str:
    """Return the message for the words that a phone's Undo sends, else the text.

    A phone sends them in its own language; older ones without the period.
    """
    if text:
        for language, _ in settings.LANGUAGES:
            with override(language):
                undone = log_message("reason.undone")
            if text.rstrip(".") == undone.rstrip("."):
                return log_message("reason.undone")
    return text


def reason_columns(
    model: type[models.Model], column: str, reason: str
) -> dict[str, Any]:
    """Return both columns of a reason: its English, cut to fit, and its message."""
    longest = getattr(model._meta.get_field(column), "max_length", None)
    message = to_json(reason) if isinstance(reason, Sentence) else None
    return {column: in_english(reason).strip()[:longest], f"{column}{MESSAGE}": message}


def set_reason(row: models.Model, column: str, reason: str) -> None:
    """Set both columns of a reason on a row, without saving it."""
    for name, value in reason_columns(type(row), column, reason).items():
        setattr(row, name, value)


def reason_of(row: models.Model, column: str = "reason") -> str:
    """Return the reason in the reader's language, or as it was typed."""
    text: str = getattr(row, column)
    message = getattr(row, f"{column}{MESSAGE}")
    if message is None:
        return text
    # The value of a placeholder may have been an erased name.
    with suppress(KeyError, ValueError):
        localized: str = from_json(message)
        return localized
    return text
