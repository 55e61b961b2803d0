"""What the phone asks of a deal of Scarto."""

from rules.scarto.deal import DEALS, PAR
from scoring.games.phone_form import Form, Say, Shares

FORM = Form(
    main=(
        Shares(
            "points",
            "Card points",
            DEALS * PAR,
            help="The dealer’s discard counts among the dealer’s own.",
        ),
    ),
    summary=(Say("{points}"),),
)
