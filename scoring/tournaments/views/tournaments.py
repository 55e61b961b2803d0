"""Pages to create a tournament and to change its settings."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from clubs.access import Member, member_of, open_to_guests
from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.menu import menu_of
from scoring.core.page_context import GIVEN_BACK, address, desk_frame
from scoring.core.writes import ActionRefused, Actor, Conflict, find_editor
from scoring.games import games_here
from scoring.games.game_adapter import changes_in_words
from scoring.games.game_choice import usual_facts
from scoring.games.labels import USUAL_GAME
from scoring.games.option_form import HouseRulesForm
from scoring.models import Tournament
from scoring.tournaments import tournaments
from scoring.tournaments.club_desk import latest_of
from scoring.tournaments.tournaments import Effects, effects_of, rules_are_fixed
from scoring.tournaments.views.tournament_form import (
    TournamentForm,
    facts_shown,
    suggestions,
)
from scoring.tournaments.views.tournament_heads import Heads

# The id of the part that htmx refreshes while the user types.
SUMMARY = "tournament-summary"
NIGHT = "night"
START = "start"  # the button of a preset
# A club night has seats assigned by hand and only one round.
CLUB_NIGHT = {"seating": Tournament.Seating.BY_HAND, "rounds_planned": 1}


@open_to_guests
@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    source = member.club.tournaments.filter(slug=request.GET.get("like", "")).first()
    today = timezone.localdate(timezone=member.club.zone)
    game = _shown_game(request, source.game if source else USUAL_GAME)
    is_night = NIGHT in request.GET and not source
    initial = suggestions(today, source) | (CLUB_NIGHT if is_night else {})
    facts: dict[str, Any] = {"club": member.club, "is_new": True}
    form = TournamentForm(request.POST or None, initial=initial, game=game, **facts)
    rules = _rules_form(request, source, form)
    other = form.other_game()
    if is_started := START in request.POST:
        form = _started(form, initial, facts)
        rules = _started_rules(rules, _rules_form(request, source, form))
    elif other:
        form = TournamentForm(initial=form.typed_for(other), game=other, **facts)
        rules = _rules_form(request, source, form)
    if request.headers.get("HX-Target") == SUMMARY:
        return _summary(request, Heads(form, rules))
    if form.is_bound and _both_valid(form, rules):
        created = _create(member, form, rules, source)
        if created:
            text = message(
                "{tournament} was created. Now enter the players.",
                tournament=created.name,
            )
            messages.success(request, text)
            return redirect(_who_comes(created, source))
    context = _context(member, form, rules) | {"is_started": is_started}
    context["other_game"] = "" if is_started else other
    context["presets"] = _presets(member, source, is_night=is_night)
    context["crumbs"].append((message("New tournament"), ""))
    return _form_page(request, context)


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(
    request: HttpRequest, club: str, tournament: str
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    found = access.tournament
    fixed = rules_are_fixed(found)
    from_prints = "from_prints" in request.GET
    game = found.game if fixed else _shown_game(request, found.game)
    initial = facts_shown(found)
    facts: dict[str, Any] = {"club": found.club, "fixed": fixed}
    facts["currency"] = found.currency
    form = TournamentForm(request.POST or None, initial=initial, game=game, **facts)
    form.find_editor = partial(find_editor, kind="settings", tournament=found)
    if other := form.other_game():
        form = TournamentForm(initial=form.typed_for(other), game=other, **facts)
    rules = None if fixed else _rules_form(request, found, form)
    if rules:
        rules.find_editor = form.find_editor
    if request.headers.get("HX-Target") == SUMMARY:
        return _summary(request, Heads(form, rules, found.apart), found)
    effects: Effects | None = Effects()
    if form.is_bound and _both_valid(form, rules):
        effects = _change(request, access, form, rules)
        if effects is None:
            text = message("Settings saved: {tournament}", tournament=found.name)
            messages.success(request, text)
            return redirect(_prints(found) if from_prints else _desk(found))
    context = _context(access.member, form, rules, found.apart) | {
        "tournament": found,
        "fixed": fixed,
        "rules_said": changes_in_words(found) if fixed else None,
        "effects": effects,
        "from_prints": from_prints,
        "other_game": other,
    }
    context["crumbs"] += [(found.name, _desk(found)), (message("Settings"), "")]
    context["desk_menu"] = menu_of(found, is_director=True)
    return _form_page(request, context)


def _shown_game(request: HttpRequest, usual: str) -> str:
    """Return the game whose rules the sent page had; initially the usual one."""
    sent = request.POST.get("shown_game", "")
    return sent if sent in games_here() else usual


def _rules_form(
    request: HttpRequest, current: Tournament | None, form: TournamentForm
) -> HouseRulesForm:
    """Return the form of the game's house rules; empty if `current` has another."""
    source = current if current and current.game == form.of_game else None
    return HouseRulesForm(
        (request.POST or None) if form.is_bound else None,
        game=form.of_game,
        changes=source.house_rules if source else {},
        preset=source.preset if source else usual_facts(form.of_game)["preset"],
        is_new=form.is_new,
    )


def _started(
    form: TournamentForm, initial: dict[str, Any], facts: dict[str, Any]
) -> TournamentForm:
    """Return the form with a preset's values; typed values stay.

    Rule set and start chips are those of the preset's game, if that game is still
    chosen.
    """
    typed = form.refilled()
    chosen = typed["game"] if typed["game"] in games_here() else form.of_game
    game = typed["game"] = typed["shown_game"] = chosen
    if game != initial["game"]:
        typed |= {name: form[name].value() for name in usual_facts(game)}
    return TournamentForm(initial=typed, game=game, **facts)


def _started_rules(typed: HouseRulesForm, started: HouseRulesForm) -> HouseRulesForm:
    """Return the preset's house rules; typed ones stay for the same game."""
    if typed.game is started.game:
        started.initial = typed.refilled()
    return started


def _presets(
    member: Member, source: Tournament | None, *, is_night: bool
) -> list[tuple[str, str, bool]]:
    """Return the presets of a new tournament: label, address, and whether used."""
    url = reverse("scoring:tournament-new", args=[member.club.slug])
    presets: list[tuple[str, str, bool]] = [
        (message("a tournament"), url, not (source or is_night)),
        (message("a club night"), f"{url}?{NIGHT}", is_night),
    ]
    if last := source or latest_of(member.club):
        says = message("the last event: {name}", name=last.name)
        presets.append((says, f"{url}?like={last.slug}", bool(source)))
    return presets


def _summary(
    request: HttpRequest, heads: Heads, tournament: Tournament | None = None
) -> HttpResponse:
    """Return only the summary of the typed values, without saving."""
    context = {"heads": heads, "tournament": tournament}
    return render(request, "scoring/tournaments/_summary.html", context)


def _form_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    answer = render(request, "scoring/tournaments/tournament_form.html", context)
    if context["other_game"] or context.get("is_started"):
        answer.headers[GIVEN_BACK] = "yes"
    return answer


def _both_valid(form: TournamentForm, rules: HouseRulesForm | None) -> bool:
    """Validate both forms, so that all errors are displayed at once."""
    return all([form.is_valid(), rules is None or rules.is_valid()])


def _facts(form: TournamentForm, rules: HouseRulesForm | None) -> dict[str, Any]:
    """Return the facts; raises ValidationError for impossible house rules."""
    facts = form.facts()
    if rules is not None:
        facts["house_rules"] = rules.changes(facts["preset"])
    return facts


def _create(
    member: Member,
    form: TournamentForm,
    rules: HouseRulesForm,
    source: Tournament | None,
) -> Tournament | None:
    """Create the tournament, with the RSVP settings of `source`, if any."""
    day = form.cleaned_data["date"]
    of_list = tournaments.list_like(source, day) if source else {}
    with form.refusals():
        return tournaments.create(
            club=member.club,
            actor=Actor.at_desk(member.user),
            key=form.cleaned_data["key"],
            **of_list,
            **_facts(form, rules),
        )
    return None


def _change(
    request: HttpRequest,
    access: DeskAccess,
    form: TournamentForm,
    rules: HouseRulesForm | None,
) -> Effects | None:
    """Save the changes and return None; otherwise return effects to display first."""
    found, actor = access.tournament, access.actor
    try:
        _refuse_late_rules(request, rules)
        facts = _facts(form, rules)
        effects = effects_of(tournament=found, actor=actor, **facts)
        if effects and request.POST.get("effects_seen") != effects.digest:
            return effects
        tournaments.change(tournament=found, actor=actor, original=found, **facts)
    except ValidationError as wrong:
        form.refuse_fields(wrong)
    except ActionRefused as refused:
        form.refuse(refused)
    return None if not form.errors else Effects()


def _refuse_late_rules(request: HttpRequest, rules: HouseRulesForm | None) -> None:
    """Raise Conflict for rules on a page loaded before the first round opened."""
    if rules is None and "shown_game" in request.POST:
        raise Conflict(
            message(
                "The first round opened while you were editing, so the game, its "
                "rules and the start chips didn’t change. Review your other changes, "
                "then save again."
            )
        )


def _context(
    member: Member,
    form: TournamentForm,
    rules: HouseRulesForm | None,
    apart: str = "",
) -> dict[str, Any]:
    return {
        **desk_frame(member),
        "form": form,
        "rules": rules,
        "heads": Heads(form, rules, apart),
    }


def _desk(tournament: Tournament) -> str:
    return address("tournament-desk", tournament)


def _who_comes(tournament: Tournament, source: Tournament | None) -> str:
    """Return the page to enter people, with those of the copied event selected."""
    if source and source.entries.filter(house=None).exclude(player=None).exists():
        return f"{address('entries-pick', tournament)}?like={source.slug}"
    return address("entries", tournament)


def _prints(tournament: Tournament) -> str:
    """Return the page of table cards, where the Wi-Fi settings were missing."""
    return f"{address('prints', tournament)}?what=table-cards"
