"""The facts of an entry that people edit, and how the log says them."""

from collections.abc import Callable
from typing import Any

from clubs.i18n import and_list
from scoring.models.descriptions import ENTRY, FORM, FieldDescription
from scoring.models.log_messages import log_message

# Columns of the form that `change` writes by itself.
IDENTITY = ("number", "name", "lodge")
# How the log says a fact that has a message; others are named as in the form.
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
    """Return what people edit of an entry, but for number, name and lodge."""
    return [fact for fact in ENTRY.going_to(FORM) if fact.column not in IDENTITY]


def fact_in_words(fact: FieldDescription, value: Any) -> str:
    """Return a fact as the log says it."""
    if fact.column in FACT_WORDS:
        return FACT_WORDS[fact.column](value)
    return ENTRY.in_words(fact, value)
