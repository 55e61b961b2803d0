"""Possible mistakes of one seat, given how many chips too high its score is.

Each generator looks at one seat, `off` chips too high (negative: too low), and yields
the slips that would make exactly this difference. Their likelihood is a table of rough
odds: how often such a slip happens, divided by the number of places it could have
happened in, so that a rarer slip that fits in only one way still comes first.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from itertools import chain, product

from rules.messages import Sentence, Sentences, filled, in_figures, joined, seat_word
from rules.sheet import Chip, ChipSet, SeatCount

# One change that makes the sheet balance; {who} is the player.
CHANGES = Sentences(
    __name__,
    {
        "has": "If {who} has {meant}, the sheet is right.",
        "has.instead": (
            "If {who} has {meant} instead of {written}, the sheet is right."
        ),
        "has.instead.why": (
            "If {who} has {meant} instead of {written}, the sheet is right: {why}."
        ),
        "holds.instead.why": (
            "If {who} holds {meant} instead of {written}, the sheet is right: {why}."
        ),
        "exchanged": (
            "If {who} holds {held} and borrowed {borrowed}, not the other "
            "way around, the sheet is right."
        ),
        "borrowed.why": "If {who} borrowed {meant}, the sheet is right: {why}.",
        "borrowed.instead.why": (
            "If {who} borrowed {meant} instead of {written}, the sheet is right: {why}."
        ),
        "borrowed.all.why": (
            "If {who} borrowed {meant} in all instead of {written}, "
            "the sheet is right: {why}."
        ),
        "loan.forgotten": (
            "If {who} borrowed {loan} and it wasn’t written down, the sheet is right."
        ),
        "loan.taken_off": (
            "{who}: if the loan of {loan} was already subtracted or paid back, the "
            "sheet is right."
        ),
        "colour": (
            "If {who} has {n} {colour} chip instead of {written}, the sheet is right.",
            (
                "If {who} has {n} {colour} chips instead of {written}, the sheet is "
                "right."
            ),
        ),
        "colour.why": (
            (
                "If {who} has {n} {colour} chip instead of {written}, the sheet is "
                "right: {why}."
            ),
            (
                "If {who} has {n} {colour} chips instead of {written}, the sheet is "
                "right: {why}."
            ),
        ),
        "wrong_colour": (
            "{who}: if {n} {seen} chip is {true}, the sheet is right.",
            "{who}: if {n} {seen} chips are {true}, the sheet is right.",
        ),
        "wrong_colour.all": (
            "{who}: if all {n} {seen} chips are {true}, the sheet is right."
        ),
        "columns": (
            (
                "If {who} has {second} {one} and {n} {two} chip, not {n} {one} and "
                "{second} {two}, the sheet is right."
            ),
            (
                "If {who} has {second} {one} and {n} {two} chips, not {n} {one} and "
                "{second} {two}, the sheet is right."
            ),
        ),
    },
)
# How the mistake may have come about.
REASONS = Sentences(
    __name__,
    {
        "swapped": "two digits may be switched",
        "misread": "{true} may have been read as {seen}",
        "omitted": "a digit may have been left out",
        "doubled": "a digit may have been typed twice",
        "neighbor": "the neighbor’s number may have been written here by mistake",
        "copied": "{score} may have been copied from the round before",
        "minus": "a minus may have been read as a plus",
        "plus": "a plus may have been read as a minus",
        "loan.noted": "the table noted {loan} borrowed",
        "loan.minus": "the minus before a loan may be missing",
        "loan.second": "a second loan may have been forgotten",
        "loan.twice": "a loan may have been written twice",
        "loan.added": "the loan of {loan} may have been added instead of subtracted",
        "colours": "the colors add up to {worth}",
        "one.much": "one {colour} chip too many may have been counted",
        "one.little": "one {colour} chip may have been missed",
        "two.much": "two {colour} chips too many may have been counted",
        "two.little": "two {colour} chips may have been missed",
    },
)
# Sentences that come before the change.
HANDS = Sentences(
    __name__,
    {
        "has": "{who} has {score}, but the hands say {by_hands}.",
        "counted": "{who} counted {counted}, but the recorded hands say {by_hands}.",
    },
)


class Slip(Enum):
    """A kind of slip, split only as far as the odds differ."""

    SWAPPED_LAST = "the last two digits changed places"
    SWAPPED_FIRST = "two earlier digits changed places"
    OMITTED = "a digit was left out"
    DOUBLED = "a digit was typed twice"
    MISREAD = "a digit was taken for one that looks much like it"
    MISREAD_RARE = "a digit was taken for one that looks a little like it"


@dataclass(frozen=True, slots=True)
class Reading:
    """A number that may have been meant by a written one, and the reason in words."""

    slip: Slip
    meant: int
    why: Sentence


LEADING = 10  # below it, a leading zero isn't written
# Pairs of digits that are mistaken for each other in handwriting, either way.
ALIKE = frozenset({"17", "38", "49", "56", "06"})
A_LITTLE_ALIKE = frozenset({"27", "09", "35", "79", "68", "08", "58"})


def readings(number: int) -> Iterator[Reading]:
    """Yield every number that one slip of the pen or the eye turns into `number`."""
    slips = (_swaps, _omissions, _doublings, _misreadings)
    candidates = chain.from_iterable(rule(abs(number)) for rule in slips)
    for slip, digits, reason in candidates:
        if digits[0] != "0" or len(digits) == 1:
            intended = int(digits) if number >= 0 else -int(digits)
            yield Reading(slip, intended, reason)


def _swaps(number: int) -> Iterator[tuple[Slip, str, Sentence]]:
    digits = str(number)
    for index in range(len(digits) - 1):
        first, second = digits[index], digits[index + 1]
        if first != second:
            last = index == len(digits) - 2
            slip = Slip.SWAPPED_LAST if last else Slip.SWAPPED_FIRST
            swapped = digits[:index] + second + first + digits[index + 2 :]
            yield slip, swapped, REASONS["swapped"]


def _omissions(number: int) -> Iterator[tuple[Slip, str, Sentence]]:
    """Yield numbers with one more digit anywhere.

    Without the 1, 105 becomes 05, which is written as 5.
    """
    digits = str(number)
    places = range(len(digits) + 1)
    longer = {
        digits[:place] + digit + digits[place:]
        for place, digit in product(places, "0123456789")
    }
    if number < LEADING:
        longer |= {f"{digit}{number:02}" for digit in "123456789"}
    for longer_number in sorted(longer):
        yield Slip.OMITTED, longer_number, REASONS["omitted"]


def _doublings(number: int) -> Iterator[tuple[Slip, str, Sentence]]:
    """Yield numbers without one of two equal digits next to each other."""
    digits = str(number)
    shorter = {
        digits[:index] + digits[index + 1 :]
        for index in range(len(digits) - 1)
        if digits[index] == digits[index + 1]
    }
    for shorter_number in sorted(shorter):
        yield Slip.DOUBLED, shorter_number, REASONS["doubled"]


def _misreadings(number: int) -> Iterator[tuple[Slip, str, Sentence]]:
    digits = str(number)
    for index, digit in enumerate(digits):
        for true in "0123456789":
            slip = _likeness(digit, true)
            if slip:
                read = digits[:index] + true + digits[index + 1 :]
                reason = filled(REASONS["misread"], {"true": true, "seen": digit})
                yield slip, read, reason


def _likeness(first: str, second: str) -> Slip | None:
    pair = "".join(sorted((first, second)))
    if pair in ALIKE:
        return Slip.MISREAD
    return Slip.MISREAD_RARE if pair in A_LITTLE_ALIKE else None


TENTHS = 10


class Cause(StrEnum):
    """A cause of a wrong sheet; the values are stable and may be stored."""

    HANDS = "hands"  # the recorded hands say how far off the score is
    ADDED_UP = "added_up"  # the colors were added up incorrectly
    COPIED = "copied"  # the player's score of the previous round
    NEIGHBOR = "neighbor"  # the number of the seat before or after, written again
    LOAN_FORGOTTEN = "loan_forgotten"
    LOAN_DOUBLED = "loan_doubled"  # subtracted twice, or paid back and still written
    LOAN_ADDED = "loan_added"  # added to the chips instead of subtracted
    EXCHANGED = "exchanged"  # held and borrowed are switched
    MINUS = "minus"  # a minus read as a plus, or a plus as a minus
    SWAPPED = "swapped"  # two adjacent digits changed places
    OMITTED = "omitted"  # a digit left out
    DOUBLED = "doubled"  # a digit typed twice
    MISREAD = "misread"  # a digit taken for one that looks like it
    MISCOUNTED = "miscounted"  # a few chips of one color too many or too few
    WRONG_COLOUR = "wrong_colour"  # chips of one color counted as another


@dataclass(frozen=True, slots=True)
class Explanation:
    """One change to one seat that would make the sheet balance.

    `field` is what to change: "held", "borrowed" or "score" (then held changes by the
    same amount; for `EXCHANGED`, held and borrowed are switched). Amounts are chips.
    `change` is the code of its sentence and `values` are the sentence's values; `found`
    are the values of a sentence before it, if there is one. `odds` only orders
    explanations of one sheet.
    """

    kind: Cause
    seat: int
    field: str
    written: int
    meant: int
    odds: int
    change: str
    values: Mapping[str, object] = dataclasses.field(hash=False)
    found: Mapping[str, object] | None = dataclasses.field(default=None, hash=False)

    @property
    def message(self) -> Sentence:
        """The explanation in words, with "seat 2" where no name is known."""
        return self._sentence(seat_word(self.seat), begins=True)

    def named(self, names: tuple[str, ...]) -> Sentence:
        """The explanation in words, with the players' names, seat 1 first."""
        return self._sentence(names[self.seat - 1])

    def _sentence(self, name: str, begins: bool = False) -> Sentence:
        known = {"who": name}
        change = filled(CHANGES[self.change], known | dict(self.values))
        if self.found is None:
            return change
        clue = filled(HANDS["has"], known | dict(self.found), begins)
        return joined((clue, change), " ")

    @property
    def change_key(self) -> tuple[object, ...]:
        """A key that equal changes share, whatever their reasons."""
        values = {name: v for name, v in self.values.items() if name != "why"}
        return self.seat, self.change.removesuffix(".why"), *map(str, values.items())


@dataclass(frozen=True, slots=True)
class Clues:
    """All that is known of a seat whose score is `off` chips too high.

    `loan` is the bank's usual loan (0: there are no loans). `surplus`, where known, is
    by how many chips of each color all counts exceed what is in play; `table` is the
    number of seats; `poorest` and `richest` compare what the seats hold;
    `loans_written`: at least one seat borrowed. `before` and `after` are what the
    neighboring seats hold. `owed` is the loan that the table recorded for this seat,
    where known; the seat `fits` where the recorded loan or the recorded hands would
    make exactly this difference.
    """

    seat: int
    count: SeatCount
    off: int
    table: int
    start_chips: int
    loan: int
    chip_set: ChipSet | None
    chips: Mapping[str, int] | None = None
    surplus: Mapping[str, int] | None = None
    previous: int | None = None
    poorest: bool = False
    richest: bool = False
    loans_written: bool = False
    before: int | None = None
    after: int | None = None
    fits: bool = False
    owed: int | None = None

    @property
    def counted(self) -> bool:
        """Whether `held` is a count of real chips, not a score that was handed in."""
        return self.start_chips > 0 and self.count.held >= 0

    @property
    def step(self) -> int:
        """The chips that a loan is rounded to: a tenth of the start chips."""
        return max(1, self.start_chips // TENTHS)

    @property
    def kinds(self) -> tuple[Chip, ...]:
        """The colors of chips in play, most valuable first."""
        return self.chip_set.chips if self.chip_set else ()

    @property
    def by_colour(self) -> bool:
        """Whether `held` comes from a count by color."""
        return bool(self.chips) and self.count.held == self.worth(self.chips or {})

    def worth(self, chips: Mapping[str, int]) -> int:
        """Return the total worth of chips counted by color."""
        return self.chip_set.worth(chips) if self.chip_set else 0

    def held(
        self, kind: Cause, odds: int, change: str, **values: object
    ) -> Explanation:
        """Return an explanation that changes what the seat holds."""
        held = self.count.held
        return Explanation(
            kind, self.seat, "held", held, held - self.off, odds, change, values
        )

    def borrowed(
        self, kind: Cause, odds: int, change: str, **values: object
    ) -> Explanation:
        """Return an explanation that changes what the seat borrowed."""
        loan = self.count.borrowed
        return Explanation(
            kind, self.seat, "borrowed", loan, loan + self.off, odds, change, values
        )

    def score(
        self, kind: Cause, odds: int, change: str, **values: object
    ) -> Explanation:
        """Return an explanation that changes the seat's score."""
        score = self.count.score
        return Explanation(
            kind, self.seat, "score", score, score - self.off, odds, change, values
        )


SLIP_ODDS = {
    Slip.SWAPPED_LAST: 250,
    Slip.SWAPPED_FIRST: 120,
    Slip.OMITTED: 400,
    Slip.DOUBLED: 400,
    Slip.MISREAD: 100,
    Slip.MISREAD_RARE: 30,
}
SLIP_CAUSE = {
    Slip.SWAPPED_LAST: Cause.SWAPPED,
    Slip.SWAPPED_FIRST: Cause.SWAPPED,
    Slip.OMITTED: Cause.OMITTED,
    Slip.DOUBLED: Cause.DOUBLED,
    Slip.MISREAD: Cause.MISREAD,
    Slip.MISREAD_RARE: Cause.MISREAD,
}
HANDS_ODDS = 10_000  # nets of hands add up, so they are rarely wrong at one seat alone
COPIED_ODDS = 5000  # an equal number by chance: about once in a hundred seats
# Two neighbors hold equal amounts by chance in one of fifty sheets. The copy is the
# number that was typed last, so a copy from the seat before is likelier than a copy
# from the seat after.
NEIGHBOR_ODDS = {"before": 3000, "after": 1500}
OFTEN_EQUAL = 8  # points that start at 0 are small and often equal by chance
MINUS_ODDS = {
    "points": 1500,  # points start at 0: half of all scores have a minus
    "negative chips": 2000,  # no one holds less than no chips
    "score for chips": 150,  # a score written where the chips belong
    "score above the start": 20,  # a minus that large is rare
}
EXCHANGED_ODDS = 400


def number_slips(clues: Clues) -> Iterator[Explanation]:
    """Yield digits that were switched or misread, in what is held or borrowed."""
    held = clues.count.held
    # A count by color was added up, not read, so the slip is in one color.
    doubt = 8 if clues.by_colour else 1
    for reading in readings(held):
        if held - reading.meant == clues.off:
            yield _held_slip(clues, reading, doubt)
    if clues.loan and clues.count.borrowed > 0:
        for reading in readings(clues.count.borrowed):
            if reading.meant - clues.count.borrowed == clues.off:
                yield _loan_slip(clues, reading)


def _held_slip(clues: Clues, reading: Reading, doubt: int) -> Explanation:
    intended, count_text = in_figures(reading.meant), in_figures(clues.count.held)
    return clues.held(
        SLIP_CAUSE[reading.slip],
        SLIP_ODDS[reading.slip] // doubt,
        "has.instead.why",
        meant=intended,
        written=count_text,
        why=reading.why,
    )


def _loan_slip(clues: Clues, reading: Reading) -> Explanation:
    loan = clues.count.borrowed
    usual = reading.meant % clues.loan == 0
    doubt = 1 if usual else 20 if reading.meant % clues.step else 3
    return clues.borrowed(
        SLIP_CAUSE[reading.slip],
        SLIP_ODDS[reading.slip] // doubt,
        "borrowed.instead.why",
        meant=reading.meant,
        written=loan,
        why=reading.why,
    )


def unlike_hands(clues: Clues) -> Explanation:
    """Return the score that the recorded hands give, which makes the seat right."""
    score = clues.count.score
    by_hands = in_figures(score - clues.off)
    # No one holds less than no chips, so the difference must have been borrowed.
    borrowed = clues.counted and clues.count.held < clues.off
    explanation = (clues.borrowed if borrowed else clues.score)(
        Cause.HANDS, HANDS_ODDS, "has", meant=by_hands
    )
    return replace(
        explanation, found={"score": in_figures(score), "by_hands": by_hands}
    )


def copied(clues: Clues) -> Iterator[Explanation]:
    """Yield the case that the player's score of the last round was written again."""
    score = clues.count.score
    if clues.previous != score or (clues.counted and clues.count.held < clues.off):
        return
    yield clues.score(
        Cause.COPIED,
        COPIED_ODDS,
        "has.instead.why",
        meant=in_figures(score - clues.off),
        written=in_figures(score),
        why=filled(REASONS["copied"], {"score": in_figures(score)}),
    )


def neighbors(clues: Clues) -> Iterator[Explanation]:
    """Yield the case that a neighboring seat's number was written here again.

    Skipped where the number was added up from colors: then no one wrote it.
    """
    held = clues.count.held
    intended = held - clues.off
    if clues.by_colour or (clues.counted and intended < 0):
        return
    if held in (clues.before, clues.after):
        odds = NEIGHBOR_ODDS["before" if held == clues.before else "after"]
        yield clues.held(
            Cause.NEIGHBOR,
            odds if clues.start_chips else odds // OFTEN_EQUAL,
            "has.instead.why",
            meant=in_figures(intended),
            written=in_figures(held),
            why=REASONS["neighbor"],
        )


def minus(clues: Clues) -> Iterator[Explanation]:
    """Yield the case of a score below 0 written without its minus, or the reverse."""
    held = clues.count.held
    if clues.off != 2 * held or clues.count.borrowed:
        return
    yield clues.score(
        Cause.MINUS,
        MINUS_ODDS[_minus_case(clues)],
        "has.instead.why",
        meant=in_figures(-held),
        written=in_figures(held),
        why=REASONS["minus" if held > 0 else "plus"],
    )


def _minus_case(clues: Clues) -> str:
    if clues.start_chips == 0:
        return "points"
    if clues.count.held < 0:
        return "negative chips"
    deep = clues.count.held > clues.start_chips
    return "score above the start" if deep else "score for chips"


def exchanged(clues: Clues) -> Iterator[Explanation]:
    """Yield the case that the chips held and borrowed are switched."""
    held, loan = clues.count.held, clues.count.borrowed
    if clues.counted and loan > 0 and clues.off == 2 * (held - loan):
        yield clues.score(
            Cause.EXCHANGED,
            EXCHANGED_ODDS,
            "exchanged",
            held=loan,
            borrowed=held,
        )
