"""What of a season is printed for everybody to open."""

from django import template

from clubs.models import Season
from scoring.history.documents.yearbook import yearbook_job

register = template.Library()


@register.filter
def has_yearbook(season: Season) -> bool:
    """Whether a final season has one with the names as they are shown now."""
    return season.finished_at is not None and yearbook_job(season) is not None
