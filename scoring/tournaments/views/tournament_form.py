"""The tournament's form: a name and a date suffice; game, fee, teams and classes."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from django import forms
from django.db import models
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from clubs.forms import (
    DayField,
    EditForm,
    HourField,
    NameField,
    PlainForm,
    WholeNumberField,
)
from clubs.i18n import message, plural_message
from clubs.models import Club
from scoring.core.forms import IdempotentForm, MoneyField, MoneyForm
from scoring.core.writes import find_duplicate
from scoring.games.game_choice import (
    OfferedGame,
    first_table_in_words,
    has_hands,
    offered_games,
    preset_choices,
    table_points_in_words,
    total_in_words,
    usual_facts,
)
from scoring.games.labels import USUAL_GAME
from scoring.games.tie_breaks import tie_break_choices, tie_break_codes
from scoring.models import Tournament
from scoring.tournaments.tournaments import suggested_name

LONGEST_CLASS = 40
MOST_CLASSES = 12
SUGGESTED = _("Women\nJuniors\nFirst-timers")
FIXED = ("game", "preset", "start_chips")  # once a round has opened
FIELDS = {column.name: column for column in Tournament._meta.fields}
NEW_EACH_TIME = ("name", "date")
# Text that must be typed exactly: without corrections and suggestions.
TYPED_EXACTLY = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


# The help texts of a game whose hands aren't recorded.
SCORES_ONLY = {
    "start_chips": _(
        "What each player has at the start of a round. With 0, scores are plus and "
        "minus."
    ),
    "with_chips": _("If cleared, a sheet has one number for each player."),
}


class GameSettings(PlainForm):
    """A part of the tournament's form about the game; uses fields of the whole form."""

    game = forms.ChoiceField(label=_("Game"), required=False, widget=forms.RadioSelect)
    # The page has the rule sets and the house rules of this game.
    shown_game = forms.CharField(required=False, widget=forms.HiddenInput)
    of_game: str
    games: Sequence[OfferedGame]
    has_hands: bool

    def play_by(self, game: str, offered: Sequence[OfferedGame]) -> None:
        """Use the rules of this game; the games in `offered` can be chosen instead."""
        self.of_game, self.games, self.has_hands = game, offered, has_hands(game)
        self.initial["shown_game"] = game
        known = {game.code: game.name for game in offered}
        # In a fixed order, so that a reloaded page keeps the focus.
        self.offer("game", (known | {game: known.get(game, game)}).items())
        self.offer("preset", preset_choices(game))
        by_points = (Tournament.Ranking.TABLE_POINTS, table_points_in_words(game))
        in_chips = str(Tournament.Ranking.CHIPS.label)
        by_chips = in_chips if self.has_hands else message("total score")
        self.offer("ranking", [(Tournament.Ranking.CHIPS, by_chips), by_points])
        start = self.fields["start_chips"]
        start.help_text = f"{start.help_text} {total_in_words(game)}"
        for name, text in SCORES_ONLY.items() if not self.has_hands else ():
            self.fields[name].help_text = text
        by_standing = self.fields["last_round_by_standing"]
        label = str(by_standing.label)
        by_standing.label = label.format(places=first_table_in_words(game))

    def offers(self) -> list[tuple[OfferedGame, Any]]:
        """Return each game with its choice; an empty list if there is only one."""
        choices = {choice.data["value"]: choice for choice in self["game"]}
        offered = [(game, choices[game.code]) for game in self.games]
        return offered if len(offered) > 1 else []

    def other_game(self) -> str:
        """Return the chosen game if the page had the rules of another; otherwise ""."""
        chosen = str(self.data.get("game", ""))
        known = [game.code for game in self.games]
        return chosen if chosen in known and chosen != self.of_game else ""

    def typed_for(self, game: str) -> dict[str, Any]:
        """Return all typed values for the form of another game.

        Values that still are this game's defaults become the other one's.
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
        """Return the chosen game, or the page's game if there is no choice."""
        return self.cleaned_data["game"] or self.of_game


class TeamSettings(MoneyForm):
    """A part of the tournament's form about the fee, teams and classes."""

    fee = MoneyField(
        label=_("Entry fee"),
        required=False,
        help_text=_(
            "The fee for each player. For example, 7.50. If you leave this blank, "
            "check-in won’t ask for payment."
        ),
    )
    teams = forms.ChoiceField(
        label=_("Teams"),
        choices=Tournament.Teams,
        widget=forms.RadioSelect,
        initial=Tournament.Teams.NONE,
    )
    team_best = WholeNumberField(
        label=_("Players who count for a team"),
        initial=Tournament._meta.get_field("team_best").default,
        min_value=1,
        max_value=20,
    )
    classes = forms.CharField(
        label=_("Classes"),
        required=False,
        max_length=600,
        help_text=_(
            "Separate rankings in addition to the main one. For example, Women, "
            "Juniors, First-timers. Choose each player’s classes at check-in or in "
            "their entry."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": SUGGESTED}),
    )

    def clean_classes(self) -> str:
        names: dict[str, str] = {}
        for part in re.split("[\n,;]", self.cleaned_data["classes"]):
            if name := " ".join(part.split()):
                names.setdefault(name.casefold(), name)
        if any(len(name) > LONGEST_CLASS for name in names.values()):
            raise forms.ValidationError(
                message(
                    "Use at most {most} characters for each class.", most=LONGEST_CLASS
                )
            )
        if len(names) > MOST_CLASSES:
            raise forms.ValidationError(
                message("Enter at most {most} classes.", most=MOST_CLASSES)
            )
        return "\n".join(names.values())


def tie_break_fields() -> list[str]:
    """Return the names of the form's fields for tie-breakers, in order."""
    return [f"tie_break_{number}" for number in range(1, len(tie_break_codes()) + 1)]


class TieBreakSettings(PlainForm):
    """A part of the tournament's form: a field for each position of a tie-breaker.

    There are as many as there are tie-breakers, so a tournament can choose all of them.
    """

    def add_tie_breaks(self, after: str) -> None:
        """Add the fields after another one, whose part of the page they belong to."""
        names, choices = tie_break_fields(), tie_break_choices()
        for number, name in enumerate(names, start=1):
            self.fields[name] = forms.ChoiceField(
                label=message("Tie-breaker {n}", n=number),
                choices=choices,
                required=False,
            )
        order = [name for name in self.fields if name not in names]
        index = order.index(after) + 1
        self.order_fields([*order[:index], *names, *order[index:]])

    def tie_breaks(self) -> list[BoundField]:
        """Return the fields in order."""
        return [self[name] for name in tie_break_fields()]

    def has_tie_break_errors(self) -> bool:
        """Return whether one of the fields has an error."""
        return any(field.errors for field in self.tie_breaks())

    def chosen_tie_breaks(self) -> list[str]:
        """Return the codes of the valid choices in order."""
        names = tie_break_fields()
        return [code for name in names if (code := self.cleaned_data.get(name))]

    def refuse_repeated_tie_breaks(self) -> None:
        """Add an error to each field with a choice that is repeated."""
        chosen = self.chosen_tie_breaks()
        for name in tie_break_fields():
            if chosen.count(self.cleaned_data.get(name, "")) > 1:
                self.add_error(name, message("This one is selected twice."))


def facts_shown(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values of the form of an existing tournament."""
    values = {name: getattr(tournament, name) for name in PLAIN_FACTS}
    ties = zip(tie_break_fields(), tournament.tie_breaks, strict=False)
    return values | dict(ties)


def suggestions(day: date, source: Tournament | None = None) -> dict[str, Any]:
    """Return the initial values of the form of a new tournament."""
    new = {"name": suggested_name(day, source), "date": day}
    if source is None:
        return new | {"game": USUAL_GAME} | usual_facts(USUAL_GAME)
    values = facts_shown(source)
    if source.currency != source.club.currency:
        values["fee"] = 0  # an amount in another currency means nothing here
    return {n: v for n, v in values.items() if n not in NEW_EACH_TIME} | new


def _model_field(name: str, **facts: Any) -> forms.Field:
    found = FIELDS[name]
    if isinstance(found, models.IntegerField):
        facts["form_class"] = WholeNumberField
    field = found.formfield(**facts)
    if field is None:
        raise TypeError(f"Nobody fills {name} in.")
    return field


def _radios(name: str, **facts: Any) -> forms.Field:
    found = FIELDS[name]
    return forms.ChoiceField(
        choices=found.choices or (),
        widget=forms.RadioSelect,
        initial=found.default,
        **facts,
    )


class TournamentForm(
    GameSettings, TieBreakSettings, TeamSettings, EditForm, IdempotentForm
):
    """All settings of a tournament, except its house rules."""

    name = _model_field("name", label=_("Name"), form_class=NameField)
    date = DayField(label=_("Date"))
    starts_at = HourField(label=_("Starts at"), required=False)
    place = _model_field(
        "place",
        label=_("Location"),
        help_text=_("The hall’s name, as printed on sheets."),
    )
    preset = forms.ChoiceField(label=_("Rule set"), initial=FIELDS["preset"].default)
    rounds_planned = _model_field(
        "rounds_planned", label=_("Rounds"), min_value=1, max_value=20
    )
    hands_per_round = _model_field(
        "hands_per_round",
        label=_("Hands per round"),
        help_text=_("Leave blank if the clock decides or no one counts hands."),
        min_value=1,
        max_value=60,
    )
    minutes_per_round = _model_field(
        "minutes_per_round",
        label=_("Minutes per round"),
        help_text=_("Leave blank if the round ends after a set number of hands."),
        min_value=5,
        max_value=600,
    )
    start_chips = _model_field(
        "start_chips",
        label=_("Start chips"),
        help_text=_("Each player’s chips at the start of a round."),
        max_value=10_000,
    )
    with_chips = _model_field(
        "with_chips",
        label=_("Play with chips and count them at the end of each round"),
        help_text=_(
            "If cleared, the recorded hands make the score, and a sheet has one "
            "number for each player."
        ),
    )
    wifi_name = _model_field(
        "wifi_name",
        label=_("Wi-Fi name"),
        widget=forms.TextInput(TYPED_EXACTLY),
    )
    wifi_password = _model_field(
        "wifi_password",
        label=_("Wi-Fi password"),
        widget=forms.TextInput(TYPED_EXACTLY),
    )
    ranking = _radios("ranking", label=_("Ranking"))
    drop_worst = _model_field(
        "drop_worst",
        label=_("Lowest rounds dropped"),
        help_text=_(
            "How many of each player’s lowest rounds don’t count. Enter 0 to count "
            "all rounds."
        ),
        max_value=10,
    )
    seating = _radios("seating", label=_("Seats"))
    spare = _radios("spare", label=_("When players don’t fill the tables"))
    sit_out_score = _radios("sit_out_score", label=_("Score for a round sat out"))
    absent_score = _radios(
        "absent_score",
        label=_("Score for a missed round (late, absent or went home)"),
    )
    season_sit_outs = _model_field(
        "season_sit_outs",
        label=_("People who sat out least this season sit out first"),
    )
    substitute_counts = _radios(
        "substitute_counts", label=_("Who gets a substitute’s score")
    )
    season_meetings = _model_field(
        "season_meetings", label=_("Keep apart people who met this season")
    )
    lodges_apart = _model_field(
        "lodges_apart", label=_("Keep members of the same lodge apart")
    )
    last_round_by_standing = _model_field(
        "last_round_by_standing",
        label=_("Seat the last round by standings: {places}, and so on"),
    )
    accepts_phone = _model_field(
        "accepts_phone",
        label=_("A second phone at the table"),
        help_text=_("A player can confirm the count on another phone."),
    )
    accepts_own = _model_field(
        "accepts_own",
        label=_(
            "A second player’s own chips, typed on the scorekeeper’s phone without "
            "seeing the count"
        ),
    )
    accepts_blind = _model_field(
        "accepts_blind",
        label=_("A second entry by the same person, without looking at the first"),
    )
    accepts_paper = _model_field(
        "accepts_paper", label=_("A player’s signature on the paper sheet")
    )
    public = _model_field(
        "public",
        label=_("Show on the club’s public pages"),
        help_text=_("If cleared, only people with a role in the club can see it."),
    )

    def __init__(
        self,
        *args: Any,
        club: Club,
        game: str,
        is_new: bool = False,
        fixed: bool = False,
        currency: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        # In the order of the page, which is also the order of listed errors.
        teams = TeamSettings.base_fields
        self.order_fields([name for name in self.fields if name not in teams])
        self.add_tie_breaks(after="ranking")
        self.units = (tie_break_fields(), ("wifi_name", "wifi_password"))
        self.club = club
        self.count_in(currency or club.currency)
        self.is_new = is_new
        self.is_merged = is_new
        self.play_by(game, offered=[] if fixed else offered_games())
        # A page that still sends `shown_game` was loaded when rules could be changed.
        for name in (*FIXED, "shown_game") if fixed else ():
            self.fields[name].disabled = True

    def other_game(self) -> str:
        self.merge()  # another user may have chosen it
        return super().other_game()

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        self.refuse_repeated_tie_breaks()
        rounds = data.get("rounds_planned")
        if rounds and data.get("drop_worst", 0) >= rounds:
            error = plural_message(
                "At least one round must count. You planned {n} round.",
                "At least one round must count. You planned {n} rounds.",
                rounds,
            )
            self.add_error("drop_worst", error)
        if data.get("wifi_password") and not data.get("wifi_name"):
            self.add_error("wifi_name", message("Enter the Wi-Fi name too."))
        self._refuse_twin(data)
        return data

    def _refuse_twin(self, data: dict[str, Any]) -> None:
        """Refuse a name used on the same day, probably a mistake, unless sent twice."""
        name, day = data.get("name"), data.get("date")
        if (
            not self.is_new
            or not name
            or not day
            or find_duplicate(data.get("key", ""))
        ):
            return
        if self.club.tournaments.filter(name__iexact=name, date=day).exists():
            text = message(
                "There’s already a tournament with this name on this day. "
                "Change the name or the date."
            )
            self.add_error("name", text)

    def facts(self) -> dict[str, Any]:
        """Return the facts for the service, without the house rules."""
        data = self.cleaned_data
        plain = {name: data[name] for name in PLAIN_FACTS}
        return plain | {"tie_breaks": self.chosen_tie_breaks()}


# The fields that equal columns of the row, and all facts that the form changes.
PLAIN_FACTS = tuple(name for name in TournamentForm.base_fields if name in FIELDS)
FACTS = (*PLAIN_FACTS, "tie_breaks")
