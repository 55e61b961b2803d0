"""A sheet's way from open to verified, and later to corrected.

Whoever writes says which count he saw last; if another came in between he is told,
and nothing of his is saved over it. The same form sent twice is one change; the same
form sent again with other numbers is refused, for one of the two would be lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from clubs.wording import in_words, say
from rules.sheet import SeatCount
from scoring.core.services.changes import Actor, Conflict, Refused
from scoring.games.game_adapter import counted_seats
from scoring.models import Count, Phone, Sheet
from scoring.sheets.count_store import (
    VERIFIED,
    Locked,
    append,
    locked,
    log_count,
    put_in_force,
    refuse_stale,
    the_same,
)
from scoring.sheets.handing_in import handed_in, refuse_hands_changed
from scoring.sheets.nets import aside_by_hands
from scoring.sheets.sheet import where
from scoring.sheets.verification import Second, refuse_ruling, refuse_witness

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
    phone: Phone | None = None,
    from_hands: bool = False,
) -> Outcome:
    """Save a count as it stands, balanced or not (§30).

    `from_hands`: nobody counted, the hands are handed in. Raises Conflict if a count
    came after number `seen`, or a hand meanwhile; Refused for a round that takes no
    counts, a verified sheet, a ruling by one who may not, or what cannot be handed in.
    """
    now = locked(sheet, key)
    if now.done:
        return Outcome(the_same(now.done, seats))
    refuse_stale(now, seen)
    if now.life.in_force:
        raise Refused(say("This sheet is verified. Changing it needs a correction."))
    if phone or from_hands:
        chips = handed_in(now.sheet, now.life.latest, seats, chips, phone, from_hands)
    facts = {"reason": reason.strip(), "chips": chips, "phone": phone}
    return _count(now, by, seats, key, may_rule, facts)


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
    now = locked(sheet, key)
    if now.done:
        return Outcome(the_same(now.done, seats))
    refuse_stale(now, seen)
    in_force = _to_correct(now, seats, reason)
    made = append(
        now, by, seats, key, reason=reason.strip(), corrects=in_force, chips=chips
    )
    if not made.balances:
        raise Refused(
            say(
                "A correction must total {must_total}; these {number} make {total}.",
                must_total=made.must_total,
                number=in_words(len(made.scores)),
                total=made.total,
            )
        )
    text = say(
        "entered a correction of round {round}, table {table}", **where(now.sheet)
    )
    log_count(by, "correct", text, now, made, in_force)
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
    phone: Phone | None = None,
    own: SeatCount | None = None,
) -> Outcome:
    """Verify the latest count as its second person (§30); its scores come into force.

    `again`, all seats, or `own`, the second person's, were typed blind: where they
    differ they are a count of their own and nothing is confirmed (`agreed` False).
    Where all are equal to an earlier entry that waits, that one is confirmed: two
    of three suffice.
    Raises Conflict, or Refused for a sheet not ready, or a second person not accepted.
    """
    now = locked(sheet, key)
    second = Second(by, witness, witness_seat, again, phone, own)
    if now.done:
        done = the_same(now.done, second.typed(counted_seats(now.done)))
        return Outcome(done, agreed=bool(done.confirms_id))
    refuse_stale(now, seen)
    pending = _to_confirm(now, second)
    second = second.of(pending)
    refuse_witness(pending, now.sheet, second)
    counted = counted_seats(pending)
    typed = second.typed(counted)
    if typed and typed != counted:
        return Outcome(_differ(now, second, pending, key, typed), agreed=False)
    return Outcome(_verify(now, second, pending, key))


@transaction.atomic
def withdraw(*, sheet: Sheet, by: Actor, seen: int, key: str, reason: str) -> Outcome:
    """Drop a correction that waits: the numbers in force are put on top again."""
    now = locked(sheet, key)
    if now.done:
        return Outcome(now.done)
    refuse_stale(now, seen)
    in_force = now.life.in_force
    if in_force is None or not now.life.correction_waits:
        raise Conflict(say("No correction of this sheet waits any more."))
    if not reason.strip():
        raise Refused(say("Say why the correction is withdrawn."), "reason")
    made = put_in_force(
        now, by, in_force, key, witness=Witness.KEPT, reason=reason.strip()
    )
    text = say(
        "withdrew the correction of round {round}, table {table}", **where(now.sheet)
    )
    log_count(by, "withdraw", text, now, made, now.life.pending)
    return Outcome(made)


def _count(
    now: Locked,
    by: Actor,
    seats: Sequence[SeatCount],
    key: str,
    may_rule: bool,
    facts: dict[str, Any],
) -> Outcome:
    latest = now.life.latest
    if (
        latest
        and counted_seats(latest) == tuple(seats)
        and latest.chips == facts["chips"]
    ):
        return Outcome(latest, changed=False)
    refuse_ruling(seats, facts["reason"], may_rule, latest)
    made = append(now, by, seats, key, **facts)
    text = say("counted round {round}, table {table}", **where(now.sheet))
    log_count(by, "count", text, now, made, latest)
    return Outcome(made)


def _to_correct(now: Locked, seats: Sequence[SeatCount], reason: str) -> Count:
    """The count in force that these numbers may correct."""
    in_force = now.life.in_force
    if not in_force:
        raise Refused(
            say("Only a verified sheet is corrected. This one can be counted anew.")
        )
    if not reason.strip():
        raise Refused(say("Say why the sheet is corrected."), "reason")
    if counted_seats(in_force) == tuple(seats):
        raise Refused(say("These are the numbers already in force."))
    return in_force


def _to_confirm(now: Locked, second: Second) -> Count:
    """The count that waits, if it balances and is of known players.

    For what was typed once more it is the entry with which that is compared.
    """
    pending, seats = now.life.pending, now.sheet.seats.all()
    if pending is None:
        raise Conflict(say("Nothing on this sheet waits to be verified."))
    if second.again is not None:
        pending = now.life.compared_with(second.again) or pending
    if not pending.balances:
        raise Refused(say("A sheet that does not balance cannot be verified."))
    if free := next((seat for seat in seats if seat.entry_id is None), None):
        raise Refused(
            say("Say who sits on seat {position} first.", position=free.position)
        )
    aside = aside_by_hands(now.sheet)
    refuse_hands_changed(now.sheet, pending, aside)
    if second.again is None and aside is None:
        raise Refused(
            say(
                "Without recorded hands nothing says what this sheet totals. "
                "Somebody types all scores a second time, without looking."
            )
        )
    return pending


def _differ(
    now: Locked, second: Second, pending: Count, key: str, typed: Sequence[SeatCount]
) -> Count:
    """What was typed without seeing the first numbers, beside them."""
    made = append(
        now,
        second.by,
        typed,
        key,
        reason=pending.reason,
        corrects=pending.corrects,
        chips=second.colours(pending.chips),
        phone=second.phone,
    )
    text = say(
        "entered other numbers for round {round}, table {table}", **where(now.sheet)
    )
    log_count(second.by, "differ", text, now, made, pending)
    return made


def _verify(now: Locked, second: Second, pending: Count, key: str) -> Count:
    made = put_in_force(
        now,
        second.by,
        pending,
        key,
        corrects=pending.corrects,
        witness=second.witness,
        witness_seat=second.signs,
        phone=second.phone,
        reason=pending.reason,
    )
    text = say(VERIFIED[second.witness], **where(now.sheet))
    log_count(second.by, "verify", text, now, made, now.life.in_force)
    return made
