"""The evening on one screen: how far each round is, and what to do next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubs.models import User
from scoring.models import Change, Entry, Phone, Round, Tournament
from scoring.selectors.clocks import Face, face_of
from scoring.selectors.misfits import Misfit, misfit_of
from scoring.selectors.progress import Progress, progress_by_round
from scoring.selectors.sheets import State

PRINTED = "print"  # what the log says of a print; `new` names it


class Todo(StrEnum):
    """What an evening waits for, in the order of an evening."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    DRAW = "draw"
    SEAT = "seat"
    RESEAT = "reseat"
    PUBLISH = "publish"
    PRINT = "print"
    CLOCK = "clock"
    PLAY = "play"
    FREE_SEAT = "free_seat"
    SETTLE = "settle"
    COUNT = "count"
    VERIFY = "verify"
    FINISH = "finish"
    NOTHING = "nothing"


# What whoever helps at the desk may do too; the rest is a director's.
HELPED_WITH = {
    *(Todo.CHECK_IN, Todo.PRINT, Todo.PLAY, Todo.FREE_SEAT),
    *(Todo.SETTLE, Todo.COUNT, Todo.VERIFY),
}


@dataclass(frozen=True, slots=True)
class Step:
    """The one thing to do next: the line that says so, and where it is done."""

    todo: Todo
    text: str
    round: int | None = None
    table: int | None = None
    also: tuple[str, ...] = ()

    @property
    def needs_director(self) -> bool:
        return self.todo not in HELPED_WITH


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round and how far its tables are."""

    round: Round
    progress: Progress
    face: Face | None = None

    @property
    def has_begun(self) -> bool:
        """Whether a clock, a phone or a count says that it is being played."""
        has_phones = getattr(self.round, "has_phones", False)
        return bool(self.face) or has_phones or not self.is_untouched

    @property
    def plays(self) -> bool:
        """Whether its bell is still to come."""
        return self.face is not None and not self.face.is_over

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many tables are in each state; a correction is a verified sheet."""
        verified = self.verified
        found = [(s, len(self.progress.tables(s))) for s in list(State)[:3]]
        return [*found, (State.VERIFIED, verified)]

    @property
    def verified(self) -> int:
        return sum(stop.state.is_in_force for stop in self.progress.stops)

    @property
    def tables(self) -> int:
        return len(self.progress.stops)

    @property
    def is_untouched(self) -> bool:
        return len(self.progress.missing) == self.tables

    @property
    def is_complete(self) -> bool:
        """Nothing is missing; a correction may still wait."""
        return self.verified == self.tables


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament as the desk sees it."""

    tournament: Tournament
    rounds: tuple[RoundLine, ...]
    people: dict[str, int]  # how many are expected, here, absent, left
    printed: frozenset[str]
    misfit: Misfit | None = None

    @property
    def here(self) -> int:
        return self.people[Entry.State.HERE]

    @property
    def expected(self) -> int:
        return self.people[Entry.State.EXPECTED]

    @property
    def entered(self) -> int:
        return sum(self.people.values())

    @property
    def played(self) -> list[RoundLine]:
        return [line for line in self.rounds if line.round.counts]

    @property
    def drafts(self) -> list[RoundLine]:
        return [line for line in self.rounds if not line.round.is_published]

    @property
    def current(self) -> RoundLine | None:
        """The first round that still misses a sheet."""
        return next((line for line in self.played if not line.is_complete), None)

    @property
    def running(self) -> RoundLine | None:
        """The round at the tables: the last one that has begun, else the first.

        The next one that is published, as soon as all its sheets are in force.
        """
        begun = [line for line in self.played if line.has_begun]
        last = begun[-1].round.number if begun else 0
        later = [line for line in self.played if line.round.number > last]
        if begun and not (begun[-1].is_complete and later):
            return begun[-1]
        return next(iter(later), None)

    @property
    def is_between(self) -> bool:
        """Nobody plays: what comes next is the first round that nobody has begun."""
        return not (self.current and self.current.has_begun)

    @property
    def rounds_left(self) -> int:
        return max(0, self.tournament.rounds_planned - len(self.played))

    @property
    def may_finish(self) -> bool:
        return bool(self.played) and not self.tournament.finished_at

    @property
    def missing(self) -> list[tuple[int, list[int]]]:
        """Rounds and their tables that have no score in force."""
        return [
            (line.round.number, _not_verified(line.progress))
            for line in self.played
            if not line.is_complete
        ]


def _not_verified(progress: Progress) -> list[int]:
    return [stop.table for stop in progress.stops if not stop.state.is_in_force]


def evening_of(tournament: Tournament, now: datetime | None = None) -> Evening:
    """Eight queries at most, however many tables; clocks as they stand `now`."""
    now = now or timezone.now()
    progress = progress_by_round(tournament)
    phones = Phone.objects.filter(sheet__round=OuterRef("pk"))
    rounds = tournament.rounds.select_related("clock", "draw").order_by("number")
    lines = tuple(
        RoundLine(each, progress.get(each.pk, Progress(())), face_of(each, now))
        for each in rounds.annotate(has_phones=Exists(phones))
    )
    people = dict.fromkeys(Entry.State.values, 0)
    for state in tournament.entries.filter(house=None).values_list("state", flat=True):
        people[state] += 1
    printed = Change.objects.filter(tournament=tournament, what=PRINTED)
    return Evening(
        tournament,
        lines,
        people,
        frozenset(printed.values_list("new", flat=True)),
        _misfit(tournament, lines),
    )


def _misfit(tournament: Tournament, lines: Iterable[RoundLine]) -> Misfit | None:
    """Who comes or has gone, against the first seats that nobody has played at."""
    waits = [line for line in lines if _may_follow(line)]
    return misfit_of(tournament, waits[0].round) if waits else None


def _may_follow(line: RoundLine) -> bool:
    return not line.round.is_published or (line.round.counts and not line.has_begun)


def next_step(evening: Evening, user: User) -> Step:
    """What to do next; of the sheets that wait, one this user may verify."""
    if evening.tournament.finished_at:
        return Step(Todo.NOTHING, "The tournament is finished.")
    for line in evening.played:
        if line.progress.free_seats:
            return _free_seat(line)
    if evening.misfit and evening.is_between:
        return Step(Todo.RESEAT, str(evening.misfit), evening.misfit.round)
    if line := evening.current:
        return _in_round(evening, line, user)
    for line in evening.played:
        if line.progress.waiting:
            return _verify(line, user, "correction", "corrections")
    if evening.drafts:
        return _publish(evening)
    if evening.rounds_left:
        return _seats(evening)
    count = len(evening.played)
    done = f"All {count} rounds are" if count > 1 else "The round is"
    text = f"{done} verified. The standings can be final."
    return Step(Todo.FINISH, text, also=("Before the cups: the podium audit.",))


def _free_seat(line: RoundLine) -> Step:
    """Somebody sits there: while he plays he can be asked who he is."""
    (table, seat), *others = line.progress.free_seats
    number = line.round.number
    text = f"Round {number}, table {table}: seat {seat} is free. Who sits there?"
    more = tables_text([other for other, _ in others]) if others else ""
    also = (f"A seat is free at {more} too.",) if others else ()
    return Step(Todo.FREE_SEAT, text, number, table, also)


def _in_round(evening: Evening, line: RoundLine, user: User) -> Step:
    number, progress = line.round.number, line.progress
    if line.is_untouched and f"sheets {number}" not in evening.printed:
        return Step(
            Todo.PRINT,
            f"Round {number} is published. Print its {line.tables} score sheets.",
            number,
            progress.stops[0].table,
        )
    if progress.unbalanced:
        return _settle(line)
    if line.is_untouched and not line.face and evening.tournament.minutes_per_round:
        return _clock(evening.tournament, line)
    if line.plays and progress.missing and not progress.waiting:
        return _play(evening.tournament, line)
    if progress.missing and not line.plays:
        count = len(progress.missing)
        text = (
            f"{count} of {line.tables} sheets of round {number} "
            f"{'is' if count == 1 else 'are'} missing: {tables_text(progress.missing)}."
        )
        return Step(
            Todo.COUNT, text, number, progress.missing[0], _waiting_too(progress)
        )
    return _verify(line, user, "sheet", "sheets")


def _clock(tournament: Tournament, line: RoundLine) -> Step:
    number, minutes = line.round.number, tournament.minutes_per_round
    text = f"When everybody sits: start the clock of round {number}, {minutes} minutes."
    return Step(Todo.CLOCK, text, number, line.progress.stops[0].table)


def _play(tournament: Tournament, line: RoundLine) -> Step:
    """Nothing to do but to listen; the bell says when sheets come in."""
    number, face = line.round.number, line.face
    text = f"Round {number} is paused at {face.figures}."
    if not face.is_paused:
        bell = timezone.localtime(face.ends_at, tournament.club.zone)
        half = "am" if bell.hour < 12 else "pm"
        text = f"Round {number} plays until {bell:%-I:%M} {half}."
    sheets = f"{line.verified} of {line.tables} sheets are verified."
    return Step(Todo.PLAY, text, number, also=(sheets,))


def _settle(line: RoundLine) -> Step:
    """While its players are here, what does not add up can still be found."""
    first, *others = line.progress.unbalanced
    number = line.round.number
    off = line.progress.differences[first]
    much = f"{off} too many" if off > 0 else f"{-off} missing"
    text = f"Table {first} of round {number} does not balance: {much}."
    also = ["Settle it while its players are here."]
    if others:
        does = "does" if len(others) == 1 else "do"
        also.append(f"Nor {does} {tables_text(others)}.")
    return Step(Todo.SETTLE, text, number, first, tuple(also))


def _waiting_too(progress: Progress) -> tuple[str, ...]:
    if not progress.waiting:
        return ()
    verb = "waits" if len(progress.waiting) == 1 else "wait"
    tables = tables_text(progress.waiting).capitalize()
    return (f"{tables} {verb} for a second person.",)


def _verify(line: RoundLine, user: User, one: str, many: str) -> Step:
    waiting = line.progress.waiting
    where = f"of round {line.round.number}"
    count = len(waiting)
    text = (
        f"1 {one} {where} waits for a second person: {tables_text(waiting)}."
        if count == 1
        else f"{count} {many} {where} wait for a second person: {tables_text(waiting)}."
    )
    table = line.progress.next_for_others_eyes(0, user) or waiting[0]
    return Step(Todo.VERIFY, text, line.round.number, table)


def _publish(evening: Evening) -> Step:
    number = evening.drafts[0].round.number
    text = f"Round {number} is seated, and nobody has seen it yet. Publish it."
    return Step(Todo.PUBLISH, text, number)


def _seats(evening: Evening) -> Step:
    expected = evening.expected
    also = (f"{expected} still expected.",) if expected else ()
    if not evening.entered:
        return Step(Todo.ENTER, "Nobody is entered yet. Enter who plays.")
    if evening.here < 4:
        text = f"{evening.entered} are entered, {evening.here or 'none'} of them here."
        return Step(Todo.CHECK_IN, f"{text} Mark who has come.")
    number = len(evening.rounds) + 1
    if evening.tournament.seating == Tournament.Seating.BY_HAND:
        text = f"{evening.here} players are here. Seat round {number}."
        return Step(Todo.SEAT, text, number, also=also)
    text = f"{evening.here} players are here. Draw their seats for round {number}."
    return Step(Todo.DRAW, text, number, also=also)


def tables_text(tables: list[int], most: int = 12) -> str:
    """Table 7; tables 1, 4 and 9; tables 1, 2, 3 … where there are many."""
    if len(tables) == 1:
        return f"table {tables[0]}"
    if len(tables) > most:
        return f"tables {', '.join(map(str, tables[:most]))} …"
    *first, last = tables
    return f"tables {', '.join(map(str, first))} and {last}"
