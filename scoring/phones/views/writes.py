"""Writes and previews of the phones at a table: a view for each address."""

from typing import Any

from clubs.i18n import in_language, lazy_message, message
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Count, TrayHand
from scoring.phones import calls, loans, seat_fixes
from scoring.phones.phone_state import state_after
from scoring.phones.previews import preview_of, preview_of_void
from scoring.phones.seat_fixes import people_with
from scoring.phones.views.api import (
    Message,
    PhonePermission,
    PhoneRequest,
    question_view,
    write_view,
)
from scoring.sheets import counts, hand_writes, phones
from scoring.sheets.counts import CountResult
from scoring.sheets.hand_writes import HandWriteResult
from scoring.sheets.hands import standing_among, totals_of
from scoring.sheets.sheet import seat_counts

Told = dict[str, Any]
WAITS: dict[str, str] = {
    TrayHand.Why.LATE: lazy_message(
        "It came in too late to count. The desk will decide."
    ),
    TrayHand.Why.DOUBLE: lazy_message(
        "Another phone recorded this hand too. Choose which one counts."
    ),
}


@write_view(PhonePermission.ANYBODY)
def join(request: PhoneRequest, data: Message) -> Told:
    """Register who holds this phone; it can also ask to keep score."""
    phone = phones.join(
        sheet=request.sheet,
        key=data.key(),
        seat=data.seat_or_none(),
        name=data.text("name"),
        asks=data.yes("asks"),
    )
    return _saved(data, id=phone.pk)


@write_view(PhonePermission.KEEPER)
def admit(request: PhoneRequest, data: Message, phone: int) -> Told:
    """Let another phone keep score, or no longer; or make it the scorekeeper."""
    data.key()
    actor, other = request.by, request.sheet.phones.filter(pk=phone).first()
    if other is None:
        raise Conflict(message("That phone is no longer at this table."))
    if "keeper" in data.fields and data.yes("keeper"):
        phones.make_keeper(phone=other, actor=actor)
    else:
        phones.admit(phone=other, actor=actor, writes=data.yes("writes"))
    return _saved(data, id=other.pk)


@write_view(PhonePermission.WRITES)
def record(request: PhoneRequest, data: Message) -> Told:
    """Record a hand, or another version of one."""
    actor = request.by
    recorded = hand_writes.record(sheet=request.sheet, actor=actor, sent=data.hand())
    return _recorded(request, data, recorded)


@write_view(PhonePermission.WRITES)
def void(request: PhoneRequest, data: Message) -> Told:
    """Void a hand, so that it doesn't count."""
    recorded = hand_writes.void(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        hand=data.text("hand"),
        reason=data.text("reason"),
    )
    return _recorded(request, data, recorded)


@write_view(PhonePermission.WRITES)
def choose(request: PhoneRequest, data: Message, item: str) -> Told:
    """Decide which of two records of a hand counts, or both."""
    data.key()
    waiting = TrayHand.objects.filter(sheet=request.sheet, key=item).first()
    if waiting is None:
        raise Conflict(message("That hand is no longer waiting."))
    hand_writes.resolve_tray_hand(
        item=waiting,
        actor=request.by,
        take=data.text("take"),
        reason=data.text("reason"),
    )
    return _saved(data)


@write_view(PhonePermission.WRITES)
def lend(request: PhoneRequest, data: Message) -> Told:
    """Record chips from the bank, or back to it."""
    loans.lend(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        seat=data.seat(),
        chips=data.whole("chips"),
    )
    return _saved(data)


@write_view(PhonePermission.WRITES)
def hand_in(request: PhoneRequest, data: Message) -> Told:
    """Record the table's count of its chips."""
    outcome = counts.count(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        seen=data.whole("seen", 0),
        seats=seat_counts(data.each_whole("held"), data.each_whole("borrowed")),
        chips=data.fields.get("chips"),
        from_hands=data.yes("from_hands"),
        phone=request.phone,
    )
    return _counted(request, data, outcome)


@write_view(PhonePermission.JOINED)
def confirm(request: PhoneRequest, data: Message) -> Told:
    """Confirm a count as the second person.

    On a phone of their own, or by typing their own chips without seeing the first
    count. Where the scores have no known total, by typing those of all seats (lists).
    """
    own_count = retyped = None
    if isinstance(data.fields.get("held"), list):
        retyped = seat_counts(data.each_whole("held"), data.each_whole("borrowed"))
    elif "held" in data.fields:
        (own_count,) = seat_counts([data.whole("held")], [data.whole("borrowed")])
    outcome = counts.confirm(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        seen=data.whole("seen", 0),
        witness=Count.Witness.OWN if own_count else Count.Witness.PHONE,
        witness_seat=data.seat(),
        own=own_count,
        again=retyped,
        phone=request.phone,
    )
    return _counted(request, data, outcome)


@write_view(PhonePermission.JOINED)
def call(request: PhoneRequest, data: Message) -> Told:
    """Call the director to the table."""
    calls.call(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        reason=data.text("reason"),
    )
    return _saved(data)


@write_view(PhonePermission.WRITES)
def put_right(request: PhoneRequest, data: Message) -> Told:
    """Set who really sits at the table, seat by seat; None for a free seat."""
    ids = data.seats()
    known = people_with(request.sheet, {pk for pk in ids if pk})
    if not all(pk is None or pk in known for pk in ids):
        raise ActionRefused(message("Choose people from this tournament."), "seats")
    seat_fixes.put_right(
        sheet=request.sheet,
        actor=request.by,
        key=data.key(),
        entries=[known[pk] if pk else None for pk in ids],
    )
    return _saved(data)


def _saved(data: Message, **more: Any) -> Told:
    return {"saved": {"key": data.key(), **more}}


def _counted(request: PhoneRequest, data: Message, outcome: CountResult) -> Told:
    """Return the saved count; `agreed` is false if the second person's differs."""
    saved = _saved(data, number=outcome.count.number, agreed=outcome.agreed)
    state = state_after(outcome.locked.parts, request.key, life=outcome.life)
    return saved | {"state": state}


def _recorded(request: PhoneRequest, data: Message, recorded: HandWriteResult) -> Told:
    """Return the saved hand and totals, its place in the tray, or its problems."""
    hand, parts = recorded.hand, recorded.parts
    if hand and parts:
        state = state_after(parts, request.key, recorded.versions)
        standing = standing_among(recorded.versions)
        totals = totals_of(parts.sheet, standing, parts.hand_rulings)
        saved = _saved(data, number=hand.number, net=hand.net, totals=totals)
        return saved | {"state": state}
    if item := recorded.tray:
        outcome = item.get_outcome_display()
        success_text = (
            message("Already decided: {outcome}.", outcome=outcome)
            if item.outcome
            else ""
        )
        tray = {
            "key": data.key(),
            "why": item.why,
            "message": success_text or str(WAITS[item.why]),
        }
        return {"tray": tray}
    return {"refused": _refused(recorded)}


def _refused(recorded: HandWriteResult) -> Told:
    first, *_ = recorded.problems
    return {
        "message": in_language(first.message),
        "field": first.field,
        "problems": [
            {
                "code": problem.code,
                "field": problem.field,
                "message": in_language(problem.message),
                "section": problem.section,
            }
            for problem in recorded.problems
        ],
    }


@question_view(PhonePermission.JOINED)
def preview(request: PhoneRequest, data: Message) -> dict[str, Any]:
    """Return what a record moves and why, or its problems; or the effects of a void."""
    if void := data.text("void"):
        return preview_of_void(request.sheet, void)
    return preview_of(request.sheet, data.game_record(), replaces=data.text("replaces"))
