"""A season's standings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from clubs.templatetags.valat import place_mark
from clubs.wording import chips, say, say_later, say_many, tenths, together
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.results.lines import players_stem, stem_of
from scoring.standings.season_standings import SeasonLine, SeasonStandings
from scoring.standings.season_words import value_head, value_text


class Cell(NamedTuple):
    """What a tournament brought, as it is printed."""

    text: str
    dropped: bool


class SeasonTopTable(tables.Table):
    """The first few of a season."""

    place = PlaceColumn()
    name = tables.Column(
        verbose_name=say_later("Name"), attrs={"td": {"class": "lead"}}
    )
    tournaments = NumberColumn(verbose_name=say_later("Tournaments"))
    value = TotalColumn()

    class Meta:
        orderable = False
        attrs = {"caption": say_later("This season’s standings"), "class": "compact"}

    def __init__(
        self,
        standings: SeasonStandings,
        *,
        lines: Sequence[SeasonLine] | None = None,
        **options: Any,
    ):
        self.standings, self.season = standings, standings.season
        chosen = standings.lines if lines is None else lines
        attrs = {**self._meta.attrs}
        if standings.game:  # landmarks of a page are to be told apart
            attrs["caption"] = together([attrs["caption"], standings.game], " · ")
        super().__init__(list(chosen), attrs=attrs, **options)
        self.columns["value"].column.verbose_name = value_head(standings.formula)
        club = self.season.club
        self.players = players_stem(club)
        self.why = stem_of("scoring:season-place", club.slug, self.season.slug)

    def written(self, line: SeasonLine) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell it is half of the page's time."""
        return [
            place_mark(line.place, line.tied),
            self._name(line),
            str(line.tournaments),
            self._value(line),
        ]

    def _name(self, line: SeasonLine) -> SafeString:
        if not line.has_page:
            return format_html("{}", line.name)
        return format_html(
            '<a href="{}{}/">{}</a>', self.players, line.player, line.name
        )

    def _value(self, line: SeasonLine) -> SafeString:
        """It leads to where it comes from."""
        text = self.standings.written(line)
        to = f"{line.player}/{self.standings.anchor}"
        return format_html('<a href="{}{}">{}</a>', self.why, to, text)


class SeasonTable(SeasonTopTable):
    """A whole season, to be sorted by any column."""

    rounds = NumberColumn(verbose_name=say_later("Rounds"))
    average = NumberColumn(verbose_name=say_later("Net chips a round"))
    best_place = NumberColumn(verbose_name=say_later("Best place"))

    class Meta:
        orderable = True
        sequence = ("place", "name", "...", "value")
        attrs = {"caption": say_later("The season’s standings"), "class": "compact"}

    def written(self, line: SeasonLine) -> list[SafeString | str]:
        place, name, tournaments, value = super().written(line)
        rounds, best = chips(line.rounds), str(line.best_place)
        return [place, name, tournaments, rounds, tenths(line.average), best, value]

    def _name(self, line: SeasonLine) -> SafeString:
        parts = [super()._name(line)]
        if line.lodge:
            parts.append(format_html('<span class="lodge">{}</span>', line.lodge))
        if said := said_of(line):
            parts.append(format_html('<span class="lodge">{}</span>', said))
        return format_html_join(" ", "{}", ((part,) for part in parts))


def said_of(line: SeasonLine) -> str:
    """What a line says beside its numbers: the final, or what lacks for a place."""
    if line.of.in_final:
        return say("goes to the final")
    if line.of.lacks and line.lacks_rounds:
        return say_many("{n} round short", "{n} rounds short", line.of.lacks)
    if line.of.lacks:
        return say_many("{n} tournament short", "{n} tournaments short", line.of.lacks)
    return ""


def printed_rows(
    standings: SeasonStandings,
) -> list[tuple[SeasonLine, list[Cell], str]]:
    """For paper: each line with what every tournament brought, and its value."""
    formula = standings.formula
    return [
        (
            line,
            [
                Cell(
                    value_text(formula, part.brought if part else None),
                    bool(part and part.dropped),
                )
                for part in line.parts
            ],
            standings.written(line),
        )
        for line in standings.lines
    ]
