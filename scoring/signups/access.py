"""Whose own page an address opens."""

from dataclasses import dataclass

from django.http import Http404

from clubs.i18n import message
from clubs.models import Player
from clubs.players import living_of
from scoring.core.writes import Actor
from scoring.models import PersonalLink
from scoring.signups import personal_links

BY_LINK = "link"  # where somebody says it himself


@dataclass(frozen=True, slots=True)
class OwnAccess:
    """A person, by the link that he has."""

    link: PersonalLink
    player: Player

    @property
    def actor(self) -> Actor:
        return Actor(None, self.player.name, source=BY_LINK)


def own_access(token: str) -> OwnAccess:
    """Whoever the link of this token was given to. Raises Http404 where it is closed."""
    link = personal_links.opened(token)
    if link is None:
        raise Http404(message("This link no longer works. Ask for a new one."))
    return OwnAccess(link, living_of(link.player))
