"""More events like this one: first the interval, then the individual days."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from clubs.access import open_to_guests
from clubs.forms import WholeNumberField
from clubs.i18n import full_day, message, plural_message, whole_number
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import frame
from scoring.signups import series

WEEKS = {
    "1": _("every week"),
    "2": _("every second week"),
    "3": _("every third week"),
    "4": _("every fourth week"),
}
NTH, LAST = "nth", "last"
MONTHLY = {
    1: gettext_noop("every first {weekday} of the month"),
    2: gettext_noop("every second {weekday} of the month"),
    3: gettext_noop("every third {weekday} of the month"),
    4: gettext_noop("every fourth {weekday} of the month"),
}


class SeriesForm(IdempotentForm):
    """The interval and number of events, then the choice of days."""

    weeks = forms.ChoiceField(label=_("How often"), initial="1")
    times = WholeNumberField(
        label=_("How many more events"),
        min_value=1,
        max_value=series.MOST,
        initial=10,
    )
    days = forms.MultipleChoiceField(
        label=_("Days"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose from the days shown.")},
    )

    def __init__(self, *args: Any, first: date, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.first = first
        self.ways = dict(_ways(first))
        self.offer("weeks", self.ways.items())

    def offer_days(self) -> list[date]:
        """Offer the days that the other two fields make; return them, or []."""
        way, times = self["weeks"].value(), whole_number(self["times"].value())
        if way not in self.ways or times is None:
            return []
        times = min(times, series.MOST)
        if way in WEEKS:
            days = series.dates_after(self.first, int(way), times)
        else:
            days = series.monthly_dates(self.first, times, last=way == LAST)
        self.offer(
            "days", [(event_day.isoformat(), full_day(event_day)) for event_day in days]
        )
        return days


def _ways(first: date) -> Iterator[tuple[str, str]]:
    """Yield the intervals from this day, by weeks and by months."""
    yield from ((code, str(label)) for code, label in WEEKS.items())
    weekday = str(WEEKDAYS[first.weekday()])
    if nth := series.nth_weekday(first):
        yield NTH, message(MONTHLY[nth], weekday=weekday)
    if series.is_last_weekday(first):
        yield LAST, message("every last {weekday} of the month", weekday=weekday)


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def repeat(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the days, all selected; a POST creates events on the selected days."""
    access = desk_of(request, club, tournament, DIRECTOR)
    evening = access.tournament
    form = SeriesForm(request.POST or None, first=evening.date)
    days = form.offer_days() if form.is_bound else []
    is_chosen = "make" in request.POST
    if is_chosen and form.is_valid() and not form.cleaned_data["days"]:
        form.add_error("days", message("Select at least one day."))
    if is_chosen and form.is_valid():
        ticked = [
            date.fromisoformat(event_day) for event_day in form.cleaned_data["days"]
        ]
        key = form.cleaned_data["key"]
        with form.refusals():
            created = series.repeat(
                tournament=evening, actor=access.actor, days=ticked, key=key
            )
            text = plural_message(
                "{n} event was created.", "{n} events were created.", len(created)
            )
            messages.success(request, text)
            return redirect(reverse("scoring:desk", args=[club]))
    ticked_now = request.POST.getlist("days") if is_chosen else None
    context: dict[str, Any] = {
        **frame(access, message("More events like this")),
        "form": form,
        "days": [
            (
                event_day.isoformat(),
                full_day(event_day),
                ticked_now is None or event_day.isoformat() in ticked_now,
            )
            for event_day in days
        ],
    }
    return render(request, "scoring/signups/series.html", context)
