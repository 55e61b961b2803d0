"""The next step of an event: the one line at the top of the desk's page."""

from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils import timezone

from clubs.i18n import and_list, clock, message, plural_message
from clubs.models import User
from scoring.core.roster import spelled
from scoring.desk.closing import is_audited
from scoring.desk.overview import EventOverview, RoundLine
from scoring.draw.rounds import SeatingGap
from scoring.models import Entry, Tournament
from scoring.phones.clocks import Face
from scoring.sheets.progress import Progress
from scoring.sheets.sheet import tables_text


class Todo(StrEnum):
    """A thing to do next, in the order of an event."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    DRAW = "draw"
    SEAT = "seat"
    GIVE_BACK = "give_back"
    RESEAT = "reseat"
    PUBLISH = "publish"
    PRINT = "print"
    REPRINT = "reprint"
    CLOCK = "clock"
    PLAY = "play"
    FREE_SEAT = "free_seat"
    CHOOSE_HAND = "choose_hand"
    COUNT = "count"
    VERIFY = "verify"
    COUNT_ALL = "count_all"
    VERIFY_ALL = "verify_all"
    AUDIT = "audit"
    FINISH = "finish"
    NOTHING = "nothing"


# Steps that scorekeepers can do too; all others need a director.
HELPED_WITH = {
    Todo.CHECK_IN,
    Todo.PRINT,
    Todo.REPRINT,
    Todo.PLAY,
    Todo.FREE_SEAT,
    Todo.CHOOSE_HAND,
    Todo.COUNT,
    Todo.VERIFY,
    Todo.COUNT_ALL,
    Todo.VERIFY_ALL,
    Todo.NOTHING,
}
# With at least this many sheets, the page for all of them is faster.
MANY = 3


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: its text, and the place to do it."""

    todo: Todo
    text: str
    round: int | None = None
    table: int | None = None
    notes: tuple[str, ...] = ()
    finish_after: int = 0  # number of rounds, if the tournament can end with them too

    @property
    def needs_director(self) -> bool:
        return self.todo not in HELPED_WITH


def next_step(evening: EventOverview, user: User) -> NextStep:
    """Return the next step; it names a sheet that this user can verify, if any."""
    if evening.tournament.finished_at:
        return NextStep(Todo.NOTHING, message("The tournament is finished."))
    for played in evening.played:
        if played.progress.free_seats:
            return _free_seat(played)
    if evening.is_between and (evening.here_again or evening.seating_gap):
        return _reseat(evening)
    if line := evening.current:
        return _in_round(evening, line, user)
    for played in evening.played:
        if played.progress.waiting:
            return _verify(played, user, corrections_wait(played))
    if evening.drafts:
        return _publish(evening)
    if evening.rounds_left:
        step = _seats(evening)
        return _or_finish(step, evening) if evening.is_cut_short else step
    return _end(evening)


def _end(evening: EventOverview) -> NextStep:
    """Return the step when everything is verified: audit, then finish."""
    count = len(evening.played)
    text = plural_message(
        "The round is verified. You can finalize the standings.",
        "All {n} rounds are verified. You can finalize the standings.",
        count,
    )
    if is_audited(evening.tournament):
        return NextStep(Todo.FINISH, text)
    return NextStep(
        Todo.AUDIT, text, notes=(message("Do the podium audit before the awards."),)
    )


def _free_seat(line: RoundLine) -> NextStep:
    """Return the step for a free seat: during play, the player there can be asked."""
    (table, seat), *others = line.progress.free_seats
    number = line.round.number
    text = message(
        "Round {number}, table {table}: seat {seat} is free. Who sits there?",
        number=number,
        table=table,
        seat=seat,
    )
    more = tables_text([other for other, _ in others]) if others else ""
    notes = (
        (message("There’s also a free seat at {tables}.", tables=more),)
        if others
        else ()
    )
    return NextStep(Todo.FREE_SEAT, text, number, table, notes)


def _reseat(evening: EventOverview) -> NextStep:
    """Return the step if a player has no seat, or has a seat and is away."""
    gap = evening.seating_gap
    if gap and not evening.here_again:
        return NextStep(Todo.RESEAT, str(gap), gap.round, notes=_newcomers(gap))
    first, *others = evening.here_again
    text = message(
        "{leaver} is here, but {stand_in} has the seat. Give the seats back.",
        **_leaver_and_stand_in(first),
    )
    notes = tuple(
        message(
            "{leaver} is here too, but {stand_in} has the seat.",
            **_leaver_and_stand_in(pair),
        )
        for pair in others
    )
    return NextStep(Todo.GIVE_BACK, text, notes=notes)


def _newcomers(gap: SeatingGap) -> tuple[str, ...]:
    """Return the players' names, so that the director can find them in the hall."""
    if not gap.newcomers:
        return ()
    names = spelled(gap.newcomers)
    more = gap.come - len(gap.newcomers)
    if not more:
        return (message("Without a seat: {names}.", names=names),)
    return (
        plural_message(
            "Without a seat: {names}, and {n} more.",
            "Without a seat: {names}, and {n} more.",
            more,
            names=names,
        ),
    )


def _leaver_and_stand_in(stand_in: Entry) -> dict[str, str]:
    leaver = filter(None, [stand_in.substitute_for])
    return {"leaver": spelled(leaver), "stand_in": spelled([stand_in])}


def _in_round(evening: EventOverview, line: RoundLine, user: User) -> NextStep:
    number, progress = line.round.number, line.progress
    if line.is_untouched and not evening.has_paper(number):
        return NextStep(
            Todo.PRINT,
            plural_message(
                "Round {number} is published. Print its {n} score sheet.",
                "Round {number} is published. Print its {n} score sheets.",
                line.tables,
                number=number,
            ),
            number,
            progress.stops[0].table,
        )
    if progress.unbalanced:
        return _settle(line)
    if outdated := [table for rnd, table in evening.outdated if rnd == number]:
        return _reprint(number, outdated)
    if line.is_untouched and not line.face and evening.tournament.minutes_per_round:
        return _clock(evening.tournament, line)
    if line.face and line.plays and progress.missing and not progress.waiting:
        return _play(evening.tournament, line, line.face)
    if progress.missing and not line.plays:
        text = missing(line)
        todo = Todo.COUNT_ALL if len(progress.missing) >= MANY else Todo.COUNT
        return NextStep(todo, text, number, progress.missing[0], _waiting_too(progress))
    return _verify(line, user, sheets_wait(line))


def _reprint(number: int, tables: list[int]) -> NextStep:
    """Return the step if a printed sheet has other names than the table."""
    first, *others = tables
    text = message(
        "Seats at table {table} have changed since its score sheet was printed.",
        table=first,
    )
    note = message("The same goes for {tables}.", tables=tables_text(others))
    return NextStep(Todo.REPRINT, text, number, first, (note,) if others else ())


def _clock(tournament: Tournament, line: RoundLine) -> NextStep:
    number, minutes = line.round.number, tournament.minutes_per_round
    text = plural_message(
        "When everyone is seated, start the clock for round {number}: {n} minute.",
        "When everyone is seated, start the clock for round {number}: {n} minutes.",
        minutes or 0,
        number=number,
    )
    return NextStep(Todo.CLOCK, text, number, line.progress.stops[0].table)


def _play(tournament: Tournament, line: RoundLine, face: Face) -> NextStep:
    """Return the step during play: nothing to do until the bell."""
    number = line.round.number
    text = message(
        "Round {number} is paused with {figures} left.",
        number=number,
        figures=face.figures,
    )
    if not face.is_paused:
        bell = timezone.localtime(face.ends_at, tournament.club.zone)
        text = message(
            "Round {number} runs until {bell}.", number=number, bell=clock(bell)
        )
    sheets = plural_message(
        "{verified} of {n} sheet is verified.",
        "{verified} of {n} sheets are verified.",
        line.tables,
        verified=line.verified,
    )
    return NextStep(Todo.PLAY, text, number, notes=(sheets,))


def _settle(line: RoundLine) -> NextStep:
    """Return the step for unbalanced sheets, best fixed while the players are here."""
    first, *others = line.progress.unbalanced
    number = line.round.number
    difference = line.progress.differences[first]
    text = unbalanced(first, number, difference)
    notes = [message("Fix it while its players are here.")]
    if others:
        notes.append(
            plural_message(
                "Also doesn’t balance: {tables}.",
                "Also don’t balance: {tables}.",
                len(others),
                tables=tables_text(others),
            )
        )
    return NextStep(Todo.CHOOSE_HAND, text, number, first, tuple(notes))


def _waiting_too(progress: Progress) -> tuple[str, ...]:
    if not progress.waiting:
        return ()
    tables = tables_text(progress.waiting)
    text = plural_message(
        "Waiting for a second person: {tables}.",
        "Waiting for a second person: {tables}.",
        len(progress.waiting),
        tables=tables,
    )
    return (text.with_capital(),)


def _verify(line: RoundLine, user: User, text: str) -> NextStep:
    progress = line.progress
    table = progress.next_for_others_eyes(0, user) or progress.waiting[0]
    todo = Todo.VERIFY_ALL if len(progress.waiting) >= MANY else Todo.VERIFY
    return NextStep(todo, text, line.round.number, table)


def _publish(evening: EventOverview) -> NextStep:
    number = evening.drafts[0].round.number
    text = message(
        "Round {number} is seated, but no one can see it yet. Publish it.",
        number=number,
    )
    return NextStep(Todo.PUBLISH, text, number)


def _seats(evening: EventOverview) -> NextStep:
    expected = evening.expected
    notes: tuple[str, ...] = ()
    if expected:
        notes = (plural_message("{n} more expected.", "{n} more expected.", expected),)
    if not evening.entered:
        return NextStep(Todo.ENTER, message("No players yet. Enter the players."))
    if evening.fills_a_table and expected and not evening.rounds:
        text = message(
            "{here} are here, {expected} are still expected. Check in the players.",
            here=evening.present,
            expected=expected,
        )
        return NextStep(Todo.CHECK_IN, text, notes=(message("Also mark no-shows."),))
    if not evening.fills_a_table:
        return NextStep(Todo.CHECK_IN, too_few(evening))
    number = len(evening.rounds) + 1
    if evening.tournament.seating == Tournament.Seating.BY_HAND:
        text = message(
            "{here} players are here. Seat round {number}.",
            here=evening.present,
            number=number,
        )
        return NextStep(Todo.SEAT, text, number, notes=notes)
    text = message(
        "{here} players are here. Draw seats for round {number}.",
        here=evening.present,
        number=number,
    )
    return NextStep(Todo.DRAW, text, number, notes=notes)


def _or_finish(step: NextStep, evening: EventOverview) -> NextStep:
    """Return a step that replaces a canceled round, or finishes instead."""
    notes = (*cut_short(evening), *step.notes)
    return replace(step, notes=notes, finish_after=len(evening.played))


def sheets_wait(line: RoundLine) -> str:
    waiting = line.progress.waiting
    return plural_message(
        "Round {number} has {n} sheet waiting for a second person: {tables}.",
        "Round {number} has {n} sheets waiting for a second person: {tables}.",
        len(waiting),
        number=line.round.number,
        tables=tables_text(waiting),
    )


def corrections_wait(line: RoundLine) -> str:
    waiting = line.progress.waiting
    return plural_message(
        "Round {number} has {n} correction waiting for a second person: {tables}.",
        "Round {number} has {n} corrections waiting for a second person: {tables}.",
        len(waiting),
        number=line.round.number,
        tables=tables_text(waiting),
    )


def missing(line: RoundLine) -> str:
    tables = line.progress.missing
    return plural_message(
        "Round {number}: {n} of {all} sheets is missing: {tables}.",
        "Round {number}: {n} of {all} sheets are missing: {tables}.",
        len(tables),
        all=line.tables,
        number=line.round.number,
        tables=tables_text(tables),
    )


def unbalanced(table: int, number: int, difference: int) -> str:
    if difference > 0:
        return message(
            "Round {number}, table {table} doesn’t balance: {chips} too many.",
            table=table,
            number=number,
            chips=difference,
        )
    return message(
        "Round {number}, table {table} doesn’t balance: {chips} missing.",
        table=table,
        number=number,
        chips=-difference,
    )


def too_few(evening: EventOverview) -> str:
    if not evening.present:
        return plural_message(
            "{n} player is entered and isn’t here yet. Check in the players.",
            "{n} players are entered and none are here yet. Check in the players.",
            evening.entered,
        )
    return plural_message(
        "{n} player is entered, {here} here. Check in the players.",
        "{n} players are entered, {here} here. Check in the players.",
        evening.entered,
        here=evening.present,
    )


def cut_short(evening: EventOverview) -> tuple[str, str]:
    """Return which rounds are canceled, and how many of the planned were played."""
    numbers = evening.cancelled
    cancelled = plural_message(
        "Round {numbers} is canceled.",
        "Rounds {numbers} are canceled.",
        len(numbers),
        numbers=and_list(numbers),
    )
    played = plural_message(
        "{played} of {n} planned round has been played.",
        "{played} of {n} planned rounds have been played.",
        evening.tournament.rounds_planned,
        played=len(evening.played),
    )
    return cancelled, played
