"""Undo a verification while nothing depends on it: the count waits again.

Nothing is destroyed: a count of its own records the undoing (`sheet.takes_back`), and
the verified count waits again for a second person. Once something depends on the
verification, only a correction can change the sheet, and the error names the
dependency.
"""

from django.db import transaction

from clubs.i18n import message
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Count, Round, Seat, SecondLook, Sheet
from scoring.models.log_messages import log_message
from scoring.results import stored
from scoring.sheets.counts import (
    CountResult,
    Locked,
    append,
    locked,
    log_count,
    refuse_stale,
)
from scoring.sheets.sheet import Life, counted_seats

KEPT = Count.Witness.KEPT


def can_take_back(
    life: Life, rnd: Round, user_id: int | None, *, directs: bool
) -> bool:
    """Return whether this person can undo the verification now; at most 3 queries."""
    if life.in_force is None or life.correction_waits:
        return False
    verified = life.latest
    return (
        verified is not None
        and may_take_back(life, user_id, directs=directs)
        and not _rests_on(verified, rnd)
    )


def may_take_back(life: Life, user_id: int | None, *, directs: bool) -> bool:
    """Return whether this person may undo it: the verifier, or a director.

    Only the first verification, as long as nothing was written after it.
    """
    verified = life.latest
    if verified is None or not verified.confirms_id or verified.corrects_id:
        return False
    is_own = verified.by_id is not None and verified.by_id == user_id
    return verified.witness != KEPT and (directs or is_own)


@transaction.atomic
def take_back(
    *, sheet: Sheet, actor: Actor, seen: int, key: str, directs: bool = False
) -> CountResult:
    """Undo the verification; its numbers wait for a second person again.

    Raises Conflict if a count came after number `seen`; ActionRefused if this person
    may not undo it, or something depends on it.
    """
    fresh = locked(sheet, key)
    if fresh.duplicate:
        return CountResult(fresh.duplicate, fresh)
    refuse_stale(fresh, seen)
    verified = _to_take_back(fresh, actor, directs)
    counted = fresh.life.confirmed_by(verified)
    reason = log_message("reason.verification_undone")
    new_count = append(
        fresh,
        actor,
        counted_seats(verified),
        key,
        corrects=verified,
        counted_by=counted.by,
        chips=verified.chips,
        must_total=verified.must_total,
        aside=verified.aside,
        reason=reason,
    )
    seats = fresh.sheet.seats.all()
    for seat in seats:
        seat.score = None
    Seat.objects.bulk_update(seats, ["score"])
    if _play_on(fresh.sheet.round):
        event = fresh.sheet.round.tournament
        stored.store_standings(event, actor=actor, reason=reason, scores_only=True)
    else:
        stored.store_sheet_scores(
            fresh.sheet, actor=actor, reason=reason, scores_only=True
        )
    text = log_message("count.verification_undone", **fresh.sheet.where)
    log_count(actor, "verify", text, fresh, new_count, verified)
    return CountResult(new_count, fresh)


def _to_take_back(fresh: Locked, actor: Actor, directs: bool) -> Count:
    """Return the verification to undo. Raises ActionRefused or Conflict."""
    verified = fresh.life.latest
    if verified is None or fresh.life.in_force is None:
        raise Conflict(message("This sheet is no longer verified. Refresh the page."))
    if fresh.life.correction_waits:
        raise ActionRefused(
            message(
                "This sheet has a correction that isn’t verified yet. "
                "Withdraw it first."
            )
        )
    if verified.corrects_id or verified.witness == KEPT:
        raise ActionRefused(
            message("This sheet has been corrected. Enter another correction instead.")
        )
    user = actor.user.pk if actor.user else None
    if not may_take_back(fresh.life, user, directs=directs):
        raise ActionRefused(
            message("Someone else verified this sheet. Only a director can undo that.")
        )
    if rests := _rests_on(verified, fresh.sheet.round):
        raise ActionRefused(rests)
    return verified


def _rests_on(verified: Count, rnd: Round) -> str:
    """Return what depends on a verification in a sentence, or an empty string."""
    if rnd.tournament.finished_at is not None:
        return message(
            "The tournament is finished and its standings use this sheet. Enter a "
            "correction instead."
        )
    if SecondLook.objects.filter(count=verified).exists():
        return message(
            "Someone has already checked this sheet against the paper for the podium "
            "audit. Enter a correction instead."
        )
    later = rnd.tournament.rounds.filter(number__gt=rnd.number)
    for other in later.exclude(state=Round.State.CANCELLED).select_related("draw"):
        if other.published_at and other.published_at > verified.at:
            return message(
                "Round {number} has already been published. Enter a correction "
                "instead.",
                number=other.number,
            )
        drawn = other.draw
        if drawn and drawn.at > verified.at and drawn.input.get("standing"):
            return message(
                "Round {number} has already been drawn from the standings. Discard "
                "that draft first, or enter a correction instead.",
                number=other.number,
            )
    return ""


def _play_on(rnd: Round) -> bool:
    """Reopen a round that ended with its last sheet; return whether it had ended."""
    ended = Round.objects.filter(pk=rnd.pk, state=Round.State.FINISHED)
    if ended.update(state=Round.State.OPEN, closed_at=None):
        rnd.state, rnd.closed_at = Round.State.OPEN, None
        return True
    return False
