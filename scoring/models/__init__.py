"""Models of facts, which are stored and never destroyed; all else follows from them."""

from scoring.models.coming import Answer, Letter, MailAddress, PersonalLink, SignUp
from scoring.models.costs import Cost
from scoring.models.counts import Count
from scoring.models.entries import Entry
from scoring.models.hall import Announcement, Clock
from scoring.models.hands import Hand
from scoring.models.log import Change
from scoring.models.merges import Merge, TwoPeople
from scoring.models.old_lists import OldList, OldResult
from scoring.models.open_data import ApiToken
from scoring.models.photos import Photo
from scoring.models.positions import Position
from scoring.models.rounds import Draw, Round, Seat, Sheet, SitOut
from scoring.models.rulings import Adjustment, HandRuling
from scoring.models.season_plans import SeasonPlan
from scoring.models.standings import (
    Edition,
    SeasonEdition,
    SecondLook,
    Standings,
    StandingsRow,
    Tally,
)
from scoring.models.table import Call, Loan, Phone, TrayHand
from scoring.models.tournaments import SeasonEvening, Tournament
from scoring.models.undo import UndoRecord
from scoring.models.webhooks import Webhook, WebhookTry

__all__ = [
    "Adjustment",
    "Announcement",
    "Answer",
    "ApiToken",
    "Call",
    "Change",
    "Clock",
    "Cost",
    "Count",
    "Draw",
    "Edition",
    "Entry",
    "Hand",
    "HandRuling",
    "Letter",
    "Loan",
    "MailAddress",
    "Merge",
    "OldList",
    "OldResult",
    "PersonalLink",
    "Phone",
    "Photo",
    "Position",
    "Round",
    "SeasonEdition",
    "SeasonEvening",
    "SeasonPlan",
    "Seat",
    "SecondLook",
    "Sheet",
    "SignUp",
    "SitOut",
    "Standings",
    "StandingsRow",
    "Tally",
    "Tournament",
    "TrayHand",
    "TwoPeople",
    "UndoRecord",
    "Webhook",
    "WebhookTry",
]
