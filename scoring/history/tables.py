"""Players of a club, and what one of them did."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.templatetags.valat import place_mark
from clubs.wording import chips, day, say, signed, tenths
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.games.names import game_beside
from scoring.history.selectors.all_time import AllTimeLine
from scoring.history.selectors.results import Result
from scoring.models import SitOut, Tournament
from scoring.people.selectors.players import PlayerLine
from scoring.results.selectors.stored import players_stem, sheet_stem


class PlayersTable(tables.Table):
    """Everybody who has played, by name."""

    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    lodge = tables.Column(verbose_name=_("Lodge"), default="")
    tournaments = NumberColumn(verbose_name=_("Tournaments"))

    class Meta:
        attrs = {"caption": _("Players of the club"), "class": "compact"}

    def __init__(self, players: Any, *, club: Club, **options: Any) -> None:
        self.players = players_stem(club)
        super().__init__(players, **options)

    def written(self, line: PlayerLine) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell takes longer."""
        name = format_html(
            '<a href="{}{}/">{}</a>', self.players, line.number, line.name
        )
        return [name, line.lodge, str(line.tournaments)]


class AllTimeTable(tables.Table):
    """The all-time list, to be sorted by any column, the most first."""

    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    evenings = NumberColumn(verbose_name=_("Evenings"), initial_sort_descending=True)
    wins = NumberColumn(verbose_name=_("Won"), initial_sort_descending=True)
    podiums = NumberColumn(verbose_name=_("First three"), initial_sort_descending=True)
    rounds = NumberColumn(verbose_name=_("Rounds"), initial_sort_descending=True)
    net = NumberColumn(
        verbose_name=_("Above start chips"), initial_sort_descending=True
    )
    average = NumberColumn(verbose_name=_("A round"), initial_sort_descending=True)

    class Meta:
        attrs = {"caption": _("All-time list"), "class": "compact"}

    def __init__(
        self, lines: Sequence[AllTimeLine], *, club: Club, **options: Any
    ) -> None:
        self.players = players_stem(club)
        super().__init__(lines, **options)

    def written(self, line: AllTimeLine) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell takes longer."""
        name = format_html(
            '<a href="{}{}/">{}</a>', self.players, line.number, line.name
        )
        if line.lodge:
            lodge = format_html('<span class="lodge">{}</span>', line.lodge)
            name = format_html("{} {}", name, lodge)
        numbers = (line.evenings, line.wins, line.podiums, line.rounds)
        return [name, *map(str, numbers), signed(line.net), tenths(line.average)]


class ResultsTable(tables.Table):
    """A player's tournaments, newest first; each round leads to its sheet."""

    place = PlaceColumn()
    name = tables.Column(
        accessor="tournament",
        verbose_name=_("Tournament"),
        attrs={"td": {"class": "lead"}},
    )
    people = NumberColumn(verbose_name=_("Players"))
    rounds = tables.Column(verbose_name=_("Round by round"))
    total = TotalColumn(verbose_name=_("Total"))

    class Meta:
        orderable = False
        attrs = {"caption": _("Tournaments, newest first"), "class": "compact"}

    def __init__(self, results: Any, **options: Any) -> None:
        super().__init__(results, **options)

    def written(self, result: Result) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell takes longer."""
        place, total = self.default, self.default
        if result.place is not None:
            place = place_mark(result.place, result.tied)
        if result.total is not None:
            total = chips(result.total)
        name, rounds = self._name(result.tournament), self._rounds(result)
        return [place, name, str(result.people), rounds, total]

    def _name(self, found: Tournament) -> SafeString:
        return format_html(
            '<a class="serif" href="{}">{}</a> <span class="lodge">{}</span>',
            found.get_absolute_url(),
            found.name,
            f"{day(found.date)}{game_beside(found)}",
        )

    def _rounds(self, result: Result) -> SafeString:
        found = result.tournament
        if found.old_list_id:
            return format_html('<span class="muted">{}</span>', say("from an old list"))
        return format_html_join(
            ", ", "{}", ((self._round(found, each),) for each in result.rounds)
        )

    def _round(self, found: Tournament, result: Any) -> SafeString | str:
        shown = self._score(found, result)
        if not result.get("apart"):
            return shown
        return format_html('{} <span class="muted">{}</span>', shown, say("(not over)"))

    def _score(self, found: Tournament, result: Any) -> SafeString | str:
        if result["why"]:
            why = SitOut.Why(result["why"]).label
            return format_html(
                '<span class="muted">{} ({})</span>', chips(result["chips"]), why
            )
        stem = sheet_stem(found, result["round"])
        return format_html(
            '<a href="{}{}/">{}</a>', stem, result["table"], chips(result["chips"])
        )
