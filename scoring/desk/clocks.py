"""The clock of a round: start, pause, resume, reset, and change its minutes.

Only the server's time counts: the start and the seconds paused are stored, so a clock
survives a restart. A change or reset sends a stamp of the clock its user saw.
"""

from datetime import datetime

from django.db import transaction

from clubs import server_clock
from clubs.i18n import message
from scoring.core.text_cleaning import clean
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_own_duplicate,
    lock,
    lock_rows,
    lock_sheet,
    log,
)
from scoring.draw.rounds import as_it_is
from scoring.models import Clock, Round, Sheet
from scoring.models.log_messages import LogMessage, log_message
from scoring.phones.clocks import Face, in_figures, stamp_of

CLOCK = "clock"  # the kind of all its log lines
LONGEST = 600  # minutes
MOST_EXTRA = 120  # minutes of one table


@transaction.atomic
def start(*, rnd: Round, actor: Actor, key: str, minutes: int) -> Clock:
    """Start the clock of a round with this many minutes.

    Raises ActionRefused if the round isn't being played, Conflict if its clock already
    runs.
    """
    fresh, clock, is_duplicate = _locked(rnd, key)
    if clock is not None:
        if is_duplicate:
            return clock
        raise Conflict(
            message(
                "The clock for round {number} has already started.", number=fresh.number
            )
        )
    _refuse_not_played(fresh)
    _refuse_minutes(minutes)
    clock = Clock.objects.create(
        round=fresh, minutes=minutes, started_at=server_clock.now()
    )
    text = log_message(
        "clock.started",
        n=minutes,
        number=fresh.number,
    )
    _log(actor, fresh, key, text)
    return clock


@transaction.atomic
def pause(*, rnd: Round, actor: Actor, key: str) -> Clock:
    """Pause the clock for everyone; a paused clock stays paused."""
    fresh, clock, is_duplicate = _locked(rnd, key)
    current_time, clock = server_clock.now(), _started(fresh, clock)
    if is_duplicate or clock.paused_at:
        return clock
    clock.paused_at = current_time
    _save(clock)
    left = _left(clock, current_time)
    text = log_message("clock.paused", n=fresh.number, left=left)
    _log(actor, fresh, key, text)
    return clock


@transaction.atomic
def go_on(*, rnd: Round, actor: Actor, key: str) -> Clock:
    """Resume the clock from where it was paused."""
    fresh, clock, is_duplicate = _locked(rnd, key)
    current_time, clock = server_clock.now(), _started(fresh, clock)
    if is_duplicate or clock.paused_at is None:
        return clock
    clock.paused += max(0, round((current_time - clock.paused_at).total_seconds()))
    clock.paused_at = None
    _save(clock)
    left = _left(clock, current_time)
    text = log_message("clock.resumed", n=fresh.number, left=left)
    _log(actor, fresh, key, text)
    return clock


@transaction.atomic
def change(*, rnd: Round, actor: Actor, key: str, more: int, seen: str) -> Clock:
    """Add minutes for everyone, or subtract some if `more` is below 0.

    Raises Conflict if the clock isn't the one that was seen: someone else may have
    added the same minutes.
    """
    fresh, clock, is_duplicate = _locked(rnd, key)
    clock = _started(fresh, clock)
    if is_duplicate:
        return clock
    _refuse_another(clock, seen)
    if more == 0:
        raise ActionRefused(message("Enter a number of minutes other than 0."), "more")
    before = clock.minutes
    _refuse_minutes(before + more, "more")
    clock.minutes += more
    _save(clock)
    text = log_message(
        "clock.changed",
        n=clock.minutes,
        number=fresh.number,
        before=before,
    )
    _log(actor, fresh, key, text, old=str(before), new=str(clock.minutes))
    return clock


@transaction.atomic
def reset(*, rnd: Round, actor: Actor, key: str, seen: str, reason: str) -> None:
    """Remove the clock so that it can be restarted; the log keeps the reason."""
    fresh, clock, is_duplicate = _locked(rnd, key)
    if is_duplicate or clock is None:
        return
    reason_text = clean(
        reason,
        most=200,
        field="reason",
        needed=message("Enter why you’re resetting the clock."),
    )
    _refuse_another(clock, seen)
    left = _left(clock, server_clock.now())
    clock.delete()
    text = log_message("clock.reset", n=fresh.number, reason=reason_text)
    _log(actor, fresh, key, text, old=left)


@transaction.atomic
def play_longer(*, sheet: Sheet, actor: Actor, key: str, minutes: int) -> Sheet:
    """Set how many minutes longer a table plays than the others; 0 for none."""
    tournament = sheet.round.tournament
    lock_rows(tournament)
    fresh = lock_sheet(sheet)
    if find_own_duplicate(key, tournament, CLOCK) or fresh.extra_minutes == minutes:
        return fresh
    _refuse_not_played(fresh.round)
    if not 0 <= minutes <= MOST_EXTRA:
        raise ActionRefused(
            message("Enter 0 to {most} minutes.", most=MOST_EXTRA), "minutes"
        )
    before, fresh.extra_minutes = fresh.extra_minutes, minutes
    fresh.save(update_fields=["extra_minutes"])
    text = _longer(fresh.table, fresh.round.number, minutes)
    log(actor, CLOCK, text, sheet=fresh, key=key, old=str(before), new=str(minutes))
    return fresh


def _longer(table: int, number: int, minutes: int) -> LogMessage:
    if not minutes:
        return log_message(
            "clock.table_as_others",
            table=table,
            number=number,
        )
    return log_message(
        "clock.table_extended",
        n=minutes,
        table=table,
        number=number,
    )


def _locked(rnd: Round, key: str) -> tuple[Round, Clock | None, bool]:
    """Return the locked round, its clock, and whether the key was already used."""
    tournament = lock(rnd.tournament)
    is_duplicate = find_own_duplicate(key, tournament, CLOCK)
    fresh = as_it_is(rnd)
    fresh.tournament = rnd.tournament
    return fresh, Clock.objects.filter(round=fresh).first(), is_duplicate is not None


def _started(rnd: Round, clock: Clock | None) -> Clock:
    if clock is None:
        raise Conflict(
            message(
                "The clock for round {number} hasn’t started yet.", number=rnd.number
            )
        )
    return clock


def _save(clock: Clock) -> None:
    clock.version += 1
    clock.save()


def _left(clock: Clock, current_time: datetime) -> str:
    return in_figures(Face(clock, current_time).left)


def _refuse_another(clock: Clock, seen: str) -> None:
    if seen != stamp_of(clock):
        raise Conflict(
            message("Someone changed the clock while you were editing. Check it again.")
        )


def _refuse_minutes(minutes: int, field: str = "minutes") -> None:
    if not 1 <= minutes <= LONGEST:
        raise ActionRefused(
            message("Enter 1 to {most} minutes.", most=LONGEST),
            field,
        )


def _refuse_not_played(rnd: Round) -> None:
    if rnd.state != Round.State.OPEN:
        raise ActionRefused(_not_played(rnd))


def _not_played(rnd: Round) -> str:
    if rnd.state == Round.State.DRAFT:
        return message("Round {n} is a draft, so it isn’t being played.", n=rnd.number)
    if rnd.state == Round.State.CANCELLED:
        return message("Round {n} is canceled, so it isn’t being played.", n=rnd.number)
    return message("Round {n} is finished, so it isn’t being played.", n=rnd.number)


def _log(
    actor: Actor, rnd: Round, key: str, text: LogMessage, old: str = "", new: str = ""
) -> None:
    log(actor, CLOCK, text, tournament=rnd.tournament, key=key, old=old, new=new)
