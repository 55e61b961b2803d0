"""What is recorded of a deal of Pebbles, what deals leave on, and what may be wrong."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.pebbles.house import HouseRules

from rules.fields import SHAPE_CODES, Code, EachSeat, Field, Flag, Object, Seat, Whole
from rules.messages import Sentences, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema

ACTIVE = 3
TABLES = (3, 4)
STONES = 9  # taken in every deal
MOST_IN_POOL = 10_000
WON, PASSED, SWEPT = "won", "passed", "swept"
TAKES, DOUBLES = "takes", "doubles"


@dataclass(frozen=True, slots=True)
class State:
    """The pool in chips; `doubled` until it is taken: everybody puts in twice as much.

    `table` is how many sit at it.
    """

    pool: int = 0
    doubled: bool = False
    table: int = min(TABLES)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was won, passed out, or that sweeps the pool at the end.

    `stones` are those of each seat, `pool` what the winner does with it, `called` who
    said before the deal that he would win it.
    """

    table: int
    dealer: int
    kind: str
    winner: int = 0
    stones: tuple[int, ...] = ()
    pool: str = TAKES
    called: int | None = None
    state: State = State()


PROBLEM_CODES = Sentences(
    __name__,
    {
        **SHAPE_CODES,
        "stones_total": "Together they have {total} stones: 9 are needed.",
        "not_the_most": "{who} has {stones} stones, and another has {most}.",
        "sits_out": "{who} deals and sits out: no stones there.",
        "bad_state": "The pool is doubled, and there is none: that cannot be.",
    },
)
tell = teller(PROBLEM_CODES)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.state.doubled and not deal.state.pool:
        yield tell("bad_state", "state.doubled")
    if deal.kind != WON:
        return
    total, most = sum(deal.stones), max(deal.stones)
    if total != STONES:
        yield tell("stones_total", "stones", total=total)
    if deal.table > ACTIVE and deal.stones[deal.dealer - 1]:
        yield tell("sits_out", f"stones[{deal.dealer - 1}]", who=seat_word(deal.dealer))
    own = deal.stones[deal.winner - 1]
    if own < most:
        yield tell(
            "not_the_most", "winner", who=seat_word(deal.winner), stones=own, most=most
        )


STATE = Object(
    State,
    {
        "pool": Field(Whole(0, MOST_IN_POOL), needed=True),
        "doubled": Field(Flag()),
        "table": Field(Whole(min(TABLES), max(TABLES))),
    },
)
SCHEMA = Schema(
    Deal,
    active=ACTIVE,
    tables=TABLES,
    kinds=(WON, PASSED, SWEPT),
    known={
        "winner": Field(Seat(), needed=True, kinds=(WON,)),
        "stones": Field(EachSeat(Whole(0, STONES)), needed=True, kinds=(WON,)),
        "pool": Field(Code((TAKES, DOUBLES)), kinds=(WON,)),
        "called": Field(Seat(), kinds=(WON,)),
        "state": Field(STATE),
    },
    idle=(SWEPT,),
    sense=_sense,
)
