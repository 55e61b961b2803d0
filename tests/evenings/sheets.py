"""Sheets counted, verified and corrected; rulings, settings, the end."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from rules.sheet import SeatCount
from scoring.models import Adjustment, Count
from scoring.sheets import counts, rulings
from scoring.sheets.sheet import life_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.evenings.desk import PICK, SCORES, Desk
from tests.evenings.paper import OPEN, Table
from tests.evenings.paper import Round as Paper

FOUR = st.tuples(*[st.integers(-60, 60)] * 4)  # the last one has what they lost
WINNINGS = st.lists(FOUR, min_size=7, max_size=7)


class Sheets(Desk):
    """What the desk does with chips."""

    def waiting(self) -> list[tuple[Paper, int]]:
        """Tables of open rounds without scores in force."""
        return [
            (rnd, label)
            for rnd in self.rounds_in(OPEN)
            for label, table in rnd.tables.items()
            if table.scores is None
        ]

    @rule(
        pick=PICK,
        won=FOUR,
        borrowed=st.tuples(*[st.integers(0, 20)] * 5),
        off=st.sampled_from([0, 0, 0, 0, 7, -10]),
        ruled=st.booleans(),
    )
    @precondition(lambda self: self.rounds_in(OPEN))
    def counted(
        self,
        pick: int,
        won: Sequence[int],
        borrowed: Sequence[int],
        off: int,
        ruled: bool,
    ) -> None:
        """A table counts; it balances and is verified, or stands as it is."""
        rnd, label = self.one_of(self.waiting(), pick)
        scores = self._scores(won, rnd.tables[label])
        seats = _seats(scores, borrowed, off, ruled)
        self._counts(rnd, label, seats, "§30" if ruled else "")

    def _counts(
        self, rnd: Paper, label: int, seats: list[SeatCount], reason: str = ""
    ) -> None:
        sheet = self._sheet(rnd, label)
        facts = {"sheet": sheet, "seats": seats, "seen": build.seen(sheet)}
        facts |= {"key": self.key(), "may_rule": True, "reason": reason}
        if made := self.tried(counts.count, **facts):
            table, scores = rnd.tables[label], tuple(seat.score for seat in seats)
            table.begun = True
            if made.changed:
                table.typed.append((scores, made.count.balances))
            if made.count.balances and self._confirmed(rnd, label, seats):
                assert made.count.scores == scores
                self.model.verified(rnd.number, label, scores)

    @rule(won=WINNINGS)
    @precondition(lambda self: self.rounds_in(OPEN))
    def the_round_is_counted(self, won: Sequence[Sequence[int]]) -> None:
        """As an evening goes: all tables of the round that is played."""
        rnd = self.rounds_in(OPEN)[0]
        waiting = [n for n, table in rnd.tables.items() if table.scores is None]
        for label, each in zip(waiting, won, strict=False):
            self._counts(rnd, label, _seats(self._scores(each, rnd.tables[label])))

    def _scores(self, won: Sequence[int], table: Table) -> list[int]:
        start, won = self.model.start_chips, won[: len(table.chairs) - 1]
        return [start + each for each in (*won, -sum(won))]

    def _sheet(self, rnd: Paper, label: int) -> Any:
        return self.row(rnd.number).sheets.get(table=label)

    def _confirmed(
        self, rnd: Paper, label: int, again: Sequence[SeatCount] | None = None
    ) -> Any:
        """Typed once more where chips may lie aside and no hand says how many."""
        sheet = self._sheet(rnd, label)
        facts = {"sheet": sheet, "seen": life_of(sheet).last_number, "key": self.key()}
        if again is not None and self.model.game.aside:
            facts["again"] = tuple(again)
        return self.tried(counts.confirm, witness=Count.Witness.IMPORT, **facts)

    @rule(pick=PICK, which=st.integers(0, 5), won=FOUR)
    @precondition(lambda self: self.typed_once())
    def typed_blind(self, pick: int, which: int, won: Sequence[int]) -> None:
        """All numbers once more, without a look at the first; two of three suffice."""
        rnd, label = self.one_of(self.typed_once(), pick)
        table, sheet = rnd.tables[label], self._sheet(rnd, label)
        scores = tuple(self._scores(won, table))
        if which < len(table.typed):
            scores = table.typed[which][0]
        facts = {"sheet": sheet, "seen": life_of(sheet).last_number, "key": self.key()}
        facts |= {"witness": Count.Witness.IMPORT, "again": tuple(_seats(scores))}
        made = self.tried(counts.confirm, **facts)
        if made is None:
            return
        same = [typed for typed, balances in table.typed if balances]
        assert not made.agreed or scores in same
        if made.agreed:
            self.model.verified(rnd.number, label, scores)
        else:
            table.typed.append((scores, made.count.balances))

    def typed_once(self) -> list[tuple[Paper, int]]:
        return [
            (rnd, label)
            for rnd in self.rounds_in(OPEN, "finished")
            for label, table in rnd.tables.items()
            if any(balances for _, balances in table.typed)
        ]

    @rule(pick=PICK, won=FOUR, confirm=st.booleans())
    def corrected(self, pick: int, won: Sequence[int], confirm: bool) -> None:
        """The old numbers stand until somebody confirms the new ones."""
        in_force = [
            (rnd, label)
            for rnd in self.rounds_in(OPEN, "finished")
            for label, table in rnd.tables.items()
            if table.scores is not None
        ]
        if not in_force:
            return
        rnd, label = self.one_of(in_force, pick)
        sheet, table = self._sheet(rnd, label), rnd.tables[label]
        scores = self._scores(won, table)
        seats = _seats(scores)
        facts = {"sheet": sheet, "seats": seats, "seen": life_of(sheet).last_number}
        if not self.tried(counts.correct, reason="misread", key=self.key(), **facts):
            return
        table.typed.append((tuple(scores), True))
        if confirm and self._confirmed(rnd, label, seats):
            self.model.verified(rnd.number, label, scores)

    @rule(one=PICK, other=PICK, chips=st.sampled_from([-20, -5, 3, 40]))
    def ruled_upon(self, one: int, other: int, chips: int) -> None:
        """Chips given or taken, alone or from another."""
        who, whom = (self.one_of(self.people(), pick) for pick in (one, other))
        second = self.entry(whom.key) if whom is not who else None
        facts = {"chips": chips, "reason": "cards shown", "key": self.key()}
        entry = self.entry(who.key)
        if made := self.tried(rulings.adjust, entry=entry, other=second, **facts):
            self.model.rulings.append((made.pk, who.key, chips))
            if second:
                self.model.rulings.append((made.pk, whom.key, -chips))

    @rule(pick=PICK)
    @precondition(lambda self: self.model.rulings)
    def a_ruling_is_taken_back(self, pick: int) -> None:
        key, *_ = self.one_of(self.model.rulings, pick)
        facts = {"adjustment": Adjustment.objects.get(pk=key), "reason": "a mistake"}
        if self.tried(rulings.reverse, **facts):
            self.model.rulings = [r for r in self.model.rulings if r[0] != key]

    @rule()
    @precondition(lambda self: self.rounds_in("finished") and not self.model.finished)
    def finished(self) -> None:
        if self.tried(tournaments.finish, tournament=self.tournament):
            for rnd in self.model.drafts:
                del self.model.rounds[rnd.number]
            for rnd in self.rounds_in(OPEN):
                rnd.state = "finished"
            self.model.finished = True

    @rule()
    @precondition(lambda self: self.model.finished)
    def reopened(self) -> None:
        self.tried(tournaments.reopen, tournament=self.tournament)
        self.model.finished = False

    @rule(sit_out=SCORES, absent=SCORES, drop=st.integers(0, 2))
    def settings_change(self, sit_out: str, absent: str, drop: int) -> None:
        facts = {"sit_out_score": sit_out, "absent_score": absent, "drop_worst": drop}
        if self.tried(tournaments.change, tournament=self.fresh, **facts):
            self.model.sit_out, self.model.absent = sit_out, absent
            self.model.drop_worst = drop


def _seats(
    scores: Sequence[int],
    borrowed: Sequence[int] = (0,) * 5,
    off: int = 0,
    ruled: bool = False,
) -> list[SeatCount]:
    """Held, borrowed and ruled that make these scores; the first is `off`.

    Nobody holds less than nothing: what is missing was borrowed. A judge may say that
    the first bears the difference.
    """
    borrowed = borrowed[: len(scores)]
    held = [score + loan for score, loan in zip(scores, borrowed, strict=True)]
    held[0] += off
    loans = [loan - min(0, chips) for loan, chips in zip(borrowed, held, strict=True)]
    bears = (-off if ruled else 0, *(0,) * (len(scores) - 1))
    return [
        SeatCount(max(0, chips), loan, ruling)
        for chips, loan, ruling in zip(held, loans, bears, strict=True)
    ]
