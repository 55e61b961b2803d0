"""What is wrong with something a person wrote down, in words and as data."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.sentences import Sentences, filled


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    `code` is stable and meant for programs, `field` is a path such as
    `faults[0].seat` (empty for the whole), `message` is for the scorekeeper, in English
    and, as it is `Sentence`, in any language of a site.
    """

    code: str
    field: str
    message: str


def teller(messages: Sentences) -> Callable[..., Problem]:
    """Makes the problem of a code at a field, told with the values given.

    What follows a point in the code tells several sentences of one problem apart.
    """

    def tell(code: str, field: str, **values: object) -> Problem:
        message = filled(messages[code], values, begins=True)
        return Problem(code.partition(".")[0], field, message)

    return tell
