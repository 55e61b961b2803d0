"""What is wrong with something a person wrote down, in words and as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.messages import Sentences, filled

FIRST_CHECKS = 1  # of a game, before anything was added to them


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    `code` is stable and meant for programs, `field` is a path such as
    `faults[0].seat` (empty for the whole), `message` is for the scorekeeper, in English
    and, as it is `Sentence`, in any language of a site. `section` is that of the rule
    sheet which is the reason, None where only the form is wrong. `since` is the first
    version of the game's checks that finds it.
    """

    code: str
    field: str
    message: str
    section: str | None = None
    since: int = FIRST_CHECKS


def code_of(key: str) -> str:
    """The code of a message's key: what follows a point tells sentences apart."""
    return key.partition(".")[0]


def teller(
    messages: Sentences,
    sections: Mapping[str, str] = MappingProxyType({}),
    since: Mapping[str, int] = MappingProxyType({}),
) -> Callable[..., Problem]:
    """Makes the problem of a code at a field, told with the values given.

    What follows a point in the code tells several sentences of one problem apart.
    `sections` and `since` have what a problem of this code rests on, where anything;
    a call may name another `section`.
    """

    def tell(
        code: str, field: str, section: str | None = None, **values: object
    ) -> Problem:
        message = filled(messages[code], values, begins=True)
        short = code_of(code)
        reason = section or sections.get(code) or sections.get(short)
        return Problem(short, field, message, reason, since.get(code, FIRST_CHECKS))

    return tell


def version_of(engine: str) -> int:
    """The number of a game's version: 2 of "spjst-2", 1 of one that is not known."""
    number = engine.rpartition("-")[2]
    return int(number) if number.isdecimal() and number.isascii() else FIRST_CHECKS


def since_then(problems: tuple[Problem, ...], engine: str) -> tuple[Problem, ...]:
    """The problems that the checks of this version of a game do not find."""
    version = version_of(engine)
    return tuple(problem for problem in problems if problem.since > version)
