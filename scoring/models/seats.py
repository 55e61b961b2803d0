"""Numbers of the seats of a table: one column a seat, so that one row holds them all.

A table has 3 to 5 seats. The columns of a seat that a table has not are empty, and so a
row says by itself how many sat there. Chips that no seat holds (a pool) are `aside`.
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
    """A seat's whole number of chips; empty where the table has no such seat."""
    return models.IntegerField(null=seat not in ALWAYS, **options)


def of_seats(row: models.Model, prefix: str) -> tuple[int, ...]:
    """The numbers of the seats that the row's table has, seat 1 first."""
    numbers = (getattr(row, f"{prefix}{seat}") for seat in SEATS)
    return tuple(number for number in numbers if number is not None)


def as_columns(prefix: str, numbers: Sequence[int]) -> dict[str, int]:
    """The numbers of seat 1, 2 … by the names of their columns."""
    return {f"{prefix}{seat}": number for seat, number in enumerate(numbers, start=1)}


def sum_of_seats(prefix: str) -> Combinable:
    """What the seats of a row add up to, for the database."""
    sum_: Combinable = F(f"{prefix}1") + F(f"{prefix}2") + F(f"{prefix}3")
    for seat in SEATS[len(ALWAYS) :]:
        sum_ = sum_ + Coalesce(F(f"{prefix}{seat}"), Value(0))
    return sum_


def most(prefix: str) -> Combinable:
    """The largest of a row's numbers, for the database; at least 0."""
    return Greatest(*(Coalesce(F(f"{prefix}{seat}"), Value(0)) for seat in SEATS))


def is_seat(field: str) -> Q:
    """A field that names a seat. A CHECK lets NULL pass."""
    return Q(**{f"{field}__range": (1, MOST_SEATS)})
