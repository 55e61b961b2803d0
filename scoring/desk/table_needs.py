"""What a table wants of the desk, in a sentence each, the most pressing first."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from clubs.wording import say, say_many
from scoring.models import Sheet, TrayHand
from scoring.sheets.phones import PhoneLine
from scoring.sheets.sheet import Life, State


class Pressing(IntEnum):
    """What a table may want, the most pressing first."""

    CALL = 1
    FREE_SEAT = 2
    CONTESTED = 3
    LOST_PHONE = 4
    MISPLACED = 5
    TRAY = 6
    SECOND_PERSON = 7
    START_CHIPS = 8


WRONG = (Pressing.CONTESTED, Pressing.LOST_PHONE, Pressing.MISPLACED)


@dataclass(frozen=True, slots=True)
class Need:
    """Something for somebody at the desk to do about a table, in a sentence."""

    pressing: Pressing
    text: str

    @property
    def is_wrong(self) -> bool:
        """Whether numbers are wrong, or may be lost; the rest only waits."""
        return self.pressing in WRONG


Needs = Iterator[Need]


def called(sheet: Sheet) -> Needs:
    for call in sheet.calls.all():
        yield Need(Pressing.CALL, say("Calls: {reason}", reason=call.reason))
    if seat := sheet.free_seat:  # type: ignore[attr-defined]  # see _sheets
        text = say("Seat {seat} is free. Who sits there?", seat=seat)
        yield Need(Pressing.FREE_SEAT, text)


def contested(sheet: Sheet, life: Life) -> Needs:
    pending = life.pending
    if pending and not pending.balances:
        off = abs(pending.difference)
        text = say("Does not balance: {chips} missing", chips=off)
        if pending.difference > 0:
            text = say("Does not balance: {chips} too many", chips=off)
        yield Need(Pressing.CONTESTED, text)
    if life.rival:
        yield Need(Pressing.CONTESTED, say("Two people counted it differently"))


def in_the_tray(sheet: Sheet) -> Needs:
    kinds = [item.why for item in sheet.tray.all()]
    if doubles := kinds.count(TrayHand.Why.DOUBLE):
        text = say_many(
            "{n} hand recorded by two phones: see the tray",
            "{n} hands recorded by two phones: see the tray",
            doubles,
        )
        yield Need(Pressing.TRAY, text)
    if late := kinds.count(TrayHand.Why.LATE):
        text = say_many(
            "{n} hand came late: see the tray",
            "{n} hands came late: see the tray",
            late,
        )
        yield Need(Pressing.TRAY, text)


def lost(phones: Iterable[PhoneLine]) -> Needs:
    for line in phones:
        if line.is_lost:
            name, unsent = line.phone.name, line.phone.unsent
            text = say(
                "{name}: phone silent, {unsent} not sent, look for it",
                name=name,
                unsent=unsent,
            )
            yield Need(Pressing.LOST_PHONE, text)


def out_of_place(numbers: Collection[int]) -> Needs:
    for number in numbers:
        text = say(
            "Hand {number} no longer follows on the hands before it: void it?",
            number=number,
        )
        yield Need(Pressing.MISPLACED, text)


def waiting(life: Life) -> Needs:
    pending = life.pending
    if life.correction_waits:
        text = say("A correction waits for a second person")
        yield Need(Pressing.SECOND_PERSON, text)
    elif pending and pending.balances and not life.rival:
        yield Need(Pressing.SECOND_PERSON, say("Waits for a second person"))


def unlaid(sheet: Sheet, life: Life, is_ticked: bool) -> Needs:
    """Only where the other tables were looked at, and nobody has counted yet."""
    if is_ticked and sheet.chips_laid_at is None and life.state == State.OPEN:
        yield Need(Pressing.START_CHIPS, say("Start chips not ticked"))
