"""Webhooks that are not taken at once: tried again under the same id, or ended."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django_tasks_db.models import DBTaskResult

from clubs.management import worker
from clubs.models import Role
from scoring.api import webhook_delivery, webhooks
from scoring.api.webhook_client import WebhookResponse
from scoring.api.webhook_delivery import GATHER
from scoring.core.writes import ActionRefused
from scoring.models import Change, Position, Tournament, Webhook, WebhookTry
from tests import builders as build
from tests.scoring.api.conftest import SITE, Now, change, made
from tests.scoring.api.receiver import Receiver, answering, told
from tests.scoring.api.test_webhooks import kinds, waiting
from tests.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_tried_again_after_growing_pauses_for_two_days(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    program.answer = answering(503)
    change(evening)
    now.later()
    tasks.do()
    pauses = []
    while left := waiting():
        pauses.append(left[0].due_at - now.at)
        now.at = webhook_delivery.next_at(Webhook.objects.get(), left[0])
        webhook_delivery.enqueue_due()
        tasks.do()
    assert pauses == [*webhook_delivery.PAUSES]
    assert timedelta(days=1, hours=20) < sum(pauses, timedelta()) < timedelta(days=2.1)
    assert len(program.calls) == len(pauses) + 1
    assert len({call["id"] for call in told(program)}) == 1
    stamps = {headers["webhook-timestamp"] for _, headers, _ in program.calls}
    assert len(stamps) == len(program.calls)
    numbers = [row.number for row in webhooks.tries_of(hook)]
    assert numbers == [*range(len(program.calls), 0, -1)]


def test_once_it_takes_a_call_what_waits_goes_at_once(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    program.answer = answering(500)
    change(evening)
    for _ in range(5):
        now.later(timedelta(hours=1))
        tasks.do()
    failed = Webhook.objects.get()
    assert failed.failures == len(program.calls)
    assert failed.failing_since
    [left] = waiting()
    assert left.due_at - now.at > timedelta(hours=1)
    program.answer = answering(200)
    now.later(webhook_delivery.SPACE)
    webhooks.send_test(webhook=hook)
    tasks.do()
    assert Webhook.objects.get().failing_since is None
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program)[-2:] == ["test", "evening.changed"]
    assert waiting() == []


def test_a_newer_change_has_an_id_of_its_own(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    """A program that took the first, and answered too late, must not pass over it."""
    program.answer = answering(500)
    change(evening)
    now.later()
    tasks.do()
    change(evening)
    program.answer = answering(200)
    now.later(timedelta(hours=1))
    tasks.do()
    first, second = told(program)
    assert first["id"] != second["id"]
    assert waiting() == []


def test_410_ends_it_with_words_to_the_owners(
    evening: Tournament,
    hook: Webhook,
    program: Receiver,
    now: Now,
    tasks: Any,
    settings: Any,
) -> None:
    settings.MAIL = True
    owner = build.member(hook.club, Role.Kind.OWNER)
    owner.email = "owner@example.org"
    owner.save()
    build.member(hook.club, Role.Kind.DIRECTOR)
    program.answer = answering(410)
    change(evening)
    now.later()
    tasks.do()
    ended = Webhook.objects.get()
    assert (ended.ended_why, ended.ended_at) == ("gone", now.at)
    assert Change.objects.filter(what="program").first().code == "webhook.stopped"
    [letter] = mail.outbox
    assert letter.to == ["owner@example.org"]
    assert f"{SITE}/desk/lodge-24/settings/webhooks/{ended.pk}/" in letter.body
    change(evening)
    webhook_delivery.enqueue_due()
    now.later(timedelta(days=1))
    assert tasks.do() == 0
    assert waiting() == []
    with pytest.raises(ActionRefused, match="turned off"):
        webhooks.send_test(webhook=ended)
    anew = made(hook.club, program.at(), "anew")  # by the same address
    assert Webhook.objects.get() == anew
    assert anew.word != ended.word


def test_failing_for_days_ends_it(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    program.answer = answering(404)
    for _ in range(webhook_delivery.ENOUGH):
        webhooks.send_test(webhook=hook)
        now.later(webhook_delivery.SPACE)
        tasks.do()
    assert Webhook.objects.get().ended_at is None  # often, but within minutes
    change(evening)
    now.later(webhook_delivery.LONG_ENOUGH)
    tasks.do()
    assert Webhook.objects.get().ended_why == "failing"
    assert mail.outbox == []  # the site has no mail server


def test_a_sleep_of_a_week_is_no_storm(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    others = [build.tournament(evening.club, name=f"Night {n}") for n in range(3)]
    for _ in range(20):
        for each in (evening, *others):
            change(each)
    tasks.clear()  # the lid was closed
    now.later(timedelta(days=7))
    webhook_delivery.enqueue_due()
    for _ in range(10):
        tasks.do()
        now.later(webhook_delivery.SPACE)
    assert len(program.calls) == 4
    assert len({call["url"].split("?")[0] for call in told(program)}) == 4


def test_a_stop_between_the_commit_and_the_task_loses_nothing(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    tasks.clear()
    now.later(timedelta(minutes=30))
    webhook_delivery.enqueue_due()
    webhook_delivery.enqueue_due()
    assert len(list(tasks)) == 1
    tasks.do()
    assert len(program.calls) == 1


def test_a_stop_in_the_call_has_it_made_again_under_the_same_id(
    evening: Tournament,
    hook: Webhook,
    program: Receiver,
    now: Now,
    tasks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def killed(*_: Any) -> None:
        raise SystemExit

    change(evening)
    now.later()
    note = webhook_delivery._note
    monkeypatch.setattr(webhook_delivery, "_note", killed)
    with pytest.raises(SystemExit):
        webhook_delivery.call.call(hook.pk)
    monkeypatch.setattr(webhook_delivery, "_note", note)
    webhook_delivery.call.call(
        hook.pk
    )  # another worker, at once: it may still be under way
    assert len(program.calls) == 1
    now.later(webhook_delivery.HELD)
    webhook_delivery.enqueue_due()
    tasks.do()
    first, second = told(program)
    assert first == second
    assert waiting() == []


def test_it_is_withdrawn_while_it_is_called(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    now.later()
    row = webhook_delivery._next(hook.pk)
    assert row is not None
    webhooks.withdraw(webhook=hook, actor=build.command())
    webhook_delivery._note(row, WebhookResponse(500, "", 10))
    webhooks.withdraw(webhook=hook, actor=build.command())
    assert not WebhookTry.objects.exists()
    assert Change.objects.filter(what="program").count() == 2


def test_a_slow_program_waits_longer(
    evening: Tournament,
    hook: Webhook,
    now: Now,
    tasks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webhook_delivery, "SLOWER", 20)
    monkeypatch.setattr(
        webhook_delivery, "post", lambda *_: WebhookResponse(200, "", 4_900)
    )
    change(evening)
    now.later()
    tasks.do()
    pause = Webhook.objects.get().waits_until - now.at
    assert pause == timedelta(seconds=98)


def test_it_stops_no_mail_and_no_print(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    now.later()
    assert worker.do_all(worker.QUICK) == 0
    assert worker.ALL[-1] == "webhooks"
    assert worker.do_all(worker.ALL) == 1


def test_the_newest_tries_of_thirty_days_are_kept(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    for _ in range(webhook_delivery.LISTED + 5):
        change(evening)
        now.later(webhook_delivery.SPACE)
        tasks.do()
    assert WebhookTry.objects.count() == webhook_delivery.LISTED
    now.later(webhook_delivery.KEPT + GATHER)
    webhook_delivery.enqueue_due()
    assert WebhookTry.objects.count() == 0
    assert DBTaskResult.objects.filter(status="READY").count() == 0


def test_of_workers_at_once_one_calls(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    at_once(*[lambda: change(evening)] * 4)
    assert 1 <= len(waiting()) <= 4  # whoever is first may follow another's with it
    newest = Change.objects.filter(tournament=evening).latest("pk")
    followed = Position.objects.get(subscriber="webhooks", tournament=evening)
    assert followed.change == newest.pk
    now.later()
    at_once(*[lambda: webhook_delivery.call.call(hook.pk)] * 4)
    assert len(program.calls) == 1
    assert waiting() == []


def test_a_new_call_is_tried_again_soon_at_an_address_that_failed_for_hours(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    """How long it waits counts from the call, not from what failed before."""
    program.answer = answering(503)
    change(evening)
    for _ in range(6):
        now.later(timedelta(hours=3))
        tasks.do()
    assert Webhook.objects.get().failures >= 5
    WebhookTry.objects.filter(tried_at=None).delete()
    other = build.tournament(evening.club, name="Another")
    change(other)
    now.later(webhook_delivery.HOUR)
    tasks.do()
    [again] = waiting()
    assert (
        webhook_delivery.next_at(Webhook.objects.get(), again) - now.at
        == webhook_delivery.PAUSES[0]
    )
    now.later(webhook_delivery.PAUSES[0])
    tasks.do()
    paths = [call["url"] for call in told(program)]
    assert sum(str(other.file_id) in path for path in paths) == 2


def test_a_slow_failure_is_not_repeated_at_once(
    evening: Tournament,
    hook: Webhook,
    now: Now,
    tasks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webhook_delivery, "SLOWER", 20)
    monkeypatch.setattr(
        webhook_delivery, "post", lambda *_: WebhookResponse(None, "late", 5_000)
    )
    change(evening)
    now.later()
    tasks.do()
    assert Webhook.objects.get().waits_until - now.at == timedelta(seconds=100)
