"""Reckoning recorded hands anew when the rules they were settled by change."""

from dataclasses import dataclass

from scoring.models import Hand, Tournament
from scoring.rulebook import game_of, house_rules_of
from scoring.services.changes import Refused


@dataclass(frozen=True, slots=True)
class Resettled:
    """A hand whose chips are others now; nets of seats 1 to 4."""

    hand: Hand
    old: tuple[int, int, int, int]
    new: tuple[int, int, int, int]


def settle_anew(tournament: Tournament) -> list[Resettled]:
    """Every hand by the tournament's rules as they are now; says which changed.

    Belongs in the transaction of the change. Raises Refused where a recorded hand
    cannot be under these rules.
    """
    rules, game = house_rules_of(tournament), game_of(tournament)
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    changed = []
    for hand in hands.select_related("sheet__round").order_by("pk"):
        if problems := game.check(hand.record, rules):
            raise Refused(
                f"{hand.sheet}, hand {hand.number} could not have been played by "
                f"these rules: {problems[0].message}"
            )
        new = game.settle(game.parse(hand.record), rules).net
        if new != hand.net:
            changed.append(Resettled(hand, hand.net, new))
            hand.net1, hand.net2, hand.net3, hand.net4 = new
            hand.engine = game.VERSION
            hand.save()
    return changed
