"""Where the site keeps people's names in words, and where they signed."""

from django.db.models import Model

from clubs.models import Season
from scoring.models import (
    Adjustment,
    Announcement,
    Call,
    Change,
    Count,
    Edition,
    Hand,
    HandRuling,
    Loan,
    Phone,
    Round,
    SeasonEdition,
    Standings,
    TrayHand,
)

WORDS_OF_LOG = ("text", "old", "new", "said")
# Where people may have been named in words, and what leads from there to the club.
TEXTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Change, "club", WORDS_OF_LOG),
    (Adjustment, "tournament", ("reason", "reversal_reason")),
    (HandRuling, "sheet", ("reason", "reversal_reason")),
    (Count, "sheet", ("reason",)),
    (Edition, "tournament", ("reason",)),
    (SeasonEdition, "season", ("reason",)),
    (Standings, "tournament", ("why", "by_name")),
    (Season, "club", ("reopened_why",)),
    (Hand, "sheet", ("note", "reason", "void_reason")),
    (TrayHand, "sheet", ("note", "reason", "settled_reason")),
    (Call, "sheet", ("reason", "answer")),
    (Round, "tournament", ("reason",)),
    (Announcement, "tournament", ("text",)),
)
# Where the name of somebody's phone stands, and that no account signed there. Phones
# first: what they write after that has no name any more.
SIGNED: tuple[tuple[type[Model], str, dict[str, None]], ...] = (
    (Phone, "name", {}),
    (TrayHand, "settled_by_name", {"settled_by": None}),
    *((model, "by_name", {}) for model in (Loan, Call, TrayHand)),
    *((model, "by_name", {"by": None}) for model in (Hand, Count, Change)),
)
