"""The cache that all processes share for records, ratings and statistics of hands."""

from typing import TypeVar

from django.core.cache import caches

T = TypeVar("T")
# What unpickling raises for a class that has moved, has another name or other fields.
FROM_ANOTHER_RELEASE = (AttributeError, ImportError, TypeError)


def read_board(key: str, default: T) -> T:
    """Return what is stored under the key, or `default`.

    What another release stored, whose classes had other names, counts as not stored: it
    is computed again.
    """
    try:
        stored: T = caches["boards"].get(key, default)
    except FROM_ANOTHER_RELEASE:
        return default
    return stored


def store_board(key: str, value: object, seconds: int) -> None:
    """Store a picklable value under the key for this many seconds."""
    caches["boards"].set(key, value, seconds)
