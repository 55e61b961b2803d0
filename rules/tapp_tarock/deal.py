"""Records of Tapp Tarock deals, one against two, and the checks of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from rules.fields import (
    SHAPE_CODES,
    BySeat,
    Code,
    Field,
    Flag,
    ListOf,
    Object,
    Seat,
    Whole,
)
from rules.messages import Sentence, Sentences
from rules.problems import Problem, teller
from rules.record_schema import Schema
from rules.tapp_tarock.house import MOST_DOUBLES, HouseRules
from rules.tapp_tarock.words import BONUSES, CONTRACTS, SIDE_NAMES

ACTIVE = 3
POINTS, NEEDED = 70, 36  # card points of the pack, and points the soloist needs
Side = Literal["soloist", "partners"]
SIDES: tuple[Side, ...] = ("soloist", "partners")


@dataclass(frozen=True, slots=True)
class Pagat:
    """The Pagat in the last trick: `partner` means the holder's own partner took it.

    An announced one is also `lost` where it was played to an earlier trick.
    """

    holder: int
    result: Literal["won", "lost", "partner"]
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Slam:
    """All tricks: `side` called them, or took them without a call."""

    side: Side
    made: bool
    announced: bool = False
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; only a `played` one has more than table and dealer.

    `points` are the soloist's card points, `bonuses` by seat what its original hand
    held, `mond_caught_by` the seat whose Skus took the XXI.
    """

    table: int
    dealer: int
    kind: Literal["played", "passed_out"] = "played"
    soloist: int | None = None
    contract: str | None = None
    points: int | None = None
    doubled: int = 0
    pagat: Pagat | None = None
    bonuses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    mond_caught_by: int | None = None
    slam: Slam | None = None


PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "not_played": "Not played under these house rules: {what}.",
        "too_many_doubles": (
            "{what} was doubled {count} times, but these house rules "
            "allow at most {most}."
        ),
        "silent_doubled": "{what} wasn’t announced, so it can’t be doubled.",
        "empty_slam": "The slam was neither made nor announced, so leave it out.",
        "slam_contradicts_points": (
            "If {side} made a slam, the soloist can’t have {points} points."
        ),
        "slam_contradicts_pagat": (
            "The side that took every trick also took the last "
            "one, so the Pagat or the slam can’t be right."
        ),
        "soloist_has_no_partner": "The soloist has no partner to take the Pagat.",
        "impossible_bonuses": (
            "There are only three trull cards and four Kings, so "
            "not all of these hands are possible."
        ),
    },
)
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "not_played": "house",
    "too_many_doubles": "Variants",
    "silent_doubled": "Variants",
    "empty_slam": "house",
    "slam_contradicts_points": "house",
    "slam_contradicts_pagat": "house",
    "soloist_has_no_partner": "Variants 4",
    "impossible_bonuses": "Score",
}
tell = teller(PROBLEM_CODES, PROBLEM_SECTIONS)
WHAT = Sentences(
    __name__,
    {
        "game": "the game",
        "points": "the number of card points",
        "pagat": "the Pagat",
        "pagat.partner": "a Pagat announced by a partner",
        "mond": "the XXI taken with the Skus",
        "slam": "the slam",
    },
)
TRULL = {"trull": 3, "two_trull": 2}  # the trull cards that a bonus claims


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.kind == "passed_out":
        return
    yield from _game(deal, rules)
    if deal.pagat is not None:
        yield from _pagat(deal, deal.pagat, rules)
    if deal.bonuses:
        yield from _bonuses(deal.bonuses, rules)
    if deal.mond_caught_by is not None and not rules.mond_chips:
        yield tell("not_played", "mond_caught_by", what=WHAT["mond"])
    if deal.slam is not None:
        yield from _slam(deal, deal.slam, rules)


def _game(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.contract not in rules.contracts:
        name = CONTRACTS[str(deal.contract)]
        yield tell("not_played", "contract", what=name)
    if deal.points is None and not (deal.slam and deal.slam.made):
        yield tell("missing_field", "points", what=WHAT["points"])
    yield from _doublings("doubled", WHAT["game"], deal.doubled, rules)


def _doublings(
    path: str, label: Sentence, count: int, rules: HouseRules, *, open_: bool = True
) -> Iterable[Problem]:
    """Yield problems of too many doublings, or of any for an unannounced bonus."""
    if count > rules.max_doubles:
        most = rules.max_doubles
        yield tell("too_many_doubles", path, what=label, count=count, most=most)
    if count and not open_:
        yield tell("silent_doubled", path, what=label)


def _pagat(deal: Deal, pagat: Pagat, rules: HouseRules) -> Iterable[Problem]:
    is_own = pagat.holder == deal.soloist
    if pagat.announced and not is_own and not rules.pagat_any_holder:
        label = WHAT["pagat.partner"]
        yield tell("not_played", "pagat.announced", what=label)
    if pagat.result == "partner" and is_own:
        yield tell("soloist_has_no_partner", "pagat.result")
    yield from _doublings(
        "pagat.doubled", WHAT["pagat"], pagat.doubled, rules, open_=pagat.announced
    )


def _bonuses(
    bonuses: Mapping[int, tuple[str, ...]], rules: HouseRules
) -> Iterable[Problem]:
    for seat, codes in bonuses.items():
        for index, code in enumerate(codes):
            if code not in rules.bonus_chips:
                path = f"bonuses.{seat}[{index}]"
                yield tell("not_played", path, what=BONUSES[code])
    claimed = [*chain.from_iterable(bonuses.values())]
    trull = sum(TRULL.get(code, 0) for code in claimed)
    if trull > max(TRULL.values()) or claimed.count("kings") > 1:
        yield tell("impossible_bonuses", "bonuses")


def _slam(deal: Deal, slam: Slam, rules: HouseRules) -> Iterable[Problem]:
    if not any((*rules.slam_chips, *rules.slam_times)):
        yield tell("not_played", "slam", what=WHAT["slam"])
    if not slam.made and not slam.announced:
        yield tell("empty_slam", "slam")
    yield from _doublings(
        "slam.doubled", WHAT["slam"], slam.doubled, rules, open_=slam.announced
    )
    if not slam.made:
        return
    if deal.points is not None and slam.side != _winner(deal.points):
        side, points = SIDE_NAMES[slam.side], deal.points
        yield tell("slam_contradicts_points", "slam.made", side=side, points=points)
    if deal.pagat is not None and _last_trick(deal, deal.pagat) not in (
        None,
        slam.side,
    ):
        yield tell("slam_contradicts_pagat", "pagat.result")


def _winner(points: int) -> str:
    return "soloist" if points >= NEEDED else "partners"


def _last_trick(deal: Deal, pagat: Pagat) -> str | None:
    """Return the side that took the last trick.

    None where an announced Pagat may have been played early.
    """
    if pagat.result == "lost" and pagat.announced:
        return None
    is_soloist = (pagat.holder == deal.soloist) == (pagat.result != "lost")
    return "soloist" if is_soloist else "partners"


_PLAYED = ("played",)
_DOUBLED = Whole(0, MOST_DOUBLES)
_PAGAT = Object(
    Pagat,
    {
        "holder": Field(Seat(), needed=True),
        "result": Field(Code(("won", "lost", "partner")), needed=True),
        "announced": Field(Flag()),
        "doubled": Field(_DOUBLED),
    },
)
_SLAM = Object(
    Slam,
    {
        "side": Field(Code(SIDES), needed=True),
        "made": Field(Flag(), needed=True),
        "announced": Field(Flag()),
        "doubled": Field(_DOUBLED),
    },
)
_BONUSES = BySeat(ListOf(Code(tuple(BONUSES)), once=True))
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=(3, 4),
    kinds=("played", "passed_out"),
    known={
        "soloist": Field(Seat(), needed=True, kinds=_PLAYED),
        "contract": Field(Code(tuple(CONTRACTS)), needed=True, kinds=_PLAYED),
        "points": Field(Whole(0, POINTS), kinds=_PLAYED),
        "doubled": Field(_DOUBLED, kinds=_PLAYED),
        "pagat": Field(_PAGAT, kinds=_PLAYED),
        "bonuses": Field(_BONUSES, kinds=_PLAYED),
        "mond_caught_by": Field(Seat(), kinds=_PLAYED),
        "slam": Field(_SLAM, kinds=_PLAYED),
    },
    sense=_sense,
)
