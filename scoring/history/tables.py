"""Players of a club, and what one of them did."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.wording import chips, day, say
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.games.names import game_beside
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
