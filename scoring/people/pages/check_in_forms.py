"""What is sent from the door: whom, and what about him."""

import re
from dataclasses import dataclass
from typing import Self

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.words import NameField, PlainForm
from scoring.core.forms.idempotency import IdempotentForm
from scoring.models import Entry
from scoring.people.check_in import Standing

STATES = "|".join(Entry.State.values)
STANDING = rf"({STATES})-([01])"
WHO = r"(e|p|new)([0-9]{0,9})"
WRITTEN = re.compile(rf"{WHO}-([a-z]+)([0-9]{{0,3}})(?:-{STANDING})?(?:-{STANDING})?")
FIRST = "first"  # Enter, without a script to say who stands first


@dataclass(frozen=True, slots=True)
class Act:
    """What a button means: e12-here-expected-0 is entry 12, seen as expected."""

    kind: str
    pk: int
    does: str
    number: int
    seen: Standing | None
    back: Standing | None

    @classmethod
    def read(cls, text: str) -> Self | None:
        found = WRITTEN.fullmatch(text)
        if not found:
            return None
        kind, pk, does, number, *standings = found.groups()
        seen, back = (
            Standing(state, paid == "1") if state else None
            for state, paid in (standings[:2], standings[2:])
        )
        return cls(kind, int(pk or 0), does, int(number or 0), seen, back)


class CheckInForm(IdempotentForm):
    """The one field of the door, and the button that was pressed; a team beside it."""

    q = NameField(label=_("Name or start number"), max_length=160, required=False)
    act = forms.CharField(max_length=80, required=False)
    first = forms.CharField(max_length=80, required=False)
    team = NameField(label=_("Team"), max_length=40, required=False)
    pay = forms.BooleanField(label=_("Enter also says: fee paid"), required=False)

    @property
    def act_meant(self) -> Act | None:
        """The button; for Enter the first of those shown, where a script named it."""
        pressed = self.cleaned_data["act"] or FIRST
        return Act.read(self.cleaned_data["first"] if pressed == FIRST else pressed)


class NoShowsForm(PlainForm):
    """Those the question named."""

    named = forms.RegexField(r"\A[0-9]{1,9}( [0-9]{1,9}){0,1999}\Z", required=False)

    @property
    def keys(self) -> list[int]:
        return [int(word) for word in self.cleaned_data["named"].split()]
