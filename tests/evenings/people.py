"""People as they come and go, are one, or are forgotten."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.people import check_in, entries, merges, players
from tests.evenings.desk import BY, CLASSES, PICK, STATES, Desk
from tests.evenings.paper import ABSENT, HERE, LEFT, OPEN, Person

AWAY = st.sampled_from([LEFT, ABSENT, "expected"])
TEAMS = st.sampled_from(["", "North", "South", "  north "])
LODGES = st.sampled_from(["", "Lodge 24", "lodge  24", "Lodge 88"])


class People(Desk):
    """What the desk does with people."""

    @rule(
        state=STATES,
        ranked=st.sampled_from([True, True, True, False]),
        paid=st.booleans(),
    )
    @precondition(lambda self: len(self.people()) < 20)
    def somebody_is_entered(self, state: str, ranked: bool, paid: bool) -> None:
        self._enter(state=state, ranked=ranked, paid=paid)

    @rule(picks=st.lists(PICK, max_size=4))
    def some_pay_or_get_it_back(self, picks: list[int]) -> None:
        for person in {self.one_of(self.people(), pick).key for pick in picks}:
            entry, known = self.entry(person), self.model.people[person]
            if self.tried(check_in.update_entry, entry=entry, paid=not known.paid):
                known.paid = not known.paid

    @rule(
        picks=st.lists(PICK, max_size=5),
        team=TEAMS,
        lodge=LODGES,
        classes=st.sets(st.sampled_from(CLASSES)),
    )
    def some_are_of(
        self, picks: list[int], team: str, lodge: str, classes: set[str]
    ) -> None:
        """A team, a lodge and classes."""
        for key in {self.one_of(self.people(), pick).key for pick in picks}:
            entry, person = self.entry(key), self.model.people[key]
            facts = {"name": entry.name, "number": entry.number, "lodge": lodge}
            facts |= {"team": team, "classes": sorted(classes)}
            if self.tried(entries.change, entry=entry, **facts):
                person.team, person.lodge = team, lodge
                person.classes = frozenset(classes)

    @rule(pick=PICK, state=STATES)
    def somebody_comes_or_goes(self, pick: int, state: str) -> None:
        person = self.one_of([p for p in self.people() if p.state != state], pick)
        if person is None:
            return
        if self.tried(entries.set_state, entry=self.entry(person.key), state=state):
            person.state = state

    @rule(pick=PICK, state=AWAY)
    @precondition(lambda self: self.sitting_out())
    def somebody_who_sits_out_goes(self, pick: int, state: str) -> None:
        self._is_now(self.one_of(self.sitting_out(), pick), state)

    @rule(pick=PICK)
    @precondition(lambda self: self.rounds_in(OPEN) and self.away())
    def somebody_comes_back(self, pick: int) -> None:
        self._is_now(self.one_of(self.away(), pick), HERE)

    def _is_now(self, person: Person, state: str) -> None:
        if self.tried(entries.set_state, entry=self.entry(person.key), state=state):
            person.state = state
            self.every_page_opens()

    def sitting_out(self) -> list[Person]:
        """Return the people who are here and sit out an open round."""
        benched = {key for rnd in self.rounds_in(OPEN) for key in rnd.benched}
        return [each for each in self.people(state=HERE) if each.key in benched]

    def away(self) -> list[Person]:
        return [each for each in self.people() if each.state != HERE]

    @rule(one=PICK, other=PICK, for_good=st.booleans())
    def two_are_one(self, one: int, other: int, for_good: bool) -> None:
        kept = self.one_of(self.people(), one)
        others = [each for each in self.people() if each is not kept]
        gone = self.one_of(others, other) or kept
        before = self._everything()
        two = {"kept": self.entry(kept.key).player, "gone": self.entry(gone.key).player}
        made = self.tried(merges.merge, key=self.key(), **two)
        if made and for_good:
            self.model.are_one(kept.key, gone.key)
        elif made:
            merges.undo(merge=made, actor=BY)
            now = self._everything()
            assert now[:-1] == before[:-1]

    @rule(pick=PICK)
    @precondition(lambda self: self.erased < 2)
    def somebody_is_erased(self, pick: int) -> None:
        person = self.one_of(self.people(), pick)
        self.tried(players.erase, player=self.entry(person.key).player)
        person.lodge = ""
        assert self.entry(person.key).name == "Somebody"
        self.erased += 1
