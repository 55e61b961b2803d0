"""What the phone asks of a deal of Mariás."""

from typing import Any

from rules.marias.deal import POINTS
from rules.marias.words import DOUBLINGS
from rules.sentences import template as _
from rules.turns import THROWN_IN
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
MADE = {True: _("Made"), False: _("Lost")}
TIMES = ("", *DOUBLINGS.values())  # from none on
DOUBLED = Doublings("doubled", _("Doubled"), TIMES, most="max_doubles")


def _any_soloist(rules: Any) -> bool:
    return not rules.forehand_only


FORM = Form(
    main=(
        Codes(
            "trump",
            _("Trump"),
            SUITS,
            keys=(
                Key(
                    "betl", _("Betl"), {"contract": "betl"}, small=_("lose every trick")
                ),
                Key(
                    "durch",
                    _("Durch"),
                    {"contract": "durch"},
                    small=_("win every trick"),
                ),
                thrown_in("contract"),
            ),
        ),
        Seats("soloist", _("Soloist"), when=(if_is("contract", "betl", "durch"),)),
        Seats(
            "soloist",
            _("Soloist"),
            when=(if_is("contract", "game"),),
            house=_any_soloist,
        ),
        Codes("made", _("Made or lost?"), MADE),
        Codes(
            "points",
            _("The soloist’s points"),
            TENS,
            help=_("In tricks, with the last one; without marriages."),
            keys=(
                Key(
                    "conceded", _("Conceded"), {"conceded": True}, small=_("not played")
                ),
            ),
        ),
    ),
    more=(
        Chips("marriages", _("Marriages"), SUITS, rows=SIDES),
        DOUBLED,
        Part(
            "seven",
            _("Seven"),
            (
                Codes("side", _("Whose Seven?"), SIDES),
                Codes("made", _("In the last trick"), MADE),
                Flag("announced", _("Announced")),
                Doublings(
                    "doubled",
                    _("Doubled"),
                    TIMES,
                    most="max_doubles",
                    when=(if_is("announced"),),
                ),
            ),
        ),
        Parts(
            "hundred",
            _("Hundred"),
            (
                Codes("side", _("Who announced a hundred?"), SIDES),
                DOUBLED,
                Flag("spoiled", _("Spoiled: a second marriage before a hundred")),
            ),
            help=_("Only an announced one: a silent one follows from the points."),
            summary=(
                Say("{side}"),
                Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
                Say(_("spoiled"), if_is("spoiled")),
            ),
        ),
        Part(
            "double_seven",
            _("Double Seven"),
            (Codes("made", _("Announced by the soloist, and"), MADE), DOUBLED),
        ),
        Flag("open", _("Open")),
    ),
    summary=(
        Say(_("Thrown in"), if_is("contract", THROWN_IN)),
        Say(_("{soloist}: {trump}"), if_is("trump"), if_is("soloist")),
        Say(_("{forehand}: {trump}"), if_is("trump"), unless("soloist")),
        Say(_("{points} points"), if_is("points")),
        Say(_("conceded"), if_is("conceded")),
        Say(_("{soloist} made betl"), if_is("contract", "betl"), if_is("made")),
        Say(_("{soloist} lost betl"), if_is("contract", "betl"), unless("made")),
        Say(_("{soloist} made durch"), if_is("contract", "durch"), if_is("made")),
        Say(_("{soloist} lost durch"), if_is("contract", "durch"), unless("made")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4)),
        Say(_("marriages: {marriages}"), if_is("marriages")),
        Say(_("Seven made"), if_is("seven.made")),
        Say(_("Seven lost"), if_is("seven"), unless("seven.made")),
        Say(_("hundred announced by: {hundred}"), if_is("hundred")),
        Say(_("double Seven made"), if_is("double_seven.made")),
        Say(_("double Seven lost"), if_is("double_seven"), unless("double_seven.made")),
    ),
    again=(Again((THROWN_IN,)),),
    reasons=(_("Wrong points"), _("Wrong trump"), _("Something was forgotten")),
)
