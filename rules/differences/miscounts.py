"""Chips counted wrongly: what a count by colour, or its lack, says of a difference.

Where all four seats were counted by colour and nobody borrowed, the chips of each
colour on the table are known (§1), and a slip that also puts the colours right is
far likelier than one that only puts the total right.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations

from rules.differences.causes import SLIP_CAUSE, SLIP_ODDS, Cause, Clues, Explanation
from rules.differences.slips import readings
from rules.sheet import Chip

ADDED_UP_ODDS = 8000
# Odds by how many chips were missed: hardly anybody misses four of a colour.
MISSED_ODDS = {1: 100, 2: 50, 3: 20}
# Odds for chips in the wrong colour: one, a whole stack, or some of it.
WRONG_COLOUR_ODDS = {"one": 60, "all": 40, "some": 5}
COLUMNS_ODDS = 100
MANY = 20  # the more chips there are to count, the more easily one goes wrong
FITS_THE_BOX = 8  # times as likely when the colours come right as well
BREAKS_THE_BOX = 4  # times less likely when they do not
# Without colours a miscount could be anybody's: said last, of the largest stacks.
STACK_ODDS = {1: 15, 2: 8}
FEW = {1: "one", 2: "two"}


def miscounts(clues: Clues) -> Iterator[Explanation]:
    """Everything that may be wrong with the chips of one seat."""
    if clues.chips is None:
        yield from _large_stack(clues)
    elif clues.by_colour:
        yield from _miscounted(clues, clues.chips)
        yield from _wrong_colour(clues, clues.chips)
        yield from _columns(clues, clues.chips)
        yield from _count_slips(clues, clues.chips)
    else:
        yield from _added_up(clues, clues.chips)


def _added_up(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    held, worth = clues.count.held, clues.worth(chips)
    if held - worth == clues.off:
        change = f"{{who}} has {worth} instead of {held}"
        why = f"the colours add up to {worth}"
        yield clues.held(Cause.ADDED_UP, ADDED_UP_ODDS, change, why)


def _miscounted(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        missed, rest = divmod(clues.off, chip.worth)
        odds = MISSED_ODDS.get(abs(missed))
        if rest or odds is None or count < missed:
            continue
        meant = count - missed
        chance = _with_box(clues, odds, {chip.colour: -missed})
        words = f"{{who}} has {_some(meant, chip)} instead of {count}"
        yield clues.held(Cause.MISCOUNTED, chance + min(count, MANY), words)


def _wrong_colour(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for seen, true in permutations(clues.kinds, 2):
        if seen.worth == true.worth:
            continue
        wrong, rest = divmod(clues.off, seen.worth - true.worth)
        stack, other = chips.get(seen.colour, 0), chips.get(true.colour, 0)
        # Where just the columns changed places, that is said instead.
        if rest or not 0 < wrong <= stack or wrong == stack - other:
            continue
        size = "one" if wrong == 1 else "all" if wrong == stack else "some"
        change = {seen.colour: -wrong, true.colour: wrong}
        odds = _with_box(clues, WRONG_COLOUR_ODDS[size], change)
        of_them = f"all {wrong}" if size == "all" and wrong > 1 else str(wrong)
        is_are = "is" if wrong == 1 else "are"
        words = f"{of_them} of {{who}}'s {seen.colour} chips {is_are} {true.colour}"
        yield clues.held(Cause.WRONG_COLOUR, odds + min(stack, MANY), words)


def _columns(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for one, two in combinations(clues.kinds, 2):
        first, second = chips.get(one.colour, 0), chips.get(two.colour, 0)
        more = first - second
        if not more or clues.off != (one.worth - two.worth) * more:
            continue
        odds = _with_box(clues, COLUMNS_ODDS, {one.colour: -more, two.colour: more})
        words = (
            f"{{who}} has {second} {one.colour} and {_some(first, two)}, "
            f"not {first} {one.colour} and {second} {two.colour}"
        )
        yield clues.held(Cause.WRONG_COLOUR, odds, words)


def _count_slips(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        for reading in readings(count):
            more = count - reading.meant
            # So few may simply have been miscounted, which is said already.
            if more * chip.worth != clues.off or abs(more) in MISSED_ODDS:
                continue
            odds = _with_box(clues, SLIP_ODDS[reading.slip], {chip.colour: -more})
            words = f"{{who}} has {_some(reading.meant, chip)} instead of {count}"
            yield clues.held(SLIP_CAUSE[reading.slip], odds, words, reading.why)


def _large_stack(clues: Clues) -> Iterator[Explanation]:
    if not clues.counted or not clues.richest or clues.count.held < clues.off:
        return
    found = _fewest_chips(clues)
    if found is None:
        return
    number, chip = found
    held = clues.count.held
    few = f"{FEW[number]} {chip.colour} chip{'' if number == 1 else 's'}"
    wrong = "counted too many" if clues.off > 0 else "missed"
    change = f"{{who}} has {held - clues.off} instead of {held}"
    why = f"{few} may have been {wrong}"
    yield clues.held(Cause.MISCOUNTED, STACK_ODDS[number], change, why)


def _fewest_chips(clues: Clues) -> tuple[int, Chip] | None:
    """How the difference is made up of one chip, or else of two of one colour."""
    for number in STACK_ODDS:
        for chip in clues.kinds:
            if number * chip.worth == abs(clues.off):
                return number, chip
    return None


def _with_box(clues: Clues, odds: int, change: Mapping[str, int]) -> int:
    """The odds of a change in colours, seen against the chips in play."""
    if clues.surplus is None:
        return odds
    right = all(
        extra + change.get(colour, 0) == 0 for colour, extra in clues.surplus.items()
    )
    return odds * FITS_THE_BOX if right else odds // BREAKS_THE_BOX


def _some(count: int, chip: Chip) -> str:
    return f"{count} {chip.colour} chip{'' if count == 1 else 's'}"
