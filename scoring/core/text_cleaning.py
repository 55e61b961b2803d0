"""Cleaning of typed text for storage, or refusal with a message."""

from typing import Any

from clubs.i18n import Sentence, message
from scoring.core.writes import ActionRefused


def clean(text: str, *, most: int, field: str, needed: str = "") -> str:
    """Return the text on one line, stripped; the site's own messages are unchanged.

    Raises ActionRefused at `field` for more than `most` characters, for text no
    database can store, or, with the message `needed`, for empty text.
    """
    if isinstance(text, Sentence):
        return text
    refuse_unfit(text, field)
    cleaned = " ".join(text.split())
    if needed and not cleaned:
        raise ActionRefused(needed, field)
    if len(cleaned) > most:
        raise ActionRefused(
            message(
                "This is {n} characters long. Use {most} or fewer.",
                n=len(cleaned),
                most=most,
            ),
            field,
        )
    return cleaned


def refuse_unfit(value: Any, field: str) -> None:
    """Raise ActionRefused if any text in a JSON value can't be stored.

    PostgreSQL rejects NUL, and every database rejects lone surrogates.
    """
    waiting = [value]
    while waiting:  # no recursion: a malicious value can be deeply nested
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) and not _is_fit(part):
            raise ActionRefused(
                message("This text contains a character we can’t save."), field
            )


def _is_fit(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)
