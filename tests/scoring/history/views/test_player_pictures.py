"""A player's pictures: they say what the numbers of the page say."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from clubs.models import Club, Player
from scoring.core.charts import line_chart, means
from scoring.history.player_history import careers_of, evenings_of
from tests import builders as build
from tests.scoring.standings.views.test_season import evening

pytestmark = pytest.mark.django_db

HELD = (
    *((131, 96, 104, 69), (80, 120, 110, 90), (101, 99, 104, 96)),
    *((131, 90, 100, 79), (60, 120, 110, 110), (131, 99, 90, 80)),
)


@pytest.fixture
def marie(club: Club) -> Player:
    """Six evenings over two years, always with the same three."""
    people = [build.player(club, name) for name in build.NAMES[:4]]
    for at, held in enumerate(HELD):
        evening(people, held, build.DAY - timedelta(days=100 * at), rounds_planned=1)
    return people[0]


def text_of(where: str, **asked: str) -> str:
    return re.sub(r"\s+", " ", Client().get(where, asked).content.decode())


def test_the_line_has_its_years_its_mean_and_its_numbers(marie: Player) -> None:
    [career] = careers_of(evenings_of(marie))
    chart = career.chart
    assert chart
    assert [text for _, text in chart.ticks] == ["2025", "2026"]
    numbers = [it.a_round or 0 for it in career.charted]
    (foot, low), (top, high) = chart.scale[0], chart.scale[-1]

    def read(y: float) -> float:
        return low + (foot - y) / (foot - top) * (high - low)

    assert [read(point.y) for point in chart.points] == pytest.approx(numbers, abs=0.5)
    running = [float(point.split(",")[1]) for point in chart.running.split()]
    assert [read(y) for y in running] == pytest.approx(
        [mean for mean in means(numbers) if mean is not None], abs=0.5
    )
    assert len(running) == 2
    assert chart.band is None, "six rounds say nothing of an average"
    text = text_of(marie.get_absolute_url())
    assert ">2025</text>" in text.replace("> ", ">").replace(" <", "<")


def test_an_interval_is_a_band_from_its_low_to_its_high_end() -> None:
    chart = line_chart([(10.0, "a"), (-10.0, "b")], interval=(-5, 15))
    (foot, low), (top, high) = chart.scale[0], chart.scale[-1]
    assert chart.band
    y, tall = chart.band
    assert low + (foot - y) / (foot - top) * (high - low) == pytest.approx(15, abs=0.2)
    assert tall / (foot - top) * (high - low) == pytest.approx(20, abs=0.2)


def test_places_are_counted_and_the_last_five_listed(marie: Player) -> None:
    [career] = careers_of(evenings_of(marie))
    every = [it.place for it in career.evenings if it.place and it.is_over]
    assert sum(times for _, times, _ in career.placed) == len(every) == 6
    for place, times, wide in career.placed:
        assert every.count(place) == times
        assert wide == round(times / max(map(every.count, every)) * 100)
    assert [it.place for it in career.last_five] == every[:0:-1]


def test_against_each_other_is_sorted_as_asked_and_says_how_sure(marie: Player) -> None:
    where = f"{marie.get_absolute_url()}met/"

    def names(sort: str) -> list[str]:
        rows = (
            text_of(where, sort=sort).partition("<tbody>")[2].partition("</tbody>")[0]
        )
        return re.findall(r"players/\d+/\">([^<]*)</a>", rows)

    apart = {"Josef Marek": 10, "Anna Svoboda": 16, "Karel Novak": 110}
    found = names("apart")
    assert set(found) == set(apart)
    assert found[0] == "Karel Novak"
    assert names("name") == sorted(found, key=lambda name: name.split()[-1])
    assert names("nothing") == names("rounds")
    text = text_of(where, sort="apart")
    assert 'aria-sort="descending"' in text
    rounds = [held[0] - held[3] for held in HELD]
    mean = sum(rounds) / 6
    spread = sum((net - mean) ** 2 for net in rounds) / 5
    within = 2.571 * (spread / 6) ** 0.5  # Student's, five degrees of freedom
    shown = float(re.findall(r"± ([\d.]+)", text)[0])
    assert shown == pytest.approx(within, rel=0.02)
