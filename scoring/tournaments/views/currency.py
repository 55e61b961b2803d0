"""The page of the club's currency, among its settings."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.forms import EditForm
from clubs.i18n import message
from clubs.i18n.currency import currencies, money
from clubs.models import Club
from scoring.core.access import OWNER
from scoring.core.forms import EXAMPLE, IdempotentForm
from scoring.core.page_context import desk_frame
from scoring.core.writes import Actor, find_editor
from scoring.tournaments.currency import (
    Amounts,
    CurrencyScope,
    amounts_of,
    change_currency,
)


class CurrencyForm(EditForm, IdempotentForm):
    """The currency, and which existing amounts switch to it."""

    currency = forms.ChoiceField(label=_("Currency"))
    evenings = forms.ChoiceField(
        label=_("Events with amounts that switch"),
        choices=CurrencyScope,
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "Amounts aren’t converted: 7.50 stays 7.50. Events without any amounts "
            "always switch to the new currency."
        ),
    )

    def __init__(self, *args: Any, club: Club, amounts: Amounts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("currency", currencies(club.currency))
        self.find_editor = partial(find_editor, kind="settings", club=club)
        if self.is_bound:
            self.merge()
        if not (amounts.running or amounts.finished):
            del self.fields["evenings"]
        elif self.data.get("currency", club.currency) != club.currency:
            asked = _(
                "Some events already have amounts. Choose which ones switch to the "
                "new currency."
            )
            self.fields["evenings"].required = True
            self.fields["evenings"].error_messages["required"] = asked


@require_http_methods(["GET", "HEAD", "POST"])
def currency(request: HttpRequest, club: str) -> HttpResponse:
    """Choose the currency and, if there are amounts, which of them switch."""
    member = member_of(request, club, OWNER)
    current = member.club.currency
    amounts = amounts_of(member.club)
    form = CurrencyForm(
        request.POST or None,
        initial={"currency": current},
        club=member.club,
        amounts=amounts,
    )
    if request.method == "POST" and form.is_valid() and _saved(member, form):
        messages.success(request, message("Currency saved."))
        return redirect("clubs:settings", member.club.slug)
    settings = reverse("clubs:settings", args=[member.club.slug])
    context = {
        **desk_frame(member, (message("Settings"), settings), message("Currency")),
        "form": form,
        "amounts": amounts,
        "example": money(EXAMPLE, current),
    }
    return render(request, "scoring/tournaments/currency.html", context)


def _saved(member: Member, form: CurrencyForm) -> bool:
    data = form.cleaned_data
    with form.refusals():
        change_currency(
            club=member.club,
            actor=Actor.at_desk(member.user),
            currency=data["currency"],
            evenings=data.get("evenings", ""),
            seen=member.club.currency,
            key=data["key"],
        )
    return not form.errors
