"""Teams beside the one ranking, by points and by chips."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from scoring.models import Tournament
from scoring.results.standings_table import table_of
from scoring.results.teams_and_classes import TeamLine
from scoring.standings.documents.standings import standings_document
from scoring.standings.report import report_of
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
TEAMS = ("North", "South", "South", "North", "North", "South")


def teams_of(**facts: str | int) -> list[TeamLine]:
    """Two tables of four; the last at each is in no team."""
    made = build.tournament(build.club(), teams="named", team_best=2, **facts)
    people = build.entries(made, 8)
    for each, team in zip((*people[:3], *people[4:7]), TEAMS, strict=True):
        each.team = team
        each.save()
    rnd = build.published_round(made, [people[:4], people[4:]])
    scores = {1: (150, 120, 90, 40), 2: (140, 110, 100, 50)}
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet, scores[sheet.table])
    return list(table_of(Tournament.objects.get(pk=made.pk)).lists.teams)


def test_teams_that_share_points_are_separated_by_chips() -> None:
    """North 4 + 4 and 3, South 3 + 2 and 2; then both have two of each."""
    north, south = teams_of(ranking="table_points")
    assert (north.name, north.points, north.total) == ("North", 8, 290)
    assert (south.points, south.total) == (5, 220)
    assert not north.parted


def test_equal_points_and_other_chips() -> None:
    """What parts them is said with the places, on the page, on paper and in words."""
    made = build.tournament(
        build.club(), teams="named", team_best=1, ranking="table_points"
    )
    people = build.entries(made, 8)
    for each, team in ((people[0], "North"), (people[4], "South")):
        each.team = team
        each.save()
    rnd = build.published_round(made, [people[:4], people[4:]])
    scores = {1: (150, 120, 90, 40), 2: (160, 110, 100, 30)}
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet, scores[sheet.table])
    south, north = table_of(Tournament.objects.get(pk=made.pk)).lists.teams
    assert (south.name, south.place, south.tied) == ("South", 1, False)
    assert (north.name, north.place, north.tied) == ("North", 2, False)
    assert (south.points, north.points) == (4, 4)
    assert south.parted
    assert north.parted

    why = message("Teams with equal points are ordered by chips.")
    page = Client().get(made.get_absolute_url()).content.decode()
    assert why in " ".join(page.split())
    assert "points, 160 chips" in " ".join(page.split())
    fresh = Tournament.objects.get(pk=made.pk)
    (part,) = standings_document(fresh, time=NOON, paper="a4").parts
    printed = " ".join(part.html.split())
    assert why in printed
    assert "4, 160 chips" in printed
    report = report_of(fresh)
    assert report
    assert "4 table points, 160 chips" in str(report.sections)


def test_only_the_best_are_in_a_team_s_chips() -> None:
    north, south = teams_of()
    assert (north.total, [each.total for each in north.counted]) == (290, [150, 140])
    assert [each.total for each in north.others] == [110]
    assert (south.total, [each.total for each in south.others]) == (220, [90])
