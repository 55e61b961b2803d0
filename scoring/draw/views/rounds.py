"""A round: its tables at the desk, actions on it, and its public page."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.forms import PlainForm
from clubs.i18n import message, plural_message
from clubs.site_urls import hall_address
from scoring.core.access import (
    DIRECTOR,
    DeskAccess,
    desk_of,
    published,
    published_round,
    round_of,
)
from scoring.core.page_context import (
    act_done,
    address,
    frame,
    is_part,
    refusals_as_messages,
    render_part,
    report_with_undo,
    tournament_frame,
    warn_about_names,
)
from scoring.core.roster import roster_of
from scoring.core.writes import ActionRefused
from scoring.draw import manual_seating, rounds
from scoring.draw.documents import round_paper
from scoring.draw.seats import seats_in
from scoring.draw.sit_outs import bench_of
from scoring.draw.views.draws import show_draft
from scoring.draw.views.seats import RoundTable, SwapForm
from scoring.models import Round, SitOut
from scoring.results.stored import version_of as public_version
from scoring.sheets.progress import (
    count_by_state,
    missed_by,
    published_rounds,
    tables_of,
    version_of,
)


class CancelForm(PlainForm):
    """The reason for canceling a round."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        strip=True,
        error_messages={"required": _("Enter a reason for canceling the round.")},
    )


@open_to_guests
@require_safe
@vary_on_headers("HX-Request")
def round_desk(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament)
    rnd = round_of(access.tournament, number)
    if rnd.is_published and is_part(request):
        version = version_of(rnd)
        if request.GET.get("version") == version:
            return HttpResponse(status=204)
        context = {**frame(access), **_tables(request, rnd)}
        return render(request, "scoring/draw/_round_tables.html", context)
    return _show(request, access, rnd)


@require_POST
def round_publish(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    rnd = round_of(access.tournament, number)
    try:
        fresh = rounds.publish(
            rnd=rnd, actor=access.actor, stamp=request.POST.get("seen", "")
        )
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect(address("draw", access.tournament))
    round_paper.prepare(fresh, address=hall_address(request, access.tournament.club))
    report_with_undo(
        request,
        message("Round {number} published. Everyone can see it.", number=number),
        address("round-unpublish", access.tournament, number),
    )
    return redirect(address("tournament-desk", access.tournament))


@require_POST
def round_unpublish(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    rnd = round_of(access.tournament, number)
    try:
        rounds.unpublish(rnd=rnd, actor=access.actor)
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect(address("round-desk", access.tournament, number))
    messages.success(
        request,
        message(
            "Round {number} is a draft again. No one else can see it.", number=number
        ),
    )
    return redirect(address("draw", access.tournament))


@require_POST
def round_cancel(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    rnd = round_of(access.tournament, number)
    form = CancelForm(request.POST)
    if not form.is_valid():
        return _show(request, access, rnd, cancel=form)
    with refusals_as_messages(request):
        rounds.cancel(rnd=rnd, actor=access.actor, reason=form.cleaned_data["reason"])
        warn_about_names(request, access.tournament.club, form.cleaned_data["reason"])
        messages.success(
            request,
            message(
                "Round {number} was canceled. You can still read what was recorded.",
                number=number,
            ),
        )
    return redirect(address("round-desk", access.tournament, number))


@require_POST
def round_discard(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    stamp = request.POST.get("seen", "")
    with refusals_as_messages(request):
        discarded = rounds.discard(
            tournament=access.tournament, actor=access.actor, number=number, stamp=stamp
        )
        sentence = plural_message(
            "The draft was discarded.", "{n} drafts were discarded.", discarded or 1
        )
        act_done(request, access, sentence, discarded)
    return redirect(address("draw", access.tournament))


@require_POST
def round_swap(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    rnd = round_of(access.tournament, number)
    form = _swap_form(rnd, request.POST)
    if form.is_valid():
        with form.refusals():
            manual_seating.swap(rnd=rnd, actor=access.actor, **form.cleaned_data)
    if form.errors:
        return _show(request, access, rnd, swap=form)
    first, second = form.cleaned_data["one"], form.cleaned_data["other"]
    messages.success(
        request,
        message(
            "{one} and {other} swapped seats.",
            one=first.name,
            other=second.name,
        ),
    )
    if rnd.is_published:
        return redirect(address("round-desk", access.tournament, number))
    return redirect(f"{address('draw', access.tournament)}#round-{number}")


def _swap_form(rnd: Round, data: Any = None) -> SwapForm:
    roster = roster_of(rnd.tournament)
    return SwapForm(data, roster=roster, is_draft=not rnd.is_published)


def _show(
    request: HttpRequest,
    access: DeskAccess,
    rnd: Round,
    swap: SwapForm | None = None,
    cancel: CancelForm | None = None,
) -> HttpResponse:
    """Show the page of a round; a draft appears with the others on the draw page."""
    if not rnd.is_published:
        return show_draft(request, access, swap=(rnd, swap) if swap else None)
    missed = missed_by(rnd)
    sit_outs = missed.pop(str(SitOut.Why.SIT_OUT.label), [])
    sits_for = {row.entry_id: row.sits_for for row in sit_outs}
    swap = swap or (_swap_form(rnd) if access.member.is_director else None)
    context = {
        **frame(access, str(rnd)),
        **_tables(request, rnd),
        "swap": swap,
        "roster": swap.roster if swap else None,
        "cancel": cancel,
        "benches": bench_of(rnd, [row.entry for row in sit_outs], sits_for),
        "missed": missed,
        "may_unpublish": not rounds.is_recorded(rnd),
    }
    return render(request, "scoring/draw/round_desk.html", context)


def _tables(request: HttpRequest, rnd: Round) -> dict[str, Any]:
    """Return the tables of the selected state, and the number of each state."""
    version = version_of(rnd)
    lines = tables_of(rnd)
    counts = count_by_state(lines)
    filter_value = request.GET.get("show", "")
    filter_value = filter_value if filter_value in counts else ""
    chosen = (
        [line for line in lines if line.shows == filter_value]
        if filter_value
        else lines
    )
    return {
        "round": rnd,
        "version": version,
        "shown": filter_value,
        "all_tables": len(lines),
        "none_counted": counts["open"] == len(lines),
        "counts": counts,
        "table": RoundTable(chosen, rnd=rnd),
    }


@require_safe
def round_public(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Show a round's seats by table and by name, and the state of its sheets."""
    found = published(request, club, tournament)
    version = public_version(found)  # read before everything that the page shows
    rnd = published_round(found, number)
    page_frame = tournament_frame(request, found, str(rnd))

    def read() -> dict[str, Any]:
        return {
            **{name: page_frame[name] for name in ("club", "club_role", "tournament")},
            "round": rnd,
            "seats": seats_in(rnd),
            "rounds": published_rounds(found),
        }

    works_here = bool(page_frame["club_role"])
    key = (found.pk, version, number, works_here)
    part = render_part("scoring/draw/_round.html", key, read)
    return render(
        request, "scoring/draw/round.html", {**page_frame, "round": rnd, "part": part}
    )
