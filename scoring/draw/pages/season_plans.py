"""The plan of a season at the desk: made, seen, printed, thrown away, drawn from."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of
from clubs.models import Season
from clubs.wording import say
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.services.changes import Actor, Refused
from scoring.core.views import address, season_frame
from scoring.draw import season_plans
from scoring.draw.pages.season_plan_form import SeasonPlanForm
from scoring.draw.season_plans import Plan, evenings_of, missed_in, plan_of, progress_of
from scoring.models import Tournament

LISTS = 12  # evenings whose people are offered as a list


@require_http_methods(["GET", "HEAD", "POST"])
def season_plan(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The plan of a season; where it has none, the form that makes one."""
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    plan = plan_of(season.pk)
    form = SeasonPlanForm(
        request.POST or None, club=member.club, initial=_initial(request, season)
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            season_plans.make(
                season=season,
                by=Actor.at_desk(member.user),
                people=data["people"],
                rounds_an_evening=data["rounds_an_evening"],
                key=data["key"],
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, say("The plan is made."))
            return redirect("scoring:season-plan", club, slug)
    context = {**_frame(member, season), "form": form}
    if plan:
        context |= _shown(plan)
    else:
        context["lists"] = season.tournaments.order_by("-date", "-pk")[:LISTS]
    return render(request, "scoring/draw/season_plan.html", context)


@require_safe
def season_plan_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The plan for the browser's print: an evening a page, Letter or A4."""
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    plan = plan_of(season.pk)
    if plan is None:
        raise Http404(say("This season has no plan."))
    context = {**_frame(member, season), **_shown(plan), "now": timezone.now()}
    return render(request, "scoring/draw/season_plan_print.html", context)


@require_POST
def season_plan_remove(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    season_plans.remove(season=season, by=Actor.at_desk(member.user))
    messages.success(request, say("The plan is thrown away. Drawn rounds stay."))
    return redirect("scoring:season-plan", club, slug)


@require_POST
def draw_plan(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Draw the next rounds of the season's plan."""
    access = desk_of(request, club, tournament, DIRECTOR)
    try:
        season_plans.draw_from_plan(
            tournament=access.tournament,
            by=access.actor,
            key=request.POST.get("key", "")[:40],
            drafted=request.POST.get("drafted", ""),
        )
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, say("Drawn. Nobody sees it until you publish it."))
    return redirect(address("draw", access.tournament))


def _initial(request: HttpRequest, season: Season) -> dict[str, Any]:
    """The people of an evening of the season, where one was chosen."""
    chosen: Tournament | None = season.tournaments.filter(
        slug=request.GET.get("people", "")
    ).first()
    if chosen is None:
        return {}
    entries = chosen.entries.exclude(player=None).select_related("player")
    names = [f"{e.player.number} {e.player.name}" for e in entries if e.player]
    return {"people": "\n".join(names), "rounds_an_evening": chosen.rounds_planned}


def _shown(plan: Plan) -> dict[str, Any]:
    met, pairs = progress_of(plan)
    played = {n: rnd for n, rnd in plan.taken.items() if rnd.is_published}
    return {
        "plan": plan,
        "evenings": evenings_of(plan),
        "met": met,
        "pairs": pairs,
        "missed": missed_in(plan, played, played.values()) if played else None,
        "free": sum(each is None for each in plan.people),
    }


def _season(member: Member, slug: str) -> Season:
    found: Season | None = member.club.seasons.filter(slug=slug).first()
    if found is None:
        raise Http404(say("There is no such season."))
    found.club = member.club
    return found


def _frame(member: Member, season: Season) -> dict[str, Any]:
    return {**season_frame(member, season, say("Plan")), "season": season}
