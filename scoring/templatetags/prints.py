"""What the templates of prints ask that Django's language cannot say."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.games import guide_of
from scoring.games.score_sheet import Guide
from scoring.games.table_sizes import AtTable
from scoring.models import Tournament

register = template.Library()


@register.filter
def marked(text: str) -> SafeString:
    """**Words as they stand on a phone** in bold."""
    parts = enumerate(text.split("**"))
    return format_html_join(
        "",
        "{}",
        (
            (format_html("<b>{}</b>", part) if index % 2 else part,)
            for index, part in parts
        ),
    )


@register.filter
def beyond(words: str, letters: int) -> str:
    """The class of words that have more letters than their place holds."""
    return " long" if len(words) > letters else ""


@register.filter
def game_guide(tournament: Tournament) -> Guide:
    """What the guide says of the tournament's game."""
    return guide_of(tournament)


@register.filter
def at_table(tournament: Tournament) -> AtTable:
    """The words for a table of the tournament."""
    return AtTable.of(tournament)
