"""What the phone asks of a deal of Scarto."""

from rules.scarto.deal import DEALS, PAR
from rules.sentences import template as _
from scoring.games.phone_form import Form, Say, Shares

FORM = Form(
    main=(
        Shares(
            "points",
            _("Card points"),
            DEALS * PAR,
            help=_("The discard counts for the dealer."),
        ),
    ),
    summary=(Say("{points}"),),
)
