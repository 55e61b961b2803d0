"""Seats that somebody chooses: tables filled with start numbers or names."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from clubs.wording import say, say_later
from scoring.draw.pages.draw_form import DraftingForm
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_said
from scoring.models import Entry, Tournament
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster

MOST_TABLES = 60


class SeatsForm(DraftingForm):
    """Tables filled with start numbers or names; empty tables are left out.

    Each has as many boxes as the largest table has seats.
    """

    tables = forms.IntegerField(
        label=say_later("Tables"),
        min_value=1,
        max_value=MOST_TABLES,
        widget=forms.HiddenInput,
    )

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        roster: Roster,
        tables: int,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.tournament = tournament
        self.sizes = sizes_of(tournament)
        self.seats = range(1, max(self.sizes) + 1)
        self.how_many = min(max(tables, 1), MOST_TABLES)
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
        """The same form with what is typed in it, not looked at yet."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        longer = SeatsForm(
            tournament=self.tournament, roster=self.roster, tables=self.how_many + 1
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
            players = sizes_said(self.tournament)
            said = say("Seat at least one table of {players}.", players=players)
            self.add_error(_name(1, 1), said)
        return data

    def _look_at(
        self, entry: Entry, table: int, seat: int, seated: dict[str, tuple[int, int]]
    ) -> None:
        """Nobody sits twice, and nobody sits who has not come."""
        who = entry.label
        if who in seated:
            message = say(
                "{name} sits at table {table}, seat {seat} already.",
                name=entry.name,
                table=seated[who][0],
                seat=seated[who][1],
            )
            self.add_error(_name(table, seat), message)
        elif entry.house is None and entry.state != Entry.State.HERE:
            self.add_error(_name(table, seat), _not_here(entry))
        seated.setdefault(who, (table, seat))

    def _look_at_table(self, table: int) -> None:
        """A table somebody sits at is filled from seat 1 on, to one of the sizes."""
        names = [_name(table, seat) for seat in self.seats]
        empty = [name for name in names if not str(self.data.get(name, "")).strip()]
        sat = len(names) - len(empty)
        if sat and (sat not in self.sizes or empty != names[sat:]):
            needed = say(
                "Table {table} needs {players}.",
                table=table,
                players=sizes_said(self.tournament),
            )
            self.add_error(empty[0], needed)

    @property
    def chosen(self) -> list[list[Entry]]:
        """The tables that are filled."""
        data, tables = self.cleaned_data, range(1, self.how_many + 1)
        rows = (
            [data.get(_name(table, seat)) for seat in self.seats] for table in tables
        )
        found = ([entry for entry in row if entry] for row in rows)
        return [row for row in found if len(row) in self.sizes]


def _name(table: int, seat: int) -> str:
    return f"seat_{table}_{seat}"


def _not_here(entry: Entry) -> str:
    if entry.state == Entry.State.EXPECTED:
        return say("{name} is expected, not here.", name=entry.name)
    if entry.state == Entry.State.ABSENT:
        return say("{name} is absent, not here.", name=entry.name)
    return say("{name} has left and is not here.", name=entry.name)


def new_house(roster: Roster) -> list[Entry]:
    """House players still to be made: H1 to H9 can be seated before they exist."""
    have = {entry.house for entry in roster.entries}
    return [
        Entry(house=n, name=say("House player {n}", n=n), ranked=False)
        for n in range(1, 10)
        if n not in have
    ]
