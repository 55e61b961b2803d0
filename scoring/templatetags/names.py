"""Template filters for people's public names."""

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from clubs.i18n import message
from clubs.models import Club, Player
from scoring.core.names import entry_name, name_on, public_name, without_day
from scoring.games.game_choice import table_points_each
from scoring.games.labels import game_beside
from scoring.models import Entry, Seat

register = template.Library()
register.filter(entry_name)
register.filter(public_name)
register.filter(without_day)
register.filter(game_beside)
register.filter(table_points_each)


@register.filter
def player_name(player: Player, club: Club | None) -> str:
    """Return a player's public name; the full name without a club."""
    return public_name(player.name, club, player.pk)


@register.filter
def sitter_name(seat: Seat, club: Club | None) -> str:
    """Return the public name at a seat."""
    return name_on(seat, club)


@register.filter
def plays_for(seat: Seat, club: Club | None) -> str:
    """Return “for: Marie Kubala”, a public name; "" if it counts for its player."""
    if not (seat.plays_for and seat.credit):
        return ""
    return message("for: {name}", name=entry_name(seat.credit, club))


@register.filter
def start_number(seat: Seat) -> str:
    """Return “No. 17” or “house player”; "" for a free seat."""
    if seat.entry is None:
        return ""
    if seat.entry.house:
        return message("house player")
    return message("No. {n}", n=seat.label)


# All entries, after each step at check-in: a loop in the template took most of the
# response time.
@register.filter
def finders(people: Iterable[Entry]) -> SafeString:
    """Return links by number and name, each of which finds that person at check-in."""
    link = '<a href="?q={0}" data-find="{0}">{0} {1}</a> '
    return SafeString(
        "".join(_numbered(link, person.number, person.name) for person in people)
    )


@register.filter
def finders_by_name(people: Iterable[Player]) -> SafeString:
    """Return links that find players without a start number at check-in."""
    link = '<a href="?q={}" data-find="{}">{}</a> '
    return format_html_join(
        "", link, ((quote(person.name), person.name, person.name) for person in people)
    )


@register.filter
def numbered(people: Iterable[Entry]) -> SafeString:
    """Return “17 Marie Kubala, 18 Josef Marek” without line breaks inside a name."""
    name = '<span class="d-inline-block">{} {}</span>'
    return SafeString(
        ", ".join(_numbered(name, person.number, person.name) for person in people)
    )


@lru_cache(maxsize=2048)
def _numbered(form: str, number: int, name: str) -> SafeString:
    return format_html(form, number, name)
