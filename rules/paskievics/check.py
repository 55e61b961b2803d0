"""What is wrong with a record of Paskievics."""

from collections.abc import Iterable

from rules.game import State as Json
from rules.names import field_name
from rules.paskievics.deal import SCHEMA, SIDES, Catch, Deal, Pagat, Side, State
from rules.paskievics.house import HouseRules
from rules.paskievics.results import TO_DOUBLE, points_of, side_of
from rules.paskievics.words import SENTENCES
from rules.problems import Problem, teller
from rules.sentences import Sentences, seat_word
from rules.shapes import SHAPE_CODES

MOST_ROUNDS = 10_000  # doubled at once: more would make numbers that nobody can write
MOST_TAROKKS = 22  # in the pack
TRULL_POINTS, KINGS_POINTS = 15, 20  # three honours, four Kings, 5 each

PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "bad_state": "The doubled rounds cannot be as they are in this house.",
        "not_played": "This house does not play {bid}.",
        "partner_is_declarer": "The partner is the declarer: where the declarer is alone, name no partner.",
        "all_tricks_contradicts": "One side took all nine tricks: {what} cannot be so.",
        "same_seat": "{who} cannot catch its own XXI.",
        "trull_contradicts": "The other side has all three honours: {what} cannot be so.",
        "points_too_few": "The trull is worth 15 points and the Kings 20: the side that has them has only {points}.",
        "too_many_doubles": "{what}: this house doubles at most {most} times.",
        "impossible_tarokks": "{count} tarokks were declared: there are only 22.",
    },
)
tell = teller(PROBLEM_CODES)

WHAT = Sentences(
    __name__,
    {
        "game": "the game",
        "announcement": "the announcement",
        "points": "the points",
        "trull": "the trull",
        "kings": "the Kings",
        "xxi.caught_by": "the catcher of the XXI",
        "pagat.made": "the Pagát",
    },
)


def check(
    record: object,
    rules: HouseRules,
    state: Json | None = None,
    seats: int | None = None,
) -> tuple[Problem, ...]:
    """All problems of shape; if there is none, all problems of sense."""
    return SCHEMA.problems(record, lambda deal: _sense(deal, rules), state, seats)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if not _can_be(deal.state, deal.table, rules):
        yield tell("bad_state", "state.doublings")
    if deal.kind != "played":
        return
    if deal.bid not in rules.game_chips:
        yield tell("not_played", "bid", bid=SENTENCES[deal.bid])
    if deal.partner == deal.declarer:
        yield tell("partner_is_declarer", "partner")
        return
    yield from _points(deal)
    if deal.all_tricks:
        yield from _all_tricks(deal, deal.all_tricks)
    if deal.xxi:
        yield from _xxi(deal, deal.xxi)
    if deal.trull and deal.pagat and deal.pagat.made and deal.pagat.side != deal.trull:
        yield tell("trull_contradicts", "pagat.side", what=WHAT["pagat.made"])
    yield from _doubles(deal, rules)
    declared = sum(deal.tarokks.values())
    if declared > MOST_TAROKKS:
        yield tell("impossible_tarokks", "tarokks", count=declared)


def _can_be(state: State, table: int, rules: HouseRules) -> bool:
    """Is each doubled round one of this table, and are there no more than may be?"""
    most = {"multiply": MOST_ROUNDS, "single": 1, "next": 1, "none": 0}
    longest = 1 if rules.pass_out == "next" else table
    few = len(state.doublings) <= most[rules.pass_out]
    return few and max(state.doublings, default=0) <= longest


def _points(deal: Deal) -> Iterable[Problem]:
    """Card points are there, and enough for the honours and Kings of each side."""
    if deal.points is None:
        if deal.all_tricks is None:
            yield tell("missing_field", "points", what=field_name("points"))
        return
    for side in SIDES:
        worth = TRULL_POINTS * (deal.trull == side) + KINGS_POINTS * (
            deal.kings == side
        )
        points = points_of(deal, side) or 0
        if points < worth:
            yield tell("points_too_few", "points", points=points)
            return


def _all_tricks(deal: Deal, taker: Side) -> Iterable[Problem]:
    """What cannot be where one side took all nine tricks."""
    points = points_of(deal, taker)
    wrong = {
        "points": points is not None and points < TO_DOUBLE,
        "trull": deal.trull not in (None, taker),
        "kings": deal.kings not in (None, taker),
        "xxi.caught_by": deal.xxi and side_of(deal, deal.xxi.caught_by) != taker,
        "pagat.made": deal.pagat and _pagat_is_wrong(deal, deal.pagat, taker),
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            what = WHAT[field]
            yield tell("all_tricks_contradicts", field, what=what)


def _pagat_is_wrong(deal: Deal, pagat: Pagat, taker: Side) -> bool:
    """Made without a trick; or lost by a declarer who is alone and took them all."""
    if pagat.made:
        return pagat.side != taker
    return pagat.side == taker == "declarer" and deal.partner is None


def _xxi(deal: Deal, xxi: Catch) -> Iterable[Problem]:
    if xxi.lost_by == xxi.caught_by:
        yield tell("same_seat", "xxi.caught_by", who=seat_word(xxi.caught_by))
    if deal.trull and deal.trull != side_of(deal, xxi.caught_by):
        what = WHAT["xxi.caught_by"]
        yield tell("trull_contradicts", "xxi.caught_by", what=what)


def _doubles(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    most = rules.max_doubles
    if deal.doubled > most:
        yield tell("too_many_doubles", "doubled", what=WHAT["game"], most=most)
    for side, items in deal.announced.items():
        for item, doubled in items.items():
            if doubled > most:
                what, field = WHAT["announcement"], f"announced.{side}.{item}"
                yield tell("too_many_doubles", field, what=what, most=most)
