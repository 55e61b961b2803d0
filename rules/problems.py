"""Problems in data that a person entered, in words and as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.messages import Sentences, filled

FIRST_CHECKS = 1  # of a game, before any check was added


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem, and its place in the data.

    `code` is stable and meant for programs, `field` is a path such as `faults[0].seat`
    (empty for the whole), `message` is for the scorekeeper, in English; as a `Sentence`
    it can be translated. `section` is the section of the rule sheet on which the
    problem is based, None where only the form is wrong. `since` is the first version of
    the game's checks that finds it.
    """

    code: str
    field: str
    message: str
    section: str | None = None
    since: int = FIRST_CHECKS


def code_of(key: str) -> str:
    """Return the code of a message's key, without the part after the point."""
    return key.partition(".")[0]


def teller(
    messages: Sentences,
    sections: Mapping[str, str] = MappingProxyType({}),
    since: Mapping[str, int] = MappingProxyType({}),
) -> Callable[..., Problem]:
    """Return a function that makes the problem of a code at a field, with these values.

    The part of a code after the point distinguishes several sentences of one problem.
    `sections` and `since` hold the section and version of a code, where there are any;
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
    """Return the number of a game's version: 2 for "spjst-2", 1 for an unknown one."""
    number = engine.rpartition("-")[2]
    return int(number) if number.isdecimal() and number.isascii() else FIRST_CHECKS


def since_then(problems: tuple[Problem, ...], engine: str) -> tuple[Problem, ...]:
    """Return the problems that the checks of this version of a game don't find."""
    version = version_of(engine)
    return tuple(problem for problem in problems if problem.since > version)
