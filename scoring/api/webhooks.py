"""Programs of others that are told when something changes, as the owner of a club sees them:
made, tried, withdrawn; how the calls went.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from clubs.models import Club
from clubs.wording import say
from scoring.api.targets import host_of, target_of
from scoring.api.telling import LISTED, SPACE, locked, one_of_each, put_next, secret_of
from scoring.core.changes import Actor, Refused, log
from scoring.core.webhooks import Kind
from scoring.models import Webhook, WebhookTry

MOST = 5  # of a club
SHOWN_FOR = timedelta(minutes=10)  # to whoever sends the same form again


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    return club.webhooks.select_related("made_by")


def webhook_of(club: Club, pk: int) -> Webhook | None:
    return webhooks_of(club).filter(pk=pk).first()


def tries_of(webhook: Webhook) -> list[WebhookTry]:
    """The newest tries that were made, the last first."""
    made = webhook.tries.exclude(tried_at=None).select_related("tournament")
    return list(made.order_by("-tried_at", "-pk")[:LISTED])


def waiting_of(webhook: Webhook) -> list[WebhookTry]:
    """What is to be told still, in the order in which it will be."""
    waiting = webhook.tries.filter(tried_at=None).select_related("tournament")
    return sorted(one_of_each(waiting), key=lambda row: row.due_at)


@transaction.atomic
def make(*, club: Club, by: Actor, address: str, key: str) -> Webhook:
    """A webhook of the club; the same form sent twice makes one. Raises Refused."""
    target = target_of(address)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if made := club.webhooks.filter(key=key).first():
        return made
    club.webhooks.filter(address=str(target)).exclude(ended_at=None).delete()
    if club.webhooks.filter(address=str(target)).exists():
        raise Refused(say("This address is told already."), "address")
    if club.webhooks.count() >= MOST:
        raise Refused(say("At most {n} addresses: withdraw one first.", n=MOST))
    now = timezone.now()
    facts = {"key": key, "made_by": by.user, "made_at": now, "waits_until": now}
    webhook = Webhook.objects.create(club=club, address=str(target), **facts)
    text = say("a program is told of changes: {host}", host=target.head)
    log(by, "program", text, club=club)
    return webhook


@transaction.atomic
def withdraw(*, webhook: Webhook, by: Actor) -> None:
    """It is called no more, and nothing of it stays. Twice is once."""
    gone, _ = Webhook.objects.filter(pk=webhook.pk).delete()
    if gone:
        text = say("a program is told no more: {host}", host=host_of(webhook.address))
        log(by, "program", text, club=webhook.club)


@transaction.atomic
def send_test(*, webhook: Webhook) -> None:
    """Have it called once for a test, soon; pressed twice it is one. Raises Refused."""
    fresh = locked(webhook.pk)
    if fresh is None:
        raise Refused(say("It is called no more."))
    if fresh.club.is_shut:
        raise Refused(say("Nobody sees the club: no program is told of it."))
    if not fresh.tries.filter(tried_at=None, kind=Kind.TEST).exists():
        now = timezone.now()
        fresh.tries.create(kind=Kind.TEST, due_at=now)
        last = fresh.tries.aggregate(at=Max("tried_at"))["at"]
        fresh.waits_until = max(now, last + SPACE) if last else now
        fresh.save(update_fields=["waits_until"])
    put_next(fresh)


def missing() -> str:
    """What this site needs before it can tell where something changed; "" with all."""
    if settings.SITE_URL:
        return ""
    return say("The site has no public name for addresses (SITE_URL).")


def first_secret_of(webhook: Webhook) -> str:
    """The same to whoever presses twice; "" once the first minutes are over."""
    is_fresh = timezone.now() < webhook.made_at + SHOWN_FOR
    return secret_of(webhook) if is_fresh and not webhook.ended_at else ""
