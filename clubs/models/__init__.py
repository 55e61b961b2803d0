"""Who: accounts, clubs, their players, seasons and roles."""

from clubs.models.accounts import (
    Counter,
    Invitation,
    PasswordLink,
    Role,
    SignInFailure,
    User,
    new_token,
)
from clubs.models.clubs import (
    PAPERS,
    RESERVED_SLUGS,
    SLUGS_TO_COME,
    Club,
    Emblem,
    Everybody,
    Named,
    NameOrder,
    NotMerged,
    Player,
    Season,
    Shown,
    refuse_reserved,
    refuse_unknown_zone,
)
from clubs.models.jobs import Mail, Rhythm

__all__ = [
    "PAPERS",
    "RESERVED_SLUGS",
    "SLUGS_TO_COME",
    "Club",
    "Counter",
    "Emblem",
    "Everybody",
    "Invitation",
    "Mail",
    "NameOrder",
    "Named",
    "NotMerged",
    "PasswordLink",
    "Player",
    "Rhythm",
    "Role",
    "Season",
    "Shown",
    "SignInFailure",
    "User",
    "new_token",
    "refuse_reserved",
    "refuse_unknown_zone",
]
