"""Pages to import an open file: upload, preview, match people, import, delete."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import member_of
from clubs.forms import PlainForm
from clubs.i18n import message
from scoring.core.access import DIRECTOR
from scoring.core.forms import ReadForm
from scoring.core.page_context import form_with_file, refusals_as_messages
from scoring.core.writes import ActionRefused, Actor
from scoring.exports import card_evening_reader
from scoring.exports.card_evening_export import in_words
from scoring.exports.card_evening_import import (
    Differs,
    evening_in,
    keep_draft,
    plan_of_people,
    refuse_twice,
    refuse_unfit,
    take,
    take_totals,
)
from scoring.exports.card_evening_undo import take_back
from scoring.models import OldList
from scoring.past_results.access import file_at, frame_of_lists
from scoring.past_results.undo import stay_in_words
from scoring.people.entry_lists import NEW, LineKind, Planned, decided

REST = "rest"  # the button that answers all remaining choices
TOTALS = "totals"  # the button that accepts the file's totals as they are


class OpenFileForm(ReadForm):
    """The upload of a file, which a worker reads in a separate process."""

    file = forms.FileField(
        label=_("Open file (JSON)"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("A card-evening 1.0 file from Valat or another program."),
        error_messages={
            "required": _("Choose a file first."),
            "empty": _("The file is empty."),
        },
    )

    def clean_file(self) -> Any:
        sent = self.cleaned_data["file"]
        if sent and sent.size > card_evening_reader.LARGEST:
            raise ValidationError(in_words(card_evening_reader.Wrong("", "large")))
        return sent

    def take(self, name: str, result: Any) -> None:
        self.content = str(result).encode()
        self.evening = card_evening_reader.read(self.content)


class EntryMatchForm(PlainForm):
    """The choice of a player for each doubtful entry, without defaults."""

    def __init__(self, data: Any = None, *, plan: Iterable[Planned]) -> None:
        self.doubtful = {
            f"line_{planned.listed.line}": planned
            for planned in plan
            if planned.kind is LineKind.DOUBTFUL
        }
        if data is not None and REST in data:
            data = {**dict.fromkeys(self.doubtful, NEW), **data.dict()}
        super().__init__(data)
        for name, person in self.doubtful.items():
            listed = person.listed
            self.fields[name] = forms.ChoiceField(
                label=f"{listed.name}, {listed.lodge}" if listed.lodge else listed.name,
                choices=[offer for offer in person.offers if offer[0] != "skip"],
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any] | None:
        """Refuse a player who is chosen for two entries."""
        first: dict[str, str] = {}
        for name, planned in self.doubtful.items():
            choice = self.cleaned_data.get(name, NEW)
            if choice != NEW and choice in first:
                text = message(
                    "“{name}” has the same answer. One of the two must be someone "
                    "else.",
                    name=first[choice],
                )
                self.add_error(name, text)
            first.setdefault(choice, planned.listed.name)
        return super().clean()

    def choices(self) -> dict[int, str]:
        return {
            planned.listed.line: self.cleaned_data[name]
            for name, planned in self.doubtful.items()
        }


@require_http_methods(["GET", "HEAD", "POST"])
def open_file_new(request: HttpRequest, club: str) -> HttpResponse:
    """Upload a file; its problems are listed at the field, place by place."""
    member = member_of(request, club, DIRECTOR)
    head = frame_of_lists(member, message("Open file"))
    form, answer = form_with_file(
        request,
        member,
        OpenFileForm,
        reader="scoring.exports.card_evening_export.checked_text",
        context=head,
    )
    if answer:
        return answer
    if form.reading and form.is_valid():
        try:
            refuse_unfit(form.evening)
            refuse_twice(member.club, form.evening)
            draft = keep_draft(
                club=member.club,
                actor=Actor.at_desk(member.user),
                name=form.reading.name,
                content=form.content,
            )
        except ActionRefused as refused:
            form.add_error("file", refused.message)
        else:
            return redirect("scoring:open-file-in", club, draft.pk)
    context = {**head, "form": form}
    return render(request, "scoring/exports/open_file_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def open_file_in(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Show a file's content and match its people; import all of it or nothing."""
    member = member_of(request, club, DIRECTOR)
    old_list = file_at(member, OldList.Kind.EVENING, pk)
    if old_list.state != OldList.State.DRAFT:
        tournament = old_list.whole_tournaments.first() or old_list.tournaments.first()
        context = {
            **frame_of_lists(member, old_list.name),
            "old_list": old_list,
            "evening": tournament,
        }
        return render(request, "scoring/exports/open_file_in.html", context)
    evening = evening_in(old_list)
    plan = plan_of_people(member.club, evening)
    form = EntryMatchForm(request.POST if request.method == "POST" else None, plan=plan)
    differences: tuple[str, ...] = ()
    if request.method == "POST" and form.is_valid():
        people = decided(plan, form.choices())
        does = take_totals if TOTALS in request.POST else take
        try:
            does(old_list=old_list, actor=Actor.at_desk(member.user), people=people)
        except Differs as differs:
            differences = differs.differences
        except ActionRefused as refused:
            for line in refused.message.splitlines():
                form.add_error(None, line)
        else:
            messages.success(request, message("Imported: {name}.", name=evening.name))
            return redirect("scoring:open-file-in", club, pk)
    context = {
        **frame_of_lists(member, old_list.name),
        "old_list": old_list,
        "evening": evening,
        "form": form,
        "known": [planned for planned in plan if planned.kind is LineKind.KNOWN],
        "new": [planned.listed for planned in plan if planned.kind is LineKind.NEW],
        "sheets": sum(len(rnd.tables) for rnd in evening.rounds),
        "differences": differences,
        "may_take_totals": bool(form.is_bound and evening.standings),
    }
    return render(request, "scoring/exports/open_file_look.html", context)


@require_POST
def open_file_back(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Delete an imported event, or a draft."""
    member = member_of(request, club, DIRECTOR)
    old_list = file_at(member, OldList.Kind.EVENING, pk)
    with refusals_as_messages(request):
        stay = take_back(old_list=old_list, actor=Actor.at_desk(member.user))
        messages.success(request, message("File deleted: {file}.", file=old_list.name))
        if stay:
            messages.info(request, stay_in_words(stay))
        return redirect("scoring:old-lists", club)
    return redirect("scoring:open-file-in", club, pk)
