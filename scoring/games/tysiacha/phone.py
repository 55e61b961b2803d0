"""Questions that the phone asks about a deal of Tysiacha."""

from typing import Any

from rules.messages import message_template
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
    """Return the lowest allowed bids; most bids are among them."""
    least, step = rules.bid_min, rules.bid_step
    first = max(1, -(-least // step)) * step
    return tuple(range(first, min(first + QUICK_BIDS * step, MOST_BID + 1), step))


FORM = Form(
    main=(
        Seats(
            "soloist",
            message_template("Soloist"),
            keys=(
                Key("passed", message_template("All passed"), {"kind": "passed_out"}),
            ),
        ),
        Number(
            "bid",
            message_template("Bid"),
            hint=message_template("Enter the final bid, after the widow."),
            quick=_usual_bids,
            least="bid_min",
            step="bid_step",
        ),
        Shares(
            "points",
            message_template("Points without marriages"),
            POINTS,
            keys=(
                Key(
                    "conceded",
                    message_template("Conceded"),
                    {"kind": "conceded"},
                    small=message_template("given up after the widow"),
                    house=lambda rules: rules.concede != "no",
                ),
            ),
        ),
    ),
    more=(
        Chips(
            "marriages",
            message_template("Marriages"),
            MARRIAGES,
            played="marriage_chips",
            by_code=True,
        ),
        Flag(
            "blind",
            message_template("Blind"),
            house=lambda rules: rules.blind_times > 1,
        ),
        Number(
            "talon",
            message_template("Widow"),
            help=message_template(
                "What the widow’s cards score for the dealer, who sits out."
            ),
            when=(if_is("table", 4),),
            house=lambda rules: rules.talon_scores,
        ),
    ),
    summary=(
        Say(message_template("All passed"), if_is("kind", "passed_out")),
        Say(message_template("{soloist} bid {bid}"), if_is("soloist")),
        Say(message_template("conceded"), if_is("kind", "conceded")),
        Say(message_template("blind"), if_is("blind")),
        Say("{points}", if_is("kind", "played")),
        Say("{marriages}", if_is("marriages")),
    ),
    again=(Again(("passed_out",)),),
    reasons=(
        message_template("Wrong points"),
        message_template("Wrong bid"),
        message_template("A marriage was forgotten"),
    ),
)
