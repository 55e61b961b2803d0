"""What happened: facts are stored and never destroyed, the rest follows from them."""

from scoring.models.counts import Count
from scoring.models.hands import Hand
from scoring.models.log import Adjustment, Change
from scoring.models.rounds import Draw, Round, Seat, Sheet, SitOut
from scoring.models.standings import Standings
from scoring.models.table import Call, Loan, Phone, TrayHand
from scoring.models.tournaments import Entry, Tournament

__all__ = [
    "Adjustment",
    "Call",
    "Change",
    "Count",
    "Draw",
    "Entry",
    "Hand",
    "Loan",
    "Phone",
    "Round",
    "Seat",
    "Sheet",
    "SitOut",
    "Standings",
    "Tournament",
    "TrayHand",
]
