"""What the phone asks of a deal of Schieberamsch."""

from rules.schieberamsch.deal import (
    ALL_POINTS,
    GRAND_HAND,
    LEAST_GRAND,
    MOST_GRAND,
    MOST_SHOVES,
    RAMSCH,
)
from rules.sentences import template as _
from rules.turns import THROWN_IN
from scoring.games.phone_form import (
    Again,
    Codes,
    Doublings,
    Form,
    Key,
    Say,
    Seats,
    Several,
    Shares,
    if_is,
    thrown_in,
    unless,
)

SHOVES = (_("None"), *(f"{shoves}" for shoves in range(1, MOST_SHOVES + 1)))
GRANDS = {
    value: f"{value}" for value in range(LEAST_GRAND, MOST_GRAND + 1, LEAST_GRAND)
}

FORM = Form(
    main=(
        Seats(
            "last_trick",
            _("Last trick"),
            keys=(
                Key("grand", _("Grand hand"), {"kind": GRAND_HAND}),
                thrown_in(),
            ),
        ),
        Doublings(
            "shoves", _("Shoves"), SHOVES, help=_("How many passed the skat on unseen.")
        ),
        Shares("points", _("Points in tricks"), ALL_POINTS, also={"skat": _("Skat")}),
        Several(
            "virgins",
            _("Virgins"),
            zero="points",
            help=_("Tap who took no trick at all."),
        ),
        Seats("soloist", _("Soloist")),
        Codes("value", _("Value"), GRANDS),
        Codes("made", _("Made or lost?"), {True: _("Made"), False: _("Lost")}),
    ),
    summary=(
        Say(_("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", RAMSCH)),
        Say(_("skat {skat}"), if_is("kind", RAMSCH)),
        Say(_("last trick {last_trick}"), if_is("last_trick")),
        Say(_("1 shove"), if_is("shoves", 1)),
        Say(_("{shoves} shoves"), if_is("shoves", 2, 3)),
        Say(_("no trick {virgins}"), if_is("virgins")),
        Say(_("{soloist} made a Grand hand of {value}"), if_is("made")),
        Say(
            _("{soloist} lost a Grand hand of {value}"), if_is("value"), unless("made")
        ),
    ),
    again=(Again((GRAND_HAND, THROWN_IN)),),
)
