"""The club's currency, among its settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.wording import say
from clubs.wording.currency import money
from scoring.core.access import OWNER
from scoring.core.forms.money import EXAMPLE
from scoring.core.services.changes import Actor, Refused
from scoring.core.views import desk_frame
from scoring.tournaments.currency import amounts_of, change_currency
from scoring.tournaments.pages.currency_form import CurrencyForm


@require_http_methods(["GET", "HEAD", "POST"])
def currency(request: HttpRequest, club: str) -> HttpResponse:
    """Choose it; where amounts are written already, which of them it is for."""
    member = member_of(request, club, OWNER)
    now = member.club.currency
    amounts = amounts_of(member.club)
    form = CurrencyForm(
        request.POST or None,
        initial={"currency": now, "seen": now},
        club=member.club,
        amounts=amounts,
    )
    if request.method == "POST" and form.is_valid() and _saved(member, form):
        messages.success(request, say("The currency is saved."))
        return redirect("clubs:settings", member.club.slug)
    settings = reverse("clubs:settings", args=[member.club.slug])
    context = {
        **desk_frame(member, (say("Settings"), settings), say("Currency")),
        "form": form,
        "amounts": amounts,
        "example": money(EXAMPLE, now),
    }
    return render(request, "scoring/tournaments/currency.html", context)


def _saved(member: Member, form: CurrencyForm) -> bool:
    data = form.cleaned_data
    try:
        change_currency(
            club=member.club,
            by=Actor.at_desk(member.user),
            currency=data["currency"],
            evenings=data.get("evenings", ""),
            seen=data["seen"],
            key=data["key"],
        )
    except Refused as refused:
        form.refuse(refused)
        member.club.refresh_from_db()
        form.renew(member.club.currency)
    return not form.errors
