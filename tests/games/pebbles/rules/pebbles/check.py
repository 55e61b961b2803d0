"""What is wrong with a record of Pebbles."""

from collections.abc import Iterable

from rules.pebbles.deal import ACTIVE, SCHEMA, STONES, WON, Deal
from rules.pebbles.house import HouseRules

from rules.game import State as Json
from rules.problems import Problem, teller
from rules.sentences import Sentences, seat_word
from rules.shapes import SHAPE_CODES

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


def check(
    record: object,
    rules: HouseRules,
    state: Json | None = None,
    seats: int | None = None,
) -> tuple[Problem, ...]:
    """All problems of shape; if there is none, all problems of sense."""
    return SCHEMA.problems(record, _sense, state, seats)


def _sense(deal: Deal) -> Iterable[Problem]:
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
