"""The year's standings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.models import Club
from clubs.wording import chips
from scoring.core.tables import NumberColumn, PlaceColumn, TotalColumn
from scoring.standings.selectors.seasons import SeasonLine


class SeasonTopTable(tables.Table):
    """The first few of a season."""

    place = PlaceColumn()
    name = tables.Column(verbose_name="Name", attrs={"td": {"class": "lead"}})
    tournaments = NumberColumn(verbose_name="Tournaments")
    total = TotalColumn(verbose_name="Chips")

    class Meta:
        orderable = False
        attrs = {"caption": "This season's standings", "class": "compact"}

    def __init__(self, lines: Sequence[SeasonLine], *, club: Club, **options: Any):
        self.club = club
        super().__init__(list(lines), **options)

    def render_name(self, record: SeasonLine) -> SafeString:
        address = reverse("scoring:player", args=[self.club.slug, record.player])
        return format_html('<a href="{}">{}</a>', address, record.name)


class SeasonTable(SeasonTopTable):
    """A whole season, to be sorted by any column."""

    rounds = NumberColumn(verbose_name="Rounds")
    average = NumberColumn(verbose_name="Chips a round")
    best_place = NumberColumn(verbose_name="Best place")

    class Meta:
        orderable = True
        sequence = ("place", "name", "...", "total")
        attrs = {"caption": "The season's standings", "class": "compact"}

    def render_name(self, record: SeasonLine) -> SafeString:
        name = super().render_name(record)
        lodge = format_html('<span class="lodge">{}</span>', record.lodge)
        return format_html("{} {}", name, lodge if record.lodge else "")

    def render_average(self, value: Fraction) -> str:
        """With one decimal; a half of it goes to the even one."""
        tenths = round(abs(value) * 10)
        sign = chips(-1)[0] if value < 0 and tenths else ""
        return f"{sign}{tenths // 10}.{tenths % 10}"
