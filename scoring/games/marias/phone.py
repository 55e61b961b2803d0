"""What the phone asks of a deal of Mariás."""

from typing import Any

from rules.deal_rotation import THROWN_IN
from rules.marias.deal import POINTS
from rules.marias.words import DOUBLINGS
from rules.messages import say_later
from scoring.games.marias.words import SIDES, SUITS
from scoring.games.phone_form import (
    Again,
    Chips,
    Codes,
    Doublings,
    Flag,
    Form,
    Key,
    Part,
    Parts,
    Say,
    Seats,
    if_is,
    thrown_in,
    unless,
)

TENS = {points: f"{points}" for points in range(0, POINTS + 1, 10)}
MADE = {True: say_later("Made"), False: say_later("Lost")}
TIMES = ("", *DOUBLINGS.values())  # from none on
DOUBLED = Doublings("doubled", say_later("Doubled"), TIMES, most="max_doubles")


def _any_soloist(rules: Any) -> bool:
    return not rules.forehand_only


FORM = Form(
    main=(
        Codes(
            "trump",
            say_later("Trump"),
            SUITS,
            keys=(
                Key(
                    "betl",
                    say_later("Betl"),
                    {"contract": "betl"},
                    small=say_later("lose every trick"),
                ),
                Key(
                    "durch",
                    say_later("Durch"),
                    {"contract": "durch"},
                    small=say_later("win every trick"),
                ),
                thrown_in("contract"),
            ),
        ),
        Seats(
            "soloist", say_later("Soloist"), when=(if_is("contract", "betl", "durch"),)
        ),
        Seats(
            "soloist",
            say_later("Soloist"),
            when=(if_is("contract", "game"),),
            house=_any_soloist,
        ),
        Codes("made", say_later("Made or lost?"), MADE),
        Codes(
            "points",
            say_later("The soloist’s points"),
            TENS,
            help=say_later("In tricks, with the last one; without marriages."),
            keys=(
                Key(
                    "conceded",
                    say_later("Conceded"),
                    {"conceded": True},
                    small=say_later("not played"),
                ),
            ),
        ),
    ),
    more=(
        Chips("marriages", say_later("Marriages"), SUITS, rows=SIDES),
        DOUBLED,
        Part(
            "seven",
            say_later("Seven"),
            (
                Codes("side", say_later("Whose Seven?"), SIDES),
                Codes("made", say_later("In the last trick"), MADE),
                Flag("announced", say_later("Announced")),
                Doublings(
                    "doubled",
                    say_later("Doubled"),
                    TIMES,
                    most="max_doubles",
                    when=(if_is("announced"),),
                ),
            ),
        ),
        Parts(
            "hundred",
            say_later("Hundred"),
            (
                Codes("side", say_later("Who announced a hundred?"), SIDES),
                DOUBLED,
                Flag(
                    "spoiled", say_later("Spoiled: a second marriage before a hundred")
                ),
            ),
            help=say_later(
                "Only an announced one: a silent one follows from the points."
            ),
            summary=(
                Say("{side}"),
                Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
                Say(say_later("spoiled"), if_is("spoiled")),
            ),
        ),
        Part(
            "double_seven",
            say_later("Double Seven"),
            (Codes("made", say_later("Announced by the soloist, and"), MADE), DOUBLED),
        ),
        Flag("open", say_later("Played open")),
    ),
    summary=(
        Say(say_later("Thrown in"), if_is("contract", THROWN_IN)),
        Say(say_later("{soloist}: {trump}"), if_is("trump"), if_is("soloist")),
        Say(say_later("{forehand}: {trump}"), if_is("trump"), unless("soloist")),
        Say(say_later("{points} points"), if_is("points")),
        Say(say_later("conceded"), if_is("conceded")),
        Say(say_later("{soloist} made betl"), if_is("contract", "betl"), if_is("made")),
        Say(
            say_later("{soloist} lost betl"), if_is("contract", "betl"), unless("made")
        ),
        Say(
            say_later("{soloist} made durch"), if_is("contract", "durch"), if_is("made")
        ),
        Say(
            say_later("{soloist} lost durch"),
            if_is("contract", "durch"),
            unless("made"),
        ),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(say_later("marriages: {marriages}"), if_is("marriages")),
        Say(say_later("Seven made"), if_is("seven.made")),
        Say(say_later("Seven lost"), if_is("seven"), unless("seven.made")),
        Say(say_later("hundred announced by: {hundred}"), if_is("hundred")),
        Say(say_later("double Seven made"), if_is("double_seven.made")),
        Say(
            say_later("double Seven lost"),
            if_is("double_seven"),
            unless("double_seven.made"),
        ),
    ),
    again=(Again((THROWN_IN,)),),
    reasons=(
        say_later("Wrong points"),
        say_later("Wrong trump"),
        say_later("Something was forgotten"),
    ),
)
