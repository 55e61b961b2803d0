"""A round's tables at the desk."""

from collections.abc import Callable
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.templatetags.valat import state_badge
from clubs.wording import chips, say, say_later, say_many
from scoring.models import Round
from scoring.models.seats import MOST_SEATS, SEATS
from scoring.sheets.progress import Sitter, TableLine

# Cards on a phone have no head that says it.
WORD = '<span class="muted total-word">{} </span>'
CORRECTED = '{} <span class="waits">{}</span>'
SEAT = {"td": {"class": "bare wide sitter"}}


class RoundTable(tables.Table):
    """A row a table: who sits there, how the sheet stands, what it adds up to.

    A draft has no sheets to open yet, hence no state and no sum.
    """

    table = tables.Column(
        verbose_name=say_later("Table"), attrs={"td": {"class": "lead nowrap"}}
    )
    seat1 = tables.Column(verbose_name=say_later("Seat 1"), attrs=SEAT)
    seat2 = tables.Column(verbose_name=say_later("Seat 2"), attrs=SEAT)
    seat3 = tables.Column(verbose_name=say_later("Seat 3"), attrs=SEAT)
    seat4 = tables.Column(verbose_name=say_later("Seat 4"), attrs=SEAT)
    seat5 = tables.Column(verbose_name=say_later("Seat 5"), attrs=SEAT)
    state = tables.Column(
        verbose_name=say_later("Sheet"),
        attrs={"td": {"class": "bare sheet-state-cell"}},
    )
    total = tables.Column(
        verbose_name=say_later("Adds up to"),
        attrs={"th": {"class": "numeric"}, "td": {"class": "numeric bare"}},
    )

    class Meta:
        orderable = False
        empty_text = say_later("No table of this round stands like that now.")

    def __init__(self, lines: list[TableLine], *, rnd: Round, **options: Any) -> None:
        self.round = rnd
        self.numbered = gettext("Table {n}")  # once, for a hundred rows
        self.seats = max((len(line.sitters) for line in lines), default=MOST_SEATS)
        absent = [f"seat{seat}" for seat in SEATS if seat > self.seats]
        super().__init__(
            lines,
            attrs={"caption": say("Tables of round {number}", number=rnd.number)},
            row_attrs={"id": _row_id(rnd), "class": _row_class},
            exclude=[*absent, *(() if rnd.is_published else ("state", "total"))],
            **options,
        )

    def written(self, line: TableLine) -> list[SafeString | str]:
        """All cells of a row at once: cell by cell, what each column's method wants is
        looked up anew, and that was half of the time of a hundred tables."""
        sitters: list[SafeString | str] = [_sitter(each) for each in line.sitters]
        sitters += [""] * (self.seats - len(sitters))
        if not self.round.is_published:
            return [self.numbered.format(n=line.table), *sitters]
        return [self._link(line), *sitters, _state(line), _total(line)]

    def _link(self, line: TableLine) -> SafeString:
        tournament = self.round.tournament
        at = [tournament.club.slug, tournament.slug, self.round.number, line.table]
        return format_html(
            '<a class="table-link" id="open-{0}" href="{1}">{2}</a>',
            line.table,
            reverse("scoring:sheet-desk", args=at),
            self.numbered.format(n=line.table),
        )


def _state(line: TableLine) -> SafeString:
    badge = state_badge(line.state)
    if not line.correction_waits:
        return badge
    return format_html(CORRECTED, badge, say("a correction waits"))


def _total(line: TableLine) -> SafeString | str:
    count = line.count
    if count is None:
        return ""
    adds_up = say("Adds up to")
    if count.balances:
        return format_html(WORD + "<strong>{}</strong>", adds_up, count.total)
    off = abs(count.difference)
    too_many = say_many("{n} too many", "{n} too many", off)
    return format_html(
        WORD + '<strong class="wrong">{}</strong> <span class="wrong">{}</span>',
        adds_up,
        chips(count.total),
        too_many
        if count.difference > 0
        else say_many("{n} missing", "{n} missing", off),
    )


def _sitter(sitter: Sitter) -> SafeString:
    """Start number, name and score; the script for swapping seats finds the number."""
    if not sitter.label:
        return format_html('<span class="waits">{}</span>', sitter.name)
    score = "" if sitter.score is None else chips(sitter.score)
    return format_html(
        '<span data-sitter="{0}"><span class="muted">{0}</span> '
        '<span class="name">{1}</span> <span class="strong">{2}</span></span>',
        sitter.label,
        sitter.name,
        score,
    )


def _row_id(rnd: Round) -> Callable[[TableLine], str]:
    return lambda record: f"round-{rnd.number}-table-{record.table}"


def _row_class(record: TableLine) -> str:
    if record.state == "unbalanced":
        return "is-wrong"
    return "is-waiting" if record.waits else ""
