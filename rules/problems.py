"""What is wrong with something a person wrote down, in words and as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    `code` is stable and meant for programs, `field` is a path such as
    `faults[0].seat` (empty for the whole), `message` is for the scorekeeper.
    """

    code: str
    field: str
    message: str
