"""Tournaments already played."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.wording import and_list, day, say, say_later
from scoring.core.tables import NumberColumn
from scoring.desk.clubs import Event


class PastTable(tables.Table):
    """When, where, how many, and who won."""

    name = tables.Column(
        accessor="tournament",
        verbose_name=say_later("Tournament"),
        attrs={"td": {"class": "lead"}},
    )
    date = tables.Column(accessor="tournament__date", verbose_name=say_later("When"))
    place = tables.Column(accessor="tournament__place", verbose_name=say_later("Where"))
    people = NumberColumn(
        accessor="tournament__people", verbose_name=say_later("Players")
    )
    first = tables.Column(verbose_name=say_later("Winner"), empty_values=())

    class Meta:
        orderable = False
        attrs = {"caption": say_later("Past tournaments")}

    def __init__(self, events: Any, **options: Any) -> None:
        super().__init__(list(events), **options)

    def render_name(self, record: Event) -> SafeString:
        address = record.tournament.get_absolute_url()
        return format_html('<a class="serif" href="{}">{}</a>', address, record.name)

    def render_date(self, record: Event) -> str:
        return day(record.tournament.date)

    def render_first(self, record: Event) -> str:
        if not record.first:
            return say("no sheet verified yet")
        names = and_list(record.first)
        return (
            names
            if record.tournament.finished_at
            else say("{names} (not final yet)", names=names)
        )
