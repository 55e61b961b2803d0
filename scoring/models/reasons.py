"""Reasons that people type and that the site writes, each in a text column of a row.

What a person typed is text. Where the site wrote the reason, a second column holds its
code and values as JSON, and the reason is written again for each reader; the text is its
English when it was written, for exports and for older versions.
"""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import override

from clubs.i18n import Sentence, in_english
from scoring.models.log_messages import from_json, log_message, to_json

MESSAGE = "_message"  # ends the name of the second column


def message_field() -> models.JSONField:
    """Return the column for the message of a reason; NULL where a person typed it."""
    return models.JSONField(null=True, blank=True, default=None, editable=False)


def recognize_reason(text: str) -> str:
    """Return the message of the words that a phone's Undo sends, else the text.

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
    """Set both columns of a reason on a row, which is still to be saved."""
    for name, value in reason_columns(type(row), column, reason).items():
        setattr(row, name, value)


def reason_of(row: models.Model, column: str = "reason") -> str:
    """Return the reason in the reader's language, or as it was typed."""
    text: str = getattr(row, column)
    message = getattr(row, f"{column}{MESSAGE}")
    if message is None:
        return text
    # A name that was erased may have stood in the place of a value.
    with suppress(KeyError, ValueError):
        localized: str = from_json(message)
        return localized
    return text
