"""The page of one person, `/me/<token>/`, without an account.

Opening the page changes nothing. Every change needs a button.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.staticfiles.finders import find
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.branding import APP, app_of
from clubs.forms import PlainForm, WholeNumberField
from clubs.i18n import clock_and_day, message
from clubs.models import Pictures, Player, Shown
from clubs.site_urls import site_address
from scoring.core.forms import new_key
from scoring.core.names import hides, is_unnamed, public_name
from scoring.core.page_context import is_part, refusals_as_messages
from scoring.core.push import waits_at
from scoring.core.writes import ActionRefused
from scoring.people import players
from scoring.signups import email_addresses, personal_links, rsvps
from scoring.signups.access import OwnAccess, own_access
from scoring.signups.calendars import webcal_url
from scoring.signups.my_page import (
    EveningToCome,
    OwnPage,
    Tonight,
    evenings_to_come,
    own_page,
    tonight_of,
)
from scoring.signups.reschedules import rescheduled_text
from scoring.signups.summaries import (
    details_of,
    fee_of,
    heading_of,
    names_of,
    rsvp_text,
)
from scoring.signups.table_plan import TablePlan, plan_of

BUTTONS = {
    "come": _("I’m going"),
    "late": _("Maybe late"),
    "needed": _("On standby"),
    "out": _("Can’t make it"),
}


PICTURES = {"pictures": Pictures.AGREES, "no-pictures": Pictures.NOT}


class OutForm(PlainForm):
    """A choice about the name and photos: hide, show, request erasure, or consent."""

    act = forms.ChoiceField(
        choices=[(word, word) for word in ("hide", "show", "out", "stay", *PICTURES)]
    )


class AnswerForm(PlainForm):
    """An answer, and the event it is for."""

    evening = WholeNumberField(min_value=1)
    answer = forms.ChoiceField(choices=BUTTONS.items())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def me(request: HttpRequest, token: str) -> HttpResponse:
    """Show a person's own page; a POST saves their RSVP to an event."""
    access = own_access(token)
    if request.method == "POST":
        return _answered(request, access, token)
    if is_part(request):
        return _tonight_part(request, access.player, token)
    return _page(request, access.player, token)


@require_safe
@never_cache
def app(request: HttpRequest, token: str) -> HttpResponse:
    """Return the web app manifest that lets a phone install the person's own page."""
    club = own_access(token).player.club
    start, name = reverse("scoring:me", args=[token]), message("My page")
    manifest = app_of(club, f"{name} · {club.name}", name, start)
    return JsonResponse(manifest, content_type=APP)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of my page; browsers check for updates each time."""
    source = Path(find("me/worker.js") or "").read_bytes()
    response = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_POST
def change_data(request: HttpRequest, token: str) -> HttpResponse:
    """Hide or show the name, request or withdraw erasure, or change consent to photos.

    Hiding and showing take effect at once. The director decides about erasure.
    """
    access, form = own_access(token), OutForm(request.POST)
    player, actor = access.player, access.actor
    url = f"{reverse('scoring:me', args=[token])}#data"
    if not form.is_valid():
        messages.error(request, message("Select one of the buttons."))
        return redirect(url)
    act = form.cleaned_data["act"]
    if act in PICTURES:
        with refusals_as_messages(request):
            email_addresses.say_of_pictures(
                player=player, actor=actor, answer=PICTURES[act]
            )
        return redirect(f"{reverse('scoring:me', args=[token])}#pictures")
    if act in ("hide", "out"):
        players.change(player=player, actor=actor, shown=Shown.HIDDEN)
    if act == "show":
        players.change(player=player, actor=actor, shown="")
    if act in ("out", "stay"):
        personal_links.request_erasure(
            link=access.link, actor=actor, wants=act == "out"
        )
    if act == "out":
        rsvps.set_not_going_to(evenings_to_come(player, _today(player)), player, actor)
    messages.success(request, message("Done."))
    return redirect(url)


def _answered(request: HttpRequest, access: OwnAccess, token: str) -> HttpResponse:
    player, form = access.player, AnswerForm(request.POST)
    if not form.is_valid():
        return _page(
            request, player, token, refused=message("Select one of the buttons.")
        )
    pk = form.cleaned_data["evening"]
    evenings = evenings_to_come(player, _today(player))
    evening = next((evening for evening in evenings if evening.pk == pk), None)
    if evening is None or not evening.asks:
        reason = message("This event no longer takes RSVPs.")
        return _page(request, player, token, refused=reason)
    closed = rsvps.why_closed(evening)
    answer, actor = form.cleaned_data["answer"], access.actor
    try:
        if closed:
            raise ActionRefused(closed)
        rsvps.set_rsvp(answer, tournament=evening, player=player, actor=actor)
    except ActionRefused as refused:
        return _page(request, player, token, refused=refused.message, refused_at=pk)
    return redirect(f"{reverse('scoring:me', args=[token])}#evening-{pk}")


def _tonight_part(request: HttpRequest, player: Player, token: str) -> HttpResponse:
    """Return the current seat and place to an open page, or 204 if nothing changed."""
    tonight = tonight_of(player, _today(player))
    version, html = _tonight(tonight, token, _name(player), is_live=True)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    return HttpResponse(html)


def _name(player: Player) -> str:
    """Return the public name, because a card with the address can be found."""
    return str(public_name(player.name, player.club, player.pk))


def _tonight(
    tonight: Sequence[Tonight], token: str, name: str, *, is_live: bool
) -> tuple[str, SafeString]:
    """Return the event being played as HTML, and the version of that state."""
    card_context = {"tonight": tonight, "name": name}
    cards = render_to_string("scoring/signups/_tonight_cards.html", card_context)
    version = sha256(cards.encode()).hexdigest()[:12]
    context = {
        "cards": cards,
        "is_live": is_live,
        "news": f"{reverse('scoring:me', args=[token])}?v={version}",
        "waits_at": waits_at(*(("page", card.tournament.pk) for card in tonight)),
    }
    return version, render_to_string("scoring/signups/_tonight.html", context)


def _page(
    request: HttpRequest,
    player: Player,
    token: str,
    refused: str = "",
    refused_at: int = 0,
) -> HttpResponse:
    today = _today(player)
    page = own_page(player, today)
    # Publishing a draw turns an event of today into one that is being played.
    starts_today = any(event.tournament.date <= today for event in page.coming)
    is_live = bool(page.tonight) or starts_today
    calendar = reverse("scoring:my-calendar", args=[token])
    name, evenings = _name(player), _evenings(page, player)
    leads = bool(evenings) and not page.tonight  # show it at the top
    context = {
        "club": player.club,
        "player": player,
        "name": name,
        "tonight": _tonight(page.tonight, token, name, is_live=is_live)[1],
        "is_playing": bool(page.tonight),
        "is_live": is_live,
        "now": clock_and_day(timezone.localtime(timezone=player.club.zone)),
        "worker": reverse("scoring:my-worker"),
        "first": evenings[0] if leads else None,
        "evenings": evenings[1:] if leads else evenings,
        "buttons": BUTTONS.items(),
        "calendar": calendar,
        "webcal": webcal_url(site_address(request), calendar),
        "mail": reverse("scoring:my-mail", args=[token]),
        "app": reverse("scoring:my-app", args=[token]),
        "token": token,
        "data_key": new_key(),
        "is_unnamed": is_unnamed(player.club, player.pk),
        "has_results": not hides(player.club, player.pk)
        and players.played_in_public(player),
        "pictures": players.words_on_pictures(player.pictures, player),
        "would_agree": players.words_on_pictures(Pictures.AGREES, player),
        "asks_guardian": email_addresses.asks_guardian(player),
        "is_hidden": player.shown == Shown.HIDDEN,
        "wants_out": player in players.who_want_out(player.club),
        "refused": refused,
        "refused_at": refused_at,
        "indexable": False,
    }
    status = 409 if refused else 200
    return render(request, "scoring/signups/me.html", context, status=status)


def _evenings(page: OwnPage, player: Player) -> list[dict[str, Any]]:
    names = [evening.tournament.name for evening in page.coming]
    return [
        {
            "tournament": evening.tournament,
            # Events made as a series share one name.
            "is_repeat": evening.tournament.name in names[:index],
            "fee": fee_of(evening.tournament),
            "count": len(evening.coming.inside),
            "going": names_of(evening.coming),
            "short_state": _short_state(evening),
            "moved": rescheduled_text(evening.tournament),
            "state": rsvp_text(evening.comer, evening.tournament),
            "comer": evening.comer,
            "pressed": rsvps.answer_of(evening.comer),
            "closed": evening.closed,
            "is_full": evening.would_wait,
            "plan": _plan(evening, player),
            "heading": heading_of(evening.coming),
            "details": details_of(evening.coming),
        }
        for index, evening in enumerate(page.coming)
    ]


def _plan(evening: EveningToCome, player: Player) -> TablePlan:
    """Return the tables with the reader's own chair, or a free one offered to them."""
    coming = evening.coming
    may_answer = coming.tournament.asks and not evening.closed
    is_asked = not rsvps.answer_of(evening.comer) and coming.free != 0
    return plan_of(coming, reader=player, asks_reader=may_answer and is_asked)


def _short_state(evening: EveningToCome) -> str:
    """Return an event's RSVP in a word or two, for a line of a list."""
    if evening.tournament.called_off_at:
        return message("canceled")
    pressed = rsvps.answer_of(evening.comer)
    return str(BUTTONS[pressed]) if pressed in BUTTONS else message("no answer yet")


def _today(player: Player) -> date:
    return timezone.localdate(timezone=player.club.zone)
