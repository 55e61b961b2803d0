"""What the phone asks of a deal of Scarto."""

from rules.deal_rotation import THROWN_IN
from rules.messages import say_later
from rules.scarto.deal import DEALS, PAR, PLAYED
from scoring.games.phone_form import Again, Form, Say, Shares, if_is, thrown_in

FORM = Form(
    main=(
        Shares(
            "points",
            say_later("Card points"),
            DEALS * PAR,
            help=say_later("The discard counts for the dealer."),
            keys=(thrown_in(),),
        ),
    ),
    summary=(
        Say(say_later("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", PLAYED)),
    ),
    again=(Again((THROWN_IN,)),),
)
