"""Only if needed: at the door, in the draw, and what the season counts of it."""

from datetime import timedelta

import pytest

from clubs.models import Player
from scoring.draw import draws, rounds
from scoring.draw.draw_input import facts_of
from scoring.draw.sit_outs import ledger_of, why_out
from scoring.models import Entry, Tournament
from scoring.people import check_in, entries
from scoring.people.check_in import check_in_of, may_leave
from scoring.signups import rsvps
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()
WHY = message("on standby, so sits out first")


def stand_by(tournament: Tournament, name: str = "Karel Novak") -> Player:
    player = build.player(tournament.club, name)
    rsvps.set_going(tournament=tournament, player=player, actor=BY, if_needed=True)
    return player


def here(tournament: Tournament, player: Player) -> Entry:
    step = check_in.enter(
        tournament=tournament, actor=BY, paid=False, key="", player=player
    )
    return step.entry


def test_the_door_names_them_and_knows_what_they_said(tournament: Tournament) -> None:
    build.entries(tournament, 16)
    karel = stand_by(tournament)
    assert check_in_of(tournament).stand_by == (karel,)
    entry = here(tournament, karel)
    door = check_in_of(tournament)
    assert (entry.if_needed, door.stand_by) == (True, ())
    assert door.may_leave == [entry]
    facts = facts_of(tournament)
    assert may_leave(facts.players, facts.sizes) == [entry]
    here(tournament, build.player(tournament.club, "Anna Late"))
    here(tournament, build.player(tournament.club, "Eva Late"))
    here(tournament, build.player(tournament.club, "Ida Late"))
    assert check_in_of(tournament).may_leave == []


def test_who_says_later_that_he_comes_is_like_all_others(
    tournament: Tournament,
) -> None:
    karel = stand_by(tournament)
    rsvps.set_going(tournament=tournament, player=karel, actor=BY)
    assert not tournament.entries.get().if_needed


def test_they_sit_out_each_round_and_it_says_why(tournament: Tournament) -> None:
    build.entries(tournament, 16)
    entry = here(tournament, stand_by(tournament))
    made = draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=3)
    assert made.input["if_needed"] == [entry.pk]
    for rnd in tournament.rounds.all():
        seats = rnd.seats.values_list("entry", flat=True)
        assert entry.pk not in seats
        assert why_out(rnd, entry) == WHY
    again = [seats.sit_out for seats in draws.again(made)]
    assert again == [(entry.pk,)] * tournament.rounds_planned


def test_a_draw_without_them_is_kept_as_before(tournament: Tournament) -> None:
    build.entries(tournament, 17)
    made = draws.draw(tournament=tournament, actor=BY, whole_evening=False, seed=3)
    assert "if_needed" not in made.input


def test_the_last_round_by_standing_has_them_last(tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    Entry.objects.filter(pk=people[0].pk).update(if_needed=True)
    Tournament.objects.update(last_round_by_standing=True, rounds_planned=1)
    tournament.refresh_from_db()
    facts = facts_of(tournament)
    assert draws.order_by_standing(facts)[-1] == people[0].pk


def evening(like: Tournament, days: int) -> Tournament:
    made = build.tournament(
        like.club, date=like.date + timedelta(days), name=f"Evening {days}"
    )
    assert made.season_id == like.season_id
    return made


@pytest.mark.parametrize("leaves", [None, "left"])
def test_an_evening_stood_by_counts_as_one_sit_out(
    tournament: Tournament, leaves: str | None
) -> None:
    build.entries(tournament, 4)
    karel = stand_by(tournament)
    if leaves:
        entry = here(tournament, karel)
        entries.set_state(entry=entry, actor=BY, state=leaves)
    assert ledger_of(tournament) == []  # nothing was played yet
    build.published_round(tournament, 1)
    [line] = ledger_of(tournament)
    assert (line.name, line.times, line.stood_by) == (karel.name, "once", (tournament,))

    later = evening(tournament, 7)
    build.entries(later, 4)
    mine = entries.add(tournament=later, actor=BY, player=karel, state="here")
    assert facts_of(later).earlier.sat_out.count(mine.pk) == 1
    rounds.cancel(rnd=tournament.rounds.get(), actor=BY, reason="Fire alarm")
    assert mine.pk not in facts_of(later).earlier.sat_out


def test_who_was_seated_or_never_came_did_not_stand_by(tournament: Tournament) -> None:
    people = build.entries(tournament, 3)
    seated = here(tournament, stand_by(tournament))
    away = here(tournament, stand_by(tournament, "Ota Away"))
    entries.set_state(entry=away, actor=BY, state="absent")
    build.published_round(tournament, [[*people, seated]])
    assert ledger_of(tournament) == []


def again(people: list[Entry], like: Tournament, days: int) -> Tournament:
    """The same people on another evening of the season."""
    made = evening(like, days)
    for number, each in enumerate(people, start=1):
        facts = {"name": each.name, "state": "here", "player": each.player}
        made.entries.create(number=number, **facts)
    return made


def test_a_sit_out_of_a_canceled_round_is_none(tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [people[:4]])
    later = again(people, tournament, 7)
    out = later.entries.get(number=5).pk
    assert facts_of(later).earlier.sat_out == (out,)
    assert [line.name for line in ledger_of(later)] == [people[4].name]
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    assert facts_of(later).earlier.sat_out == ()
    assert ledger_of(later) == []


def test_somebody_of_a_canceled_round_alone_comes_for_the_first_time(
    tournament: Tournament,
) -> None:
    people = build.entries(tournament, 6)
    first = build.published_round(tournament, [[people[5], *people[:3]]])
    rounds.cancel(rnd=first, actor=BY, reason="Fire alarm")
    played = again(people[:5], tournament, 7)
    five = [*played.entries.order_by("number")]
    for at in range(5):
        build.published_round(played, [five[:at] + five[at + 1 :]])
    later = again(people, tournament, 14)
    new = later.entries.get(number=6).pk
    earlier = facts_of(later).earlier
    assert earlier.new == (new,)
    assert earlier.sat_out.count(new) == 1  # as often as each of the others
