"""A season's forms: its days, its formula, and which tournaments count."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django import forms

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import DayField, NameField, WholeNumberField
from clubs.models import Season
from clubs.wording import points, say, say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.forms.numbers import DASHES
from scoring.games.choice import offered_games
from scoring.models import Tournament
from scoring.standings.season_formulas import (
    BEST_OF,
    COUNTS,
    FINALISTS_ARE,
    MINIMUM_IN,
    PRESET_NAMES,
    TABLES,
    TIE_BREAKS,
    from_fields,
    problems_in_words,
)
from scoring.years.seasons import formula_of

MOST = 1_000
ONE = re.compile(rf"[{DASHES}]?[0-9]+(?:[.,][0-9]{{1,2}})?")
NOT_HERE = ""  # the tournament stays in its other season
TOO = "also-"  # it does, and counts here as well
WEIGHTS = {
    0: say_later("does not count"),
    50: say_later("counts half"),
    100: say_later("counts once"),
    150: say_later("counts 1½ times"),
    200: say_later("counts twice"),
    300: say_later("counts three times"),
}


def number_typed(text: str) -> Fraction:
    """“2,5” or “−1” as it is meant. Raises ValueError."""
    if not ONE.fullmatch(text):
        raise ValueError(text)
    whole = Fraction(Decimal(text.lstrip(DASHES).replace(",", ".")))
    return -whole if text[0] in DASHES else whole


class PointsField(forms.CharField):
    """A number of points, with halves if need be; empty is nothing."""

    def prepare_value(self, value: Any) -> Any:
        return _written(value) if isinstance(value, Fraction) else value

    def clean(self, value: str | None) -> Fraction:
        typed = "".join((super().clean(value) or "").split())
        if not typed:
            return Fraction(0)
        try:
            return number_typed(typed)
        except ValueError:
            raise forms.ValidationError(
                say("A number, please, for example 2 or 2.5.")
            ) from None


class PointsListField(forms.CharField):
    """Points, the first place's first: 12, 9, 7.5."""

    def prepare_value(self, value: Any) -> Any:
        listed = isinstance(value, list | tuple)
        return ", ".join(map(_written, value)) if listed else value

    def clean(self, value: str | None) -> list[Fraction]:
        text = (super().clean(value) or "").strip()
        # With blanks between them a comma within one is a decimal one.
        between = ";" if ";" in text else r",?\s+" if re.search(r"\s", text) else ","
        parts = re.split(between, text)
        found = []
        for part in (each.strip() for each in parts):
            try:
                found += [number_typed(part)] if part else []
            except ValueError:
                raise forms.ValidationError(
                    say(
                        "“{part}” is no number of points. Write them like 12, 9, 7.",
                        part=part[:40],
                    )
                ) from None
        return found


class ClassesField(forms.CharField):
    """Names of classes, one a line."""

    def clean(self, value: str | None) -> list[str]:
        lines = (
            " ".join(line.split()) for line in (super().clean(value) or "").splitlines()
        )
        names = list(dict.fromkeys(line for line in lines if line))
        if any(len(name) > 40 for name in names) or len(names) > 20:
            raise forms.ValidationError(say("At most 20 classes, of 40 letters each."))
        return names


class SeasonDaysForm(SeenForm, IdempotentForm):
    """What it is called, from when to when, and of which game."""

    name = NameField(
        label=say_later("Name"),
        max_length=40,
        help_text=say_later("For example 2026, or 2026/27."),
    )
    starts = DayField(label=say_later("First day"))
    ends = DayField(label=say_later("Last day"))
    game = forms.ChoiceField(label=say_later("Game"), required=False)
    beside = forms.BooleanField(
        label=say_later("Count all tournaments of these days"),
        required=False,
        help_text=say_later(
            "They stay in the season they belong to, and count there as before: for a "
            "year beside a league, or the last 24 months."
        ),
    )

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        games = [(each.code, each.name) for each in offered_games()]
        self.offer("game", [("", say("every game by itself")), *games])

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        first, last = data.get("starts"), data.get("ends")
        if first and last and last < first:
            self.add_error("ends", say("The last day is before the first one."))
        return data


class NewSeasonForm(SeasonDaysForm):
    """A season starts with a usual formula, to be changed later."""

    preset = forms.ChoiceField(
        label=say_later("What counts"),
        choices=list(PRESET_NAMES.items()),
        widget=forms.RadioSelect,
        initial="net",
        help_text=say_later("All of it can be changed on the next page."),
    )


def _number(label: Any, **facts: Any) -> WholeNumberField:
    return WholeNumberField(
        label=label, required=False, min_value=0, max_value=MOST, **facts
    )


def _choice(label: Any, choices: Sequence[Any], **facts: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, **facts)


class SeasonForm(SeasonDaysForm):
    """The whole formula, and how much each tournament counts."""

    counts = _choice(say_later("What counts"), COUNTS, widget=forms.RadioSelect)
    table = _choice(say_later("Points by place"), TABLES)
    own = PointsListField(
        label=say_later("The club’s own list"),
        required=False,
        max_length=4_000,
        help_text=say_later(
            "The first place first, for example 12, 9, 7, 5 or 12,5 9 7,5."
        ),
    )
    best = _number(
        say_later("Best results that count"), help_text=say_later("Empty: all.")
    )
    best_of = _choice(say_later("What is counted for the best"), BEST_OF)
    planned = _number(
        say_later("Tournaments planned"),
        help_text=say_later("The season’s rules say “the best 6 of 10” by it."),
    )
    minimum = _number(
        say_later("Least for a place"),
        help_text=say_later("Who has less gets no place."),
    )
    minimum_in = _choice(say_later("What is counted for a place"), MINIMUM_IN)
    bonus = PointsField(
        label=say_later("For coming"),
        required=False,
        max_length=12,
        help_text=say_later("What each tournament brings whoever is there."),
    )
    tie_break_1 = _choice(say_later("First tie-break"), TIE_BREAKS, required=False)
    tie_break_2 = _choice(say_later("Second tie-break"), TIE_BREAKS, required=False)
    tie_break_3 = _choice(say_later("Third tie-break"), TIE_BREAKS, required=False)
    finalists = _number(say_later("Finalists"))
    finalists_are = _choice(
        say_later("What is counted for the final"), FINALISTS_ARE, required=False
    )
    lodge_best = _number(
        say_later("Best players who count for a lodge"),
        help_text=say_later("Empty: no list of lodges."),
    )
    classes = ClassesField(
        label=say_later("Classes"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=say_later("Lists beside the one ranking, one a line: Women"),
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
        self.own_read: list[tuple[int, str]] = []
        self.own_rises: list[int] = []
        self.own_mark = ""
        for each in self.tournaments:
            self.fields[weight_field(each)] = self._weight(each)

    def _weight(self, tournament: Tournament) -> forms.ChoiceField:
        is_own = tournament.season_id == self.season.pk
        weight, here = tournament.season_weight, tournament.counts
        usual = WEIGHTS | {each: _times(each) for each in {weight, here} - {*WEIGHTS}}
        words = sorted(usual.items())
        choices: list[Any] = [(str(each), word) for each, word in words]
        initial = str(weight)
        if not is_own:
            of = {"name": tournament.season.name}
            too = [
                (f"{TOO}{each}", say("here too: {how}", how=word))
                for each, word in words
                if each
            ]
            choices = [
                (NOT_HERE, say("stays in season {name}", **of)),
                (say("stays in season {name}, and here too", **of), too),
                (say("moves here"), choices),
            ]
            initial = f"{TOO}{here}" if here else NOT_HERE
        return forms.ChoiceField(
            label=tournament.name, choices=choices, required=is_own, initial=initial
        )

    def ask_about_own(self, seen: str) -> None:
        """Another list of its own is shown as it was understood, before it is saved."""
        own = self.cleaned_data["formula"].own
        if own and own != formula_of(self.season).own and seen != _mark(own):
            self.own_read = [(place, points(each)) for place, each in enumerate(own, 1)]
            pairs = enumerate(pairwise(own), 1)
            self.own_rises = [place + 1 for place, (one, next_) in pairs if next_ > one]
            self.own_mark = _mark(own)

    def weight_rows(self) -> list[tuple[Tournament, forms.BoundField]]:
        """The tournaments with the field of each."""
        return [(each, self[weight_field(each)]) for each in self.tournaments]

    def weights(self) -> dict[int, int]:
        """How much those count, in hundredths, that are or shall be of this season."""
        chosen = {
            each.pk: self.cleaned_data[weight_field(each)] for each in self.tournaments
        }
        return {pk: int(said) for pk, said in chosen.items() if said.isdecimal()}

    def also(self) -> dict[int, int | None]:
        """Of those that stay in another season what was changed; None: not here."""
        changed: dict[int, int | None] = {}
        for each in self.tournaments:
            name = weight_field(each)
            said = self.cleaned_data[name]
            if said.isdecimal() or said == self.fields[name].initial:
                continue
            changed[each.pk] = int(said.removeprefix(TOO)) if said else None
        return changed

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            data["formula"] = from_fields(data)
            for field, message in problems_in_words(data["formula"]):
                self.add_error(field, message)
        return data


def _mark(own: Iterable[Fraction]) -> str:
    """Stands for exactly this list."""
    return " ".join(map(str, own))


def weight_field(tournament: Tournament) -> str:
    return f"weight_{tournament.pk}"


def _times(weight: int) -> str:
    return say("counts {n} times", n=points(Fraction(weight, 100)))


def _written(number: Fraction) -> str:
    """As it can be typed again: 7.5."""
    return f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
