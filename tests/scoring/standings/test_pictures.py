"""Pictures of the standings say the same as their tables."""

import random
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from scoring.core.charts import STROKES_TALL, bump_chart, strokes
from scoring.models import Tournament
from scoring.results.table import table_of
from scoring.standings.pictures import FIRST_DRAWN, pictures_of, podium_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.scoring.results.test_course import play, scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """Three rounds of sixteen, finished."""
    chance = random.Random(7)
    made = build.tournament(build.club(), rounds_planned=3, drop_worst=1)
    people = build.entries(made, 17)
    for _ in range(3):
        chance.shuffle(people)
        play(made, people, [score for _ in range(4) for score in scores(chance)])
    tournaments.finish(tournament=made, by=build.command())
    made.refresh_from_db()
    return made


def text_of(tournament: Tournament) -> str:
    return Client().get(tournament.get_absolute_url()).content.decode()


def svg(text: str, begins: str) -> list[ElementTree.Element]:
    found = re.findall(rf"<svg\s+class=\"{begins}\".*?</svg>", text, re.DOTALL)
    return [ElementTree.fromstring(picture) for picture in found]


def table_beside(text: str) -> list[list[str]]:
    part = text[text.index('class="bump"') :]
    rows = re.findall(r"<tr[ >].*?</tr>", part, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[cell.strip() for cell in row] for row in cells][1:]


def test_the_lines_of_places_say_what_their_table_says(evening: Tournament) -> None:
    text = text_of(evening)
    [picture] = svg(text, "bump-ways")
    drawn = {}
    for way in picture.findall("g"):
        name = (way.findtext("title") or "").strip()
        drawn[name] = [(mark.text or "").strip() for mark in way.findall("text")]
    beside = {name: places for name, *places in table_beside(text)}
    assert drawn == beside
    assert len(drawn) == FIRST_DRAWN
    assert "7 others are left out" in re.sub(r"\s+", " ", text)
    last = {line.person.name: str(line.place) for line in table_of(evening).lines}
    assert all(places[-1] == last[name] for name, places in drawn.items())


def test_small_bars_are_as_tall_as_the_numbers_beside_them(evening: Tournament) -> None:
    table = table_of(evening)
    pictures = pictures_of(table, table.lines)
    nets = [cell.brought - 100 for line in table.lines for cell in line.over]
    tall = max(0, *nets) - min(0, *nets)
    for line in table.lines:
        bars = pictures.bars[line.entry]
        read = {}
        for path, counts in ((bars.counted, True), (bars.left_out, False)):
            for x, length in re.findall(r"M(\d+) [\d.]+v([-\d.]+)", path):
                read[int(x)] = (-float(length) / STROKES_TALL * tall, counts)
        results = [read[x] for x in sorted(read)]
        assert [counts for _, counts in results] == [not c.dropped for c in line.over]
        for (net, _), cell in zip(results, line.over, strict=True):
            # The least bar is seen, too; the rest is rounded.
            assert abs(net - (cell.brought - 100)) <= 2 / STROKES_TALL * tall + 0.5


def test_the_podium_names_the_first_three_and_begins_the_final_page_alone(
    evening: Tournament,
) -> None:
    text = text_of(evening)
    assert text.index('class="podium"') < text.index('class="valat-table standings"')
    steps = podium_of(table_of(evening).lines)
    named = [line.person.name for step in steps for line in step.lines]
    podium = text[text.index('class="podium"') :].partition("</ol>")[0]
    assert re.findall(r'class="name">([^<]*)<', podium) == named
    running = build.tournament(build.club("other"), rounds_planned=2)
    play(running, build.entries(running, 4), [130, 110, 90, 70])
    assert "podium" not in text_of(running)


def test_who_shares_a_place_stands_on_one_step() -> None:
    made = build.tournament(build.club(), rounds_planned=1)
    held = [110, 110, 90, 90] * 3
    play(made, build.entries(made, 12), held)
    [first] = podium_of(table_of(made).lines)
    assert (first.place, first.tied, len(first.lines), first.others) == (1, True, 3, 3)
    tournaments.finish(tournament=made, by=build.command())
    text = re.sub(r"\s+", " ", text_of(made))
    assert "and 3 others" in text
    assert "round-bars" not in text, "one round moves nobody"
    assert 'class="bump"' not in text


def test_a_place_won_or_lost_is_told_in_words() -> None:
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 4)
    play(made, people, [130, 120, 80, 70])
    play(made, people, [90, 120, 100, 90])
    text = text_of(made)
    assert text.count(">, up 1<") == 1
    assert text.count(">, down 1<") == 1


def test_marks_never_lie_on_one_another_and_a_gap_is_stepped_over() -> None:
    bump = bump_chart([[1, 1, 1], [1, 2, 2], [150, 3, 2], [None, 4, 4]])
    spots = [(mark.x, mark.y) for way in bump.ways for mark in way.marks]
    assert len(set(spots)) == len(spots) == 11
    assert [mark.place for mark in bump.ways[2].marks] == [150, 3, 2]
    assert len(bump.ways[3].lines) == 1
    assert bump_chart([]).columns == ()


def test_a_round_of_nothing_is_still_seen() -> None:
    assert strokes([(0, True)], 0, 0).counted
    assert strokes([None], -5, 5).counted == ""
