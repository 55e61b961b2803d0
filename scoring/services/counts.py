"""A sheet's way from open to verified, and later to corrected.

Every write first locks the tournament: all rivals for a score in force need that row.
Whoever writes says which count he saw last; if another came in between he is told,
and nothing of his is saved over it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from rules.sheet import SeatCount
from scoring.models import Count, Round, Seat, Sheet, Tournament
from scoring.selectors.sheets import Life, life_of
from scoring.services import standings
from scoring.services.changes import Actor, Conflict, Refused, log

Witness = Count.Witness


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did; `agreed` is False where a second entry differs."""

    count: Count
    agreed: bool = True


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
    if done := _sent_before(sheet, key):
        return Outcome(done)
    life = _locked_life(sheet, seen)
    if life.in_force:
        raise Refused("This sheet is verified. Changing it needs a correction.")
    _refuse_ruling(seats, reason, may_rule)
    made = _append(sheet, life, by, seats, key, reason=reason, chips=chips)
    _log_count(by, "count", "counted", sheet, made, life.latest)
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
) -> Outcome:
    """Enter new numbers for a verified sheet; the old stand until confirmed.

    Raises Conflict, or Refused for a sheet not verified, without a reason, or for
    numbers that do not balance.
    """
    if done := _sent_before(sheet, key):
        return Outcome(done)
    life = _locked_life(sheet, seen)
    if not life.in_force:
        raise Refused(
            "Only a verified sheet is corrected. This one can be counted anew."
        )
    if not reason.strip():
        raise Refused("Say why the sheet is corrected.", "reason")
    made = _append(
        sheet, life, by, seats, key, reason=reason.strip(), corrects=life.in_force
    )
    if not made.balances:
        raise Refused(
            f"A correction must total {made.must_total}; this is {made.total}.", "held1"
        )
    if made.scores == life.in_force.scores and made.held == life.in_force.held:
        raise Refused("These are the numbers already in force.", "held1")
    _log_count(by, "correct", "entered a correction of", sheet, made, life.in_force)
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
    refresh: bool = True,
) -> Outcome:
    """Verify the latest count as its second person (§30); its scores come into force.

    With `again`, the numbers as entered a second time: where they differ they are
    saved as a count of their own and nothing is confirmed (`agreed` False). Raises
    Conflict, or Refused where the count does not balance, has no second person, or
    the tournament does not accept that kind of witness. An import of many sheets
    reckons the standings once at its end (`refresh` False).
    """
    if done := _sent_before(sheet, key):
        return Outcome(done, agreed=bool(done.confirms_id))
    life = _locked_life(sheet, seen)
    pending = life.pending
    if pending is None:
        raise Conflict("Nothing on this sheet waits to be verified.")
    if again is not None and tuple(seat.score for seat in again) != pending.scores:
        made = _append(
            sheet,
            life,
            by,
            again,
            key,
            reason=pending.reason,
            corrects=pending.corrects,
        )
        _log_count(by, "differ", "entered other numbers for", sheet, made, pending)
        return Outcome(made, agreed=False)
    if not pending.balances:
        raise Refused("A sheet that does not balance cannot be verified.")
    _refuse_witness(sheet.round.tournament, pending, by, witness, witness_seat)
    made = _put_in_force(sheet, life, by, pending, key, witness, witness_seat)
    if refresh:
        standings.refresh(sheet.round.tournament)
    words = f"verified ({made.get_witness_display()})"
    _log_count(by, "verify", words, sheet, made, life.in_force)
    return Outcome(made)


@transaction.atomic
def withdraw(*, sheet: Sheet, by: Actor, seen: int, key: str, reason: str) -> Outcome:
    """Drop a correction that waits: the numbers in force are put on top again."""
    if done := _sent_before(sheet, key):
        return Outcome(done)
    life = _locked_life(sheet, seen)
    if not life.correction_waits:
        raise Conflict("No correction of this sheet waits any more.")
    if not reason.strip():
        raise Refused("Say why the correction is withdrawn.", "reason")
    made = _put_in_force(
        sheet, life, by, life.in_force, key, Witness.KEPT, reason=reason.strip()
    )
    standings.refresh(sheet.round.tournament)
    _log_count(by, "withdraw", "withdrew the correction of", sheet, made, life.pending)
    return Outcome(made)


def lock(tournament: Tournament) -> None:
    """Take the row that all writers of a tournament need."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _sent_before(sheet: Sheet, key: str) -> Count | None:
    """The count this very form made already: the same form twice is one change."""
    return Count.objects.filter(sheet=sheet, key=key).first()


def _locked_life(sheet: Sheet, seen: int) -> Life:
    lock(sheet.round.tournament)
    fresh = Sheet.objects.select_related("round").get(pk=sheet.pk)
    if not fresh.round.counts:
        state = fresh.round.get_state_display()
        raise Refused(f"Round {fresh.round.number} is {state}: no counts are taken.")
    life = life_of(fresh)
    if life.seen != seen:
        who = life.latest.by_name if life.latest else "Somebody"
        raise Conflict(f"{who} changed this sheet while you typed. Nothing is lost.")
    return life


def _refuse_ruling(seats: Sequence[SeatCount], reason: str, may_rule: bool) -> None:
    if not any(seat.ruled for seat in seats):
        return
    if not may_rule:
        raise Refused("Only a director rules who bears a difference.", "reason")
    if not reason.strip():
        raise Refused("A ruling needs its reason.", "reason")


def _refuse_witness(
    tournament: Tournament,
    pending: Count,
    by: Actor,
    witness: str,
    witness_seat: int | None,
) -> None:
    """The second pair of eyes must be one that the tournament accepts."""
    if witness == Witness.ACCOUNT and (by.user is None or by.user == pending.by):
        raise Refused("You counted this sheet yourself. A second person verifies it.")
    if witness == Witness.IMPORT and by.source != Count.Source.IMPORT:
        raise Refused("Only an import verifies its own sheets.")
    if witness == Witness.BLIND and not tournament.accepts_blind:
        raise Refused("This tournament wants a second person for every sheet.")
    if witness == Witness.PAPER:
        if not tournament.accepts_paper:
            raise Refused("This tournament does not accept paper signatures.")
        if witness_seat not in (1, 2, 3, 4):
            raise Refused("Say which seat signed the sheet.", "witness_seat")


def _append(
    sheet: Sheet,
    life: Life,
    by: Actor,
    seats: Sequence[SeatCount],
    key: str,
    **facts: Any,
) -> Count:
    numbers = {
        f"{what}{n}": getattr(seat, what)
        for n, seat in enumerate(seats, start=1)
        for what in ("held", "borrowed", "ruled", "score")
    }
    return Count.objects.create(
        sheet=sheet,
        number=life.seen + 1,
        by=by.user,
        by_name=by.name,
        source=by.source if by.source in Count.Source else Count.Source.DESK,
        key=key,
        must_total=sheet.round.tournament.must_total,
        **numbers,
        **facts,
    )


def _put_in_force(
    sheet: Sheet,
    life: Life,
    by: Actor,
    confirmed: Count,
    key: str,
    witness: str,
    witness_seat: int | None = None,
    reason: str = "",
) -> Count:
    made = _append(
        sheet,
        life,
        by,
        [
            SeatCount(*each)
            for each in zip(
                confirmed.held, confirmed.borrowed, confirmed.ruled, strict=True
            )
        ],
        key,
        confirms=confirmed,
        corrects=confirmed.corrects,
        counted_by=confirmed.by,
        witness=witness,
        witness_seat=witness_seat,
        reason=reason or confirmed.reason,
        chips=confirmed.chips,
    )
    for position, score in enumerate(made.scores, start=1):
        Seat.objects.filter(sheet=sheet, position=position).update(score=score)
    _close_if_complete(sheet.round)
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
