"""Pages of the podium audit, sheet by sheet, and of the chip ledger."""

from itertools import chain
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.forms import PlainForm, WholeNumberField
from clubs.i18n import message
from clubs.storage import StorageDown
from scoring.audit.documents.podium import podium_recipe
from scoring.audit.ledger import ledger_of
from scoring.audit.podium import (
    MOST_PLACES,
    PLACES,
    Checked,
    declare,
    podium_of,
    printed_of,
    record_paper_check,
)
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import (
    address,
    closing_step_frame,
    frame,
    render_part,
)
from scoring.core.quotas import count_print
from scoring.core.writes import ActionRefused
from scoring.printing.jobs import start
from scoring.printing.responses import not_now
from scoring.results.page_versions import desk_version
from scoring.sheets.access import sheet_of


class PaperCheckForm(IdempotentForm):
    """A comparison of a sheet's numbers with the paper."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class PlacesForm(PlainForm):
    """The number of places; three if the input isn't valid."""

    places = WholeNumberField(
        label=_("Number of places"), min_value=1, max_value=MOST_PLACES
    )

    @property
    def chosen(self) -> int:
        chosen: int = self.cleaned_data["places"] if self.is_valid() else PLACES
        return chosen


class DeclareForm(IdempotentForm, PlacesForm):
    """The form that verifies and prints the audit."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.fields["places"].widget = forms.HiddenInput()


@open_to_guests
@require_safe
def podium(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the podium audit; anyone at the desk can be the second person."""
    access = desk_of(request, club, tournament)
    asked = PlacesForm(request.GET or None)
    return _show(request, access, asked.chosen)


@require_POST
def podium_look(
    request: HttpRequest, club: str, tournament: str, number: int, table: int
) -> HttpResponse:
    """Record that the paper has the numbers of a sheet."""
    access = desk_of(request, club, tournament)
    sheet = sheet_of(access.tournament, number, table)
    form, places = PaperCheckForm(request.POST), PlacesForm(request.POST).chosen
    if not form.is_valid():
        messages.error(
            request,
            message("Part of the form was missing, so nothing was saved. Try again."),
        )
        return redirect(_page(access, places, sheet.pk))
    try:
        record_paper_check(sheet=sheet, actor=access.actor, **form.cleaned_data)
    except ActionRefused as refused:
        messages.error(
            request,
            message(
                "Round {round}, table {table}: {message}",
                round=number,
                table=table,
                message=refused.message,
            ),
        )
    else:
        messages.success(
            request,
            message(
                "Round {round}, table {table}: the paper has the same numbers.",
                round=number,
                table=table,
            ),
        )
    return redirect(_page(access, places, sheet.pk))


@require_POST
def podium_print(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Verify the audit, log it with the time, and print it."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = DeclareForm(request.POST)
    if not form.is_valid():
        messages.error(
            request,
            message("Part of the form was missing, so nothing was saved. Try again."),
        )
        return redirect(_page(access, form.chosen))
    try:
        change, audited = declare(
            tournament=access.tournament, actor=access.actor, **form.cleaned_data
        )
        event = access.tournament
        count_print(event.club)
        recipe = podium_recipe(audited, change, paper=event.club.paper)
        key = start(recipe, owner=event.club.slug, name=f"{event.slug}-podium")
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect(_page(access, form.chosen))
    except StorageDown as away:
        messages.error(request, not_now(away))
        return redirect(_page(access, form.chosen))
    return redirect(address("print-job", access.tournament, key))


def _page(access: DeskAccess, places: int, sheet: int | None = None) -> str:
    anchor = f"#sheet-{sheet}" if sheet else ""
    return f"{address('podium', access.tournament)}?places={places}{anchor}"


def _show(request: HttpRequest, access: DeskAccess, places: int) -> HttpResponse:
    audited = podium_of(access.tournament, places)
    stands = [
        (stand, [(played, *_asks(access, played.checked)) for played in stand.rounds])
        for stand in audited.stands
    ]
    all_rounds = chain.from_iterable(rounds for _stand, rounds in stands)
    own = {
        played.checked.sheet.pk
        for played, _form, is_own in all_rounds
        if is_own and played.checked
    }
    context: dict[str, Any] = {
        **closing_step_frame(access, message("Podium audit")),
        "podium": audited,
        "printed": printed_of(audited),
        "places_form": PlacesForm(initial={"places": places}),
        "declare_form": DeclareForm(initial={"places": places}),
        "stands": stands,
        "own_count": len(own),
    }
    return render(request, "scoring/audit/podium.html", context)


def _asks(
    access: DeskAccess, checked: Checked | None
) -> tuple[PaperCheckForm | None, bool]:
    """Return the form for a second check, and whether the user counted the sheet.

    The form is None if no check is needed.
    """
    if checked is None or not checked.asks or checked.life.correction_waits:
        return None, False
    is_own = checked.counted.by_id == access.member.user.pk
    return PaperCheckForm(initial={"seen": checked.life.last_number}), is_own


@open_to_guests
@require_safe
def ledger(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show whether all chips of the event add up, and where they don't."""
    access = desk_of(request, club, tournament)
    found = access.tournament
    version = desk_version(found)

    def read() -> dict[str, Any]:
        return {
            "club": found.club,
            "tournament": found,
            "ledger": ledger_of(found),
        }

    context = {
        **frame(access, message("Room ledger")),
        "part": render_part("scoring/audit/_ledger.html", version, read),
    }
    return render(request, "scoring/audit/ledger.html", context)
