"""Short summaries of the folded parts of the tournament's form.

They are displayed as headings of the parts and in the summary next to the form. They
use the typed values without validation.
"""

from datetime import date, time
from typing import Any

from django import forms

from clubs.i18n import full_day, hour, message, money, plural_message, whole_number
from scoring.core.forms import MoneyField
from scoring.games.labels import name_of
from scoring.games.option_form import Group, HouseRulesForm
from scoring.tournaments.views.tournament_form import TournamentForm

Said = list[str]
ACCEPTED = ("accepts_phone", "accepts_own", "accepts_blind", "accepts_paper")


def _is_set(group: Group) -> bool:
    """Return whether a house rule has a typed or chosen value."""
    return any(field.value() not in (None, "", []) for field in group.fields)


class Heads:
    """The headings of a form; each property is one, most important words first.

    `apart` are the tournament's groups of people who must not meet, one per line.
    """

    def __init__(
        self, form: TournamentForm, rules: HouseRulesForm | None, apart: str = ""
    ) -> None:
        self.form, self.house = form, rules
        self.groups = len(apart.splitlines())

    def _value(self, name: str) -> Any:
        return self.form[name].value()

    def _number(self, name: str) -> int | None:
        """Return the typed whole number; None for other text."""
        return whole_number(self._value(name))

    @property
    def when(self) -> Said:
        """The date and the time."""
        day, start = self._value("date"), self._value("starts_at")
        try:
            day = day if isinstance(day, date) else date.fromisoformat(str(day))
        except ValueError:
            return []
        try:
            start = start if isinstance(start, time) else time.fromisoformat(str(start))
        except ValueError:
            start = None
        return [full_day(day), hour(start)] if start else [full_day(day)]

    @property
    def game(self) -> Said:
        usual = name_of(self.form.of_game)
        if self.house is None or self.form.has_hands:
            return [usual]
        return [str(self.house["name"].value() or usual)]

    @property
    def rules(self) -> Said:
        chips = self._number("start_chips")
        parts = [self.form.choice_in_words("preset")]
        if chips:
            parts.append(
                plural_message("{n} chip at the start", "{n} chips at the start", chips)
            )
        counted = self._value("with_chips")
        parts.append(
            message("counted on the table") if counted else message("scored from hands")
        )
        return parts

    @property
    def house_rules(self) -> Said:
        groups = self.house.groups() if self.house else []
        if differ := sum(map(_is_set, groups)):
            return [plural_message("{n} difference", "{n} differences", differ)]
        return [message("as the rule set says")]

    @property
    def rounds(self) -> Said:
        parts: Said = []
        if rounds := self._number("rounds_planned"):
            parts.append(plural_message("{n} round", "{n} rounds", rounds))
        if minutes := self._number("minutes_per_round"):
            parts.append(plural_message("{n} minute each", "{n} minutes each", minutes))
        if hands := self._number("hands_per_round"):
            parts.append(plural_message("{n} hand each", "{n} hands each", hands))
        return parts

    @property
    def seats(self) -> Said:
        parts = [
            self.form.choice_in_words("seating"),
            self.form.choice_in_words("spare"),
        ]
        if self._value("last_round_by_standing"):
            parts.append(message("last round by standings"))
        return parts

    @property
    def apart(self) -> Said:
        parts: Said = []
        if self._value("season_meetings"):
            parts.append(message("people who met this season"))
        if self._value("lodges_apart"):
            parts.append(message("members of the same lodge"))
        if self.groups:
            parts.append(plural_message("{n} group", "{n} groups", self.groups))
        return parts or [message("nobody")]

    @property
    def ranking(self) -> Said:
        ties = [
            self.form.choice_in_words(field.name)
            for field in self.form.tie_breaks()
            if field.value()
        ]
        parts = [self.form.choice_in_words("ranking"), *ties]
        if dropped := self._number("drop_worst"):
            parts.append(
                plural_message("{n} round dropped", "{n} rounds dropped", dropped)
            )
        return parts

    @property
    def missed(self) -> Said:
        sat_out, absent = (
            self.form.choice_in_words("sit_out_score"),
            self.form.choice_in_words("absent_score"),
        )
        return [
            message("sat out: {score}", score=sat_out),
            message("missed: {score}", score=absent),
        ]

    @property
    def checking(self) -> Said:
        ways = 1 + sum(bool(self._value(name)) for name in ACCEPTED)
        is_public = self._value("public")
        return [
            plural_message("{n} way to verify", "{n} ways to verify", ways),
            message("public") if is_public else message("not public"),
        ]

    @property
    def wifi(self) -> Said:
        return [str(self._value("wifi_name") or message("none"))]

    @property
    def fee(self) -> Said:
        """The fee, if it is a valid amount."""
        field = self.form.fields["fee"]
        typed = self._value("fee")
        if not isinstance(field, MoneyField) or typed in (None, ""):
            return [message("no fee")]
        try:
            coins = field.clean(str(typed))
        except forms.ValidationError:
            return []
        return [money(coins, field.currency)] if coins else [message("no fee")]

    @property
    def teams(self) -> Said:
        classes = str(self._value("classes") or "").replace("\r", "").split("\n")
        return [
            self.form.choice_in_words("teams"),
            *(name.strip() for name in classes if name.strip()),
        ]

    @property
    def summary(self) -> list[tuple[str, Said]]:
        """The main differences between events, in words."""
        lines = [
            (message("Game"), self.game),
            (message("When"), self.when),
            (message("Rounds"), self.rounds),
            (message("Seats"), self.seats),
            (message("Ranking"), self.ranking),
            (message("Fee"), self.fee),
            (message("Teams and classes"), self.teams),
        ]
        return [(name, words) for name, words in lines if words]
