"""The draw pages: draw, seat people by hand, and publish the result."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.i18n import in_language, lazy_message, message, plural_message
from clubs.site_urls import hall_address
from scoring.audit.ledger import ledger_of
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import new_key
from scoring.core.page_context import (
    address,
    frame,
    is_part,
    offer_undo,
    report_with_undo,
)
from scoring.core.roster import Roster, roster_of
from scoring.core.writes import ActionRefused
from scoring.draw import draw_tasks, draws, manual_seating, rounds
from scoring.draw.documents import round_paper
from scoring.draw.drafts import Draft, draft_of
from scoring.draw.draw_input import (
    DrawFacts,
    blockers,
    facts_of,
    full_tables,
    left_over,
    players_here,
    rounds_left,
)
from scoring.draw.draws import DrawTakesLong
from scoring.draw.rounds import draft_stamp
from scoring.draw.season_plans import offer_of
from scoring.draw.sit_outs import Bench, bench_of
from scoring.draw.views.draw_form import WHOLE, DrawForm
from scoring.draw.views.seats import RoundTable, SeatsForm, SwapForm
from scoring.models import Round, Tournament
from scoring.people.check_in import may_leave
from scoring.sheets.progress import tables_of

DRAWN = lazy_message("Seats drawn. No one sees them until you publish.")
# The page where each problem that prevents a draw can be fixed.
CURES = {
    "finished": (lazy_message("Reopen tournament"), "tournament-desk"),
    "too_few": (lazy_message("Check in players"), "entries"),
    "no_rounds_left": (lazy_message("Plan more rounds"), "tournament-settings"),
    "standing_open": (lazy_message("See what’s missing"), "tournament-desk"),
    "fixed": (lazy_message("Change the fixed tables below"), "draw"),
    "apart_unknown": (lazy_message("Change who is kept apart below"), "draw"),
}
CURED_BY_FORM = {"fixed", "apart_unknown"}


@open_to_guests
@require_safe
def draw(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    offer_undo(request, access)
    return show_draft(request, access)


@require_POST
def draw_run(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = draw_form(access.tournament, request.POST)
    if "more" in request.POST:
        return show_draft(request, access, draw=form.with_more_rows(), more=True)
    if not form.is_valid():
        return show_draft(request, access, draw=form)
    asked = {
        "whole_evening": form.cleaned_data["scope"] == WHOLE,
        "seed": form.cleaned_data["seed"],
        "fixed": form.cleaned_data["fixed"],
        "key": form.cleaned_data["key"],
        "seen": form.cleaned_data["seen"],
        "drafted": form.cleaned_data["drafted"],
        **form.event_settings,
    }
    return _drawn(request, access, form, request.POST, asked)


@require_POST
def draw_usual(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Draw with the tournament's own settings, from a page that displays none.

    If there is something to choose or to review first, that page appears instead.
    """
    access = desk_of(request, club, tournament, DIRECTOR)
    event = access.tournament
    facts, stamp = facts_of(event), draft_stamp(event)
    instead = ""
    if facts.drafts:
        instead = message(
            "There’s already a draft, so nothing new was drawn. Review the draft."
        )
    elif event.seating == Tournament.Seating.BY_HAND or offer_of(facts):
        instead = message("No seats drawn yet. Choose how to seat players.")
    if instead:
        messages.info(request, instead)
        return redirect(address("draw", event))
    usual_form = DrawForm(tournament=event, left=facts.left)
    sent = as_sent(usual_form, drafted=stamp)
    form = draw_form(event, sent)
    if not form.is_valid():
        return show_draft(request, access, draw=form)
    asked = {"whole_evening": True, "fixed": {}, "key": new_key(), "drafted": stamp}
    return _drawn(request, access, form, sent, asked)


def as_sent(form: DrawForm, **more: str) -> QueryDict:
    """Return what a browser would send of the displayed form, and `more`."""
    sent = QueryDict(mutable=True)
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False, ""):
            sent[name] = "on" if value is True else str(value)
    sent.update(more)
    return sent


def _drawn(
    request: HttpRequest,
    access: DeskAccess,
    form: DrawForm,
    sent: QueryDict,
    asked: dict[str, Any],
) -> HttpResponse:
    """Run a draw; show the draft, the progress of a long search, or the errors."""
    tournament, actor = access.tournament, access.actor
    replaced = tournament.rounds.filter(state=Round.State.DRAFT).exists()
    try:
        draws.draw(tournament=tournament, actor=actor, at_once=True, **asked)
    except DrawTakesLong:
        typed = {name: sent.getlist(name) for name in form.fields}
        key = draw_tasks.start(tournament, actor, typed, {"seed": None, **asked})
        return redirect(address("draw-progress", tournament, key))
    except ActionRefused as refused:
        _refuse(form, tournament, refused, draw_tasks.kind_of(refused))
        return show_draft(request, access, draw=form)
    _say_drafted(request, tournament, DRAWN, replaced=replaced)
    return redirect(address("draw", tournament))


def _say_drafted(
    request: HttpRequest, tournament: Tournament, text: str, *, replaced: bool
) -> None:
    """Report what was drafted, with Undo if no earlier draft was replaced."""
    drafts = tournament.rounds.filter(state=Round.State.DRAFT).order_by("number")
    first = drafts.first()
    if replaced or first is None:
        messages.success(request, text)
        return
    undo = address("round-discard", tournament, first.number)
    report_with_undo(request, text, undo, seen=draft_stamp(tournament))


def _refuse(
    form: DrawForm,
    tournament: Tournament,
    refused: ActionRefused,
    kind: draw_tasks.Kind,
) -> None:
    """Show why nothing was drawn; sent again, the form replaces the current state."""
    form.refuse(refused)
    if kind == "drafts":
        form.take_place_of(draft_stamp(tournament))
    elif kind == "settings":
        tournament.refresh_from_db()
        form.renew(form.stamp)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def draw_progress(
    request: HttpRequest, club: str, tournament: str, key: str
) -> HttpResponse:
    """Show the progress of a long draw; then the draft, or the form with errors."""
    access = desk_of(request, club, tournament, DIRECTOR)
    event, this_page = access.tournament, request.get_full_path()
    try:
        drawn = draw_tasks.draw_of(key, event)
    except draw_tasks.UnknownDraw:
        raise Http404(message("That draw has expired. Draw again.")) from None
    progress = drawn.progress
    if progress.state == "working":
        page = "_draw_progress.html" if is_part(request) else "draw_progress.html"
        context = {
            **frame(
                access,
                (pgettext("noun", "Draw"), address("draw", event)),
                message("Progress"),
            ),
            "progress": progress,
            "this_page": this_page,
        }
        return render(request, f"scoring/draw/{page}", context)
    if is_part(request):  # the open page then loads the full page
        return HttpResponse(headers={"HX-Redirect": this_page})
    if progress.state == "done":
        messages.success(request, DRAWN)
        return redirect(address("draw", event))
    data = QueryDict(mutable=True)
    for name, values in drawn.typed.items():
        data.setlist(name, values)
    form = draw_form(event, data)
    form.is_valid()
    _refuse(form, event, ActionRefused(progress.message, progress.at), progress.kind)
    return show_draft(request, access, draw=form)


@require_POST
def draw_seat(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Save seats that a person chose; “one more table” only shows a longer form."""
    access = desk_of(request, club, tournament, DIRECTOR)
    roster = roster_of(access.tournament)
    form = seats_form(access.tournament, roster, request.POST)
    if "more" in request.POST:
        return show_draft(request, access, seats=form.with_one_more())
    replaced = access.tournament.rounds.filter(state=Round.State.DRAFT).exists()
    if form.is_valid():
        try:
            manual_seating.seat_by_hand(
                tournament=access.tournament,
                actor=access.actor,
                tables=form.chosen,
                key=form.cleaned_data["key"],
                drafted=form.cleaned_data["drafted"],
            )
        except rounds.DrawnMeanwhile as quicker:
            form.refuse(quicker)
            form.take_place_of(draft_stamp(access.tournament))
        except ActionRefused as refused:
            form.refuse(refused)
    if form.errors:
        return show_draft(request, access, seats=form)
    text = message("Seats saved. No one sees them until you publish.")
    _say_drafted(request, access.tournament, text, replaced=replaced)
    return redirect(address("draw", access.tournament))


@require_POST
def draw_publish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    try:
        published = rounds.publish_all(
            tournament=access.tournament,
            actor=access.actor,
            stamp=request.POST.get("seen", ""),
        )
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect(address("draw", access.tournament))
    for rnd in published[:1]:  # the others' paper waits until they are played
        round_paper.prepare(rnd, address=hall_address(request, access.tournament.club))
    if len(published) > 1:
        sentence = plural_message(
            "{n} round was published.", "{n} rounds were published.", len(published)
        )
        messages.success(request, sentence)
    else:
        messages.success(request, message("All drawn rounds are published."))
    return redirect(address("tournament-desk", access.tournament))


@dataclass(frozen=True, slots=True)
class DraftRound:
    """A round of the draft for the page."""

    round: Round
    table: RoundTable
    benches: list[Bench]
    swap: SwapForm
    is_open: bool


def show_draft(
    request: HttpRequest,
    access: DeskAccess,
    *,
    draw: DrawForm | None = None,
    seats: SeatsForm | None = None,
    swap: tuple[Round, SwapForm] | None = None,
    more: bool = False,
) -> HttpResponse:
    """Show the current draft, if any, and the forms that make a new one.

    `more` means that more rows were requested; open sections stay open.
    """
    if not access.member.is_director:
        raise PermissionDenied(
            message("Only a director can see a draft before it’s published.")
        )
    tournament, roster = access.tournament, roster_of(access.tournament)
    facts, stamp = facts_of(tournament), draft_stamp(tournament)
    draft, problems = draft_of(facts), blockers(facts)
    draw = draw or DrawForm(tournament=tournament, left=facts.left)
    seats_open, seats = bool(seats), seats or seats_form(tournament, roster)
    for form in (draw, seats):
        form.initial.setdefault("drafted", stamp)
    context = {
        **frame(access, pgettext("noun", "Draw")),
        "draft": draft,
        "seen": stamp,
        "seen_along": [("seen", stamp)],
        "draft_rounds": _rounds(draft, roster, swap) if draft else [],
        "roster": roster,
        **_who_is_here(facts),
        "blockers": _cured(tournament, problems),
        "cured_by_form": all(problem.code in CURED_BY_FORM for problem in problems),
        "more": more,
        "refused": more or bool(draw.errors or seats.errors),
        "offer": offer_of(facts),
        "plan_key": new_key(),
        "leaks": ledger_of(tournament).leaks,
        "draw_form": draw,
        "seats_form": seats,
        "seats_open": seats_open,
        "by_hand": tournament.seating == Tournament.Seating.BY_HAND,
    }
    return render(request, "scoring/draw/draw.html", context)


def _who_is_here(facts: DrawFacts) -> dict[str, Any]:
    tournament, present = facts.tournament, len(facts.players)
    expected = tournament.entries.filter(house=None, state="expected")
    return {
        "here": present,
        "fills_a_table": present >= min(facts.sizes),
        "expected": expected.count(),
        "left_over": left_over(tournament, present),
        "may_leave": may_leave(facts.players, facts.sizes),
    }


def draw_form(tournament: Tournament, data: Any) -> DrawForm:
    return DrawForm(data, tournament=tournament, left=rounds_left(tournament))


def seats_form(
    tournament: Tournament, roster: Roster, data: QueryDict | None = None
) -> SeatsForm:
    """Return the form with as many tables as were sent, or as the players fill."""
    asked = data.get("tables", "") if data is not None else ""
    tables = full_tables(tournament, len(players_here(tournament)))
    if asked.isascii() and asked.isdigit() and len(asked) < 4:
        tables = int(asked)
    return SeatsForm(data, tournament=tournament, roster=roster, table_count=tables)


def _rounds(
    draft: Draft, roster: Roster, tried: tuple[Round, SwapForm] | None
) -> list[DraftRound]:
    draft_rounds = []
    for rnd in draft.rounds:
        tried_form = tried[1] if tried and tried[0] == rnd else None
        swap = tried_form or SwapForm(
            roster=roster, is_draft=True, auto_id=f"swap-{rnd.number}-%s"
        )
        is_open = rnd == (tried[0] if tried else draft.rounds[0])
        table = RoundTable(tables_of(rnd), rnd=rnd)
        benches = bench_of(rnd, draft.sit_outs[rnd.pk])
        draft_rounds.append(DraftRound(rnd, table, benches, swap, is_open))
    return draft_rounds


def _cured(tournament: Tournament, problems: list[Any]) -> list[tuple[str, str, str]]:
    """Return the problems that prevent the draw, each with its fix and the page."""
    cured: list[tuple[str, str, str]] = []
    for problem in problems:
        what_to_do, page = CURES[problem.code]
        place = address(page, tournament)
        cured.append((in_language(problem.message), what_to_do, place))
    return cured
