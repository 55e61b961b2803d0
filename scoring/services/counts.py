"""A sheet's way from open to verified, and later to corrected.

Every write first locks the tournament: all rivals for a score in force need that row.
Whoever writes says which count he saw last; if another came in between he is told,
and nothing of his is saved over it. The same form sent twice is one change; the same
form sent again with other numbers is refused, for one of the two would be lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from rules.sheet import SeatCount
from scoring.models import Count, Round, Seat, Sheet
from scoring.selectors.sheets import Life, life_of
from scoring.services import standings
from scoring.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Conflict,
    Refused,
    done_before,
    lock,
    log,
)
from scoring.services.witnesses import refuse_ruling, refuse_witness

Witness = Count.Witness


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did.

    `agreed` is False where a second entry differs; `changed` where nothing was written
    because these numbers stood on the sheet already.
    """

    count: Count
    agreed: bool = True
    changed: bool = True


@dataclass(frozen=True, slots=True)
class _Locked:
    """A sheet while its tournament's row is ours, and its life until now."""

    sheet: Sheet
    life: Life
    done: Count | None


def seat_counts(
    held: Sequence[int], borrowed: Sequence[int], ruled: Sequence[int]
) -> tuple[SeatCount, ...]:
    """Four seats as the rules reckon them, from three rows of four numbers."""
    return tuple(map(SeatCount, held, borrowed, ruled))


@transaction.atomic
def count(
    *,
    sheet: Sheet,
    by: Actor,
    seats: Sequence[SeatCount],
    seen: int,
    key: str,
    reason: str = "",
    chips: Any = None,
    may_rule: bool = False,
) -> Outcome:
    """Save a count as it stands, balanced or not (§30).

    Raises Conflict if another count came after number `seen`, Refused for a round that
    takes no counts, a verified sheet, or a ruling by somebody who may not rule.
    """
    now = _locked(sheet, key)
    if now.done:
        return Outcome(_the_same(now.done, seats))
    _refuse_stale(now, seen)
    if now.life.in_force:
        raise Refused("This sheet is verified. Changing it needs a correction.")
    latest = now.life.latest
    if latest and _numbers(latest) == list(seats) and latest.chips == chips:
        return Outcome(latest, changed=False)
    refuse_ruling(seats, reason, may_rule, latest)
    made = _append(now, by, seats, key, reason=reason.strip(), chips=chips)
    _log_count(by, "count", "counted", now.sheet, made, latest)
    return Outcome(made)


@transaction.atomic
def correct(
    *,
    sheet: Sheet,
    by: Actor,
    seats: Sequence[SeatCount],
    seen: int,
    key: str,
    reason: str,
    chips: Any = None,
) -> Outcome:
    """Enter new numbers for a verified sheet; the old stand until confirmed.

    Raises Conflict, or Refused for a sheet not verified, without a reason, or for
    numbers that do not balance.
    """
    now = _locked(sheet, key)
    if now.done:
        return Outcome(_the_same(now.done, seats))
    _refuse_stale(now, seen)
    in_force = now.life.in_force
    if not in_force:
        raise Refused(
            "Only a verified sheet is corrected. This one can be counted anew."
        )
    if not reason.strip():
        raise Refused("Say why the sheet is corrected.", "reason")
    if _numbers(in_force) == list(seats):
        raise Refused("These are the numbers already in force.")
    made = _append(
        now, by, seats, key, reason=reason.strip(), corrects=in_force, chips=chips
    )
    if not made.balances:
        raise Refused(
            f"A correction must total {made.must_total}; these four make {made.total}."
        )
    _log_count(by, "correct", "entered a correction of", now.sheet, made, in_force)
    return Outcome(made)


@transaction.atomic
def confirm(
    *,
    sheet: Sheet,
    by: Actor,
    seen: int,
    key: str,
    witness: str,
    witness_seat: int | None = None,
    again: Sequence[SeatCount] | None = None,
) -> Outcome:
    """Verify the latest count as its second person (§30); its scores come into force.

    With `again`, the numbers as entered a second time: where they differ they are
    saved as a count of their own and nothing is confirmed (`agreed` False). Raises
    Conflict, or Refused where the count does not balance, has no second person, or
    the tournament does not accept that kind of witness.
    """
    now = _locked(sheet, key)
    if now.done:
        agreed = bool(now.done.confirms_id)
        return Outcome(_the_same(now.done, again), agreed=agreed)
    _refuse_stale(now, seen)
    pending = now.life.pending
    if pending is None:
        raise Conflict("Nothing on this sheet waits to be verified.")
    if again is not None and list(again) != _numbers(pending):
        made = _append(
            now, by, again, key, reason=pending.reason, corrects=pending.corrects
        )
        _log_count(by, "differ", "entered other numbers for", now.sheet, made, pending)
        return Outcome(made, agreed=False)
    if not pending.balances:
        raise Refused("A sheet that does not balance cannot be verified.")
    refuse_witness(pending, now.sheet, by, witness, witness_seat, again is not None)
    made = _put_in_force(
        now,
        by,
        pending,
        key,
        corrects=pending.corrects,
        witness=witness,
        witness_seat=witness_seat if witness == Witness.PAPER else None,
        reason=pending.reason,
    )
    words = f"verified ({made.get_witness_display()})"
    _log_count(by, "verify", words, now.sheet, made, now.life.in_force)
    return Outcome(made)


@transaction.atomic
def withdraw(*, sheet: Sheet, by: Actor, seen: int, key: str, reason: str) -> Outcome:
    """Drop a correction that waits: the numbers in force are put on top again."""
    now = _locked(sheet, key)
    if now.done:
        return Outcome(now.done)
    _refuse_stale(now, seen)
    if not now.life.correction_waits:
        raise Conflict("No correction of this sheet waits any more.")
    if not reason.strip():
        raise Refused("Say why the correction is withdrawn.", "reason")
    made = _put_in_force(
        now, by, now.life.in_force, key, witness=Witness.KEPT, reason=reason.strip()
    )
    words = "withdrew the correction of"
    _log_count(by, "withdraw", words, now.sheet, made, now.life.pending)
    return Outcome(made)


def _locked(sheet: Sheet, key: str) -> _Locked:
    tournament = lock(sheet.round.tournament)
    fresh = Sheet.objects.select_related("round").filter(pk=sheet.pk).first()
    if fresh is None:
        raise Refused("This table was drawn anew meanwhile. Look at the round again.")
    fresh.round.tournament = tournament
    done = Count.objects.filter(key=key).first()
    if done and done.sheet_id != sheet.pk:
        raise Refused("This form belongs to another sheet. Open this one again.")
    if not done and done_before(key):
        raise Refused(USED_ELSEWHERE)
    return _Locked(fresh, life_of(fresh), done)


def _refuse_stale(now: _Locked, seen: int) -> None:
    """The round takes counts, and nobody wrote since number `seen` was read."""
    rnd = now.sheet.round
    if not rnd.counts:
        raise Refused(f"{rnd} is {rnd.get_state_display()}: no counts are taken.")
    if now.life.seen != seen:
        who = now.life.latest.by_name if now.life.latest else "Somebody"
        raise Conflict(f"{who} changed this sheet while you typed. Nothing is lost.")


def _the_same(done: Count, seats: Sequence[SeatCount] | None) -> Count:
    """The count that this very form made already, if it says the same again."""
    if seats is not None and _numbers(done) != list(seats):
        raise Conflict("This form was saved before, with the numbers shown here.")
    return done


def _numbers(count: Count) -> list[SeatCount]:
    return list(seat_counts(count.held, count.borrowed, count.ruled))


def _append(
    now: _Locked, by: Actor, seats: Sequence[SeatCount], key: str, **facts: Any
) -> Count:
    numbers = {
        f"{what}{n}": getattr(seat, what)
        for n, seat in enumerate(seats, start=1)
        for what in ("held", "borrowed", "ruled", "score")
    }
    return Count.objects.create(
        sheet=now.sheet,
        number=now.life.seen + 1,
        by=by.user,
        by_name=by.name,
        source=by.source if by.source in Count.Source else Count.Source.DESK,
        key=key,
        must_total=now.sheet.round.tournament.must_total,
        **numbers,
        **facts,
    )


def _put_in_force(
    now: _Locked, by: Actor, confirmed: Count, key: str, **facts: Any
) -> Count:
    made = _append(
        now,
        by,
        _numbers(confirmed),
        key,
        confirms=confirmed,
        counted_by=confirmed.by,
        chips=confirmed.chips,
        **facts,
    )
    for position, score in enumerate(made.scores, start=1):
        Seat.objects.filter(sheet=now.sheet, position=position).update(score=score)
    _close_if_complete(now.sheet.round)
    standings.refresh(now.sheet.round.tournament)
    return made


def _close_if_complete(rnd: Round) -> None:
    """The last sheet in force ends its round."""
    if not rnd.seats.filter(score=None).exists():
        Round.objects.filter(pk=rnd.pk, state=Round.State.OPEN).update(
            state=Round.State.FINISHED, closed_at=timezone.now()
        )


def _log_count(
    by: Actor, what: str, words: str, sheet: Sheet, made: Count, before: Count | None
) -> None:
    log(
        by,
        what,
        f"{words} {str(sheet).lower()}",
        sheet=sheet,
        key=made.key,
        old=", ".join(map(str, before.scores)) if before else "",
        new=", ".join(map(str, made.scores)),
    )
