"""The tables of an invitation: who is at which chair, the reader's own, free chairs."""

from itertools import count

import pytest

from clubs.models import Player
from scoring.models import Tournament
from scoring.people import players
from scoring.signups import rsvps
from scoring.signups.last_event import last_event
from scoring.signups.rsvps import coming_to
from scoring.signups.summaries import heading_of
from scoring.signups.table_plan import TablePlan, plan_of
from scoring.tournaments import tournaments
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
NUMBERS = count(1)


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club(), asks=True)


def going(evening: Tournament, many: int) -> list[Player]:
    people = [
        builders.player(evening.club, f"Player {next(NUMBERS)} Novak")
        for _ in range(many)
    ]
    for player in people:
        rsvps.set_going(tournament=evening, player=player, actor=builders.command())
    return people


def kinds(plan: TablePlan) -> list[list[str]]:
    return [table.kinds for table in plan.tables]


def test_without_anyone_an_empty_table_is_drawn(evening: Tournament) -> None:
    plan = plan_of(coming_to(evening))
    assert kinds(plan) == [["free"] * 4]
    assert plan.names == []


def test_tables_fill_in_the_order_of_the_answers(evening: Tournament) -> None:
    people = going(evening, 11)
    plan = plan_of(coming_to(evening))
    assert kinds(plan) == [["taken"] * 4, ["taken"] * 4, ["taken"] * 3 + ["free"]]
    assert plan.names == [player.name for player in people]
    assert [table.is_full for table in plan.tables] == [True, True, False]
    assert plan.is_short


def test_the_reader_is_at_the_bottom_of_their_table(evening: Tournament) -> None:
    people = going(evening, 4)
    plan = plan_of(coming_to(evening), reader=people[2])
    assert kinds(plan) == [["own", "taken", "taken", "taken"]]
    names = [chair.name for chair in plan.tables[0].chairs]
    others = [people[at].name for at in (3, 0, 1)]
    assert names == [message("You"), *others]


def test_one_free_chair_is_offered_to_who_is_asked(evening: Tournament) -> None:
    going(evening, 6)
    plan = plan_of(coming_to(evening), asks_reader=True)
    assert kinds(plan)[1] == ["own", "free", "taken", "taken"]
    assert plan.tables[1].chairs[0].name == message("You?")


def test_someone_hidden_has_a_chair_without_a_name(evening: Tournament) -> None:
    [player] = going(evening, 1)
    players.change(player=player, actor=builders.command(), shown="hidden")
    fresh = Tournament.objects.get(pk=evening.pk)
    plan = plan_of(coming_to(fresh))
    assert kinds(plan) == [["taken", "free", "free", "free"]]
    assert plan.names == []


def test_a_large_field_is_drawn_without_names(evening: Tournament) -> None:
    builders.entries(evening, 60)
    plan = plan_of(coming_to(evening))
    assert plan.many
    assert len(plan.tables) == 15
    assert len(plan.names) == 60


def test_the_heading_says_what_is_missing_or_full(evening: Tournament) -> None:
    assert heading_of(coming_to(evening)) == [message("No one has RSVP’d yet.")]
    going(evening, 11)
    people = message("{n} players are going.", n=11)
    more = message("{n} more player would fill another table.", n=1)
    assert heading_of(coming_to(evening)) == [people, more]
    going(evening, 1)
    assert heading_of(coming_to(evening))[1] == message("That’s {n} tables.", n=3)
    Tournament.objects.update(places=12)
    fresh = Tournament.objects.get(pk=evening.pk)
    assert heading_of(coming_to(fresh))[1] == message("This event is full.")


def test_the_last_event_names_its_winner(evening: Tournament) -> None:
    assert last_event(evening) is None
    club = evening.club
    before = builders.tournament(club, slug="before", name="Before")
    people = builders.entries(before, 4)
    builders.verified_sheet(builders.published_round(before, [people]).sheets.get())
    tournaments.finish(tournament=before, actor=builders.command())
    found = last_event(evening)
    assert found is not None
    assert found.tournament == before
    assert found.winners in {entry.name for entry in people}
    players.change(
        player=next(each.player for each in people if each.name == found.winners),
        actor=builders.command(),
        shown="hidden",
    )
    again = last_event(Tournament.objects.get(pk=evening.pk))
    assert again is not None
    assert again.winners == ""
