"""The whole desk: any step it allows, in any order."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.evenings.desk import SETTINGS
from tests.evenings.paper import OPEN
from tests.evenings.people import People
from tests.evenings.seats import Seats
from tests.evenings.sheets import WINNINGS
from tests.evenings.tables import Tables


class Machine(People, Seats, Tables):
    """Every rule there is, and the plain way of an evening between them."""

    @initialize(
        settings=SETTINGS,
        many=st.integers(4, 18),
        behind=st.booleans(),
        under_way=st.booleans(),
        seed=st.integers(0, 99),
    )
    def begins(
        self,
        settings: dict[str, Any],
        many: int,
        behind: bool,
        under_way: bool,
        seed: int,
    ) -> None:
        self._begins(settings, many, behind)
        if under_way:
            self.the_next_round_begins(seed, True)

    @rule(seed=st.integers(0, 99), won=WINNINGS)
    @precondition(lambda self: not self.model.finished)
    def the_evening_goes_on(self, seed: int, won: Sequence[Sequence[int]]) -> None:
        self._goes_on(seed, won)

    @rule(seed=st.integers(0, 99), won=WINNINGS)
    @precondition(lambda self: not self.model.finished)
    def and_goes_on(self, seed: int, won: Sequence[Sequence[int]]) -> None:
        """Once more: of many steps these two make an evening."""
        self._goes_on(seed, won)

    def _goes_on(self, seed: int, won: Sequence[Sequence[int]]) -> None:
        if self.rounds_in(OPEN):
            self.the_round_is_counted(won)
        else:
            self.the_next_round_begins(seed, True)
