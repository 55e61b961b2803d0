"""Delivery of webhook calls: what to send, how to sign it, and when to retry.

A call only contains `{id, kind, url}`, about a public event; programs read the change
at `url`. Calls are signed as in Standard Webhooks, with a secret derived from the row's
word and the site's key: a copy of the database doesn't reveal it.
"""

import hmac
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django_tasks import task

from clubs.email import send_later
from clubs.i18n import message
from clubs.languages import language_of
from clubs.models import Role, User
from clubs.tasks import enqueue, is_pending
from scoring.api.webhook_client import WebhookResponse, post
from scoring.api.webhook_urls import host_of
from scoring.core.writes import Actor, log
from scoring.exports.card_evening_export import id_of
from scoring.models import Webhook, WebhookTry
from scoring.models.log_messages import log_message

SALT = "scoring.api.webhooks"
Kind = WebhookTry.Kind
GATHER = timedelta(seconds=3)  # the wait for further changes to combine in one call
LISTED, KEPT = 30, timedelta(days=30)  # tries of a webhook
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
# Pauses before the next try of a call: ten tries in about two days. A call that fails
# doesn't raise, so the pauses of `clubs.tasks` are only for faults of this module.
PAUSES = (
    *(10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR),
    *(5 * HOUR, 10 * HOUR, 14 * HOUR, 16 * HOUR),
)
HELD = MINUTE  # lock against concurrent calls; a call takes seconds
SPACE, SLOWER = 10 * SECOND, 20  # pause after a call, or this many times its duration
ENOUGH, LONG_ENOUGH = 20, timedelta(days=5)  # failures in a row that end the webhook
GONE = 410
SITE = Actor(None, "the clock", source="clock")
# In order of importance: of several changes to an event the last of these is sent.
OF_EVENINGS = (Kind.CHANGED, Kind.ANNOUNCED, Kind.FINISHED)


def secret_of(webhook: Webhook) -> str:
    """Return the secret that the program uses to verify our calls."""
    return f"whsec_{b64encode(_secret(webhook.word)).decode()}"


def _secret(word: str) -> bytes:
    return salted_hmac(SALT, word, algorithm="sha256").digest()


def words_at(webhook: Webhook, moment: datetime) -> tuple[str, ...]:
    """Return the words of the signing secrets: two while the secret is changed."""
    is_changing = webhook.old_until is not None and moment < webhook.old_until
    return (webhook.word, webhook.old_word) if is_changing else (webhook.word,)


def headers_of(
    webhook: Webhook, event: str, body: bytes, sent_at: datetime
) -> dict[str, str]:
    """Return headers that prove the sender and time of a call."""
    moment = int(sent_at.timestamp())
    signed = f"{event}.{moment}.".encode() + body
    digests = [
        hmac.digest(_secret(word), signed, sha256)
        for word in words_at(webhook, sent_at)
    ]
    return {
        "webhook-id": event,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(f"v1,{b64encode(d).decode()}" for d in digests),
    }


@task(queue_name="webhooks")
def call(webhook: int) -> None:
    """Make the next due call of a webhook, and queue the one after it."""
    if not settings.SITE_URL:  # wait until it is set
        return
    row = _next(webhook)
    if row is not None:
        body = _body(row)
        headers = headers_of(row.webhook, row.event, body, timezone.now())
        _note(row, post(row.webhook.address, headers, body))
    if left := Webhook.objects.filter(pk=webhook, ended_at=None).first():
        enqueue_next(left)


def enqueue_due() -> None:
    """Queue every webhook that has waiting calls, and delete old tries.

    Pauses of more than an hour rest on this alone; it also recovers calls whose task was
    lost when the site stopped.
    """
    WebhookTry.objects.filter(tried_at__lt=timezone.now() - KEPT).delete()
    waiting = WebhookTry.objects.filter(tried_at=None, webhook__ended_at=None)
    for pk in waiting.order_by("webhook").values_list("webhook", flat=True).distinct():
        if not is_pending(call, pk):
            enqueue(call, pk)


def locked(webhook: int) -> Webhook | None:
    rows = Webhook.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("club").filter(pk=webhook, ended_at=None).first()


@transaction.atomic
def _next(webhook: int) -> WebhookTry | None:
    """Return the try to make now, locked against other workers for a while."""
    fresh, current_time = locked(webhook), timezone.now()
    if fresh is None or fresh.waits_until > current_time:
        return None
    due = [row for row in _joined(fresh) if row.due_at <= current_time]
    if not due:
        return None
    fresh.waits_until = current_time + HELD
    fresh.save(update_fields=["waits_until"])
    row = min(due, key=lambda row: row.due_at)
    row.webhook = fresh
    return row


def _joined(webhook: Webhook) -> list[WebhookTry]:
    """Return the waiting tries, one for each event; delete the others.

    Of an event that isn't public, only its id is sent.
    """
    waiting = list(
        webhook.tries.filter(tried_at=None).select_related("tournament__club")
    )
    remaining = one_of_each(_still_true(waiting, webhook))
    unwanted = webhook.unwanted.split()
    remaining = [row for row in remaining if row.kind not in unwanted]
    pks = {row.pk for row in remaining}
    removed, _ = webhook.tries.filter(pk__in={row.pk for row in waiting} - pks).delete()
    if removed:  # the remaining call also covers the removed ones, whenever it is sent
        webhook.tries.bulk_update(remaining, ["kind"])
    return remaining


def one_of_each(waiting: Iterable[WebhookTry]) -> list[WebhookTry]:
    """Return for each event the newest call, preferring calls not tried before.

    A program could treat the id of a tried call as already received.
    """

    def subject(row: WebhookTry) -> tuple[int, str, str]:
        kind = "" if row.tournament_id else row.kind
        return row.tournament_id or 0, kind, str(row.gone or "")

    newest = []
    for _, rows in groupby(sorted(waiting, key=subject), subject):
        duplicates = list(rows)
        row = max(duplicates, key=lambda row: (-row.number, row.pk))
        if row.tournament:
            row.kind = max(
                (Kind(call.kind) for call in duplicates), key=OF_EVENINGS.index
            )
            if row.kind == Kind.FINISHED and row.tournament.finished_at is None:
                row.kind = Kind.CHANGED  # it was reopened
        newest.append(row)
    return newest


def _still_true(
    waiting: Iterable[WebhookTry], webhook: Webhook
) -> Iterator[WebhookTry]:
    """Drop calls about data that isn't public, and “gone” for data public again."""
    rows = list(waiting)
    removed_ids = [row.gone for row in rows if row.gone]
    restored: set[UUID | None] = set()
    if removed_ids:
        visible = webhook.club.tournaments.filter(file_id__in=removed_ids, public=True)
        restored = {*visible.values_list("file_id", flat=True)}
    for row in rows:
        if webhook.club.is_shut or row.kind == Kind.CLUB_GONE:
            is_true = webhook.club.is_shut and row.kind == Kind.CLUB_GONE
        elif row.tournament:
            is_true = row.tournament.public
        else:
            is_true = row.gone not in restored
        if is_true:
            yield row


def _body(row: WebhookTry) -> bytes:
    """Return the body, with the call's id in the URL to avoid cached copies.

    For a deleted event it has only the id; there is nothing at its address any more.
    """
    club = row.webhook.club
    data = {"id": row.event, "kind": row.kind}
    key = row.gone or (row.tournament and id_of(row.tournament))
    if key:
        path = reverse("scoring:api:tournament", args=[club.slug, key])
    else:
        path = reverse("scoring:api:club", args=[club.slug])
    data["url"] = f"{str(settings.SITE_URL).rstrip('/')}{path}?event={row.event}"
    if row.gone:
        data["evening"] = str(row.gone)
    elif row.kind == Kind.CLUB_GONE:
        data["club"] = club.slug
    return json.dumps(data, separators=(",", ":")).encode()


@transaction.atomic
def _note(row: WebhookTry, outcome: WebhookResponse) -> None:
    """Store the outcome of a try, and update the webhook accordingly."""
    webhook, current_time = locked(row.webhook.pk), timezone.now()
    if webhook is None:  # withdrawn since then
        return
    row.tried_at, row.status, row.why = current_time, outcome.status, outcome.reason
    row.took = outcome.took
    row.save()
    slow = SLOWER * timedelta(milliseconds=outcome.took)
    webhook.waits_until = current_time + max(SPACE, slow)
    if row.is_taken:
        webhook.failures, webhook.failing_since = 0, None
        webhook.tries.filter(tried_at=None, due_at__gt=current_time).update(
            due_at=current_time
        )
    else:
        _fail(webhook, row, current_time)
    webhook.save()
    tried = webhook.tries.exclude(tried_at=None).order_by("-tried_at", "-pk")
    old = list(tried.values_list("pk", flat=True)[LISTED:])
    webhook.tries.filter(pk__in=old).delete()


def _fail(webhook: Webhook, row: WebhookTry, current_time: datetime) -> None:
    """Schedule the call's next try by its own pauses, or end a failing webhook."""
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or current_time
    is_long = current_time - webhook.failing_since >= LONG_ENOUGH
    if row.status == GONE:
        _end(webhook, Webhook.End.GONE, current_time)
    elif webhook.failures >= ENOUGH and is_long:
        _end(webhook, Webhook.End.FAILING, current_time)
    elif row.number <= len(PAUSES) and row.kind != Kind.TEST:
        webhook.tries.create(
            tournament=row.tournament,
            gone=row.gone,
            kind=row.kind,
            event=row.event,
            number=row.number + 1,
            due_at=current_time + PAUSES[row.number - 1],
        )


def _end(webhook: Webhook, reason: Webhook.End, current_time: datetime) -> None:
    """End a webhook until an owner creates another; email the owners."""
    webhook.ended_at, webhook.ended_why = current_time, reason
    webhook.tries.filter(tried_at=None).delete()
    club, host = webhook.club, host_of(webhook.address)
    text = log_message("webhook.stopped", host=host)
    log(SITE, "program", text, club=club, new=str(reason.label))
    owns = {"roles__club": club, "roles__kind": Role.Kind.OWNER}
    owners = User.objects.filter(**owns).exclude(email="") if settings.MAIL else ()
    for owner in owners:
        with translation.override(language_of(owner)):
            subject = message("A webhook was turned off: {host}", host=host)
            page = reverse("scoring:webhook", args=[club.slug, webhook.pk])
            lines = [str(reason.label), f"{club.name}: {settings.SITE_URL}{page}"]
            body = "\n\n".join(lines)
            send_later(EmailMessage(f"Valat: {subject}", body, None, [owner.email]))


def next_at(webhook: Webhook, row: WebhookTry) -> datetime:
    """Return the earliest time of a waiting try."""
    return max(row.due_at, webhook.waits_until)


def enqueue_next(webhook: Webhook) -> None:
    """Queue the next call for its due time; later ones are queued by the hourly job."""
    waiting = webhook.tries.filter(tried_at=None).order_by("due_at").first()
    if waiting is None:
        return
    left = next_at(webhook, waiting) - timezone.now()
    if left <= HOUR:
        enqueue(call, webhook.pk, after=max(left, timedelta()))
