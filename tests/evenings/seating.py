"""Who sits where and whose it is, from the door to the substitute."""

from collections.abc import Iterable, Sequence

from tests.evenings.paper import (
    ABSENT,
    DRAFT,
    HERE,
    LATE,
    LEFT,
    NOBODY,
    OPEN,
    SAT_IN,
    STOOD_IN,
    Chair,
    Game,
    Person,
    Round,
    Table,
)


class Seating:
    """The tournament as the rules and its settings make it."""

    def __init__(
        self,
        *,
        start_chips: int,
        sit_out: str,
        absent: str,
        substitute: str,
        drop_worst: int,
        by_points: bool,
        tie_breaks: Sequence[str] = (),
        game: Game | None = None,
    ) -> None:
        self.game = game or Game()
        self.start_chips = start_chips
        self.sit_out, self.absent = sit_out, absent
        self.substitute = substitute
        self.drop_worst, self.by_points = drop_worst, by_points
        self.tie_breaks = tie_breaks
        self.people: dict[int, Person] = {}
        self.rounds: dict[int, Round] = {}
        self.rulings: list[tuple[int, int, int]] = []  # key, who, chips
        self.finished = False

    # --- People -----------------------------------------------------------------

    def enters(self, person: Person) -> None:
        """Whoever comes after a round began has missed it."""
        self.people[person.key] = person
        for rnd in self.rounds.values():
            if rnd.state != DRAFT and not person.house:
                rnd.missed[person.key] = LATE

    @property
    def playing(self) -> list[Person]:
        """Who is here for a seat: not whom somebody replaces, nor who fills tables."""
        replaced = {each.plays_for for each in self.people.values()}
        return [
            each
            for each in self.people.values()
            if each.state == HERE
            and not each.gone
            and each.key not in replaced
            and (not each.house or each.plays_for)
        ]

    def whose(self, key: int, number: int) -> int | None:
        """For whose standing somebody plays a round."""
        person = self.people[key]
        own = key if person.ranked else None
        if person.plays_for is None or number < person.since:
            return own
        return {"replaced": person.plays_for, "own": own, "nobody": None}[
            self.substitute
        ]

    # --- Seats ------------------------------------------------------------------

    def left_over(self, people: int) -> int:
        """How many of so many no table has room for."""
        room = {0}
        for _ in range(people):
            room |= {n + size for n in room for size in self.game.sizes}
        return people - max(n for n in room if n <= people)

    def is_seated(self, number: int, tables: dict[int, Sequence[int]]) -> None:
        """A draft as the draw gave it."""
        rnd = self.rounds[number] = Round(number)
        rnd.tables = {
            label: Table([Chair(who, self.whose(who, number)) for who in four])
            for label, four in tables.items()
        }
        self._as_himself(rnd)

    def is_reseated(self, number: int, tables: dict[int, Sequence[int]]) -> None:
        """Seats that the smallest change made; tables that have begun are as before."""
        rnd = self.rounds[number]
        old, was_begun = rnd.tables, rnd.is_begun
        rnd.tables = {
            label: table
            for label, table in old.items()
            if label in tables and rnd.stays(table)
        }
        taken = {each.whose for each in rnd.chairs} - {None}
        for label, four in tables.items():
            if label not in rnd.tables:
                whose = [self.whose(who, number) for who in four]
                rnd.tables[label] = Table(
                    [
                        Chair(who, None if credit in taken else credit)
                        for who, credit in zip(four, whose, strict=True)
                    ]
                )
        self._as_himself(rnd)
        if rnd.state == OPEN and not was_begun:
            self._write_all(rnd)
        elif rnd.state == OPEN:
            before = {each.who for table in old.values() for each in table.chairs}
            self._write(rnd, before | {each.who for each in rnd.chairs})

    def _as_himself(self, rnd: Round) -> None:
        """Who plays for nobody was seated, or left over, in his own right."""
        seated = {each.who for each in rnd.chairs}
        for person in self.playing:
            if person.plays_for is None:
                on = rnd.seated_himself, rnd.benched_himself
                here, there = on if person.key in seated else reversed(on)
                here.add(person.key)
                there.discard(person.key)

    @property
    def drafts(self) -> list[Round]:
        found = [each for each in self.rounds.values() if each.state == DRAFT]
        return sorted(found, key=lambda each: each.number)

    def unfilled(self, rnd: Round) -> bool:
        """Whether on some chair nobody would sit down."""
        people = [self.people.get(each.who) for each in rnd.chairs]
        return any(
            not each or (not each.house and each.state != HERE) for each in people
        )

    def has_seating_gap(self, rnd: Round) -> bool:
        """Whether the seats are other than who is here asks for; begun tables stay."""
        seated = {each.who for each in rnd.chairs}
        idle = {each.key for each in self.playing} - seated
        return self.unfilled(rnd) or len(idle) >= min(self.game.sizes)

    def is_newly_left_over(self, rnd: Round) -> bool:
        """Whether somebody came since its seats were made, and has none."""
        known = {each.who for each in rnd.chairs} | rnd.benched.keys()
        if rnd.state == DRAFT:
            known |= rnd.benched_himself
        return any(each.key not in known for each in self.playing)

    def has_lost_a_sitter(self, rnd: Round) -> bool:
        """Whether somebody who sits it out has left meanwhile, or plays for another."""
        here = {each.key for each in self.playing}
        return rnd.state == OPEN and bool(rnd.benched.keys() - here)

    def opens(self, number: int) -> None:
        rnd = self.rounds[number]
        rnd.state = OPEN
        self._write_all(rnd)

    def taken_back(self, number: int) -> None:
        rnd = self.rounds[number]
        rnd.state = DRAFT
        rnd.missed, rnd.benched = {}, {}

    def _write_all(self, rnd: Round) -> None:
        was_out = self._was_out(rnd)
        rnd.missed, rnd.benched = {}, {}
        self._bench(rnd, self.people)
        self._miss(rnd, self.people, was_out)

    def _write(self, rnd: Round, who: Iterable[int]) -> None:
        """Who sits out or missed it, anew for some and for whom they play."""
        theirs = {key for key in who if key in self.people}
        theirs |= {self.people[key].plays_for for key in theirs} - {None}
        was_out = self._was_out(rnd)
        for key, whose in list(rnd.benched.items()):
            if key in theirs or whose in theirs:
                del rnd.benched[key]
        for key in theirs:
            rnd.missed.pop(key, None)
        self._bench(rnd, theirs)
        self._miss(rnd, theirs, was_out)

    def _was_out(self, rnd: Round) -> set[int]:
        """Whose own round it was to sit out, whether or not he played for another."""
        kept = {key for key, why in rnd.missed.items() if why == SAT_IN}
        own = {key for key, whose in rnd.benched.items() if key == whose}
        return kept | own | rnd.benched_himself

    def _bench(self, rnd: Round, who: Iterable[int]) -> None:
        theirs = set(who)
        seated = {each.who for each in rnd.chairs}
        for person in self.playing:
            if person.key in seated or person.key in rnd.benched:
                continue
            whose = self.whose(person.key, rnd.number)
            if person.key in theirs or whose in theirs:
                rnd.benched[person.key] = None if whose in rnd.settled else whose

    def _miss(self, rnd: Round, who: Iterable[int], was_out: set[int]) -> None:
        busy = {each.who for each in rnd.chairs} | rnd.benched.keys()
        for key in who:
            person = self.people[key]
            if person.house or person.gone or key in rnd.settled:
                continue
            if key not in busy:
                rnd.missed[key] = LEFT if person.state in (LEFT, HERE) else ABSENT
            elif person.ranked:
                rnd.missed[key] = SAT_IN if key in was_out else STOOD_IN

    # --- Substitutes ------------------------------------------------------------

    def stands_in(self, leaver: int, stand_in: int, start: int) -> None:
        person = self.people[stand_in]
        person.plays_for, person.since = leaver, start
        self.people[leaver].state = LEFT
        for rnd in self._still_open(start):
            own, seat = rnd.chair_of(stand_in), rnd.chair_of(leaver)
            whose = self.whose(stand_in, rnd.number)
            if own:
                if seat:
                    seat.who, seat.whose = NOBODY, None
                own.whose = whose
            elif seat:
                self._nobody_elses(rnd, whose)
                seat.who, seat.whose = stand_in, whose
            if rnd.state == OPEN:
                self._write(rnd, (leaver, stand_in))

    def comes_back(self, stand_in: int, start: int) -> None:
        person = self.people[stand_in]
        leaver = person.plays_for
        person.plays_for, person.since = None, 0
        self.people[leaver].state = HERE
        for rnd in self._still_open(start):
            self._gives_back(rnd, stand_in, leaver)
            if rnd.state == OPEN:
                self._write(rnd, (leaver, stand_in, NOBODY))

    def _gives_back(self, rnd: Round, stand_in: int, leaver: int) -> None:
        seat, own = rnd.chair_of(stand_in), rnd.chair_of(leaver)
        here = self.people[stand_in].state == HERE
        if seat and not own:
            others = [each for each in rnd.chairs if each is not seat]
            is_his = here and stand_in in rnd.seated_himself
            if is_his and all(each.whose != stand_in for each in others):
                free = [each for each in rnd.chairs if each.who == NOBODY]
                own = free[0] if free and rnd.state == DRAFT else None
            else:
                own, seat = seat, None
                own.whose = None
                self._nobody_elses(rnd, self.whose(leaver, rnd.number))
        for chair, who in ((seat, stand_in if here else NOBODY), (own, leaver)):
            if chair:
                chair.who = who
                chair.whose = self.whose(who, rnd.number) if who else None

    def _nobody_elses(self, rnd: Round, whose: int | None) -> None:
        for each in rnd.chairs:
            if whose is not None and each.whose == whose:
                each.whose = None

    def _still_open(self, start: int) -> list[Round]:
        found = [r for r in self.rounds.values() if r.state in (OPEN, DRAFT)]
        return [each for each in found if each.number >= start]

    def change_places(self, number: int, one: int, other: int) -> None:
        """Two of them; one may have no chair."""
        rnd = self.rounds[number]
        chairs = [(rnd.chair_of(one), other), (rnd.chair_of(other), one)]
        for chair, who in chairs:
            if chair:
                chair.who, chair.whose = who, self.whose(who, number)
        if rnd.state != DRAFT:
            self._write(rnd, (one, other))

    def sit_so(self, number: int, label: int, four: Sequence[int]) -> None:
        """As they really sit; whoever comes from another table leaves his seat free.

        While a seat is free, whoever lost his may be the one who sits there.
        """
        rnd = self.rounds[number]
        table = rnd.tables[label]
        before = {each.who: each.whose for each in rnd.chairs}
        for chair in rnd.chairs:
            if chair.who in four:
                chair.who, chair.whose = NOBODY, None
        table.chairs = [
            Chair(who, before[who] if who in before else self.whose(who, number))
            if who
            else Chair(NOBODY, None)
            for who in four
        ]
        self._write(rnd, [who for who in four if who])
        if not rnd.has_free_seat:
            self._write(rnd, self.without_part(rnd))

    def without_part(self, rnd: Round) -> list[int]:
        """Who has neither a chair nor a word why he has none."""
        known = {NOBODY, *rnd.missed, *rnd.benched, *rnd.settled}
        known |= {each.who for each in rnd.chairs}
        return [
            each.key
            for each in self.people.values()
            if not each.house and not each.gone and each.key not in known
        ]
