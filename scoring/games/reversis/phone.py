"""Questions that the phone asks about a deal of Reversis."""

from rules.deal_rotation import THROWN_IN
from rules.messages import message_template
from rules.reversis.deal import ALL_POINTS, COUNTERS, FINISH, PLAYED, TRICKS, WORTH
from scoring.games.phone_form import (
    Again,
    Codes,
    Flag,
    Form,
    Key,
    Part,
    Parts,
    Say,
    Seats,
    Several,
    Shares,
    Worth,
    if_is,
    if_some,
    thrown_in,
    unless,
)
from scoring.games.reversis.words import COUNTERS as CARDS
from scoring.games.reversis.words import HONOURS

HOW = {
    "placed": message_template("Placed"),
    "forced": message_template("Forced"),
    "led": message_template("Led"),
}
NINE = 9  # the fewest tricks of a reversis
BROKEN = (if_is("made", False),)
TALON = Worth("talon", {card: WORTH[card[0]] for card in COUNTERS})

FORM = Form(
    main=(
        Shares(
            "tricks",
            message_template("Tricks"),
            TRICKS,
            keys=(
                Key(
                    "finish",
                    message_template("Divide the pools"),
                    {"kind": FINISH},
                    small=message_template("the end of the session"),
                    closes=True,
                ),
                thrown_in(),
            ),
        ),
        Several(
            "talon",
            message_template("In the talon"),
            CARDS,
            help=message_template("The Aces and court cards in the talon."),
        ),
        Shares("points", message_template("Points in tricks"), ALL_POINTS, less=TALON),
        Part(
            "reversis",
            message_template("Reversis"),
            (
                Seats(
                    "player",
                    message_template("Who took the first nine tricks?"),
                    having=("tricks", NINE),
                ),
                Codes(
                    "made",
                    message_template("Made or broken?"),
                    {True: message_template("Made"), False: message_template("Broken")},
                ),
                Seats(
                    "breaker",
                    message_template("Who broke it?"),
                    but=("reversis.player",),
                    having=("tricks", 1),
                    when=BROKEN,
                ),
                Flag("by_quinola", message_template("Broken by Quinola"), when=BROKEN),
                Flag(
                    "quinola", message_template("Quinola was played in the first nine")
                ),
            ),
            help=message_template(
                "If another player took one of the first nine, there’s no reversis. "
                "Go on."
            ),
            when=(if_some("tricks", NINE),),
        ),
    ),
    more=(
        Parts(
            "honours",
            message_template("Aces and Quinola"),
            (
                Codes("card", message_template("Card"), HONOURS),
                Seats("holder", message_template("Whose?")),
                Codes("how", message_template("How"), HOW),
                Flag("last_two", message_template("In the last two tricks")),
                Seats(
                    "to",
                    message_template("Who took the trick it was placed on?"),
                    having=("tricks", 1),
                    when=(if_is("how", "placed"),),
                ),
                Seats(
                    "to",
                    message_template("Who led and forced it?"),
                    when=(if_is("how", "forced"),),
                ),
                Codes(
                    "claimed",
                    message_template("Claimed in time?"),
                    {
                        True: message_template("Claimed"),
                        False: message_template("Not claimed"),
                    },
                    when=(if_is("how", "led"),),
                ),
            ),
            summary=(
                Say(
                    message_template("{holder} placed {card}, and {to} took it"),
                    if_is("how", "placed"),
                ),
                Say(
                    message_template("{to} led, and {holder} had to play {card}"),
                    if_is("how", "forced"),
                ),
                Say(message_template("{holder} led {card}"), if_is("how", "led")),
                Say(message_template("last two tricks"), if_is("last_two")),
                Say(message_template("not claimed"), if_is("claimed", False)),
            ),
            grid=("card", "holder"),
            help=message_template("Tap the player who had it."),
        ),
        Seats(
            "espagnolette",
            message_template("Espagnolette"),
            help=message_template("Who played it?"),
        ),
    ),
    summary=(
        Say(message_template("Thrown in"), if_is("kind", THROWN_IN)),
        Say(message_template("The pools are divided"), if_is("kind", FINISH)),
        Say(message_template("points {points}"), if_is("kind", PLAYED)),
        Say(message_template("tricks {tricks:plain}"), if_is("kind", PLAYED)),
        Say(message_template("reversis: {reversis.player}"), if_is("reversis.made")),
        Say(
            message_template("reversis broken: {reversis.player}"),
            if_is("reversis"),
            unless("reversis.made"),
        ),
        Say(message_template("espagnolette: {espagnolette}"), if_is("espagnolette")),
        Say("{honours}", if_is("honours")),
    ),
    again=(Again((THROWN_IN,)),),
)
