"""Sheets with one slip, made at random: the true change is known."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from rules.sheet import SeatCount, Tally
from tests.rules.sheets import sheet

LOOKS = {"1": "7", "7": "1", "3": "8", "8": "3", "5": "6", "6": "5", "4": "9", "9": "4"}
# What is written for what was meant, or None where this number cannot have this slip.
Write = Callable[[Tally, int, Random], SeatCount | None]


def right_sheet(chance: Random) -> Tally:
    """Four scores of 400 in all, and now and then a loan, lost or won back."""
    swings = [round(chance.gauss(0, 35)) for _ in range(3)]
    scores = [100 + swing for swing in swings]
    scores.append(400 - sum(scores))
    loans = [50 * (score < chance.randint(0, 60)) for score in scores]
    if chance.random() < 0.15:  # borrowed early, and won it all back
        loans[chance.randrange(4)] = 50
    loans = [
        max(loan, -score) for loan, score in zip(loans, scores, strict=True)
    ]  # nobody holds less than no chips
    return sheet(
        *((score + loan, loan) for score, loan in zip(scores, loans, strict=True))
    )


def _held(change: Callable[[str, Tally, int, Random], str | None]) -> Write:
    def write(tally: Tally, seat: int, chance: Random) -> SeatCount | None:
        count = tally.seats[seat]
        text = change(str(count.held), tally, seat, chance)
        return None if not text else replace(count, held=int(text))

    return write


def _swapped(text: str, tally: Tally, seat: int, chance: Random) -> str | None:
    if len(text) < 2:
        return None
    at = chance.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _misread(text: str, tally: Tally, seat: int, chance: Random) -> str | None:
    places = [at for at, digit in enumerate(text) if digit in LOOKS]
    if not places:
        return None
    at = chance.choice(places)
    return text[:at] + LOOKS[text[at]] + text[at + 1 :]


def _left_out(text: str, tally: Tally, seat: int, chance: Random) -> str | None:
    at = chance.randrange(len(text))
    return text[:at] + text[at + 1 :]


def _typed_twice(text: str, tally: Tally, seat: int, chance: Random) -> str | None:
    at = chance.randrange(len(text))
    return text[: at + 1] + text[at:]


def _neighbors(text: str, tally: Tally, seat: int, chance: Random) -> str | None:
    at = chance.choice([at for at in (seat - 1, seat + 1) if 0 <= at < 4])
    return str(tally.seats[at].held)


def _forgotten(tally: Tally, seat: int, chance: Random) -> SeatCount | None:
    count = tally.seats[seat]
    return replace(count, borrowed=0) if count.borrowed else None


def _doubled(tally: Tally, seat: int, chance: Random) -> SeatCount | None:
    count = tally.seats[seat]
    return replace(count, borrowed=2 * count.borrowed) if count.borrowed else None


SLIPS: dict[str, Write] = {
    "two digits swapped": _held(_swapped),
    "a digit misread": _held(_misread),
    "a digit left out": _held(_left_out),
    "a digit typed twice": _held(_typed_twice),
    "the neighbor’s number again": _held(_neighbors),
    "a loan forgotten": _forgotten,
    "a loan doubled": _doubled,
}


def slipped(kind: str, chance: Random) -> tuple[Tally, Tally, int]:
    """A right sheet, the same with this slip, and the seat of the slip."""
    while True:
        right = right_sheet(chance)
        seat = chance.randrange(4)
        written = SLIPS[kind](right, seat, chance)
        if written is None:
            continue
        seats = list(right.seats)
        seats[seat] = written
        wrong = replace(right, seats=tuple(seats))
        if not wrong.balances:
            return right, wrong, seat
