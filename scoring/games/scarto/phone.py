"""What the phone asks of a deal of Scarto."""

from rules.scarto.deal import DEALS, PAR, PLAYED
from rules.sentences import template as _
from rules.turns import THROWN_IN
from scoring.games.phone_form import Again, Form, Say, Shares, if_is, thrown_in

FORM = Form(
    main=(
        Shares(
            "points",
            _("Card points"),
            DEALS * PAR,
            help=_("The discard counts for the dealer."),
            keys=(thrown_in(),),
        ),
    ),
    summary=(
        Say(_("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", PLAYED)),
    ),
    again=(Again((THROWN_IN,)),),
)
