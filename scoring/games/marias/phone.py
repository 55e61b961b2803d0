"""Questions that the phone asks about a deal of Mariás."""

from typing import Any

from rules.deal_rotation import THROWN_IN
from rules.marias.deal import POINTS
from rules.marias.words import DOUBLINGS
from rules.messages import message_template
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
MADE = {True: message_template("Made"), False: message_template("Lost")}
TIMES = ("", *DOUBLINGS.values())  # from not doubled up
DOUBLED = Doublings("doubled", message_template("Doubled"), TIMES, most="max_doubles")


def _any_soloist(rules: Any) -> bool:
    return not rules.forehand_only


FORM = Form(
    main=(
        Codes(
            "trump",
            message_template("Trump"),
            SUITS,
            keys=(
                Key(
                    "betl",
                    message_template("Betl"),
                    {"contract": "betl"},
                    small=message_template("lose every trick"),
                ),
                Key(
                    "durch",
                    message_template("Durch"),
                    {"contract": "durch"},
                    small=message_template("win every trick"),
                ),
                thrown_in("contract"),
            ),
        ),
        Seats(
            "soloist",
            message_template("Soloist"),
            when=(if_is("contract", "betl", "durch"),),
        ),
        Seats(
            "soloist",
            message_template("Soloist"),
            when=(if_is("contract", "game"),),
            house=_any_soloist,
        ),
        Codes("made", message_template("Made or lost?"), MADE),
        Codes(
            "points",
            message_template("The soloist’s points"),
            TENS,
            help=message_template(
                "Count the points in tricks, including the last "
                "one, but not the marriages."
            ),
            keys=(
                Key(
                    "conceded",
                    message_template("Conceded"),
                    {"conceded": True},
                    small=message_template("not played"),
                ),
            ),
        ),
    ),
    more=(
        Chips("marriages", message_template("Marriages"), SUITS, rows=SIDES),
        DOUBLED,
        Part(
            "seven",
            message_template("Seven"),
            (
                Codes("side", message_template("Whose Seven?"), SIDES),
                Codes("made", message_template("In the last trick"), MADE),
                Flag("announced", message_template("Announced")),
                Doublings(
                    "doubled",
                    message_template("Doubled"),
                    TIMES,
                    most="max_doubles",
                    when=(if_is("announced"),),
                ),
            ),
        ),
        Parts(
            "hundred",
            message_template("Hundred"),
            (
                Codes("side", message_template("Who announced a hundred?"), SIDES),
                DOUBLED,
                Flag(
                    "spoiled",
                    message_template("Spoiled: a second marriage before a hundred"),
                ),
            ),
            help=message_template(
                "Enter only an announced hundred. A silent one follows from the points."
            ),
            summary=(
                Say("{side}"),
                Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
                Say(message_template("spoiled"), if_is("spoiled")),
            ),
        ),
        Part(
            "double_seven",
            message_template("Double Seven"),
            (
                Codes("made", message_template("Announced by the soloist, and"), MADE),
                DOUBLED,
            ),
        ),
        Flag("open", message_template("Played open")),
    ),
    summary=(
        Say(message_template("Thrown in"), if_is("contract", THROWN_IN)),
        Say(message_template("{soloist}: {trump}"), if_is("trump"), if_is("soloist")),
        Say(message_template("{forehand}: {trump}"), if_is("trump"), unless("soloist")),
        Say(message_template("{points} points"), if_is("points")),
        Say(message_template("conceded"), if_is("conceded")),
        Say(
            message_template("{soloist} made betl"),
            if_is("contract", "betl"),
            if_is("made"),
        ),
        Say(
            message_template("{soloist} lost betl"),
            if_is("contract", "betl"),
            unless("made"),
        ),
        Say(
            message_template("{soloist} made durch"),
            if_is("contract", "durch"),
            if_is("made"),
        ),
        Say(
            message_template("{soloist} lost durch"),
            if_is("contract", "durch"),
            unless("made"),
        ),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(message_template("marriages: {marriages}"), if_is("marriages")),
        Say(message_template("Seven made"), if_is("seven.made")),
        Say(message_template("Seven lost"), if_is("seven"), unless("seven.made")),
        Say(message_template("hundred announced by: {hundred}"), if_is("hundred")),
        Say(message_template("double Seven made"), if_is("double_seven.made")),
        Say(
            message_template("double Seven lost"),
            if_is("double_seven"),
            unless("double_seven.made"),
        ),
    ),
    again=(Again((THROWN_IN,)),),
    reasons=(
        message_template("Wrong points"),
        message_template("Wrong trump"),
        message_template("Something was forgotten"),
    ),
)
