"""Who cannot move, as people type it: a start number and a table, one a line."""

import re
from collections.abc import Iterable, Mapping

from django.core.exceptions import ValidationError

from scoring.models import Entry
from scoring.tournaments.forms.apart import each_line

LINE = re.compile(r"([1-9][0-9]{0,3})\D+([1-9][0-9]{0,2})")


def tables_written(typed: str, known: Iterable[int]) -> dict[int, int]:
    """Start numbers and the table of each; “7: 3” is number 7 at table 3.

    Raises ValidationError for each line that is none, or a number nobody has.
    """
    numbers, found = set(known), dict[int, int]()

    def read(line: str) -> None:
        match = LINE.fullmatch(line)
        if not match:
            raise ValidationError(
                f"“{line[:40]}”: type a start number and a table, like 7: 3."
            )
        number, table = map(int, match.groups())
        if number not in numbers:
            raise ValidationError(f"Nobody has the start number {number}.")
        if table > 200:
            raise ValidationError(f"There is no table {table}.")
        if found.setdefault(number, table) != table:
            raise ValidationError(f"Number {number} stays at one table only.")

    each_line(filter(None, map(str.strip, typed.splitlines())), read)
    return found


def as_written(entries: Iterable[Entry]) -> str:
    """The same for the form: 7: 3."""
    return "\n".join(f"{e.number}: {e.fixed_table}" for e in entries if e.fixed_table)


def changes(
    entries: Iterable[Entry], wanted: Mapping[int, int]
) -> dict[int, int | None]:
    """What is to change, by entry."""
    tables = {e: wanted.get(e.number) for e in entries if e.number is not None}
    return {e.pk: table for e, table in tables.items() if table != e.fixed_table}
