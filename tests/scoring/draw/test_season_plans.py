"""A season in which everybody meets everybody once: made, drawn, thrown away."""

from datetime import timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from clubs.models import Player
from scoring.core.writes import ActionRefused
from scoring.draw import draws, reseat, rounds, season_plans
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import facts_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.season_plans import plan_of, progress_of
from scoring.models import Change, Round, SeasonPlan, Tournament
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()


@pytest.fixture
def people(tournament: Tournament) -> list[Player]:
    return [each.player for each in build.entries(tournament, 16)]


@pytest.fixture
def made(tournament: Tournament, people: list[Player]) -> SeasonPlan:
    return season_plans.make(
        season=tournament.season, actor=BY, people=people, rounds_an_evening=2, seed=5
    )


def drawn(tournament: Tournament) -> list[list[set[Player]]]:
    season_plans.draw_from_plan(tournament=tournament, actor=BY, seed=1)
    return seated(tournament)


def seated(tournament: Tournament) -> list[list[set[Player]]]:
    """Who sits at each table of the rounds that are not cancelled."""
    return [
        [{seat.entry.player for seat in each.seats.all()} for each in rnd.sheets.all()]
        for rnd in tournament.rounds.exclude(state="cancelled").order_by("number")
    ]


def next_evening(tournament: Tournament, days: int) -> Tournament:
    date = tournament.date + timedelta(days)
    later = build.tournament(tournament.club, name=f"{days} days later", date=date)
    for each in tournament.entries.order_by("number"):
        each.pk, each.tournament = None, later
        each.save()
    return later


def publish(tournament: Tournament) -> None:
    for rnd in tournament.rounds.filter(state="draft").order_by("number"):
        rounds.publish(rnd=rnd, actor=BY)


def test_three_evenings_and_everybody_has_met(
    tournament: Tournament, made: SeasonPlan
) -> None:
    evenings = [tournament, next_evening(tournament, 7), next_evening(tournament, 14)]
    tables = []
    for each in evenings:
        tables += drawn(each)
        draft = draft_of(facts_of(each))
        assert draft is not None
        assert draft.missed is not None
        assert draft.missed.pairs == ()
        publish(each)

    assert [len(each) for each in tables] == [4] * 5
    met = [frozenset(p) for r in tables for t in r for p in combinations(t, 2)]
    assert len(met) == len(set(met)) == 16 * 15 // 2
    assert progress_of(plan_of(tournament.season_id)) == (120, 120)
    with pytest.raises(
        ActionRefused,
        match=message("No rounds are left in the season plan. Draw as usual."),
    ):
        season_plans.draw_from_plan(tournament=next_evening(tournament, 21), actor=BY)


def test_a_cancelled_or_discarded_round_is_to_come_again(
    tournament: Tournament, made: SeasonPlan
) -> None:
    first = drawn(tournament)
    assert drawn(tournament) == first  # drafts are drawn anew, not the next rounds
    publish(tournament)
    rounds.cancel(rnd=tournament.rounds.get(number=1), actor=BY, reason="Fire alarm")

    assert {*plan_of(tournament.season_id).taken} == {2}
    second = drawn(tournament)
    assert second[1] == first[0]
    rounds.discard(tournament=tournament, actor=BY, number=3)
    assert {*plan_of(tournament.season_id).taken} == {2}


def test_absentees_are_replaced_and_named(
    tournament: Tournament, made: SeasonPlan
) -> None:
    absent = list(tournament.entries.order_by("number")[:5])
    tournament.entries.filter(pk__in=[e.pk for e in absent]).update(state="absent")
    guest = build.entries(tournament, 1)[0]

    found = drawn(tournament)

    for tables in found:
        assert [len(each) for each in tables] == [4, 4, 4]
        assert not {e.player for e in absent} & set().union(*tables)
        assert guest.player in set().union(*tables)
    missed = draft_of(facts_of(tournament)).missed
    theirs = {e.name for e in absent}
    # Everybody who is absent misses three people in each of the two rounds.
    planned = plan_of(tournament.season_id).pairs([1, 2])
    gone = {p for p in planned if p & {e.player_id for e in absent}}
    assert missed.planned == 48
    assert {frozenset(pair) for pair in missed.pairs if theirs & {*pair}} == {
        frozenset(Player.objects.get(pk=pk).name for pk in pair) for pair in gone
    }
    made_draw = tournament.draws.latest("pk")
    entries = {e.pk: e.player for e in tournament.entries.all()}
    again = draws.again(made_draw)
    assert [[{entries[pk] for pk in t} for t in r.tables] for r in again] == found


def test_whoever_comes_late_is_seated_in_a_round_of_the_plan(
    tournament: Tournament, made: SeasonPlan
) -> None:
    drawn(tournament)
    build.entries(tournament, 4)
    question = reseat.question_of(tournament)

    change_seats(tournament=tournament, actor=BY, digest=question.digest)

    assert [each.plan_round for each in tournament.rounds.order_by("number")] == [1, 2]
    assert draft_of(facts_of(tournament)).missed.pairs == ()


def test_who_was_merged_keeps_the_place_and_who_was_erased_leaves_it(
    tournament: Tournament, made: SeasonPlan, people: list[Player]
) -> None:
    kept = build.player(tournament.club, "Somebody else")
    between = build.player(tournament.club, "A third spelling")
    Player.objects.filter(pk=between.pk).update(merged_into=kept)
    Player.objects.filter(pk=people[0].pk).update(merged_into=between)
    Player.objects.filter(pk=people[1].pk).update(erased_at=timezone.now())

    assert plan_of(tournament.season_id).people[:3] == (kept, None, people[2])


def test_made_once_and_thrown_away(
    tournament: Tournament, people: list[Player]
) -> None:
    sent = {"season": tournament.season, "people": people, "rounds_an_evening": 3}
    made = season_plans.make(**sent, actor=BY, key="once")
    assert season_plans.make(**sent, actor=BY, key="once") == made
    with pytest.raises(ActionRefused, match=message("This season already has a plan.")):
        season_plans.make(**sent, actor=BY, key="twice")
    drawn(tournament)

    season_plans.remove(season=tournament.season, by=BY)
    season_plans.remove(season=tournament.season, by=BY)

    assert plan_of(tournament.season_id) is None
    assert {each.plan_round for each in Round.objects.all()} == {None}
    assert Change.objects.filter(what="season plan").count() == 2
