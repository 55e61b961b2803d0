"""The seats of a round at the desk: its tables, and forms for seating people."""

from collections.abc import Callable, Iterator
from typing import Any

import django_tables2 as tables
from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.i18n import chips, message, plural_message
from clubs.templatetags.valat import state_badge
from scoring.core.forms import EntrantField, IdempotentForm, give_roster
from scoring.core.roster import Roster
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_in_words
from scoring.models import Entry, Round, Tournament
from scoring.models.seats import MOST_SEATS, SEATS
from scoring.sheets.progress import Sitter, TableLine

# Cards on a phone have no column heading, so the word is in the cell.
WORD = '<span class="muted total-word">{} </span>'
CORRECTED = '{} <span class="waits">{}</span>'
SEAT = {"th": {"class": "sitter"}, "td": {"class": "bare wide sitter"}}
MOST_TABLES = 60


class RoundTable(tables.Table):
    """A row per table: its people, the state of its sheet, and the sum of its scores.

    A draft has no sheets to open yet, so no state and no sum.
    """

    table = tables.Column(
        verbose_name=_("Table"), attrs={"td": {"class": "lead nowrap"}}
    )
    seat1 = tables.Column(verbose_name=_("Seat 1"), attrs=SEAT)
    seat2 = tables.Column(verbose_name=_("Seat 2"), attrs=SEAT)
    seat3 = tables.Column(verbose_name=_("Seat 3"), attrs=SEAT)
    seat4 = tables.Column(verbose_name=_("Seat 4"), attrs=SEAT)
    seat5 = tables.Column(verbose_name=_("Seat 5"), attrs=SEAT)
    state = tables.Column(
        verbose_name=_("Sheet"),
        attrs={"td": {"class": "bare sheet-state-cell"}},
    )
    total = tables.Column(
        verbose_name=_("Total"),
        attrs={"th": {"class": "numeric"}, "td": {"class": "numeric bare"}},
    )

    class Meta:
        orderable = False
        empty_text = _("No tables in this round have that status right now.")

    def __init__(self, lines: list[TableLine], *, rnd: Round, **options: Any) -> None:
        self.round = rnd
        self.numbered = gettext("Table {n}")  # once, for a hundred rows
        self.seats = max((len(line.sitters) for line in lines), default=MOST_SEATS)
        absent = [f"seat{seat}" for seat in SEATS if seat > self.seats]
        super().__init__(
            lines,
            attrs={"caption": message("Tables of round {number}", number=rnd.number)},
            row_attrs={"id": _row_id(rnd), "class": _row_class},
            exclude=[*absent, *(() if rnd.is_published else ("state", "total"))],
            **options,
        )

    def written(self, line: TableLine) -> list[SafeString | str]:
        """Return all cells of a row at once.

        Cell by cell, the arguments of each column's method are looked up again, which
        took half the time of a hundred tables.
        """
        sitters: list[SafeString | str] = [_sitter(sitter) for sitter in line.sitters]
        sitters += [""] * (self.seats - len(sitters))
        if not self.round.is_published:
            return [self.numbered.format(n=line.table), *sitters]
        return [self._link(line), *sitters, _state(line), _total(line)]

    def _link(self, line: TableLine) -> SafeString:
        tournament = self.round.tournament
        parts = [tournament.club.slug, tournament.slug, self.round.number, line.table]
        return format_html(
            '<a class="table-link" id="open-{0}" href="{1}">{2}</a>',
            line.table,
            reverse("scoring:sheet-desk", args=parts),
            self.numbered.format(n=line.table),
        )


def _state(line: TableLine) -> SafeString:
    badge = state_badge(line.state)
    if not line.correction_waits:
        return badge
    return format_html(CORRECTED, badge, message("correction waiting"))


def _total(line: TableLine) -> SafeString | str:
    count = line.count
    if count is None:
        return ""
    adds_up = message("Total")
    if count.balances:
        return format_html(WORD + "<strong>{}</strong>", adds_up, count.total)
    difference = abs(count.difference)
    too_many = plural_message("{n} too many", "{n} too many", difference)
    return format_html(
        WORD + '<strong class="wrong">{}</strong> <span class="wrong">{}</span>',
        adds_up,
        chips(count.total),
        too_many
        if count.difference > 0
        else plural_message("{n} missing", "{n} missing", difference),
    )


def _sitter(sitter: Sitter) -> SafeString:
    """Return start number, name and score; the swap script reads the number."""
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


class DraftingForm(IdempotentForm):
    """A form that replaces drafts; `drafted` is the stamp of those displayed."""

    drafted = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def take_place_of(self, drafted: str) -> None:
        """Keep all typed values; sent again, the form replaces the current drafts."""
        self.type_over(drafted=drafted)


class SeatsForm(DraftingForm):
    """Tables filled with start numbers or names; empty tables are ignored.

    Each table has as many boxes as the largest one has seats.
    """

    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=MOST_TABLES,
        widget=forms.HiddenInput,
    )

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        roster: Roster,
        table_count: int,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.tournament = tournament
        self.sizes = sizes_of(tournament)
        self.seats = range(1, max(self.sizes) + 1)
        self.how_many = min(max(table_count, 1), MOST_TABLES)
        self.initial["tables"] = self.how_many
        self.roster = Roster((*roster.entries, *new_house(roster)))
        placed = gettext("Table {table}, seat {seat}")  # once, for hundreds of boxes
        for table in range(1, self.how_many + 1):
            for seat in self.seats:
                place = placed.format(table=table, seat=seat)
                self.fields[_name(table, seat)] = EntrantField(
                    label=place,
                    required=False,
                    widget=forms.TextInput(attrs={"aria-label": place}),
                )
        give_roster(self, self.roster)

    def with_one_more(self) -> "SeatsForm":
        """Return an unvalidated form with the typed values and one more table."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        longer = SeatsForm(
            tournament=self.tournament,
            roster=self.roster,
            table_count=self.how_many + 1,
        )
        longer.initial.update(typed, tables=longer.how_many)
        return longer

    def rows(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        for table in range(1, self.how_many + 1):
            yield table, [self[_name(table, seat)] for seat in self.seats]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        seated: dict[str, tuple[int, int]] = {}
        for table in range(1, self.how_many + 1):
            for seat in self.seats:
                if entry := data.get(_name(table, seat)):
                    self._look_at(entry, table, seat, seated)
            self._look_at_table(table)
        if not self.errors and not seated:
            players = sizes_in_words(self.tournament)
            text = message("Seat at least one table of {players}.", players=players)
            self.add_error(_name(1, 1), text)
        return data

    def _look_at(
        self, entry: Entry, table: int, seat: int, seated: dict[str, tuple[int, int]]
    ) -> None:
        """Add an error for a person who is seated twice or isn't here."""
        label = entry.label
        if label in seated:
            error = message(
                "{name} is already at table {table}, seat {seat}.",
                name=entry.name,
                table=seated[label][0],
                seat=seated[label][1],
            )
            self.add_error(_name(table, seat), error)
        elif entry.house is None and entry.state != Entry.State.HERE:
            self.add_error(_name(table, seat), _not_here(entry))
        seated.setdefault(label, (table, seat))

    def _look_at_table(self, table: int) -> None:
        """Add an error for a table that isn't filled from seat 1 to a valid size."""
        names = [_name(table, seat) for seat in self.seats]
        empty = [name for name in names if not str(self.data.get(name, "")).strip()]
        sat = len(names) - len(empty)
        if sat and (sat not in self.sizes or empty != names[sat:]):
            needed = message(
                "Table {table} needs {players} players.",
                table=table,
                players=sizes_in_words(self.tournament),
            )
            self.add_error(empty[0], needed)

    @property
    def chosen(self) -> list[list[Entry]]:
        """The tables that are filled."""
        data = self.cleaned_data
        chosen: list[list[Entry]] = []
        for table in range(1, self.how_many + 1):
            row = [data.get(_name(table, seat)) for seat in self.seats]
            people = [entry for entry in row if entry]
            if len(people) in self.sizes:
                chosen.append(people)
        return chosen


def _name(table: int, seat: int) -> str:
    return f"seat_{table}_{seat}"


def _not_here(entry: Entry) -> str:
    if entry.state == Entry.State.EXPECTED:
        return message("{name} isn’t here yet. Check them in first.", name=entry.name)
    if entry.state == Entry.State.ABSENT:
        return message("{name} is absent. Check them in first.", name=entry.name)
    return message("{name} went home. Check them in first.", name=entry.name)


def new_house(roster: Roster) -> list[Entry]:
    """Return unsaved house players: H1 to H9 can be seated before they exist."""
    have = {entry.house for entry in roster.entries}
    return [
        Entry(house=n, name=message("House player {n}", n=n), ranked=False)
        for n in range(1, 10)
        if n not in have
    ]


class SwapForm(IdempotentForm):
    """Two people who swap seats."""

    one = EntrantField(label=_("First player"))
    other = EntrantField(label=_("Second player"))
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Required if a score sheet for either player has been counted."),
    )

    def __init__(
        self, *args: Any, roster: Roster, is_draft: bool, **facts: Any
    ) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)
        if is_draft:
            del self.fields["reason"]
