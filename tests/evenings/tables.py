"""Tables as they play: who really sits there, and hands where no chips lie."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from rules.sheet import SeatCount
from scoring.models import Sheet
from scoring.phones import seat_fixes
from scoring.sheets import counts, hand_writes
from scoring.sheets.hand_writes import SentHand
from tests import builders as build
from tests.evenings.desk import PICK
from tests.evenings.paper import NOBODY, OPEN, Table
from tests.evenings.paper import Round as Paper
from tests.evenings.sheets import Sheets

PAYS = 3  # a called hand with 59 points, to each of the two from one of the others
# A first deal of each of the other games, by the seats of the table; what each wins.
DEALS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "marias": (
        {"contract": "game", "soloist": 1, "trump": "hearts", "conceded": True},
        (4, -2, -2),
    ),
    "paskievics": (
        {"declarer": 2, "bid": "three", "points": 40},
        (1, -3, 1, 1),
    ),
    "tapp_tarock": ({"soloist": 1, "contract": "threes", "points": 35}, (-6, 3, 3)),
    "scarto": ({"points": [40, 30, 8]}, (14, 4, -18)),
    "schieberamsch": (
        {"points": [30, 35, 50], "skat": 5, "last_trick": 3, "virgins": []}
        | {"shoves": 0},
        (0, 0, -55),
    ),
    "tysiacha": (
        {"soloist": 2, "bid": 100, "points": [10, 100, 10]},
        (10, 100, 10),
    ),
}


class Tables(Sheets):
    """What the people at a table do."""

    @rule(
        pick=PICK,
        order=st.permutations(range(5)),
        others=st.lists(st.tuples(st.integers(0, 2), PICK), max_size=2),
    )
    @precondition(lambda self: self.waiting())
    def they_sit_otherwise(
        self, pick: int, order: Sequence[int], others: Sequence[tuple[int, int]]
    ) -> None:
        """They in another order, and some of them others, or nobody."""
        rnd, label = self.one_of(self.waiting(), pick)
        chairs = rnd.tables[label].chairs
        four = [chairs[at].who for at in order if at < len(chairs)]
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
        if self.tried(seat_fixes.put_right, entries=people, **facts):
            self.model.sit_so(rnd.number, label, four)

    @rule(
        pick=PICK,
        pairs=st.lists(st.sampled_from([(1, 3), (2, 4), (4, 1), (3, 2)]), max_size=3),
    )
    @precondition(lambda self: not self.tournament.with_chips and self.waiting())
    @precondition(lambda self: self.tournament.game == "spjst")
    def hands_are_handed_in(self, pick: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Without chips the hands are the count; the second person verifies them."""
        rnd, label = self.one_of(self.waiting(), pick)
        table, sheet = rnd.tables[label], self._sheet(rnd, label)
        for lead, partner in pairs:
            game = {"povinost": lead, "bid": "povinost", "points": 59}
            if self._recorded(sheet, game | {"declarer": lead, "partner": partner}):
                self._won(
                    table,
                    [PAYS if n in (lead, partner) else -PAYS for n in range(1, 5)],
                )
        self._handed_in(rnd, label)

    @rule(pick=PICK)
    @precondition(lambda self: not self.tournament.with_chips and self.waiting())
    @precondition(lambda self: self.tournament.game in DEALS)
    def a_deal_is_handed_in(self, pick: int) -> None:
        """In another game, at a table where everybody plays every deal."""
        rnd, label = self.one_of(self.waiting(), pick)
        table, sheet = rnd.tables[label], self._sheet(rnd, label)
        deal, won = DEALS[self.tournament.game]
        if len(table.chairs) != len(won) or table.won:
            return
        table_of = {"table": len(won)} if len(self.model.game.sizes) > 1 else {}
        if self._recorded(sheet, {"dealer": 3, **table_of, **deal}):
            self._won(table, won)
            self._handed_in(rnd, label)

    def _won(self, table: Table, more: Sequence[int]) -> None:
        table.begun = True
        before = table.won or [0] * len(more)
        table.won = [won + one for won, one in zip(before, more, strict=True)]

    def _handed_in(self, rnd: Paper, label: int) -> None:
        """What the hands say; what lies aside no seat has."""
        table, sheet = rnd.tables[label], self._sheet(rnd, label)
        won = table.won or [0] * len(table.chairs)
        scores = tuple(self.model.start_chips + each for each in won)
        facts = {"sheet": sheet, "seats": [SeatCount(each) for each in scores]}
        facts |= {"seen": build.seen(sheet), "from_hands": True}
        if made := self.tried(counts.count, key=self.key(), **facts):
            table.begun = True
            if made.changed:
                table.typed.append((scores, made.count.balances))
            if self._confirmed(rnd, label):
                self.model.verified(rnd.number, label, scores)

    def _recorded(self, sheet: Sheet, record: dict[str, Any]) -> Any:
        sent = SentHand(self.key(), record)
        made = self.tried(hand_writes.record, sheet=sheet, sent=sent)
        assert not made or made.hand
        return made
