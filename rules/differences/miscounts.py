"""Chips counted wrongly: what a count by colour, or its lack, says of a difference.

Where all seats were counted by colour and nobody borrowed, the chips of each
colour on the table are known (§1), and a slip that also puts the colours right is
far likelier than one that only puts the total right.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations

from rules.differences.causes import SLIP_CAUSE, SLIP_ODDS, Cause, Clues, Explanation
from rules.differences.slips import readings
from rules.differences.words import REASONS
from rules.sentences import filled
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
        facts = {"meant": worth, "written": held}
        why = filled(REASONS["colours"], {"worth": worth})
        kind = Cause.ADDED_UP
        yield clues.held(kind, ADDED_UP_ODDS, "has.instead.why", **facts, why=why)


def _miscounted(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        missed, rest = divmod(clues.off, chip.worth)
        odds = MISSED_ODDS.get(abs(missed))
        if rest or odds is None or count < missed:
            continue
        meant = count - missed
        chance = _with_box(clues, odds, {chip.colour: -missed})
        facts = {"n": meant, "colour": chip.name, "written": count}
        chance += min(count, MANY)
        yield clues.held(Cause.MISCOUNTED, chance, "colour", **facts)


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
        odds += min(stack, MANY)
        code = "wrong_colour.all" if size == "all" and wrong > 1 else "wrong_colour"
        facts = {"n": wrong, "seen": seen.name, "true": true.name}
        yield clues.held(Cause.WRONG_COLOUR, odds, code, **facts)


def _columns(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for one, two in combinations(clues.kinds, 2):
        first, second = chips.get(one.colour, 0), chips.get(two.colour, 0)
        more = first - second
        if not more or clues.off != (one.worth - two.worth) * more:
            continue
        odds = _with_box(clues, COLUMNS_ODDS, {one.colour: -more, two.colour: more})
        facts = {"n": first, "second": second, "one": one.name, "two": two.name}
        yield clues.held(Cause.WRONG_COLOUR, odds, "columns", **facts)


def _count_slips(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        for reading in readings(count):
            more = count - reading.meant
            # So few may simply have been miscounted, which is said already.
            if more * chip.worth != clues.off or abs(more) in MISSED_ODDS:
                continue
            odds = _with_box(clues, SLIP_ODDS[reading.slip], {chip.colour: -more})
            facts = {"n": reading.meant, "colour": chip.name, "written": count}
            kind, why = SLIP_CAUSE[reading.slip], reading.why
            yield clues.held(kind, odds, "colour.why", **facts, why=why)


def _large_stack(clues: Clues) -> Iterator[Explanation]:
    if not clues.counted or not clues.richest or clues.count.held < clues.off:
        return
    found = _fewest_chips(clues)
    if found is None:
        return
    number, chip = found
    held = clues.count.held
    code = f"{FEW[number]}.{'much' if clues.off > 0 else 'little'}"
    facts = {"meant": held - clues.off, "written": held}
    why, odds = filled(REASONS[code], {"colour": chip.name}), STACK_ODDS[number]
    yield clues.held(Cause.MISCOUNTED, odds, "has.instead.why", **facts, why=why)


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
