"""What the phone asks of a deal of Reversis."""

from rules.reversis.deal import ALL_POINTS, COUNTERS, FINISH, PLAYED, TRICKS, WORTH
from rules.sentences import template as _
from rules.turns import THROWN_IN
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

HOW = {"placed": _("Placed"), "forced": _("Forced"), "led": _("Led")}
NINE = 9  # tricks that a reversis needs at least
BROKEN = (if_is("made", False),)
TALON = Worth("talon", {card: WORTH[card[0]] for card in COUNTERS})

FORM = Form(
    main=(
        Shares(
            "tricks",
            _("Tricks"),
            TRICKS,
            keys=(
                Key(
                    "finish",
                    _("Share out the pools"),
                    {"kind": FINISH},
                    small=_("the end of the session"),
                    closes=True,
                ),
                thrown_in(),
            ),
        ),
        Several(
            "talon", _("In the talon"), CARDS, help=_("The Aces and court cards there.")
        ),
        Shares("points", _("Points in tricks"), ALL_POINTS, less=TALON),
        Part(
            "reversis",
            _("Reversis"),
            (
                Seats(
                    "player",
                    _("Who took the first nine tricks?"),
                    having=("tricks", NINE),
                ),
                Codes(
                    "made", _("Made or broken?"), {True: _("Made"), False: _("Broken")}
                ),
                Seats(
                    "breaker",
                    _("Who broke it?"),
                    but=("reversis.player",),
                    having=("tricks", 1),
                    when=BROKEN,
                ),
                Flag("by_quinola", _("Broken by Quinola"), when=BROKEN),
                Flag("quinola", _("Quinola was played in the first nine")),
            ),
            help=_("If another took one of the first nine, there is none: go on."),
            when=(if_some("tricks", NINE),),
        ),
    ),
    more=(
        Parts(
            "honours",
            _("Aces and Quinola"),
            (
                Codes("card", _("Card"), HONOURS),
                Codes("how", _("How"), HOW),
                Seats("holder", _("Whose?")),
                Seats(
                    "to",
                    _("Who took the trick it was placed on?"),
                    having=("tricks", 1),
                    when=(if_is("how", "placed"),),
                ),
                Seats(
                    "to", _("Who led and forced it?"), when=(if_is("how", "forced"),)
                ),
                Flag("last_two", _("In the last two tricks")),
                Codes(
                    "claimed",
                    _("Claimed in time?"),
                    {True: _("Claimed"), False: _("Not claimed")},
                    when=(if_is("how", "led"),),
                ),
            ),
            summary=(
                Say(_("{holder} placed {card}, {to} took it"), if_is("how", "placed")),
                Say(_("{to} led, {holder} had to play {card}"), if_is("how", "forced")),
                Say(_("{holder} led {card}"), if_is("how", "led")),
                Say(_("last two tricks"), if_is("last_two")),
                Say(_("not claimed"), if_is("claimed", False)),
            ),
        ),
        Seats("espagnolette", _("Espagnolette"), help=_("Who undertook it?")),
    ),
    summary=(
        Say(_("Thrown in"), if_is("kind", THROWN_IN)),
        Say(_("The pools are shared out"), if_is("kind", FINISH)),
        Say(_("points {points}"), if_is("kind", PLAYED)),
        Say(_("tricks {tricks:plain}"), if_is("kind", PLAYED)),
        Say(_("reversis: {reversis.player}"), if_is("reversis.made")),
        Say(
            _("reversis broken: {reversis.player}"),
            if_is("reversis"),
            unless("reversis.made"),
        ),
        Say(_("espagnolette: {espagnolette}"), if_is("espagnolette")),
        Say("{honours}", if_is("honours")),
    ),
    again=(Again((THROWN_IN,)),),
)
