"""Webhooks as the owner of a club sees them: create, test, remove, and their calls."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from clubs.i18n import message
from clubs.models import Club, new_token
from scoring.api.webhook_delivery import (
    LISTED,
    SPACE,
    Kind,
    enqueue_next,
    locked,
    one_of_each,
    secret_of,
)
from scoring.api.webhook_urls import host_of, target_of
from scoring.core.writes import ActionRefused, Actor, log
from scoring.models import Webhook, WebhookTry
from scoring.models.log_messages import log_message

MOST = 5  # of a club
BOTH_FOR = timedelta(days=1)  # both secrets sign calls after a change
CHOICES = tuple(kind for kind in Kind if kind != Kind.TEST)
SHOWN_FOR = timedelta(minutes=10)  # to the user who sends the same form again


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    return club.webhooks.select_related("made_by")


def webhook_of(club: Club, pk: int) -> Webhook | None:
    return webhooks_of(club).filter(pk=pk).first()


def tries_of(webhook: Webhook) -> list[WebhookTry]:
    """Return the newest tries that were made, last first."""
    tried = webhook.tries.exclude(tried_at=None).select_related("tournament")
    return list(tried.order_by("-tried_at", "-pk")[:LISTED])


def waiting_of(webhook: Webhook) -> list[WebhookTry]:
    """Return the waiting calls, in the order they will be made."""
    waiting = webhook.tries.filter(tried_at=None).select_related("tournament")
    return sorted(one_of_each(waiting), key=lambda row: row.due_at)


@transaction.atomic
def make(*, club: Club, actor: Actor, address: str, key: str) -> Webhook:
    """Create a webhook; a form sent twice makes one. Raises ActionRefused."""
    target = target_of(address)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if existing := club.webhooks.filter(key=key).first():
        return existing
    club.webhooks.filter(address=str(target)).exclude(ended_at=None).delete()
    if club.webhooks.filter(address=str(target)).exists():
        raise ActionRefused(message("This address already has a webhook."), "address")
    if club.webhooks.count() >= MOST:
        raise ActionRefused(
            message("You can have at most {n} webhooks. Remove one first.", n=MOST)
        )
    current_time = timezone.now()
    facts = {
        "key": key,
        "made_by": actor.user,
        "made_at": current_time,
        "waits_until": current_time,
    }
    webhook = Webhook.objects.create(club=club, address=str(target), **facts)
    text = log_message("webhook.added", host=target.head)
    log(actor, "program", text, club=club)
    return webhook


@transaction.atomic
def withdraw(*, webhook: Webhook, actor: Actor) -> None:
    """Delete a webhook and its tries; doing so twice does no harm."""
    deleted, _ = Webhook.objects.filter(pk=webhook.pk).delete()
    if deleted:
        text = log_message("webhook.stopped", host=host_of(webhook.address))
        log(actor, "program", text, club=webhook.club)


@transaction.atomic
def change_secret(*, webhook: Webhook, actor: Actor) -> Webhook:
    """Change the secret; calls are signed with both secrets for a day.

    A form sent twice is one change. Raises ActionRefused while two secrets are in use.
    """
    fresh, current_time = _in_use(webhook), timezone.now()
    if fresh.secret_at and current_time < fresh.secret_at + SHOWN_FOR:
        return fresh
    if fresh.old_until and current_time < fresh.old_until:
        raise ActionRefused(
            message("Two secrets are in use. End the old secret first.")
        )
    fresh.old_word, fresh.old_until = fresh.word, current_time + BOTH_FOR
    fresh.word, fresh.secret_at = new_token(), current_time
    fresh.save(update_fields=["word", "secret_at", "old_word", "old_until"])
    text = log_message("webhook.secret_changed", host=host_of(fresh.address))
    log(actor, "program", text, club=fresh.club)
    return fresh


@transaction.atomic
def end_old_secret(*, webhook: Webhook, actor: Actor) -> None:
    """Sign calls only with the new secret from now on; doing so twice does no harm."""
    fresh = _in_use(webhook)
    if fresh.old_until is None:
        return
    fresh.old_word, fresh.old_until = "", None
    fresh.save(update_fields=["old_word", "old_until"])
    host = host_of(fresh.address)
    text = log_message("webhook.old_secret_ended", host=host)
    log(actor, "program", text, club=fresh.club)


@transaction.atomic
def choose_kinds(*, webhook: Webhook, actor: Actor, kinds: Iterable[str]) -> None:
    """Choose the kinds of news to call for; kinds added later are also called."""
    fresh = _in_use(webhook)
    chosen = {*kinds}
    unwanted = " ".join(kind for kind in CHOICES if kind not in chosen)
    if unwanted == fresh.unwanted:
        return
    old, fresh.unwanted = fresh.unwanted, unwanted
    fresh.save(update_fields=["unwanted"])
    host = host_of(fresh.address)
    text = log_message("webhook.kinds_chosen", host=host)
    log(
        actor, "program", text, club=fresh.club, old=_wanted(old), new=_wanted(unwanted)
    )


def wanted_of(webhook: Webhook) -> list[str]:
    """Return the kinds that the webhook is called for."""
    unwanted = webhook.unwanted.split()
    return [kind for kind in CHOICES if kind not in unwanted]


def _wanted(unwanted: str) -> str:
    return ", ".join(kind for kind in CHOICES if kind not in unwanted.split())


def _in_use(webhook: Webhook) -> Webhook:
    """Return the webhook, locked. Raises ActionRefused if it is turned off."""
    fresh = locked(webhook.pk)
    if fresh is None:
        raise ActionRefused(message("This webhook is turned off."))
    return fresh


def last_test_of(webhook: Webhook) -> WebhookTry | None:
    """Return the newest test that was sent."""
    tests = webhook.tries.filter(kind=Kind.TEST).exclude(tried_at=None)
    return tests.order_by("-tried_at", "-pk").first()


@transaction.atomic
def send_test(*, webhook: Webhook, is_repeat: bool = False) -> None:
    """Queue one test call soon, even if asked twice. Raises ActionRefused.

    A repeat has the id of the last test, to test a program with a call that it already
    knows.
    """
    fresh = _in_use(webhook)
    if fresh.club.is_shut:
        raise ActionRefused(message("This club isn’t public, so no program is called."))
    if not fresh.tries.filter(tried_at=None, kind=Kind.TEST).exists():
        current_time = timezone.now()
        last_test = last_test_of(fresh) if is_repeat else None
        fresh.tries.create(kind=Kind.TEST, due_at=current_time, **_same_as(last_test))
        last = fresh.tries.aggregate(at=Max("tried_at"))["at"]
        fresh.waits_until = max(current_time, last + SPACE) if last else current_time
        fresh.save(update_fields=["waits_until"])
    enqueue_next(fresh)


def _same_as(test: WebhookTry | None) -> dict[str, Any]:
    return {"event": test.event, "number": test.number + 1} if test else {}


def missing() -> str:
    """Return the message about a missing setting for webhooks; "" if complete."""
    if settings.SITE_URL:
        return ""
    return message("This site has no public address (SITE_URL), so webhooks are off.")


def first_secret_of(webhook: Webhook) -> str:
    """Return the secret during the first minutes after it was made; "" later."""
    made_at = webhook.secret_at or webhook.made_at
    is_fresh = timezone.now() < made_at + SHOWN_FOR
    return secret_of(webhook) if is_fresh and not webhook.ended_at else ""
