"""The form for a new club, at the first start and when a user opens one."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.clubs import free_slug
from clubs.forms import DayField, HourField, NameField, PlainForm
from clubs.i18n import message
from clubs.i18n.currency import currencies, usual_in
from clubs.models import PAPERS, Club, NameOrder
from clubs.views.accounts import zone_choices
from clubs.views.settings import name_orders

# Fields in the folded part; their defaults are right for most clubs.
FOLDED = {"slug", "time_zone", "paper", "currency", "name_order"}


def currency_choices() -> list[tuple[str, str]]:
    """Return all currencies; the first is the currency of the club's time zone."""
    return [("", message("the time zone’s currency")), *currencies()]


class FirstClubForm(PlainForm):
    """A new club and its first event."""

    club_name = NameField(label=_("Club name"), max_length=80)
    town = NameField(label=_("Town"), max_length=80, required=False)
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=50,
        help_text=_("The club’s web address. Leave blank to make it from the name."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        initial=timezone.get_default_timezone_name,
    )
    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=PAPERS,
        widget=forms.RadioSelect,
        initial="letter",
    )
    currency = forms.ChoiceField(
        label=_("Currency"), choices=currency_choices, required=False
    )
    name_order = forms.ChoiceField(
        label=_("Usual order of names"),
        choices=name_orders,
        widget=forms.RadioSelect,
        required=False,
        initial=NameOrder.GIVEN_FIRST,
    )
    evening = forms.BooleanField(
        label=_("Create the first event too"), required=False, initial=True
    )
    evening_name = NameField(
        label=_("Event name"),
        max_length=80,
        required=False,
        help_text=_("Leave blank to use the game and date."),
    )
    evening_date = DayField(label=_("Date"), required=False, initial=timezone.localdate)
    evening_starts = HourField(label=_("Starts at"), required=False)

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"].lower()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        needs_day = data.get("evening") and not data.get("evening_date")
        if needs_day and "evening_date" not in self.errors:
            self.add_error("evening_date", message("Enter a date."))
        if not data.get("club_name"):
            return data
        club = self.club()
        try:
            club.full_clean()
        except ValidationError as wrong:
            for field, errors in wrong.error_dict.items():
                self.add_error("club_name" if field == "name" else field, errors)
        return data

    def club(self) -> Club:
        """Return the unsaved club."""
        data = self.cleaned_data
        zone = data.get("time_zone") or timezone.get_default_timezone_name()
        return Club(
            name=data["club_name"],
            slug=data.get("slug") or free_slug(Club.objects, data["club_name"], "club"),
            town=data.get("town", ""),
            time_zone=zone,
            currency=data.get("currency") or usual_in(zone),
            paper=data.get("paper") or "letter",
            name_order=data.get("name_order") or NameOrder.GIVEN_FIRST,
        )

    @property
    def first_evening(self) -> dict[str, Any] | None:
        """The facts of the first event; None if it isn't wanted."""
        data = self.cleaned_data
        if not data["evening"]:
            return None
        return {
            "name": data["evening_name"],
            "date": data["evening_date"],
            "starts_at": data["evening_starts"],
        }

    @property
    def has_wrong_club_facts(self) -> bool:
        """Whether a folded field has an error."""
        return bool(FOLDED & self.errors.keys())

    @property
    def club_facts_said(self) -> list[str]:
        """The values of the folded part, for its heading."""
        return [
            self.choice_in_words(name) for name in ("time_zone", "paper", "currency")
        ]
