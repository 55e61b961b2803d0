"""Questions that the phone asks about a deal of Scarto."""

from rules.deal_rotation import THROWN_IN
from rules.messages import message_template
from rules.scarto.deal import DEALS, PAR, PLAYED
from scoring.games.phone_form import Again, Form, Say, Shares, if_is, thrown_in

FORM = Form(
    main=(
        Shares(
            "points",
            message_template("Card points"),
            DEALS * PAR,
            help=message_template("The discard counts for the dealer."),
            keys=(thrown_in(),),
        ),
    ),
    summary=(
        Say(message_template("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", PLAYED)),
    ),
    again=(Again((THROWN_IN,)),),
)
