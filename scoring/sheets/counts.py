"""Write the counts of a sheet: from open to verified, and later to corrected.

The four writes come first, then the checks of the second person (§30), and last how a
count becomes a row and its scores come into force.

Each write gets the number of the last count its writer saw. If another count was saved
since then, it raises Conflict and saves nothing over it. The same form sent twice is
one change; with other numbers it is refused, since one of the two would be lost.

Every write first locks the tournament, since all rivals for a score in force need that
row, and then the sheet, so that no hand is added while its count comes into force.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.i18n import in_words, lazy_message, message
from rules.sheet import SeatCount
from scoring.core.names import names_on
from scoring.core.sheet_parts import SheetParts
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    lock_rows,
    lock_sheet_parts,
    log,
)
from scoring.games.table_rules import seats_at
from scoring.models import Count, Phone, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.models.reasons import reason_columns, reason_of
from scoring.results import stored
from scoring.sheets.hands import aside_by_hands, balance_on
from scoring.sheets.sheet import Life, counted_seats, seat_columns
from scoring.sheets.submissions import (
    Colours,
    changed_by,
    handed_in,
    hands_decide,
    needs_second_entry,
    refuse_closed,
    refuse_numbers,
    refuse_other_hands,
    refuse_seats,
    takes_no_counts,
)

Witness = Count.Witness
AT_THE_TABLE = (Witness.PHONE, Witness.OWN)
UNSAID = lazy_message("Choose how the sheet was verified.")
USED_FOR_ANOTHER = lazy_message(
    "This form belongs to another sheet. Go back and open this sheet again."
)
VERIFIED: dict[str, str] = {  # keys of log messages
    Witness.ACCOUNT: "count.verified_by_account",
    Witness.BLIND: "count.verified_twice",
    Witness.PAPER: "count.verified_on_paper",
    Witness.PHONE: "count.verified_on_phone",
    Witness.OWN: "count.verified_own_chips",
    Witness.IMPORT: "count.imported",
}


@dataclass(frozen=True, slots=True)
class Locked:
    """A sheet while it and its tournament are locked, and its counts so far.

    `duplicate` is the count that this form already made.
    """

    parts: SheetParts
    life: Life
    duplicate: Count | None

    @property
    def sheet(self) -> Sheet:
        return self.parts.sheet


@dataclass(frozen=True, slots=True)
class CountResult:
    """The result of a write.

    `agreed` is False if a second entry differs; `changed` is False if the sheet already
    had these numbers. `locked` is the sheet before the write.
    """

    count: Count
    locked: Locked
    agreed: bool = True
    changed: bool = True

    @property
    def life(self) -> Life:
        """The sheet's counts after the write."""
        counts = self.locked.life.counts
        return Life(counts if self.count in counts else (*counts, self.count))


@dataclass(frozen=True, slots=True)
class Second:
    """The second person: who writes, the kind of witness, and what was typed blind.

    `seat` belongs to the player who signed on paper or confirms at the table; `phone`
    is the phone they confirm on. `retyped` are all seats, `own_count` is theirs alone.
    """

    actor: Actor
    witness: str
    seat: int | None = None
    retyped: Sequence[SeatCount] | None = None
    phone: Phone | None = None
    own_count: SeatCount | None = None

    @property
    def signs(self) -> int | None:
        """The seat whose player vouches for the numbers, or None."""
        return self.seat if self.witness in (Witness.PAPER, *AT_THE_TABLE) else None

    def typed(self, numbers: Sequence[SeatCount]) -> tuple[SeatCount, ...] | None:
        """Return all seats as typed without seeing `numbers`; None if none were typed.

        Rulings aren't typed at the table and stay as they are. A player's own chips
        agree if their score does (§30): a loan may have been paid back since the sheet
        was counted.
        """
        if self.own_count is None or self.seat is None or self.seat > len(numbers):
            return None if self.retyped is None else tuple(self.retyped)
        index, seats = self.seat - 1, list(numbers)
        mine = replace(self.own_count, ruled=seats[index].ruled)
        if mine.score != seats[index].score:
            seats[index] = mine
        return tuple(seats)

    def for_count(self, pending: Count) -> "Second":
        """Return this second person as witness of one count, if all seats were retyped.

        Someone who retypes blind is a second person if another user entered the count,
        and entered it twice if they entered it themselves. At the table, it depends on
        the phone: the one that counted, or another.
        """
        if self.retyped is None:
            return self
        if self.witness in AT_THE_TABLE:
            is_here = self.phone is not None and self.phone.pk == pending.phone_id
            return replace(self, witness=Witness.OWN if is_here else Witness.PHONE)
        if self.witness not in (Witness.ACCOUNT, Witness.BLIND):
            return self
        is_own = self.actor.user is not None and self.actor.user.pk == pending.by_id
        return replace(self, witness=Witness.BLIND if is_own else Witness.ACCOUNT)

    def colours(self, chips: Colours | None) -> Colours | None:
        """Return the colors counted before, without the seat that was retyped."""
        if self.own_count is None or self.seat is None or chips is None:
            return None
        return [*chips[: self.seat - 1], None, *chips[self.seat :]]


@transaction.atomic
def count(
    *,
    sheet: Sheet,
    actor: Actor,
    seats: Sequence[SeatCount],
    seen: int,
    key: str,
    reason: str = "",
    chips: Any = None,
    may_rule: bool = False,
    phone: Phone | None = None,
    from_hands: bool = False,
) -> CountResult:
    """Save a count with the numbers given, balanced or not (§30).

    `from_hands`: nobody counted, the recorded hands are submitted. Raises Conflict if a
    count came after number `seen`, or a hand since then; ActionRefused for a round
    without counts, a verified sheet, a ruling that isn't allowed, or invalid numbers.
    """
    lock = locked(sheet, key)
    if lock.duplicate:
        return CountResult(the_same(lock.duplicate, seats), lock)
    refuse_stale(lock, seen)
    if lock.life.in_force:
        raise ActionRefused(
            message("This sheet is verified. To change it, enter a correction.")
        )
    if phone or from_hands:
        chips = handed_in(lock.sheet, lock.life.latest, seats, chips, phone, from_hands)
    facts = {"reason": reason, "chips": chips, "phone": phone}
    return _count(lock, actor, seats, key, may_rule, facts)


@transaction.atomic
def correct(
    *,
    sheet: Sheet,
    actor: Actor,
    seats: Sequence[SeatCount],
    seen: int,
    key: str,
    reason: str,
    chips: Any = None,
) -> CountResult:
    """Enter new numbers for a verified sheet; they take effect once confirmed.

    Raises Conflict, or ActionRefused for a sheet that isn't verified, without a reason,
    or for numbers that don't balance.
    """
    lock = locked(sheet, key)
    if lock.duplicate:
        return CountResult(the_same(lock.duplicate, seats), lock)
    refuse_stale(lock, seen)
    in_force = _to_correct(lock, seats, reason)
    new = append(lock, actor, seats, key, reason=reason, corrects=in_force, chips=chips)
    if not new.balances:
        raise ActionRefused(
            message(
                "A correction must add up to {must_total}. These {number} scores add "
                "up to {total}.",
                must_total=new.must_total,
                number=in_words(len(new.scores)),
                total=new.total,
            )
        )
    text = log_message("count.corrected", **lock.sheet.where)
    log_count(actor, "correct", text, lock, new, in_force)
    return CountResult(new, lock)


@transaction.atomic
def confirm(
    *,
    sheet: Sheet,
    actor: Actor,
    seen: int,
    key: str,
    witness: str,
    witness_seat: int | None = None,
    again: Sequence[SeatCount] | None = None,
    phone: Phone | None = None,
    own: SeatCount | None = None,
) -> CountResult:
    """Verify the latest count as its second person (§30); its scores come into force.

    `again` (all seats) or `own` (the second person's) were typed blind: if they differ,
    they are saved as a count of their own and nothing is confirmed (`agreed` False). If
    they all equal an earlier waiting entry, that entry is confirmed: two of three
    suffice. Raises Conflict, or ActionRefused for a sheet not ready or a second person
    not accepted.
    """
    lock = locked(sheet, key)
    second = Second(actor, witness, witness_seat, again, phone, own)
    if lock.duplicate:
        retyped = second.typed(counted_seats(lock.duplicate))
        duplicate = the_same(lock.duplicate, retyped)
        return CountResult(duplicate, lock, agreed=bool(duplicate.confirms_id))
    refuse_stale(lock, seen)
    pending = _to_confirm(lock, second)
    second = second.for_count(pending)
    refuse_witness(pending, lock.sheet, second)
    counted = counted_seats(pending)
    typed = second.typed(counted)
    if typed and typed != counted:
        new = _differ(lock, second, pending, key, typed)
        return CountResult(new, lock, agreed=False)
    return CountResult(_verify(lock, second, pending, key), lock)


@transaction.atomic
def withdraw(
    *, sheet: Sheet, actor: Actor, seen: int, key: str, reason: str
) -> CountResult:
    """Withdraw a waiting correction: the numbers in force become the latest again."""
    lock = locked(sheet, key)
    if lock.duplicate:
        return CountResult(lock.duplicate, lock)
    refuse_stale(lock, seen)
    in_force = lock.life.in_force
    if in_force is None or not lock.life.correction_waits:
        raise Conflict(
            message(
                "This sheet no longer has a correction to withdraw. Refresh the page."
            )
        )
    if not reason.strip():
        raise ActionRefused(
            message("Enter why you’re withdrawing the correction."), "reason"
        )
    new = put_in_force(lock, actor, in_force, key, witness=Witness.KEPT, reason=reason)
    text = log_message("count.correction_withdrawn", **lock.sheet.where)
    log_count(actor, "withdraw", text, lock, new, lock.life.pending)
    return CountResult(new, lock)


def _count(
    lock: Locked,
    actor: Actor,
    seats: Sequence[SeatCount],
    key: str,
    may_rule: bool,
    facts: dict[str, Any],
) -> CountResult:
    latest = lock.life.latest
    is_same = (
        latest is not None
        and counted_seats(latest) == tuple(seats)
        and latest.chips == facts["chips"]
    )
    if latest and is_same:
        # Rules or hands may have changed since these numbers were counted.
        balance = balance_on(lock.sheet, latest.scores)
        if balance == {"must_total": latest.must_total, "aside": latest.aside}:
            return CountResult(latest, lock, changed=False)
    refuse_ruling(seats, facts["reason"], may_rule, latest)
    new = append(lock, actor, seats, key, **facts)
    text = log_message("count.entered", **lock.sheet.where)
    log_count(actor, "count", text, lock, new, latest)
    return CountResult(new, lock)


def _to_correct(lock: Locked, seats: Sequence[SeatCount], reason: str) -> Count:
    """Return the count in force that these numbers can correct."""
    in_force = lock.life.in_force
    if not in_force:
        raise ActionRefused(
            message(
                "This sheet isn’t verified, so it doesn’t need a correction. Count "
                "it again instead."
            )
        )
    if not reason.strip():
        raise ActionRefused(message("Enter why you’re correcting the sheet."), "reason")
    if counted_seats(in_force) == tuple(seats):
        raise ActionRefused(
            message("These numbers already count. Nothing was changed.")
        )
    return in_force


def _to_confirm(lock: Locked, second: Second) -> Count:
    """Return the waiting count, if it balances and every seat has a known player.

    For retyped numbers, the entry they are compared with.
    """
    pending, seats = lock.life.pending, lock.sheet.seats.all()
    if pending is None:
        raise Conflict(
            message("There’s nothing to verify on this sheet. Refresh the page.")
        )
    if second.retyped is not None:
        pending = lock.life.compared_with(second.retyped) or pending
    if not pending.balances:
        raise ActionRefused(
            message("This sheet doesn’t balance, so you can’t verify it yet.")
        )
    if free := next((seat for seat in seats if seat.entry_id is None), None):
        raise ActionRefused(
            message("First choose who’s in seat {position}.", position=free.position)
        )
    aside = aside_by_hands(lock.sheet)
    refuse_hands_changed(lock.sheet, pending, aside)
    if second.retyped is None and aside is None:
        raise ActionRefused(needs_second_entry(lock.sheet))
    return pending


def _differ(
    lock: Locked, second: Second, pending: Count, key: str, typed: Sequence[SeatCount]
) -> Count:
    """Save the second person's blind numbers as a count next to the first one."""
    new = append(
        lock,
        second.actor,
        typed,
        key,
        reason=reason_of(pending),
        corrects=pending.corrects,
        chips=second.colours(pending.chips),
        phone=second.phone,
    )
    text = log_message("count.differs", **lock.sheet.where)
    log_count(second.actor, "differ", text, lock, new, pending)
    return new


def _verify(lock: Locked, second: Second, pending: Count, key: str) -> Count:
    new = put_in_force(
        lock,
        second.actor,
        pending,
        key,
        corrects=pending.corrects,
        witness=second.witness,
        witness_seat=second.signs,
        phone=second.phone,
        reason=reason_of(pending),
    )
    text = log_message(VERIFIED[second.witness], **lock.sheet.where)
    log_count(second.actor, "verify", text, lock, new, lock.life.in_force)
    return new


def _round_closed(lock: Locked) -> dict[str, int]:
    """Return the round that this write closed, if any, as data of the log line."""
    rnd = lock.sheet.round
    is_closed = rnd.state == Round.State.FINISHED and lock.life.in_force is None
    return {"closed": rnd.number} if is_closed else {}


def refuse_witness(pending: Count, sheet: Sheet, second: Second) -> None:
    """Raise ActionRefused unless the tournament accepts this witness for this count."""
    tournament = sheet.round.tournament
    if second.witness in AT_THE_TABLE:
        _refuse_at_the_table(pending, sheet, second)
    elif second.actor.source == Count.Source.TABLE:
        raise ActionRefused(UNSAID)
    elif second.witness == Witness.ACCOUNT:
        _refuse_oneself(pending, second.actor)
    elif second.witness == Witness.BLIND:
        _refuse_blind(tournament, second)
    elif second.witness == Witness.PAPER:
        _refuse_paper(sheet, second)
    elif second.witness != Witness.IMPORT or second.actor.user is not None:
        raise ActionRefused(UNSAID)


def _refuse_oneself(pending: Count, actor: Actor) -> None:
    if actor.user is None or actor.user.pk == pending.by_id:
        raise ActionRefused(
            message("You counted this sheet, so a second person has to verify it.")
        )


def _refuse_blind(tournament: Tournament, second: Second) -> None:
    if not tournament.accepts_blind:
        raise ActionRefused(
            message("In this tournament, a second person has to verify every sheet.")
        )
    if second.retyped is None:
        raise ActionRefused(message("Enter the numbers a second time."))


def _refuse_paper(sheet: Sheet, second: Second) -> None:
    if not sheet.round.tournament.accepts_paper:
        raise ActionRefused(
            message("This tournament doesn’t accept signatures on paper.")
        )
    if not _is_seat(sheet, second.seat):
        raise ActionRefused(message("Choose who signed the sheet."), "witness_seat")


def _refuse_at_the_table(pending: Count, sheet: Sheet, second: Second) -> None:
    """Refuse anyone but a player at the table who didn't count the sheet."""
    phone = second.phone
    if phone is None:
        raise ActionRefused(UNSAID)
    refuse_closed(sheet, phone)
    if second.retyped is not None:
        refuse_seats(sheet, second.retyped)
    if pending.corrects_id:
        raise ActionRefused(
            message(
                "This sheet is verified. A correction has to be confirmed at the desk."
            )
        )
    if second.witness == Witness.PHONE:
        _refuse_phone(pending, sheet, second, phone)
    else:
        _refuse_own(pending, sheet, second, phone)
    if _counted_by(pending, sheet, second.seat):
        raise ActionRefused(
            message("You counted this sheet, so a second person has to confirm it.")
        )


def _counted_by(pending: Count, sheet: Sheet, seat: int | None) -> bool:
    """Return whether this seat's player counted, also if their phone moved seats."""
    if pending.phone is None:
        return False
    names = names_on(sheet)
    return pending.phone.seat == seat or (
        seat is not None and names[seat - 1] == pending.by_name
    )


def _refuse_phone(pending: Count, sheet: Sheet, second: Second, phone: Phone) -> None:
    if not sheet.round.tournament.accepts_phone:
        raise ActionRefused(
            message(
                "You can’t verify sheets on a second phone in this "
                "tournament. Take the sheet to the desk."
            )
        )
    if phone.pk == pending.phone_id:
        raise ActionRefused(
            message(
                "The sheet was submitted on this phone. The second person can "
                "confirm on another phone or type their chips here."
            )
        )
    if not _is_seat(sheet, second.seat) or second.seat != phone.seat:
        raise ActionRefused(
            message("First choose which player is using this phone."), "seat"
        )


def _refuse_own(pending: Count, sheet: Sheet, second: Second, phone: Phone) -> None:
    if not sheet.round.tournament.accepts_own:
        raise ActionRefused(
            message(
                "In this tournament, a second person can’t confirm on the phone that "
                "counted."
            )
        )
    if phone.pk != pending.phone_id:
        raise ActionRefused(
            message(
                "The sheet wasn’t submitted on this phone. Confirm the scores as "
                "they are."
            )
        )
    if second.seat is None or not _is_seat(sheet, second.seat):
        raise ActionRefused(message("Choose which player you are."), "seat")
    if not phone.writes:
        raise ActionRefused(
            message("This phone can no longer keep score. Confirm on your own phone.")
        )
    if second.own_count is not None:
        refuse_numbers(sheet, second.seat, second.own_count)
    elif second.retyped is None:
        raise ActionRefused(message("Count your chips and enter the number."), "held")


def _is_seat(sheet: Sheet, seat: int | None) -> bool:
    return seat in range(1, seats_at(sheet) + 1)


def refuse_ruling(
    seats: Sequence[SeatCount], reason: str, may_rule: bool, latest: Count | None
) -> None:
    """Refuse a ruling unless a director makes it; an earlier one may stay."""
    ruled = tuple(seat.ruled for seat in seats)
    if not any(ruled):
        return
    if not may_rule and (latest is None or latest.ruled != ruled):
        raise ActionRefused(
            message("Only a director can rule on a difference."), "reason"
        )
    if not reason.strip():
        raise ActionRefused(message("Enter a reason for the ruling."), "reason")


def refuse_hands_changed(sheet: Sheet, pending: Count, aside: int | None) -> None:
    """Raise Conflict if the hands or the total aren't those of the count.

    `aside` are the chips that the hands leave to no seat now; None if unknown.
    """
    is_from_table = pending.source == Count.Source.TABLE
    if is_from_table and hands_decide(sheet):
        refuse_other_hands(sheet, counted_seats(pending))
    if aside is not None and pending.must_total != sheet.must_total:
        raise Conflict(
            message(
                "The required total changed after this count. Count the sheet again."
            )
        )
    if aside not in (None, pending.aside):
        raise Conflict(
            message(
                "A hand was added or changed after this count. Count the sheet again."
            )
        )


def locked(sheet: Sheet, key: str) -> Locked:
    """Lock and return the sheet. Raises ActionRefused for a key used elsewhere."""
    lock_rows(sheet.round.tournament)
    parts = lock_sheet_parts(sheet)
    life = Life(parts.counts)
    duplicate = next((count for count in life.counts if count.key == key), None)
    if not duplicate and (other := find_duplicate(key)):
        raise ActionRefused(USED_FOR_ANOTHER if other.sheet_id else USED_ELSEWHERE)
    return Locked(parts, life, duplicate)


def refuse_stale(lock: Locked, seen: int) -> None:
    """Refuse if the round takes no counts, or if someone wrote since number `seen`."""
    rnd = lock.sheet.round
    if not rnd.counts:
        raise ActionRefused(takes_no_counts(rnd))
    if lock.life.last_number != seen:
        raise Conflict(changed_by(lock.life.latest))


def the_same(duplicate: Count, seats: Sequence[SeatCount] | None) -> Count:
    """Return the count that this form already made, if the numbers sent are equal."""
    if seats is not None and counted_seats(duplicate) != tuple(seats):
        raise Conflict(
            message("You already sent this form with the numbers shown here.")
        )
    return duplicate


def append(
    lock: Locked,
    actor: Actor,
    seats: Sequence[SeatCount],
    key: str,
    reason: str = "",
    **facts: Any,
) -> Count:
    """Save the next count of the sheet."""
    if "must_total" not in facts:
        facts |= balance_on(lock.sheet, [seat.score for seat in seats])
    return Count.objects.create(
        sheet=lock.sheet,
        number=lock.life.last_number + 1,
        by=actor.user,
        by_name=actor.name,
        source=actor.source if actor.source in Count.Source else Count.Source.DESK,
        key=key,
        **seat_columns(seats),
        **reason_columns(Count, "reason", reason),
        **facts,
    )


def put_in_force(
    lock: Locked, actor: Actor, confirmed: Count, key: str, **facts: Any
) -> Count:
    """Save a count with the numbers of `confirmed`, and put its scores into force."""
    new = append(
        lock,
        actor,
        counted_seats(confirmed),
        key,
        confirms=confirmed,
        counted_by=confirmed.by,
        counted_on=confirmed.phone,
        chips=confirmed.chips,
        must_total=confirmed.must_total,
        aside=confirmed.aside,
        **facts,
    )
    seats = lock.sheet.seats.all()
    for seat, score in zip(seats, new.scores, strict=True):
        seat.score = score
    # All seats in one statement, built in a fifth of the time of an UPDATE of several
    # rows.
    Seat.objects.bulk_create(
        seats, update_conflicts=True, update_fields=["score"], unique_fields=["pk"]
    )
    _close_if_complete(lock.sheet.round)
    event, first = (lock.sheet.round.tournament, lock.life.in_force is None)
    corrects = event.finished_at is not None or not first
    reason = ""
    if corrects:
        reason = log_message("reason.corrected", why=reason_of(new), **lock.sheet.where)
    stored.store_sheet_scores(lock.sheet, actor=actor, reason=reason, scores_only=first)
    return new


def log_count(
    actor: Actor,
    kind: str,
    text: LogMessage,
    lock: Locked,
    new: Count,
    before: Count | None,
) -> None:
    """Log the old and new scores of the sheet in one line."""
    log(
        actor,
        kind,
        text,
        sheet=lock.sheet,
        key=new.key,
        old=", ".join(map(str, before.scores)) if before else "",
        new=", ".join(map(str, new.scores)),
        data=_round_closed(lock),
    )


def _close_if_complete(rnd: Round) -> None:
    if Seat.objects.filter(round=rnd.pk, score=None).exists():
        return
    state, closed_at = Round.State.FINISHED, timezone.now()
    played = Round.objects.filter(pk=rnd.pk, state=Round.State.OPEN)
    if played.update(state=state, closed_at=closed_at):
        rnd.state, rnd.closed_at = state, closed_at
