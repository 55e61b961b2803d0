"""The draw form: how much to draw, people to keep apart, and fixed tables."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from clubs.forms import SeenForm, WholeNumberField
from clubs.i18n import message, plural_message
from clubs.merging import stamp_of
from scoring.core.forms import EntrantField, give_roster
from scoring.core.roster import Roster
from scoring.draw.views.seats import DraftingForm
from scoring.games.game_choice import first_table_in_words
from scoring.models import Entry, Tournament

WHOLE, NEXT = "whole", "next"
# Settings of the tournament that appear where they matter.
WISHES = (
    "spare",
    "season_sit_outs",
    "season_meetings",
    "lodges_apart",
    "apart",
    "last_round_by_standing",
)
BOX = re.compile(r"apart_([1-9][0-9]?)_([1-9][0-9]?)|stays_([1-9][0-9]?)")
EMPTY_ROWS = 2  # for the next group, and for the next fixed table
FEWEST_BOXES = 3  # per group
LAST_TABLE = 200


class Rows(NamedTuple):
    """The number of groups, of boxes per group, and of fixed tables on the page."""

    groups: int
    boxes: int
    staying: int


def _by_standing(game: str) -> str:
    return message(
        "Seat the last round by standings: {places}, and so on",
        places=first_table_in_words(game),
    )


class DrawForm(SeenForm, DraftingForm):
    """A form for a draw: how much to draw, and people to keep apart.

    Each group to keep apart is a row of boxes, and each fixed table a row of a box and
    a table. A box takes a name of the page's list, or a start number.
    """

    scope = forms.ChoiceField(label=_("Rounds to draw"), widget=forms.RadioSelect)
    spare = forms.ChoiceField(
        label=_("Extra players"),
        choices=Tournament.Spare.choices,
        widget=forms.RadioSelect,
    )
    season_sit_outs = forms.BooleanField(
        label=_("People who sat out least this season sit out first"),
        required=False,
        help_text=_(
            "Otherwise only tonight’s rounds count. Either way, no one sits out "
            "twice tonight before everyone has sat out once."
        ),
    )
    season_meetings = forms.BooleanField(
        label=_("Keep apart people who met this season"),
        required=False,
        help_text=_("Only when it doesn’t cause repeat pairings tonight."),
    )
    lodges_apart = forms.BooleanField(
        label=_("Keep members of the same lodge apart"), required=False
    )
    last_round_by_standing = forms.BooleanField(required=False)
    seed = WholeNumberField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text=_(
            "Leave blank for a new random draw. The same seed and people give the "
            "same seats."
        ),
    )

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        left: int,
        rows: Rows | None = None,
        **facts: Any,
    ) -> None:
        settings_values = {
            name: getattr(tournament, name) for name in WISHES if name != "apart"
        }
        super().__init__(
            *args, **facts | {"initial": {"scope": WHOLE, **settings_values}}
        )
        self.tournament, self.left = tournament, left
        people = tournament.entries.filter(house=None).exclude(number=None)
        self.people = list(people.order_by("number"))
        self._offer_rounds()
        self._add_boxes(rows)
        if not self.is_bound:
            self.initial["seen"] = self.stamp

    def _offer_rounds(self) -> None:
        offered = [(WHOLE, message("the last round"))]
        if self.left > 1:
            whole = plural_message(
                "the rest of the event: {n} round",
                "the rest of the event: {n} rounds",
                self.left,
            )
            offered = [(WHOLE, whole), (NEXT, message("the next round only"))]
        self.offer("scope", offered)
        if self.tournament.rounds_planned < 2:
            del self.fields["last_round_by_standing"]
        else:
            label = lazy(_by_standing, str)(self.tournament.game)
            self.fields["last_round_by_standing"].label = label

    def _add_boxes(self, rows: Rows | None) -> None:
        """Add the rows given or sent; else the filled ones, and a few more."""
        groups, staying = self._groups(), self._staying()
        if self.is_bound:
            rows = _rows_sent(self.data)
        widest = max(map(len, groups), default=0)
        self.rows = rows or Rows(
            len(groups) + EMPTY_ROWS,
            max(widest + 1, FEWEST_BOXES),
            len(staying) + EMPTY_ROWS,
        )
        for row in range(1, self.rows.groups + 1):
            label = message("Keep apart: group {n}", n=row)
            for box in range(1, self.rows.boxes + 1):
                self.fields[_apart(row, box)] = _person(label)
        for row in range(1, self.rows.staying + 1):
            self.fields[_stays(row)] = _person(message("Fixed table: {n}", n=row))
            self.fields[_table(row)] = WholeNumberField(
                label=message("Table"),
                required=False,
                min_value=1,
                max_value=LAST_TABLE,
            )
        give_roster(self, Roster(tuple(self.people)))
        for row, group in enumerate(groups, start=1):
            for box, number in enumerate(group, start=1):
                self.initial[_apart(row, box)] = number
        for row, entry in enumerate(staying, start=1):
            self.initial[_stays(row)] = _written(entry)
            self.initial[_table(row)] = entry.fixed_table

    def _groups(self) -> list[list[str]]:
        """Return the groups to keep apart in the format of the boxes.

        An unknown start number stays a number.
        """
        by_number = {str(entry.number): _written(entry) for entry in self.people}
        groups = []
        for line in self.tournament.apart.splitlines():
            words = line.replace(",", " ").split()
            groups.append([by_number.get(word, word) for word in words])
        return [group for group in groups if group]

    def _staying(self) -> list[Entry]:
        return [entry for entry in self.people if entry.fixed_table]

    def with_more_rows(self) -> "DrawForm":
        """Return an unvalidated form with the typed values and more rows."""
        typed = {name: self[name].value() for name in self.fields}
        rows = Rows(
            self.rows.groups + EMPTY_ROWS,
            max(self.rows.boxes, FEWEST_BOXES),
            self.rows.staying + EMPTY_ROWS,
        )
        longer = DrawForm(tournament=self.tournament, left=self.left, rows=rows)
        longer.initial.update(typed)
        return longer

    def apart_rows(self) -> Iterator[list[forms.BoundField]]:
        """Yield the boxes of each group."""
        for row in range(1, self.rows.groups + 1):
            yield [self[_apart(row, box)] for box in range(1, self.rows.boxes + 1)]

    def staying_rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Yield the box and the table of each fixed table."""
        for row in range(1, self.rows.staying + 1):
            yield self[_stays(row)], self[_table(row)]

    def clean(self) -> dict[str, Any]:
        super().clean()
        groups = [self._group(row) for row in range(1, self.rows.groups + 1)]
        self.cleaned_data["apart"] = "\n".join(
            ", ".join(map(str, group)) for group in groups if group
        )
        self.cleaned_data["fixed"] = self._changes(self._tables())
        return self.cleaned_data

    def _group(self, row: int) -> list[int]:
        """Return the start numbers of a group; a single person is an error."""
        names = [_apart(row, box) for box in range(1, self.rows.boxes + 1)]
        people = [self.cleaned_data.get(name) for name in names]
        members = {entry.number: entry for entry in people if entry}
        wrong = any(name in self.errors for name in names)
        if len(members) == 1 and not wrong:
            [alone] = members.values()
            text = message("Who should {name} be kept apart from?", name=alone.name)
            empty = (n for n in names if not self.cleaned_data.get(n))
            self.add_error(next(empty, names[-1]), text)
        return sorted(number for number in members if number is not None)

    def _tables(self) -> dict[int, int]:
        """Return the fixed table of each entry, by the entry's key."""
        tables: dict[int, int] = {}
        for row in range(1, self.rows.staying + 1):
            entry = self.cleaned_data.get(_stays(row))
            table = self.cleaned_data.get(_table(row))
            if {_stays(row), _table(row)} & self.errors.keys():
                continue
            if entry and not table:
                text = message("Which table does {name} stay at?", name=entry.name)
                self.add_error(_table(row), text)
            elif table and not entry:
                text = message("Who stays at table {table}?", table=table)
                self.add_error(_stays(row), text)
            elif entry and table and tables.setdefault(entry.pk, table) != table:
                text = message("{name} can stay at only one table.", name=entry.name)
                self.add_error(_table(row), text)
        return tables

    def _changes(self, tables: dict[int, int]) -> dict[int, int | None]:
        """Return the changed fixed tables, by the entry's key."""
        return {
            entry.pk: tables.get(entry.pk)
            for entry in self.people
            if tables.get(entry.pk) != entry.fixed_table
        }

    @property
    def stamp(self) -> str:
        """A stamp of the tournament's settings that the page displays."""
        absent = {"last_round_by_standing"} - self.fields.keys()
        return stamp_of(
            self.tournament, (name for name in WISHES if name not in absent)
        )

    @property
    def event_settings(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {name: data[name] for name in WISHES if name in data}

    # --- Texts in the headings of folded sections -------------------------------------

    @property
    def spare_said(self) -> str:
        chosen = self["spare"].value()
        return next(
            (str(word) for way, word in Tournament.Spare.choices if way == chosen), ""
        )

    @property
    def apart_said(self) -> list[str]:
        """The kinds of people kept apart, in words; [] if everyone may meet."""
        parts: list[str] = []
        if self["season_meetings"].value():
            parts.append(message("people who met this season"))
        if self["lodges_apart"].value():
            parts.append(message("members of the same lodge"))
        groups = sum(_is_filled(row) for row in self.apart_rows())
        if groups:
            parts.append(plural_message("{n} group", "{n} groups", groups))
        return parts

    @property
    def staying_said(self) -> list[str]:
        return [
            str(field.value())
            for field, _unused in self.staying_rows()
            if field.value()
        ]

    @property
    def seed_said(self) -> list[str]:
        seed = self["seed"].value()
        return [message("seed {seed}", seed=seed)] if seed else []

    @property
    def has_wrong_groups(self) -> bool:
        return any(name.startswith("apart_") for name in self.errors)

    @property
    def has_wrong_tables(self) -> bool:
        return any(name.startswith("stays_") for name in self.errors)


def _rows_sent(data: Iterable[str]) -> Rows:
    """Return the highest row numbers among the names of sent fields."""
    rows = Rows(0, 0, 0)
    for name in data:
        if match := BOX.fullmatch(name):
            groups, boxes, staying = (int(part or 0) for part in match.groups())
            rows = Rows(
                max(rows.groups, groups),
                max(rows.boxes, boxes),
                max(rows.staying, staying),
            )
    return rows


def _person(label: str) -> EntrantField:
    box = forms.TextInput(attrs={"aria-label": label})
    return EntrantField(label=label, required=False, widget=box)


def _is_filled(boxes: Iterable[forms.BoundField]) -> bool:
    return any(box.value() for box in boxes)


def _written(entry: Entry) -> str:
    """Return a person in the format of the page's list."""
    return f"{entry.label} {entry.name}"


def _apart(row: int, box: int) -> str:
    return f"apart_{row}_{box}"


def _stays(row: int) -> str:
    return f"stays_{row}"


def _table(row: int) -> str:
    return f"stays_{row}_at"
