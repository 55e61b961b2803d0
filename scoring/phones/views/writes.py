"""What the phones of a table write, or ask before: a view for each address."""

from typing import Any

from clubs.i18n import in_language, say, say_later
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
    asks,
    writes,
)
from scoring.sheets import counts, hand_writes, phones
from scoring.sheets.counts import Outcome
from scoring.sheets.hand_writes import Recorded
from scoring.sheets.hands import standing_among, totals_of
from scoring.sheets.sheet import seat_counts

Told = dict[str, Any]
WAITS: dict[str, str] = {
    TrayHand.Why.LATE: say_later("It came in too late to count. The desk will decide."),
    TrayHand.Why.DOUBLE: say_later(
        "Another phone recorded this hand too. Choose which one counts."
    ),
}


@writes(PhonePermission.ANYBODY)
def join(request: PhoneRequest, message: Message) -> Told:
    """This phone says who holds it, and may ask to write."""
    phone = phones.join(
        sheet=request.sheet,
        key=message.key(),
        seat=message.seat_or_none(),
        name=message.text("name"),
        asks=message.yes("asks"),
    )
    return _saved(message, id=phone.pk)


@writes(PhonePermission.KEEPER)
def admit(request: PhoneRequest, message: Message, phone: int) -> Told:
    """Another phone may write, or no longer; or it keeps the score from now on."""
    message.key()
    by, other = request.by, request.sheet.phones.filter(pk=phone).first()
    if other is None:
        raise Conflict(say("That phone is no longer at this table."))
    if "keeper" in message.fields and message.yes("keeper"):
        phones.make_keeper(phone=other, by=by)
    else:
        phones.admit(phone=other, by=by, writes=message.yes("writes"))
    return _saved(message, id=other.pk)


@writes(PhonePermission.WRITES)
def record(request: PhoneRequest, message: Message) -> Told:
    """A hand, or another version of one."""
    by = request.by
    recorded = hand_writes.record(sheet=request.sheet, by=by, sent=message.hand())
    return _recorded(request, message, recorded)


@writes(PhonePermission.WRITES)
def void(request: PhoneRequest, message: Message) -> Told:
    """A hand that shall not count."""
    recorded = hand_writes.void(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        hand=message.text("hand"),
        reason=message.text("reason"),
    )
    return _recorded(request, message, recorded)


@writes(PhonePermission.WRITES)
def choose(request: PhoneRequest, message: Message, item: str) -> Told:
    """Which of two records of a hand counts, or both."""
    message.key()
    waiting = TrayHand.objects.filter(sheet=request.sheet, key=item).first()
    if waiting is None:
        raise Conflict(say("That hand is no longer waiting."))
    hand_writes.settle(
        item=waiting,
        by=request.by,
        take=message.text("take"),
        reason=message.text("reason"),
    )
    return _saved(message)


@writes(PhonePermission.WRITES)
def lend(request: PhoneRequest, message: Message) -> Told:
    """Chips from the bank, or back to it."""
    loans.lend(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        seat=message.seat(),
        chips=message.whole("chips"),
    )
    return _saved(message)


@writes(PhonePermission.WRITES)
def hand_in(request: PhoneRequest, message: Message) -> Told:
    """The table counted its chips."""
    outcome = counts.count(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        seen=message.whole("seen", 0),
        seats=seat_counts(message.each_whole("held"), message.each_whole("borrowed")),
        chips=message.fields.get("chips"),
        from_hands=message.yes("from_hands"),
        phone=request.phone,
    )
    return _counted(request, message, outcome)


@writes(PhonePermission.JOINED)
def confirm(request: PhoneRequest, message: Message) -> Told:
    """The second person: on a phone of his own, or by his own chips typed blind."""
    own = None
    if "held" in message.fields:
        (own,) = seat_counts([message.whole("held")], [message.whole("borrowed")])
    outcome = counts.confirm(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        seen=message.whole("seen", 0),
        witness=Count.Witness.OWN if own else Count.Witness.PHONE,
        witness_seat=message.seat(),
        own=own,
        phone=request.phone,
    )
    return _counted(request, message, outcome)


@writes(PhonePermission.JOINED)
def call(request: PhoneRequest, message: Message) -> Told:
    """The director is wanted at the table."""
    calls.call(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        reason=message.text("reason"),
    )
    return _saved(message)


@writes(PhonePermission.WRITES)
def put_right(request: PhoneRequest, message: Message) -> Told:
    """Who really sits here, seat by seat; nobody on a free one."""
    ids = message.seats()
    known = people_with(request.sheet, {pk for pk in ids if pk})
    if not all(pk is None or pk in known for pk in ids):
        raise ActionRefused(say("Choose people from this tournament."), "seats")
    seat_fixes.put_right(
        sheet=request.sheet,
        by=request.by,
        key=message.key(),
        entries=[known[pk] if pk else None for pk in ids],
    )
    return _saved(message)


def _saved(message: Message, **more: Any) -> Told:
    return {"saved": {"key": message.key(), **more}}


def _counted(request: PhoneRequest, message: Message, outcome: Outcome) -> Told:
    """`agreed` is false where the second person typed other numbers than the first."""
    saved = _saved(message, number=outcome.count.number, agreed=outcome.agreed)
    state = state_after(outcome.locked.parts, request.key, life=outcome.life)
    return saved | {"state": state}


def _recorded(request: PhoneRequest, message: Message, recorded: Recorded) -> Told:
    """A hand, what it moved and the totals; its place in the tray; or problems."""
    hand, parts = recorded.hand, recorded.parts
    if hand and parts:
        state = state_after(parts, request.key, recorded.versions)
        standing = standing_among(recorded.versions)
        totals = totals_of(parts.sheet, standing, parts.hand_rulings)
        saved = _saved(message, number=hand.number, net=hand.net, totals=totals)
        return saved | {"state": state}
    if item := recorded.tray:
        outcome = item.get_outcome_display()
        done = (
            say("Already decided: {outcome}.", outcome=outcome) if item.outcome else ""
        )
        told = {
            "key": message.key(),
            "why": item.why,
            "message": done or str(WAITS[item.why]),
        }
        return {"tray": told}
    return {"refused": _refused(recorded)}


def _refused(recorded: Recorded) -> Told:
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


@asks(PhonePermission.JOINED)
def preview(request: PhoneRequest, message: Message) -> dict[str, Any]:
    """The nets of a record and why, or what is wrong with it; what a void hand moves."""
    if void := message.text("void"):
        return preview_of_void(request.sheet, void)
    return preview_of(
        request.sheet, message.game_record(), replaces=message.text("replaces")
    )
