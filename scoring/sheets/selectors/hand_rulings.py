"""What a judge's rulings on hands moved on a sheet, beside the hands themselves.

A ruling hangs on the hand's number: a later version of the hand keeps it, and so does
one that is void, until it is taken back.
"""

from collections.abc import Sequence
from uuid import NAMESPACE_OID, uuid5

from scoring.models import Hand, HandRuling, Sheet
from scoring.sheets.selectors.hands import hands_in_force, total_of

Four = tuple[int, int, int, int]


def standing_on(sheet: Sheet, number: int | None = None) -> list[HandRuling]:
    """The rulings that nobody took back, of one hand or of all; reads prefetched ones."""
    standing = [each for each in sheet.hand_rulings.all() if each.reversed_at is None]
    if number is None:
        return standing
    return [each for each in standing if each.hand.number == number]


def ruled_on(sheet: Sheet) -> Four:
    """Chips that standing rulings gave to (+) or took from (−) seats 1 to 4."""
    rows = [each.chips for each in standing_on(sheet)]
    a, b, c, d = (sum(column) for column in zip((0, 0, 0, 0), *rows, strict=True))
    return a, b, c, d


def moved_on(sheet: Sheet, hands: Sequence[Hand]) -> Four:
    """Chips won or lost by seats 1 to 4 in these hands and by the rulings on hands."""
    pairs = zip(total_of(hands), ruled_on(sheet), strict=True)
    a, b, c, d = (net + ruled for net, ruled in pairs)
    return a, b, c, d


def totals_of(sheet: Sheet, hands: Sequence[Hand] | None = None) -> list[int]:
    """Start chips, the nets of the hands in force and rulings on them, by seat.

    `hands` are those in force, which are read where they are not given.
    """
    start = sheet.round.tournament.start_chips
    hands = hands_in_force(sheet) if hands is None else hands
    return [start + net for net in moved_on(sheet, hands)]


def key_of_count(ruling: HandRuling, *, taken_back: bool = False) -> str:
    """The key of the count by which a ruling, or its end, was put on the sheet."""
    return uuid5(NAMESPACE_OID, f"{ruling.key} {taken_back}").hex
