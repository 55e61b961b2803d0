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
from scoring.history.all_time import AllTimeLine
from scoring.history.evenings import Evening, Result
from scoring.models import SitOut
from scoring.people.selectors.players import PlayerLine
from scoring.results.selectors.stored import players_stem, sheets_in, stem_of


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
    name = tables.Column(verbose_name=_("Tournament"), attrs={"td": {"class": "lead"}})
    people = NumberColumn(verbose_name=_("Players"))
    rounds = tables.Column(verbose_name=_("Round by round"))
    total = TotalColumn(verbose_name=_("Total"))

    class Meta:
        orderable = False
        attrs = {"caption": _("Tournaments, newest first"), "class": "compact"}

    def __init__(self, results: Any, *, club: Club, **options: Any) -> None:
        self.tournaments = stem_of("scoring:tournament", club.slug)
        self.sheets = sheets_in(club)
        super().__init__(results, **options)

    def written(self, result: Result) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell takes longer."""
        evening, place, total = result.evening, self.default, self.default
        if evening.place is not None:
            place = place_mark(evening.place, evening.tied)
        if evening.total is not None:
            total = chips(evening.total)
        rounds = self._rounds(result)
        # Nobody has a place before a round is over.
        people = str(result.people) if result.people else self.default
        return [place, self._name(evening), people, rounds, total]

    def _name(self, evening: Evening) -> SafeString:
        return format_html(
            '<a class="serif" href="{}{}/">{}</a> <span class="lodge">{}</span>',
            self.tournaments,
            evening.slug,
            evening.name,
            f"{day(evening.date)}{game_beside(evening)}",
        )

    def _rounds(self, result: Result) -> SafeString:
        if result.evening.old_list:
            return format_html('<span class="muted">{}</span>', say("from an old list"))
        rounds = result.evening.results or ()
        return format_html_join(
            ", ", "{}", ((self._round(result, *each),) for each in rounds)
        )

    def _round(
        self, result: Result, number: int, table: int | None, brought: int, *_: Any
    ) -> SafeString | str:
        if table is None:
            why = SitOut.Why(result.why.get(number, SitOut.Why.SIT_OUT)).label
            return format_html(
                '<span class="muted">{} ({})</span>', chips(brought), why
            )
        sheet = self.sheets(result.evening.slug, number, table)
        return format_html('<a href="{}">{}</a>', sheet, chips(brought))
