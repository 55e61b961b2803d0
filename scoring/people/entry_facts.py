"""The facts of an entry that people can edit, and their wording in the log."""

from collections.abc import Callable
from typing import Any

from clubs.i18n import and_list
from scoring.models.descriptions import ENTRY, FORM, FieldDescription
from scoring.models.log_messages import log_message

# Columns of the form that `change` writes separately.
IDENTITY = ("number", "name", "lodge")
# The log's wording of facts that have a message; others have the label of the form.
FACT_WORDS: dict[str, Callable[[Any], str]] = {
    "paid": lambda _: log_message("entry.fee_paid"),
    "team": lambda team: log_message("entry.team", team=team),
    "classes": and_list,
    "fixed_table": lambda table: log_message("entry.stays_at_table", table=table),
    "if_needed": lambda _: log_message("entry.standby"),
}


def entry_columns() -> list[str]:
    """Return the columns of an entry that people edit."""
    return [field.column for field in ENTRY.going_to(FORM)]


def entry_facts() -> list[FieldDescription]:
    """Return the facts of an entry that people edit, except number, name and lodge."""
    return [fact for fact in ENTRY.going_to(FORM) if fact.column not in IDENTITY]


def fact_in_words(fact: FieldDescription, value: Any) -> str:
    """Return a fact in the wording of the log."""
    if fact.column in FACT_WORDS:
        return FACT_WORDS[fact.column](value)
    return ENTRY.in_words(fact, value)
