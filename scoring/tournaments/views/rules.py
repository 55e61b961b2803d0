"""Pages of the rules in use, and of changing them during play, with a preview."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.forms import EditForm
from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of, published
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import address, frame, tournament_frame
from scoring.core.writes import ActionRefused, find_editor
from scoring.games.game_choice import preset_choices
from scoring.games.option_form import HouseRulesForm
from scoring.games.rules_page import rules_here
from scoring.results.impact import Effects
from scoring.tournaments import tournaments
from scoring.tournaments.tournaments import effects_of

TITLE = _("Our rules")


@require_safe
def rules_page(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    found = published(request, club, tournament)
    context = {
        **tournament_frame(request, found, str(TITLE)),
        "title": str(TITLE),
        "here": rules_here(found),
        "indexable": False,
    }
    return render(request, "scoring/tournaments/rules_page.html", context)


class ReasonForm(EditForm, IdempotentForm):
    """The reason for changing rules after play began."""

    reason = forms.CharField(
        label=_("Reason for the change"),
        max_length=300,
        help_text=_(
            "The log shows this reason. For example, “The rule sheet on the wall "
            "says 5.”"
        ),
    )
    preset = forms.ChoiceField(label=_("Rule set"))

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("preset", preset_choices(game))


@require_http_methods(["GET", "HEAD", "POST"])
def rules_change(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    found = access.tournament
    form = ReasonForm(
        request.POST or None,
        initial={"preset": found.preset},
        game=found.game,
    )
    form.find_editor = partial(find_editor, kind="settings", tournament=found)
    rules = HouseRulesForm(
        request.POST or None,
        game=found.game,
        changes=found.house_rules,
        preset=found.preset,
    )
    rules.find_editor = form.find_editor
    effects = None
    if request.method == "POST" and all([form.is_valid(), rules.is_valid()]):
        effects = _effects(access, form, rules, request.POST.get("effects_seen", ""))
        if effects is None and not form.errors:
            text = message("Rules changed: {tournament}", tournament=found.name)
            messages.success(request, text)
            return redirect(address("tournament-settings", found))
    settings = (message("Settings"), address("tournament-settings", found))
    context = {
        **frame(access, settings, message("Rules")),
        "form": form,
        "rules": rules,
        "effects": effects,
    }
    return render(request, "scoring/tournaments/rules_change.html", context)


def _effects(
    access: DeskAccess, form: ReasonForm, rules: HouseRulesForm, mark: str
) -> Effects | None:
    """Return the effects to preview; None if the change was saved or refused."""
    preset = form.cleaned_data["preset"]
    try:
        change = {
            "tournament": access.tournament,
            "actor": access.actor,
            "reason": form.cleaned_data["reason"],
            "preset": preset,
            "house_rules": rules.changes(preset),
        }
        effects = effects_of(**change)
        if mark != effects.digest:
            return effects
        tournaments.change(**change, original=access.tournament)
    except ValidationError as wrong:
        form.refuse_fields(wrong)
    except ActionRefused as refused:
        form.refuse(refused)
    return None
