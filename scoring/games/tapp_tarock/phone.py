"""What the phone asks of a deal of Tapp Tarock."""

from typing import Any

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
    "won": "Won the last trick",
    "lost": "Lost it",
    "partner": "The holder’s partner took it",
}
DOUBLED = Doublings("doubled", "Doubled", DOUBLINGS, most="max_doubles")
IF_ANNOUNCED = Doublings(
    "doubled",
    "Doubled",
    DOUBLINGS,
    most="max_doubles",
    when=(if_is("announced"),),
)


def _has_slams(rules: Any) -> bool:
    return any((*rules.slam_chips, *rules.slam_times))


FORM = Form(
    main=(
        Seats(
            "soloist",
            "Soloist",
            keys=(Key("passed", "All passed", {"kind": "passed_out"}),),
        ),
        Codes("contract", "Contract", CONTRACTS, played="contracts"),
        Number(
            "points",
            "The soloist’s points",
            of=POINTS,
            sides=("soloist", "partners"),
            hint=f"{NEEDED} are enough.",
            when=(unless("slam.made"),),
        ),
    ),
    more=(
        DOUBLED,
        Part(
            "pagat",
            "Pagat",
            (
                Seats("holder", "Who held it?"),
                Codes("result", "In the last trick", RESULTS),
                Flag("announced", "Announced"),
                IF_ANNOUNCED,
            ),
        ),
        Chips("bonuses", "Bonuses", BONUSES, played="bonus_chips"),
        Seats(
            "mond_caught_by",
            "XXI",
            help="Whose Skus took the XXI?",
            house=lambda rules: rules.mond_chips > 0,
        ),
        Part(
            "slam",
            "Slam",
            (
                Codes("side", "All the tricks", SIDES),
                Codes(
                    "made", "Made or lost?", {True: "Made", False: "Called and lost"}
                ),
                Flag("announced", "Called"),
                IF_ANNOUNCED,
            ),
            house=_has_slams,
        ),
    ),
    summary=(
        Say("All passed", if_is("kind", "passed_out")),
        Say("{soloist} plays {contract}", if_is("soloist")),
        Say("{points} points", if_is("points")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say("slam made: {slam.side}", if_is("slam.made")),
        Say("slam lost: {slam.side}", if_is("slam"), unless("slam.made")),
        Say("Pagat won: {pagat.holder}", if_is("pagat.result", "won")),
        Say("Pagat lost: {pagat.holder}", if_is("pagat.result", "lost", "partner")),
        Say("{bonuses}", if_is("bonuses")),
        Say("XXI taken: {mond_caught_by}", if_is("mond_caught_by")),
    ),
    again=(
        Again(("passed_out",), house=lambda rules: rules.passed_out_deals == "same"),
    ),
)
