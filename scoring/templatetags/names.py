"""People's names as their club shows them."""

from django import template

from clubs.models import Club
from scoring.models import Seat
from scoring.selectors.players import public_name
from scoring.selectors.sheets import name_on

register = template.Library()
register.filter(public_name)


@register.filter
def sitter_name(seat: Seat, club: Club) -> str:
    """Who sits there, as the club shows names."""
    return name_on(seat, full=club.full_names)


@register.filter
def start_number(seat: Seat) -> str:
    """No. 17 or house player; nothing for a free seat."""
    if seat.entry is None:
        return ""
    return "house player" if seat.entry.house else f"No. {seat.label}"
