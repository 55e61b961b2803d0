"""Questions that the phone asks about a deal of Tapp Tarock."""

from typing import Any

from rules.messages import message, message_template
from rules.tapp_tarock.deal import NEEDED, POINTS
from rules.tapp_tarock.words import DOUBLINGS
from scoring.games.phone_form import (
    Again,
    Chips,
    Codes,
    Doublings,
    Flag,
    Form,
    Key,
    Number,
    Part,
    Say,
    Seats,
    if_is,
    unless,
)
from scoring.games.tapp_tarock.words import BONUSES, CONTRACTS, SIDES

RESULTS = {
    "won": message_template("Won the last trick"),
    "lost": message_template("Lost it"),
    "partner": message_template("The holder’s partner took it"),
}
TIMES = ("", *DOUBLINGS.values())  # from not doubled up
DOUBLED = Doublings("doubled", message_template("Doubled"), TIMES, most="max_doubles")
IF_ANNOUNCED = Doublings(
    "doubled",
    message_template("Doubled"),
    TIMES,
    most="max_doubles",
    when=(if_is("announced"),),
)


def _has_slams(rules: Any) -> bool:
    return any((*rules.slam_chips, *rules.slam_times))


FORM = Form(
    main=(
        Seats(
            "soloist",
            message_template("Soloist"),
            keys=(
                Key("passed", message_template("All passed"), {"kind": "passed_out"}),
            ),
        ),
        Codes("contract", message_template("Contract"), CONTRACTS, played="contracts"),
        Number(
            "points",
            message_template("The soloist’s points"),
            of=POINTS,
            sides=(message_template("soloist"), message_template("partners")),
            hint=message("{needed} are enough.", needed=NEEDED),
            when=(unless("slam.made"),),
        ),
    ),
    more=(
        DOUBLED,
        Part(
            "pagat",
            message_template("Pagat"),
            (
                Seats("holder", message_template("Who held it?")),
                Codes("result", message_template("In the last trick"), RESULTS),
                Flag("announced", message_template("Announced")),
                IF_ANNOUNCED,
            ),
        ),
        Chips("bonuses", message_template("Bonuses"), BONUSES, played="bonus_chips"),
        Seats(
            "mond_caught_by",
            message_template("XXI"),
            help=message_template("Whose Skus took the XXI?"),
            house=lambda rules: rules.mond_chips > 0,
        ),
        Part(
            "slam",
            message_template("Slam"),
            (
                Codes("side", message_template("All the tricks"), SIDES),
                Codes(
                    "made",
                    message_template("Made or lost?"),
                    {
                        True: message_template("Made"),
                        False: message_template("Called and lost"),
                    },
                ),
                Flag("announced", message_template("Called")),
                IF_ANNOUNCED,
            ),
            house=_has_slams,
        ),
    ),
    summary=(
        Say(message_template("All passed"), if_is("kind", "passed_out")),
        Say(message_template("{soloist} plays {contract}"), if_is("soloist")),
        Say(message_template("{points} points"), if_is("points")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(message_template("slam made: {slam.side}"), if_is("slam.made")),
        Say(
            message_template("slam lost: {slam.side}"),
            if_is("slam"),
            unless("slam.made"),
        ),
        Say(
            message_template("Pagat won: {pagat.holder}"), if_is("pagat.result", "won")
        ),
        Say(
            message_template("Pagat lost: {pagat.holder}"),
            if_is("pagat.result", "lost", "partner"),
        ),
        Say("{bonuses}", if_is("bonuses")),
        Say(message_template("XXI taken: {mond_caught_by}"), if_is("mond_caught_by")),
    ),
    again=(
        Again(("passed_out",), house=lambda rules: rules.passed_out_deals == "same"),
    ),
)
