"""A hand becomes a row, or a row is marked void; whoever asks for it logs it.

All of it belongs under the sheet's lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubs.wording import say, say_many, signed
from scoring.core.selectors.parts import has
from scoring.core.services.changes import Actor, Refused
from scoring.games.table_rules import rules_at, settle_anew
from scoring.models import Count, Hand, Round, Sheet
from scoring.sheets.nets import linked, standing_on, state_before


@dataclass(frozen=True, slots=True)
class SentHand:
    """A hand as it was sent, before it lands among the sheet's hands or in the tray.

    `number` is the hand it is meant to be; 0 is the next. `replaces` is the key of the
    version that it changes, with the reason. Without a record it voids that one.
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
    """A hand as it is now kept, with all `versions` that its sheet has.

    `moved` are the numbers of other hands that move other chips since.
    """

    hand: Hand
    versions: Sequence[Hand]
    moved: tuple[int, ...] = ()

    def and_besides(self, text: str) -> str:
        """The text of the log, with the other hands that moved where any did."""
        if not self.moved:
            return text
        hands = ", ".join(map(str, self.moved))
        return say_many(
            "{text} (hand {hands} settled anew)",
            "{text} (hands {hands} settled anew)",
            len(self.moved),
            text=text,
            hands=hands,
        )


def is_late(sheet: Sheet) -> bool:
    """Whether only the desk still puts hands on this sheet.

    One that is counted takes hands until somebody verifies it: the chips decide, the
    hands explain.
    """
    if sheet.round.state != Round.State.OPEN:
        return True
    if not has(sheet, "counts"):
        return False
    return Count.objects.filter(sheet=sheet, confirms__isnull=False).exists()


def add(
    sheet: Sheet,
    sent: SentHand,
    by: Actor,
    versions: Sequence[Hand],
    old: Hand | None = None,
) -> Written:
    """Settle a record just found without problems and keep it, in place of `old`."""
    record, before = sent.record or {}, state_before(versions, sent.number)
    table = rules_at(sheet)
    settled = table.settle(record, before)
    made = Hand.objects.create(
        sheet=sheet,
        key=sent.key,
        number=sent.number,
        record=record,
        dealer=sent.dealer or record.get("dealer"),
        note=sent.note,
        engine=table.game.version,
        replaces=old,
        reason=sent.reason if old else "",
        by=by.user,
        by_name=by.name,
        **table.columns_of(settled),
    )
    return _written(sheet, made, linked([*versions, made]))


def make_void(
    sheet: Sheet, hand: Hand, reason: str, versions: Sequence[Hand]
) -> Written:
    """Take a hand out of the totals; it stays visible with the reason."""
    hand.void_reason, hand.voided_at = reason, timezone.now()
    hand.save(update_fields=["void_reason", "voided_at"])
    return _written(sheet, hand, versions)


def _written(sheet: Sheet, hand: Hand, versions: Sequence[Hand]) -> Written:
    """Hands that follow on what another one leaves now are settled anew."""
    table = rules_at(sheet)
    if table.start is None:
        return Written(hand, versions)
    moved = [each.number for each in settle_anew(table, versions) if each is not hand]
    return Written(hand, versions, tuple(dict.fromkeys(moved)))


def refuse_ruled_on(sheet: Sheet, number: int, ruling_stands: bool) -> None:
    """Raises Refused for voiding a hand while nobody says what becomes of its ruling."""
    if standing_on(sheet, number) and not ruling_stands:
        raise Refused(
            say(
                "A judge ruled on hand {number}. The desk voids it and says "
                "whether the ruling stands.",
                number=number,
            ),
            "ruling_stands",
        )


def net_text(net: Sequence[int]) -> str:
    """Chips won and lost, seat 1 first: +3, −3, 0, 0."""
    return ", ".join(map(signed, net))
