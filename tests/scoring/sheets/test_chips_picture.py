"""The chips of a table from hand to hand: the picture, its table and the sums agree."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.test import Client

from scoring.core.charts import COURSES_TALL, LABEL_APART, place_chart
from scoring.models import Sheet
from scoring.sheets.hands import chips_over_hands, hands_in_force, moved_on
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

HAND = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def sheet() -> Sheet:
    sheet = build.open_sheet(build.tournament(build.club()))
    for number in range(1, 5):
        at = {"povinost": number, "declarer": number, "partner": (number + 1) % 4 + 1}
        build.recorded(sheet, build.command(), key=f"{number}", record={**HAND, **at})
    return sheet


def text_of(sheet: Sheet) -> str:
    return Client().get(sheet.get_absolute_url()).content.decode()


def test_each_course_ends_with_what_the_hands_make(sheet: Sheet) -> None:
    hands = hands_in_force(sheet)
    assert len(hands) == 4
    courses = chips_over_hands(sheet, hands)
    moved = moved_on(sheet, hands)
    assert [course[-1] - 100 for course in courses] == list(moved)
    for seat, course in enumerate(courses):
        steps = [after - before for before, after in pairwise(course)]
        assert steps == [hand.net[seat] for hand in hands]


def test_the_lines_are_as_high_as_the_numbers_of_the_table(sheet: Sheet) -> None:
    text = text_of(sheet)
    courses = chips_over_hands(sheet, hands_in_force(sheet))
    found = re.findall(r"<polyline.*?</polyline>", text, re.DOTALL)
    assert len(found) == 4
    chart = place_chart(courses)
    (top_y, top), (low_y, low) = chart.scale[-1], chart.scale[0]
    for drawn, course in zip(found, courses, strict=True):
        points = ElementTree.fromstring(drawn).attrib["points"].split()
        heights = [float(point.split(",")[1]) for point in points]
        for y, chips in zip(heights, course, strict=True):
            read = top - (y - top_y) / (low_y - top_y) * (top - low)
            assert read == pytest.approx(chips, abs=0.1)
    table = text[text.index(message("Chips after each hand")) :].partition("</table>")[
        0
    ]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]
    shown = [
        [int(cell) for cell in re.findall(r"<td[^>]*>\s*(\d+)\s*</td>", row)]
        for row in rows
    ]
    assert shown == [list(step) for step in zip(*courses, strict=True)]


def test_of_two_hands_there_is_no_picture() -> None:
    sheet = build.open_sheet(build.tournament(build.club()))
    for number in (1, 2):
        build.recorded(sheet, build.command(), key=f"{number}", record=HAND)
    assert "hand by hand" not in text_of(sheet)


def test_names_at_the_ends_never_lie_on_one_another() -> None:
    for ends in ([100, 100, 100, 100], [0, 1, 2, 397], [397, 1, 1, 1]):
        chart = place_chart([[100, end] for end in ends])
        at = sorted(line.label for line in chart.lines)
        apart = [below - above for above, below in pairwise(at)]
        assert min(apart) >= LABEL_APART - 0.01
        assert 0 < at[0] < at[-1] < COURSES_TALL
