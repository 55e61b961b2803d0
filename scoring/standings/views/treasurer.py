"""The treasurer's sheet: fees paid, costs, and what is left."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import open_to_guests
from clubs.forms import EditForm, NameField
from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm, MoneyField, MoneyForm
from scoring.core.page_context import address, closing_step_frame
from scoring.core.writes import find_editor
from scoring.standings.treasurer import (
    MOST_COSTS,
    Treasury,
    set_costs,
    treasury_of,
)

EMPTY_ROWS = 3  # for more costs


class CostsForm(EditForm, IdempotentForm, MoneyForm):
    """A row for each cost, and some empty ones; saving drops a blank row."""

    def __init__(self, *args: Any, treasury: Treasury, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sent = sum(name.startswith("what_") for name in self.data)
        rows = max(len(treasury.costs) + EMPTY_ROWS, sent)
        self.numbers = range(1, min(rows, MOST_COSTS) + 1)
        for number in self.numbers:
            self.fields[f"what_{number}"] = NameField(
                label=message("Cost {n}", n=number), max_length=80, required=False
            )
            self.fields[f"coins_{number}"] = MoneyField(
                label=message("Amount of cost {n}", n=number), required=False
            )
        self.count_in(treasury.tournament.currency)
        self.units = [(f"what_{n}", f"coins_{n}") for n in self.numbers]
        tournament = treasury.tournament
        self.find_editor = partial(find_editor, kind="costs", tournament=tournament)
        for number, cost in enumerate(treasury.costs, start=1):
            self.initial[f"what_{number}"] = cost.what
            self.initial[f"coins_{number}"] = cost.coins

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"what_{n}"], self[f"coins_{n}"]) for n in self.numbers]

    @property
    def costs(self) -> list[tuple[str, int]]:
        data = self.cleaned_data
        rows = [(data[f"what_{n}"], data[f"coins_{n}"]) for n in self.numbers]
        return [(label, coins) for label, coins in rows if label or coins]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        for number in self.numbers:
            if data.get(f"coins_{number}") and data.get(f"what_{number}") == "":
                self.add_error(f"what_{number}", _("Enter what the cost was for."))
            if data.get(f"what_{number}") and data.get(f"coins_{number}") == 0:
                self.add_error(f"coins_{number}", _("Enter the amount."))
        return data


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def treasurer(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show fees, prizes and costs to the coin, and edit the costs."""
    access = desk_of(request, club, tournament, DIRECTOR)
    found = treasury_of(access.tournament)
    if request.method != "POST":
        return _show(request, access, found, CostsForm(treasury=found))
    form = CostsForm(request.POST, treasury=found)
    if form.is_valid():
        with form.refusals():
            set_costs(
                tournament=access.tournament,
                actor=access.actor,
                costs=form.costs,
                original=found.costs,
            )
    if form.errors:
        return _show(request, access, found, form)
    messages.success(request, message("Costs saved."))
    return redirect(address("treasurer", access.tournament))


def _show(
    request: HttpRequest, access: DeskAccess, found: Treasury, form: CostsForm
) -> HttpResponse:
    context = {
        **closing_step_frame(access, message("Treasurer’s sheet")),
        "form": form,
        "treasury": found,
        "currency": access.tournament.currency,
    }
    return render(request, "scoring/standings/treasurer.html", context)
