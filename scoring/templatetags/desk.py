"""What every page of the desk asks for itself."""

from django import template

from scoring.desk.news import News, news_of
from scoring.models import Tournament

register = template.Library()


@register.simple_tag
def news(tournament: Tournament) -> News:
    """What the tables want of the desk now; only a whole page asks, a part does not."""
    return news_of(tournament)
