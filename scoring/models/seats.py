"""Numbers of the seats of a table: one column per seat, so that one row holds them all.

A table has 3 to 5 seats. The columns of a missing seat are empty, so a row shows how
many sat there. Chips that no seat holds (a pool) are `aside`.
"""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

SEATS = (1, 2, 3, 4, 5)
ALWAYS = (1, 2, 3)  # at every table
MOST_SEATS = SEATS[-1]


def column(seat: int, **options: Any) -> models.IntegerField:
    """Return a column for a seat's number of chips; NULL without such a seat."""
    return models.IntegerField(null=seat not in ALWAYS, **options)


def of_seats(row: models.Model, prefix: str) -> tuple[int, ...]:
    """Return the numbers of the seats that the row's table has, seat 1 first."""
    numbers = (getattr(row, f"{prefix}{seat}") for seat in SEATS)
    return tuple(number for number in numbers if number is not None)


def as_columns(prefix: str, numbers: Sequence[int]) -> dict[str, int]:
    """Return the numbers of seats 1, 2 … by the names of their columns."""
    return {f"{prefix}{seat}": number for seat, number in enumerate(numbers, start=1)}


def sum_of_seats(prefix: str) -> Combinable:
    """Return the sum of a row's seats as a database expression."""
    sum_: Combinable = F(f"{prefix}1") + F(f"{prefix}2") + F(f"{prefix}3")
    for seat in SEATS[len(ALWAYS) :]:
        sum_ = sum_ + Coalesce(F(f"{prefix}{seat}"), Value(0))
    return sum_


def most(prefix: str) -> Combinable:
    """Return the largest of a row's numbers, at least 0, as a database expression."""
    return Greatest(*(Coalesce(F(f"{prefix}{seat}"), Value(0)) for seat in SEATS))


def is_seat(field: str) -> Q:
    """Return the check that a field names a seat. A CHECK constraint accepts NULL."""
    return Q(**{f"{field}__range": (1, MOST_SEATS)})
