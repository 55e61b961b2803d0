"""A club's seasons at the desk: create, change with a preview, finish."""

import json
from collections.abc import Iterable, Sequence
from copy import copy
from fractions import Fraction
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django.views.decorators.vary import vary_on_headers

from clubs.access import Member, member_of, open_to_guests
from clubs.forms import DayField, EditForm, NameField, WholeNumberField
from clubs.i18n import (
    NOTHING,
    message,
    place_text,
    plural_message,
    points,
    whole_number,
)
from clubs.models import Season
from clubs.site_urls import embed_code
from scoring.core.access import DIRECTOR
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame, refusals_as_messages, warn_about_names
from scoring.core.writes import ActionRefused, Actor, find_editor
from scoring.games.game_choice import offered_games
from scoring.models import Tournament
from scoring.rollups.season_places import formula_of
from scoring.standings import seasons
from scoring.standings.access import season_at_desk
from scoring.standings.formulas import (
    BEST_OF,
    COUNTS,
    FINALISTS_ARE,
    MINIMUM_IN,
    PRESET_NAMES,
    TABLES,
    TIE_BREAKS,
    as_fields,
    formula_words,
    from_fields,
    preset_of,
    problems_in_words,
)
from scoring.standings.season_standings import ready_to_finish, season_by_game
from scoring.standings.seasons import (
    SeasonEffects,
    SeasonFacts,
    effects_of,
    tournaments_for,
)
from scoring.standings.views.points_fields import (
    PointsField,
    PointsListsField,
    ReadList,
    mark_of,
    read_lists,
)
from scoring.standings.views.season_heads import SeasonHeads

MOST = 1_000
PREVIEW = "season-preview"  # id of the part that is requested again while typing
PREVIEWED = 15  # lines of each game without a change
NOT_HERE = ""  # the tournament stays in its other season
TOO = "also-"  # it stays there and counts here too
WEIGHTS = {
    0: _("doesn’t count"),
    50: _("counts half"),
    100: _("counts once"),
    150: _("counts 1½ times"),
    200: _("counts twice"),
    300: _("counts three times"),
}


class ClassesField(forms.CharField):
    """Names of classes, one per line."""

    def clean(self, value: str | None) -> list[str]:
        lines = (
            " ".join(line.split()) for line in (super().clean(value) or "").splitlines()
        )
        names = list(dict.fromkeys(line for line in lines if line))
        if any(len(name) > 40 for name in names) or len(names) > 20:
            raise forms.ValidationError(
                message("List at most 20 classes, with up to 40 characters each.")
            )
        return names


class SeasonDaysForm(EditForm, IdempotentForm):
    """The name, days and game of a season."""

    name = NameField(
        label=_("Name"),
        max_length=40,
        help_text=_("For example, 2026 or 2026/27."),
    )
    starts = DayField(label=_("First day"))
    ends = DayField(label=_("Last day"))
    game = forms.ChoiceField(label=_("Game"), required=False)
    beside = forms.BooleanField(
        label=_("Count all tournaments on these days"),
        required=False,
        help_text=_(
            "Tournaments stay in their own season and count there as before. Use "
            "this for a year alongside a league, or for the last 24 months."
        ),
    )

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        games = [(game.code, game.name) for game in offered_games()]
        self.offer("game", [("", message("every game separately")), *games])

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        first, last = data.get("starts"), data.get("ends")
        if first and last and last < first:
            self.add_error("ends", message("The last day is before the first day."))
        return data


class NewSeasonForm(SeasonDaysForm):
    """A new season, which starts with a usual formula to change later."""

    preset = forms.ChoiceField(
        label=_("What counts"),
        choices=list(PRESET_NAMES.items()),
        widget=forms.RadioSelect,
        initial="net",
        help_text=_("You can change everything on the next page."),
    )

    is_merged = True


def _number(label: Any, **facts: Any) -> WholeNumberField:
    return WholeNumberField(
        label=label, required=False, min_value=0, max_value=MOST, **facts
    )


def _choice(label: Any, choices: Sequence[Any], **facts: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, **facts)


class SeasonForm(SeasonDaysForm):
    """The whole formula, and the weight of each tournament."""

    units = (
        ("best", "best_of"),
        ("minimum", "minimum_in"),
        ("tie_break_1", "tie_break_2", "tie_break_3"),
        ("finalists", "finalists_are"),
    )

    counts = _choice(_("What counts"), COUNTS, widget=forms.RadioSelect)
    table = _choice(_("Points by place"), TABLES)
    own = PointsListsField(
        label=_("The club’s own points"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "Start with first place. For example, 12, 9, 7, 5. If the points depend "
            "on the number of players, write a line for each size. For example, "
            "20: 12, 9, 7, 5 is for 20 players or more. If they change during the "
            "season, write the date on its own line and the new points under it."
        ),
    )
    floor = forms.BooleanField(
        label=_("A tournament below zero counts as 0"),
        required=False,
        help_text=_("The season’s pages still show the real result."),
    )
    best = _number(
        _("Best results that count"),
        help_text=_("Leave blank to count all."),
    )
    best_of = _choice(_("Best results counted in"), BEST_OF)
    planned = _number(
        _("Tournaments planned"),
        help_text=_("The season’s rules show this number, as in “the best 6 of 10.”"),
    )
    minimum = _number(
        _("Minimum for a place"),
        help_text=_("Players with less than this get no place."),
    )
    minimum_in = _choice(_("Minimum counted in"), MINIMUM_IN)
    bonus = PointsField(
        label=_("Attendance bonus"),
        required=False,
        max_length=12,
        help_text=_("What each player gets for attending a tournament."),
    )
    tie_break_1 = _choice(_("First tie-breaker"), TIE_BREAKS, required=False)
    tie_break_2 = _choice(_("Second tie-breaker"), TIE_BREAKS, required=False)
    tie_break_3 = _choice(_("Third tie-breaker"), TIE_BREAKS, required=False)
    finalists = _number(_("Finalists"))
    finalists_are = _choice(_("Finalists counted in"), FINALISTS_ARE, required=False)
    lodge_best = _number(
        _("Best players who count for a lodge"),
        help_text=_("Leave blank for no list of lodges."),
    )
    classes = ClassesField(
        label=_("Classes"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Extra rankings, one per line. For example, Women"),
    )

    def __init__(
        self,
        *args: Any,
        season: Season,
        tournaments: Iterable[Tournament],
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.season, self.tournaments = season, list(tournaments)
        self.own_read: tuple[ReadList, ...] = ()
        self.own_mark = ""
        for tournament in self.tournaments:
            self.fields[weight_field(tournament)] = self._weight(tournament)

    def _weight(self, tournament: Tournament) -> forms.ChoiceField:
        is_own = tournament.season_id == self.season.pk
        weight, current_weight = tournament.season_weight, tournament.counts
        usual = WEIGHTS | {
            times: _times(times) for times in {weight, current_weight} - {*WEIGHTS}
        }
        words = sorted(usual.items())
        choices: list[Any] = [(str(choice), word) for choice, word in words]
        initial = str(weight)
        if not is_own:
            name_values = {"name": tournament.season.name}
            weight_choices = [
                (f"{TOO}{choice}", message("also counts here: {how}", how=word))
                for choice, word in words
                if choice
            ]
            choices = [
                (NOT_HERE, message("stays in season {name}", **name_values)),
                (
                    message(
                        "stays in season {name}, and counts here too", **name_values
                    ),
                    weight_choices,
                ),
                (message("moves here"), choices),
            ]
            initial = f"{TOO}{current_weight}" if current_weight else NOT_HERE
        return forms.ChoiceField(
            label=tournament.name, choices=choices, required=is_own, initial=initial
        )

    def ask_about_own(self, known_mark: str) -> None:
        """Show changed lists of own points as they were understood, before saving."""
        lists = self.cleaned_data["formula"].own
        mark = mark_of(lists)
        if lists and lists != formula_of(self.season).own and known_mark != mark:
            self.own_read = tuple(read_lists(lists))
            self.own_mark = mark

    def weight_rows(self) -> list[tuple[Tournament, forms.BoundField]]:
        """Return the tournaments with the field of each."""
        return [
            (tournament, self[weight_field(tournament)])
            for tournament in self.tournaments
        ]

    def weights(self) -> dict[int, int]:
        """Return the weights of the season's own and new tournaments, in hundredths."""
        chosen = {
            tournament.pk: self.cleaned_data[weight_field(tournament)]
            for tournament in self.tournaments
        }
        return {pk: int(weight) for pk, weight in chosen.items() if weight.isdecimal()}

    def counted_also(self) -> dict[int, int | None]:
        """Return changed weights of tournaments of other seasons; None: not here."""
        changed: dict[int, int | None] = {}
        for tournament in self.tournaments:
            name = weight_field(tournament)
            weight = self.cleaned_data[name]
            if weight.isdecimal() or weight == self.fields[name].initial:
                continue
            changed[tournament.pk] = int(weight.removeprefix(TOO)) if weight else None
        return changed

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            data["formula"] = from_fields(data)
            for field, error in problems_in_words(data["formula"]):
                self.add_error(field, error)
        return data


def weight_field(tournament: Tournament) -> str:
    return f"weight_{tournament.pk}"


def _times(weight: int) -> str:
    return message("counts {n} times", n=points(Fraction(weight, 100)))


@open_to_guests
@require_safe
def season_list(request: HttpRequest, club: str) -> HttpResponse:
    """Show all seasons of the club, also those without results."""
    member = member_of(request, club, DIRECTOR)
    rows = [
        (season, formula_words(formula_of(season))[0])
        for season in member.club.seasons.all()
    ]
    context = {**_frame(member), "rows": rows}
    return render(request, "scoring/standings/season_list.html", context)


@open_to_guests
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
        with form.refusals():
            created = seasons.create(
                club=member.club,
                actor=Actor.at_desk(member.user),
                key=data["key"],
                facts=_facts(data, preset_of(data["preset"])),
            )
            messages.success(
                request, message("Season {name} created.", name=created.name)
            )
            return redirect("scoring:season-change", club, created.slug)
    context = {**_frame(member, message("New season")), "form": form}
    return render(request, "scoring/standings/season_new.html", context)


@open_to_guests
@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def season_change(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Change the formula and the tournaments, after a preview of the effects."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    stamp = seasons.season_stamp(found) if request.method == "POST" else ""
    form = SeasonForm(
        request.POST or None,
        initial=_initial(found),
        season=found,
        tournaments=tournaments_for(found),
    )
    form.find_editor = partial(find_editor, kind="season", club=member.club)
    if chosen := preset_of(request.POST.get("preset", "")):
        filled = SeasonForm(
            initial=form.typed() | as_fields(chosen),
            season=found,
            tournaments=tournaments_for(found),
        )
        return _page(request, member, found, filled, None, is_filled=True)
    effects = None
    if request.headers.get("HX-Target") == PREVIEW:
        if form.is_valid():
            effects = _effects(request, found, form)
        context = {**_preview(found, effects), "is_wrong": bool(form.errors)}
        return render(request, "scoring/standings/_season_preview.html", context)
    if request.method == "POST" and form.is_valid():
        effects = _effects(request, found, form)
        form.ask_about_own(request.POST.get("own_seen", ""))
        if (
            effects is None
            and not form.own_read
            and _change(member, found, form, stamp)
        ):
            messages.success(request, message("Season {name} saved.", name=found.name))
            return redirect("scoring:season-change", club, slug)
    return _page(request, member, found, form, effects)


def _preview(season: Season, effects: SeasonEffects | None) -> dict[str, Any]:
    """Return the places next to the form: previewed, or current."""
    tables = [] if effects is not None or season.finished_at else season_by_game(season)
    return {
        "effects": effects,
        "tables": [
            (
                standings.game,
                [
                    (
                        place_text(line.place, line.tied) if line.place else NOTHING,
                        line.name,
                        standings.value_text_of(line),
                    )
                    for line in standings.lines[:PREVIEWED]
                ],
                max(0, len(standings.lines) - PREVIEWED),
            )
            for standings in tables
            if standings.lines
        ],
    }


def _page(
    request: HttpRequest,
    member: Member,
    season: Season,
    form: SeasonForm,
    effects: SeasonEffects | None,
    **facts: Any,
) -> HttpResponse:
    today = timezone.localdate(timezone=member.club.zone)
    ready = ready_to_finish(season, today)
    context = {
        **_frame(member, season.name),
        "season": season,
        "form": form,
        "heads": SeasonHeads(form),
        **_preview(season, effects),
        "presets": _presets(form),
        "words": formula_words(formula_of(season)),
        "editions": season.editions.defer("rows"),
        "is_empty": not (seasons.has_tournaments(season) or season.editions.exists()),
        "code": embed_code(
            request,
            member.club,
            message("Season {name}: {club}", name=season.name, club=member.club.name),
            "scoring:season-embed",
            season.pk,
        ),
        "ready": ready,
        "ready_hidden": [
            ("named", " ".join(str(tournament.pk) for tournament in ready))
        ],
        **facts,
    }
    return render(request, "scoring/standings/season_change.html", context)


@require_POST
def season_finish(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    with refusals_as_messages(request):
        seasons.finish(season=found, actor=Actor.at_desk(member.user))
        messages.success(request, message("Season {name} is final.", name=found.name))
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_reopen(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    reason = request.POST.get("reason", "")
    try:
        seasons.reopen(season=found, actor=Actor.at_desk(member.user), reason=reason)
    except ActionRefused as refused:
        form = SeasonForm(
            initial=_initial(found),
            season=found,
            tournaments=tournaments_for(found),
        )
        typed = {"reopen_refused": refused.message, "reason": reason}
        return _page(request, member, found, form, None, **typed)
    messages.success(request, message("Season {name} reopened.", name=found.name))
    warn_about_names(request, member.club, reason)
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_finish_tournaments(
    request: HttpRequest, club: str, slug: str
) -> HttpResponse:
    """Finish all tournaments that are played, entered and verified, mostly old ones."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    named = request.POST.get("named", "").split()
    finished, refused = seasons.finish_tournaments(
        season=found,
        actor=Actor.at_desk(member.user),
        today=timezone.localdate(timezone=member.club.zone),
        named=set(filter(None, map(whole_number, named))),
    )
    for refusal in refused:
        messages.error(request, refusal)
    text = plural_message(
        "{n} tournament is final.", "{n} tournaments are final.", len(finished)
    )
    messages.success(request, text)
    return redirect("scoring:season-change", club, slug)


@require_POST
def season_delete(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Delete a season that has no tournaments."""
    member = member_of(request, club, DIRECTOR)
    found = season_at_desk(member, slug)
    try:
        seasons.delete(season=found, actor=Actor.at_desk(member.user))
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect("scoring:season-change", club, slug)
    messages.success(request, message("Season {name} deleted.", name=found.name))
    return redirect("scoring:seasons", club)


def _effects(
    request: HttpRequest, season: Season, form: SeasonForm
) -> SeasonEffects | None:
    """Return the effects to confirm first; None if confirmed or empty."""
    data = form.cleaned_data
    facts = _facts(data, data["formula"])
    supposed = facts.put_on(copy(season))
    effects = effects_of(
        season, supposed, facts.formula, form.weights(), form.counted_also()
    )
    if "look" in request.POST:
        return effects
    is_new = effects and request.POST.get("effects_seen") != effects.digest
    return effects if is_new else None


def _change(member: Member, season: Season, form: SeasonForm, stamp: str) -> bool:
    """Save the season and return whether it worked; errors are in the form.

    `stamp` identifies the season as it was read.
    """
    data = form.cleaned_data
    with form.refusals():
        seasons.change(
            season=season,
            actor=Actor.at_desk(member.user),
            facts=_facts(data, data["formula"]),
            weights=form.weights(),
            counted_also=form.counted_also(),
            known_stamp=stamp,
        )
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


def _initial(season: Season) -> dict[str, Any]:
    """Return the values that are saved, as the form shows them."""
    return {
        "name": season.name,
        "starts": season.starts,
        "ends": season.ends,
        "game": season.game,
        "beside": season.beside,
        **as_fields(formula_of(season)),
    }


def _presets(form: SeasonForm) -> list[tuple[str, Any, str]]:
    """Return each usual formula: key, name, and the fields it fills, as JSON."""
    formulas = ((key, name, preset_of(key)) for key, name in PRESET_NAMES.items())
    return [
        (key, name, json.dumps(form.as_sent(as_fields(formula))))
        for key, name, formula in formulas
        if formula
    ]


def _frame(member: Member, title: str = "") -> dict[str, Any]:
    all_of_them = reverse("scoring:seasons", args=[member.club.slug])
    return desk_frame(member, (message("Seasons"), all_of_them), title)
