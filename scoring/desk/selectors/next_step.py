"""What to do next: the one line at the top of the evening."""

from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils import timezone

from clubs.models import User
from clubs.wording import and_list, clock, many
from scoring.desk.selectors.overview import Evening, RoundLine
from scoring.models import Entry, Tournament
from scoring.people.selectors.roster import spelled
from scoring.sheets.selectors.progress import Progress
from scoring.sheets.selectors.sheets import tables_text
from scoring.table.selectors.clocks import Face


class Todo(StrEnum):
    """What an evening waits for, in the order of an evening."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    DRAW = "draw"
    SEAT = "seat"
    GIVE_BACK = "give_back"
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
    *(Todo.SETTLE, Todo.COUNT, Todo.VERIFY, Todo.NOTHING),
}


@dataclass(frozen=True, slots=True)
class Step:
    """The one thing to do next: the line that says so, and where it is done."""

    todo: Todo
    text: str
    round: int | None = None
    table: int | None = None
    also: tuple[str, ...] = ()
    finish_after: int = 0  # rounds, where the tournament may end with them as well

    @property
    def needs_director(self) -> bool:
        return self.todo not in HELPED_WITH


def next_step(evening: Evening, user: User) -> Step:
    """What to do next; of the sheets that wait, one this user may verify."""
    if evening.tournament.finished_at:
        return Step(Todo.NOTHING, "The tournament is finished.")
    for played in evening.played:
        if played.progress.free_seats:
            return _free_seat(played)
    if evening.is_between and (evening.here_again or evening.seating_gap):
        return _reseat(evening)
    if line := evening.current:
        return _in_round(evening, line, user)
    for played in evening.played:
        if played.progress.waiting:
            return _verify(played, user, "correction", "corrections")
    if evening.drafts:
        return _publish(evening)
    if evening.rounds_left:
        step = _seats(evening)
        return _or_finish(step, evening) if evening.is_cut_short else step
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


def _reseat(evening: Evening) -> Step:
    """Somebody is here without a seat, or away and has one."""
    if evening.seating_gap and not evening.here_again:
        return Step(Todo.RESEAT, str(evening.seating_gap), evening.seating_gap.round)
    first, *others = evening.here_again
    also = tuple(f"{each} too." for each in map(_plays_for, others))
    text = f"{_plays_for(first)}. Give the seats back."
    return Step(Todo.GIVE_BACK, text, also=also)


def _plays_for(stand_in: Entry) -> str:
    whom = filter(None, [stand_in.substitute_for])
    return f"{spelled(whom)} is here, and {spelled([stand_in])} plays instead"


def _in_round(evening: Evening, line: RoundLine, user: User) -> Step:
    number, progress = line.round.number, line.progress
    if line.is_untouched and f"sheets {number}" not in evening.printed:
        return Step(
            Todo.PRINT,
            f"Round {number} is published. Print its {many(line.tables, 'score sheet')}.",
            number,
            progress.stops[0].table,
        )
    if progress.unbalanced:
        return _settle(line)
    if line.is_untouched and not line.face and evening.tournament.minutes_per_round:
        return _clock(evening.tournament, line)
    if line.face and line.plays and progress.missing and not progress.waiting:
        return _play(evening.tournament, line, line.face)
    if progress.missing and not line.plays:
        count = len(progress.missing)
        text = (
            f"{count} of {many(line.tables, 'sheet')} of round {number} "
            f"{'is' if count == 1 else 'are'} missing: {tables_text(progress.missing)}."
        )
        return Step(
            Todo.COUNT, text, number, progress.missing[0], _waiting_too(progress)
        )
    return _verify(line, user, "sheet", "sheets")


def _clock(tournament: Tournament, line: RoundLine) -> Step:
    number, minutes = line.round.number, tournament.minutes_per_round
    text = f"When everybody sits: start the clock of round {number}, {many(minutes, 'minute')}."
    return Step(Todo.CLOCK, text, number, line.progress.stops[0].table)


def _play(tournament: Tournament, line: RoundLine, face: Face) -> Step:
    """Nothing to do but to listen; the bell says when sheets come in."""
    number = line.round.number
    text = f"Round {number} is paused at {face.figures}."
    if not face.is_paused:
        bell = timezone.localtime(face.ends_at, tournament.club.zone)
        text = f"Round {number} plays until {clock(bell)}."
    verb = "is" if line.tables == 1 else "are"
    sheets = f"{line.verified} of {many(line.tables, 'sheet')} {verb} verified."
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
    if evening.fills_a_table and expected and not evening.rounds:
        text = f"{evening.here} are here, {expected} still expected. Mark who has come."
        return Step(Todo.CHECK_IN, text, also=("And who does not come.",))
    if not evening.fills_a_table:
        text = f"{evening.entered} are entered, {evening.here or 'none'} of them here."
        return Step(Todo.CHECK_IN, f"{text} Mark who has come.")
    number = len(evening.rounds) + 1
    if evening.tournament.seating == Tournament.Seating.BY_HAND:
        text = f"{evening.here} players are here. Seat round {number}."
        return Step(Todo.SEAT, text, number, also=also)
    text = f"{evening.here} players are here. Draw their seats for round {number}."
    return Step(Todo.DRAW, text, number, also=also)


def _or_finish(step: Step, evening: Evening) -> Step:
    """Another round in the place of one that was cancelled, or no more."""
    count = len(evening.played)
    planned = evening.tournament.rounds_planned
    gone = evening.cancelled
    text = (
        f"{'Round' if len(gone) == 1 else 'Rounds'} {and_list(gone)} "
        f"{'is' if len(gone) == 1 else 'are'} cancelled; {count} of {planned} planned "
        f"{'is' if count == 1 else 'are'} played."
    )
    return replace(step, also=(text, *step.also), finish_after=count)
