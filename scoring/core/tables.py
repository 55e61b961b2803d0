"""Columns shared by several tables: a place with its mark, a number of chips."""

from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubs.i18n import chips
from clubs.templatetags.valat import place_mark

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class PlaceColumn(tables.Column):
    """A place, with a mark for ties; the row has `place` and `tied`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            attrs={"td": {"class": "medal"}},
            verbose_name=_("Place"),
            **options,
        )

    def render(self, record: Any) -> SafeString:
        return place_mark(record.place, record.tied)


class NumberColumn(tables.Column):
    """A number, right-aligned."""

    def __init__(self, **options: Any) -> None:
        super().__init__(attrs=NUMERIC, **options)


class TotalColumn(tables.Column):
    """The main number of a row, displayed largest."""

    def __init__(self, **options: Any) -> None:
        attrs = {"th": {"class": "numeric"}, "td": {"class": "numeric key"}}
        super().__init__(attrs=attrs, **options)

    def render(self, value: int) -> str:
        return chips(value)
