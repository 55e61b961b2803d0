"""Template tags and filters for standings."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from clubs.i18n import message
from rules.scenarios import Need
from scoring.models import Tournament
from scoring.results.rows import StandingsLine
from scoring.standings.charts import StandingsCharts
from scoring.standings.place_explained import Scenarios

register = template.Library()

_SAT_OUT = {
    "start": gettext_noop("sat out; scores the start chips"),
    "average": gettext_noop("sat out; scores the player’s own average"),
    "zero": gettext_noop("sat out; scores 0"),
}
_MISSED = {
    "start": gettext_noop("late, absent, left or a substitute; scores the start chips"),
    "average": gettext_noop(
        "late, absent, left or a substitute; scores the player’s own average"
    ),
    "zero": gettext_noop("late, absent, left or a substitute; scores 0"),
}


@register.filter
def sat_out_scores(tournament: Tournament) -> str:
    """Return the legend for a round sat out."""
    return message(_SAT_OUT[tournament.sit_out_score])


@register.filter
def missed_scores(tournament: Tournament) -> str:
    """Return the legend for a round missed for another reason."""
    return message(_MISSED[tournament.absent_score])


@register.filter
def named(members: Iterable[Any]) -> str:
    """Return the names of a team's members as a list."""
    return ", ".join(member.person.name for member in members)


@register.simple_tag
def moved(pictures: StandingsCharts, line: StandingsLine) -> SafeString | str:
    """Return the places gained or lost in the last round; "" if unchanged."""
    gained = pictures.course.gained(line.entry)
    if not gained:
        return ""
    is_up = gained > 0
    return format_html(
        '<span class="moved"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden">, {}</span></span>',
        "▲" if is_up else "▼",
        abs(gained),
        message("up {n}", n=gained) if is_up else message("down {n}", n=-gained),
    )


@register.simple_tag
def total_stack(pictures: StandingsCharts, line: StandingsLine) -> SafeString | str:
    """Draw the total of a line as a stack of chips, round by round."""
    return pictures.stacks.get(line.entry, "")


@register.simple_tag
def need_bar(scenarios: Scenarios, need: Need) -> SafeString:
    """Draw a bar from 0 to a table's maximum, with starts of “enough” and “sure”."""
    enough = None if need.out_of_reach else need.enough
    start = 0 if scenarios.by_points else scenarios.start_chips
    return format_html(
        '<svg class="need-bar" aria-hidden="true" focusable="false">'
        '<rect class="track" width="100%" height="100%"/>{}{}{}</svg>',
        _bar_to_end(0 if need.always else enough, scenarios.most, "enough"),
        _bar_to_end(need.sure, scenarios.most, "sure"),
        format_html('<line x1="{0}%" x2="{0}%" y2="100%"/>', _percent(start, scenarios))
        if start
        else "",
    )


def _bar_to_end(
    number: Fraction | int | None, most: int, kind: str
) -> SafeString | str:
    """Return a bar from this number to the end; "" if nothing is left."""
    if number is None or number >= most:
        return ""
    x = round(max(float(number), 0) / most * 100, 1)
    return format_html(
        '<rect class="{}" x="{}%" width="{}%" height="100%"/>',
        kind,
        f"{x:g}",
        f"{100 - x:g}",
    )


def _percent(number: int, scenarios: Scenarios) -> str:
    return f"{number / scenarios.most * 100:g}"
