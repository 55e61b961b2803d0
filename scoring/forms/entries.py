"""Entering people: one by one, from a list, from a file."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.seen import SeenForm
from clubs.forms.words import NameField, PlainForm, WholeNumberField
from clubs.models import Player
from scoring.forms.keyed import KeyedForm
from scoring.models import Entry, Tournament
from scoring.selectors.people.typed import typed_person
from scoring.services.changes import Refused
from scoring.services.files.people_lists import (
    LARGEST_NUMBER,
    PeopleList,
    read_pasted,
    read_people,
)
from scoring.services.files.spreadsheets import MAX_BYTES, Unreadable, read_lines
from scoring.services.people.entry_facts import classes_as_known
from scoring.services.people.entry_lists import NEW, SKIP, Kind, Planned

LONGEST_LIST = 400_000  # characters; more than 2,000 people ever need
MOST_DOUBTFUL = 400  # choices on one page
SHOWN_WRONG = 20
ALL_DIFFERENT = "all_different"  # the button that answers for every line


class EntryForm(SeenForm):
    """Name, lodge and start number of somebody entered; more where it is used."""

    name = NameField(max_length=80)
    lodge = NameField(max_length=80, required=False)
    number = WholeNumberField(
        label="Start number", min_value=1, max_value=LARGEST_NUMBER
    )
    paid = forms.BooleanField(label="Fee paid", required=False)
    team = NameField(
        max_length=40,
        required=False,
        help_text="Empty: plays for no team.",
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )
    classes = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple
    )
    fixed_table = WholeNumberField(
        label="Stays at table",
        required=False,
        min_value=1,
        max_value=200,
        help_text="For somebody who cannot move from table to table. Empty: moves.",
    )
    player_too = forms.BooleanField(
        label="The club’s list of players and the season, too", required=False
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = tournament.class_names
        self.fields["classes"].choices = [(name, name) for name in names]
        used = {
            "paid": tournament.fee,
            "team": tournament.teams == Tournament.Teams.NAMED,
            "classes": names,
            "fixed_table": tournament.seating == Tournament.Seating.DRAW,
        }
        for name, is_used in used.items():
            if not is_used:
                del self.fields[name]

    def name_player(self, player: Player | None) -> None:
        """Say whose name is corrected with the entry’s; without a player it cannot be."""
        if player is None:
            del self.fields["player_too"]
            return
        lodge = f", {player.lodge}" if player.lodge else ""
        self.fields["player_too"].help_text = (
            f"There it says {player.name}{lodge} now. Not ticked: only this tournament "
            "changes."
        )

    def suggest(self, name: str) -> None:
        """Say which class somebody most likely belongs to."""
        self.fields[
            "classes"
        ].help_text = f"The first tournament here, as far as the club knows: {name}?"


class AddForm(KeyedForm):
    """Somebody who comes to the desk: a player of the club, or a new one by name."""

    name = NameField(
        max_length=80,
        required=False,
        widget=forms.TextInput(
            attrs={
                "list": "known-players",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    lodge = NameField(
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    number = WholeNumberField(
        label="Start number",
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="Empty: the next one.",
    )
    here = forms.BooleanField(label="Is here already", required=False)
    player = forms.IntegerField(required=False, widget=forms.HiddenInput)
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """A name with start number and lodge is read as in a list."""
        data = super().clean()
        typed = typed_person(data.get("name", ""))
        if not data.get("lodge"):
            data |= {"name": typed.name, "lodge": typed.lodge}
            if typed.number and not data.get("number"):
                data["number"] = int(typed.number)
        return data

    @property
    def state(self) -> str:
        here = self.cleaned_data["here"]
        return Entry.State.HERE if here else Entry.State.EXPECTED


class StateForm(PlainForm):
    state = forms.ChoiceField(choices=Entry.State.choices)


class ListForm(PlainForm):
    """A list of people for a tournament."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def all_read(self, read: PeopleList) -> PeopleList:
        """Everybody, or an error for each line, or for a class that is none."""
        people = _all_read(read)
        try:
            names = [name for each in people.people for name in each.classes]
            classes_as_known(self.tournament, names)
        except Refused as refused:
            raise ValidationError(refused.message) from None
        return people


class PasteForm(ListForm):
    """A list of people, one a line."""

    text = forms.CharField(
        label="The list",
        max_length=LONGEST_LIST,
        help_text="One person a line: “Marie Kubala”, “Marie Kubala, Lodge 24” or "
        "“12 Marie Kubala; Lodge 24”. Rows copied from a spreadsheet work too, with "
        "headings also for Paid, Team and Class.",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        error_messages={"required": "Paste or type at least one name."},
    )

    def clean_text(self) -> str:
        self.people = self.all_read(read_pasted(self.cleaned_data["text"]))
        return self.cleaned_data["text"]


class UploadForm(ListForm):
    """A CSV or XLSX file of people."""

    file = forms.FileField(
        label="CSV or XLSX file",
        help_text="With columns Name (or First name and Last name), and if you like "
        "Lodge, Number, Paid, Team and Class. At most 2 MB and 2,000 people.",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        error_messages={
            "required": "Choose a file first.",
            "empty": "The file is empty.",
        },
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:  # before it is read into memory
            raise ValidationError("The file is larger than 2 MB.")
        try:
            lines = read_lines(file.name, file.read())
        except Unreadable as wrong:
            raise ValidationError(str(wrong)) from None
        self.people = self.all_read(read_people(lines))
        return file


class ConfirmForm(KeyedForm):
    """The list once more, and a choice for every line that may be somebody known."""

    text = forms.CharField(max_length=LONGEST_LIST, widget=forms.HiddenInput)
    here = forms.BooleanField(label="All of them are here already", required=False)

    def clean_text(self) -> str:
        self.people = _all_read(read_pasted(self.cleaned_data["text"]))
        return self.cleaned_data["text"]

    @property
    def state(self) -> str:
        here = self.cleaned_data["here"]
        return Entry.State.HERE if here else Entry.State.EXPECTED


class ChoicesForm(PlainForm):
    """For each doubtful line: the same person as, or somebody else; the likeliest first.

    One button says of all lines at once that they are different people.
    """

    def __init__(self, data: Any = None, *, plan: list[Planned]) -> None:
        self.doubtful = {
            f"line_{each.listed.line}": each
            for each in plan
            if each.kind is Kind.DOUBTFUL
        }
        likeliest = {name: each.likeliest for name, each in self.doubtful.items()}
        # Somebody may have become doubtful while the page was looked at.
        self.was_not_asked = data is not None and not likeliest.keys() <= data.keys()
        if data is not None:
            data = {**likeliest, **data.dict()}
            if ALL_DIFFERENT in data:
                data |= dict.fromkeys(likeliest, NEW)
                self.was_not_asked = False
        super().__init__(data, initial=likeliest)
        for name, each in self.doubtful.items():
            listed = each.listed
            self.fields[name] = forms.ChoiceField(
                label=f"{listed.name}, {listed.lodge}" if listed.lodge else listed.name,
                choices=_choices(each),
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any]:
        if self.was_not_asked:
            raise ValidationError(
                "Look at these once more: some were not asked about when this was sent."
            )
        return super().clean()

    def choices(self) -> dict[int, str]:
        """What was chosen, by line."""
        return {
            each.listed.line: self.cleaned_data[name]
            for name, each in self.doubtful.items()
        }


def _choices(planned: Planned) -> list[tuple[str, str]]:
    choices = []
    for each in planned.candidates:
        player = each.player
        lodge = f", {player.lodge}" if player.lodge else ""
        entered = ", entered already" if each.is_entered else ""
        said = f"The same as {player.name}{lodge} (player {player.number}{entered})"
        choices.append((each.choice, said))
    if planned.twin:
        twin = planned.twin
        lodge = f", {twin.lodge}" if twin.lodge else ""
        choices.append(
            (SKIP, f"The same as {twin.name}{lodge} in this list: enter once")
        )
    return [*choices, (NEW, "A different person: enter as new")]


def _all_read(read: PeopleList) -> PeopleList:
    """Everybody, or an error for each line that cannot be read."""
    if not read.wrong:
        return read
    shown = [str(each) for each in read.wrong[:SHOWN_WRONG]]
    if more := len(read.wrong) - len(shown):
        shown.append(f"And {more} lines more.")
    raise ValidationError(shown)
