"""What a tournament says of its fee, its teams and its classes."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.words import WholeNumberField
from clubs.wording import say
from scoring.core.forms.money import MoneyField, MoneyForm
from scoring.models import Tournament

LONGEST_CLASS = 40
MOST_CLASSES = 12
SUGGESTED = _("Women\nJuniors\nFirst-timers")


class TeamSettings(MoneyForm):
    """Part of the tournament's form."""

    fee = MoneyField(
        label=_("Entry fee"),
        required=False,
        help_text=_(
            "For each player, for example 7.50. Empty: none; the door then asks "
            "nobody to pay."
        ),
    )
    teams = forms.ChoiceField(
        label=_("Teams"),
        choices=Tournament.Teams,
        widget=forms.RadioSelect,
        initial=Tournament.Teams.NONE,
    )
    team_best = WholeNumberField(
        label=_("Best players who count for a team"),
        initial=Tournament._meta.get_field("team_best").default,
        min_value=1,
        max_value=20,
    )
    classes = forms.CharField(
        label=_("Classes"),
        required=False,
        max_length=600,
        help_text=_(
            "Lists beside the one ranking, for example Women, "
            "Juniors, First-timers. Who belongs to which is said at the door or in the "
            "entry."
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
                say("A class has at most {most} letters.", most=LONGEST_CLASS)
            )
        if len(names) > MOST_CLASSES:
            raise forms.ValidationError(
                say("At most {most} classes.", most=MOST_CLASSES)
            )
        return "\n".join(names.values())
