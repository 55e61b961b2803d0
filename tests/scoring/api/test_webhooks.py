"""Programs that are told: of what everybody may see alone, once, signed, until they take it."""

import base64
import hashlib
import hmac
import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from standardwebhooks.webhooks import Webhook as StandardWebhook
from standardwebhooks.webhooks import WebhookVerificationError

from clubs.models import Club
from scoring.api import webhook_delivery, webhooks
from scoring.api.subscribers import MOST_GONE
from scoring.api.webhook_delivery import Kind
from scoring.core.writes import ActionRefused, data_of_gone, log
from scoring.models import Change, Tournament, Webhook, WebhookTry
from scoring.models.log_messages import log_message
from scoring.people import players
from scoring.tournaments import club_lifecycle, tournaments
from tests import builders as build
from tests.messages import message
from tests.scoring.api.conftest import SITE, Now, change, made
from tests.scoring.api.receiver import Receiver, answering, told

pytestmark = pytest.mark.django_db(transaction=True)


class Undone(Exception):
    """A write that goes wrong after its line."""


@transaction.atomic
def change_and_undo(evening: Tournament) -> None:
    log(
        build.command(), "entry", log_message("entry.numbers_drawn"), tournament=evening
    )
    raise Undone


def kinds(program: Receiver) -> list[str]:
    return [call["kind"] for call in told(program)]


def waiting() -> list[WebhookTry]:
    return list(WebhookTry.objects.filter(tried_at=None))


# --- What is told ------------------------------------------------------------


def test_a_change_is_told_by_id_kind_and_address(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    assert tasks.do() == 0  # others may come with it
    now.later()
    assert tasks.do() == 1
    [call] = told(program)
    assert {*call} == {"id", "kind", "url"}
    assert call["kind"] == "evening.changed"
    path = call["url"].removeprefix(SITE)
    assert path.startswith(f"/api/v1/clubs/lodge-24/tournaments/{evening.file_id}/?")
    assert Client().get(path).json()["name"] == "Fall Tarok"
    assert waiting() == []
    assert list(tasks) == []


def test_a_program_can_tell_that_the_call_is_ours(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    now.later()
    tasks.do()
    [(_, headers, body)] = program.calls
    word = webhook_delivery.secret_of(hook).removeprefix("whsec_")
    moment = headers["webhook-timestamp"]
    signed = f"{headers['webhook-id']}.{moment}.".encode() + body
    right = hmac.digest(base64.b64decode(word), signed, hashlib.sha256)
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(right).decode()}"
    assert headers["webhook-id"] == json.loads(body)["id"]
    assert int(moment) == int(now.at.timestamp())


def test_several_changes_within_moments_are_one(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    for what in ("entry", "state", "publish"):
        change(evening, what)
    other = build.tournament(evening.club, name="Another")
    change(other)
    now.later()
    tasks.do()
    assert len(program.calls) == 1  # one after the other, with a pause
    for _ in range(40):
        change(evening)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    now.later(webhook_delivery.SPACE)
    tasks.do()
    ids = [str(each.file_id) for each in (evening, other, evening)]
    assert [i in call["url"] for i, call in zip(ids, told(program), strict=True)] == [
        True,
        True,
        True,
    ]
    assert len({call["id"] for call in told(program)}) == 3


def test_what_not_everybody_sees_is_not_told(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    hidden = build.tournament(evening.club, name="Secret", public=False)
    change(hidden)
    change(evening, "hand")
    with transaction.atomic():
        log(
            build.command(),
            "player",
            log_message("entry.numbers_drawn"),
            club=evening.club,
        )
    assert waiting() == []
    change(evening)
    Tournament.objects.update(public=False)  # before the call
    now.later()
    tasks.do()
    Tournament.objects.update(public=True)
    change(evening)
    Club.objects.update(closes_at=now.at)
    now.later()
    tasks.do()
    with pytest.raises(
        ActionRefused, match=message("This club isn’t public, so no program is called.")
    ):
        webhooks.send_test(webhook=hook)
    players.erase(player=build.player(evening.club), actor=build.command())
    now.later()
    tasks.do()
    assert program.calls == []
    assert waiting() == []


def test_another_club_s_changes_are_not_told(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(build.tournament(build.club("lodge-30")))
    assert waiting() == []


def test_new_and_final_evenings_are_told_as_such(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    by = build.command()
    facts = {"name": "New", "date": build.DAY, "club": hook.club}
    new = tournaments.create(actor=by, **facts)
    now.later()
    tasks.do()
    build.verified_sheet(build.open_sheet(new))
    now.later(webhook_delivery.SPACE)
    tasks.do()
    tournaments.finish(tournament=new, actor=by)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program) == [
        "evening.announced",
        "evening.changed",
        "evening.finished",
    ]
    tournaments.reopen(tournament=new, actor=by)
    tournaments.finish(tournament=new, actor=by)
    tournaments.reopen(tournament=new, actor=by)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program)[3:] == ["evening.changed"]


def test_who_is_erased_is_told_of_without_a_word(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    marie = build.player(hook.club)
    players.erase(player=marie, actor=build.command())
    now.later()
    tasks.do()
    [call] = told(program)
    assert call["kind"] == "club.names"
    assert call["url"].startswith(f"{SITE}/api/v1/clubs/lodge-24/?")


def test_what_is_taken_back_is_not_told(
    evening: Tournament, hook: Webhook, tasks: Any
) -> None:
    with transaction.atomic():
        with pytest.raises(Undone):
            change_and_undo(evening)
        log(
            build.command(),
            "entry",
            log_message("entry.numbers_drawn"),
            tournament=evening,
        )
    assert len(waiting()) == 1  # that of what stayed
    with pytest.raises(Undone):
        change_and_undo(evening)
    assert len(waiting()) == 1


def test_a_write_costs_a_query_and_two_where_there_are_webhooks(
    evening: Tournament, program: Receiver
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked, transaction.atomic():
            for _ in range(3):
                log(
                    build.command(),
                    "entry",
                    log_message("entry.numbers_drawn"),
                    tournament=evening,
                )
        return sum("scoring_webhook" in query["sql"] for query in asked)

    assert queries() == 1
    made(evening.club, program.at())
    assert queries() == 2


# --- What is gone ------------------------------------------------------------


@transaction.atomic
def remove(tournaments: list[Tournament]) -> None:
    """Nobody sees these any more, and a line of the log says so."""
    data = data_of_gone(tournaments)
    text = log_message("past_results.removed", n=len(tournaments), file="1994.xlsx")
    club = tournaments[0].club
    log(build.command(), "old-list", text, club=club, data=data)
    pks = [row.pk for row in tournaments]
    Tournament.objects.filter(pk__in=pks).update(public=False)


def gone_of(program: Receiver) -> list[dict[str, str]]:
    return [call for call in told(program) if call["kind"].endswith(".gone")]


def test_an_evening_made_private_is_told_by_its_id_alone(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    tournaments.change(tournament=evening, actor=build.command(), public=False)
    now.later()
    tasks.do()
    [call] = told(program)  # what had changed before is not told any more
    key = str(evening.file_id)
    assert {*call} == {"id", "kind", "url", "evening"}
    assert (call["kind"], call["evening"]) == ("evening.gone", key)
    assert call["url"].startswith(f"{SITE}/api/v1/clubs/lodge-24/tournaments/{key}/?")
    assert Client().get(call["url"].removeprefix(SITE)).status_code == 404
    assert "Fall" not in json.dumps(call)
    assert waiting() == []


def test_an_evening_that_nobody_saw_is_not_told_as_gone(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    hidden = build.tournament(hook.club, name="Secret", public=False)
    tournaments.change(tournament=hidden, actor=build.command(), place="Hall")
    remove([hidden])
    assert waiting() == []


def test_an_evening_that_is_seen_again_is_not_told_as_gone(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    for public in (False, True):
        tournaments.change(tournament=evening, actor=build.command(), public=public)
    now.later()
    tasks.do()
    assert kinds(program) == ["evening.changed"]
    assert waiting() == []


def test_gone_is_told_again_until_the_program_takes_it(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    program.answer = answering(500)
    tournaments.change(tournament=evening, actor=build.command(), public=False)
    now.later()
    tasks.do()
    program.answer = answering(200)
    now.later(webhook_delivery.HOUR)
    tasks.do()
    first, second = gone_of(program)
    assert first == second
    assert first["evening"] == str(evening.file_id)


def test_a_closed_club_is_told_as_gone_and_read_again_once_it_is_open(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    by = build.command()
    change(evening)
    club_lifecycle.close(club=hook.club, actor=by, typed=hook.club.name)
    now.later()
    tasks.do()
    [call] = told(program)
    assert {*call} == {"id", "kind", "url", "club"}
    assert (call["kind"], call["club"]) == ("club.gone", "lodge-24")
    assert Client().get(call["url"].removeprefix(SITE)).status_code == 404
    club_lifecycle.take_back(club=hook.club, actor=by)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program) == ["club.gone", "club.names"]
    for _ in range(2):  # closed and open again within moments
        club_lifecycle.close(club=hook.club, actor=by, typed=hook.club.name)
        club_lifecycle.take_back(club=hook.club, actor=by)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program) == ["club.gone", "club.names", "club.names"]


def test_an_old_list_taken_back_is_told_evening_by_evening(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    others = [build.tournament(evening.club, name=f"Old {n}") for n in range(3)]
    remove(others)
    for _ in range(4):
        now.later(webhook_delivery.SPACE)
        tasks.do()
    told_of = {call["evening"] for call in gone_of(program)}
    assert told_of == {str(row.file_id) for row in others}


def test_very_many_evenings_at_once_are_one_call(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    remove([evening] * (MOST_GONE + 1))
    now.later()
    tasks.do()
    assert kinds(program) == ["club.names"]


# --- Kinds, secrets, tests ---------------------------------------------------


def test_it_is_called_for_the_kinds_that_were_chosen(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    by = build.command()
    change(evening)  # waits already when the owner chooses
    webhooks.choose_kinds(webhook=hook, actor=by, kinds=[Kind.FINISHED, Kind.CLUB_GONE])
    webhooks.choose_kinds(webhook=hook, actor=by, kinds=[Kind.CLUB_GONE, Kind.FINISHED])
    assert Change.objects.filter(what="program").count() == 2  # made, chosen once
    hook.refresh_from_db()
    assert webhooks.wanted_of(hook) == [Kind.FINISHED, Kind.CLUB_GONE]
    build.verified_sheet(build.open_sheet(evening))
    players.erase(player=build.player(evening.club), actor=by)
    now.later()
    tasks.do()
    assert program.calls == []
    assert waiting() == []
    tournaments.finish(tournament=evening, actor=by)
    now.later()
    tasks.do()
    assert kinds(program) == ["evening.finished"]
    webhooks.send_test(webhook=hook)  # a test needs no choice
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program)[1:] == ["test"]


def test_while_the_secret_is_changed_either_one_knows_the_call(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    by, old = build.command(), webhook_delivery.secret_of(hook)
    now.at = datetime.fromtimestamp(time.time(), UTC)
    changed = webhooks.change_secret(webhook=hook, actor=by)
    new = webhook_delivery.secret_of(changed)
    assert new != old
    again = webhooks.change_secret(webhook=hook, actor=by)  # pressed twice
    assert webhook_delivery.secret_of(again) == new == webhooks.first_secret_of(again)
    for secrets, ends in (((old, new), False), ((new,), True)):
        change(evening)
        now.later(webhook_delivery.SPACE)
        tasks.do()
        _, headers, body = program.calls[-1]
        sent = headers["webhook-signature"].split(" ")
        assert len(sent) == len(secrets)
        for secret in secrets:
            checked = StandardWebhook(secret).verify(body.decode(), headers)
            assert json.loads(checked if isinstance(checked, str) else body)
        for wrong in {old, "whsec_" + base64.b64encode(b"x" * 32).decode()} - {
            *secrets
        }:
            with pytest.raises(WebhookVerificationError):
                StandardWebhook(wrong).verify(body.decode(), headers)
        if not ends:
            webhooks.end_old_secret(webhook=hook, actor=by)
            webhooks.end_old_secret(webhook=hook, actor=by)
    texts = [line.text for line in Change.objects.filter(what="program")]
    assert len(texts) == 3  # made, changed, ended
    assert "whsec" not in str(texts)


def test_the_old_secret_ends_after_a_day_and_a_second_change_waits_for_it(
    hook: Webhook, now: Now
) -> None:
    by = build.command()
    webhooks.change_secret(webhook=hook, actor=by)
    now.later(webhooks.SHOWN_FOR)
    with pytest.raises(ActionRefused, match="Two secrets are in use"):
        webhooks.change_secret(webhook=hook, actor=by)
    now.later(webhooks.BOTH_FOR)
    fresh = Webhook.objects.get()
    assert webhook_delivery.words_at(fresh, now.at) == (fresh.word,)
    before = fresh.word
    assert webhooks.change_secret(webhook=hook, actor=by).old_word == before


def test_a_test_is_repeated_under_the_same_id(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    for is_repeat in (True, True, False):
        webhooks.send_test(webhook=hook, is_repeat=is_repeat)
        tasks.do()
        now.later(webhook_delivery.SPACE)
    first, second, third = told(program)
    assert first == second
    assert first["id"] != third["id"]
    assert [row.number for row in webhooks.tries_of(hook)] == [1, 2, 1]


# --- The owner's -------------------------------------------------------------


def test_a_form_sent_twice_makes_one(
    hook: Webhook, program: Receiver, now: Now
) -> None:
    again = made(hook.club, program.at())
    assert again == hook
    secret = webhook_delivery.secret_of(hook)
    assert webhooks.first_secret_of(again) == secret
    assert hook.word not in secret
    now.later(webhooks.SHOWN_FOR)
    assert webhooks.first_secret_of(again) == ""


def test_one_address_once_and_so_many_of_a_club(
    hook: Webhook, program: Receiver
) -> None:
    with pytest.raises(
        ActionRefused, match=message("This address already has a webhook.")
    ):
        made(hook.club, program.at(), "another")
    for n in range(webhooks.MOST - 1):
        made(hook.club, program.at(f"/{n}"), f"key {n}")
    with pytest.raises(ActionRefused, match="at most 5"):
        made(hook.club, program.at("/more"), "more")


def test_the_secret_is_nobody_s_who_has_the_database(
    hook: Webhook, settings: Any
) -> None:
    secret = webhook_delivery.secret_of(hook)
    settings.SECRET_KEY = "another " * 10
    assert webhook_delivery.secret_of(hook) != secret


def test_what_stands_behind_the_host_is_in_no_log(
    evening: Tournament, program: Receiver
) -> None:
    hook = made(evening.club, program.at("/hook?token=secret"))
    webhooks.withdraw(webhook=hook, actor=build.command())
    lines = Change.objects.filter(what="program")
    assert [line.text.split(": ")[1] for line in lines] == [
        f"127.0.0.1:{program.port}"
    ] * 2


def test_a_test_is_sent_at_once_and_pressed_twice_it_is_one(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    Webhook.objects.update(waits_until=now.at + timedelta(hours=1), failures=7)
    hook.refresh_from_db()
    webhooks.send_test(webhook=hook)
    webhooks.send_test(webhook=hook)
    assert tasks.do() == 1
    [call] = told(program)
    assert call["kind"] == Kind.TEST
    assert call["url"].startswith(f"{SITE}/api/v1/clubs/lodge-24/?")
    program.answer = answering(500)
    webhooks.send_test(webhook=hook)
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert waiting() == []  # nobody waits for a test of before


def test_without_a_name_of_the_site_nobody_is_called(
    evening: Tournament,
    hook: Webhook,
    program: Receiver,
    now: Now,
    tasks: Any,
    settings: Any,
) -> None:
    change(evening)
    settings.SITE_URL = ""
    assert "SITE_URL" in webhooks.missing()
    change(evening)
    assert len(waiting()) == 1
    now.later()
    tasks.do()
    assert program.calls == []
    settings.SITE_URL = SITE
    webhook_delivery.enqueue_due()
    tasks.do()
    assert len(program.calls) == 1


def test_an_evening_that_waits_for_its_turn_stays_new_or_final(
    hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    first = build.tournament(hook.club, name="First")
    change(first)
    now.later()
    new = tournaments.create(
        actor=build.command(), name="New", date=build.DAY, club=hook.club
    )
    change(new)
    tasks.do()  # of the first alone; what waits of the new one becomes one
    now.later(webhook_delivery.SPACE)
    tasks.do()
    assert kinds(program) == ["evening.changed", "evening.announced"]
