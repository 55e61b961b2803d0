"""Tables of a season's lines, also the top ones on its club's page."""

from collections.abc import Iterable, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.i18n import joined
from clubs.templatetags.valat import place_mark
from scoring.core.chip_stacks import STRETCHED, SVG, ChipScale, chip_scale, row_svg
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.results.rows import players_stem, stem_of
from scoring.standings.formulas import value_head
from scoring.standings.season_standings import SeasonStandings, SeasonStandingsLine

BAR_UNITS = 100


def season_row(line: SeasonStandingsLine) -> list[float]:
    """Return a line’s numbers by tournament, oldest first; 0 for those dropped."""
    return [value for value in _values(line) if value is not None]


def _values(line: SeasonStandingsLine) -> list[float | None]:
    """Return the value from each tournament; None for those missed."""
    return [
        float((part.brought or 0) * (not part.dropped) + part.bonus) if part else None
        for part in line.parts
    ]


def season_scale(standings: SeasonStandings) -> ChipScale:
    """Return the scale of all lines: chips if they count, else numbers as bars."""
    by_value = standings.is_in_chips
    rows: Iterable[Sequence[float]] = map(season_row, standings.lines)
    if not by_value:
        rows = ((float(line.value or 0),) for line in standings.lines)
    return chip_scale(rows, by_value=by_value)


def season_stack(line: SeasonStandingsLine, scale: ChipScale) -> SafeString:
    """Draw a line's tournaments in chronological order."""
    row = season_row(line) if scale.by_value else [float(line.value or 0)]
    return row_svg(row, scale, in_order=True)


def tournament_bars(line: SeasonStandingsLine) -> list[SafeString]:
    """Draw each tournament's value as a bar from zero, with losses to the left.

    All bars share one scale.
    """
    parts = [value or 0.0 for value in _values(line)]
    least, most = min([0.0, *parts]), max([0.0, *parts])
    unit = BAR_UNITS / ((most - least) or 1)
    return [_bar_from_zero(each * unit, least * unit) for each in parts]


def _bar_from_zero(length: float, least: float) -> SafeString:
    kind = "bar loss" if length < 0 else "bar"
    box = f"{least:.1f} -7 {BAR_UNITS} 14"
    markup = f'<path class="zero" d="M0-7v14"/><path class="{kind}" d="M0-5h{length:.1f}v10H0z"/>'
    return format_html(SVG, "chips-row", box, STRETCHED, SafeString(markup))


class SeasonTopTable(tables.Table):
    """The first few players of a season."""

    place = PlaceColumn()
    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    stack = tables.Column(
        verbose_name=_("Event by event (outlines are losses)"),
        orderable=False,
        empty_values=(),
        attrs={"th": {"class": "course"}, "td": {"class": "course bare"}},
    )
    tournaments = NumberColumn(verbose_name=_("Tournaments"))
    value = TotalColumn()

    class Meta:
        orderable = False
        attrs = {"caption": _("This season’s standings"), "class": "compact"}

    def __init__(
        self,
        standings: SeasonStandings,
        *,
        lines: Sequence[SeasonStandingsLine] | None = None,
        **options: Any,
    ):
        self.standings, self.season = standings, standings.season
        chosen = standings.lines if lines is None else lines
        attrs = {**self._meta.attrs}
        if standings.game:  # landmarks of a page need different names
            attrs["caption"] = joined([attrs["caption"], standings.game], " · ")
        super().__init__(list(chosen), attrs=attrs, **options)
        self.columns["value"].column.verbose_name = value_head(standings.formula)
        club = self.season.club
        self.players = players_stem(club)
        self.scale = season_scale(standings)
        self.why = stem_of("scoring:season-place", club.slug, self.season.slug)

    def written(self, line: SeasonStandingsLine) -> list[SafeString | str]:
        """Return all cells of a row at once.

        Cell by cell, rendering takes half of the page's time.
        """
        return [
            place_mark(line.place, line.tied),
            self._name(line),
            season_stack(line, self.scale),
            str(line.tournaments),
            self._value(line),
        ]

    def _name(self, line: SeasonStandingsLine) -> SafeString:
        if not line.has_page:
            return format_html("{}", line.name)
        return format_html(
            '<a href="{}{}/">{}</a>', self.players, line.player, line.name
        )

    def _value(self, line: SeasonStandingsLine) -> SafeString:
        """Return the value, linked to its explanation."""
        text = self.standings.value_text_of(line)
        target = f"{line.player}/{self.standings.anchor}"
        return format_html('<a href="{}{}">{}</a>', self.why, target, text)
