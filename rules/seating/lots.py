"""Shuffling that stays the same.

Python promises that a seed gives the same `Random.random()` for ever, but not the same
`shuffle()`; a stored draw must come out the same under a later Python.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(things: Iterable[T], rng: Random) -> list[T]:
    """The things in random order."""
    return [
        thing
        for _, _, thing in sorted((rng.random(), i, t) for i, t in enumerate(things))
    ]
