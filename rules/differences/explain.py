"""Collects what each seat may have written wrongly, and orders it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.differences.causes import (
    Cause,
    Clues,
    Explanation,
    copied,
    exchanged,
    minus,
    number_slips,
    unlike_hands,
)
from rules.differences.loans import loans
from rules.differences.miscounts import miscounts
from rules.differences.words import HANDS
from rules.sentences import Said, filled, in_figures
from rules.sheet import ChipSet, SeatCount, Tally

MOST = 5
NOISE = 50  # so many times less likely than the best is not worth saying
LARGEST_STACKS = 2

Colours = Sequence[Mapping[str, int] | None]
Scores = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the whole sheet beside the tally."""

    chips: Colours
    previous: Scores
    start_chips: int
    loan: int
    chip_set: ChipSet | None


def explain(
    tally: Tally,
    *,
    chips: Colours | None = None,
    previous: Scores | None = None,
    start_chips: int = 100,
    loan: int | None = None,
    chip_set: ChipSet | None,
    by_hands: Sequence[int] | None = None,
    limit: int | None = MOST,
) -> tuple[Explanation, ...]:
    """What may have made the difference, the likeliest first.

    `chips` is what each seat counted by colour and `previous` each player's score of
    the round before, None where it is not known (leave out rounds he sat out).
    `start_chips` is 0 where points start at 0: then there are no chips and no loans.
    `loan` is what the bank usually lends, half the start chips unless said. `by_hands`
    is what each seat has by the recorded hands: a seat that has just that is not
    suspected, and one that would have it comes first. With `limit` None everything
    that fits is listed, however unlikely.

    `chip_set` is None where chips have no colours, or nobody plays with chips.

    Raises ValueError for a colour that is not in `chip_set`, and unless `by_hands` are
    one a seat.
    """
    if tally.balances:
        return ()
    known = _known(tally, chips, previous, start_chips, loan, chip_set)
    off = tally.difference
    numbers = range(1, len(tally.seats) + 1)
    seats = [_clues(tally, known, seat, off) for seat in numbers]
    if by_hands is None:
        return _of_seats(seats, limit)
    return _beside_hands(seats, by_hands, limit)[:limit]


def applied(tally: Tally, explanation: Explanation) -> Tally:
    """The sheet as it stands if the explanation is true."""
    seats = list(tally.seats)
    seats[explanation.seat - 1] = _changed(seats[explanation.seat - 1], explanation)
    return replace(tally, seats=tuple(seats))


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """A seat whose counted score is not what the recorded hands say (chips).

    The chips counted decide; this only helps to find a mistake in either.
    """

    seat: int
    counted: int
    by_hands: int

    def named(self, names: tuple[str, ...]) -> Said:
        """In a sentence."""
        counted, by_hands = in_figures(self.counted), in_figures(self.by_hands)
        values = {"who": names[self.seat - 1], "counted": counted, "by_hands": by_hands}
        return filled(HANDS["counted"], values)


def against_hands(
    scores: Sequence[int], nets: Sequence[int], *, start_chips: int, aside: int = 0
) -> tuple[SeatDifference, ...]:
    """The seats whose scores are not start chips + the nets of the recorded hands.

    `nets` are the sums over all hands of the round; with what the hands put `aside`
    they add up to 0. Loans do not touch them. Raises ValueError if they do not, or are
    not one a seat.
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
) -> _Known:
    nobody = (None,) * len(tally.seats)
    usual = start_chips // 2 if loan is None else loan
    return _Known(
        chips=chips or nobody,
        previous=previous or nobody,
        start_chips=start_chips,
        loan=usual if start_chips > 0 else 0,
        chip_set=chip_set,
    )


def _clues(tally: Tally, known: _Known, seat: int, off: int) -> Clues:
    held = [count.held for count in tally.seats]
    mine = held[seat - 1]
    return Clues(
        seat=seat,
        table=len(held),
        count=tally.seats[seat - 1],
        off=off,
        start_chips=known.start_chips,
        loan=known.loan,
        chip_set=known.chip_set,
        chips=known.chips[seat - 1],
        surplus=_surplus(tally, known),
        previous=known.previous[seat - 1],
        poorest=mine == min(held),
        richest=mine >= sorted(held)[-LARGEST_STACKS],
        loans_written=any(count.borrowed for count in tally.seats),
    )


def _surplus(tally: Tally, known: _Known) -> dict[str, int] | None:
    """By how much the colours counted exceed those in play; None if not known."""
    chip_set = known.chip_set
    if chip_set is None or chip_set.start_chips != known.start_chips or tally.borrowed:
        return None
    counts = [chips for chips in known.chips if chips is not None]
    if len(counts) < len(tally.seats):
        return None
    return {
        chip.colour: sum(chips.get(chip.colour, 0) for chips in counts)
        - len(counts) * chip.each
        for chip in chip_set.chips
    }


def _beside_hands(
    seats: list[Clues], by_hands: Sequence[int], limit: int | None
) -> tuple[Explanation, ...]:
    """First of the seats that the hands put right, then of the others they doubt."""
    pairs = [
        (clues, clues.count.score - expected)
        for clues, expected in zip(seats, by_hands, strict=True)
    ]
    right = [clues for clues, off in pairs if off == clues.off]
    others = [clues for clues, off in pairs if off not in (0, clues.off)]
    said = [unlike_hands(clues) for clues in right] if len(right) == 1 else []
    return (*said, *_of_seats(right, limit), *_of_seats(others, limit))


def _of_seats(seats: list[Clues], limit: int | None) -> tuple[Explanation, ...]:
    found = [explanation for clues in seats for explanation in _causes(clues)]
    return _likeliest(found, limit)


def _causes(clues: Clues) -> Iterator[Explanation]:
    yield from copied(clues)
    yield from loans(clues)
    yield from minus(clues)
    yield from exchanged(clues)
    yield from number_slips(clues)
    yield from miscounts(clues)


def _likeliest(found: list[Explanation], limit: int | None) -> tuple[Explanation, ...]:
    """In order of odds; with a limit, each change once and nothing that is noise."""
    found.sort(key=lambda explanation: -explanation.odds)
    if limit is None or not found:
        return tuple(found)
    worth_saying = found[0].odds / NOISE
    said: dict[tuple[object, ...], Explanation] = {}
    for each in found:
        if each.odds >= worth_saying:
            said.setdefault(each.same, each)
    return tuple(said.values())[:limit]


def _changed(count: SeatCount, explanation: Explanation) -> SeatCount:
    if explanation.kind == Cause.EXCHANGED:
        return replace(count, held=count.borrowed, borrowed=count.held)
    if explanation.field == "borrowed":
        return replace(count, borrowed=explanation.meant)
    change = explanation.meant - explanation.written
    return replace(count, held=count.held + change)
