"""A draw knows who met this season: what it asks, keeps, and says."""

from datetime import timedelta
from itertools import combinations

import pytest

from scoring.draw import draws, rounds
from scoring.draw.documents.lists import names_document
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import facts_of, met_this_season
from scoring.models import Entry, Tournament
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()


@pytest.fixture
def later(tournament: Tournament) -> Tournament:
    """A week after an evening of one round, with the same 16 people."""
    people = build.entries(tournament, 16)
    build.published_round(tournament, 4)
    return evening_of(people, tournament, days=7)


def evening_of(people: list[Entry], like: Tournament, days: int) -> Tournament:
    made = build.tournament(like.club, date=like.date + timedelta(days), name=f"{days}")
    for each in people:
        facts = {"name": each.name, "state": "here", "player": each.player}
        made.entries.create(number=each.number, **facts)
    return made


def drawn(tournament: Tournament, **facts: object) -> list[list[set[int]]]:
    """Start numbers at each table of each drafted round."""
    sent = {"whole_evening": True, "seed": 7, **facts}
    draws.draw(tournament=tournament, actor=BY, **sent)
    return [
        [
            {seat.entry.number for seat in sheet.seats.all()}
            for sheet in rnd.sheets.all()
        ]
        for rnd in tournament.rounds.order_by("number")
    ]


def met_in(tournament: Tournament) -> list[int]:
    """How often each pair met that did."""
    met = met_this_season(tournament, tournament.entries.all())
    return [times for *_, times in met]


def had_met(rounds_: list[list[set[int]]]) -> int:
    """Pairs who sat at one table a week before: 1–4, 5–8, 9–12, 13–16."""
    return sum(
        (one - 1) // 4 == (other - 1) // 4
        for tables in rounds_
        for table in tables
        for one, other in combinations(table, 2)
    )


def test_who_met_a_week_ago_is_kept_apart(later: Tournament) -> None:
    without = drawn(later, season_meetings=False)
    assert had_met(without) > 0
    assert "met" not in later.draws.latest("pk").input

    assert had_met(drawn(later, season_meetings=True)) == 0
    draft = draft_of(facts_of(later))
    assert draft is not None
    assert draft.report.repeats == 0
    assert draft.meet_new == message(
        "{new} of {n} players meet someone new this season.", new=16, n=16
    )


def test_a_season_of_nobody_here_changes_no_seat(later: Tournament) -> None:
    strangers = evening_of([], later, days=14)
    build.entries(strangers, 16)
    first = drawn(strangers)

    assert first == drawn(strangers, season_meetings=False)
    assert "season" not in strangers.draws.latest("pk").report


def test_the_same_draw_again_when_the_season_went_on(later: Tournament) -> None:
    drafted = drawn(later)
    made = later.draws.latest("pk")
    numbers = dict(later.entries.values_list("pk", "number"))
    earlier = Tournament.objects.exclude(pk=later.pk).get()
    rounds.cancel(rnd=earlier.rounds.get(), actor=BY, reason="Fire alarm")

    again = [[{numbers[pk] for pk in t} for t in r.tables] for r in draws.again(made)]

    assert again == drafted
    assert len(made.input["met"]) == 4 * 6
    assert made.report["season"] == {
        "seated": 16,
        "meet_new": 16,
        "pairs": 72,
        "again": 0,
    }
    assert met_in(later) == []  # a cancelled round was no meeting


def test_only_the_season_before_counts(later: Tournament) -> None:
    people = list(later.entries.order_by("number"))
    afterwards = evening_of(people, later, days=14)
    build.published_round(afterwards, [[*afterwards.entries.order_by("number")[:4]]])

    assert len(met_in(later)) == 4 * 6
    assert met_in(afterwards) == [1] * 4 * 6
    build.published_round(later, [people[:4]])
    assert met_in(afterwards).count(2) == 6
    next_year = evening_of(people, later, days=400)
    assert met_in(next_year) == []


def test_the_wall_says_who_meets_somebody_new(later: Tournament) -> None:
    people = list(later.entries.order_by("number"))
    build.published_round(later, [people[0:4], people[4:7] + people[8:9]])

    [part] = names_document(later, paper="letter").parts
    assert (
        message("{new} of {n} players meet someone new this season.", new=4, n=8)
        in part.html
    )
