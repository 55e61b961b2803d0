"""Recorded hands under other rules than those of the evening."""

from scoring.core.services.changes import Refused, lock_sheets
from scoring.games.game_adapter import game_of, house_rules_of
from scoring.models import Hand, Sheet, Tournament
from scoring.models.seats import as_columns


def settle_anew(tournament: Tournament) -> None:
    """Every hand by the tournament's rules as they are now.

    Belongs in the transaction of the change, under the tournament's lock. Raises
    Refused where a recorded hand cannot be under these rules.
    """
    # Whoever records a hand reads the rules when he has its sheet.
    lock_sheets(Sheet.objects.filter(round__tournament=tournament))
    rules, game = house_rules_of(tournament), game_of(tournament)
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    for hand in hands.select_related("sheet__round").order_by("pk"):
        if problems := game.check(hand.record, rules):
            raise Refused(
                f"{hand.sheet}, hand {hand.number} could not have been played by "
                f"these rules: {problems[0].message}"
            )
        net = game.settle(game.parse(hand.record, checked=True), rules).net
        if net != hand.net:
            for name, chips in as_columns("net", net).items():
                setattr(hand, name, chips)
            hand.engine = game.VERSION
            hand.save()
