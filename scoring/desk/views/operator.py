"""The site admin's pages: all clubs, waiting clubs, the site's state, limits."""

import shutil
from contextlib import suppress
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import operator_of
from clubs.accounts import hears_of_waiting_clubs
from clubs.forms import PlainForm, WholeNumberField
from clubs.i18n import message
from clubs.models import Club
from clubs.quotas import KINDS, limits_of
from clubs.tasks import TaskBackendDown, all_work
from scoring.backups.retention import KeptBackup, newest_of
from scoring.core.writes import ActionRefused, Actor
from scoring.desk.site_admin import clubs_page, waiting
from scoring.tournaments import club_lifecycle

MOST_TYPED = 80  # letters
MOST_FAILED = 100


@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    operator_of(request)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    number, since = waiting()
    page, rows = clubs_page(typed, request.GET.get("page", "1"))
    context = {
        "page": page,
        "rows": rows,
        "typed": typed,
        "waiting": number,
        "waiting_since": since,
        "hears": hears_of_waiting_clubs(),
        "newest": _newest(),
        "backs_up": settings.BACKUPS is not None,
        "free": shutil.disk_usage(settings.DATA_DIR).free,
        **_work(),
    }
    return render(request, "scoring/desk/site_admin.html", context)


def _newest() -> KeptBackup | None:
    with suppress(OSError):  # the page of backups reports errors of their store
        return newest_of(None)
    return None


def _work() -> dict[str, Any]:
    try:
        works = all_work(MOST_FAILED)
    except TaskBackendDown as error:
        return {"away": str(error)}
    return {"failed": sum(work.state == "failed" for work in works)}


class LimitsForm(PlainForm):
    """The limits of a club; blank for the site's usual limits."""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for limit in limits_of(club):
            usual = limit.usual
            self.fields[limit.kind] = WholeNumberField(
                label=KINDS[limit.kind],
                required=False,
                min_value=0,
                max_value=10_000_000,
                initial=limit.own,
                help_text=message(
                    "Leave blank for this site’s usual limit of {n}.", n=usual
                )
                if usual is not None
                else message("Leave blank for no limit."),
            )


class RefuseForm(PlainForm):
    """The reason for rejecting a club."""

    why = forms.CharField(
        label=_("Reason for rejecting"),
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("We’ll email this to the club’s owners and delete the club."),
        error_messages={
            "required": _("Enter a reason. We’ll email it to the club’s owners.")
        },
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_limits(request: HttpRequest, club: str) -> HttpResponse:
    """Show one club: its approval, and its limits."""
    actor = Actor.at_desk(operator_of(request))
    the_club = _club(club)
    is_sent = request.method == "POST"
    form = LimitsForm(request.POST if is_sent else None, club=the_club)
    if is_sent and form.is_valid():
        club_lifecycle.set_limits(
            club=the_club,
            actor=actor,
            limits={k: n for k, n in form.cleaned_data.items() if n is not None},
        )
        messages.success(request, message("Limits saved."))
        return redirect("scoring:operator-club", the_club.slug)
    return _page(request, the_club, form, RefuseForm())


@require_POST
def club_approve(request: HttpRequest, club: str) -> HttpResponse:
    actor = Actor.at_desk(operator_of(request))
    the_club = _club(club)
    if club_lifecycle.approve(club=the_club, actor=actor):
        messages.success(request, message("Approved: {club}", club=the_club))
    return redirect("scoring:operator")


@require_POST
def club_refuse(request: HttpRequest, club: str) -> HttpResponse:
    operator_of(request)
    the_club = _club(club)
    form = RefuseForm(request.POST)
    if not form.is_valid():
        return _page(request, the_club, LimitsForm(club=the_club), form)
    try:
        is_gone = club_lifecycle.refuse(club=the_club, reason=form.cleaned_data["why"])
    except ActionRefused as refused:
        form.add_error("why", refused.message)
        return _page(request, the_club, LimitsForm(club=the_club), form)
    if is_gone:
        messages.success(
            request, message("Rejected and deleted: {club}", club=the_club)
        )
    return redirect("scoring:operator")


def _page(
    request: HttpRequest, club: Club, form: LimitsForm, refusal: RefuseForm
) -> HttpResponse:
    owners = club.roles.filter(kind="owner").select_related("user")
    context = {"club": club, "form": form, "refusal": refusal, "owners": owners}
    return render(request, "scoring/desk/operator_club.html", context)


def _club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404(message("That club doesn’t exist."))
    return club
