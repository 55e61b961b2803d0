"""The year's standings: what is added up, and how it is shown."""

import re
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Season
from clubs.players import change_player
from scoring.models import Entry, OldList, Tournament
from scoring.rollups import season_places as results
from scoring.standings.formulas import value_text
from scoring.standings.season_standings import SeasonStandingsLine, season_standings
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.words import NET_CHIPS
from tests.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


def evening(
    people: list[Player], held: tuple[int, ...], day: date = build.DAY, **facts: Any
) -> Tournament:
    """One round at one table, verified."""
    name = f"Evening of {people[0].club.tournaments.count() + 1}"
    facts = {"name": name, "date": day, **facts}
    tournament = build.tournament(people[0].club, **facts)
    seated = [
        Entry.objects.create(
            tournament=tournament, number=n, player=each, name=each.name, state="here"
        )
        for n, each in enumerate(people, start=1)
    ]
    build.verified_sheet(build.published_round(tournament, [seated]).sheets.get(), held)
    return tournament


def brought(line: SeasonStandingsLine) -> tuple[Fraction | None, ...]:
    return tuple(part and part.brought for part in line.parts)


def season_of(tournament: Tournament) -> Season:
    season = tournament.season
    season.club = tournament.club
    return season


def page(season: Season, name: str = "season", **asked: str) -> str:
    where = reverse(f"scoring:{name}", args=[season.club.slug, season.slug])
    answer = Client().get(where, asked)
    assert answer.status_code == 200
    return flowing(answer)


def test_net_chips_are_added_up_and_ties_share_a_place(people: list[Player]) -> None:
    evening(people, (120, 110, 100, 70))
    last = evening(people, (100, 110, 90, 100))
    lines = season_standings(season_of(last)).lines
    assert [(each.place, each.tied, each.value) for each in lines] == [
        (1, True, 20),
        (1, True, 20),
        (3, False, -10),
        (4, False, -30),
    ]
    first = lines[0]
    assert (first.name, first.tournaments, first.rounds) == ("Marie Kubala", 2, 2)
    assert (first.average, first.best_place) == (Fraction(10), 1)
    assert brought(first) == (20, 0)


def test_a_season_of_before_adds_up_chips_as_newsletters_print_them(
    people: list[Player],
) -> None:
    last = evening(people, (120, 110, 100, 70))
    Season.objects.update(formula={"counts": "chips"})
    season = season_of(last)
    season.refresh_from_db()
    assert [each.value for each in season_standings(season).lines] == [
        120,
        110,
        100,
        70,
    ]
    assert "as newsletters print them" in page(season)


def test_who_was_not_there_has_a_gap(club: Club, people: list[Player]) -> None:
    evening(people, (120, 110, 100, 70))
    fifth = build.player(club, "Emil Hruska")
    last = evening([fifth, *people[1:]], (100, 110, 90, 100))
    parts = {
        each.name: brought(each) for each in season_standings(season_of(last)).lines
    }
    assert parts["Marie Kubala"] == (20, None)
    assert parts["Emil Hruska"] == (None, 0)


def test_only_public_tournaments_of_the_season_count(people: list[Player]) -> None:
    last = evening(people, (120, 110, 100, 70))
    evening(people, (200, 110, 90, 0), public=False)
    evening(people, (200, 110, 90, 0), day=date(2025, 3, 1))
    found = season_standings(season_of(last))
    assert [each.value for each in found.lines] == [20, 10, 0, -30]


def test_a_sit_out_is_no_round_and_wins_nothing(people: list[Player]) -> None:
    tournament = evening(people, (120, 110, 100, 70))
    build.entries(tournament, 1)
    others = list(tournament.entries.order_by("number"))[1:]
    rnd = build.published_round(tournament, [others])
    build.verified_sheet(rnd.sheets.get())
    lines = season_standings(season_of(tournament)).lines
    marie = next(each for each in lines if each.name == "Marie Kubala")
    assert (marie.value, marie.rounds, marie.average) == (20, 1, Fraction(20))


def test_the_page_says_what_is_added_up(people: list[Player]) -> None:
    done = evening(people, (120, 110, 100, 70))
    tournaments.finish(tournament=done, actor=build.command())
    text = page(season_of(done))
    assert message("{n} tournament counts.", n=1) in text
    assert NET_CHIPS in text
    assert message("Not final yet") not in text
    assert ">+20</a>" in text
    assert reverse("scoring:player", args=[done.club.slug, people[0].number]) in text
    address = done.season.get_absolute_url()
    for role, may_change in (("scorekeeper", False), ("director", True)):
        shown = client_of(build.member(done.club, role, role)).get(address)
        assert (message("Change season") in shown.content.decode()) == may_change


def test_what_is_not_final_is_named(people: list[Player]) -> None:
    running = evening(people, (120, 110, 100, 70))
    assert f"Not final yet: {running.name}" in page(season_of(running))


def test_a_negative_average_has_a_true_minus(people: list[Player]) -> None:
    tournament = evening(people, (-1, -2, 1, 2), start_chips=0)
    evening(people, (-2, -1, 1, 2), start_chips=0)
    text = page(season_of(tournament))
    assert "−1.5" in text
    rows = text.split("<tbody")[1].split("</tbody")[0].replace("place-1", "")
    assert "-1" not in re.sub(r"<svg.*?</svg>", "", rows)


def test_the_print_has_a_column_for_each_tournament(people: list[Player]) -> None:
    tournament = evening(people, (120, 110, 100, 70))
    text = page(season_of(tournament), "season-print")
    assert 'content="noindex"' in text
    assert "Nov 20</th>" in text


@pytest.mark.parametrize("name", ["season", "season-print"])
def test_a_season_with_nothing_public_is_404(
    club: Club, people: list[Player], name: str
) -> None:
    evening(people, (120, 110, 100, 70), public=False)
    for slug in ("2026", "1999"):
        where = reverse(f"scoring:{name}", args=[club.slug, slug])
        assert Client().get(where).status_code == 404


def test_a_season_without_a_verified_sheet_says_so(club: Club) -> None:
    tournament = build.tournament(club)
    people = build.entries(tournament, 4)
    assert people
    build.published_round(tournament)
    assert "4" in page(season_of(tournament))


@in_turn("sort", ["-value", "name", "-average", "best_place", "nothing"])
def test_any_column_may_be_sorted_by(people: list[Player], sort: str) -> None:
    tournament = evening(people, (120, 110, 100, 70))
    assert "Marie Kubala" in page(season_of(tournament), sort=sort)


def test_short_names_where_the_club_wants_them(people: list[Player]) -> None:
    tournament = evening(people, (120, 110, 100, 70))
    Club.objects.update(shown="short")
    tournament.refresh_from_db()
    for name in ("season", "season-print"):
        text = page(season_of(tournament), name)
        assert "Marie K." in text
        assert "Kubala" not in text


@pytest.mark.parametrize("evenings", [1, 4])
def test_queries_do_not_grow_with_the_evenings(
    people: list[Player], evenings: int, django_assert_num_queries: Any
) -> None:
    for _ in range(evenings):
        tournament = evening(people, (120, 110, 100, 70))
    where = reverse("scoring:season", args=[tournament.club.slug, "2026"])
    with django_assert_num_queries(10):
        first = Client().get(where)
    with django_assert_num_queries(5):  # the page is kept: nothing was written since
        assert Client().get(where).content == first.content


def test_places_are_reckoned_once_until_somebody_played(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoned: list[int] = []
    rank = results.ranked
    monkeypatch.setattr(results, "ranked", lambda *of: reckoned.append(1) or rank(*of))
    tournament = evening(people, (120, 110, 100, 70))
    where = reverse("scoring:season", args=[tournament.club.slug, "2026"])
    reckoned.clear()
    before = [Client().get(where).content for _ in range(3)]
    assert (len(set(before)), len(reckoned)) == (1, 1)
    change_player(player=people[0], name="Rosie Renamed")
    assert "Rosie Renamed" in Client().get(where).content.decode()
    assert len(reckoned) == 1
    evening(people, (70, 110, 100, 120))
    reckoned.clear()
    assert Client().get(where).content != before[0]
    assert len(reckoned) == 1


def test_lodges_and_classes_stand_beside_the_ranking(people: list[Player]) -> None:
    """Star +20 −30, Hill +10, Dale 0 alone; Women as at the last tournament."""
    first = evening(people, (120, 110, 100, 70))
    for player, lodge in zip(people, ("Star", "Hill", "Dale", "star"), strict=True):
        player.lodge = lodge
        player.save()
    first.entries.update(classes=["Women"])
    first.entries.filter(number=1).update(classes=[])
    others = [build.player(first.club, name) for name in build.NAMES[4:8]]
    away = evening(others, (100, 100, 100, 100), date(2026, 12, 4))
    Entry.objects.create(tournament=away, number=9, player=people[3], state="absent")
    listed = evening(people, (100, 100, 100, 100), date(2026, 12, 11))
    old_list = OldList.objects.create(club=first.club, name="1998.csv", digest="1998")
    Tournament.objects.filter(pk=listed.pk).update(old_list=old_list)
    Season.objects.update(formula={"lodge_best": 1, "classes": ["Women", "Juniors"]})
    text = page(season_of(first))
    lodges = text.split("Lodges</h2>")[1].split("</section>")[0]
    assert [lodges.index(each) for each in ("Star", "Hill", "Dale")] == sorted(
        lodges.index(each) for each in ("Star", "Hill", "Dale")
    )
    assert 'Marie Kubala</span></span></span><b class="mid-number">+20</b>' in lodges
    women = text.split("Women</h2>")[1].split("</section>")[0]
    assert women.index("Josef Marek") < women.index("Anna Svoboda")
    assert message("place {place} overall", place=2) in women
    assert "Marie" not in women
    assert "Karel" in women
    assert message("No one in this class has a place yet.") in text


def test_each_tournament_stands_beside_the_list_and_what_is_dropped_is_struck(
    people: list[Player],
) -> None:
    """As the standings say it; the bars are as many."""
    for held in ((120, 110, 100, 70), (90, 115, 105, 90), (130, 100, 90, 80)):
        tournament = evening(people, held)
    season = season_of(tournament)
    season.formula = {"best": 2}
    season.save()
    text = page(season)
    standings = season_standings(season)
    rows = re.findall(r"<tr role=\"row\" class=.*?</tr>", text)
    assert len(rows) == len(standings.lines) == 4
    for row, line in zip(rows, standings.lines, strict=True):
        cells = re.findall(r"evening numeric\">(.*?)</td>", row)
        shown = [
            (value_text(standings.formula, part.brought), part.dropped)
            for part in line.parts
            if part
        ]
        assert cells == [
            f'<s>{text}</s><span class="visually-hidden"> dropped</span>'
            if dropped
            else text
            for text, dropped in shown
        ]
        assert sum("<s>" in cell for cell in cells) == 1
        assert row.count('class="chips-row"') == 1


def test_the_grid_is_sorted_by_an_evening_too(people: list[Player]) -> None:
    evening(people[:4], (120, 110, 100, 70))
    last = evening(people[1:] + people[:1], (60, 150, 100, 90))
    first = page(season_of(last), sort="-evening0")
    assert in_order(first) == [player.name for player in people]
    second = page(season_of(last), sort="-evening1")
    assert in_order(second) == [people[n].name for n in (2, 3, 0, 1)]
    assert "sort=-evening1" in first


def in_order(html: str) -> list[str]:
    """The names of the list, each once, as they stand."""
    found = re.findall(rf">({'|'.join(build.NAMES[:4])})</a>", html)
    return [*dict.fromkeys(found)]
