"""What the phone asks of a deal of Tapp Tarock."""

from typing import Any

from rules.sentences import said_with
from rules.sentences import template as _
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
    "won": _("Won the last trick"),
    "lost": _("Lost it"),
    "partner": _("The holder’s partner took it"),
}
TIMES = ("", *DOUBLINGS.values())  # from none on
DOUBLED = Doublings("doubled", _("Doubled"), TIMES, most="max_doubles")
IF_ANNOUNCED = Doublings(
    "doubled",
    _("Doubled"),
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
            _("Soloist"),
            keys=(Key("passed", _("All passed"), {"kind": "passed_out"}),),
        ),
        Codes("contract", _("Contract"), CONTRACTS, played="contracts"),
        Number(
            "points",
            _("The soloist’s points"),
            of=POINTS,
            sides=(_("soloist"), _("partners")),
            hint=said_with(_("{needed} are enough."), needed=NEEDED),
            when=(unless("slam.made"),),
        ),
    ),
    more=(
        DOUBLED,
        Part(
            "pagat",
            _("Pagat"),
            (
                Seats("holder", _("Who held it?")),
                Codes("result", _("In the last trick"), RESULTS),
                Flag("announced", _("Announced")),
                IF_ANNOUNCED,
            ),
        ),
        Chips("bonuses", _("Bonuses"), BONUSES, played="bonus_chips"),
        Seats(
            "mond_caught_by",
            _("XXI"),
            help=_("Whose Skus took the XXI?"),
            house=lambda rules: rules.mond_chips > 0,
        ),
        Part(
            "slam",
            _("Slam"),
            (
                Codes("side", _("All the tricks"), SIDES),
                Codes(
                    "made",
                    _("Made or lost?"),
                    {True: _("Made"), False: _("Called and lost")},
                ),
                Flag("announced", _("Called")),
                IF_ANNOUNCED,
            ),
            house=_has_slams,
        ),
    ),
    summary=(
        Say(_("All passed"), if_is("kind", "passed_out")),
        Say(_("{soloist} plays {contract}"), if_is("soloist")),
        Say(_("{points} points"), if_is("points")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(_("slam made: {slam.side}"), if_is("slam.made")),
        Say(_("slam lost: {slam.side}"), if_is("slam"), unless("slam.made")),
        Say(_("Pagat won: {pagat.holder}"), if_is("pagat.result", "won")),
        Say(_("Pagat lost: {pagat.holder}"), if_is("pagat.result", "lost", "partner")),
        Say("{bonuses}", if_is("bonuses")),
        Say(_("XXI taken: {mond_caught_by}"), if_is("mond_caught_by")),
    ),
    again=(
        Again(("passed_out",), house=lambda rules: rules.passed_out_deals == "same"),
    ),
)
