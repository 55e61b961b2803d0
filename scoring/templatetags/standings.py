"""What the templates of the standings ask that Django's language cannot say."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.translation import gettext_noop

from clubs.wording import say
from scoring.models import Tournament

register = template.Library()

_SAT_OUT = {
    "start": gettext_noop("sat out; scores the start chips"),
    "average": gettext_noop("sat out; scores the player's own average"),
    "zero": gettext_noop("sat out; scores 0"),
}
_MISSED = {
    "start": gettext_noop(
        "came late, stayed away, had left or played for another; scores the start chips"
    ),
    "average": gettext_noop(
        "came late, stayed away, had left or played for another; scores the player's "
        "own average"
    ),
    "zero": gettext_noop(
        "came late, stayed away, had left or played for another; scores 0"
    ),
}


@register.filter
def sat_out_scores(tournament: Tournament) -> str:
    """What the sign of a round sat out means."""
    return say(_SAT_OUT[tournament.sit_out_score])


@register.filter
def missed_scores(tournament: Tournament) -> str:
    """What the sign of a round missed otherwise means."""
    return say(_MISSED[tournament.absent_score])


@register.filter
def named(members: Iterable[Any]) -> str:
    """The names of a team's members in a row."""
    return ", ".join(each.person.name for each in members)
