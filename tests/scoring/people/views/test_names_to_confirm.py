"""Given and family names: guessed, confirmed ten at a press, and shown by that."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.clubs import change_club
from clubs.i18n import guessed
from clubs.models import Club, Player, Shown
from scoring.core.names import public_name
from scoring.models import Change, Entry, Tournament
from scoring.people import entries, players
from scoring.people.merges import merge
from tests import builders
from tests.log_texts import log_text
from tests.messages import message
from tests.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def at(club: Club, name: str = "player-names", *args: object) -> str:
    return reverse(f"scoring:{name}", args=[club.slug, *args])


def seen(player: Player) -> str:
    """As everybody reads the name now."""
    fresh = Player.everybody.select_related("club").get(pk=player.pk)
    return public_name(fresh.name, fresh.club, fresh.pk)


def chosen(page) -> dict[str, str]:
    """What stands chosen on the page, as its button sends it."""
    form = page.context["form"]
    return {name: form[name].value() for name in form.fields}


@pytest.mark.parametrize("people", [0, 1, 12, 300])
def test_ten_names_are_confirmed_at_a_press(
    club: Club, client: Client, people: int, django_assert_max_num_queries
) -> None:
    builders.players(club, [f"Kovář{n:03} Jan" for n in range(people)])
    with django_assert_max_num_queries(6):
        page = client.get(at(club))
    assert page.status_code == 200
    first = min(people, 10)
    assert len(page.context["form"].fields) == first
    if not people:
        assert message("Every name is confirmed") in page.content.decode()
        assert client.post(at(club)).status_code == 200
        return
    sent = chosen(page)
    assert set(sent.values()) == {f"Jan|Kovář{n:03}" for n in range(first)}
    for _ in range(2):  # a double click
        assert client.post(at(club), sent).status_code == 302
    confirmed = club.players.filter(name_guessed=False)
    assert confirmed.count() == first
    assert {(each.given_name, each.family_name) for each in confirmed} == {
        ("Jan", f"Kovář{n:03}") for n in range(first)
    }
    assert Change.objects.filter(club=club, what="player").count() == 1
    left = client.get(at(club)).context["found"]
    assert left == people - first


def test_a_scorekeeper_may_not(club: Club) -> None:
    assert (
        client_of(builders.member(club, "scorekeeper")).get(at(club)).status_code == 403
    )


def test_each_can_be_put_right_or_left_for_later(club: Club, client: Client) -> None:
    one = builders.player(club, "Tadek Ruta")
    other = builders.player(club, "Zuzka Pata")
    page = client.get(at(club))
    assert chosen(page) == {"name_1": "Tadek|Ruta", "name_2": "Zuzka|Pata"}
    client.post(at(club), {"name_1": "Ruta|Tadek", "name_2": "later"})
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.given_name, one.family_name, one.name_guessed) == (
        "Ruta",
        "Tadek",
        False,
    )
    assert other.name_guessed
    assert [each.name for each in client.get(at(club)).context["page"]] == [
        "Zuzka Pata"
    ]


def test_what_is_no_way_to_part_the_name_is_refused(club: Club, client: Client) -> None:
    player = builders.player(club, "Tadek Ruta")
    answer = client.post(at(club), {"name_1": "Some|Body", "name_99": "x|y"})
    assert answer.status_code == 200
    assert message("Choose one of the options.") in answer.content.decode()
    player.refresh_from_db()
    assert player.name_guessed


def test_of_a_minor_no_word_is_shown_until_somebody_confirms_it(
    club: Club, client: Client, tournament: Tournament
) -> None:
    """No rule tells that in “Kovář Marek” Kovář is the family name."""
    jan = builders.player(club, "Kovář Marek")
    entry = entries.add(tournament=tournament, actor=builders.command(), player=jan)
    Club.objects.update(shown=Shown.SHORT)
    Player.objects.filter(pk=jan.pk).update(is_minor=True)
    Club.objects.update(names_version=1)
    assert seen(jan) in ("M. K.", "K. M.")
    version = Club.objects.get().names_version
    client.post(at(club), {f"name_{jan.number}": "Marek|Kovář"})
    assert seen(jan) == "Marek K."
    entry.refresh_from_db()
    assert (entry.given_name, entry.family_name) == ("Marek", "Kovář")
    assert Club.objects.get().names_version > version


def test_another_name_or_another_word_of_it_makes_pages_new(club: Club) -> None:
    player = builders.player(club, "Tadek Ruta")
    versions = [Club.objects.get().names_version]
    for facts in (
        {"name": "Tadek Rut"},
        {"name_guessed": False},
        {"lodge": "Lodge 24"},
    ):
        players.change(player=player, actor=builders.command(), **facts)
        versions.append(Club.objects.get().names_version)
    assert versions == [0, 1, 2, 2]


def test_minors_stand_first(club: Club, client: Client) -> None:
    builders.player(club, "Anna Abel")
    last = builders.player(club, "Zita Zeman")
    Player.objects.filter(pk=last.pk).update(is_minor=True)
    page = client.get(at(club))
    assert [each.name for each in page.context["page"]] == ["Zita Zeman", "Anna Abel"]
    assert "Zita Zeman: minor" in page.content.decode()


def test_entries_of_other_days_follow_under_their_own_names(
    club: Club, client: Client, tournament: Tournament
) -> None:
    jana = builders.player(club, "Svoboda Petra")
    other = builders.player(club, "Petra Svobodova")
    entry = entries.add(tournament=tournament, actor=builders.command(), player=other)
    merge(target=jana, duplicate=other, actor=builders.command(), key="m")
    client.post(at(club), {f"name_{jana.number}": "Petra|Svoboda"})
    entry.refresh_from_db()
    assert entry.name == "Petra Svobodova"
    assert (entry.given_name, entry.family_name) == ("Petra", "Svobodova")


def test_the_players_own_page_takes_parts_and_says_what_is_no_word_of_the_name(
    club: Club, client: Client
) -> None:
    player = builders.player(club, "Marek Josef")
    here = at(club, "player-edit", player.number)
    facts = {"name": player.name, "lodge": "", "shown": "", "key": "k"}
    wrong = client.post(here, facts | {"given_name": "Josef", "family_name": "Mareček"})
    assert (
        message("“{part}” isn’t part of the name.", part="Mareček")
        in wrong.content.decode()
    )
    twice = client.post(here, facts | {"given_name": "Josef", "family_name": "Josef"})
    assert (
        message("Each word can be either a given name or a family name, not both.")
        in twice.content.decode()
    )
    client.post(here, facts | {"given_name": "Josef", "family_name": "Marek"})
    player.refresh_from_db()
    assert (player.given_name, player.family_name) == ("Josef", "Marek")
    assert not player.name_guessed
    [change] = Change.objects.filter(club=club, what="player")
    assert change.new == "Marek Josef (given name Josef, family name Marek)"
    renamed = facts | {"name": "Mareček Josef", "name_is_right": "on"}
    parts = {"given_name": "Josef", "family_name": "Marek"}
    client.post(here, renamed | parts)
    player.refresh_from_db()
    assert (player.given_name, player.family_name) == ("Josef", "Mareček")
    client.post(here, renamed | {"given_name": "Josef", "family_name": "Mareček"})
    client.post(
        here,
        facts
        | {"name": "Mareček Josef", "given_name": "Josef", "family_name": "Mareček"},
    )
    player.refresh_from_db()
    assert player.name_guessed  # the tick was taken off


def test_the_clubs_usual_order_guesses_anew_what_nobody_confirmed(
    club: Club, tournament: Tournament
) -> None:
    told = builders.player(club, "Xaver Yudo")
    free = builders.player(club, "Zako Wemba")
    for each in (told, free):
        entries.add(tournament=tournament, actor=builders.command(), player=each)
    players.change(player=told, actor=builders.command(), name_guessed=False)
    owner = builders.member(club, "owner")
    change_club(club=Club.objects.get(), user=owner, name_order="family")
    assert [
        *Player.objects.order_by("number").values_list("family_name", flat=True)
    ] == ["Yudo", "Zako"]
    assert [
        *Entry.objects.order_by("number").values_list("family_name", flat=True)
    ] == ["Yudo", "Zako"]
    line = Change.objects.get(what="settings")
    assert line.text == log_text("club.name_order", order="family name first")
    new = builders.player(Club.objects.get(), "Nako Okum")
    assert new.family_name == "Nako"


def test_an_erased_person_has_no_parts_left(club: Club, tournament: Tournament) -> None:
    jan = builders.player(club, "Kovář Jan")
    entry = entries.add(tournament=tournament, actor=builders.command(), player=jan)
    players.erase(player=jan, actor=builders.command())
    for row in (jan, entry):
        row.refresh_from_db()
        assert (row.name, row.given_name, row.family_name) == ("Somebody", "", "")


def test_confirmed_parts_of_a_double_come_to_who_stays(club: Club) -> None:
    kept, gone = (
        builders.player(club, "Tadek Ruta"),
        builders.player(club, "Ruta Tadek"),
    )
    told = {"given_name": "Ruta", "family_name": "Tadek", "name_guessed": False}
    players.change(player=gone, actor=builders.command(), **told)
    merge(target=kept, duplicate=gone, actor=builders.command(), key="m")
    kept.refresh_from_db()
    assert (kept.name, kept.family_name, kept.name_guessed) == (
        "Tadek Ruta",
        "Tadek",
        False,
    )


def test_the_desk_lists_players_by_family_name(club: Club, client: Client) -> None:
    for name in ("Zita Abel", "Anna Žák", "Čermák Jan", "Cyrus Jan", "Dan Dvořák"):
        builders.player(club, name)
    page = client.get(at(club, "players"))
    assert [each.name for each in page.context["page"]] == [
        "Zita Abel",
        "Čermák Jan",
        "Cyrus Jan",
        "Dan Dvořák",
        "Anna Žák",
    ]
    assert "5 names aren’t confirmed" in page.content.decode()


def test_lists_read_both_parts(club: Club, client: Client) -> None:
    evening = builders.tournament(club, date=date(2026, 11, 20))
    text = "First name,Last name,Paid\nWemba,Zako,\nPetra,van der Meer,yes"
    where = [club.slug, evening.slug]
    page = client.post(reverse("scoring:entries-paste", args=where), {"text": text})
    form = page.context["form"]
    sent = {"text": form["text"].value(), "key": form["key"].value()}
    client.post(reverse("scoring:entries-confirm", args=where), sent)
    rows = Entry.objects.order_by("number").values_list(
        "name", "given_name", "family_name", "name_guessed"
    )
    assert [*rows] == [
        ("Wemba Zako", "Wemba", "Zako", False),
        ("Petra van der Meer", "Petra", "van der Meer", False),
    ]


def test_a_name_typed_with_a_comma_is_told(club: Club, client: Client) -> None:
    evening = builders.tournament(club, date=date(2026, 11, 20))
    where = reverse("scoring:entry-add", args=[club.slug, evening.slug])
    client.post(where, {"name": "Kovář, Jan", "key": "k1"})
    client.post(where, {"name": "Novák, Josef, Lodge 24", "key": "k2"})
    client.post(where, {"name": "Marek, Lodge 24", "key": "k3"})
    rows = Entry.objects.order_by("number").values_list("name", "lodge", "name_guessed")
    assert [*rows] == [
        ("Jan Kovář", "", False),
        ("Josef Novák", "Lodge 24", False),
        ("Marek", "Lodge 24", True),
    ]


@pytest.mark.parametrize("people", [0, 1, 12, 300])
def test_everybody_reads_minors_by_initials_and_others_short(
    tournament: Tournament, people: int, django_assert_max_num_queries
) -> None:
    """In lists of any length, for the same few queries."""
    club = tournament.club
    made = builders.entries(tournament, people)
    for n, entry in enumerate(made):
        name = f"Kovář{n:03} Jan"
        for row in (entry, entry.player):
            row.call(guessed(name))
            row.save()
    if people > 3:
        builders.published_round(tournament, people // 4)
    half = [each.player_id for each in made[::2]]
    Player.objects.filter(pk__in=half).update(is_minor=True)
    Player.objects.exclude(pk__in=half).update(name_guessed=False)
    Club.objects.update(shown=Shown.SHORT, names_version=1)
    pages = [reverse("scoring:tournament", args=[club.slug, tournament.slug])]
    pages += [reverse("scoring:club-players", args=[club.slug])]
    if people > 3:
        pages.append(reverse("scoring:round", args=[club.slug, tournament.slug, 1]))
    for page in pages:
        with django_assert_max_num_queries(20):
            answer = Client().get(page)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "Kovář" not in text
        if page in pages[2:]:  # of the others one is empty yet, and one has pages
            assert "J. K." in text
            assert "Jan K." in text
