"""People's names as their club shows them."""

from django import template

from clubs.models import Club
from scoring.models import Seat
from scoring.selectors.people.players import public_name
from scoring.selectors.sheets import name_on

register = template.Library()
register.filter(public_name)


@register.filter
def sitter_name(seat: Seat, club: Club) -> str:
    """Who sits there, as the club shows names."""
    return name_on(seat, full=club.full_names)


@register.filter
def plays_for(seat: Seat, club: Club) -> str:
    """For Marie Kubala, as the club shows names; nothing where it counts for himself."""
    return f"for {public_name(seat.plays_for, club)}" if seat.plays_for else ""


@register.filter
def start_number(seat: Seat) -> str:
    """No. 17 or house player; nothing for a free seat."""
    if seat.entry is None:
        return ""
    return "house player" if seat.entry.house else f"No. {seat.label}"
