"""A cache shared by all processes for records, ratings and hand statistics."""

from typing import TypeVar

from django.core.cache import caches

T = TypeVar("T")
# Unpickling raises these for a class that was moved, renamed or has other fields.
FROM_ANOTHER_RELEASE = (AttributeError, ImportError, TypeError)


def read_board(key: str, default: T) -> T:
    """Return the value stored under the key, or `default`.

    A value that another release stored, with classes of other names, counts as not
    stored, so that it is computed again.
    """
    try:
        stored: T = caches["boards"].get(key, default)
    except FROM_ANOTHER_RELEASE:
        return default
    return stored


def store_board(key: str, value: object, seconds: int) -> None:
    """Store a picklable value under the key for this many seconds."""
    caches["boards"].set(key, value, seconds)
