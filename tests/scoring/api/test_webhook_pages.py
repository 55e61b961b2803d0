"""The owner's pages of programs that are told."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Role
from scoring.api import webhook_delivery, webhooks
from scoring.models import Webhook, WebhookTry
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
AT = "/desk/lodge-24/settings/webhooks/"
ADDRESS = "https://lodge.example/valat?token=1"


@pytest.fixture
def club(settings: Any) -> Club:
    settings.SITE_URL = "https://tarok.example.org"
    return build.club()


@pytest.fixture
def owner(club: Club) -> Client:
    client = Client()
    client.force_login(build.member(club, Role.Kind.OWNER))
    return client


@pytest.fixture
def hook(club: Club) -> Webhook:
    return webhooks.make(club=club, actor=build.command(), address=ADDRESS, key="made")


def test_an_empty_page_says_what_will_stand_there(owner: Client) -> None:
    page = owner.get(AT).content.decode()
    assert message("No webhooks yet. Addresses that we call appear here.") in page
    assert message("Add webhook") in page
    settings = owner.get("/desk/lodge-24/settings/").content.decode()
    assert f'href="{AT}"' in settings


def test_the_secret_is_shown_this_once(owner: Client) -> None:
    sent = {"address": f"  {ADDRESS} ", "key": "one"}
    answer = owner.post(AT, sent)
    made = Webhook.objects.get()
    secret = webhook_delivery.secret_of(made)
    assert secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    again = owner.post(AT, sent)  # a double click
    assert secret in again.content.decode()
    assert Webhook.objects.count() == 1
    for page in (AT, f"{AT}{made.pk}/"):
        text = owner.get(page).content.decode()
        assert ADDRESS in text
        assert "whsec_" not in text
    Webhook.objects.update(made_at=timezone.now() - webhooks.SHOWN_FOR)
    assert secret not in owner.post(AT, sent).content.decode()


def test_what_is_refused_is_said_at_the_field_and_stays(owner: Client) -> None:
    for typed, said in (
        ("https://127.0.0.1/x", "This address is inside a"),
        ("http://lodge.example/", "Start the address with https://"),
        ("", message("This field is required.")),
        ("https://lodge.example/" + "x" * 600, "Use 500 characters or fewer"),
    ):
        page = owner.post(AT, {"address": typed, "key": "k"}).content.decode()
        assert said in page
        assert f'value="{typed}"' in page or not typed
    assert not Webhook.objects.exists()


def test_how_the_calls_went_is_told(owner: Client, hook: Webhook) -> None:
    evening = build.tournament(hook.club, name="A <b>long</b> night")
    now = timezone.now()
    facts = {"webhook": hook, "tournament": evening, "due_at": now}
    for number, told in enumerate(
        (
            {"status": 204, "kind": "evening.announced"},
            {"status": 302, "kind": "evening.changed"},
            {"status": 500, "kind": "evening.finished"},
            {"why": "late", "kind": "evening.changed", "took": 5_000},
        ),
        1,
    ):
        WebhookTry.objects.create(**facts, **told, tried_at=now, number=number)
    WebhookTry.objects.create(**facts, kind="evening.changed", number=5)
    WebhookTry.objects.create(webhook=hook, kind="test", due_at=now, tried_at=now)
    Webhook.objects.update(failures=3, failing_since=now)
    page = owner.get(f"{AT}{hook.pk}/").content.decode()
    for said in (
        "new event: A &lt;b&gt;long&lt;/b&gt; night",
        "204, accepted",
        "302: redirects aren’t followed",
        "500, not accepted",
        message("The program didn’t answer within 5 seconds."),
        "5000 ms",
        "Try 4: ",
        "Try 5: ",
        "3 calls in a row failed",
    ):
        assert said in page, said


def test_a_test_is_sent_and_an_address_withdrawn(owner: Client, hook: Webhook) -> None:
    page = owner.post(f"{AT}{hook.pk}/test/", follow=True).content.decode()
    assert (
        message("The test call is being sent. Refresh this page in a few seconds.")
        in page
    )
    assert "Next call at " in page
    owner.post(f"{AT}{hook.pk}/test/")
    assert WebhookTry.objects.count() == 1
    page = owner.post(f"{AT}{hook.pk}/end/", follow=True).content.decode()
    assert message("Webhook removed: {host}", host="lodge.example") in page
    assert owner.post(f"{AT}{hook.pk}/end/").status_code == 404
    assert owner.get(f"{AT}{hook.pk}/").status_code == 404


def test_an_owner_chooses_what_it_is_called_for(owner: Client, hook: Webhook) -> None:
    at = f"{AT}{hook.pk}/"
    assert owner.get(at).content.decode().count("checked") == len(webhooks.CHOICES)
    owner.post(at, {"kinds": ["evening.changed", "evening.gone"]})
    hook.refresh_from_db()
    assert webhooks.wanted_of(hook) == ["evening.changed", "evening.gone"]
    assert owner.get(at).content.decode().count("checked") == 2
    page = owner.post(at, {"kinds": []}).content.decode()
    assert message("Select at least one kind of call.") in page
    assert (
        message("Choose one of the options.")
        in owner.post(at, {"kinds": ["x"]}).content.decode()
    )
    hook.refresh_from_db()
    assert len(webhooks.wanted_of(hook)) == 2


def test_a_changed_secret_is_shown_this_once(owner: Client, hook: Webhook) -> None:
    at = f"{AT}{hook.pk}/"
    answer = owner.post(f"{at}secret/")
    hook.refresh_from_db()
    assert webhook_delivery.secret_of(hook) in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    page = owner.get(at).content.decode()
    assert "whsec_" not in page
    assert "Two secrets are in use" in page
    Webhook.objects.update(secret_at=timezone.now() - webhooks.SHOWN_FOR)
    refused = owner.post(f"{at}secret/", follow=True).content.decode()
    assert "Two secrets are in use." in refused
    page = owner.post(f"{at}old-secret/", follow=True).content.decode()
    assert message("Calls are now signed only with the new secret.") in page
    assert message("Change secret") in page


def test_a_test_is_repeated_once_one_was_sent(owner: Client, hook: Webhook) -> None:
    at, now = f"{AT}{hook.pk}/", timezone.now()
    assert message("Send the same test again") not in owner.get(at).content.decode()
    facts = {"kind": "test", "due_at": now, "tried_at": now, "status": 204}
    sent = WebhookTry.objects.create(webhook=hook, **facts)
    assert message("Send the same test again") in owner.get(at).content.decode()
    owner.post(f"{at}test/", {"again": "1"})
    again = WebhookTry.objects.get(tried_at=None)
    assert (again.event, again.number) == (sent.event, 2)


def test_what_ended_says_why(owner: Client, hook: Webhook) -> None:
    now = timezone.now()
    Webhook.objects.update(ended_at=now, ended_why=Webhook.End.GONE)
    page = owner.get(f"{AT}{hook.pk}/").content.decode()
    assert message("The program answered that it’s gone for good (410).") in page
    assert message("Send a test") not in page
    desk = owner.get("/desk/lodge-24/").content.decode()
    assert message("{n} webhook was turned off after repeated failures", n=1) in desk
    director = Client()
    director.force_login(build.member(hook.club, Role.Kind.DIRECTOR))
    assert "was turned off" not in director.get("/desk/lodge-24/").content.decode()
    test = owner.post(f"{AT}{hook.pk}/test/", follow=True).content.decode()
    assert message("This webhook is turned off.") in test


def test_without_a_name_of_the_site_there_is_no_form(
    owner: Client, hook: Webhook, settings: Any
) -> None:
    settings.SITE_URL = ""
    page = owner.get(AT).content.decode()
    assert "SITE_URL" in page
    assert message("Add webhook") not in page
    owner.post(AT, {"address": "https://other.example/", "key": "k"})
    assert Webhook.objects.count() == 1
    assert "SITE_URL" in owner.get(f"{AT}{hook.pk}/").content.decode()


def test_the_pages_cost_the_same_however_many_calls(
    owner: Client, hook: Webhook, django_assert_num_queries: Any
) -> None:
    evening, now = build.tournament(hook.club), timezone.now()
    for tries in (1, 20):
        WebhookTry.objects.bulk_create(
            WebhookTry(
                webhook=hook,
                tournament=evening,
                kind="evening.changed",
                due_at=now,
                tried_at=now,
            )
            for _ in range(tries)
        )
        with django_assert_num_queries(6):
            owner.get(f"{AT}{hook.pk}/")
