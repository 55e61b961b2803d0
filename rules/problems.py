"""What is wrong with something a person wrote down, in words and as data."""

from collections.abc import Callable, Mapping
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


def teller(messages: Mapping[str, str]) -> Callable[..., Problem]:
    """Makes the problem of a code at a field, told with the values given."""

    def tell(code: str, field: str, **values: object) -> Problem:
        return Problem(code, field, messages[code].format_map(values))

    return tell
