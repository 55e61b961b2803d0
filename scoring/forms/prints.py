"""What is to be printed, and on which paper."""

from collections.abc import Sequence
from typing import Any

from django import forms

from clubs.forms.words import PlainForm, WholeNumberField
from clubs.models import Club
from scoring.models import Round

SHEETS, TABLES, NAMES, CARDS = "sheets", "tables", "names", "cards"
CHOICES = (
    (SHEETS, "Score sheets, one page a table"),
    (TABLES, "Seat list by table, for the wall"),
    (NAMES, "Seat list by name, for the wall"),
    (CARDS, "Start-number cards"),
    ("standings", "Standings"),
    ("payoffs", "Card of payoffs, for every table"),
)
ALL = "all"
OF_ONE_ROUND = (SHEETS, TABLES)
OF_ROUNDS = (SHEETS, TABLES, NAMES)
OF_PEOPLE = (TABLES, NAMES, CARDS)


class PrintForm(PlainForm):
    """One print of a tournament."""

    what = forms.ChoiceField(label="Print", choices=CHOICES, widget=forms.RadioSelect)
    round = forms.ChoiceField(
        label="Round", help_text="For score sheets and seat lists."
    )
    table = WholeNumberField(
        label="Only table",
        required=False,
        min_value=1,
        max_value=9999,
        help_text="Empty: the sheets of all tables.",
    )
    paper = forms.ChoiceField(
        choices=Club.paper.field.choices, widget=forms.RadioSelect
    )

    def __init__(
        self,
        *args: Any,
        rounds: Sequence[Round],
        club: Club,
        has_people: bool,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.has_people = has_people
        self.rounds = {each.number: each for each in rounds}
        numbers = sorted(self.rounds, reverse=True)
        self.fields["round"].choices = [
            *((str(number), f"Round {number}") for number in numbers),
            (ALL, "all published rounds"),
        ]
        self.initial.setdefault("what", SHEETS if numbers else CARDS)
        self.initial.setdefault("round", numbers[0] if numbers else ALL)
        self.initial.setdefault("paper", club.paper)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        what = data.get("what")
        if what in OF_PEOPLE and not self.has_people:
            self.add_error("what", "Nobody is entered yet.")
        elif what in OF_ROUNDS and not self.rounds:
            self.add_error("what", "No round is published yet.")
        elif what in OF_ONE_ROUND and data.get("round") == ALL:
            self.add_error("round", "Which round? One at a time.")
        self._look_for_table(data)
        return data

    def _look_for_table(self, data: dict[str, Any]) -> None:
        table, rnd = data.get("table"), self._round(data.get("round"))
        if data.get("what") != SHEETS or not table or rnd is None:
            return
        if not rnd.sheets.filter(table=table).exists():
            self.add_error("table", f"Round {rnd.number} has no table {table}.")

    @property
    def chosen_round(self) -> Round | None:
        return self._round(self.cleaned_data["round"])

    def _round(self, chosen: str | None) -> Round | None:
        return None if chosen in (None, ALL) else self.rounds[int(chosen)]

    @property
    def chosen(self) -> dict[str, Any]:
        """The choice again, for an address or a form that asks once more."""
        data = self.cleaned_data
        return {name: data[name] for name in data if data[name] not in (None, "")}
