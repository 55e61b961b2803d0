"""Which money a club counts in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.stale_check import SeenForm
from clubs.models import Club
from clubs.wording.currency import currencies
from scoring.core.forms.idempotency import IdempotentForm
from scoring.tournaments.currency import Amounts, Evenings


class CurrencyForm(SeenForm, IdempotentForm):
    """The currency; and once there are amounts, which of them it is for."""

    currency = forms.ChoiceField(label=_("Currency"))
    evenings = forms.ChoiceField(
        label=_("Which evenings with amounts take it"),
        choices=Evenings,
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "Nothing is converted: what stands there as 7.50 stays 7.50. An evening "
            "without a fee and amounts always takes it."
        ),
    )

    def __init__(self, *args: Any, club: Club, amounts: Amounts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("currency", currencies(club.currency))
        if not (amounts.running or amounts.finished):
            del self.fields["evenings"]
        elif self.data.get("currency", club.currency) != club.currency:
            asked = _("There are amounts already. Which evenings take the new money?")
            self.fields["evenings"].required = True
            self.fields["evenings"].error_messages["required"] = asked
