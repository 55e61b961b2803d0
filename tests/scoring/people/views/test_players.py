"""The club's list of players at the desk."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.models import Announcement, Change
from scoring.printing import jobs
from scoring.tournaments.announcements import announce
from tests import builders
from tests.log_texts import log_text
from tests.messages import message
from tests.sent_forms import as_sent, filled

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def at(club: Club, name: str = "players", *args: object) -> str:
    return reverse(f"scoring:{name}", args=[club.slug, *args])


def listed(client: Client, club: Club, **query: str) -> list[str]:
    return [player.name for player in client.get(at(club), query).context["page"]]


def test_players_are_found_by_parts_of_name_lodge_and_number(
    club: Club, client: Client
) -> None:
    builders.player(club, "Müller Metzger", "Lodge 5")
    builders.player(club, "Josef Marek")
    assert listed(client, club) == ["Josef Marek", "Müller Metzger"]
    assert listed(client, club, q="me mu") == ["Müller Metzger"]
    assert listed(client, club, q="lodge 5") == ["Müller Metzger"]
    assert listed(client, club, q="2") == ["Josef Marek"]
    assert listed(client, club, q="nobody") == []
    assert (
        message(
            "No player matches. Try part of the name, in any order. Accents don’t "
            "matter."
        )
        in client.get(at(club), {"q": "x"}).content.decode()
    )


def test_a_long_list_has_pages_and_a_fixed_number_of_queries(
    club: Club, client: Client, django_assert_num_queries
) -> None:
    for n in range(120):
        builders.player(club, f"Guest {n}")
    with django_assert_num_queries(6):
        first = client.get(at(club))
    assert len(first.context["page"].object_list) == 100
    assert len(client.get(at(club), {"page": 2}).context["page"].object_list) == 20
    assert client.get(at(club), {"page": "x"}).status_code == 200


def test_an_empty_list_offers_the_first_step(club: Club, client: Client) -> None:
    empty = client.get(at(club)).content.decode()
    assert message("Add first player") in empty
    assert message("Find duplicates") not in empty


def test_a_player_is_added_once_a_form(club: Club, client: Client) -> None:
    sent = {"key": "k", "name": " Marie  Kubala ", "lodge": "Lodge 24"}
    for _ in range(2):
        assert client.post(at(club, "player-new"), sent).url == at(club)
    player = club.players.get()
    assert (player.name, player.lodge) == ("Marie Kubala", "Lodge 24")


def test_somebody_much_alike_is_asked_about(club: Club, client: Client) -> None:
    builders.player(club, "Marie Kubala")
    sent = {"key": "k", "name": "Maria Kubala"}
    asked = client.post(at(club, "player-new"), sent)
    assert "This name is already in the club" in asked.content.decode()
    assert club.players.count() == 1
    new = {"somebody_new": "on", "namesakes": "1"}
    client.post(at(club, "player-new"), {**sent, **new})
    assert club.players.count() == 2


@pytest.mark.parametrize(
    "typed", [{"name": ""}, {"name": "x" * 81}, {"lodge": "x" * 81}]
)
def test_what_is_wrong_is_said_at_its_field(
    club: Club, client: Client, typed: dict[str, str]
) -> None:
    answer = client.post(at(club, "player-new"), {"key": "k", "name": "Ann", **typed})
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == set(typed)


def test_a_player_is_changed(club: Club, client: Client) -> None:
    builders.player(club)
    address = at(club, "player-edit", 1)
    assert client.get(address).status_code == 200
    client.post(address, {"key": "k", "name": "Marie Orsak", "lodge": "L 1"})
    assert club.players.get().name == "Marie Orsak"
    assert client.post(address, {"key": "k", "name": ""}).status_code == 200


def test_a_person_is_erased_for_good(club: Club, client: Client) -> None:
    marie = builders.player(club)
    for _ in range(2):
        assert client.post(at(club, "player-erase", 1)).url == at(club)
    marie.refresh_from_db()
    assert marie.name == "Somebody"
    assert listed(client, club) == []
    page = client.get(at(club, "player-edit", 1)).content.decode()
    assert "name was erased" in page
    refused = client.post(at(club, "player-edit", 1), {"key": "k", "name": "Marie"})
    assert refused.status_code == 200
    marie.refresh_from_db()
    assert marie.name == "Somebody"


def test_what_is_half_erased_can_be_ended(club: Club, client: Client) -> None:
    marie = builders.player(club)
    announce(
        tournament=builders.tournament(club),
        actor=builders.command(),
        key="a",
        text="Mia",
    )
    marie.name, marie.erasing, marie.erased_at = "Somebody", ["Mia"], timezone.now()
    marie.save()
    page = client.get(at(club, "player-edit", 1)).content.decode()
    assert message("Finish erasing") in page
    assert "Mia" not in page
    client.post(at(club, "player-erase", 1))
    assert Announcement.objects.get().text == "Somebody"
    assert (
        message("Finish erasing")
        not in client.get(at(club, "player-edit", 1)).content.decode()
    )


def test_an_erased_name_takes_the_clubs_prints_with_it(
    club: Club, client: Client, tasks
) -> None:
    builders.player(club)
    recipe = jobs.Recipe.of("somebody.reads", "")
    key = jobs.start(recipe, owner=club.slug, name="round-1")
    client.post(at(club, "player-erase", 1))
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(key, owner=club.slug)


def test_an_unknown_player_is_not_there(club: Club, client: Client) -> None:
    assert client.get(at(club, "player-edit", 9)).status_code == 404
    assert client.post(at(club, "player-erase", 9)).status_code == 404
    assert client.get(at(club, "player-erase", 9)).status_code == 405


def test_two_directors_change_a_player_at_once(club: Club, client: Client) -> None:
    builders.player(club)
    address = at(club, "player-edit", 1)
    right, lodge, other = (as_sent(client, address) for _ in range(3))
    right |= {"name": "Marie Kubála", "family_name": "Kubála"}
    for _ in range(2):
        assert client.post(address, right).status_code == 302
    assert client.post(address, lodge | {"lodge": "Lodge 5"}).status_code == 302
    player = club.players.get()
    assert (player.name, player.lodge) == ("Marie Kubála", "Lodge 5")

    name = {"name": "Maria Kubala", "given_name": "Maria"}
    answer = client.post(address, other | name)
    (conflict,) = answer.context["form"].conflicts
    assert conflict.current.startswith("Marie Kubála; Marie; Kubála")
    chosen = filled(answer.context["form"]) | {conflict.name: "entered"}
    assert client.post(address, chosen).status_code == 302
    assert club.players.get().name == "Maria Kubala"


def test_a_person_is_shown_as_she_wishes(club: Club, client: Client) -> None:
    marie = builders.player(club)
    here = at(club, "player-edit", marie.number)
    page = client.get(here).content.decode()
    for way in ("The way the club shows names: Marie Kubala", "M. K.", "Player 1"):
        assert way in page
    assert message("Shown in public as: {shown}", shown="Marie Kubala") in page
    facts = {"name": marie.name, "lodge": "", "shown": "initials", "is_minor": "on"}
    facts["key"] = "as-she-wishes"
    assert client.post(here, facts | {"shown": "naked"}).status_code == 200
    assert client.post(here, facts).status_code == 302
    assert "Shown in public as: M. K." in client.get(here).content.decode()
    [change] = Change.objects.filter(club=club, what="player")
    assert change.new == log_text(
        "player.minor_shown", who="Marie Kubala", shown="initials"
    )


def test_a_wish_takes_the_prints_of_before_with_it(
    club: Club, client: Client, django_capture_on_commit_callbacks, monkeypatch
) -> None:
    forgotten: list[str] = []
    monkeypatch.setattr(jobs, "forget", forgotten.append)
    marie = builders.player(club)
    here = at(club, "player-edit", marie.number)
    for shown, times in (("", 0), ("hidden", 1), ("hidden", 1)):
        facts = {"name": marie.name, "lodge": "Lodge 5"}
        facts |= {"shown": shown, "key": f"wish-{shown}"}
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(here, facts).status_code == 302
        assert len(forgotten) == times


def test_a_card_of_a_player_is_saved_by_itself(club: Club, client: Client) -> None:
    player = builders.player(club, "Marie Kubala", "Lodge 24")
    here = at(club, "player-edit", player.number)
    sent = {"card": "in-public", "shown": "initials", "pictures": "not", "key": "a"}
    assert client.post(here, sent)["Location"] == f"{here}#in-public"
    player.refresh_from_db()
    assert (player.name, player.shown, player.pictures) == (
        "Marie Kubala",
        "initials",
        "not",
    )
    form = client.get(here).context["form"]
    sent = filled(form, lodge="Lodge 84") | {"card": "name"}
    assert client.post(here, sent)["Location"] == f"{here}#name"
    player.refresh_from_db()
    assert (player.lodge, player.shown) == ("Lodge 84", "initials")


def test_a_wrong_part_keeps_what_was_typed_in_its_card(
    club: Club, client: Client
) -> None:
    player = builders.player(club, "Marie Kubala")
    here = at(club, "player-edit", player.number)
    typed = {"family_name": "Novak", "given_name": "Marie", "lodge": "Lodge 84"}
    sent = filled(client.get(here).context["form"], **typed) | {"card": "name"}
    answer = client.post(here, sent)
    form, other = answer.context["form"], answer.context["in_public"]
    assert (form.errors.keys(), other.errors) == ({"family_name"}, {})
    assert {name: form[name].value() for name in typed} == typed
    player.refresh_from_db()
    assert player.lodge == ""


def test_a_minor_whose_photos_are_agreed_to_is_said_at_the_field(
    club: Club, client: Client
) -> None:
    player = builders.player(club, "Marie Kubala")
    here = at(club, "player-edit", player.number)
    sent = {
        "card": "in-public",
        "shown": "",
        "is_minor": "on",
        "pictures": "agrees",
        "key": "a",
    }
    answer = client.post(here, sent)
    assert answer.context["in_public"].errors.keys() == {"pictures"}


@pytest.mark.parametrize("role", ["scorekeeper", "director", "owner"])
def test_who_may_save_a_card_of_a_player(club: Club, role: str) -> None:
    player = builders.player(club, "Marie Kubala")
    client = Client()
    client.force_login(builders.member(club, role, f"another {role}"))
    here = at(club, "player-edit", player.number)
    answer = client.post(here, {"card": "in-public", "shown": "short", "key": "a"})
    assert answer.status_code == (403 if role == "scorekeeper" else 302)
    player.refresh_from_db()
    assert player.shown == ("" if role == "scorekeeper" else "short")
