"""A judge's rulings on a player, outside any sheet (§31)."""

from django.db import transaction
from django.utils import timezone

from clubs.wording import many
from scoring.core.services.changes import USED_ELSEWHERE, Actor, Refused, lock, log
from scoring.core.services.texts import clean
from scoring.models import Adjustment, Entry, Tournament
from scoring.models.rulings import Ruling
from scoring.results.services import standings
from scoring.sheets.selectors.rulings import section_meant

WHY = "Say why, best with the section of the rules."
WHY_BACK = "Say why the ruling is taken back."
MOST_REASON = 300


@transaction.atomic
def adjust(
    *,
    entry: Entry,
    by: Actor,
    chips: int,
    reason: str,
    key: str,
    other: Entry | None = None,
    section: str = "",
) -> Adjustment:
    """Add chips to a player's total, or take some off, for a stated reason.

    With `other` they go from the one to the other; without, nobody else gains or loses.
    """
    lock(entry.tournament)
    if done := Adjustment.objects.filter(key=key).first():
        if done.tournament_id != entry.tournament_id:
            raise Refused(USED_ELSEWHERE)
        return done
    made = ruling_on(entry=entry, chips=chips, other=other, section=section)
    made.reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY)
    made.key, made.by, made.by_name = key, by.user, by.name
    made.save()
    why = f"Ruling: {with_section(made)}"
    standings.refresh(entry.tournament, by=by, reason=why)
    text = f"ruled {many(chips, 'chip', '+')} for {_said(made)}: {with_section(made)}"
    log(by, "ruling", text, tournament=entry.tournament)
    return made


def ruling_on(
    *, entry: Entry, chips: int, other: Entry | None = None, section: str = ""
) -> Adjustment:
    """The ruling, not saved, as far as its effects go.

    Raises Refused for somebody without a place, for no chips, for an unknown section.
    """
    for field, each in (("entry", entry), ("other", other)):
        if each is not None and not each.ranked:
            raise Refused(f"{each.name} has no place in the standings.", field)
    if entry == other:
        raise Refused(f"{entry.name} cannot give chips to himself.", "other")
    if chips == 0:
        raise Refused("A ruling moves at least one chip.", "chips")
    tournament = entry.tournament
    section = section_kept(tournament, section)
    return Adjustment(
        tournament=tournament, entry=entry, other=other, chips=chips, section=section
    )


@transaction.atomic
def reverse(*, adjustment: Adjustment, by: Actor, reason: str) -> Adjustment:
    """Take a ruling back; it stays readable with the reason."""
    lock(adjustment.tournament)
    fresh = Adjustment.objects.get(pk=adjustment.pk)
    if fresh.reversed_at:
        return fresh
    take_back(fresh, by, reason)
    why = f"Ruling taken back: {fresh.reversal_reason}"
    standings.refresh(fresh.tournament, by=by, reason=why)
    text = f"took back {many(fresh.chips, 'chip', '+')} of {_said(fresh)}: {fresh.reversal_reason}"
    log(by, "ruling", text, tournament=fresh.tournament)
    return fresh


def take_back(ruling: Ruling, by: Actor, reason: str) -> None:
    """Mark it as no longer in force; belongs under the lock. Raises Refused."""
    reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY_BACK)
    ruling.reversed_at, ruling.reversed_by_name = timezone.now(), by.name
    ruling.reversal_reason = reason
    ruling.save()


def section_kept(tournament: Tournament, typed: str) -> str:
    """“§24” as it is kept, "" for none. Raises Refused for one the rules have not."""
    section = section_meant(tournament, typed)
    if section is None:
        raise Refused(
            f"The rules have no section “{typed}”. Type 24 or §24.", "section"
        )
    return section


def with_section(ruling: Ruling) -> str:
    """The reason, the section before it: §24: left his cards open."""
    return f"{ruling.section}: {ruling.reason}" if ruling.section else ruling.reason


def _said(ruling: Adjustment) -> str:
    said = f"{ruling.entry.label} {ruling.entry.name}"
    if ruling.other is None:
        return said
    way = "from" if ruling.chips > 0 else "to"
    return f"{said}, {way} {ruling.other.label} {ruling.other.name}"
