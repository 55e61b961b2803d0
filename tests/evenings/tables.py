"""Tables as they play: who really sits there, and hands where no chips lie."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from rules.sheet import SeatCount
from scoring.models import Sheet
from scoring.sheets.services import counts, hands
from scoring.sheets.services.hand_store import SentHand
from scoring.table.services import sitting
from tests import builders as build
from tests.evenings.desk import PICK
from tests.evenings.paper import NOBODY, OPEN
from tests.evenings.paper import Round as Paper
from tests.evenings.sheets import Sheets

PAYS = 3  # a called hand with 59 points, to each of the two from one of the others


class Tables(Sheets):
    """What the people at a table do."""

    @rule(
        pick=PICK,
        order=st.permutations(range(4)),
        others=st.lists(st.tuples(st.integers(0, 3), PICK), max_size=2),
    )
    @precondition(lambda self: self.waiting())
    def they_sit_otherwise(
        self, pick: int, order: Sequence[int], others: Sequence[tuple[int, int]]
    ) -> None:
        """The four in another order, and some of them others, or nobody."""
        rnd, label = self.one_of(self.waiting(), pick)
        chairs = rnd.tables[label].chairs
        four = [chairs[at].who for at in order]
        for at, who in others:
            found = self.one_of(self.model.playing, who)
            if found and found.key not in four:
                four[at] = found.key if who % 5 else NOBODY
        self._sit(rnd, label, four)

    @rule(pick=PICK, who=PICK)
    @precondition(lambda self: any(r.has_free_seat for r in self.rounds_in(OPEN)))
    def a_free_seat_is_taken(self, pick: int, who: int) -> None:
        free = [
            (rnd, label, at)
            for rnd, label in self.waiting()
            for at, chair in enumerate(rnd.tables[label].chairs)
            if chair.who == NOBODY
        ]
        found = self.one_of(self.model.playing, who)
        if free and found:
            rnd, label, at = self.one_of(free, pick)
            four = [each.who for each in rnd.tables[label].chairs]
            four = [NOBODY if key == found.key else key for key in four]
            four[at] = found.key
            self._sit(rnd, label, four)

    def _sit(self, rnd: Paper, label: int, four: Sequence[int]) -> None:
        facts = {"sheet": self._sheet(rnd, label), "key": self.key()}
        people = [self.entry(who) if who else None for who in four]
        if self.tried(sitting.put_right, entries=people, **facts):
            self.model.sit_so(rnd.number, label, four)

    @rule(
        pick=PICK,
        pairs=st.lists(st.sampled_from([(1, 3), (2, 4), (4, 1), (3, 2)]), max_size=3),
    )
    @precondition(lambda self: not self.tournament.with_chips and self.waiting())
    def hands_are_handed_in(self, pick: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Without chips the hands are the count; the second person verifies them."""
        rnd, label = self.one_of(self.waiting(), pick)
        table, sheet = rnd.tables[label], self._sheet(rnd, label)
        for two in pairs:
            if self._recorded(sheet, two):
                table.begun = True
                table.won = [
                    won + (PAYS if seat in two else -PAYS)
                    for seat, won in enumerate(table.won, start=1)
                ]
        seats = [SeatCount(self.model.start_chips + won) for won in table.won]
        facts = {"sheet": sheet, "seats": seats, "seen": build.seen(sheet)}
        handed_in = self.tried(counts.count, key=self.key(), from_hands=True, **facts)
        if handed_in and self._confirmed(rnd, label):
            table.begun = True
            scores = [seat.held for seat in seats]
            self.model.verified(rnd.number, label, scores)

    def _recorded(self, sheet: Sheet, two: tuple[int, int]) -> Any:
        lead, partner = two
        game = {"povinost": lead, "bid": "povinost", "points": 59}
        sent = SentHand(self.key(), game | {"declarer": lead, "partner": partner})
        made = self.tried(hands.record, sheet=sheet, sent=sent)
        assert not made or made.hand
        return made
