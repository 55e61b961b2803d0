"""Finding players by what people type, and noticing the same one twice."""

import pytest

from clubs.name_search import (
    NameIndex,
    alike,
    duplicate_keys,
    matches,
    nearly,
    players_like,
    same_name,
)
from tests import builders
from tests.in_turn import in_turn


@in_turn(
    "typed, name, found",
    [
        ("me mü", "Müller Metzger", True),
        ("mu met", "Müller, Metzger", True),
        ("MARIE", "Marie Kubala", True),
        ("kub mar", "Marie Kubala", True),
        ("mar mar", "Marie Kubala", False),
        ("mar mar", "Marie Marek", True),
        ("ubala", "Marie Kubala", False),
        ("", "Marie Kubala", True),
        ("čer", "Lillian Cerny", True),
        ("lukasz", "Łukasz Kowalczyk", True),
        ("j. b", "Jerry Bartos", True),
        ("obrien", "Pat O’Brien", True),
        ("o brien", "Pat O'Brien", True),
        ("O´Brien", "Pat O’Brien", True),
        ("dartagnan", "Charles d'Artagnan", True),
        ("kjaer", "Søren Kjær", True),
        ("soren", "Søren Kjær", True),
        ("oeuvrard", "Claude Œuvrard", True),
        ("gross", "Anna Groß", True),
        ("thor dor", "Þór Ðorić", True),
        ("annamarie", "Anna-Marie Krenek", True),
        ("marie", "Anna-Marie Krenek", True),
        ("anna-m", "Annamarie Krenek", True),
        ("krenek; lod", "Rose Krenek Lodge 40", True),
    ],
)
def test_matches(typed: str, name: str, found: bool) -> None:
    assert matches(typed, name) is found


@in_turn(
    "typed, name, near",
    [
        ("prochaska", "Jan Procházka", True),
        ("prochas", "Jan Procházka", True),  # not typed to the end
        ("mueller", "Hans Müller", True),
        ("mari kubela", "Marie Kubala", True),
        ("kubla", "Marie Kubala", True),  # two changed round
        ("novk jan", "Jan Novak", True),
        ("mare", "Ben Martin", False),  # too short for a slip in a beginning
        ("ane", "Ann Lee", False),
        ("prohaska jon", "Jan Procházka", False),
        ("kub kub", "Marie Kubala", False),
        ("guest 1", "Guest 2", False),
    ],
)
def test_nearly(typed: str, name: str, near: bool) -> None:
    assert nearly(typed, name) is near


@in_turn(
    "one, other, same",
    [
        ("Marie Kubala", "Kubala, Marie", True),
        ("Marie Kubala", "Marie Kubalá", True),
        ("Josef Marek", "Jozef Marek", True),
        ("Josef Marek", "Josef Marek Jr.", True),
        ("Josef Marek", "Emil Hruska", False),
        ("Anna Svoboda", "Hana Novotna", False),
        ("Guest 1", "Guest 2", False),
        ("Pat O’Brien", "pat obrien", True),
        ("Anna-Marie Krenek", "Anna Marie Krenek", True),
        ("Li Kjær", "Li Kjaer", True),
    ],
)
def test_alike(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is same


def test_an_index_finds_what_comparing_all_finds() -> None:
    names = [*builders.NAMES, "Kubala Marie", "Josef Mareck", "Rosé Krenek"]
    index = NameIndex()
    for name in names:
        index.add(name, name)
    for name in names:
        slowly = [other for other in names if alike(name, other)]
        assert sorted(index.find_similar(name)) == sorted(slowly)


def test_double_keys_names_each_pair_once() -> None:
    names = [(1, "Ann Lee"), (2, "Emil Hruska"), (3, "Lee Ann")]
    assert duplicate_keys(names) == [(1, 3)]


@pytest.mark.django_db
def test_players_like_leaves_erased_people_and_other_clubs_out() -> None:
    club, other = builders.club(), builders.club("other")
    marie = builders.player(club, "Marie Kubala")
    builders.player(other, "Marie Kubala")
    gone = builders.player(club, "Marie Gone")
    gone.erased_at = "2026-01-01T00:00:00Z"
    gone.save()
    assert players_like(club, "mar") == [marie]
    maria = builders.player(club, "Maria Kubela")
    assert players_like(club, "kubala") == [marie, maria]  # nearly: last


@pytest.mark.django_db
def test_same_name_wants_one_exact_name_and_no_other_lodge() -> None:
    club = builders.club()
    marie = builders.player(club, "Marie Kubala", "Lodge 24")
    maria = builders.player(club, "Maria Kubala")
    assert same_name(club, "kubala marie") == (marie, [maria, marie])
    assert same_name(club, "Marie Kubala", "Lodge 88")[0] is None
    assert same_name(club, "Emil Hruska") == (None, [])
