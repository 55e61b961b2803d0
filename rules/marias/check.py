"""What is wrong with a record of Mariás."""

from collections.abc import Iterable

from rules.game import THROWN_IN
from rules.game import State as Json
from rules.marias.deal import POINTS, SCHEMA, Deal, Hundred, Seven
from rules.marias.house import HouseRules
from rules.problems import Problem, teller
from rules.sentences import Sentences, seat_word
from rules.shapes import SHAPE_CODES

PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "soloist_not_forehand": "Only Forehand plays a game in this house: that is {who}.",
        "not_tens": "Points in tricks are whole tens, not {points}.",
        "conceded_is_plain": "A game with points, doublings, marriages or announcements was played, not conceded.",
        "marriage_twice": "A marriage stands on both sides: there is one of each suit.",
        "hundred_twice": "Each side announces one hundred at most: this side stands there twice.",
        "silent_doubled": "The Seven: only what was announced can be doubled.",
        "seven_in_double_seven": "The Seven is a part of the double Seven: leave it out.",
        "last_trick_worth_ten": "Who won the last trick has 10 points at least, not 0.",
        "too_many_doubles": "{what}: doubled {count} times, the most in this house is {most}.",
    },
)
tell = teller(PROBLEM_CODES)

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


def check(
    record: object,
    rules: HouseRules,
    state: Json | None = None,
    seats: int | None = None,
) -> tuple[Problem, ...]:
    """All problems of shape; if there is none, all problems of sense."""
    return SCHEMA.problems(record, lambda deal: _sense(deal, rules), state, seats)


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
    if len({each.side for each in deal.hundreds}) < len(deal.hundreds):
        yield tell("hundred_twice", "hundred")


def _doublings(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    hundreds = (
        (f"{field}.doubled", WHAT["hundred"], hundred)
        for field, hundred in _named_hundreds(deal)
    )
    for field, what, bid in (
        ("doubled", WHAT[deal.contract], deal),
        ("seven.doubled", WHAT["seven"], deal.seven),
        *hundreds,
        ("double_seven.doubled", WHAT["double_seven"], deal.double_seven),
    ):
        if bid is not None and bid.doubled > rules.max_doubles:
            most, count = rules.max_doubles, bid.doubled
            yield tell("too_many_doubles", field, what=what, most=most, count=count)


def _named_hundreds(deal: Deal) -> Iterable[tuple[str, Hundred]]:
    """Each announced hundred with where it stands in the record."""
    if isinstance(deal.hundred, Hundred):
        return [("hundred", deal.hundred)]
    return [(f"hundred[{n}]", each) for n, each in enumerate(deal.hundreds)]


def _is_plain(deal: Deal) -> bool:
    """Nothing was played, added or doubled."""
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
