"""What the phone asks of a deal of Tysiacha."""

from typing import Any

from rules.messages import say_later
from rules.tysiacha.deal import MOST_BID, POINTS
from scoring.games.phone_form import (
    Again,
    Chips,
    Flag,
    Form,
    Key,
    Number,
    Say,
    Seats,
    Shares,
    if_is,
)
from scoring.games.tysiacha.words import MARRIAGES

QUICK_BIDS = 5


def _usual_bids(rules: Any) -> tuple[int, ...]:
    """The lowest that may be bid, of which most bids are."""
    least, step = rules.bid_min, rules.bid_step
    first = max(1, -(-least // step)) * step
    return tuple(range(first, min(first + QUICK_BIDS * step, MOST_BID + 1), step))


FORM = Form(
    main=(
        Seats(
            "soloist",
            say_later("Soloist"),
            keys=(Key("passed", say_later("All passed"), {"kind": "passed_out"}),),
        ),
        Number(
            "bid",
            say_later("Bid"),
            hint=say_later("The final one, after the widow."),
            quick=_usual_bids,
            least="bid_min",
            step="bid_step",
        ),
        Shares(
            "points",
            say_later("Points without marriages"),
            POINTS,
            keys=(
                Key(
                    "conceded",
                    say_later("Conceded"),
                    {"kind": "conceded"},
                    small=say_later("given up after the widow"),
                    house=lambda rules: rules.concede != "no",
                ),
            ),
        ),
    ),
    more=(
        Chips(
            "marriages",
            say_later("Marriages"),
            MARRIAGES,
            played="marriage_chips",
            by_code=True,
        ),
        Flag("blind", say_later("Blind"), house=lambda rules: rules.blind_times > 1),
        Number(
            "talon",
            say_later("Widow"),
            help=say_later("What its cards bring the dealer, who sits out."),
            when=(if_is("table", 4),),
            house=lambda rules: rules.talon_scores,
        ),
    ),
    summary=(
        Say(say_later("All passed"), if_is("kind", "passed_out")),
        Say(say_later("{soloist} bid {bid}"), if_is("soloist")),
        Say(say_later("conceded"), if_is("kind", "conceded")),
        Say(say_later("blind"), if_is("blind")),
        Say("{points}", if_is("kind", "played")),
        Say("{marriages}", if_is("marriages")),
    ),
    again=(Again(("passed_out",)),),
    reasons=(
        say_later("Wrong points"),
        say_later("Wrong bid"),
        say_later("A marriage was forgotten"),
    ),
)
