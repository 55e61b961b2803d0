"""Import results by table at the desk, from a file of an event scored elsewhere."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.forms import DayField, NameField, WholeNumberField
from clubs.i18n import message, plural_message
from scoring.core.access import DIRECTOR
from scoring.core.forms import IdempotentForm, ReadForm, SpreadsheetField
from scoring.core.page_context import address, desk_frame, form_with_file
from scoring.core.writes import ActionRefused, Actor
from scoring.desk.results_import import (
    Imported,
    TableResult,
    import_results,
    new_tournament,
    read_results,
    says_round,
)
from scoring.games.game_choice import offered_games, start_and_sizes
from scoring.models import Count, Tournament
from scoring.people.encodings import NAMES
from scoring.people.spreadsheets import (
    MAX_BYTES,
    SpreadsheetRow,
    SpreadsheetTable,
    table_of,
)

SHOWN_WRONG = 20
SHOWN_WORDS = 5  # foreign words with which a user checks the text encoding


class ResultsForm(ReadForm, IdempotentForm):
    """The file, and the event to create from it."""

    name = NameField(label=_("Event name"), max_length=80)
    day = DayField(label=_("Day"))
    game = forms.ChoiceField(label=_("Game"))
    start_chips = WholeNumberField(
        label=_("Start chips per round"),
        help_text=_("Leave blank for the game’s usual number."),
        required=False,
        min_value=0,
        max_value=10_000,
    )
    file = SpreadsheetField(
        MAX_BYTES,
        help_text=_(
            "One row per table, with columns Table, Round, and for each seat Player "
            "and Points. Or one row per seat: Round, Table, Seat, Name and Score. At "
            "most 2 MB."
        ),
    )
    # Questions a file can leave open; each becomes visible only if needed.
    only_round = WholeNumberField(
        label=_("Round number"),
        help_text=_("The file doesn’t have a column for the round."),
        required=False,
        min_value=1,
        max_value=20,
    )
    letters = forms.ChoiceField(
        label=_("Text encoding"),
        choices=[("", ""), *NAMES.items()],
        required=False,
    )
    tables: tuple[TableResult, ...] = ()
    remarks: tuple[str, ...] = ()

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.offer("game", [(game.code, game.name) for game in offered_games()])
        self.asked = {name for name in ("only_round", "letters") if self.data.get(name)}

    def take(self, name: str, result: Any) -> None:
        data = self.cleaned_data
        if "game" not in data:
            return
        start, sizes = start_and_sizes(data["game"])
        if data.get("start_chips") is None and "start_chips" not in self.errors:
            data["start_chips"] = start
        table = table_of(result, data.get("letters") or "")
        self.remarks = table.remarks
        self._ask_letters(table)
        if not says_round(table.lines) and not data.get("only_round"):
            self._ask("only_round", message("Enter the round number."))
        read = read_results(table.lines, sizes, data.get("only_round") or 1)
        self.tables = read.tables
        if read.wrong:
            problems = [str(problem) for problem in read.wrong[:SHOWN_WRONG]]
            more = len(read.wrong) - SHOWN_WRONG
            if more > 0:
                problems.append(
                    plural_message(
                        "{n} more error like this.", "{n} more errors like these.", more
                    )
                )
            raise ValidationError([*problems, *table.remarks])

    def _ask_letters(self, table: SpreadsheetTable) -> None:
        """Ask once if the names look right, if the text encoding is uncertain."""
        letters = table.letters
        if letters is None or self.cleaned_data.get("letters") or not letters.others:
            return
        words = ", ".join(_foreign_words(table.lines))
        self.show(letters=letters.encoding)
        self._ask("letters", message("Check these letters: {words}", words=words))

    def _ask(self, field: str, question: str) -> None:
        self.asked.add(field)
        self.add_error(field, question)

    def visible_fields(self) -> list[forms.BoundField]:
        """Return the fields needed so far."""
        not_yet = {"only_round", "letters"} - self.asked
        return [
            field for field in super().visible_fields() if field.name not in not_yet
        ]


def _foreign_words(lines: Iterable[SpreadsheetRow]) -> list[str]:
    """Return the first cells with letters beyond ASCII, each once."""
    cells = dict.fromkeys(chain.from_iterable(line.cells for line in lines))
    return [cell for cell in cells if not cell.isascii()][:SHOWN_WORDS]


@require_http_methods(["GET", "HEAD", "POST"])
def results(request: HttpRequest, club: str) -> HttpResponse:
    """Check the file and import it whole; unbalanced sheets wait at the desk."""
    member = member_of(request, club, DIRECTOR)
    head = desk_frame(member, message("Results by table"))
    form, answer = form_with_file(
        request,
        member,
        ResultsForm,
        reader="scoring.people.spreadsheets.rows_of",
        context=head,
    )
    if answer:
        return answer
    if form.is_bound and form.is_valid():
        try:
            tournament, imported = _import_results(member, form)
        except ValidationError as wrong:
            form.add_error("name", ValidationError(wrong.messages))
        except ActionRefused as refused:
            form.add_error(None, refused.message)
        else:
            _tell(request, imported)
            for remark in form.remarks:
                messages.warning(request, remark)
            return redirect(address("tournament-desk", tournament))
    context = {**head, "form": form}
    return render(request, "scoring/desk/results_import.html", context)


@transaction.atomic
def _import_results(
    member: Member, form: ResultsForm
) -> tuple[Tournament, list[Imported]]:
    """Import everything or nothing.

    Raises ValidationError for the name, ActionRefused for a limit.
    """
    data: dict[str, Any] = form.cleaned_data
    # The file is the witness of its sheets, not the user who uploads it.
    actor = Actor(None, str(member.user), Count.Source.IMPORT)
    tournament = new_tournament(
        club=member.club,
        actor=actor,
        name=data["name"],
        day=data["day"],
        game=data["game"],
        start_chips=data["start_chips"],
        rounds=len({table.round for table in form.tables}),
    )
    imported = import_results(tournament=tournament, actor=actor, tables=form.tables)
    return tournament, list(imported)


def _tell(request: HttpRequest, sheets: list[Imported]) -> None:
    text = plural_message(
        "{n} sheet was imported.", "{n} sheets were imported.", len(sheets)
    )
    messages.success(request, text)
    unfinished = sum(
        imported.waits or not imported.count.balances for imported in sheets
    )
    if unfinished:
        messages.warning(
            request,
            plural_message(
                "{n} of the sheets doesn’t balance or is waiting for a second person.",
                "{n} of the sheets don’t balance or are waiting for a second person.",
                unfinished,
            ),
        )
