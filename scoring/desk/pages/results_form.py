"""Results by table, from a file of an evening that was scored elsewhere."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import DayField, NameField, WholeNumberField
from clubs.wording import say_later, say_many
from scoring.core.forms.idempotency import IdempotentForm
from scoring.desk.results_file import TableResult, read_results
from scoring.games.choice import offered_games, start_and_sizes
from scoring.people.forms.spreadsheet import SpreadsheetField
from scoring.people.selectors.spreadsheets import Unreadable, read_lines

SHOWN_WRONG = 20


class ResultsForm(IdempotentForm):
    """The file, and the evening it becomes."""

    name = NameField(label=say_later("Name of the evening"), max_length=80)
    day = DayField(label=say_later("Day"))
    game = forms.ChoiceField(label=say_later("Game"))
    start_chips = WholeNumberField(
        label=say_later("Start chips a round"),
        help_text=say_later("Empty: as is usual in the game."),
        required=False,
        min_value=0,
        max_value=10_000,
    )
    file = SpreadsheetField(
        help_text=say_later(
            "One row a table, with columns for Table, Round, and of each seat Player and "
            "Points. At most 2 MB."
        )
    )
    tables: tuple[TableResult, ...] = ()

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.offer("game", [(each.code, each.name) for each in offered_games()])

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if "game" not in data or "file" not in data:
            return data
        start, sizes = start_and_sizes(data["game"])
        if data.get("start_chips") is None and "start_chips" not in self.errors:
            data["start_chips"] = start
        try:
            lines = read_lines(data["file"].name, data["file"].read())
        except Unreadable as wrong:
            self.add_error("file", str(wrong))
            return data
        found = read_results(lines, sizes)
        self.tables = found.tables
        if found.wrong:
            said = [str(each) for each in found.wrong[:SHOWN_WRONG]]
            more = len(found.wrong) - SHOWN_WRONG
            if more > 0:
                said.append(say_many("{n} more like it.", "{n} more like these.", more))
            self.add_error("file", ValidationError(said))
        return data
