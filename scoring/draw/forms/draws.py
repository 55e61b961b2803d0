"""Forms of the draw: its wishes, and seats somebody chooses."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import WholeNumberField
from clubs.services.stale_check import stamp_of
from clubs.wording import say, say_later, say_many
from scoring.core.forms.idempotency import IdempotentForm
from scoring.games.choice import first_table_in_words
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_said
from scoring.models import Entry, Tournament
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster
from scoring.tournaments.forms.apart import each_line, groups_written

LINE = re.compile(r"([1-9][0-9]{0,3})\D+([1-9][0-9]{0,2})")
WHOLE, NEXT = "whole", "next"
MOST_TABLES = 60
# Settings of the tournament that are asked for where they matter.
WISHES = (
    *("spare", "season_sit_outs", "season_meetings", "lodges_apart", "apart"),
    "last_round_by_standing",
)


def tables_written(typed: str, known: Iterable[int]) -> dict[int, int]:
    """Start numbers and the table of each; “7: 3” is number 7 at table 3.

    Raises ValidationError for each line that is none, or a number nobody has.
    """
    numbers, found = set(known), dict[int, int]()

    def read(line: str) -> None:
        match = LINE.fullmatch(line)
        if not match:
            raise ValidationError(
                say(
                    "“{line}”: type a start number and a table, like 7: 3.",
                    line=line[:40],
                )
            )
        number, table = map(int, match.groups())
        if number not in numbers:
            raise ValidationError(
                say("Nobody has the start number {number}.", number=number)
            )
        if table > 200:
            raise ValidationError(say("There is no table {table}.", table=table))
        if found.setdefault(number, table) != table:
            raise ValidationError(
                say("Number {number} stays at one table only.", number=number)
            )

    each_line(filter(None, map(str.strip, typed.splitlines())), read)
    return found


def as_written(entries: Iterable[Entry]) -> str:
    """The same for the form: 7: 3."""
    return "\n".join(f"{e.number}: {e.fixed_table}" for e in entries if e.fixed_table)


def changes(
    entries: Iterable[Entry], wanted: Mapping[int, int]
) -> dict[int, int | None]:
    """What is to change, by entry."""
    tables = {e: wanted.get(e.number) for e in entries if e.number is not None}
    return {e.pk: table for e, table in tables.items() if table != e.fixed_table}


class DraftingForm(IdempotentForm):
    """Its write throws the drafts away; `drafted` is the stamp of those shown."""

    drafted = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def take_place_of(self, drafted: str) -> None:
        """Keep all that was typed; sent again, it replaces the drafts shown now."""
        typed = dict(self.data.items())  # its last values: a QueryDict has lists
        self.data = typed | {"drafted": drafted}


class DrawForm(SeenForm, DraftingForm):
    """How much to draw, and whom to keep apart."""

    scope = forms.ChoiceField(label=say_later("Draw"), widget=forms.RadioSelect)
    spare = forms.ChoiceField(
        label=say_later("Players left over"),
        choices=Tournament.Spare.choices,
        widget=forms.RadioSelect,
    )
    season_sit_outs = forms.BooleanField(
        label=say_later("Who sat out least this season sits out first"),
        required=False,
        help_text=say_later(
            "Otherwise only tonight’s rounds count. Either way "
            "nobody sits out twice in an evening before "
            "everybody has once."
        ),
    )
    season_meetings = forms.BooleanField(
        label=say_later("Keep apart who met this season"),
        required=False,
        help_text=say_later(
            "As far as nobody meets twice tonight for it, and nothing else suffers."
        ),
    )
    lodges_apart = forms.BooleanField(
        label=say_later("Keep members of one lodge apart"), required=False
    )
    apart = forms.CharField(
        label=say_later("Must not meet"),
        required=False,
        help_text=say_later("Start numbers, one group a line, for example 3, 17."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    fixed = forms.CharField(
        label=say_later("Cannot move"),
        required=False,
        help_text=say_later(
            "A start number and the table to stay at, one a line, for example 7: 3."
        ),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    last_round_by_standing = forms.BooleanField(required=False)
    seed = WholeNumberField(
        label=say_later("Seed"),
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text=say_later(
            "Empty: a new draw by lot. The same seed and people: the same seats."
        ),
    )

    def __init__(
        self, *args: Any, tournament: Tournament, left: int, **facts: Any
    ) -> None:
        shown = {name: getattr(tournament, name) for name in WISHES}
        self.people = list(tournament.entries.exclude(number=None))
        self.numbers = {each.number for each in self.people if each.number is not None}
        shown["fixed"] = as_written(self.people)
        super().__init__(*args, **facts | {"initial": {"scope": WHOLE, **shown}})
        self.tournament = tournament
        offered = [(WHOLE, say("the last round"))]
        if left > 1:
            whole = say_many(
                "the whole evening: {n} round", "the whole evening: {n} rounds", left
            )
            offered = [(WHOLE, whole), (NEXT, say("the next round only"))]
        self.offer("scope", offered)
        if tournament.rounds_planned < 2:
            del self.fields["last_round_by_standing"]
        else:
            first = first_table_in_words(tournament.game)
            label = say("Last round by standing: {places}, and so on", places=first)
            self.fields["last_round_by_standing"].label = label
        self.initial["seen"] = self.stamp

    def clean_apart(self) -> str:
        return groups_written(self.cleaned_data["apart"], self.numbers)

    def clean_fixed(self) -> dict[int, int | None]:
        """Whose table changes: an entry, and the table he stays at from now on."""
        wanted = tables_written(self.cleaned_data["fixed"], self.numbers)
        return changes(self.people, wanted)

    @property
    def stamp(self) -> str:
        """Which of the tournament's wishes the page shows."""
        return stamp_of(
            self.tournament, (name for name in WISHES if name in self.fields)
        )

    @property
    def wishes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in WISHES if name in self.fields}


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
        Entry(house=n, name=f"House player {n}", ranked=False)
        for n in range(1, 10)
        if n not in have
    ]
