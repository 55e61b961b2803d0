"""The records of a game without recorded hands: none is ever right."""

from typing import Any

from rules.deal_rotation import State
from rules.fields import SHAPE_CODES
from rules.messages import Sentences
from rules.problems import Problem, teller
from rules.sheet import TABLE_SIZES

PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "no_hands": (
            "No hands are recorded in this game. Enter the round’s scores instead."
        ),
    },
)
tell = teller(PROBLEM_CODES, {"no_hands": "house"})


class NoRecords:
    """A reader that accepts no record (see `rules.game.Records`)."""

    active = max(TABLE_SIZES)
    tables = tuple(TABLE_SIZES)

    def problems(
        self, record: object, rules: Any, state: State | None, seats: int | None
    ) -> tuple[Problem, ...]:
        """Return the one problem that every record has."""
        return (tell("no_hands", ""),)

    def parse(self, record: Any, *, checked: bool = False) -> Any:
        """Raise ValueError, because no record is right."""
        raise ValueError(PROBLEM_CODES["no_hands"])

    def write(self, deal: Any) -> dict[str, Any]:
        """Raise ValueError, because there are no deals."""
        raise ValueError(PROBLEM_CODES["no_hands"])

    def kind_of(self, deal: Any) -> str:
        """Raise ValueError, because there are no deals."""
        raise ValueError(PROBLEM_CODES["no_hands"])

    def players_of(self, deal: Any) -> tuple[int, ...]:
        """Return no seats."""
        return ()
