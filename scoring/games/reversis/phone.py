"""What the phone asks of a deal of Reversis."""

from rules.deal_rotation import THROWN_IN
from rules.messages import say_later
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
    "placed": say_later("Placed"),
    "forced": say_later("Forced"),
    "led": say_later("Led"),
}
NINE = 9  # tricks that a reversis needs at least
BROKEN = (if_is("made", False),)
TALON = Worth("talon", {card: WORTH[card[0]] for card in COUNTERS})

FORM = Form(
    main=(
        Shares(
            "tricks",
            say_later("Tricks"),
            TRICKS,
            keys=(
                Key(
                    "finish",
                    say_later("Share out the pools"),
                    {"kind": FINISH},
                    small=say_later("the end of the session"),
                    closes=True,
                ),
                thrown_in(),
            ),
        ),
        Several(
            "talon",
            say_later("In the talon"),
            CARDS,
            help=say_later("The Aces and court cards there."),
        ),
        Shares("points", say_later("Points in tricks"), ALL_POINTS, less=TALON),
        Part(
            "reversis",
            say_later("Reversis"),
            (
                Seats(
                    "player",
                    say_later("Who took the first nine tricks?"),
                    having=("tricks", NINE),
                ),
                Codes(
                    "made",
                    say_later("Made or broken?"),
                    {True: say_later("Made"), False: say_later("Broken")},
                ),
                Seats(
                    "breaker",
                    say_later("Who broke it?"),
                    but=("reversis.player",),
                    having=("tricks", 1),
                    when=BROKEN,
                ),
                Flag("by_quinola", say_later("Broken by Quinola"), when=BROKEN),
                Flag("quinola", say_later("Quinola was played in the first nine")),
            ),
            help=say_later(
                "If another took one of the first nine, there is none: go on."
            ),
            when=(if_some("tricks", NINE),),
        ),
    ),
    more=(
        Parts(
            "honours",
            say_later("Aces and Quinola"),
            (
                Codes("card", say_later("Card"), HONOURS),
                Seats("holder", say_later("Whose?")),
                Codes("how", say_later("How"), HOW),
                Flag("last_two", say_later("In the last two tricks")),
                Seats(
                    "to",
                    say_later("Who took the trick it was placed on?"),
                    having=("tricks", 1),
                    when=(if_is("how", "placed"),),
                ),
                Seats(
                    "to",
                    say_later("Who led and forced it?"),
                    when=(if_is("how", "forced"),),
                ),
                Codes(
                    "claimed",
                    say_later("Claimed in time?"),
                    {True: say_later("Claimed"), False: say_later("Not claimed")},
                    when=(if_is("how", "led"),),
                ),
            ),
            summary=(
                Say(
                    say_later("{holder} placed {card}, {to} took it"),
                    if_is("how", "placed"),
                ),
                Say(
                    say_later("{to} led, {holder} had to play {card}"),
                    if_is("how", "forced"),
                ),
                Say(say_later("{holder} led {card}"), if_is("how", "led")),
                Say(say_later("last two tricks"), if_is("last_two")),
                Say(say_later("not claimed"), if_is("claimed", False)),
            ),
            grid=("card", "holder"),
            help=say_later("Tap whose it was."),
        ),
        Seats(
            "espagnolette",
            say_later("Espagnolette"),
            help=say_later("Who undertook it?"),
        ),
    ),
    summary=(
        Say(say_later("Thrown in"), if_is("kind", THROWN_IN)),
        Say(say_later("The pools are shared out"), if_is("kind", FINISH)),
        Say(say_later("points {points}"), if_is("kind", PLAYED)),
        Say(say_later("tricks {tricks:plain}"), if_is("kind", PLAYED)),
        Say(say_later("reversis: {reversis.player}"), if_is("reversis.made")),
        Say(
            say_later("reversis broken: {reversis.player}"),
            if_is("reversis"),
            unless("reversis.made"),
        ),
        Say(say_later("espagnolette: {espagnolette}"), if_is("espagnolette")),
        Say("{honours}", if_is("honours")),
    ),
    again=(Again((THROWN_IN,)),),
)
