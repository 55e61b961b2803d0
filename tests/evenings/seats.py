"""Seats: drawn, moved, published, taken back, and passed on to substitutes."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.draw import draws, manual_seating, rounds, substitutes
from scoring.draw.reseat import question_of
from scoring.draw.reseat_writes import change_seats
from scoring.models import Entry, Round
from tests.evenings.desk import PICK, Desk
from tests.evenings.paper import CANCELLED, DRAFT, HERE, OPEN, Person
from tests.evenings.paper import Round as Paper


class Seats(Desk):
    """What the desk does with rounds and who sits in them."""

    @rule(whole=st.booleans(), seed=st.integers(0, 999))
    @precondition(lambda self: not self.model.finished)
    def drawn(self, whole: bool, seed: int) -> None:
        made = self.tried(
            draws.draw, tournament=self.fresh, whole_evening=whole, seed=seed
        )
        if made:
            for rnd in self.model.drafts:
                del self.model.rounds[rnd.number]
            drafts = Round.objects.filter(tournament=self.tournament, state=DRAFT)
            for number in drafts.values_list("number", flat=True):
                tables = self.seats_now(number)
                self.is_right(tables)
                self.model.is_seated(number, tables)

    @rule()
    @precondition(
        lambda self: any(map(self.model.has_seating_gap, self.rounds_in(DRAFT, OPEN)))
    )
    def fewest_move(self) -> None:
        question = question_of(self.fresh)
        asked = {each.round.number for each in question.rounds}
        facts = {"tournament": self.fresh, "digest": question.digest}
        if self.tried(change_seats, **facts):
            for rnd in self.rounds_in(DRAFT, OPEN):
                self._reseated(rnd, rnd.number in asked)

    def _reseated(self, rnd: Paper, asked: bool) -> None:
        tables = self.seats_now(rnd.number)
        before = {
            label: [each.who for each in table.chairs]
            for label, table in rnd.tables.items()
        }
        for label, table in rnd.tables.items():
            if rnd.stays(table):
                assert tables[label] == before[label]
        anew = asked and not rnd.is_begun
        anew &= self.model.is_newly_left_over(rnd) or self.model.has_lost_a_sitter(rnd)
        if anew or tables != before:
            assert asked
            self.model.is_reseated(rnd.number, tables)
            if not rnd.is_begun:
                self.is_right(tables)

    @rule(pick=PICK, one=PICK, other=PICK)
    @precondition(lambda self: self.rounds_in(DRAFT, OPEN))
    def two_change_places(self, pick: int, one: int, other: int) -> None:
        rnd = self.one_of(self.rounds_in(DRAFT, OPEN), pick)
        theirs = [each for each in self.model.playing if each.ranked]
        two = [self.one_of(theirs, each) for each in (one, other)]
        if None in two:
            return
        names = {"one": self.entry(two[0].key), "other": self.entry(two[1].key)}
        facts = {"rnd": self.row(rnd.number), "reason": "a mistake", "key": self.key()}
        if self.tried(manual_seating.swap, **names, **facts):
            self.model.change_places(rnd.number, two[0].key, two[1].key)

    @rule(seed=st.integers(0, 99), whole=st.booleans())
    @precondition(lambda self: not self.rounds_in(OPEN) and not self.model.finished)
    def the_next_round_begins(self, seed: int, whole: bool) -> None:
        """As an evening goes: nobody plays, so the next seats are drawn and shown."""
        if not self.model.drafts:
            self.drawn(whole, seed)
        elif self.model.unfilled(self.model.drafts[0]):
            self.fewest_move()
        if self.model.drafts:
            self.published(False)

    @rule(all_of_them=st.booleans())
    @precondition(lambda self: self.rounds_in(DRAFT))
    def published(self, all_of_them: bool) -> None:
        drafts = self.model.drafts if all_of_them else self.model.drafts[:1]
        blocked = any(self.model.unfilled(rnd) for rnd in drafts)
        if all_of_them:
            done = self.tried(rounds.publish_all, tournament=self.tournament)
        else:
            done = self.tried(rounds.publish, rnd=self.row(drafts[0].number))
        assert bool(done) != blocked
        for rnd in drafts if done else ():
            self.model.opens(rnd.number)

    @rule(really=st.integers(0, 2))
    @precondition(lambda self: self.rounds_in(OPEN))
    def taken_back(self, really: int) -> None:
        """Now and then: else nothing would be played."""
        last = self.rounds_in(OPEN)[-1]
        if not really and self.tried(rounds.unpublish, rnd=self.row(last.number)):
            self.model.taken_back(last.number)

    @rule(pick=PICK)
    @precondition(lambda self: len(self.rounds_in(OPEN, "finished")) > 1)
    def cancelled(self, pick: int) -> None:
        rnd = self.one_of(self.rounds_in(OPEN, "finished"), pick)
        facts = {"rnd": self.row(rnd.number), "reason": "no light"}
        if self.tried(rounds.cancel, **facts):
            rnd.state = CANCELLED

    @rule(leaver=PICK, stand_in=PICK, house=st.booleans(), later=st.integers(0, 1))
    @precondition(lambda self: not self.model.finished)
    def substitute(self, leaver: int, stand_in: int, house: bool, later: int) -> None:
        start = self._now() + later
        facts: dict[str, Any] = {"start": start, "key": self.key()}
        who = self.one_of(self.people(plays_for=None), leaver)
        facts["leaver"] = self.entry(who.key)
        idle = self.one_of(self._idle(start), stand_in)
        if house or idle is None:
            number = 1 + max(
                (p.number for p in self.model.people.values() if p.house), default=0
            )
            facts["stand_in"] = Entry(
                house=number, name=f"House player {number}", ranked=False
            )
        else:
            facts["stand_in"] = self.entry(idle.key)
        if made := self.tried(substitutes.substitute, **facts):
            self.seats_now(0)
            self.model.stands_in(who.key, made.pk, start)

    def _idle(self, start: int) -> list[Person]:
        seated = {
            each.who
            for rnd in self.rounds_in(OPEN)
            if rnd.number >= start
            for each in rnd.chairs
        }
        here = self.people(state=HERE, plays_for=None)
        return [each for each in here if each.key not in seated]

    @rule(pick=PICK, later=st.integers(0, 2))
    def gives_the_seats_back(self, pick: int, later: int) -> None:
        playing = [p for p in self.model.people.values() if p.plays_for and not p.gone]
        person = self.one_of(playing, pick)
        if person is not None:
            start = max(person.since, self._now() - 1 + later)
            facts = {"start": start, "key": self.key()}
            entry = self.entry(person.key)
            if self.tried(substitutes.come_back, stand_in=entry, **facts):
                self.model.comes_back(person.key, start)

    def _now(self) -> int:
        """The last round that is published, or the first there will be."""
        published = [r.number for r in self.model.rounds.values() if r.state != DRAFT]
        return max(published, default=1)
