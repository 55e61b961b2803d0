"""A hand becomes a row, or a row is marked void; whoever asks for it logs it.

All of it belongs under the sheet's lock. A hand that was sent is an unsaved `TrayHand`
until it is clear where it lands: among the sheet's hands or in the tray.
"""

from typing import Any

from django.utils import timezone

from clubs.models import User
from rules.problems import Problem
from scoring.models import Count, Hand, Round, Sheet, TrayHand
from scoring.rulebook import game_of, house_rules_of
from scoring.selectors.hand_rulings import standing_on
from scoring.selectors.table.parts import has
from scoring.services.changes import Refused


def is_late(sheet: Sheet) -> bool:
    """Whether only the desk still puts hands on this sheet.

    One that is counted takes hands until somebody verifies it: the chips decide, the
    hands explain.
    """
    if sheet.round.state != Round.State.OPEN:
        return True
    confirming = Count.objects.filter(sheet=sheet, confirms__isnull=False)
    return has(sheet, "counts") and confirming.exists()


def problems_of(sheet: Sheet, record: dict[str, Any]) -> tuple[Problem, ...]:
    """All that the rules of the sheet's tournament find wrong with a record."""
    tournament = sheet.round.tournament
    return game_of(tournament).check(record, house_rules_of(tournament))


def add(
    sent: TrayHand,
    *,
    user: User | None = None,
    old: Hand | None = None,
    number: int = 0,
    reason: str = "",
) -> Hand:
    """Settle a record without problems and keep it, in place of `old` if there is one.

    It keeps the name of whoever sent it; `number` and `reason` where they are others
    than he gave.
    """
    tournament = sent.sheet.round.tournament
    rules, game = house_rules_of(tournament), game_of(tournament)
    net = game.settle(game.parse(sent.record), rules).net
    return Hand.objects.create(
        sheet=sent.sheet,
        key=sent.key,
        number=number or sent.number,
        record=sent.record,
        dealer=sent.dealer,
        note=sent.note,
        engine=game.VERSION,
        replaces=old,
        reason=(reason or sent.reason) if old else "",
        by=user,
        by_name=sent.by_name,
        **{f"net{n}": chips for n, chips in enumerate(net, start=1)},
    )


def make_void(hand: Hand, reason: str) -> Hand:
    """Take a hand out of the totals; it stays visible with the reason."""
    hand.void_reason, hand.voided_at = reason, timezone.now()
    hand.save(update_fields=["void_reason", "voided_at"])
    return hand


def refuse_ruled_on(sheet: Sheet, number: int, ruling_stands: bool) -> None:
    """Raises Refused for voiding a hand while nobody says what becomes of its ruling."""
    if standing_on(sheet, number) and not ruling_stands:
        raise Refused(
            f"A judge ruled on hand {number}. The desk voids it and says whether the "
            "ruling stands.",
            "ruling_stands",
        )


def place(sheet: Sheet) -> str:
    """Where a sheet lies, in the middle of a sentence: round 2, table 3."""
    return str(sheet).lower()


def signed(net: tuple[int, ...]) -> str:
    """Chips won and lost, seat 1 first: +3, −3, +3, −3."""
    return ", ".join(f"{chips:+d}".replace("-", "−") for chips in net)
