"""Recording the deals of a table, and settling them anew under other rules."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from rules.problems import Problem
from scoring.models import Hand, Sheet, Tournament
from scoring.rulebook import game_of, house_rules_of
from scoring.services.changes import Actor, Refused, log


@dataclass(frozen=True, slots=True)
class Recorded:
    """A saved hand, or every problem of a record that was not saved."""

    hand: Hand | None
    problems: tuple[Problem, ...] = ()


@transaction.atomic
def record(
    *, sheet: Sheet, by: Actor, key: str, record: dict[str, Any], replaces: int = 0
) -> Recorded:
    """Check and settle one hand and keep it; a key sent twice is one hand.

    `replaces` is the pk of an earlier version. Raises Refused if the round is not open
    or that version was replaced or voided already.
    """
    locked = Sheet.objects.select_for_update().get(pk=sheet.pk)
    if done := Hand.objects.filter(sheet=locked, key=key).first():
        return Recorded(done)
    if locked.round.state != locked.round.State.OPEN:
        raise Refused(f"{locked.round} is not open for play.")
    tournament = locked.round.tournament
    rules, game = house_rules_of(tournament), game_of(tournament)
    if problems := game.check(record, rules):
        return Recorded(None, problems)
    old = _replaced(locked, replaces) if replaces else None
    net = game.settle(game.parse(record), rules).net
    hand = Hand.objects.create(
        sheet=locked,
        key=key,
        number=old.number if old else _next_number(locked),
        record=record,
        engine=game.VERSION,
        replaces=old,
        by=by.user,
        by_name=by.name,
        **{f"net{n}": chips for n, chips in enumerate(net, start=1)},
    )
    text = (
        f"{'changed' if old else 'recorded'} hand {hand.number} of {str(sheet).lower()}"
    )
    was = str(old.net) if old else ""
    log(by, "hand", text, sheet=sheet, old=was, new=str(hand.net))
    return Recorded(hand)


@transaction.atomic
def void(*, hand: Hand, by: Actor, reason: str) -> Hand:
    """Take a hand out of the totals; it stays visible with its reason."""
    Sheet.objects.select_for_update().get(pk=hand.sheet_id)
    fresh = Hand.objects.get(pk=hand.pk)
    if fresh.voided_at:
        return fresh
    if not reason.strip():
        raise Refused("Say why the hand is void.", "reason")
    fresh.void_reason = reason.strip()
    fresh.voided_at = timezone.now()
    fresh.save()
    log(
        by,
        "void",
        f"voided hand {fresh.number}: {fresh.void_reason}",
        sheet=fresh.sheet,
        old=str(fresh.net),
    )
    return fresh


def settle_anew(tournament: Tournament) -> None:
    """Every hand by the tournament's rules as they are now.

    Belongs in the transaction of the change. Raises Refused where a recorded hand
    cannot be under these rules.
    """
    rules, game = house_rules_of(tournament), game_of(tournament)
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    for hand in hands.select_related("sheet__round").order_by("pk"):
        if problems := game.check(hand.record, rules):
            raise Refused(
                f"{hand.sheet}, hand {hand.number} could not have been played by "
                f"these rules: {problems[0].message}"
            )
        net = game.settle(game.parse(hand.record), rules).net
        if net != hand.net:
            hand.net1, hand.net2, hand.net3, hand.net4 = net
            hand.engine = game.VERSION
            hand.save()


def _next_number(sheet: Sheet) -> int:
    last = sheet.hands.order_by("-number").first()
    return last.number + 1 if last else 1


def _replaced(sheet: Sheet, pk: int) -> Hand:
    old = Hand.objects.filter(sheet=sheet, pk=pk, voided_at=None).first()
    if old is None or Hand.objects.filter(replaces=old).exists():
        raise Refused("That hand was changed or voided meanwhile. Look at it again.")
    return old
