"""Records of Mariás deals, one against two, and the checks of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.deal_rotation import THROWN_IN
from rules.fields import (
    SHAPE_CODES,
    ByCode,
    Code,
    Field,
    Flag,
    ListOf,
    Object,
    OneOrMore,
    Seat,
    Whole,
)
from rules.marias.house import MOST_DOUBLES, HouseRules
from rules.marias.words import SUITS
from rules.messages import Sentences, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema

ACTIVE = 3
POINTS = 90  # in tricks: eight Aces and Tens at 10 each, and 10 for the last trick
TO_SPOIL = 2  # marriages: with a hundred, a side may show only one
Side = Literal["soloist", "partners"]
SIDES: tuple[Side, ...] = ("soloist", "partners")


@dataclass(frozen=True, slots=True)
class Seven:
    """The trump Seven in the last trick; an announced one may have fallen earlier."""

    side: Side
    made: bool
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Hundred:
    """A hundred that `side` announced; the points decide whether it was made.

    A `spoiled` one is lost whatever the points: its side showed a second marriage
    before it had a hundred.
    """

    side: Side
    doubled: int = 0
    spoiled: bool = False


@dataclass(frozen=True, slots=True)
class DoubleSeven:
    """The soloist's announcement of the last two tricks with Sevens."""

    made: bool
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; without a `soloist`, Forehand (the seat after the dealer) plays it.

    `points` are the soloist's in tricks, `marriages` by side the suits announced.
    `hundred` is one announcement or a list of them, because each side may announce one.
    """

    table: int
    dealer: int
    contract: Literal["game", "betl", "durch", "thrown_in"]
    soloist: int | None = None
    doubled: int = 0
    open: bool = False
    made: bool | None = None
    trump: str | None = None
    conceded: bool = False
    points: int | None = None
    marriages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seven: Seven | None = None
    hundred: Hundred | tuple[Hundred, ...] | None = None
    double_seven: DoubleSeven | None = None

    @property
    def forehand(self) -> int:
        """The seat that plays a game unless another player bids more."""
        return self.dealer % self.table + 1

    @property
    def hundreds(self) -> tuple[Hundred, ...]:
        """All announced hundreds, in the order of the record."""
        if isinstance(self.hundred, Hundred):
            return (self.hundred,)
        return self.hundred or ()

    @property
    def player(self) -> int:
        """The seat that plays alone."""
        return self.forehand if self.soloist is None else self.soloist


PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "soloist_not_forehand": (
            "Under these house rules, only Forehand can play a "
            "game, and Forehand is {who}."
        ),
        "not_tens": "Points in tricks must be whole tens, not {points}.",
        "conceded_is_plain": (
            "A conceded game can’t have points, doublings, marriages or announcements."
        ),
        "marriage_twice": (
            "Both sides have the same marriage, but there is only one of each suit."
        ),
        "hundred_twice": (
            "Each side can announce only one hundred, but this side is entered twice."
        ),
        "spoiled_without_marriages": (
            "Only a second marriage shown too early spoils "
            "a hundred (Bidding 2). Enter both marriages of "
            "this side, or don’t mark the hundred as "
            "spoiled."
        ),
        "silent_doubled": "The Seven wasn’t announced, so it can’t be doubled.",
        "seven_in_double_seven": (
            "The double Seven includes the Seven, so leave the Seven out."
        ),
        "last_trick_worth_ten": "The side that won the last trick has at least 10 points, not 0.",
        "too_many_doubles": (
            "{what} was doubled {count} times, but these house rules "
            "allow at most {most}."
        ),
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "soloist_not_forehand": "Bidding",
    "not_tens": "Preliminaries",
    "conceded_is_plain": "Automatic concession",
    "marriage_twice": "Object",
    "hundred_twice": "Bidding 2",
    "silent_doubled": "Other announcements and doubles",
    "seven_in_double_seven": "Bidding 4",
    "last_trick_worth_ten": "Object",
    "too_many_doubles": "Other announcements and doubles",
    "spoiled_without_marriages": "Bidding 2",
}
SINCE = {"spoiled_without_marriages": 2}  # older hands may have this problem
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS, SINCE)
WHAT = Sentences(
    __name__,
    {
        "game": "the game",
        "betl": "the betl",
        "durch": "the durch",
        "points": "the number of points in tricks",
        "seven": "the Seven",
        "hundred": "the hundred",
        "double_seven": "the double Seven",
    },
)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.contract != THROWN_IN:
        yield from _doublings(deal, rules)
    if deal.contract == "game":
        yield from _game(deal, rules)


def _game(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if rules.forehand_only and deal.player != deal.forehand:
        yield tell("soloist_not_forehand", "soloist", who=seat_word(deal.forehand))
    if deal.conceded:
        if not _is_plain(deal):
            yield tell("conceded_is_plain", "conceded")
    elif deal.points is None:
        yield tell("missing_field", "points", what=WHAT["points"])
    if deal.points is not None:
        yield from _points(deal, deal.points)
    if set(deal.marriages.get("soloist", ())) & set(deal.marriages.get("partners", ())):
        yield tell("marriage_twice", "marriages")
    if deal.seven is not None:
        yield from _seven(deal, deal.seven)
    yield from _hundreds(deal)


def _hundreds(deal: Deal) -> Iterable[Problem]:
    if len({hundred.side for hundred in deal.hundreds}) < len(deal.hundreds):
        yield tell("hundred_twice", "hundred")
    for path, hundred in _named_hundreds(deal):
        if hundred.spoiled and len(deal.marriages.get(hundred.side, ())) < TO_SPOIL:
            yield tell("spoiled_without_marriages", f"{path}.spoiled")


def _doublings(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    hundreds = (
        (f"{path}.doubled", WHAT["hundred"], hundred)
        for path, hundred in _named_hundreds(deal)
    )
    for path, label, bid in (
        ("doubled", WHAT[deal.contract], deal),
        ("seven.doubled", WHAT["seven"], deal.seven),
        *hundreds,
        ("double_seven.doubled", WHAT["double_seven"], deal.double_seven),
    ):
        if bid is not None and bid.doubled > rules.max_doubles:
            most, count = rules.max_doubles, bid.doubled
            yield tell("too_many_doubles", path, what=label, most=most, count=count)


def _named_hundreds(deal: Deal) -> Iterable[tuple[str, Hundred]]:
    """Return each announced hundred with its path in the record."""
    if isinstance(deal.hundred, Hundred):
        return [("hundred", deal.hundred)]
    return [(f"hundred[{n}]", hundred) for n, hundred in enumerate(deal.hundreds)]


def _is_plain(deal: Deal) -> bool:
    """Return whether nothing was played, added or doubled."""
    added = deal.seven or deal.hundred or deal.double_seven
    return deal.points is None and not (
        deal.doubled or added or any(deal.marriages.values())
    )


def _points(deal: Deal, points: int) -> Iterable[Problem]:
    if points % 10:
        yield tell("not_tens", "points", points=points)
    of_side = {"soloist": points, "partners": POINTS - points}
    if deal.seven is not None and deal.seven.made and not of_side[deal.seven.side]:
        yield tell("last_trick_worth_ten", "seven.made")
    if deal.double_seven is not None and deal.double_seven.made and not points:
        yield tell("last_trick_worth_ten", "double_seven.made")


def _seven(deal: Deal, seven: Seven) -> Iterable[Problem]:
    if seven.doubled and not seven.announced:
        yield tell("silent_doubled", "seven.doubled")
    if deal.double_seven is not None:
        yield tell("seven_in_double_seven", "seven")


_GAME, _NO_GAME = ("game",), ("betl", "durch")
_PLAYED = (*_GAME, *_NO_GAME)
_DOUBLED = Field(Whole(0, MOST_DOUBLES))
_SIDE = Field(Code(SIDES), needed=True)
_MADE = Field(Flag(), needed=True)
_SEVEN = Object(
    Seven,
    {"side": _SIDE, "made": _MADE, "announced": Field(Flag()), "doubled": _DOUBLED},
)
_HUNDRED = Object(
    Hundred, {"side": _SIDE, "doubled": _DOUBLED, "spoiled": Field(Flag())}
)
_DOUBLE_SEVEN = Object(DoubleSeven, {"made": _MADE, "doubled": _DOUBLED})
_MARRIAGES = ByCode(SIDES, ListOf(Code(tuple(SUITS)), once=True))
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=(*_PLAYED, THROWN_IN),
    kind_field="contract",
    kind_needed=True,
    known={
        "soloist": Field(Seat(), needed=_NO_GAME, kinds=_PLAYED),
        "doubled": Field(Whole(0, MOST_DOUBLES), kinds=_PLAYED),
        "open": Field(Flag(), kinds=_NO_GAME),
        "made": Field(Flag(), needed=True, kinds=_NO_GAME),
        "trump": Field(Code(tuple(SUITS)), needed=True, kinds=_GAME),
        "conceded": Field(Flag(), kinds=_GAME),
        "points": Field(Whole(0, POINTS), kinds=_GAME),
        "marriages": Field(_MARRIAGES, kinds=_GAME),
        "seven": Field(_SEVEN, kinds=_GAME),
        "hundred": Field(OneOrMore(_HUNDRED, len(SIDES)), kinds=_GAME),
        "double_seven": Field(_DOUBLE_SEVEN, kinds=_GAME),
    },
    sense=_sense,
)
