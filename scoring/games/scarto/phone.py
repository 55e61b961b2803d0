"""What the phone asks of a deal of Scarto."""

from rules.scarto.deal import DEALS, PAR
from scoring.games.phone_form import Form, Say, Shares

FORM = Form(
    main=(
        Shares(
            "points",
            "Card points",
            DEALS * PAR,
            help="The discard counts for the dealer.",
        ),
    ),
    summary=(Say("{points}"),),
)
