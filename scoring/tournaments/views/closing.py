"""Pages to close a club and to reopen it."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import member_of
from clubs.i18n import message
from scoring.core.access import OWNER, SCOREKEEPER
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame
from scoring.core.writes import Actor
from scoring.tournaments import club_lifecycle


class CloseForm(IdempotentForm):
    """The club's name, typed as a confirmation."""

    typed = forms.CharField(
        label=_("Club name"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "Type the club’s name exactly as shown on this page. This prevents "
            "closing it by mistake."
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def club_close(request: HttpRequest, club: str) -> HttpResponse:
    """Explain and confirm closing; for a closed club, show until when it can reopen."""
    member = member_of(request, club, SCOREKEEPER, closed=True)
    if not member.club.closes_at:
        member = member_of(request, club, OWNER)
    form = CloseForm(request.POST or None)
    if request.method == "POST" and not member.club.closes_at and form.is_valid():
        with form.refusals():
            club_lifecycle.close(
                club=member.club,
                actor=Actor.at_desk(member.user),
                typed=form.cleaned_data["typed"],
            )
        if not form.errors:
            return redirect("scoring:club-close", member.club.slug)
    settings = (message("Settings"), reverse("clubs:settings", args=[member.club.slug]))
    parents = [] if member.club.closes_at else [settings]
    context = {
        **desk_frame(member, *parents, message("Close club")),
        "form": form,
        "is_owner": member.is_owner,
        "days": club_lifecycle.GRACE.days,
    }
    return render(request, "scoring/tournaments/closing.html", context)


@require_POST
def club_take_back(request: HttpRequest, club: str) -> HttpResponse:
    """Reopen the closed club."""
    member = member_of(request, club, OWNER, closed=True)
    if club_lifecycle.take_back(club=member.club, actor=Actor.at_desk(member.user)):
        messages.success(request, message("The club is open again."))
    return redirect("scoring:desk", member.club.slug)
