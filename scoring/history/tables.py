"""Players of a club, and what one of them did."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.wording import chips, day, say, signed, tenths
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.games.names import game_beside
from scoring.history.selectors.all_time import AllTimeLine
from scoring.history.selectors.results import Result
from scoring.models import SitOut
from scoring.people.selectors.players import PlayerLine


class PlayersTable(tables.Table):
    """Everybody who has played, by name."""

    name = tables.Column(verbose_name=_("Name"), attrs={"td": {"class": "lead"}})
    lodge = tables.Column(verbose_name=_("Lodge"), default="")
    tournaments = NumberColumn(verbose_name=_("Tournaments"))

    class Meta:
        attrs = {"caption": _("Players of the club"), "class": "compact"}

    def __init__(self, players: Any, *, club: Club, **options: Any) -> None:
        self.club = club
        super().__init__(players, **options)

    def render_name(self, record: PlayerLine) -> SafeString:
        address = reverse("scoring:player", args=[self.club.slug, record.number])
        return format_html('<a href="{}">{}</a>', address, record.name)


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
        self.players = reverse("scoring:player", args=[club.slug, 0]).removesuffix("0/")
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

    def render_name(self, record: Result) -> SafeString:
        found = record.tournament
        return format_html(
            '<a class="serif" href="{}">{}</a> <span class="lodge">{}</span>',
            found.get_absolute_url(),
            found.name,
            f"{day(found.date)}{game_beside(found)}",
        )

    def render_rounds(self, record: Result) -> SafeString:
        if record.tournament.old_list_id:
            return format_html('<span class="muted">{}</span>', say("from an old list"))
        return format_html_join(
            ", ", "{}", ((self._round(record, each),) for each in record.rounds)
        )

    def _round(self, record: Result, result: Any) -> SafeString | str:
        shown = self._score(record, result)
        if not result.get("apart"):
            return shown
        return format_html('{} <span class="muted">{}</span>', shown, say("(not over)"))

    def _score(self, record: Result, result: Any) -> SafeString | str:
        if result["why"]:
            why = SitOut.Why(result["why"]).label
            return format_html(
                '<span class="muted">{} ({})</span>', chips(result["chips"]), why
            )
        found = record.tournament
        address = reverse(
            "scoring:sheet",
            args=[found.club.slug, found.slug, result["round"], result["table"]],
        )
        return format_html('<a href="{}">{}</a>', address, chips(result["chips"]))
