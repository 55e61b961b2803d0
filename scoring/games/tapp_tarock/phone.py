"""What the phone asks of a deal of Tapp Tarock."""

from typing import Any

from rules.messages import message, say_later
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
    "won": say_later("Won the last trick"),
    "lost": say_later("Lost it"),
    "partner": say_later("The holder’s partner took it"),
}
TIMES = ("", *DOUBLINGS.values())  # from none on
DOUBLED = Doublings("doubled", say_later("Doubled"), TIMES, most="max_doubles")
IF_ANNOUNCED = Doublings(
    "doubled",
    say_later("Doubled"),
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
            say_later("Soloist"),
            keys=(Key("passed", say_later("All passed"), {"kind": "passed_out"}),),
        ),
        Codes("contract", say_later("Contract"), CONTRACTS, played="contracts"),
        Number(
            "points",
            say_later("The soloist’s points"),
            of=POINTS,
            sides=(say_later("soloist"), say_later("partners")),
            hint=message("{needed} are enough.", needed=NEEDED),
            when=(unless("slam.made"),),
        ),
    ),
    more=(
        DOUBLED,
        Part(
            "pagat",
            say_later("Pagat"),
            (
                Seats("holder", say_later("Who held it?")),
                Codes("result", say_later("In the last trick"), RESULTS),
                Flag("announced", say_later("Announced")),
                IF_ANNOUNCED,
            ),
        ),
        Chips("bonuses", say_later("Bonuses"), BONUSES, played="bonus_chips"),
        Seats(
            "mond_caught_by",
            say_later("XXI"),
            help=say_later("Whose Skus took the XXI?"),
            house=lambda rules: rules.mond_chips > 0,
        ),
        Part(
            "slam",
            say_later("Slam"),
            (
                Codes("side", say_later("All the tricks"), SIDES),
                Codes(
                    "made",
                    say_later("Made or lost?"),
                    {True: say_later("Made"), False: say_later("Called and lost")},
                ),
                Flag("announced", say_later("Called")),
                IF_ANNOUNCED,
            ),
            house=_has_slams,
        ),
    ),
    summary=(
        Say(say_later("All passed"), if_is("kind", "passed_out")),
        Say(say_later("{soloist} plays {contract}"), if_is("soloist")),
        Say(say_later("{points} points"), if_is("points")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(say_later("slam made: {slam.side}"), if_is("slam.made")),
        Say(say_later("slam lost: {slam.side}"), if_is("slam"), unless("slam.made")),
        Say(say_later("Pagat won: {pagat.holder}"), if_is("pagat.result", "won")),
        Say(
            say_later("Pagat lost: {pagat.holder}"),
            if_is("pagat.result", "lost", "partner"),
        ),
        Say("{bonuses}", if_is("bonuses")),
        Say(say_later("XXI taken: {mond_caught_by}"), if_is("mond_caught_by")),
    ),
    again=(
        Again(("passed_out",), house=lambda rules: rules.passed_out_deals == "same"),
    ),
)
