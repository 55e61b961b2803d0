"""The hands of a sheet, and why each chip moved."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ledger import Settlement, with_names
from scoring.models import Hand, Sheet
from scoring.rulebook import game_of, house_rules_of


@dataclass(frozen=True, slots=True)
class Why:
    """One line of a hand's account, with the players' names (chips)."""

    payer: str
    payee: str
    chips: int
    section: str
    why: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A hand with the lines that add up to its nets (chips)."""

    hand: Hand
    settlement: Settlement

    @property
    def agrees(self) -> bool:
        """False where today's rules would settle it otherwise than on the evening."""
        return self.settlement.net == self.hand.net

    def lines(self, names: Sequence[str]) -> list[Why]:
        """What moved and why, with names for seats 1 to 4."""
        return [
            Why(
                names[line.payer - 1],
                names[line.payee - 1],
                line.chips,
                line.section,
                with_names(line.why, dict(enumerate(names, start=1))),
            )
            for line in self.settlement.lines
        ]

    def notes(self, names: Sequence[str]) -> list[str]:
        """What did not move, and why."""
        known = dict(enumerate(names, start=1))
        return [with_names(note, known) for note in self.settlement.notes]


def hands_in_force(sheet: Sheet) -> list[Hand]:
    """The hands that count: the last version of each, without the void ones."""
    return list(
        sheet.hands.filter(voided_at=None, replaced_by=None).order_by("number", "pk")
    )


def explained(sheet: Sheet) -> list[Explained]:
    """Every hand in force with its settlement, for “Why?” on any number."""
    hands = hands_in_force(sheet)
    if not hands:
        return []
    tournament = sheet.round.tournament
    rules, game = house_rules_of(tournament), game_of(tournament)
    return [
        Explained(hand, game.settle(game.parse(hand.record), rules)) for hand in hands
    ]


def nets_of(sheet: Sheet) -> tuple[int, int, int, int]:
    """Chips won or lost by seats 1 to 4 in all hands in force."""
    return total_of(hands_in_force(sheet))


def total_of(hands: Sequence[Hand]) -> tuple[int, int, int, int]:
    """The nets of some hands added up, seat by seat."""
    nets = [hand.net for hand in hands]
    a, b, c, d = (sum(column) for column in zip((0, 0, 0, 0), *nets, strict=True))
    return a, b, c, d
