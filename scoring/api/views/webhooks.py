"""Pages for owners to manage webhooks and see their calls."""

from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
)

from clubs.access import Member, member_of
from clubs.forms import PlainForm
from clubs.i18n import clock_and_day, message, plural_message
from scoring.api import webhooks as webhook_service
from scoring.api.webhook_delivery import Kind, next_at, words_at
from scoring.api.webhook_urls import LONGEST, host_of
from scoring.core.access import OWNER
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame, refusals_as_messages
from scoring.core.tables import NUMERIC
from scoring.core.writes import Actor
from scoring.models import Webhook, WebhookTry

TITLE = _("Webhooks")


KINDS = (
    (Kind.ANNOUNCED, _("A new event")),
    (Kind.CHANGED, _("A change to an event")),
    (Kind.FINISHED, _("Final standings")),
    (Kind.EVENING_GONE, _("An event that’s no longer public")),
    (Kind.NAMES, _("Names that were changed or erased")),
    (Kind.CLUB_GONE, _("The club being closed")),
)


class KindsForm(PlainForm):
    """The kinds of news that a webhook is called for."""

    kinds = forms.MultipleChoiceField(
        label=_("Call the program for"),
        choices=KINDS,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Keep “An event that’s no longer public” and “The club being closed” "
            "selected, so the program can remove them."
        ),
        error_messages={"required": _("Select at least one kind of call.")},
    )


class AddressForm(IdempotentForm):
    """The address of a program to call."""

    address = forms.CharField(
        label=_("Address of the program"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"autocomplete": "off", "inputmode": "url"}),
        help_text=_("For example, https://lodge.example/valat."),
    )


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook as its owner sees it; `state` is a kind of note."""

    webhook: Webhook
    state: str
    words: str


class TriesTable(tables.Table):
    """The last tries, newest first."""

    at = tables.Column(verbose_name=_("When"), attrs={"td": {"class": "lead"}})
    what = tables.Column(verbose_name=_("What"))
    answer = tables.Column(verbose_name=_("Answer"))
    took = tables.Column(verbose_name=_("Duration"), attrs=NUMERIC)

    class Meta:
        orderable = False
        attrs = {"caption": _("Recent calls"), "class": "compact"}
        empty_text = _("No calls yet.")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhooks(request: HttpRequest, club: str) -> HttpResponse:
    """List webhooks and add one; only this response shows the new secret."""
    member = member_of(request, club, OWNER)
    missing = webhook_service.missing()
    form = AddressForm(request.POST or None)
    if request.method == "POST" and not missing and form.is_valid():
        with form.refusals():
            created = webhook_service.make(
                club=member.club, actor=Actor.at_desk(member.user), **form.cleaned_data
            )
            return _page(
                request, member, created, webhook_service.first_secret_of(created)
            )
    listed = [
        _webhook_state(webhook) for webhook in webhook_service.webhooks_of(member.club)
    ]
    settings = reverse("clubs:settings", args=[member.club.slug])
    context = {
        **desk_frame(member, (message("Settings"), settings), str(TITLE)),
        "form": form,
        "listed": listed,
        "missing": missing,
    }
    return render(request, "scoring/api/webhooks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhook(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Show one webhook: its kinds of news, and its waiting and past calls."""
    member = member_of(request, club, OWNER)
    asked = _webhook(member, pk)
    sent = request.POST if request.method == "POST" else None
    form = KindsForm(sent, initial={"kinds": webhook_service.wanted_of(asked)})
    if form.is_valid():
        with refusals_as_messages(request):
            webhook_service.choose_kinds(
                webhook=asked, actor=Actor.at_desk(member.user), **form.cleaned_data
            )
            messages.success(request, message("Saved."))
        return redirect("scoring:webhook", member.club.slug, asked.pk)
    return _page(request, member, asked, form=form)


@require_POST
@never_cache
def webhook_secret(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Change the secret; only this response shows the new one."""
    member = member_of(request, club, OWNER)
    asked = _webhook(member, pk)
    with refusals_as_messages(request):
        changed = webhook_service.change_secret(
            webhook=asked, actor=Actor.at_desk(member.user)
        )
        return _page(request, member, changed, webhook_service.first_secret_of(changed))
    return redirect("scoring:webhook", member.club.slug, asked.pk)


@require_POST
def webhook_old_secret(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """End the old secret early."""
    member = member_of(request, club, OWNER)
    asked = _webhook(member, pk)
    with refusals_as_messages(request):
        webhook_service.end_old_secret(webhook=asked, actor=Actor.at_desk(member.user))
        messages.success(
            request, message("Calls are now signed only with the new secret.")
        )
    return redirect("scoring:webhook", member.club.slug, asked.pk)


@require_POST
def webhook_test(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Send a test call."""
    member = member_of(request, club, OWNER)
    asked = _webhook(member, pk)
    with refusals_as_messages(request):
        webhook_service.send_test(webhook=asked, is_repeat="again" in request.POST)
        messages.success(
            request,
            message("The test call is being sent. Refresh this page in a few seconds."),
        )
    return redirect("scoring:webhook", member.club.slug, asked.pk)


@require_POST
def webhook_withdraw(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Remove a webhook."""
    member = member_of(request, club, OWNER)
    webhook = _webhook(member, pk)
    webhook_service.withdraw(webhook=webhook, actor=Actor.at_desk(member.user))
    messages.success(
        request, message("Webhook removed: {host}", host=host_of(webhook.address))
    )
    return redirect("scoring:webhooks", member.club.slug)


def _webhook(member: Member, pk: int) -> Webhook:
    found = webhook_service.webhook_of(member.club, pk)
    if found is None:
        raise Http404(message("This webhook no longer exists."))
    return found


def _page(
    request: HttpRequest,
    member: Member,
    webhook: Webhook,
    secret: str = "",
    form: KindsForm | None = None,
) -> HttpResponse:
    club = member.club
    wanted = {"kinds": webhook_service.wanted_of(webhook)}
    tries = webhook_service.tries_of(webhook)
    is_tested = any(row.kind == Kind.TEST for row in tries)
    has_two = len(words_at(webhook, timezone.now())) > 1
    settings = reverse("clubs:settings", args=[club.slug])
    parent = (str(TITLE), reverse("scoring:webhooks", args=[club.slug]))
    with timezone.override(club.zone):
        context = {
            **desk_frame(
                member,
                (message("Settings"), settings),
                parent,
                host_of(webhook.address),
            ),
            "shown": _webhook_state(webhook),
            "host": host_of(webhook.address),
            "secret": secret,
            "old_until": webhook.old_until if has_two else None,
            "kinds": form or KindsForm(initial=wanted),
            "again": [("again", "1")] if is_tested else [],
            "waiting": [
                _waiting(webhook, row) for row in webhook_service.waiting_of(webhook)
            ],
            "table": TriesTable(list(map(_row, tries))),
            "missing": webhook_service.missing(),
        }
        return render(request, "scoring/api/webhook.html", context)


def _webhook_state(webhook: Webhook) -> WebhookRow:
    if webhook.ended_at:
        return WebhookRow(webhook, "wrong", str(Webhook.End(webhook.ended_why).label))
    if webhook.failing_since:
        since = timezone.localtime(webhook.failing_since, webhook.club.zone)
        words = plural_message(
            "{n} call failed at {moment}.",
            "{n} calls in a row failed, the first at {moment}.",
            webhook.failures,
            moment=clock_and_day(since),
        )
        return WebhookRow(webhook, "waits", words)
    return WebhookRow(
        webhook, "right", message("Valat calls this address when something changes.")
    )


def _waiting(webhook: Webhook, row: WebhookTry) -> str:
    moment = timezone.localtime(next_at(webhook, row))
    return message(
        "Next call at {moment}: {what}",
        what=_call_text(row),
        moment=clock_and_day(moment),
    )


def _row(row: WebhookTry) -> dict[str, Any]:
    assert row.tried_at is not None
    return {
        "at": clock_and_day(timezone.localtime(row.tried_at)),
        "what": _call_text(row),
        "answer": _answer(row),
        "took": message("{n} ms", n=row.took),
    }


def _call_text(row: WebhookTry) -> str:
    """Return a call's subject, and the number of a repeated try."""
    if row.tournament:
        name = row.tournament.name
        subject = {
            Kind.ANNOUNCED: message("new event: {evening}", evening=name),
            Kind.FINISHED: message("final standings: {evening}", evening=name),
        }.get(Kind(row.kind), message("changed: {evening}", evening=name))
    else:
        subject = {
            Kind.TEST: message("a test"),
            Kind.EVENING_GONE: message("an event that’s no longer public"),
            Kind.CLUB_GONE: message("the club, which is no longer public"),
        }.get(Kind(row.kind), message("names in the club"))
    return (
        subject
        if row.number == 1
        else message("Try {n}: {what}", what=subject, n=row.number)
    )


def _answer(row: WebhookTry) -> str:
    if row.why:
        return str(WebhookTry.Why(row.why).label)
    if row.is_taken:
        return message("{status}, accepted", status=row.status)
    if row.status and 300 <= row.status < 400:
        return message("{status}: redirects aren’t followed", status=row.status)
    return message("{status}, not accepted", status=row.status)
