"""A season of two games: chips of one are never added to those of the other."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from scoring.history.player_history import careers_of, evenings_of
from scoring.models import Entry, Tournament
from scoring.standings.club_page import club_page
from scoring.standings.report import report_of
from scoring.standings.season_standings import season_by_game, season_standings
from tests import builders as build
from tests.games import pebbles
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db
OTHER = {"game": "pebbles", "name": "Stones", "start_chips": 20, "with_chips": True}


@pytest.fixture(autouse=True)
def _two_games() -> Iterator[None]:
    with pebbles.in_place():
        yield


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


def evening(
    people: list[Player], held: tuple[int, ...], day: date, **facts: object
) -> Tournament:
    """One round at one table of four; without hands both type all of its scores."""
    tournament = build.tournament(people[0].club, **{**facts, "date": day})
    seated = [
        Entry.objects.create(
            tournament=tournament, number=n, player=each, name=each.name, state="here"
        )
        for n, each in enumerate(people, start=1)
    ]
    sheet = build.published_round(tournament, [seated]).sheets.get()
    build.counted(sheet, held=held)
    build.confirmed(sheet, again=build.seats(held))
    return tournament


@pytest.fixture
def both(people: list[Player]) -> tuple[Tournament, Tournament]:
    later = build.DAY + timedelta(days=7)
    tarok = evening(people, (120, 110, 100, 70), build.DAY, name="Tarok")
    return tarok, evening(people, (10, 20, 20, 30), later, **OTHER)


def text_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return flowing(answer)


def test_each_game_has_its_standings(both: tuple[Tournament, ...]) -> None:
    tarok, stones = both
    first, other = season_by_game(tarok.season)
    assert (first.game, other.game) == (message("SPJST Tarok"), "Pebbles")
    assert (first.tournaments, other.tournaments) == ((tarok,), (stones,))
    assert [line.value for line in first.lines] == [20, 10, 0, -30]
    assert [line.value for line in other.lines] == [10, 0, 0, -10]
    assert season_standings(tarok.season, "pebbles") == other
    assert season_standings(tarok.season) == first


def test_of_one_game_alone_its_name_is_not_said(people: list[Player]) -> None:
    (only,) = season_by_game(
        evening(people, (10, 20, 20, 30), build.DAY, **OTHER).season
    )
    assert only.game == ""


@pytest.mark.parametrize("name", ["season", "season-print"])
def test_the_seasons_pages_have_a_table_for_each(
    club: Club, both: tuple[Tournament, ...], name: str
) -> None:
    page = text_of(reverse(f"scoring:{name}", args=[club.slug, both[0].season.slug]))
    assert page.count(message("{n} tournament counts.", n=1)) == 2
    assert page.count("<table") == 2
    assert page.index(">SPJST Tarok</h2>") < page.index(">Pebbles</h2>")


def test_each_table_is_sorted_by_itself(
    club: Club, both: tuple[Tournament, ...]
) -> None:
    where = reverse("scoring:season", args=[club.slug, both[0].season.slug])
    answer = Client().get(where, {"game1-sort": "value"})
    tables = [table for _, table, _ in answer.context["years"]]
    totals = [[row.record.value for row in table.rows] for table in tables]
    assert totals == [[20, 10, 0, -30], [-10, 0, 0, 10]]


def test_the_clubs_page_has_the_first_of_each(
    club: Club, both: tuple[Tournament, ...]
) -> None:
    page = text_of(reverse("scoring:club", args=[club.slug]))
    assert "Season 2026 · SPJST Tarok</h2>" in page
    assert "Season 2026 · Pebbles</h2>" in page
    standings = club_page(club, today=build.DAY).standings
    assert standings is not None
    assert standings.game == message("SPJST Tarok")


def test_a_player_has_a_line_for_each(
    people: list[Player], both: tuple[Tournament, ...]
) -> None:
    careers = careers_of(evenings_of(people[0]))
    assert [(each.game, each.evenings[0].results[0][2]) for each in careers] == [
        (message("SPJST Tarok"), 120),
        ("Pebbles", 10),
    ]
    page = text_of(people[0].get_absolute_url())
    assert page.count(message("chips per round above the start chips")) == 2
    assert "Nov 27, 2026 · Pebbles" in page


def test_the_report_tells_of_its_own_game(both: tuple[Tournament, ...]) -> None:
    tarok, stones = both
    for tournament, said in (
        (tarok, "SPJST Tarok, after 1 tournament: Marie Kubala first, with +20 net"),
        (stones, "Pebbles, after 1 tournament: Karel Novak first, with +10 net chips."),
    ):
        report = report_of(tournament)
        assert report is not None
        assert said in report.text


def test_pages_name_the_game_where_it_is_not_the_usual_one(
    club: Club, client: Client, both: tuple[Tournament, ...]
) -> None:
    client.force_login(build.member(club, "director"))
    for tournament, named in zip(both, (False, True), strict=True):
        for name in ("tournament", "tournament-desk", "tournament-print"):
            at = reverse(f"scoring:{name}", args=[club.slug, tournament.slug])
            assert (" · Pebbles" in client.get(at).content.decode()) is named, name


def test_where_chips_lie_aside_nothing_is_said_to_be_needed(
    people: list[Player], both: tuple[Tournament, ...]
) -> None:
    """No table's total bounds what somebody may get there."""
    tarok, stones = both
    for tournament, told in ((tarok, True), (stones, False)):
        Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
        at = reverse("scoring:place", args=[tournament.club.slug, tournament.slug, 1])
        assert ("What you need in round 2" in text_of(at)) is told


def test_points_are_those_of_the_tables_sizes(people: list[Player]) -> None:
    facts = {**OTHER, "ranking": "table_points"}
    stones = evening(people, (10, 20, 20, 30), build.DAY, **facts)
    page = text_of(stones.get_absolute_url())
    each = "3, 2, 1 at a table of three; 4, 3, 2, 1 at a table of four"
    assert f"Points: {each}, shared when tied" in page
