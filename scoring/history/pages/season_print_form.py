"""What of a season is to be printed, and on which paper."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm
from clubs.models import Club
from clubs.wording import say_later, say_many

POSTER, YEARBOOK = "poster", "yearbook"
FIRST = (10, 20, 30)  # players; how many there can be on a poster
CHOICES = (
    (POSTER, say_later("Poster of the season, one page for the wall")),
    (YEARBOOK, say_later("Yearbook: every evening, record and player")),
)


class SeasonPrintForm(PlainForm):
    """One print of a season."""

    what = forms.ChoiceField(
        label=say_later("Print"),
        choices=CHOICES,
        widget=forms.RadioSelect,
        initial=POSTER,
    )
    first = forms.TypedChoiceField(
        label=say_later("Players on the poster"), coerce=int, initial=FIRST[1]
    )
    paper = forms.ChoiceField(
        label=say_later("Paper"),
        choices=Club.paper.field.choices or (),
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, club: Club, **facts: Any) -> None:
        super().__init__(*args, **facts)
        named = [(n, say_many("the first", "the first {n}", n)) for n in FIRST]
        self.offer("first", named)
        self.initial.setdefault("paper", club.paper)
