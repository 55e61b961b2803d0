"""Pages of hand statistics, for a player and for a club."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.access import club_at
from clubs.forms import PlainForm
from clubs.i18n import message
from clubs.models import Player, Season
from scoring.core.names import public_name
from scoring.core.page_context import club_frame
from scoring.games.labels import name_of
from scoring.history.hand_stats import (
    ENOUGH_SHEETS,
    ClubHands,
    HandStatsChoices,
    HandStatsFilter,
    PlayerHands,
    has_words,
    origins_of,
    partners_of,
    partners_table,
    tables_of,
)
from scoring.history.views.players import of_player

UNKNOWN = {"invalid_choice": _("Choose a value from the list, not “%(value)s”.")}


class HandsForm(PlainForm):
    """The filters in the page's address; a filter without a choice is hidden."""

    game = forms.ChoiceField(label=_("Game"), required=False, error_messages=UNKNOWN)
    season = forms.ChoiceField(
        label=_("Season"), required=False, error_messages=UNKNOWN
    )
    lodge = forms.ChoiceField(label=_("Lodge"), required=False, error_messages=UNKNOWN)

    def __init__(self, data: Any, choices: HandStatsChoices) -> None:
        super().__init__({name: data.get(name, "") for name in self.base_fields})
        self.choices = choices
        games = [(code, name_of(code)) for code in choices.games]
        seasons = [(season.slug, season.name) for season in choices.seasons]
        lodges = [(lodge, lodge) for lodge in choices.lodges]
        self._offer("game", games)
        self._offer("season", [("", message("All seasons")), *seasons])
        self._offer("lodge", [("", message("All lodges")), *lodges])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if len(choices) < 2 and not self.data[name]:
            field.widget = forms.HiddenInput()

    @property
    def asked(self) -> HandStatsFilter:
        """The valid filters; all for those that aren't."""
        self.is_valid()
        chosen = self.cleaned_data
        slugs = {season.slug: season.pk for season in self.choices.seasons}
        usual = next(iter(self.choices.games), "")
        return HandStatsFilter(
            chosen.get("game") or usual,
            slugs.get(chosen.get("season", "")),
            chosen.get("lodge", ""),
        )


PERCENT = 100
PARTNERS_A_PAGE = 30


@of_player
def player_hands(request: HttpRequest, person: Player) -> HttpResponse:
    """Show a player's recorded hands: statistics, results, and sources of chips."""
    the_club = person.club
    name, hands = public_name(person.name, the_club, person.pk), PlayerHands(person)
    context = {
        **club_frame(request, the_club, message("Hands")),
        "name": name,
        **_figures(request, hands, of_some=True),
    }
    if context["is_shown"]:
        figures = hands.partners(context["asked"])
        pages = Paginator(partners_of(the_club, figures), PARTNERS_A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context |= {"page": page, "partners": partners_table(the_club, page, figures)}
    context["crumbs"].insert(1, (name, person.get_absolute_url()))
    return render(request, "scoring/history/hand_stats.html", context)


@require_safe
def club_hands(request: HttpRequest, club: str) -> HttpResponse:
    """Show the hand statistics of everyone, or of a lodge."""
    the_club = club_at(club)
    context = {
        **club_frame(request, the_club, message("Hands")),
        **_figures(request, ClubHands(the_club), of_some=False),
    }
    return render(request, "scoring/history/hand_stats.html", context)


def _figures(
    request: HttpRequest, hands: PlayerHands | ClubHands, *, of_some: bool
) -> dict[str, Any]:
    """Return the statistics of the filtered hands.

    `of_some`: not for a whole club, where each chip won is also lost, and where a hand
    counts for each player in it.
    """
    form = HandsForm(request.GET, hands.choices)
    asked: HandStatsFilter = form.asked
    recorded = hands.recorded(asked)
    is_shown, sums = recorded.is_enough, recorded.sums
    return {
        "form": form,
        "asked": asked,
        "game": name_of(asked.game) if asked.game else "",
        "recorded": recorded,
        "percent": int(recorded.share * PERCENT),  # 79.9 isn't 80
        "enough": int(ENOUGH_SHEETS * PERCENT),
        "is_shown": is_shown,
        "enough_in": [] if is_shown else _enough_in(hands, asked),
        "tables": tables_of(asked.game, sums) if is_shown else [],
        "has_words": bool(asked.game) and has_words(asked.game),
        "origins": (
            origins_of(sums) if is_shown and (of_some or asked.lodge) else None
        ),
    }


def _enough_in(hands: PlayerHands | ClubHands, asked: HandStatsFilter) -> list[Season]:
    """Return the seasons of the game with enough recorded hands."""
    return [
        season
        for season in hands.choices.seasons
        if hands.recorded(HandStatsFilter(asked.game, season.pk)).is_enough
    ]
