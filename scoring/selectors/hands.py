"""The hands of a sheet, and why each chip moved."""

from dataclasses import dataclass

from rules.ledger import Settlement
from scoring.models import Hand, Sheet
from scoring.rulebook import game_of, house_rules_of


@dataclass(frozen=True, slots=True)
class Explained:
    """A hand with the lines that add up to its nets (chips)."""

    hand: Hand
    settlement: Settlement


def hands_in_force(sheet: Sheet) -> list[Hand]:
    """The hands that count: the last version of each, without the void ones."""
    return list(
        sheet.hands.filter(voided_at=None, replaced_by=None).order_by("number", "pk")
    )


def explained(sheet: Sheet) -> list[Explained]:
    """Every hand in force with its settlement, for “Why?” on any number."""
    tournament = sheet.round.tournament
    rules, game = house_rules_of(tournament), game_of(tournament)
    return [
        Explained(hand, game.settle(game.parse(hand.record), rules))
        for hand in hands_in_force(sheet)
    ]


def nets_of(sheet: Sheet) -> tuple[int, int, int, int]:
    """Chips won or lost by seats 1 to 4 in all hands in force."""
    nets = [hand.net for hand in hands_in_force(sheet)]
    a, b, c, d = (sum(column) for column in zip((0, 0, 0, 0), *nets, strict=True))
    return a, b, c, d
