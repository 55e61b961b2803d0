"""Record, change and void hands, and decide about hands waiting in the tray.

Nothing that a table recorded is lost: a hand that can't be among the sheet's hands,
because another phone was quicker or the sheet is verified, waits in the tray until
someone decides. A dropped hand stays in the tray's rows for good, with the name of the
person who dropped it. Hands never change the standings: those follow a count that a
second person confirms (`counts.confirm`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.i18n import in_english, message, plural_message, signed
from rules.deal_rotation import State
from rules.problems import Problem
from scoring.core.sheet_parts import SheetParts
from scoring.core.text_cleaning import clean, refuse_unfit
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    lock_rows,
    lock_sheet,
    lock_sheet_parts,
    log,
)
from scoring.games.table_rules import TableRules, rules_at, seats_at, settle_anew
from scoring.models import Hand, Round, Sheet, TrayHand
from scoring.models.log_messages import LogMessage, log_message
from scoring.models.reasons import reason_columns, recognize_reason, set_reason
from scoring.results.stored import hands_changed
from scoring.sheets.hands import (
    is_replaced,
    newest,
    next_number,
    rival_of,
    standing_on,
    state_before,
    versions_of,
    with_key,
)

HIGHEST = 999  # hand number that a phone may send
MOST_HANDS = 120  # of one round: four hours of two minutes each
MOST_VERSIONS = 360  # of one sheet, including all changed or undone versions
MOST_RECORD = 8_000  # characters; a record with faults has less than 1,000
# Choices for a waiting hand: the tray's hand instead of the recorded one, the recorded
# one, or both, since they are two hands.
MINE, THEIRS, BOTH = CHOICES = ("mine", "theirs", "both")
MOST_WAITING = 100  # of one sheet
Outcome, Why = TrayHand.Outcome, TrayHand.Why


@dataclass(frozen=True, slots=True)
class SentHand:
    """A hand as it was sent, before it is stored on the sheet or waits in the tray.

    `number` is the intended number of the hand; 0 means the next. `replaces` is the key
    of the version it changes, with the `reason`. Without a record it voids that
    version.
    """

    key: str
    record: dict[str, Any] | None
    number: int = 0
    dealer: int | None = None
    note: str = ""
    replaces: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A hand as it is stored, with all `versions` on its sheet.

    `moved` are the numbers of other hands that now move other chips.
    """

    hand: Hand
    versions: Sequence[Hand]
    moved: tuple[int, ...] = ()

    def and_besides(self, text: LogMessage) -> LogMessage:
        """Return the text of the log, with the other hands that moved, if any."""
        if not self.moved:
            return text
        hands = ", ".join(map(str, self.moved))
        return log_message(
            "hand.others_settled",
            n=len(self.moved),
            text=text,
            hands=hands,
        )


@dataclass(frozen=True, slots=True)
class HandWriteResult:
    """The result of a write: a hand, an item in the tray, or problems if not saved.

    A hand comes with all `versions` on its sheet as they are now, and with the sheet's
    `parts`, so that callers need not read them again.
    """

    hand: Hand | None = None
    tray: TrayHand | None = None
    problems: tuple[Problem, ...] = ()
    versions: Sequence[Hand] = ()
    parts: SheetParts | None = field(default=None, compare=False)


@transaction.atomic
def record(*, sheet: Sheet, actor: Actor, sent: SentHand) -> HandWriteResult:
    """Check, settle and store one hand; a key sent twice is one hand.

    A number that is too high becomes the next number. A hand that another phone
    recorded since then waits in the tray, even if the records are equal. Raises
    ActionRefused for a draft round and for a hand that can't be stored, Conflict for a
    key used with another record.
    """
    sent, parts = _fit(sheet, sent), lock_sheet_parts(sheet)
    locked_sheet = parts.sheet
    versions = versions_of(locked_sheet)
    hand = with_key(versions, sent.key)
    if duplicate := _sent_before(parts, sent, versions, hand):
        return duplicate
    _refuse_draft(locked_sheet.round)
    if sent.replaces and not sent.reason:
        raise ActionRefused(message("Enter why you’re changing the hand."), "reason")
    old = with_key(versions, sent.replaces)
    before = state_before(versions, old.number if old else HIGHEST + 1)
    if problems := rules_at(locked_sheet).problems(sent.record, before):
        return HandWriteResult(problems=problems)
    if len(versions) >= MOST_VERSIONS:
        raise ActionRefused(_full(len(versions)))
    write = _change if sent.replaces else _record_new
    return replace(write(locked_sheet, sent, actor, versions, before), parts=parts)


@transaction.atomic
def void(
    *,
    sheet: Sheet,
    actor: Actor,
    key: str,
    hand: str,
    reason: str,
    ruling_stands: bool = False,
) -> HandWriteResult:
    """Remove the hand with this key from the totals; it stays visible, with the reason.

    A hand already void stays as it is. Raises ActionRefused without a reason, for a
    hand that isn't on the sheet, or for one with a judge's ruling, unless someone at
    the desk confirms that the ruling stays (`ruling_stands`).
    """
    sent = _fit(sheet, SentHand(key, None, replaces=hand, reason=reason))
    if not sent.reason:
        raise ActionRefused(message("Enter why you’re voiding the hand."), "reason")
    parts = lock_sheet_parts(sheet)
    locked_sheet = parts.sheet
    versions = versions_of(locked_sheet)
    void_by_it = with_key(versions, sent.key)
    if sent_before := _sent_before(parts, sent, versions, void_by_it):
        return sent_before
    old = with_key(versions, hand)
    if old is None:
        return HandWriteResult(
            tray=_take_back(_waiting(locked_sheet, hand, "hand"), actor, sent.reason)
        )
    if old.voided_at:
        return HandWriteResult(old, versions=versions, parts=parts)
    refuse_ruled_on(locked_sheet, old.number, ruling_stands)
    if tray_reason := _why_not(old, versions):
        sent = replace(sent, number=old.number)
        return HandWriteResult(
            tray=put_in_tray(locked_sheet, sent, actor, tray_reason, old)
        )
    before = net_text(old.net)
    result = make_void(locked_sheet, old, sent.reason, versions)
    text = log_message(
        "hand.voided",
        hand=old.number,
        reason=sent.reason,
        **locked_sheet.where,
    )
    log(actor, "void", result.and_besides(text), sheet=locked_sheet, old=before)
    return HandWriteResult(old, versions=versions, parts=parts)


@transaction.atomic
def resolve_tray_hand(
    *,
    item: TrayHand,
    actor: Actor,
    take: str,
    reason: str = "",
    ruling_stands: bool = False,
) -> TrayHand:
    """Choose the tray's hand, the recorded one, or both; the same choice twice is one.

    For a verified sheet or a round that is over, only the desk decides, with a reason
    for accepting a hand: the hand explains, but the count in force stays. A hand with a
    judge's ruling is voided only if the ruling stays (`ruling_stands`). Raises
    ActionRefused, or Conflict if someone made another choice since then.
    """
    reason = clean(reason, most=200, field="reason")
    if take not in CHOICES:
        raise ActionRefused(message("Choose one of the two records, or both."), "take")
    lock_rows(item.sheet.round.tournament)
    sheet = lock_sheet(item.sheet)
    fresh = TrayHand.objects.get(pk=item.pk)
    fresh.sheet = sheet
    if fresh.outcome:
        return _chosen_before(fresh, take)
    if fresh.why == Why.LATE or is_late(sheet):
        _refuse_late(actor, take, reason)
    if take == THEIRS:
        return drop(fresh, actor, reason)
    if fresh.record is None:
        refuse_ruled_on(sheet, fresh.number, ruling_stands)
    _log_taken(fresh, _take(fresh, take, reason), actor, reason)
    if is_late(sheet):
        log_reason = reason or log_message("reason.chosen_of_two")
        hands_changed(sheet.round.tournament, actor=actor, reason=log_reason)
    return _close(fresh, actor, Outcome.TAKEN, reason)


def _fit(sheet: Sheet, sent: SentHand) -> SentHand:
    """Return the hand with clean texts. Raises ActionRefused if it can't be stored."""
    refuse_unfit(sent.record, "record")
    note = clean(sent.note, most=300, field="note")
    reason = recognize_reason(clean(sent.reason, most=200, field="reason"))
    if len(json.dumps(sent.record)) > MOST_RECORD:
        raise ActionRefused(message("This hand’s record is too long."), "record")
    if not 0 <= sent.number <= HIGHEST:
        raise ActionRefused(
            message("Enter a hand number from 1 to {highest}.", highest=HIGHEST),
            "number",
        )
    seats = seats_at(sheet)
    if sent.dealer is not None and not 1 <= sent.dealer <= seats:
        raise ActionRefused(
            message("The dealer’s seat must be from 1 to {seats}.", seats=seats),
            "dealer",
        )
    return replace(sent, note=note, reason=reason)


def _sent_before(
    parts: SheetParts, sent: SentHand, versions: list[Hand], hand: Hand | None
) -> HandWriteResult | None:
    """Return the result of this write if the same hand was already sent.

    `hand` is the version that has its key. Raises Conflict if the records differ.
    """
    waits = next((item for item in parts.tray if item.key == sent.key), None)
    duplicate = waits or hand
    if duplicate is None:
        return None
    if duplicate.record != sent.record:
        raise Conflict(message("This hand was already sent with a different record."))
    if waits:
        return HandWriteResult(tray=waits)
    return HandWriteResult(hand, versions=versions, parts=parts)


def _full(hands: int) -> str:
    return plural_message(
        "This sheet already has {n} hand, the most a round can have. Is this the "
        "right table? Ask at the desk.",
        "This sheet already has {n} hands, the most a round can have. Is this the "
        "right table? Ask at the desk.",
        hands,
    )


def _refuse_draft(rnd: Round) -> None:
    """Refuse a draft round: nobody has played it yet, and its seats may be redrawn."""
    if rnd.state == Round.State.DRAFT:
        raise ActionRefused(
            message("Round {round} isn’t open for play.", round=rnd.number)
        )


def _record_new(
    sheet: Sheet,
    sent: SentHand,
    actor: Actor,
    versions: list[Hand],
    before: State | None,
) -> HandWriteResult:
    """Add the next hand, or put it in the tray for someone to decide."""
    following = next_number(sheet, versions)
    numbered = replace(sent, number=sent.number or following)
    if is_late(sheet):
        return HandWriteResult(tray=put_in_tray(sheet, numbered, actor, Why.LATE))
    if numbered.number < following and newest(versions, numbered.number):
        return HandWriteResult(tray=put_in_tray(sheet, numbered, actor, Why.DOUBLE))
    if following > MOST_HANDS:
        raise ActionRefused(_full(MOST_HANDS))
    added = add(sheet, replace(sent, number=following), actor, versions, before)
    text = log_message(
        "hand.recorded",
        hand=following,
        **sheet.where,
    )
    log(actor, "hand", text, sheet=sheet, new=net_text(added.hand.net))
    return HandWriteResult(added.hand, versions=added.versions)


def _change(
    sheet: Sheet,
    sent: SentHand,
    actor: Actor,
    versions: list[Hand],
    before: State | None,
) -> HandWriteResult:
    """Add a newer version, or put it in the tray if the old one no longer counts."""
    old = with_key(versions, sent.replaces)
    if old is None:
        waiting = _waiting(sheet, sent.replaces, "replaces")
        return _change_waiting(sheet, sent, actor, waiting)
    sent = replace(sent, number=old.number)
    if tray_reason := _why_not(old, versions):
        return HandWriteResult(tray=put_in_tray(sheet, sent, actor, tray_reason, old))
    old_net = net_text(old.net)
    added = add(sheet, sent, actor, versions, before, old)
    new_hand = added.hand
    text = log_message(
        "hand.changed",
        hand=old.number,
        reason=new_hand.reason_text,
        **sheet.where,
    )
    text = added.and_besides(text)
    log(actor, "hand", text, sheet=sheet, old=old_net, new=net_text(new_hand.net))
    return HandWriteResult(new_hand, versions=added.versions)


def _change_waiting(
    sheet: Sheet, sent: SentHand, actor: Actor, waiting: TrayHand
) -> HandWriteResult:
    """Replace a hand waiting in the tray by its better version, which then waits."""
    sent = replace(sent, number=waiting.number)
    drop(waiting, actor, log_message("reason.changed_in_tray"))
    tray_reason = Why.LATE if is_late(sheet) else waiting.why
    return HandWriteResult(
        tray=put_in_tray(sheet, sent, actor, tray_reason, waiting.replaces)
    )


def _take_back(waiting: TrayHand, actor: Actor, reason: str) -> TrayHand:
    """Remove a hand from the tray; a late one only by its sender or at the desk."""
    is_allowed = actor.user is not None or actor.name == waiting.by_name
    if not is_allowed and not waiting.outcome and is_late(waiting.sheet):
        raise ActionRefused(
            message("This hand came in late. The desk will decide."), "hand"
        )
    return drop(waiting, actor, reason)


def _why_not(old: Hand, versions: Sequence[Hand]) -> str:
    """Return why this version can't be changed at the table, or an empty string."""
    if is_late(old.sheet):
        return Why.LATE
    return Why.DOUBLE if old.voided_at or is_replaced(old, versions) else ""


def _waiting(sheet: Sheet, key: str, name: str) -> TrayHand:
    """Return the tray's hand with this key, settled or not. Raises ActionRefused."""
    found = _in_tray(sheet, key)
    if found is None or found.record is None:
        raise ActionRefused(message("This hand isn’t on the sheet."), name)
    found.sheet = sheet
    return found


def _in_tray(sheet: Sheet, key: str) -> TrayHand | None:
    """Return the tray's hand with this key, settled or not."""
    return TrayHand.objects.filter(sheet=sheet, key=key).first()


def is_late(sheet: Sheet) -> bool:
    """Return whether only the desk can still put hands on this sheet.

    A counted sheet takes hands until someone verifies it: the chips decide, the hands
    explain.
    """
    if sheet.round.state != Round.State.OPEN:
        return True
    return any(seat.score is not None for seat in sheet.seats.all())


def add(
    sheet: Sheet,
    sent: SentHand,
    actor: Actor,
    versions: Sequence[Hand],
    before: State | None,
    old: Hand | None = None,
) -> Written:
    """Settle a record that was found valid and store it, replacing `old`.

    `before` is the state that the previous hand leaves to it.
    """
    record, table = sent.record or {}, rules_at(sheet)
    settled = table.settle(record, before)
    hand = Hand.objects.create(
        sheet=sheet,
        key=sent.key,
        number=sent.number,
        record=record,
        dealer=sent.dealer or record.get("dealer"),
        note=sent.note,
        engine=table.game.version,
        replaces=old,
        **reason_columns(Hand, "reason", sent.reason if old else ""),
        by=actor.user,
        by_name=actor.name,
        **table.columns_of(settled),
    )
    return _rescored_hands(table, hand, [*versions, hand])


def make_void(
    sheet: Sheet, hand: Hand, reason: str, versions: Sequence[Hand]
) -> Written:
    """Remove a hand from the totals; it stays visible with the reason."""
    hand.void_reason, hand.voided_at = in_english(reason), timezone.now()
    hand.save(update_fields=["void_reason", "voided_at"])
    return _rescored_hands(rules_at(sheet), hand, versions)


def _rescored_hands(table: TableRules, hand: Hand, versions: Sequence[Hand]) -> Written:
    """Settle again the hands that follow, since the state left to them has changed."""
    if table.start is None:
        return Written(hand, versions)
    moved = [
        version.number
        for version in settle_anew(table, versions)
        if version is not hand
    ]
    return Written(hand, versions, tuple(dict.fromkeys(moved)))


def refuse_ruled_on(sheet: Sheet, number: int, ruling_stands: bool) -> None:
    """Raise ActionRefused for voiding a hand unless its ruling is set to stay."""
    if standing_on(sheet, number) and not ruling_stands:
        raise ActionRefused(
            message(
                "A judge made a ruling on hand {number}. Only the desk can void this "
                "hand.",
                number=number,
            ),
            "ruling_stands",
        )


def net_text(net: Sequence[int]) -> str:
    """Return chips won and lost, seat 1 first: +3, −3, 0, 0."""
    return ", ".join(map(signed, net))


def put_in_tray(
    sheet: Sheet, sent: SentHand, actor: Actor, reason: str, old: Hand | None = None
) -> TrayHand:
    """Put a sent hand in the tray until someone decides; call under the sheet's lock.

    `old` is the hand that it changes or voids. Raises ActionRefused if MOST_WAITING
    hands are waiting already.
    """
    if sheet.tray.filter(outcome="").count() >= MOST_WAITING:
        raise ActionRefused(
            message(
                "{n} hands from this table are already waiting. Call the desk.",
                n=MOST_WAITING,
            )
        )
    waits = TrayHand.objects.create(
        sheet=sheet,
        key=sent.key,
        why=reason,
        number=sent.number,
        record=sent.record,
        dealer=sent.dealer,
        note=sent.note,
        replaces=old,
        reason=in_english(sent.reason),
        by_name=actor.name,
    )
    where_it_is = {"hand": sent.number, **sheet.where}
    text = (
        log_message(
            "tray.late",
            **where_it_is,
        )
        if reason == Why.LATE
        else log_message(
            "tray.from_two_phones",
            **where_it_is,
        )
    )
    log(actor, "tray", text, sheet=sheet)
    return waits


def drop(item: TrayHand, actor: Actor, reason: str) -> TrayHand:
    """Drop a hand from the tray if nobody chose yet; call under the sheet's lock."""
    if not item.outcome:
        _close(item, actor, Outcome.DROPPED, reason)
        text = log_message(
            "tray.dropped",
            hand=item.number,
            **item.sheet.where,
        )
        log(actor, "tray", _with_reason(text, reason), sheet=item.sheet)
    return item


def _chosen_before(item: TrayHand, take: str) -> TrayHand:
    if _chosen(item) != take:
        raise Conflict(
            message(
                "{name} has already made a different choice.", name=item.settled_by_name
            )
        )
    return item


def _chosen(item: TrayHand) -> str:
    """Return the choice that settled this item."""
    if item.outcome == Outcome.DROPPED:
        return THEIRS
    hand = Hand.objects.filter(sheet=item.sheet, key=item.key).first()
    return BOTH if hand and hand.number != item.number else MINE


def _refuse_late(actor: Actor, take: str, reason: str) -> None:
    if actor.user is None:
        raise ActionRefused(
            message("This hand came in late. The desk will decide."), "take"
        )
    if take != THEIRS and not reason:
        raise ActionRefused(
            message("Enter why you’re accepting the late hand."), "reason"
        )


def _take(item: TrayHand, take: str, reason: str) -> Written:
    """Add the tray's hand to the sheet, or void the recorded hand."""
    versions = versions_of(item.sheet)
    rival = rival_of(item, versions)
    if take == BOTH and (item.replaces_id or rival is None):
        raise ActionRefused(message("There is only one record of this hand."), "take")
    if item.record is None:
        if rival is None:
            raise ActionRefused(
                message("Hand {number} isn’t on this sheet.", number=item.number)
            )
        if rival.voided_at:
            return Written(rival, versions)
        return make_void(item.sheet, rival, item.reason_text, versions)
    number = next_number(item.sheet, versions) if take == BOTH else item.number
    before = state_before(versions, number)
    if problems := rules_at(item.sheet).problems(item.record, before):
        raise ActionRefused(problems[0].message)
    hand_reason = item.reason_text or reason or log_message("reason.chosen_of_two")
    sent = _as_sent(item, number, hand_reason)
    old = None if take == BOTH else rival
    return add(item.sheet, sent, _sender(item), versions, before, old)


def _as_sent(item: TrayHand, number: int, reason: str) -> SentHand:
    """Return the tray's hand as if sent by its sender, with this number."""
    return SentHand(
        item.key, item.record, number, item.dealer, item.note, reason=reason
    )


def _sender(item: TrayHand) -> Actor:
    """Return the sender as the hand's author, not the person who accepted it."""
    return Actor(None, item.by_name)


def _log_taken(item: TrayHand, added: Written, actor: Actor, reason: str) -> None:
    hand = added.hand
    facts = {"hand": hand.number, **item.sheet.where}
    text = log_message("tray.taken", **facts)
    new = net_text(hand.net)
    if item.record is None:
        text = log_message(
            "tray.voided",
            reason=item.reason_text,
            **facts,
        )
        old, new = new, ""
    else:
        old = net_text(hand.replaces.net) if hand.replaces else ""
    text = _with_reason(added.and_besides(text), reason)
    log(actor, "tray", text, sheet=item.sheet, old=old, new=new)


def _close(item: TrayHand, actor: Actor, outcome: str, reason: str) -> TrayHand:
    item.outcome, item.settled_at = outcome, timezone.now()
    item.settled_by, item.settled_by_name = actor.user, actor.name
    set_reason(item, "settled_reason", reason)
    item.save()
    return item


def _with_reason(text: LogMessage, reason: str) -> LogMessage:
    return log_message("tray.with_reason", text=text, reason=reason) if reason else text
