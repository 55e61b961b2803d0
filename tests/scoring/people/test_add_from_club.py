"""Who is offered to be ticked, and what comes along with him."""

from datetime import date

import pytest

from clubs.models import Club
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Change, Entry, Tournament
from scoring.people.add_from_club import enter_picked, last_time, picks_of
from scoring.tournaments.tournaments import finish
from tests import builders as build

pytestmark = pytest.mark.django_db

BY = build.command()


@pytest.fixture
def club() -> Club:
    return build.club()


@pytest.fixture
def last(club: Club) -> Tournament:
    """Four came in October, for teams and in classes; a fifth stayed away."""
    made = build.tournament(
        club,
        name="October",
        date=date(2026, 10, 16),
        teams="named",
        classes="Women\nJuniors",
    )
    people = build.entries(made, 5)
    Entry.objects.filter(pk=people[0].pk).update(team="Reds", classes=["Women"])
    Entry.objects.filter(pk=people[1].pk).update(classes=["Juniors"], paid=True)
    Entry.objects.filter(pk=people[4].pk).update(state="absent")
    return made


@pytest.fixture
def tonight(club: Club) -> Tournament:
    return build.tournament(
        club, date=date(2026, 11, 20), teams="named", classes="Women"
    )


def pick(tonight: Tournament, *chosen: int, **facts: object) -> int:
    given = {"last": last_time(tonight), "key": "k", "state": "here"} | facts
    return enter_picked(tournament=tonight, actor=BY, chosen=chosen, **given)


def test_those_of_last_time_stand_first_and_the_others_by_name(
    club: Club, last: Tournament, tonight: Tournament
) -> None:
    build.player(club, "Zdena Adam")
    picks = picks_of(tonight, last)
    assert [each.player.name for each in picks.of_last] == list(build.NAMES[:4])
    others = [each.player.name for each in picks.others]
    assert sorted(others) == sorted(["Zdena Adam", build.NAMES[4]])
    assert others[0] == "Zdena Adam"
    first, second, *_ = picks.of_last
    assert (first.team, first.classes) == ("Reds", ("Women",))
    assert second.classes == ()  # this evening has no juniors
    assert first.details.endswith("Reds, Women")


def test_without_teams_none_come_along(last: Tournament, tonight: Tournament) -> None:
    tonight.teams = "none"
    assert {each.team for each in picks_of(tonight, last).of_last} == {""}


def test_last_time_is_the_latest_before_it_of_the_same_game(
    club: Club, last: Tournament, tonight: Tournament
) -> None:
    other = build.tournament(
        club, name="Scarto", game="scarto", date=date(2026, 11, 1), start_chips=0
    )
    build.entries(other, 3)
    build.tournament(club, name="Nobody came", date=date(2026, 11, 10))
    build.entries(build.tournament(club, name="Later", date=date(2026, 12, 1)), 4)
    assert last_time(tonight) == last
    last.entries.all().delete()
    assert last_time(tonight) == other


def test_nobody_came_before(tonight: Tournament) -> None:
    assert last_time(tonight) is None
    picks = picks_of(tonight, None)
    assert (picks.everybody, picks.entered) == ((), 0)


def test_who_is_ticked_is_entered_with_team_and_class(
    club: Club, last: Tournament, tonight: Tournament
) -> None:
    guest = build.player(club, "Zdena Adam", "Lodge 7")
    [first, *_] = picks_of(tonight, last).of_last
    assert pick(tonight, guest.pk, first.player.pk) == 2
    facts = ("number", "name", "lodge", "team", "classes", "state", "paid")
    assert list(tonight.entries.order_by("number").values_list(*facts)) == [
        (1, first.player.name, first.player.lodge, "Reds", ["Women"], "here", False),
        (2, "Zdena Adam", "Lodge 7", "", [], "here", False),
    ]
    after = picks_of(tonight, last)
    assert after.entered == 2
    assert not {guest.pk, first.player.pk} & {
        each.player.pk for each in after.everybody
    }


def test_ticked_twice_or_entered_meanwhile_is_once(
    last: Tournament, tonight: Tournament
) -> None:
    one, two, *_ = (each.player.pk for each in picks_of(tonight, last).of_last)
    assert pick(tonight, one) == 1
    assert pick(tonight, one) == 1  # the same key: the same answer
    assert pick(tonight, one, two, key="other") == 1
    assert tonight.entries.count() == 2
    assert Change.objects.filter(tournament=tonight, what="entry").count() == 2


def test_who_is_not_in_the_list_any_more_is_refused(
    club: Club, tonight: Tournament
) -> None:
    other = build.player(build.club("elsewhere"), "Somebody Else")
    guest = build.player(club, "Zdena Adam")
    for gone in (other.pk, 0):
        with pytest.raises(Conflict):
            pick(tonight, guest.pk, gone)
    assert not tonight.entries.exists()


def test_a_finished_evening_takes_nobody(club: Club) -> None:
    over = build.tournament(club, rounds_planned=1)
    build.verified_sheet(build.published_round(over).sheets.get())
    finish(tournament=over, actor=BY)
    guest = build.player(club, "Zdena Adam")
    with pytest.raises(ActionRefused):
        pick(over, guest.pk)
