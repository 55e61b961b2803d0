"""A season made, changed, declared final; what changes it later is a new edition."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from clubs.models import Club, Player, Season
from rules.season import PRESETS, Counts, Formula, Least, formula_to
from scoring.audit.integrity import wrong_season_edition
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Change, Tournament
from scoring.people import merges, players
from scoring.rollups.season_places import places_by_game, season_rows
from scoring.standings import seasons
from scoring.standings.seasons import SeasonFacts, season_stamp
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.standings.views.test_season import evening
from tests.words import NET_CHIPS, USED_BEFORE

pytestmark = pytest.mark.django_db
BY = build.command()
FACTS = SeasonFacts("2026/27", date(2026, 9, 1), date(2027, 6, 30), "", Formula())


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


@pytest.fixture
def final(people: list[Player]) -> Season:
    played = evening(people, (131, 96, 104, 69))
    tournaments.finish(tournament=played, actor=BY)
    return seasons.finish(season=played.season, actor=BY)


def facts_of(season: Season, **other: Any) -> SeasonFacts:
    kept = SeasonFacts(season.name, season.starts, season.ends, "", Formula())
    return replace(kept, **other)


def test_a_season_of_any_days_takes_the_tournaments_of_its_days(
    club: Club, people: list[Player]
) -> None:
    spring = evening(people, (131, 96, 104, 69), date(2026, 3, 1))
    fall = evening(people, (131, 96, 104, 69))
    made = seasons.create(club=club, actor=BY, key="one", facts=FACTS)
    assert made.slug == "2026-27"
    assert made.formula == {}
    assert list(made.tournaments.all()) == [fall]
    spring.refresh_from_db()
    assert spring.season.name == "2026"
    later = build.tournament(club, name="Winter", date=date(2027, 1, 9))
    assert later.season == made
    assert Change.objects.filter(what="season").count() == 1


def test_sent_twice_is_one_season_and_a_name_there_is_is_refused(club: Club) -> None:
    one, same = (
        seasons.create(club=club, actor=BY, key="one", facts=FACTS) for _ in range(2)
    )
    assert one == same
    with pytest.raises(
        ActionRefused, match="There’s already a season named “2026/27"
    ) as refused:
        seasons.create(club=club, actor=BY, key="two", facts=FACTS)
    assert refused.value.field == "name"
    with pytest.raises(ActionRefused, match=USED_BEFORE):
        seasons.create(club=build.club("other"), actor=BY, key="one", facts=FACTS)


def test_a_tournament_of_a_final_season_stays(club: Club, final: Season) -> None:
    made = seasons.create(club=club, actor=BY, key="one", facts=FACTS)
    assert not made.tournaments.exists()
    weights = {final.tournaments.get().pk: 100}
    with pytest.raises(ActionRefused, match="Season 2026 is final"):
        seasons.change(season=made, actor=BY, facts=FACTS, weights=weights)


def test_a_change_is_logged_with_old_and_new(people: list[Player]) -> None:
    played = evening(people, (131, 96, 104, 69))
    season = played.season
    facts = facts_of(season, formula=PRESETS["average"])
    for _ in range(2):
        seasons.change(season=season, actor=BY, facts=facts, weights={played.pk: 200})
    season.refresh_from_db()
    played.refresh_from_db()
    assert season.formula == formula_to(PRESETS["average"])
    assert played.season_weight == 200
    row = Change.objects.get(what="season")
    assert NET_CHIPS in row.old
    assert "A player needs 50%" in row.new


def test_a_tournament_moves_from_season_to_season(
    club: Club, people: list[Player]
) -> None:
    played = evening(people, (131, 96, 104, 69))
    facts = replace(FACTS, starts=date(2027, 1, 1))
    made = seasons.create(club=club, actor=BY, key="one", facts=facts)
    seasons.change(season=made, actor=BY, facts=facts, weights={played.pk: 150})
    played.refresh_from_db()
    assert (played.season, played.season_weight) == (made, 150)


def test_a_tournament_of_another_club_does_not(people: list[Player]) -> None:
    played = evening(people, (131, 96, 104, 69))
    theirs = build.tournament(build.club("other"))
    facts = facts_of(played.season)
    weights = {theirs.pk: 0, played.pk: 100}
    seasons.change(season=played.season, actor=BY, facts=facts, weights=weights)
    theirs.refresh_from_db()
    assert theirs.season_weight == 100


def test_who_saw_another_season_is_told(people: list[Player]) -> None:
    played = evening(people, (131, 96, 104, 69))
    season, seen = played.season, season_stamp(played.season)
    Tournament.objects.update(season_weight=50)
    facts = facts_of(season, name="Our year")
    with pytest.raises(
        Conflict,
        match=message(
            "Someone else saved this at the same moment. Your changes are still "
            "here. Save again."
        ),
    ):
        seasons.change(
            season=season, actor=BY, facts=facts, weights={}, known_stamp=seen
        )
    changed = seasons.change(
        season=season,
        actor=BY,
        facts=facts,
        weights={},
        known_stamp=season_stamp(season),
    )
    assert changed.name == "Our year"
    facts = facts_of(season, name="our year")  # its own name is not taken
    changed = seasons.change(season=changed, actor=BY, facts=facts, weights={})
    assert changed.name == "our year"


def test_final_is_final_until_it_is_reopened(final: Season) -> None:
    (edition,) = final.editions.all()
    assert (edition.number, edition.rows) == (1, season_rows(final))
    assert edition.rows[0]["value"] == "31"
    again = seasons.finish(season=final, actor=BY)
    assert again.editions.count() == 1
    facts = facts_of(final, formula=PRESETS["chips"])
    with pytest.raises(
        ActionRefused,
        match=message("This season is final. Reopen it before you change it."),
    ):
        seasons.change(season=final, actor=BY, facts=facts, weights={})
    with pytest.raises(
        ActionRefused,
        match="Enter why you’re reopening the season",
    ):
        seasons.reopen(season=final, actor=BY, reason=" ")
    opened = seasons.reopen(season=final, actor=BY, reason="The rules say chips.")
    assert (
        Change.objects.filter(text=log_text("season.reopened", name="2026")).count()
        == 1
    )
    seasons.change(season=opened, actor=BY, facts=facts, weights={})
    seasons.finish(season=opened, actor=BY)
    assert (
        Change.objects.filter(text=log_text("season.finished", name="2026")).count()
        == 2
    )
    assert [each.rows[0]["value"] for each in final.editions.all()] == ["31", "131"]
    assert final.editions.last().reason == "The rules say chips."
    final.refresh_from_db()
    assert final.reopened_why == ""


def test_what_is_not_final_is_named_before_a_season_is(
    club: Club, people: list[Player]
) -> None:
    empty = seasons.create(club=club, actor=BY, key="one", facts=FACTS)
    with pytest.raises(
        ActionRefused, match=message("Nothing has been played in this season yet.")
    ):
        seasons.finish(season=empty, actor=BY)
    running = evening(people, (131, 96, 104, 69))
    with pytest.raises(
        ActionRefused, match="remove them from the season: Evening of 1"
    ):
        seasons.finish(season=running.season, actor=BY)
    played = evening(people, (131, 96, 104, 69), date(2026, 10, 1))
    tournaments.finish(tournament=played, actor=BY)
    Tournament.objects.filter(pk=running.pk).update(season_weight=0)
    assert seasons.finish(season=running.season, actor=BY).finished_at


def corrects(tournament: Tournament) -> None:
    sheet = tournament.rounds.get().sheets.get()
    build.corrected(sheet, (96, 131, 104, 69))
    build.confirmed(sheet)


def hides(tournament: Tournament) -> None:
    tournaments.change(tournament=tournament, actor=BY, public=False, reason="a test")


def moves(tournament: Tournament) -> None:
    day = tournament.date - timedelta(days=700)
    tournaments.change(tournament=tournament, actor=BY, date=day, reason="a slip")


def merges_a_player(tournament: Tournament) -> None:
    other = build.player(tournament.club, "Marie Kubalova")
    marie = tournament.entries.get(number=1).player
    merges.merge(target=other, duplicate=marie, actor=BY, key="one")


@in_turn("act", [corrects, hides, moves, merges_a_player])
def test_whatever_changes_a_final_season_makes_an_edition(
    final: Season, act: Callable[[Tournament], None]
) -> None:
    act(final.tournaments.get())
    one, two = final.editions.all()
    assert one.rows != two.rows
    assert two.rows == season_rows(final)
    assert two.reason
    assert list(wrong_season_edition(final)) == []


def test_the_audit_names_an_edition_that_does_not_follow(final: Season) -> None:
    edition = final.editions.get()
    edition.rows[0]["value"] = "32"
    edition.save()
    said = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", stdout=said)
    where = "lodge-24/seasons/2026: editions"
    assert f"{where}: edition 1 is not what its tournaments make" in said.getvalue()
    edition.formula = {"best": 1}
    edition.save()
    assert list(wrong_season_edition(final)) == [
        f"{where}: edition 1 has another formula than the season"
    ]
    edition.delete()
    assert list(wrong_season_edition(final)) == [
        f"{where}: it is final, and no edition was kept"
    ]


def test_what_changes_nothing_of_it_makes_none(club: Club, final: Season) -> None:
    tournaments.change(tournament=final.tournaments.get(), actor=BY, place="elsewhere")
    other = build.tournament(club, name="Not yet")
    build.open_sheet(other)
    assert final.editions.count() == 1


def test_a_name_in_what_changed_goes_with_the_person(
    final: Season, people: list[Player]
) -> None:
    played = final.tournaments.get()
    why = "Marie Kubala asked"
    tournaments.change(tournament=played, actor=BY, public=False, reason=why)
    assert final.editions.last().reason == why
    players.erase(player=people[0], actor=BY)
    assert final.editions.last().reason == "Somebody asked"


def test_who_shares_a_place_shares_its_points(people: list[Player]) -> None:
    played = evening(people, (120, 120, 90, 70))
    (found,) = places_by_game(played.season, formula=Formula(counts=Counts.PLACES))
    assert [line.value for line in found.lines] == [9, 9, 6, 5]


def test_an_evening_that_counts_nothing_is_none_of_so_many(
    people: list[Player],
) -> None:
    played = evening(people, (131, 96, 104, 69))
    others = [*people[1:], build.player(played.club, "Emil Hruska")]
    fun = evening(others, (131, 96, 104, 69), date(2026, 10, 2))
    Tournament.objects.filter(pk=fun.pk).update(season_weight=0)
    all_of_them = Formula(minimum=100, minimum_in=Least.PERCENT)
    (found,) = places_by_game(played.season, formula=all_of_them)
    assert [line.place for line in found.lines] == [1, 2, 3, 4]
    assert found.tournaments == (played,)


def test_another_formula_is_another_edition_though_nobody_moves(final: Season) -> None:
    opened = seasons.reopen(season=final, actor=BY, reason="The best one counts.")
    facts = facts_of(opened, formula=Formula(best=1))
    seasons.change(season=opened, actor=BY, facts=facts, weights={})
    seasons.finish(season=opened, actor=BY)
    assert [each.formula for each in final.editions.order_by("number")] == [
        {},
        {"best": 1},
    ]
    assert list(wrong_season_edition(Season.objects.get())) == []
