"""Which game a tournament is played by, and what its form says of that game."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs import wording
from clubs.forms.words import PlainForm
from scoring.games.choice import (
    OfferedGame,
    evening_of,
    first_table_in_words,
    preset_choices,
    table_points_in_words,
    total_in_words,
    usual_facts,
)
from scoring.games.names import USUAL_GAME
from scoring.models import Tournament

MONTH_AND_DAY = r"[A-Z][a-z]{2} \d{1,2}, \d{4}"


def suggested_name(day: date, like: Tournament | None = None, game: str = "") -> str:
    """Last time's name, or plainly “Tarok”, with the day behind it."""
    base = ""
    if like:
        last = rf"{re.escape(wording.day(like.date))}|{MONTH_AND_DAY}|\d{{4}}"
        base = re.sub(rf"(,| of|)\s+({last})$", "", like.name)
    base = base or evening_of(game or USUAL_GAME)
    return f"{base[:60]}, {wording.day(day)}"


class GameSettings(PlainForm):
    """Part of the tournament's form; the fields it speaks of are there."""

    game = forms.ChoiceField(
        label=_("Which game?"), required=False, widget=forms.RadioSelect
    )
    # Of this game the page has the rule sets and the house rules.
    shown_game = forms.CharField(required=False, widget=forms.HiddenInput)
    of_game: str
    games: Sequence[OfferedGame]

    def play_by(self, game: str, offered: Sequence[OfferedGame]) -> None:
        """Speak of this game, whose rules the page has; others may be `offered`."""
        self.of_game, self.games = game, offered
        self.initial["shown_game"] = game
        known = {each.code: each.name for each in offered}
        # In one order whichever it is, so that a reloaded page keeps the focus.
        self.offer("game", (known | {game: known.get(game, game)}).items())
        self.offer("preset", preset_choices(game))
        by_points = (Tournament.Ranking.TABLE_POINTS, table_points_in_words(game))
        chips = (Tournament.Ranking.CHIPS, str(Tournament.Ranking.CHIPS.label))
        self.offer("ranking", [chips, by_points])
        start = self.fields["start_chips"]
        start.help_text = f"{start.help_text} {total_in_words(game)}"
        by_standing = self.fields["last_round_by_standing"]
        label = str(by_standing.label)
        by_standing.label = label.format(first_table_in_words(game))

    def offers(self) -> list[tuple[OfferedGame, Any]]:
        """Each game with its choice; none where there is nothing to choose."""
        choices = {choice.data["value"]: choice for choice in self["game"]}
        offered = [(each, choices[each.code]) for each in self.games]
        return offered if len(offered) > 1 else []

    def other_game(self) -> str:
        """The game that was chosen where the page had the rules of another; or “”."""
        chosen = str(self.data.get("game", ""))
        known = [each.code for each in self.games]
        return chosen if chosen in known and chosen != self.of_game else ""

    def typed_for(self, game: str) -> dict[str, Any]:
        """All that was typed, for the form of another game.

        What is still as this game suggests is as the other one does.
        """
        typed = {name: self[name].value() for name in self.fields}
        theirs = usual_facts(game)
        for name, usual in usual_facts(self.of_game).items():
            if name == "preset" or str(typed[name]) == str(usual):
                typed[name] = theirs[name]
        typed |= {"game": game, "shown_game": game}
        with suppress(ValueError):
            day = date.fromisoformat(str(typed["date"]))
            if typed["name"] == suggested_name(day, game=self.of_game):
                typed["name"] = suggested_name(day, game=game)
        return typed

    def clean_game(self) -> str:
        """Where nothing is asked, the game of the page."""
        return self.cleaned_data["game"] or self.of_game
