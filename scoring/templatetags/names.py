"""People's names as their club shows them."""

from django import template

from scoring.selectors.players import public_name

register = template.Library()
register.filter(public_name)
