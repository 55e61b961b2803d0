"""What somebody looks for in the log."""

from collections.abc import Iterable
from typing import Any

from django import forms

from clubs.forms.words import PlainForm, WholeNumberField
from scoring.desk.selectors.log import KINDS, OTHER, SOURCES, Wanted
from scoring.models import Tournament

EVERYTHING = ("", "everything")


def _choices(
    named: dict[str, tuple[str, tuple[str, ...]]], none: str
) -> list[tuple[str, str]]:
    return [("", none), *((value, word) for value, (word, _) in named.items())]


class LogForm(PlainForm):
    """Every field narrows; one that is wrong says so and narrows nothing."""

    words = forms.CharField(required=False, max_length=80)
    who = forms.CharField(required=False, max_length=80)
    tournament = forms.ChoiceField(required=False)
    round = WholeNumberField(required=False, min_value=1, max_value=999)
    table = WholeNumberField(required=False, min_value=1, max_value=999)
    kind = forms.ChoiceField(
        label="What",
        required=False,
        choices=[*_choices(KINDS, "everything"), (OTHER, "everything else")],
    )
    source = forms.ChoiceField(
        label="From where", required=False, choices=_choices(SOURCES, "everywhere")
    )
    day = forms.DateField(
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "A day like 2026-11-20."},
    )

    def __init__(
        self, *args: Any, tournaments: Iterable[Tournament], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        named = [(each.slug, each.name) for each in tournaments]
        self.offer("tournament", [("", "all"), *named])

    @property
    def wanted(self) -> Wanted:
        """What is asked for, as far as it can be understood."""
        self.full_clean()
        return Wanted(**self.cleaned_data)
