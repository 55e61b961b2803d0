"""A club's seasons at the desk: made, changed with what that does, finished."""

import re
from copy import copy
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of
from clubs.models import Season
from clubs.wording import say, say_many
from scoring.core.access import DIRECTOR
from scoring.core.services.changes import Actor, Conflict, Refused
from scoring.core.views import desk_frame, tell_of_names
from scoring.standings import seasons
from scoring.standings.access import season_at_desk
from scoring.standings.pages.season_forms import NewSeasonForm, SeasonForm
from scoring.standings.season_effects import SeasonEffects, effects_of, tournaments_for
from scoring.standings.season_formulas import PRESET_NAMES, as_fields, preset_of
from scoring.standings.season_standings import ready_to_finish
from scoring.standings.season_words import formula_words
from scoring.standings.seasons import SeasonFacts
from scoring.years.seasons import formula_of


@require_safe
def season_list(request: HttpRequest, club: str) -> HttpResponse:
    """All seasons of the club, those too in which nothing was played yet."""
    member = member_of(request, club, DIRECTOR)
    rows = [
        (each, formula_words(formula_of(each))[0]) for each in member.club.seasons.all()
    ]
    context = {**_frame(member), "rows": rows}
    return render(request, "scoring/standings/season_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    today = timezone.localdate(timezone=member.club.zone)
    initial = {
        "starts": today.replace(month=1, day=1),
        "ends": today.replace(month=12, day=31),
    }
    form = NewSeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = seasons.create(
                club=member.club,
                by=Actor.at_desk(member.user),
                key=data["key"],
                facts=_facts(data, preset_of(data["preset"])),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, say("Season {name} is made.", name=made.name))
            return redirect("scoring:season-change", club, made.slug)
    context = {**_frame(member, say("New season")), "form": form}
    return render(request, "scoring/standings/season_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def season_change(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Change the formula and the tournaments; what that does is shown before."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    form = SeasonForm(
        request.POST or None,
        initial=_initial(request, found),
        season=found,
        tournaments=tournaments_for(found),
    )
    effects = None
    if request.method == "POST" and form.is_valid():
        effects = _effects(request, found, form)
        form.ask_about_own(request.POST.get("own_seen", ""))
        if effects is None and not form.own_read and _change(member, found, form):
            messages.success(request, say("Season {name} is saved.", name=found.name))
            return redirect("scoring:season-change", club, slug)
    return _page(request, member, found, form, effects)


def _page(
    request: HttpRequest,
    member: Member,
    season: Season,
    form: SeasonForm,
    effects: SeasonEffects | None,
    **typed: str,
) -> HttpResponse:
    today = timezone.localdate(timezone=member.club.zone)
    ready = ready_to_finish(season, today)
    context = {
        **_frame(member, season.name),
        "season": season,
        "form": form,
        "effects": effects,
        "presets": PRESET_NAMES,
        "words": formula_words(formula_of(season)),
        "editions": season.editions.defer("rows"),
        "is_empty": not (seasons.has_tournaments(season) or season.editions.exists()),
        "ready": ready,
        "ready_hidden": [("named", " ".join(str(each.pk) for each in ready))],
        **typed,
    }
    return render(request, "scoring/standings/season_change.html", context)


@require_POST
def season_finish(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    try:
        seasons.finish(season=found, by=Actor.at_desk(member.user))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, say("Season {name} is final.", name=found.name))
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_reopen(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    reason = request.POST.get("reason", "")
    try:
        seasons.reopen(season=found, by=Actor.at_desk(member.user), reason=reason)
    except Refused as refused:
        form = SeasonForm(
            initial=_initial(request, found),
            season=found,
            tournaments=tournaments_for(found),
        )
        typed = {"reopen_refused": refused.message, "reason": reason}
        return _page(request, member, found, form, None, **typed)
    messages.success(request, say("Season {name} is open again.", name=found.name))
    tell_of_names(request, member.club, reason)
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_finish_tournaments(
    request: HttpRequest, club: str, slug: str
) -> HttpResponse:
    """Finish together what was played, entered and verified: old evenings, mostly."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    named = request.POST.get("named", "").split()
    done, refused = seasons.finish_tournaments(
        season=found,
        by=Actor.at_desk(member.user),
        today=timezone.localdate(timezone=member.club.zone),
        named={int(pk) for pk in named if re.fullmatch("[0-9]{1,18}", pk)},
    )
    for why in refused:
        messages.error(request, why)
    said = say_many("{n} tournament is final.", "{n} tournaments are final.", len(done))
    messages.success(request, said)
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_delete(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Take away a season that has no tournaments."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    try:
        seasons.delete(season=found, by=Actor.at_desk(member.user))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:season-change", club, slug)
    messages.success(request, say("Season {name} is deleted.", name=found.name))
    return redirect("scoring:seasons", club)


def _effects(
    request: HttpRequest, season: Season, form: SeasonForm
) -> SeasonEffects | None:
    """What to show first; None where it was seen, or nothing would change."""
    data = form.cleaned_data
    facts = _facts(data, data["formula"])
    supposed = facts.put_on(copy(season))
    effects = effects_of(season, supposed, facts.formula, form.weights(), form.also())
    if "look" in request.POST:
        return effects
    is_new = effects and request.POST.get("effects_seen") != effects.mark
    return effects if is_new else None


def _change(member: Member, season: Season, form: SeasonForm) -> bool:
    """Whether it is saved; a refusal stands in the form."""
    data = form.cleaned_data
    try:
        seasons.change(
            season=season,
            by=Actor.at_desk(member.user),
            facts=_facts(data, data["formula"]),
            weights=form.weights(),
            also=form.also(),
            seen=data["seen"],
        )
    except Conflict as conflict:
        form.refuse(conflict)
        season.refresh_from_db()
        form.renew(seasons.season_stamp(season))
    except Refused as refused:
        form.refuse(refused)
    return not form.errors


def _facts(data: dict[str, Any], formula: Any) -> SeasonFacts:
    return SeasonFacts(
        data["name"],
        data["starts"],
        data["ends"],
        data["game"],
        formula,
        data["beside"],
    )


def _initial(request: HttpRequest, season: Season) -> dict[str, Any]:
    """What is kept; a usual formula, where one was chosen, in its place."""
    chosen = preset_of(request.GET.get("preset", ""))
    return {
        "name": season.name,
        "starts": season.starts,
        "ends": season.ends,
        "game": season.game,
        "beside": season.beside,
        "seen": seasons.season_stamp(season),
        **as_fields(chosen or formula_of(season)),
    }


def _frame(member: Member, here: str = "") -> dict[str, Any]:
    all_of_them = reverse("scoring:seasons", args=[member.club.slug])
    return desk_frame(member, (say("Seasons"), all_of_them), here)
