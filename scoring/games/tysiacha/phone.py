"""What the phone asks of a deal of Tysiacha."""

from rules.tysiacha.deal import POINTS
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

FORM = Form(
    main=(
        Seats(
            "soloist",
            "Soloist",
            keys=(Key("passed", "All passed", {"kind": "passed_out"}),),
        ),
        Number(
            "bid",
            "Bid",
            hint="The final one, after the widow.",
            quick=(100, 105, 110, 115, 120),
        ),
        Shares(
            "points",
            "Points in tricks",
            POINTS,
            help="Without marriages.",
            keys=(
                Key(
                    "conceded",
                    "Conceded",
                    {"kind": "conceded"},
                    small="given up after the widow",
                    house=lambda rules: rules.concede != "no",
                ),
            ),
        ),
    ),
    more=(
        Chips(
            "marriages",
            "Marriages",
            MARRIAGES,
            played="marriage_chips",
            by_code=True,
        ),
        Flag("blind", "Blind", house=lambda rules: rules.blind_times > 1),
        Number(
            "talon",
            "Talon",
            help="What the house gives whoever sits out for the cards of the widow.",
            when=(if_is("table", 4),),
            house=lambda rules: rules.talon_scores,
        ),
    ),
    summary=(
        Say("All passed", if_is("kind", "passed_out")),
        Say("{soloist} bid {bid}", if_is("soloist")),
        Say("conceded", if_is("kind", "conceded")),
        Say("blind", if_is("blind")),
        Say("{points}", if_is("kind", "played")),
        Say("{marriages}", if_is("marriages")),
    ),
    again=(Again(("passed_out",)),),
    reasons=("Wrong points", "Wrong bid", "A marriage was forgotten"),
)
