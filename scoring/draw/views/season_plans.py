"""The plan of a season at the desk: make, view, print, remove and draw from it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import Member, member_of
from clubs.forms import WholeNumberField
from clubs.i18n import joined, message, plural_message
from clubs.models import Club, Player, Season
from clubs.name_search import plain_name
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import address, refusals_as_messages, season_frame
from scoring.core.writes import Actor
from scoring.draw import season_plans
from scoring.draw.season_plans import (
    SIZES,
    Plan,
    evenings_of,
    missed_in,
    plan_of,
    progress_of,
)
from scoring.models import Tournament
from scoring.people.name_parsing import typed_person

MOST_FREE = 3  # free places in a plan: fewer than a table
LISTS = 12  # events whose people are offered as a list


class SeasonPlanForm(IdempotentForm):
    """A list of names, as many as a plan has places or up to three fewer."""

    people = forms.CharField(
        label=_("Players in this plan"),
        max_length=20_000,
        help_text=_(
            "One name per line, spelled as in the club’s player list. Enter 16, 28, "
            "40, 52 or 64 people. Up to 3 spots can stay open."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    rounds_an_evening = WholeNumberField(
        label=_("Rounds per event"), min_value=1, max_value=21, initial=3
    )

    def __init__(self, *args: Any, club: Club, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.club = club
        self.fields["people"].error_messages["required"] = message(
            "Enter the players in this plan."
        )

    def clean_people(self) -> list[Player | None]:
        """Return players by place; None for a place that stays free."""
        lines = filter(None, map(str.strip, self.cleaned_data["people"].splitlines()))
        known = _by_name(self.club.players.filter(erased_at=None))
        found = _each_line(lines, known)
        twice = sorted({player.name for player in found if found.count(player) > 1})
        if twice:
            raise ValidationError(
                message(
                    "Listed more than once: {names}. List each person once.",
                    names=joined(twice),
                )
            )
        size = next((size for size in SIZES if len(found) <= size), None)
        if size is None or size - len(found) > MOST_FREE:
            raise ValidationError(_no_such_size(len(found)))
        return [*found, *[None] * (size - len(found))]


def _by_name(players: Iterable[Player]) -> dict[str, list[Player]]:
    known: dict[str, list[Player]] = {}
    for player in players:
        known.setdefault(plain_name(player.name), []).append(player)
    return known


def _meant(line: str, known: dict[str, list[Player]]) -> Player:
    """Return the player of a line: “Marie Kubala”, or “12 Marie Kubala” by number."""
    typed = typed_person(line)
    named = known.get(plain_name(typed.name), [])
    if len(named) > 1:
        named = [player for player in named if str(player.number) == typed.number]
        if not named:
            raise ValidationError(
                message(
                    "Several players are named “{name}.” Put the player number "
                    "before the name.",
                    name=typed.name[:80],
                )
            )
    if not named:
        raise ValidationError(
            message(
                "“{name}” isn’t in the club. Check the spelling, or add the player "
                "first.",
                name=typed.name[:80],
            )
        )
    return named[0]


def _no_such_size(count: int) -> str:
    smaller = max((size for size in SIZES if size < count), default=None)
    larger = next((size for size in SIZES if size >= count), None)
    if smaller is None:
        return plural_message(
            "You entered {n} person. The smallest plan is for {size} people.",
            "You entered {n} people. The smallest plan is for {size} people.",
            count,
            size=larger,
        )
    if larger is None:
        return plural_message(
            "You entered {n} person. The largest plan is for {size} people.",
            "You entered {n} people. The largest plan is for {size} people.",
            count,
            size=smaller,
        )
    return plural_message(
        "You entered {n} person. There are plans for {smaller} and {larger} people.",
        "You entered {n} people. There are plans for {smaller} and {larger} people.",
        count,
        smaller=smaller,
        larger=larger,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def season_plan(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the plan of a season, or the form that makes one."""
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    plan = plan_of(season.pk)
    form = SeasonPlanForm(
        request.POST or None, club=member.club, initial=_initial(request, season)
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with form.refusals():
            season_plans.make(
                season=season,
                actor=Actor.at_desk(member.user),
                people=data["people"],
                rounds_an_evening=data["rounds_an_evening"],
                key=data["key"],
            )
            messages.success(request, message("Plan created."))
            return redirect("scoring:season-plan", club, slug)
    context = {**_frame(member, season), "form": form}
    if plan:
        context |= _shown(plan)
    else:
        context["lists"] = season.tournaments.order_by("-date", "-pk")[:LISTS]
    return render(request, "scoring/draw/season_plan.html", context)


@require_safe
def season_plan_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Show the plan for printing in the browser: one event per page, Letter or A4."""
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    plan = plan_of(season.pk)
    if plan is None:
        raise Http404(message("This season doesn’t have a plan."))
    context = {**_frame(member, season), **_shown(plan), "now": timezone.now()}
    return render(request, "scoring/draw/season_plan_print.html", context)


@require_POST
def season_plan_remove(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    season = _season(member, slug)
    season_plans.remove(season=season, by=Actor.at_desk(member.user))
    messages.success(request, message("Plan deleted. Rounds already drawn stay."))
    return redirect("scoring:season-plan", club, slug)


@require_POST
def draw_plan(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Draw the next rounds of the season's plan."""
    access = desk_of(request, club, tournament, DIRECTOR)
    with refusals_as_messages(request):
        season_plans.draw_from_plan(
            tournament=access.tournament,
            actor=access.actor,
            key=request.POST.get("key", "")[:40],
            drafted=request.POST.get("drafted", ""),
        )
        messages.success(
            request, message("Seats drawn. No one sees them until you publish.")
        )
    return redirect(address("draw", access.tournament))


def _initial(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the people of the selected event of the season, if there is one."""
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
        "free": sum(player is None for player in plan.people),
    }


def _season(member: Member, slug: str) -> Season:
    season: Season | None = member.club.seasons.filter(slug=slug).first()
    if season is None:
        raise Http404(message("That season doesn’t exist."))
    season.club = member.club
    return season


def _frame(member: Member, season: Season) -> dict[str, Any]:
    return {**season_frame(member, season, message("Plan")), "season": season}


def _each_line(lines: Iterable[str], known: dict[str, list[Player]]) -> list[Player]:
    """Return the player of each line. Raises ValidationError with all problems."""
    found, wrong = [], []
    for line in lines:
        try:
            found.append(_meant(line, known))
        except ValidationError as error:
            wrong += error.messages
    if wrong:
        raise ValidationError([*dict.fromkeys(wrong)])
    return found
