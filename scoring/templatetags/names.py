"""People's names as their club shows them."""

from django import template

from clubs.models import Club, short_name

register = template.Library()


@register.filter
def public_name(name: str, club: Club) -> str:
    """“Marie Kubala”, or “Marie K.” where the club does not show full names."""
    return name if club.full_names else short_name(name)
