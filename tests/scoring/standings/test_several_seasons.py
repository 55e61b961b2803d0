"""A tournament that counts in several seasons: a year beside a league, 24 months."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Season
from clubs.players import season_on
from rules.season import Formula
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import SeasonEvening, Tournament
from scoring.people import players
from scoring.rollups.season_places import places_by_game, tournaments_of
from scoring.standings import seasons
from scoring.standings.season_standings import seasons_of
from scoring.standings.seasons import SeasonFacts, season_stamp
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message
from tests.scoring.standings.views.test_season import evening
from tests.scoring.standings.views.test_season_desk import sent, text_of

pytestmark = pytest.mark.django_db
BY = build.command()
DAY = timedelta(days=1)
DAYS = (date(2025, 3, 7), date(2026, 3, 6), date(2026, 11, 20))
ROLLING = SeasonFacts(
    "24 months", date(2024, 12, 1), date(2026, 11, 30), "", Formula(), beside=True
)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


@pytest.fixture
def played(people: list[Player]) -> list[Tournament]:
    """Marie wins 31, 10 and 1; of 2025, 2026 and 2026."""
    won = (131, 110, 101)
    return [
        evening(people, (held, 200 - held, 100, 100), day)
        for held, day in zip(won, DAYS, strict=True)
    ]


@pytest.fixture
def rolling(club: Club, played: list[Tournament]) -> Season:
    return seasons.create(club=club, actor=BY, key="rolling", facts=ROLLING)


def values(season: Season) -> list[str]:
    season.refresh_from_db()
    return [str(line.value) for each in places_by_game(season) for line in each.lines]


def facts_of(season: Season, **other: Any) -> SeasonFacts:
    kept = (season.name, season.starts, season.ends, "", Formula(), season.beside)
    return replace(SeasonFacts(*kept), **other)


def change(season: Season, **facts: Any) -> Season:
    weights, also = facts.pop("weights", {}), facts.pop("also", {})
    wanted = facts_of(season, **facts)
    return seasons.change(
        season=season, actor=BY, facts=wanted, weights=weights, counted_also=also
    )


def test_a_season_beside_counts_all_of_its_days_and_takes_none_away(
    club: Club, played: list[Tournament], rolling: Season
) -> None:
    assert values(rolling) == ["42", "0", "0", "-42"]
    assert [values(each.season) for each in played[:2]] == [
        ["31", "0", "0", "-31"],
        ["11", "0", "0", "-11"],
    ]
    assert not rolling.tournaments.exists()
    assert rolling in seasons_of(club)
    assert season_on(club, DAYS[2]).name == "2026"  # it is nobody's own


def test_the_last_24_months_roll_on(
    people: list[Player], rolling: Season, played: list[Tournament]
) -> None:
    change(rolling, starts=date(2025, 12, 1), ends=date(2027, 11, 30))
    assert values(rolling) == ["11", "0", "0", "-11"]
    evening(people, (105, 95, 100, 100), date(2027, 1, 8))
    assert values(rolling) == ["16", "0", "0", "-16"]
    assert played[0].season.name == "2025"


def test_what_counts_here_is_said_here(
    played: list[Tournament], rolling: Season
) -> None:
    first, second, _ = (each.pk for each in played)
    change(rolling, also={first: 200, second: None})
    assert values(rolling) == ["63", "0", "0", "-63"]  # twice 31, and 1
    assert values(played[1].season) == ["11", "0", "0", "-11"]
    change(rolling, also={first: None, second: 50})
    assert values(rolling) == ["6", "0", "0", "-6"]


def test_a_cup_of_some_evenings_of_two_years(
    club: Club, played: list[Tournament]
) -> None:
    facts = replace(ROLLING, name="Cup", beside=False)
    facts = replace(facts, starts=date(2027, 1, 1), ends=date(2027, 2, 1))
    cup = seasons.create(club=club, actor=BY, key="cup", facts=facts)
    assert cup not in seasons_of(club)
    change(cup, also={played[0].pk: 100, played[2].pk: 300})
    assert values(cup) == ["34", "0", "0", "-34"]
    assert cup in seasons_of(club)
    with pytest.raises(
        ActionRefused,
        match=message("This season has tournaments, so it can’t be deleted."),
    ):
        seasons.delete(season=cup, actor=BY)
    change(cup, also={played[0].pk: None, played[2].pk: None})
    assert not SeasonEvening.objects.exists()
    seasons.delete(season=cup, actor=BY)


def test_a_tournament_that_moves_here_counts_once(
    played: list[Tournament], rolling: Season
) -> None:
    change(rolling, also={played[0].pk: 200})
    change(rolling, weights={played[0].pk: 100})
    assert values(rolling) == ["42", "0", "0", "-42"]
    assert not SeasonEvening.objects.exists()
    played[0].refresh_from_db()
    assert played[0].season == rolling


def test_a_final_season_follows_corrections_of_what_it_counts(
    played: list[Tournament], rolling: Season
) -> None:
    for each in played:
        tournaments.finish(tournament=each, actor=BY)
    final = seasons.finish(season=rolling, actor=BY)
    sheet = played[0].rounds.get().sheets.get()
    build.corrected(sheet, (141, 59, 100, 100))
    build.confirmed(sheet)
    assert [each.rows[0]["value"] for each in final.editions.all()] == ["42", "52"]
    with pytest.raises(
        ActionRefused,
        match=message("This season is final. Reopen it before you change it."),
    ):
        change(rolling, also={played[0].pk: None})
    # A day elsewhere, and it counts no more.
    tournaments.change(
        tournament=played[0], actor=BY, reason="a slip", date=date(2024, 3, 1)
    )
    assert final.editions.count() == 3
    assert final.editions.last().rows[0]["value"] == "11"


def test_what_is_going_on_there_is_named(
    played: list[Tournament], rolling: Season
) -> None:
    with pytest.raises(
        ActionRefused, match="Evening of 1, Evening of 2 and Evening of 3"
    ):
        seasons.finish(season=rolling, actor=BY)


def test_who_saw_other_weights_is_told(
    played: list[Tournament], rolling: Season
) -> None:
    seen = season_stamp(rolling)
    change(rolling, also={played[0].pk: 200})
    with pytest.raises(Conflict):
        seasons.change(
            **{"season": rolling, "actor": BY, "weights": {}, "known_stamp": seen},
            facts=facts_of(rolling, name="Other"),
        )


def test_the_page_says_and_asks_it(
    client: Client, club: Club, played: list[Tournament]
) -> None:
    client.force_login(build.member(club, "director"))
    typed = {"name": "24 months", "starts": "2024-12-01", "ends": "2026-11-30"}
    new = reverse("scoring:season-new", args=[club.slug])
    client.post(new, typed | {"key": "k", "preset": "net", "beside": "on"})
    season = Season.objects.get(name="24 months")
    at = reverse("scoring:season-change", args=[club.slug, season.slug])
    shown = client.get(at)
    assert message("stays in season {name}, and counts here too", name=2025) in text_of(
        shown
    )
    assert 'value="also-200">also counts here: counts twice<' in text_of(shown)
    field = f"weight_{played[0].pk}"
    assert shown.context["form"][field].value() == "also-100"
    assert client.post(at, sent(shown, beside="on")).status_code == 302
    assert not SeasonEvening.objects.exists()  # nothing was changed
    asked = client.post(at, sent(client.get(at), beside="on", **{field: "also-200"}))
    assert asked.context["effects"]
    client.post(at, sent(asked, beside="on"))
    assert values(season) == ["73", "0", "0", "-73"]
    public = Client().get(season.get_absolute_url())
    assert "belong to other seasons" in text_of(public)
    assert "Mar 7, 2025 · the hall" in text_of(public)
    place = reverse("scoring:season-place", args=[club.slug, season.slug, 1])
    assert message("counts {n} times", n=2) in text_of(Client().get(place))
    # Without the days only what was said by itself is left.
    asked = client.post(
        at, {k: v for k, v in sent(client.get(at)).items() if k != "beside"}
    )
    assert asked.context["effects"]
    client.post(at, {k: v for k, v in sent(asked).items() if k != "beside"})
    season.refresh_from_db()
    assert not season.beside
    assert values(season) == ["62", "0", "0", "-62"]


def test_why_it_is_open_again_forgets_whoever_is_erased(
    people: list[Player], played: list[Tournament]
) -> None:
    for each in played:
        tournaments.finish(tournament=each, actor=BY)
    season = seasons.finish(season=played[2].season, actor=BY)
    seasons.reopen(season=season, actor=BY, reason="Marie Kubala was right.")
    players.erase(player=people[0], actor=BY)
    season.refresh_from_db()
    assert season.reopened_why
    assert "Kubala" not in season.reopened_why


def test_one_query_finds_what_counts(
    rolling: Season, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        assert len(tournaments_of(rolling)) == 3


def test_a_season_of_days_counts_its_first_and_its_last(
    played: list[Tournament], rolling: Season
) -> None:
    change(rolling, starts=DAYS[0], ends=DAYS[2])
    assert values(rolling) == ["42", "0", "0", "-42"]
    change(rolling, starts=DAYS[0] + DAY, ends=DAYS[2] - DAY)
    assert values(rolling) == ["10", "0", "0", "-10"]


@pytest.mark.parametrize("at", [0, 2])
def test_a_final_season_follows_its_first_and_its_last_day(
    played: list[Tournament], rolling: Season, at: int
) -> None:
    change(rolling, starts=DAYS[0], ends=DAYS[2])
    for each in played:
        tournaments.finish(tournament=each, actor=BY)
    final = seasons.finish(season=rolling, actor=BY)
    sheet = played[at].rounds.get().sheets.get()
    build.corrected(sheet, (141, 59, 100, 100))
    build.confirmed(sheet)
    assert final.editions.count() == 2


def test_a_reopened_tournament_that_counts_nothing_holds_nobody_up(
    played: list[Tournament], rolling: Season
) -> None:
    first, second, _ = played
    change(rolling, also={second.pk: 0})
    for each in played:
        tournaments.finish(tournament=each, actor=BY)
    final = seasons.finish(season=rolling, actor=BY)
    tournaments.reopen(tournament=second, actor=BY)
    sheet = first.rounds.get().sheets.get()
    build.corrected(sheet, (141, 59, 100, 100))
    build.confirmed(sheet)
    assert [each.rows[0]["value"] for each in final.editions.all()] == ["32", "42"]
