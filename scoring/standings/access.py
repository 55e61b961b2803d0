"""Find a season for a member who works on it at the desk."""

from django.http import Http404

from clubs.access import Member
from clubs.i18n import message
from clubs.models import Season


def season_at_desk(member: Member, slug: str) -> Season:
    """Return a season of the member's club. Raises Http404."""
    found: Season | None = member.club.seasons.filter(slug=slug).first()
    if found is None:
        raise Http404(message("That season doesn’t exist."))
    found.club = member.club
    return found
