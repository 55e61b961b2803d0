"""What people type, made fit to be kept, or refused in their words."""

from typing import Any

from clubs.i18n import Sentence, message
from scoring.core.writes import ActionRefused


def clean(text: str, *, most: int, field: str, needed: str = "") -> str:
    """The text on one line, without blanks at its ends; the site's own as it is.

    Raises ActionRefused at `field` where it is longer than `most` characters, where no
    database can keep it, or, with the sentence `needed`, where it is empty.
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
    """Raises ActionRefused where a text anywhere in a JSON value cannot be kept.

    PostgreSQL takes no NUL, and no database half of a character: a lone surrogate.
    """
    waiting = [value]
    while waiting:  # no recursion: somebody may send a deep one on purpose
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
