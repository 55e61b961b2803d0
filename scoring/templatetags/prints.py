"""Template filters for prints."""

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
    """Return text with **words as they appear on a phone** in bold."""
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
    """Return a class for words with more letters than their box fits."""
    return " long" if len(words) > letters else ""


@register.filter
def game_guide(tournament: Tournament) -> Guide:
    """Return the guide to the tournament's game."""
    return guide_of(tournament)


@register.filter
def at_table(tournament: Tournament) -> AtTable:
    """Return the words for a table of the tournament."""
    return AtTable.of(tournament)
