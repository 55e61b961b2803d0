"""Collects the possible mistakes of every seat and orders them by likelihood."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from rules.discrepancies.causes import (
    HANDS,
    REASONS,
    SLIP_CAUSE,
    SLIP_ODDS,
    Cause,
    Clues,
    Explanation,
    copied,
    exchanged,
    minus,
    neighbors,
    number_slips,
    readings,
    unlike_hands,
)
from rules.messages import Sentence, filled, in_figures
from rules.sheet import Chip, ChipSet, SeatCount, Tally

LOAN_ODDS = {
    "minus": 3000,  # a loan written with a minus
    "poorest": 2000,  # the seat that holds the fewest chips most likely borrowed
    "below start": 300,
    "above start": 60,
    "forgotten beside others": 600,  # a table that wrote one loan forgets fewer
    "broke": 150,  # an unusual amount, but the player has almost nothing
    "unusual": 60,
    "fits": 6000,  # the table's notes or the recorded hands point to this seat
    "taken off twice": 1200,
    "written twice": 500,
    "added": 900,
    "second": 400,
    "least": 40,  # a usual loan is never noise next to the likeliest cause
}
BROKE = 4  # a quarter of the start chips left: the player probably borrowed


def loans(clues: Clues) -> Iterator[Explanation]:
    """Yield a loan forgotten, subtracted twice, or added instead of subtracted (§1)."""
    if not clues.loan or not clues.counted:
        return
    if _is_noted(clues):
        kind = Cause.LOAN_FORGOTTEN if clues.off > 0 else Cause.LOAN_DOUBLED
        yield clues.borrowed(
            kind,
            LOAN_ODDS["fits"],
            "borrowed.instead.why",
            meant=clues.owed,
            written=clues.count.borrowed,
            why=filled(REASONS["loan.noted"], {"loan": clues.owed}),
        )
    elif clues.count.borrowed > 0:
        yield from _loan_doubled(clues)
        yield from _loan_added(clues)
        yield from _loan_again(clues)
    elif clues.count.borrowed == 0:
        yield from _loan_forgotten(clues)
    elif clues.off == -2 * clues.count.borrowed:
        loan = -clues.count.borrowed
        facts = {"meant": loan, "why": REASONS["loan.minus"]}
        odds = LOAN_ODDS["minus"]
        yield clues.borrowed(Cause.LOAN_ADDED, odds, "borrowed.why", **facts)


def _is_noted(clues: Clues) -> bool:
    """Return whether the loans recorded for this seat would make the sheet balance."""
    return clues.owed is not None and clues.owed == clues.count.borrowed + clues.off


def _loan_forgotten(clues: Clues) -> Iterator[Explanation]:
    odds = _forgotten_odds(clues)
    if odds:
        most = LOAN_ODDS[odds]
        # The more a player holds, the less likely they needed a loan, unless it fits.
        held = 0 if clues.fits else clues.count.held
        unlikelihood = most * held // (clues.table * clues.start_chips)
        is_usual = _usual(clues, clues.off)
        chance = max(LOAN_ODDS["least"] if is_usual else 1, most - unlikelihood)
        kind = Cause.LOAN_FORGOTTEN
        yield clues.borrowed(kind, chance, "loan.forgotten", loan=clues.off)


def _forgotten_odds(clues: Clues) -> str | None:
    """Return the key of a forgotten loan's odds, or None if too unlikely to list."""
    held, start = clues.count.held, clues.start_chips
    round_sum = clues.off >= 2 * clues.step and clues.off % clues.step == 0
    if clues.fits and (_usual(clues, clues.off) or round_sum):
        return "fits"
    if _usual(clues, clues.off):
        if clues.poorest:
            return "forgotten beside others" if clues.loans_written else "poorest"
        return "below start" if held < start else "above start"
    if clues.poorest and round_sum and 2 * held < start:
        return "broke" if BROKE * held < start else "unusual"
    return None


def _loan_again(clues: Clues) -> Iterator[Explanation]:
    loan = clues.count.borrowed
    if _usual(clues, clues.off):
        facts = {"meant": loan + clues.off, "written": loan}
        reason = REASONS["loan.second"]
        odds = LOAN_ODDS["fits" if clues.fits else "second"]
        kind = Cause.LOAN_FORGOTTEN
        yield clues.borrowed(kind, odds, "borrowed.all.why", **facts, why=reason)


def _loan_doubled(clues: Clues) -> Iterator[Explanation]:
    loan, low = clues.count.borrowed, -clues.off
    if low == loan:
        odds = LOAN_ODDS["taken off twice"]
        yield clues.borrowed(Cause.LOAN_DOUBLED, odds, "loan.taken_off", loan=loan)
    elif 2 * low == loan or (low < loan and _usual(clues, low)):
        facts = {"meant": loan - low, "written": loan}
        reason, odds = REASONS["loan.twice"], LOAN_ODDS["written twice"]
        kind = Cause.LOAN_DOUBLED
        yield clues.borrowed(kind, odds, "borrowed.instead.why", **facts, why=reason)


def _loan_added(clues: Clues) -> Iterator[Explanation]:
    held, loan = clues.count.held, clues.count.borrowed
    if clues.off == loan <= held:
        facts = {"meant": held - loan, "written": held}
        reason, odds = filled(REASONS["loan.added"], {"loan": loan}), LOAN_ODDS["added"]
        kind = Cause.LOAN_ADDED
        yield clues.held(kind, odds, "holds.instead.why", **facts, why=reason)


def _usual(clues: Clues, chips: int) -> bool:
    """Return whether the bank usually lends such an amount.

    Usual are multiples of the bank's loan, up to three times the start chips.
    """
    return 0 < chips <= 3 * clues.start_chips and chips % clues.loan == 0


ADDED_UP_ODDS = 8000
# Odds by the number of chips missed: people rarely miss four of a color.
MISSED_ODDS = {1: 100, 2: 50, 3: 20}
# Odds for chips in the wrong color: one, a whole stack, or part of a stack.
WRONG_COLOUR_ODDS = {"one": 60, "all": 40, "some": 5}
COLUMNS_ODDS = 100
MANY = 20  # the more chips there are, the easier one is miscounted
FITS_THE_BOX = 8  # times as likely if the totals by color also match then
BREAKS_THE_BOX = 4  # times less likely if they don't
# Without colors any seat may have miscounted: listed last, for large stacks only.
STACK_ODDS = {1: 15, 2: 8}
FEW = {1: "one", 2: "two"}


def miscounts(clues: Clues) -> Iterator[Explanation]:
    """Yield every possible mistake in the chips of one seat."""
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
        reason = filled(REASONS["colours"], {"worth": worth})
        kind = Cause.ADDED_UP
        yield clues.held(kind, ADDED_UP_ODDS, "has.instead.why", **facts, why=reason)


def _miscounted(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        missed, rest = divmod(clues.off, chip.worth)
        odds = MISSED_ODDS.get(abs(missed))
        if rest or odds is None or count < missed:
            continue
        true_count = count - missed
        chance = _with_box(clues, odds, {chip.colour: -missed})
        facts = {"n": true_count, "colour": chip.name, "written": count}
        chance += min(count, MANY)
        yield clues.held(Cause.MISCOUNTED, chance, "colour", **facts)


def _wrong_colour(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for counted_as, true in permutations(clues.kinds, 2):
        if counted_as.worth == true.worth:
            continue
        wrong, rest = divmod(clues.off, counted_as.worth - true.worth)
        stack, other = chips.get(counted_as.colour, 0), chips.get(true.colour, 0)
        # If two columns were switched, `_columns` yields that instead.
        if rest or not 0 < wrong <= stack or wrong == stack - other:
            continue
        size = "one" if wrong == 1 else "all" if wrong == stack else "some"
        change = {counted_as.colour: -wrong, true.colour: wrong}
        odds = _with_box(clues, WRONG_COLOUR_ODDS[size], change)
        odds += min(stack, MANY)
        code = "wrong_colour.all" if size == "all" and wrong > 1 else "wrong_colour"
        facts = {"n": wrong, "seen": counted_as.name, "true": true.name}
        yield clues.held(Cause.WRONG_COLOUR, odds, code, **facts)


def _columns(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for first_kind, second_kind in combinations(clues.kinds, 2):
        first, second = (
            chips.get(first_kind.colour, 0),
            chips.get(second_kind.colour, 0),
        )
        more = first - second
        if not more or clues.off != (first_kind.worth - second_kind.worth) * more:
            continue
        odds = _with_box(
            clues, COLUMNS_ODDS, {first_kind.colour: -more, second_kind.colour: more}
        )
        facts = {
            "n": first,
            "second": second,
            "one": first_kind.name,
            "two": second_kind.name,
        }
        yield clues.held(Cause.WRONG_COLOUR, odds, "columns", **facts)


def _count_slips(clues: Clues, chips: Mapping[str, int]) -> Iterator[Explanation]:
    for chip in clues.kinds:
        count = chips.get(chip.colour, 0)
        for reading in readings(count):
            more = count - reading.meant
            # A difference this small may be a miscount, which is already listed.
            if more * chip.worth != clues.off or abs(more) in MISSED_ODDS:
                continue
            odds = _with_box(clues, SLIP_ODDS[reading.slip], {chip.colour: -more})
            facts = {"n": reading.meant, "colour": chip.name, "written": count}
            kind, reason = SLIP_CAUSE[reading.slip], reading.why
            yield clues.held(kind, odds, "colour.why", **facts, why=reason)


def _large_stack(clues: Clues) -> Iterator[Explanation]:
    if not clues.counted or not clues.richest or clues.count.held < clues.off:
        return
    fewest = _fewest_chips(clues)
    if fewest is None:
        return
    number, chip = fewest
    held = clues.count.held
    code = f"{FEW[number]}.{'much' if clues.off > 0 else 'little'}"
    facts = {"meant": held - clues.off, "written": held}
    reason, odds = filled(REASONS[code], {"colour": chip.name}), STACK_ODDS[number]
    yield clues.held(Cause.MISCOUNTED, odds, "has.instead.why", **facts, why=reason)


def _fewest_chips(clues: Clues) -> tuple[int, Chip] | None:
    """Return the one chip, or else two of one color, that make up the difference."""
    for number in STACK_ODDS:
        for chip in clues.kinds:
            if number * chip.worth == abs(clues.off):
                return number, chip
    return None


def _with_box(clues: Clues, odds: int, change: Mapping[str, int]) -> int:
    """Return the odds of a change in colors, adjusted by the chips in play."""
    if clues.surplus is None:
        return odds
    right = all(
        extra + change.get(colour, 0) == 0 for colour, extra in clues.surplus.items()
    )
    return odds * FITS_THE_BOX if right else odds // BREAKS_THE_BOX


MOST = 5
NOISE = 50  # causes this many times less likely than the best aren't listed
LARGEST_STACKS = 2

Colours = Sequence[Mapping[str, int] | None]
Scores = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class _Known:
    """All that is known of the whole sheet in addition to the tally."""

    chips: Colours
    previous: Scores
    start_chips: int
    loan: int
    chip_set: ChipSet | None
    owed: Scores


def explain(
    tally: Tally,
    *,
    chips: Colours | None = None,
    previous: Scores | None = None,
    start_chips: int = 100,
    loan: int | None = None,
    chip_set: ChipSet | None,
    by_hands: Sequence[int] | None = None,
    owed: Sequence[int] | None = None,
    limit: int | None = MOST,
) -> tuple[Explanation, ...]:
    """Return what may have made the difference, likeliest first.

    `chips` is what each seat counted by color and `previous` each player's score of the
    round before, None where not known (leave out rounds they sat out). `start_chips` is
    0 where points start at 0: then there are no chips and no loans. `loan` is what the
    bank usually lends, by default half the start chips. `by_hands` is each seat's score
    by the recorded hands: a seat whose score matches isn't suspected, and a seat that
    would match after the change comes first. `owed` is the loan that the table recorded
    for each seat: loans that match are listed first. With `limit` None everything that
    fits is listed, however unlikely.

    `chip_set` is None where chips have no colors, or no one plays with chips. Raises
    ValueError for a color that is not in `chip_set`, and unless `by_hands` has one
    entry a seat.
    """
    if tally.balances:
        return ()
    known = _known(tally, chips, previous, start_chips, loan, chip_set, owed)
    difference = tally.difference
    numbers = range(1, len(tally.seats) + 1)
    seats = [_clues(tally, known, seat, difference) for seat in numbers]
    if by_hands is None:
        return _of_seats(seats, limit)
    return _beside_hands(seats, by_hands, limit)[:limit]


def applied(tally: Tally, explanation: Explanation) -> Tally:
    """Return the tally as it would be if the explanation were true."""
    seats = list(tally.seats)
    seats[explanation.seat - 1] = _changed(seats[explanation.seat - 1], explanation)
    return replace(tally, seats=tuple(seats))


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """A seat whose counted score differs from the recorded hands (chips).

    The chips counted decide; the difference only helps to find a mistake in either.
    """

    seat: int
    counted: int
    by_hands: int

    def named(self, names: tuple[str, ...]) -> Sentence:
        """Return the difference as a sentence with the player's name."""
        counted, by_hands = in_figures(self.counted), in_figures(self.by_hands)
        values = {"who": names[self.seat - 1], "counted": counted, "by_hands": by_hands}
        return filled(HANDS["counted"], values)


def against_hands(
    scores: Sequence[int], nets: Sequence[int], *, start_chips: int, aside: int = 0
) -> tuple[SeatDifference, ...]:
    """Return the seats whose scores differ from start chips + nets of recorded hands.

    `nets` are the sums over all hands of the round; with the chips that the hands put
    `aside` they add up to 0. Loans don't change them. Raises ValueError if they don't
    add up to 0 or aren't one a seat.
    """
    if len(nets) != len(scores) or sum(nets) + aside != 0:
        raise ValueError("the nets of a table are one a seat and add up to 0")
    pairs = enumerate(zip(scores, nets, strict=True), start=1)
    return tuple(
        SeatDifference(seat, counted, start_chips + net)
        for seat, (counted, net) in pairs
        if counted != start_chips + net
    )


def _known(
    tally: Tally,
    chips: Colours | None,
    previous: Scores | None,
    start_chips: int,
    loan: int | None,
    chip_set: ChipSet | None,
    owed: Sequence[int] | None,
) -> _Known:
    nobody = (None,) * len(tally.seats)
    usual = start_chips // 2 if loan is None else loan
    return _Known(
        chips=chips or nobody,
        previous=previous or nobody,
        start_chips=start_chips,
        loan=usual if start_chips > 0 else 0,
        chip_set=chip_set,
        owed=owed or nobody,
    )


def _clues(tally: Tally, known: _Known, seat: int, difference: int) -> Clues:
    held = [count.held for count in tally.seats]
    mine = held[seat - 1]
    return Clues(
        seat=seat,
        table=len(held),
        count=tally.seats[seat - 1],
        off=difference,
        start_chips=known.start_chips,
        loan=known.loan,
        chip_set=known.chip_set,
        chips=known.chips[seat - 1],
        surplus=_surplus(tally, known),
        previous=known.previous[seat - 1],
        poorest=mine == min(held),
        richest=mine >= sorted(held)[-LARGEST_STACKS],
        loans_written=any(count.borrowed for count in tally.seats),
        before=held[seat - 2],
        after=held[seat % len(held)],
        owed=known.owed[seat - 1],
    )


def _surplus(tally: Tally, known: _Known) -> dict[str, int] | None:
    """Return how far the counted colors exceed those in play; None if not known."""
    chip_set = known.chip_set
    if chip_set is None or chip_set.start_chips != known.start_chips or tally.borrowed:
        return None
    counts = [chips for chips in known.chips if chips is not None]
    if len(counts) < len(tally.seats):
        return None
    beyond = {}
    for chip in chip_set.chips:
        counted = sum(chips.get(chip.colour, 0) for chips in counts)
        beyond[chip.colour] = counted - len(counts) * chip.each
    return beyond


def _beside_hands(
    seats: list[Clues], by_hands: Sequence[int], limit: int | None
) -> tuple[Explanation, ...]:
    """Return explanations of seats the hands make right, then of others in doubt."""
    pairs = [
        (clues, clues.count.score - expected)
        for clues, expected in zip(seats, by_hands, strict=True)
    ]
    right = [
        replace(clues, fits=True)
        for clues, difference in pairs
        if difference == clues.off
    ]
    others = [clues for clues, difference in pairs if difference not in (0, clues.off)]
    by_hands_alone = [unlike_hands(clues) for clues in right] if len(right) == 1 else []
    return (*by_hands_alone, *_of_seats(right, limit), *_of_seats(others, limit))


def _of_seats(seats: list[Clues], limit: int | None) -> tuple[Explanation, ...]:
    explanations: list[Explanation] = []
    for clues in seats:
        explanations += _causes(clues)
    return _likeliest(explanations, limit)


def _causes(clues: Clues) -> Iterator[Explanation]:
    yield from copied(clues)
    yield from neighbors(clues)
    yield from loans(clues)
    yield from minus(clues)
    yield from exchanged(clues)
    yield from number_slips(clues)
    yield from miscounts(clues)


def _likeliest(
    explanations: list[Explanation], limit: int | None
) -> tuple[Explanation, ...]:
    """Return explanations by odds; with a limit, each change once and without noise."""
    explanations.sort(key=lambda explanation: -explanation.odds)
    if limit is None or not explanations:
        return tuple(explanations)
    worth_saying = explanations[0].odds / NOISE
    worth: dict[tuple[object, ...], Explanation] = {}
    for explanation in explanations:
        if explanation.odds >= worth_saying:
            worth.setdefault(explanation.change_key, explanation)
    return tuple(worth.values())[:limit]


def _changed(count: SeatCount, explanation: Explanation) -> SeatCount:
    if explanation.kind == Cause.EXCHANGED:
        return replace(count, held=count.borrowed, borrowed=count.held)
    if explanation.field == "borrowed":
        return replace(count, borrowed=explanation.meant)
    change = explanation.meant - explanation.written
    return replace(count, held=count.held + change)
