"""A judge's rulings on a player, outside any sheet (§31)."""

from django.db import transaction
from django.utils import timezone

from scoring.models import Adjustment, Entry
from scoring.services import standings
from scoring.services.changes import USED_ELSEWHERE, Actor, Refused, lock, log


@transaction.atomic
def adjust(*, entry: Entry, by: Actor, chips: int, reason: str, key: str) -> Adjustment:
    """Add chips to a player's total, or take some off, for a stated reason."""
    lock(entry.tournament)
    if done := Adjustment.objects.filter(key=key).first():
        if done.tournament_id != entry.tournament_id:
            raise Refused(USED_ELSEWHERE)
        return done
    if not entry.ranked:
        raise Refused(f"{entry.name} has no place in the standings.", "entry")
    if chips == 0:
        raise Refused("A ruling moves at least one chip.", "chips")
    if not reason.strip():
        raise Refused("Say why, best with the section of the rules.", "reason")
    made = Adjustment.objects.create(
        tournament=entry.tournament,
        entry=entry,
        chips=chips,
        reason=reason.strip(),
        key=key,
        by=by.user,
        by_name=by.name,
    )
    standings.refresh(entry.tournament)
    text = f"ruled {_signed(chips)} chips for {entry.label} {entry.name}: {made.reason}"
    log(by, "ruling", text, tournament=entry.tournament)
    return made


@transaction.atomic
def reverse(*, adjustment: Adjustment, by: Actor, reason: str) -> Adjustment:
    """Take a ruling back; it stays readable with the reason."""
    lock(adjustment.tournament)
    fresh = Adjustment.objects.get(pk=adjustment.pk)
    if fresh.reversed_at:
        return fresh
    if not reason.strip():
        raise Refused("Say why the ruling is taken back.", "reason")
    fresh.reversed_at = timezone.now()
    fresh.reversed_by_name = by.name
    fresh.reversal_reason = reason.strip()
    fresh.save()
    standings.refresh(fresh.tournament)
    text = f"took back {_signed(fresh.chips)} chips of {fresh.entry.name}: {reason.strip()}"
    log(by, "ruling", text, tournament=fresh.tournament)
    return fresh


def _signed(chips: int) -> str:
    """+10, −10: with a true minus."""
    return f"{chips:+d}".replace("-", "−")
