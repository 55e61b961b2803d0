"""A club's settings."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.models import Club
from scoring.models import Change
from scoring.printing import jobs
from tests import builders
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message
from tests.sent_forms import filled

pytestmark = pytest.mark.django_db
FACTS = {
    "name": "Lodge 24",
    "town": "West",
    "time_zone": "Europe/Prague",
    "paper": "a4",
    "phone_address": "192.168.1.20:8000/",
    "shown": "short",
}


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "owner"))
    return club


def address(club: Club) -> str:
    return reverse("clubs:settings", args=[club.slug])


def card_of(client: Client, club: Club, card: str, **typed: object) -> dict[str, Any]:
    """Return what the form of a card sends."""
    cards = client.get(address(club)).context["cards"]
    return filled(cards[card.replace("-", "_")], **typed) | {"card": card}


def errors_of(answer: Any) -> dict[str, Any]:
    """Return what is wrong in any card."""
    forms = answer.context["cards"].values()
    return {name: each for form in forms for name, each in form.errors.items()}


def test_everything_is_saved(club: Club, client: Client) -> None:
    assert client.get(address(club)).status_code == 200
    assert client.post(address(club), FACTS).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.town, club.time_zone) == (
        "Lodge 24",
        "West",
        "Europe/Prague",
    )
    assert (club.paper, club.shown, club.indexable) == ("a4", "short", False)
    assert club.phone_address == "http://192.168.1.20:8000"
    zone, names = Change.objects.filter(club=club)
    assert names.text == log_text("club.names_shown", shown="given name and initial")
    assert (zone.text, zone.old) == (
        log_text("club.time_zone", zone="Europe/Prague"),
        "America/Chicago",
    )


def test_prints_with_names_as_they_were_shown_go(
    club: Club,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(jobs, "forget", forgotten.append)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(address(club), FACTS)
    assert forgotten == [club.slug]


def test_an_address_this_machine_does_not_answer_to_is_warned_of(
    club: Club, client: Client, settings
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "192.168.1.20"]
    said = client.post(address(club), FACTS, follow=True).content.decode()
    assert "doesn’t answer" not in said
    gone = {**FACTS, "phone_address": "http://10.9.9.9"}
    said = client.post(address(club), gone, follow=True).content.decode()
    assert "doesn’t answer to 10.9.9.9" in said


@in_turn(
    "wrong",
    [
        {"name": "", "time_zone": "Texas", "paper": "legal"},
        {"phone_address": "ftp://192.168.1.20"},
        {"phone_address": "http://192.168.1.20/path"},
        {"phone_address": "http://192.168.1.20?path"},
        {"phone_address": "http://192.168.1.20#path"},
        {"phone_address": "http://marie@192.168.1.20"},
        {"phone_address": "http://192.168.1.20:port"},
        {"phone_address": "not an address"},
        {"phone_address": "http://"},
        {"phone_address": "http://[::1"},
        {"embed_hosts": "www.lodge24.org/club"},
        {"embed_hosts": "ftp://www.lodge24.org"},
        {"embed_hosts": "www.lodge24.org *.lodge24.org"},
        {"embed_hosts": "www.lodge24.org:0"},
        {"embed_hosts": "www.lodge24.org:70000"},
        {"embed_hosts": "marie@www.lodge24.org"},
        {"embed_hosts": "lodge24..org"},
        {"embed_hosts": "-lodge24.org"},
        {"embed_hosts": "lodge24.org;"},
        {"embed_hosts": "'unsafe-inline'"},
        {"embed_hosts": f"{'lodge.' * 50}org"},
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    club: Club, client: Client, wrong: dict[str, str]
) -> None:
    answer = client.post(address(club), {**FACTS, **wrong})
    assert answer.status_code == 200
    errors = errors_of(answer)
    assert errors.keys() == wrong.keys()
    assert "valid URL" not in str(errors)
    club.refresh_from_db()
    assert club.town == "West, Texas"


def test_what_only_the_club_itself_refuses_is_said_at_its_field(
    club: Club, client: Client
) -> None:
    answer = client.post(address(club), {**FACTS, "phone_address": "http://no_such-"})
    assert answer.status_code == 200
    assert errors_of(answer).keys() == {"phone_address"}


def test_sites_that_may_show_tables_are_kept_as_hosts(
    club: Club, client: Client
) -> None:
    typed = "https://www.lodge24.org/\nWWW.Lodge24.org, lodge24.org:8080 šachy.cz"
    client.post(address(club), {**FACTS, "shown": "full", "embed_hosts": typed})
    club.refresh_from_db()
    kept = ["www.lodge24.org", "lodge24.org:8080", "xn--achy-f6a.cz"]
    assert club.embed_hosts.split("\n") == kept
    change = Change.objects.filter(club=club, what="settings").get()
    assert change.text == log_text("club.embed_hosts")
    assert (change.old, change.new) == ("none", ", ".join(kept))
    wrong = {**FACTS, "embed_hosts": "www.lodge24.org www.lodge24.org/club"}
    said = client.post(address(club), wrong).content.decode()
    assert "“www.lodge24.org/club” isn’t a valid host. Enter only the host" in said
    assert "www.lodge24.org www.lodge24.org/club</textarea>" in said


def test_two_owners_change_a_card_at_once(club: Club, client: Client) -> None:
    mine, other = (card_of(client, club, "the-club") for _ in range(2))
    other |= {"paper": "a4", "name": "Lodge 25"}
    assert client.post(address(club), other).status_code == 302
    assert client.post(address(club), mine | {"town": "Waco"}).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.town, club.paper) == ("Lodge 25", "Waco", "a4")


def test_a_setting_that_two_owners_changed_is_asked_about(
    club: Club, client: Client
) -> None:
    mine = card_of(client, club, "the-club", town="Waco", paper="a4")
    client.post(address(club), card_of(client, club, "the-club", town="Praha"))

    answer = client.post(address(club), mine)
    said = " ".join(answer.content.decode().split())
    assert (
        message(
            "“{field}” was changed to {current} while you were editing. You entered "
            "{entered}.",
            field="Town",
            current="Praha",
            entered="Waco",
        )
        in said
    )
    assert 'value="Waco"' in said
    club.refresh_from_db()
    assert (club.town, club.paper) == ("Praha", "letter")

    chosen = {"card": "the-club", "town-choice": "entered"}
    chosen |= filled(answer.context["cards"]["the_club"])
    assert client.post(address(club), chosen).status_code == 302
    club.refresh_from_db()
    assert (club.town, club.paper) == ("Waco", "a4")


def test_a_card_is_saved_by_itself(club: Club, client: Client) -> None:
    sent = {"card": "names", "shown": "short", "name": "", "town": "Waco"}
    answer = client.post(address(club), sent)
    assert answer["Location"] == f"{address(club)}#names"
    club.refresh_from_db()
    assert (club.shown, club.town, club.name) == (
        "short",
        "West, Texas",
        "SPJST Lodge 24",
    )


@in_turn(
    "card, typed, wrong",
    [
        ("the-club", {"name": "", "town": "Waco", "paper": "a4"}, {"name"}),
        ("names", {"shown": "sideways", "name_order": "family"}, {"shown"}),
        ("website", {"embed_hosts": "*"}, {"embed_hosts"}),
        ("phone-address", {"phone_address": "ftp://10.0.0.5"}, {"phone_address"}),
    ],
)
def test_a_wrong_field_keeps_what_was_typed_in_its_card(
    club: Club, client: Client, card: str, typed: dict[str, str], wrong: set[str]
) -> None:
    before = {**Club.objects.filter(pk=club.pk).values()[0]}
    answer = client.post(address(club), card_of(client, club, card, **typed))
    assert errors_of(answer).keys() == wrong
    cards = answer.context["cards"]
    [form] = [each for each in cards.values() if each.is_bound]
    assert {name: form[name].value() for name in typed} == typed
    assert Club.objects.filter(pk=club.pk).values()[0] == before
    page = answer.content.decode()
    assert page.count('role="alert"') == 1
    assert page.count("autofocus") <= 1


@in_turn("role", ["scorekeeper", "director"])
def test_only_an_owner_saves_a_card(club: Club, role: str) -> None:
    other = Client()
    other.force_login(builders.member(club, role))
    answer = other.post(address(club), {"card": "names", "shown": "short"})
    assert answer.status_code == 403
    club.refresh_from_db()
    assert club.shown == "full"


def test_ids_are_there_once(club: Club, client: Client) -> None:
    page = client.get(address(club)).content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len({*ids})


def test_an_older_page_that_says_what_stands_there_is_saved(
    club: Club, client: Client
) -> None:
    sent = card_of(client, club, "the-club", town="Waco")
    assert client.post(address(club), sent).status_code == 302
    assert client.post(address(club), sent).status_code == 302
    assert not Change.objects.exists()  # names are shown as before


def test_the_usual_order_of_names_is_saved_and_kept_by_an_older_page(
    club: Club, client: Client
) -> None:
    player = builders.player(club, "Marek Josef")
    assert player.family_name == "Josef"
    client.post(address(club), FACTS | {"name_order": "family"})
    client.post(address(club), FACTS)
    club.refresh_from_db()
    player.refresh_from_db()
    assert club.name_order == "family"
    assert (player.given_name, player.family_name) == ("Josef", "Marek")
    wrong = client.post(address(club), FACTS | {"name_order": "sideways"})
    assert wrong.status_code == 200
