"""Access to a person's own page by personal link."""

from dataclasses import dataclass

from django.http import Http404

from clubs.i18n import message
from clubs.models import Player
from clubs.players import living_of
from scoring.core.writes import Actor
from scoring.models import PersonalLink
from scoring.signups import personal_links

BY_LINK = "link"  # the source of a change that players make on their own page


@dataclass(frozen=True, slots=True)
class OwnAccess:
    """A player and the personal link that opened the page."""

    link: PersonalLink
    player: Player

    @property
    def actor(self) -> Actor:
        return Actor(None, self.player.name, source=BY_LINK)


def own_access(token: str) -> OwnAccess:
    """Return the access that a token's personal link gives.

    Raises Http404 if the link is closed.
    """
    link = personal_links.opened(token)
    if link is None:
        raise Http404(message("This link no longer works. Ask for a new one."))
    return OwnAccess(link, living_of(link.player))
