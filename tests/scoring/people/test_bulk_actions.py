"""Several entries at once: all of them or none, and nothing of anybody goes."""

import pytest

from scoring.core.writes import ActionRefused
from scoring.models import Change, Entry, Tournament
from scoring.people import bulk_actions
from scoring.people.bulk_actions import (
    BulkAction,
    EntryFilter,
    do_several,
    doings_of,
    kinds_of,
    shows,
)
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db
BY = builders.command()


@pytest.fixture
def people(tournament: Tournament) -> list[Entry]:
    tournament.fee, tournament.teams = 500, Tournament.Teams.NAMED
    tournament.save()
    return builders.entries(tournament, 5, state="expected")


def do(people: list[Entry], doing: str, team: str = "") -> int:
    return do_several(
        tournament=people[0].tournament,
        actor=BY,
        entry_ids=[entry.pk for entry in people],
        doing=doing,
        team=team,
    )


def lines() -> list[str]:
    found = Change.objects.filter(what__in=("state", "fee", "entry")).order_by("pk")
    return list(found.values_list("text", flat=True))


def test_each_is_a_line_of_the_log_and_sent_twice_it_is_done_once(
    people: list[Entry],
) -> None:
    Change.objects.all().delete()
    assert (do(people[:2], BulkAction.PAID), do(people[:2], BulkAction.PAID)) == (2, 0)
    assert [entry.paid for entry in Entry.objects.order_by("number")] == [
        *(True, True),
        *(False, False, False),
    ]
    assert lines() == ["1 Marie Kubala: fee paid", "2 Josef Marek: fee paid"]


def test_who_is_here_and_who_joins_a_team(people: list[Entry]) -> None:
    assert do(people, BulkAction.HERE) == 5
    assert do(people[1:3], BulkAction.TEAM, "  Shiner  Reds ") == 2
    assert (
        do(people[1:4], BulkAction.TEAM, "shiner reds") == 1
    )  # as it is written already
    teams = Entry.objects.order_by("number").values_list("team", flat=True)
    assert [*teams] == ["", *["Shiner Reds"] * 3, ""]


def test_who_withdraws_is_absent_or_has_left(
    tournament: Tournament, people: list[Entry]
) -> None:
    builders.published_round(tournament, [people[:4]])
    assert do(people, BulkAction.WITHDRAW) == 5
    states = Entry.objects.order_by("number").values_list("state", flat=True)
    assert [*states] == [*["left"] * 4, "absent"]
    assert do(people, BulkAction.WITHDRAW) == 0


def test_what_cannot_be_changes_nobody(
    tournament: Tournament, people: list[Entry]
) -> None:
    for doing, team, why in (
        ("dance", "", "Choose what to do"),
        (BulkAction.TEAM, " ", message("Enter the team name.")),
        (BulkAction.TEAM, "x" * 41, "40"),
    ):
        with pytest.raises(ActionRefused, match=why):
            do(people, doing, team)
    with pytest.raises(ActionRefused, match=message("Select someone first.")):
        do_several(tournament=tournament, actor=BY, entry_ids=[], doing=BulkAction.HERE)
    elsewhere = builders.entries(builders.tournament(tournament.club, name="Other"), 1)
    with pytest.raises(ActionRefused, match=message("Select someone first.")):
        do_several(
            tournament=tournament,
            actor=BY,
            entry_ids=[elsewhere[0].pk],
            doing=BulkAction.HERE,
        )
    assert not Entry.objects.exclude(team="").exists()


def test_without_fee_and_teams_neither_is_offered(tournament: Tournament) -> None:
    assert doings_of(tournament) == [BulkAction.HERE, BulkAction.WITHDRAW]
    assert kinds_of(tournament) == [
        *(EntryFilter.ALL, EntryFilter.EXPECTED, EntryFilter.HERE, EntryFilter.AWAY)
    ]


@in_turn(
    "which, numbers",
    [
        (EntryFilter.ALL, [1, 2, 3, 4, 5]),
        (EntryFilter.EXPECTED, [1]),
        (EntryFilter.HERE, [2, 3]),
        (EntryFilter.AWAY, [4, 5]),
        (EntryFilter.UNPAID, [1, 3]),
        (EntryFilter.NO_TEAM, [1, 2]),
    ],
)
def test_whom_a_filter_shows(
    people: list[Entry], which: str, numbers: list[int]
) -> None:
    for entry, state in zip(
        people, ("expected", "here", "here", "absent", "left"), strict=True
    ):
        entry.state, entry.paid = state, entry.number == 2
        entry.team = "Reds" if entry.number == 3 else ""
    assert [e.number for e in people if bulk_actions.shows(which, e)] == numbers
    assert shows(EntryFilter.ALL, people[0])
