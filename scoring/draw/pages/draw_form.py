"""The form of a draw: how much to draw, and what is wished of it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import WholeNumberField
from clubs.services.stale_check import stamp_of
from clubs.wording import say, say_later, say_many
from scoring.core.forms.idempotency import IdempotentForm
from scoring.games.choice import first_table_in_words
from scoring.models import Entry, Tournament
from scoring.tournaments.forms.apart import each_line, groups_written

LINE = re.compile(r"([1-9][0-9]{0,3})\D+([1-9][0-9]{0,2})")
WHOLE, NEXT = "whole", "next"
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
