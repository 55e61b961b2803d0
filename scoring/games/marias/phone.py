"""What the phone asks of a deal of Mariás."""

from typing import Any

from rules.marias.deal import POINTS
from rules.marias.words import DOUBLINGS
from scoring.games.marias.words import SIDES, SUITS
from scoring.games.phone_form import (
    Chips,
    Codes,
    Doublings,
    Flag,
    Form,
    Key,
    Part,
    Say,
    Seats,
    if_is,
    unless,
)

TENS = {points: f"{points}" for points in range(0, POINTS + 1, 10)}
MADE = {True: "Made", False: "Lost"}
DOUBLED = Doublings("doubled", "Doubled", DOUBLINGS, most="max_doubles")


def _any_soloist(rules: Any) -> bool:
    return not rules.forehand_only


FORM = Form(
    main=(
        Codes(
            "trump",
            "Trump",
            SUITS,
            keys=(
                Key("betl", "Betl", {"contract": "betl"}, small="lose every trick"),
                Key("durch", "Durch", {"contract": "durch"}, small="win every trick"),
            ),
        ),
        Seats("soloist", "Soloist", when=(if_is("contract", "betl", "durch"),)),
        Seats(
            "soloist",
            "Soloist",
            when=(if_is("contract", "game"),),
            house=_any_soloist,
        ),
        Codes("made", "Made or lost?", MADE),
        Codes(
            "points",
            "The soloist’s points",
            TENS,
            help="In tricks, with the last one; without marriages.",
            keys=(Key("conceded", "Conceded", {"conceded": True}, small="not played"),),
        ),
    ),
    more=(
        Chips("marriages", "Marriages", SUITS, rows=SIDES),
        DOUBLED,
        Part(
            "seven",
            "Seven",
            (
                Codes("side", "Whose Seven?", SIDES),
                Codes("made", "In the last trick", MADE),
                Flag("announced", "Announced"),
                Doublings(
                    "doubled",
                    "Doubled",
                    DOUBLINGS,
                    most="max_doubles",
                    when=(if_is("announced"),),
                ),
            ),
        ),
        Part(
            "hundred",
            "Hundred",
            (Codes("side", "Who announced a hundred?", SIDES), DOUBLED),
            help="Only an announced one: a silent one follows from the points.",
        ),
        Part(
            "double_seven",
            "Double Seven",
            (Codes("made", "Announced by the soloist, and", MADE), DOUBLED),
        ),
        Flag("open", "Open"),
    ),
    summary=(
        Say("{soloist}: {trump}", if_is("trump"), if_is("soloist")),
        Say("{forehand}: {trump}", if_is("trump"), unless("soloist")),
        Say("{points} points", if_is("points")),
        Say("conceded", if_is("conceded")),
        Say("{soloist} made betl", if_is("contract", "betl"), if_is("made")),
        Say("{soloist} lost betl", if_is("contract", "betl"), unless("made")),
        Say("{soloist} made durch", if_is("contract", "durch"), if_is("made")),
        Say("{soloist} lost durch", if_is("contract", "durch"), unless("made")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say("marriages: {marriages}", if_is("marriages")),
        Say("Seven made", if_is("seven.made")),
        Say("Seven lost", if_is("seven"), unless("seven.made")),
        Say("hundred announced", if_is("hundred")),
        Say("double Seven made", if_is("double_seven.made")),
        Say("double Seven lost", if_is("double_seven"), unless("double_seven.made")),
    ),
    reasons=("Wrong points", "Wrong trump", "Something was forgotten"),
)
