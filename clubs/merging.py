"""Merging one person's changes with those that others saved while the page was open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Model

from clubs.i18n import lazy_message, message

SAVED_AT_ONCE = lazy_message(
    "Someone else saved this at the same moment. Your changes are still here. Save again."
)


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that two people changed differently, with both values in words.

    `name` is the form's name for the choice between them; `editor` is "" if several
    people could have made the change.
    """

    name: str
    label: str
    current: str
    entered: str
    editor: str = ""


class EditConflict(Exception):
    """A value was changed here and, differently, in the database; nothing is saved."""


def merge_changes(
    current: Mapping[str, Any], original: Mapping[str, Any], entered: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Merge three versions; return the merged values and the names in conflict.

    A value entered as it was displayed (`original`) gives way to the current one. In a
    conflict the entered value stays in the merged ones.
    """
    merged, conflicts = dict(entered), []
    for name, value in entered.items():
        if value == original[name]:
            merged[name] = current[name]
        elif current[name] not in (original[name], value):
            conflicts.append(name)
    return merged, conflicts


def merge_row(
    row: Model, original: Model | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts to set on a locked row that was read as `original`.

    Without an original, return all facts. Raises EditConflict.
    """
    if original is None:
        return dict(facts)
    current = {name: getattr(row, name) for name in facts}
    known = {name: getattr(original, name) for name in facts}
    merged, conflicts = merge_changes(current, known, facts)
    if conflicts:
        raise EditConflict(SAVED_AT_ONCE)
    return merged


def stamp_of(row: Model, names: Iterable[str]) -> str:
    """Return a digest of some values of a row, which changes when one of them does."""
    facts = "\n".join(f"{name}: {getattr(row, name)}" for name in sorted(names))
    return sha256(facts.encode()).hexdigest()[:32]


def stale_message(current: str) -> str:
    """Return the error for values that changed while a form displayed them."""
    return message(
        "Someone changed this while you were editing. It now says: {now}. Review it, "
        "then save again.",
        now=current,
    )
