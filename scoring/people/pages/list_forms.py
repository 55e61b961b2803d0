"""A whole list of people: pasted or uploaded, looked at, and taken."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.forms.words import PlainForm
from clubs.wording import decimal, say, say_many
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.forms.spreadsheet import SpreadsheetField
from scoring.core.services.changes import Refused
from scoring.models import Entry, Tournament
from scoring.people.entry_facts import classes_as_known
from scoring.people.list_plan import NEW, SKIP, Kind, ListChange, Planned
from scoring.people.spreadsheets import MAX_BYTES, Unreadable, read_lines
from scoring.people.typed import PeopleList, read_pasted, read_people

LONGEST_LIST = 400_000  # characters; more than 2,000 people ever need
MOST_DOUBTFUL = 400  # choices on one page
SHOWN_WRONG = 20
ALL_DIFFERENT = "all_different"  # the button that answers for every line


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
            if names:
                classes_as_known(self.tournament, names)
        except Refused as refused:
            raise ValidationError(refused.message) from None
        return people


class PasteForm(ListForm):
    """A list of people, one a line."""

    # No limit in the page: a browser would cut a long list off and say nothing.
    text = forms.CharField(
        label=_("The list"),
        help_text=_(
            "One person a line: “Marie Kubala”, “Marie Kubala, Lodge 24” or "
            "“12 Marie Kubala; Lodge 24”. Rows copied from a spreadsheet work too, with "
            "headings also for Paid, Team and Class."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        error_messages={"required": _("Paste or type at least one name.")},
    )

    def clean_text(self) -> str:
        text = self.cleaned_data["text"]
        if len(text) > LONGEST_LIST:
            raise ValidationError(
                say(
                    "The list has {letters} letters, and {most} are the most. Split it in "
                    "two.",
                    letters=decimal(len(text), 0),
                    most=decimal(LONGEST_LIST, 0),
                )
            )
        self.people = self.all_read(read_pasted(text))
        return text


class UploadForm(ListForm):
    """A CSV or XLSX file of people."""

    file = SpreadsheetField(
        MAX_BYTES,
        help_text=_(
            "With columns Name (or First name and Last name), and if you like "
            "Lodge, Number, Paid, Team and Class. At most 2 MB and 2,000 people."
        ),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        try:
            lines = read_lines(file.name, file.read())
        except Unreadable as wrong:
            raise ValidationError(str(wrong)) from None
        self.people = self.all_read(read_people(lines))
        return file


class ConfirmForm(IdempotentForm):
    """The list once more, and a choice for every line that may be somebody known."""

    text = forms.CharField(max_length=LONGEST_LIST, widget=forms.HiddenInput)
    here = forms.BooleanField(label=_("All of them are here already"), required=False)

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
        offers = {name: each.offers for name, each in self.doubtful.items()}
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
                choices=offers[name],
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any] | None:
        if self.was_not_asked:
            raise ValidationError(
                say(
                    "Look at these once more: some were not asked about when this was "
                    "sent."
                )
            )
        self._refuse_twice()
        return super().clean()

    def _refuse_twice(self) -> None:
        """A player is one of the lines at most: whoever is chosen twice is said."""
        first: dict[str, str] = {}
        for name, each in self.doubtful.items():
            choice = self.cleaned_data.get(name, NEW)
            if choice in (NEW, SKIP):
                continue
            if choice in first:
                said = say(
                    "Chosen for “{name}” already. One of the two is somebody else.",
                    name=first[choice],
                )
                self.add_error(name, said)
            first.setdefault(choice, each.listed.name)

    def choices(self) -> dict[int, str]:
        """What was chosen, by line."""
        return {
            each.listed.line: self.cleaned_data[name]
            for name, each in self.doubtful.items()
        }


class ChangesForm(PlainForm):
    """For each who is entered already, whether he is changed as the list says."""

    change = forms.MultipleChoiceField(
        label=_("Entered already: change them as the list says?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": _(
                "Somebody changed one of these meanwhile. Look once more."
            )
        },
    )

    def __init__(self, data: Any = None, *, changes: list[ListChange]) -> None:
        self.offered = {each.choice: each for each in changes}
        super().__init__(data, initial={"change": [*self.offered]})
        said = {
            choice: f"{each.entry.label} {each.entry.name}: {each.said}"
            for choice, each in self.offered.items()
        }
        self.offer("change", said.items())

    @property
    def chosen(self) -> list[ListChange]:
        return [self.offered[choice] for choice in self.cleaned_data["change"]]


def _all_read(read: PeopleList) -> PeopleList:
    """Everybody, or an error for each line that cannot be read."""
    if not read.wrong:
        return read
    shown = [str(each) for each in read.wrong[:SHOWN_WRONG]]
    if more := len(read.wrong) - len(shown):
        shown.append(say_many("And {n} line more.", "And {n} lines more.", more))
    raise ValidationError(shown)
