"""Entering many at once: who is known, who may be, who is new."""

import pytest

from clubs.models import Club
from scoring.core.writes import ActionRefused
from scoring.models import Change, Entry, SitOut, Tournament
from scoring.people import entries
from scoring.people.entry_lists import (
    NEW,
    SKIP,
    LineKind,
    ToEnter,
    decided,
    enter,
    plan_of,
)
from scoring.people.name_parsing import Listed, read_pasted
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def kinds(tournament: Tournament, text: str) -> list[LineKind]:
    return [each.kind for each in plan_of(tournament, read_pasted(text).people)]


def entered(tournament: Tournament, text: str, key: str = "k", **facts: str) -> int:
    plan = plan_of(tournament, read_pasted(text).people)
    choices = {each.listed.line: NEW for each in plan}
    return enter(
        tournament=tournament,
        actor=builders.command(),
        people=decided(plan, choices),
        key=key,
        **facts,
    )


def test_lines_are_known_entered_doubtful_or_new(
    club: Club, tournament: Tournament
) -> None:
    builders.player(club, "Marie Kubala", "Lodge 24")
    josef = builders.player(club, "Josef Marek")
    entries.add(tournament=tournament, actor=builders.command(), player=josef)
    text = (
        "Kubala Marie\nJosef Marek, Lodge 9\nMaria Kubala\n"
        "Emil Hruska\nEmil Hruška\nRose Krenek, Lodge 5"
    )
    assert kinds(tournament, text) == [
        LineKind.KNOWN,
        LineKind.ENTERED,
        LineKind.DOUBTFUL,
        LineKind.NEW,
        LineKind.DOUBTFUL,
        LineKind.NEW,
    ]


def test_another_lodge_makes_a_name_doubtful(
    club: Club, tournament: Tournament
) -> None:
    builders.player(club, "Marie Kubala", "Lodge 24")
    assert kinds(tournament, "Marie Kubala, Lodge 88") == [LineKind.DOUBTFUL]
    assert kinds(tournament, "Marie Kubala, LODGE 24") == [LineKind.KNOWN]


def test_two_of_one_name_are_doubtful_without_a_lodge(
    club: Club, tournament: Tournament
) -> None:
    builders.player(club, "Jan Novak", "Lodge 1")
    builders.player(club, "Jan Novak", "Lodge 2")
    (plan,) = plan_of(tournament, [Listed(1, "Jan Novák")])
    assert plan.kind is LineKind.DOUBTFUL
    assert len(plan.candidates) == 2


def test_erased_people_are_nobodys_double(club: Club, tournament: Tournament) -> None:
    gone = builders.player(club, "Marie Kubala")
    gone.erased_at = "2026-01-01T00:00:00Z"
    gone.save()
    assert kinds(tournament, "Marie Kubala") == [LineKind.NEW]


def test_the_choice_decides(club: Club, tournament: Tournament) -> None:
    marie = builders.player(club, "Marie Kubala")
    plan = plan_of(tournament, read_pasted("Maria Kubala\nMarya Kubala").people)
    same = plan[0].candidates[0].choice
    assert decided(plan, {1: same, 2: SKIP}) == [ToEnter(plan[0].listed, marie)]
    assert [each.player for each in decided(plan, {1: NEW, 2: NEW})] == [None, None]
    for choices in ({1: NEW}, {1: "player-999", 2: NEW}, {1: SKIP, 2: NEW}):
        with pytest.raises(KeyError):
            decided(plan, choices)


def test_a_plan_asks_three_times_whatever_its_size(
    tournament: Tournament, django_assert_num_queries
) -> None:
    builders.entries(tournament, 16)
    people = [Listed(n, f"{name} {n}") for n, name in enumerate(builders.NAMES * 4)]
    fresh = Tournament.objects.select_related("club").get(pk=tournament.pk)
    with django_assert_num_queries(3):
        plan_of(fresh, people)


def test_all_are_entered_in_few_queries(
    club: Club, tournament: Tournament, django_assert_max_num_queries
) -> None:
    builders.player(club, "Marie Kubala", "Lodge 24")
    new = "\n".join(f"Guest{n} Visitor{n}" for n in range(300))
    with django_assert_max_num_queries(33):
        assert entered(tournament, f"Marie Kubala\n{new}") == 301
    first = tournament.entries.get(number=1)
    assert (first.name, first.lodge) == ("Marie Kubala", "Lodge 24")
    assert tournament.entries.count() == 301
    assert club.players.count() == 301
    assert len(set(club.players.values_list("number", flat=True))) == 301
    assert Change.objects.get(what="entry").text == log_text(
        "entry.added_by_list", n=301
    )


def test_sent_twice_it_is_once(tournament: Tournament) -> None:
    assert entered(tournament, "Marie Kubala") == 1
    assert entered(tournament, "Marie Kubala") == 1
    assert tournament.entries.count() == 1


def test_given_numbers_are_kept_and_others_follow(tournament: Tournament) -> None:
    entered(tournament, "30 Ann Lee\nBob Ray\n5 Cid Fox")
    numbers = dict(tournament.entries.values_list("name", "number"))
    assert numbers == {"Ann Lee": 30, "Bob Ray": 31, "Cid Fox": 5}


def test_a_taken_number_enters_nobody(club: Club, tournament: Tournament) -> None:
    builders.entries(tournament, 1)
    with pytest.raises(ActionRefused, match="It’s already in use: Marie Kubala"):
        entered(tournament, "Ann Lee\n1 Bob Ray")
    assert tournament.entries.count() == 1
    assert club.players.count() == 1


def test_they_may_all_be_here_or_late(tournament: Tournament) -> None:
    builders.published_round(tournament)
    entered(tournament, "Ann Lee\nBob Ray", state=Entry.State.HERE)
    late = tournament.entries.filter(number__gt=4)
    assert {entry.state for entry in late} == {Entry.State.HERE}
    assert SitOut.objects.filter(entry__in=late, why=SitOut.Why.LATE).count() == 2


def test_fee_team_and_classes_come_with_the_list(
    club: Club, tournament: Tournament
) -> None:
    tournament.classes = "Women\nJuniors"
    tournament.save()
    builders.entries(tournament, 1, team="The Reds")
    head = "Name\tPaid\tTeam\tClass\n"
    entered(tournament, f"{head}Rose Vrana\tyes\tthe reds\tjuniors, WOMEN")
    rose = tournament.entries.get(name="Rose Vrana")
    assert (rose.paid, rose.team) == (True, "The Reds")
    assert rose.classes == ["Women", "Juniors"]
    with pytest.raises(ActionRefused, match="doesn’t have a class named “Seniors"):
        entered(tournament, f"{head}Emil Hruska\t\t\tSeniors", key="other")
    assert not tournament.entries.filter(name="Emil Hruska").exists()
