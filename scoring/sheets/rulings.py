"""A judge's rulings on a player, outside any sheet (§31)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from clubs.wording import say, say_later, say_many, signed
from scoring.core.selectors.reasons import RULING, RULING_BACK
from scoring.core.services.changes import USED_ELSEWHERE, Actor, Refused, lock, log
from scoring.core.services.texts import clean
from scoring.models import Adjustment, Entry, Tournament
from scoring.models.rulings import Ruling
from scoring.results.services import standings
from scoring.sheets.ruled import section_meant

WHY = say_later("Say why, best with the section of the rules.")
WHY_BACK = say_later("Say why the ruling is taken back.")
MOST_REASON = 300
# For the log: chips that nobody else gives, that another gives, that go to another.
_MADE = {
    "": gettext_noop("ruled {chips}, for: {who}; why: {why}"),
    "from": gettext_noop("ruled {chips}, for: {who}; from: {other}; why: {why}"),
    "to": gettext_noop("ruled {chips}, for: {who}; to: {other}; why: {why}"),
}
_TAKEN_BACK = {
    "": gettext_noop("took back {chips}, from: {who}; why: {why}"),
    "from": gettext_noop(
        "took back {chips}, ruled for: {who}; from: {other}; why: {why}"
    ),
    "to": gettext_noop("took back {chips}, ruled for: {who}; to: {other}; why: {why}"),
}


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
    why = with_section(made)
    standings.refresh(entry.tournament, by=by, reason=RULING.format(why=why))
    text = _said(made, why)
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
            raise Refused(
                say("{name} has no place in the standings.", name=each.name), field
            )
    if entry == other:
        raise Refused(
            say("{name} cannot both give and get the chips.", name=entry.name), "other"
        )
    if chips == 0:
        raise Refused(say("A ruling moves at least one chip."), "chips")
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
    why = fresh.reversal_reason
    standings.refresh(fresh.tournament, by=by, reason=RULING_BACK.format(why=why))
    text = _said(fresh, why)
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
            say("The rules have no section “{typed}”. Type 24 or §24.", typed=typed),
            "section",
        )
    return section


def with_section(ruling: Ruling) -> str:
    """The reason, the section before it: §24: left his cards open."""
    return f"{ruling.section}: {ruling.reason}" if ruling.section else ruling.reason


def _said(ruling: Adjustment, why: str) -> str:
    """That it was made, or taken back, for the log."""
    giver = "" if ruling.other is None else "from" if ruling.chips > 0 else "to"
    template = (_TAKEN_BACK if ruling.reversed_at else _MADE)[giver]
    return say(
        template,
        chips=chips_said(ruling.chips),
        who=_named(ruling.entry),
        other=_named(ruling.other) if ruling.other else "",
        why=why,
    )


def _named(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"


def chips_said(chips: int) -> str:
    """+10 chips, said anew to each who reads the log."""
    return say_many("{chips} chip", "{chips} chips", abs(chips), chips=signed(chips))
