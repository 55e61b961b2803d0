"""Pictures of the standings say the same as their tables."""

import random
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from scoring.core.charts import bump_chart
from scoring.models import Tournament
from scoring.results.standings_table import table_of
from scoring.standings.charts import (
    FIRST_DRAWN,
    near_of,
    pictures_of,
    podium_of,
)
from scoring.standings.place_explained import place_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message
from tests.scoring.results.test_progression import play, scores

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
    tournaments.finish(tournament=made, actor=build.command())
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
    assert "7 others aren’t shown" in re.sub(r"\s+", " ", text)
    last = {line.person.name: str(line.place) for line in table_of(evening).lines}
    assert all(places[-1] == last[name] for name, places in drawn.items())


def test_a_stack_is_the_sum_of_the_rounds_in_the_total(evening: Tournament) -> None:
    table = table_of(evening)
    pictures = pictures_of(table, table.lines)
    assert pictures.scale
    for line in table.lines:
        row, sat_out = line.stack
        assert sum(row) == line.total
        assert sum(row) * 10 / pictures.scale.worth <= pictures.scale.units
        assert len(sat_out) == sum(
            c.sat_out for c in line.counted_cells if not c.dropped
        )
    text = text_of(evening)
    assert text.count('class="chips-row"') == len(table.lines)
    assert all(
        'aria-hidden="true"' in drawing
        for drawing in re.findall(r'<svg class="(?:chips-row|piles)[^>]*>', text)
    )


def test_a_game_without_chips_has_bars_and_no_piles() -> None:
    made = build.tournament(build.club(), rounds_planned=1)
    play(made, build.entries(made, 4), [110, 100, 100, 90])
    Tournament.objects.filter(pk=made.pk).update(with_chips=False)
    tournaments.finish(tournament=made, actor=build.command())
    text = text_of(made)
    assert 'class="bar"' in text
    assert 'class="piles"' not in text


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
    tournaments.finish(tournament=made, actor=build.command())
    text = re.sub(r"\s+", " ", text_of(made))
    assert message("and {n} others", n=3) in text
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


# --- The page of a place -----------------------------------------------------------


def place_page(tournament: Tournament, number: int) -> str:
    where = f"{tournament.get_absolute_url()}places/{number}/"
    return Client().get(where).content.decode()


def test_the_few_around_stand_as_far_apart_as_their_chips(evening: Tournament) -> None:
    lines = table_of(evening).lines
    own = lines[8]
    near = near_of(lines, own, by_points=False)
    assert [each.line for each in near] == list(lines[6:11])
    assert [each.is_own for each in near] == [False, False, True, False, False]
    least, most = lines[10].total, lines[6].total
    for each in near:
        share = (each.line.total - least) / (most - least)
        assert each.position == pytest.approx(4 + 92 * share, abs=0.1)
    text = place_page(evening, int(own.person.number))
    drawn = svg(text, "near-line")
    at = [float(one.find("circle").attrib["cx"].rstrip("%")) for one in drawn]  # type: ignore[union-attr]
    assert at == [each.position for each in near]
    assert 'class="own" aria-current="true"' in text


def test_at_the_edges_and_in_a_small_field_the_few_are_those_there_are() -> None:
    made = build.tournament(build.club(), rounds_planned=1)
    play(made, build.entries(made, 4), [110, 100, 100, 90])
    lines = table_of(made).lines
    for own in lines:
        assert [each.line for each in near_of(lines, own, by_points=False)] == [*lines]
    equal = [line._replace(total=100) for line in lines]
    assert {each.position for each in near_of(equal, equal[0], by_points=False)} == {50}


def test_the_person_looked_at_is_drawn_beside_the_first_ten(
    evening: Tournament,
) -> None:
    last = table_of(evening).lines[-1]
    text = place_page(evening, int(last.person.number))
    [picture] = svg(text, "bump-ways")
    names = [(way.findtext("title") or "").strip() for way in picture.findall("g")]
    assert len(names) == FIRST_DRAWN + 1
    assert names[0] == last.person.name, "it is drawn first of all, from the back"
    assert "way-own" in picture.findall("g")[0].attrib["class"]


def test_the_bars_of_what_one_needs_begin_where_the_words_say() -> None:
    made = build.tournament(build.club(), rounds_planned=2)
    people = build.entries(made, 8)
    play(made, people, [130, 120, 80, 70, 140, 110, 90, 60])
    text = place_page(made, 1)
    bars = svg(text, "need-bar")
    scenarios = place_of(made, 1).scenarios  # type: ignore[union-attr]
    needs = [*([scenarios.first] if scenarios.first else []), *scenarios.page]  # type: ignore
    assert len(bars) == len(needs) > 0
    for bar, need in zip(bars, needs, strict=True):
        begins = {
            rect.attrib["class"]: float(rect.attrib["x"].rstrip("%")) * 4
            for rect in bar.findall("rect")[1:]
        }
        sure = {} if need.sure is None or need.sure >= 400 else {"sure": need.sure}
        shown = need.enough is not None and need.enough < 400 and not need.out_of_reach
        enough = {"enough": need.enough} if shown else {}
        assert begins == pytest.approx(enough | sure, abs=0.25)
        assert bar.find("line").attrib["x1"] == "25%"  # type: ignore[union-attr]
