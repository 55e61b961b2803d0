"""What the phone asks of a deal of Reversis."""

from rules.reversis.deal import ALL_POINTS, COUNTERS, FINISH, PLAYED, TRICKS, WORTH
from scoring.games.phone_form import (
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
    unless,
)
from scoring.games.reversis.words import COUNTERS as CARDS
from scoring.games.reversis.words import HONOURS

HOW = {"placed": "Placed", "forced": "Forced", "led": "Led"}
NINE = 9  # tricks that a reversis needs at least
BROKEN = (if_is("made", False),)
TALON = Worth("talon", {card: WORTH[card[0]] for card in COUNTERS})

FORM = Form(
    main=(
        Shares(
            "tricks",
            "Tricks",
            TRICKS,
            keys=(
                Key(
                    "finish",
                    "Share out the pools",
                    {"kind": FINISH},
                    small="the end of the session",
                    closes=True,
                ),
            ),
        ),
        Several("talon", "In the talon", CARDS, help="The Aces and court cards there."),
        Shares("points", "Points in tricks", ALL_POINTS, less=TALON),
        Part(
            "reversis",
            "Reversis",
            (
                Seats(
                    "player", "Who took the first nine tricks?", having=("tricks", NINE)
                ),
                Codes("made", "Made or broken?", {True: "Made", False: "Broken"}),
                Seats(
                    "breaker",
                    "Who broke it?",
                    but=("reversis.player",),
                    having=("tricks", 1),
                    when=BROKEN,
                ),
                Flag("by_quinola", "Broken by Quinola", when=BROKEN),
                Flag("quinola", "Quinola was played in the first nine"),
            ),
            help="If another took one of the first nine, there is none: go on.",
            when=(if_some("tricks", NINE),),
        ),
    ),
    more=(
        Parts(
            "honours",
            "Aces and Quinola",
            (
                Codes("card", "Card", HONOURS),
                Codes("how", "How", HOW),
                Seats("holder", "Whose?"),
                Seats(
                    "to",
                    "Who took the trick it was placed on?",
                    having=("tricks", 1),
                    when=(if_is("how", "placed"),),
                ),
                Seats("to", "Who led and forced it?", when=(if_is("how", "forced"),)),
                Flag("last_two", "In the last two tricks"),
                Codes(
                    "claimed",
                    "Claimed in time?",
                    {True: "Claimed", False: "Not claimed"},
                    when=(if_is("how", "led"),),
                ),
            ),
            summary=(
                Say("{card} placed by {holder} on {to}", if_is("how", "placed")),
                Say("{card} of {holder} forced by {to}", if_is("how", "forced")),
                Say("{card} led by {holder}", if_is("how", "led")),
                Say("last two tricks", if_is("last_two")),
                Say("not claimed", if_is("claimed", False)),
            ),
        ),
        Seats("espagnolette", "Espagnolette", help="Who undertook it?"),
    ),
    summary=(
        Say("The pools are shared out", if_is("kind", FINISH)),
        Say("points {points}", if_is("kind", PLAYED)),
        Say("tricks {tricks:plain}", if_is("kind", PLAYED)),
        Say("reversis: {reversis.player}", if_is("reversis.made")),
        Say(
            "reversis of {reversis.player} broken",
            if_is("reversis"),
            unless("reversis.made"),
        ),
        Say("espagnolette: {espagnolette}", if_is("espagnolette")),
        Say("{honours}", if_is("honours")),
    ),
)
