"""Template filters for a season's public prints."""

from django import template

from clubs.models import Season
from scoring.history.documents.yearbook import yearbook_job

register = template.Library()


@register.filter
def has_yearbook(season: Season) -> bool:
    """Return whether a final season has a yearbook with names as displayed now."""
    return season.finished_at is not None and yearbook_job(season) is not None
