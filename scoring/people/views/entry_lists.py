"""Entering many at once: a pasted list or a file, a preview, then the entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import open_to_guests
from clubs.forms import PlainForm
from clubs.i18n import (
    decimal,
    joined,
    message,
    plural_message,
    sentence,
)
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm, ReadForm, SpreadsheetField
from scoring.core.page_context import act_done, address, form_with_file, frame
from scoring.core.writes import ActionRefused, find_duplicate
from scoring.models import Entry, Tournament
from scoring.people.entries import classes_as_known
from scoring.people.entry_lists import (
    ENTERED,
    NEW,
    SKIP,
    Disagreement,
    LineKind,
    ListChange,
    Planned,
    chosen_changes,
    decided,
    disagreements,
    left_out,
    list_changes,
    plan_of,
    take_list,
)
from scoring.people.name_parsing import (
    Listed,
    PeopleList,
    as_text,
    read_pasted,
    read_people,
    renumbered,
)
from scoring.people.spreadsheets import (
    MAX_BYTES,
    SpreadsheetTable,
    letters_named,
    table_of,
)

LONGEST_LIST = 400_000  # characters; more than a list of 2,000 people needs
MOST_DOUBTFUL = 400  # choices on one page
SHOWN_WRONG = 20
READ_AS = "read_as"  # name of the button that chooses another encoding
HERE = _("All of these people are already here")
ALL_DIFFERENT = "all_different"  # name of the button that answers for all lines


class PastedListForm(PlainForm):
    """A list of people to enter in a tournament."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def all_read(self, read: PeopleList) -> PeopleList:
        """Return the people.

        Raises ValidationError with each bad line or unknown class.
        """
        people = _all_read(read)
        try:
            classes = (person.classes for person in people.people)
            names = [*chain.from_iterable(classes)]
            if names:
                classes_as_known(self.tournament, names)
        except ActionRefused as refused:
            raise ValidationError(refused.message) from None
        return people


class PasteForm(PastedListForm):
    """A pasted list of people, one per line."""

    # No `maxlength` in the page: browsers would cut off a long list without a message.
    text = forms.CharField(
        label=_("The list"),
        help_text=_(
            "One person per line: “Marie Kubala”, “Marie Kubala, Lodge 24” or “12 "
            "Marie Kubala; Lodge 24”. You can also paste rows from a spreadsheet, "
            "with headings such as Paid, Team and Class."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        error_messages={"required": _("Paste or type at least one name.")},
    )
    here = forms.BooleanField(label=HERE, required=False)

    def clean_text(self) -> str:
        text = self.cleaned_data["text"]
        if len(text) > LONGEST_LIST:
            raise ValidationError(
                message(
                    "The list has {letters} characters, and the limit is {most}. "
                    "Split it in two.",
                    letters=decimal(len(text), 0),
                    most=decimal(LONGEST_LIST, 0),
                )
            )
        self.people = self.all_read(read_pasted(text))
        return text


class EntryFileForm(ReadForm, PastedListForm):
    """A CSV or XLSX file of people."""

    file = SpreadsheetField(
        MAX_BYTES,
        help_text=_(
            "Include a Name column, or First name and Last name. Lodge, Number, "
            "Paid, Team and Class are optional. The limit is 2 MB and 2,000 people."
        ),
    )

    read_as = ""  # encoding that the person chose

    def take(self, name: str, result: Any) -> None:
        table = table_of(result, self.read_as)
        self.people = self.all_read(read_people(table.lines))
        self.about = AboutFile.from_table(
            table, self.reading.key if self.reading else ""
        )


@dataclass(frozen=True, slots=True)
class AboutFile:
    """Decisions about a file: its encoding, and remarks on skipped rows.

    `others` are other encodings that fit, and `reading` is the key of the stored file.
    """

    letters: str
    others: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    reading: str

    @classmethod
    def from_table(cls, table: SpreadsheetTable, reading: str) -> "AboutFile":
        if table.letters is None:
            return cls("", (), table.remarks, reading)
        others = tuple((code, letters_named(code)) for code in table.letters.others)
        named = letters_named(table.letters.encoding)
        return cls(named, others, table.remarks, reading)


class ConfirmListForm(IdempotentForm):
    """The list again, to confirm it, with the state of the people."""

    text = forms.CharField(max_length=LONGEST_LIST, widget=forms.HiddenInput)
    here = forms.BooleanField(label=HERE, required=False)

    def clean_text(self) -> str:
        self.people = _all_read(read_pasted(self.cleaned_data["text"]))
        return self.cleaned_data["text"]

    @property
    def state(self) -> str:
        is_here = self.cleaned_data["here"]
        return Entry.State.HERE if is_here else Entry.State.EXPECTED


class LineMatchForm(PlainForm):
    """A choice for each doubtful line: an existing player, or a new one.

    The likeliest choice comes first. One button marks all lines as different people.
    """

    def __init__(self, data: Any = None, *, plan: list[Planned]) -> None:
        self.doubtful = {
            f"line_{planned.listed.line}": planned
            for planned in plan
            if planned.kind is LineKind.DOUBTFUL
        }
        likeliest = {name: planned.likeliest for name, planned in self.doubtful.items()}
        offers = {name: planned.offers for name, planned in self.doubtful.items()}
        # Another line can have become doubtful while the page was open.
        self.was_not_asked = data is not None and not likeliest.keys() <= data.keys()
        if data is not None:
            data = {**likeliest, **data.dict()}
            if ALL_DIFFERENT in data:
                data |= dict.fromkeys(likeliest, NEW)
                self.was_not_asked = False
        super().__init__(data, initial=likeliest)
        for name, item in self.doubtful.items():
            listed = item.listed
            self.fields[name] = forms.ChoiceField(
                label=f"{listed.name}, {listed.lodge}" if listed.lodge else listed.name,
                choices=offers[name],
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any] | None:
        if self.was_not_asked:
            raise ValidationError(
                message(
                    "Review these again. Some of them are new since you sent the form."
                )
            )
        self._refuse_twice()
        return super().clean()

    def _refuse_twice(self) -> None:
        """Add an error if a player was chosen for more than one line."""
        first: dict[str, str] = {}
        for name, planned in self.doubtful.items():
            choice = self.cleaned_data.get(name, NEW)
            if choice in (NEW, SKIP):
                continue
            if choice in first:
                text = message(
                    "“{name}” has the same answer. One of the two must be someone "
                    "else.",
                    name=first[choice],
                )
                self.add_error(name, text)
            first.setdefault(choice, planned.listed.name)

    def choices(self) -> dict[int, str]:
        """Return the choice for each doubtful line, by line."""
        return {
            planned.listed.line: self.cleaned_data[name]
            for name, planned in self.doubtful.items()
        }


class ChangesForm(PlainForm):
    """A choice for each existing entry, whether to update it from the list."""

    change = forms.MultipleChoiceField(
        label=_("Already entered. Update them from the list?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": _(
                "Someone changed one of these while you were editing. Review them "
                "again."
            )
        },
    )

    def __init__(self, data: Any = None, *, changes: list[ListChange]) -> None:
        self.offered = {change.choice: change for change in changes}
        super().__init__(data, initial={"change": [*self.offered]})
        labels = {
            choice: f"{change.entry.label} {change.entry.name}: {change.text}"
            for choice, change in self.offered.items()
        }
        self.offer("change", labels.items())

    @property
    def chosen(self) -> list[ListChange]:
        return [self.offered[choice] for choice in self.cleaned_data["change"]]


class AgreedForm(PlainForm):
    """A choice for each person who answered differently, whether to use the list."""

    agreed = forms.TypedMultipleChoiceField(
        label=_("These people RSVP’d differently. Use the list anyway?"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, found: list[Disagreement]) -> None:
        self.found = found
        super().__init__(data)
        self.offer(
            "agreed",
            [
                (str(disagreement.player.pk), disagreement.question)
                for disagreement in found
            ],
        )

    @property
    def chosen(self) -> set[int]:
        return set(self.cleaned_data["agreed"])


def _all_read(read: PeopleList) -> PeopleList:
    """Return the people. Raises ValidationError with each line that can't be read."""
    if not read.wrong:
        return read
    problems = [str(problem) for problem in read.wrong[:SHOWN_WRONG]]
    if more := len(read.wrong) - len(problems):
        problems.append(
            plural_message("And {n} more line.", "And {n} more lines.", more)
        )
    raise ValidationError(problems)


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def entries_paste(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = PasteForm(request.POST or None, tournament=access.tournament)
    if request.method == "POST" and form.is_valid():
        is_here = form.cleaned_data["here"]
        return _preview(request, access, form.people, is_here)
    return _page(request, access, form, EntryFileForm(tournament=access.tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def entries_upload(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST" and "reading" not in request.GET:
        return redirect("scoring:entries-paste", club, tournament)
    form, answer = form_with_file(
        request,
        access.member,
        partial(EntryFileForm, tournament=access.tournament),
        reader="scoring.people.spreadsheets.rows_of",
        context=_list_context(access, {}),
    )
    if answer:
        return answer
    form.read_as = request.POST.get(READ_AS, "")
    if form.reading and form.is_valid():
        return _preview(request, access, form.people, file_facts=form.about)
    pasted = PasteForm(tournament=access.tournament, initial=request.POST.dict())
    return _page(request, access, pasted, form)


@require_POST
def entries_confirm(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Confirm the list; the form carries the list and all choices.

    Nothing is stored between the steps.
    """
    access = desk_of(request, club, tournament, DIRECTOR)
    form = ConfirmListForm(request.POST)
    if not form.is_valid():
        messages.error(
            request, message("Only part of the list arrived. Paste it again.")
        )
        return redirect("scoring:entries-paste", club, tournament)
    if find_duplicate(form.cleaned_data["key"]):
        return redirect("scoring:entries", club, tournament)
    plan = plan_of(access.tournament, form.people.people)
    choices = LineMatchForm(request.POST, plan=plan)
    changes = ChangesForm(request.POST, changes=list_changes(plan))
    agreed = AgreedForm(request.POST, found=disagreements(plan))
    # Validate all three forms, so that all errors appear at once.
    if choices.is_valid() & changes.is_valid() & agreed.is_valid():
        counts = _take(access, form, plan, choices, changes, agreed)
        if counts is not None:
            others = _not_entered(plan, choices.choices(), agreed.chosen, counts[0])
            text = " ".join([_saved_message(*counts), *others])
            act_done(request, access, text, sum(counts))
            return redirect("scoring:entries", club, tournament)
    return _confirmation(request, access, form, choices, changes, agreed, plan)


def _take(
    access: DeskAccess,
    form: ConfirmListForm,
    plan: list[Planned],
    choices: LineMatchForm,
    changes: ChangesForm,
    agreed: AgreedForm,
) -> tuple[int, int] | None:
    chosen = choices.choices()
    try:
        return take_list(
            tournament=access.tournament,
            actor=access.actor,
            people=decided(plan, chosen, agreed.chosen),
            changes=[*changes.chosen, *chosen_changes(plan, chosen)],
            key=form.cleaned_data["key"],
            state=form.state,
        )
    except ActionRefused as refused:
        form.refuse(refused)
        return None


def _saved_message(entered: int, changed: int) -> str:
    if not entered and not changed:
        return message("No one was added, and nothing was changed.")
    texts = []
    if entered:
        texts.append(
            plural_message(
                "{n} person was entered.", "{n} people were entered.", entered
            )
        )
    if changed:
        texts.append(
            plural_message(
                "{n} person was updated.", "{n} people were updated.", changed
            )
        )
    return " ".join(texts)


def _not_entered(
    plan: list[Planned], chosen: Mapping[int, str], agreed: set[int], entered: int
) -> list[str]:
    """Return sentences on lines of the list that added no new entry."""
    twice = left_out(plan, chosen)
    texts = []
    if twice:
        names = joined(planned.name for planned in twice)
        text = message("Skipped because they were listed twice: {names}.", names=names)
        texts.append(sentence(text))
    to_enter = [(item.player, item.listed) for item in decided(plan, chosen)]
    entered_ids = {player.pk for player, _unused in to_enter if player}
    other = [
        item.player
        for item in disagreements(plan)
        if item.player.pk in entered_ids and item.player.pk not in agreed
    ]
    if other:
        names = joined(player.name for player in other)
        text = message("Not changed because of their own RSVP: {names}.", names=names)
        texts.append(sentence(text))
    answered = sum(listed.comes not in ENTERED for _unused, listed in to_enter)
    others = sum(
        listed.comes in ENTERED and player in other for player, listed in to_enter
    )
    if known := len(plan) - len(twice) - entered - answered - others:
        text = plural_message(
            "{n} person was already entered.", "{n} people were already entered.", known
        )
        texts.append(text)
    return texts


def _preview(
    request: HttpRequest,
    access: DeskAccess,
    people: PeopleList,
    is_here: bool = False,
    file_facts: AboutFile | None = None,
) -> HttpResponse:
    """Show the preview, with lines numbered as in the text for the second step."""
    text, listed = as_text(people.people), renumbered(people.people)
    plan = plan_of(access.tournament, listed)
    choices = LineMatchForm(plan=plan)
    if len(choices.doubtful) > MOST_DOUBTFUL:
        error_text = message(
            "More than {most} names may match people you already have. Split the "
            "list, or include their lodges.",
            most=MOST_DOUBTFUL,
        )
        messages.error(request, error_text)
        return redirect(address("entries-paste", access.tournament))
    form = ConfirmListForm(initial={"text": text, "here": is_here})
    changes = ChangesForm(changes=list_changes(plan))
    agreed = AgreedForm(found=disagreements(plan))
    return _confirmation(
        request, access, form, choices, changes, agreed, plan, file_facts
    )


def _confirmation(
    request: HttpRequest,
    access: DeskAccess,
    form: ConfirmListForm,
    choices: LineMatchForm,
    changes: ChangesForm,
    agreed: AgreedForm,
    plan: list[Planned],
    file_facts: AboutFile | None = None,
) -> HttpResponse:
    asked = {item.player.pk for item in agreed.found}
    changed = {change.entry.pk for change in changes.offered.values()}
    same_people = (
        planned
        for planned in plan
        if not planned.entry or planned.entry.pk not in changed
    )
    context = {
        "form": form,
        "about": file_facts,
        "choices": choices,
        "changes": changes,
        "new": _lines_of_kind(plan, LineKind.NEW),
        "agreed": agreed,
        "known": _lines_of_kind(
            (item for item in plan if not item.player or item.player.pk not in asked),
            LineKind.KNOWN,
        ),
        "entered": _lines_of_kind(same_people, LineKind.ENTERED),
    }
    return render(
        request, "scoring/people/entries_preview.html", _list_context(access, context)
    )


def _lines_of_kind(plan: Iterable[Planned], kind: LineKind) -> list[Listed]:
    return [planned.listed for planned in plan if planned.kind is kind]


def _page(
    request: HttpRequest, access: DeskAccess, paste: PasteForm, upload: EntryFileForm
) -> HttpResponse:
    context = {"paste": paste, "upload": upload}
    return render(
        request, "scoring/people/entries_list.html", _list_context(access, context)
    )


def _list_context(access: DeskAccess, context: dict[str, Any]) -> dict[str, Any]:
    parent = (message("Entries"), address("entries", access.tournament))
    return {**frame(access, parent, message("Enter a list")), **context}
