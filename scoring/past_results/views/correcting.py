"""Correcting one line of an old list."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import member_of
from clubs.forms import PlainForm, WholeNumberField
from clubs.i18n import message
from scoring.core.access import DIRECTOR
from scoring.core.page_context import warn_about_names
from scoring.core.writes import ActionRefused, Actor
from scoring.models import Entry
from scoring.past_results.access import frame_of_lists
from scoring.past_results.cell_parser import number_in
from scoring.past_results.event_parser import MOST_CHIPS
from scoring.past_results.importer import correct
from scoring.results.compute import OldFacts, facts_of

MOST_PLACE, MOST_POINTS, MOST_ROUNDS = 9_999, 1_000, 60


class WrittenField(forms.CharField):
    """A number in the formats of lists: 412, −12, 2,5; blank is None."""

    def __init__(self, *, most: int, **facts: Any) -> None:
        self.most = most
        super().__init__(max_length=12, required=False, **facts)
        self.widget.attrs |= {"class": "number-field", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return f"{value:g}" if isinstance(value, float) else value

    def clean(self, value: str | None) -> float | None:
        typed = super().clean(value)
        number = number_in(typed)
        if typed and number is None:
            raise ValidationError(message("Enter a number. For example, 2 or 2.5."))
        if number is not None and abs(number) > self.most:
            raise ValidationError(message("This number is too large."))
        return number


class CorrectionForm(PlainForm):
    """The correct values of a player's line; blank for unknown values."""

    place = WholeNumberField(
        label=_("Place"), min_value=1, max_value=MOST_PLACE, required=False
    )
    total = WrittenField(label=_("Total, in chips"), most=MOST_CHIPS)
    points = WrittenField(label=_("Table points"), most=MOST_POINTS)
    rounds = WholeNumberField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    reason = forms.CharField(label=_("Source of the correct number"), max_length=200)

    def __init__(self, data: Any = None, *, facts: OldFacts, has_places: bool) -> None:
        super().__init__(data, initial=facts._asdict())
        self.entry = facts.entry
        if not has_places:  # totals decide the places
            del self.fields["place"]

    def clean_total(self) -> int | None:
        total = self.cleaned_data["total"]
        if total is not None and not total.is_integer():
            raise ValidationError(message("Enter a whole number. For example, 12."))
        return None if total is None else int(total)

    def facts(self) -> OldFacts:
        data = self.cleaned_data
        return OldFacts(self.entry, *(data.get(name) for name in OldFacts._fields[1:]))


@require_http_methods(["GET", "HEAD", "POST"])
def old_result(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Show a player's line of the list; a POST corrects it."""
    member = member_of(request, club, DIRECTOR)
    rows = Entry.objects.filter(tournament__club=member.club, tournament__public=True)
    rows = rows.filter(old_result__isnull=False)
    entry = rows.select_related("old_result", "tournament__club").filter(pk=pk).first()
    if entry is None:
        raise Http404(message("There’s no such line in the past results."))
    evening = entry.tournament
    placed = evening.entries.filter(old_result__place__isnull=False)
    form = CorrectionForm(
        request.POST if request.method == "POST" else None,
        facts=facts_of(entry.old_result),
        has_places=placed.exists(),
    )
    if request.method == "POST" and form.is_valid():
        actor, data = Actor.at_desk(member.user), form.cleaned_data
        try:
            correct(entry=entry, actor=actor, facts=form.facts(), reason=data["reason"])
        except ActionRefused as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            messages.success(request, message("Corrected: {name}.", name=entry.name))
            warn_about_names(request, member.club, data["reason"])
            return redirect(evening)
    context = {**frame_of_lists(member, entry.name), "form": form, "entry": entry}
    context["crumbs"].insert(-1, (evening.name, evening.get_absolute_url()))
    return render(request, "scoring/past_results/old_result.html", context)
