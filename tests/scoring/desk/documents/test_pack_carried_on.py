"""The pack is followed by hand; in the end the site's own standings come out."""

from collections.abc import Mapping
from dataclasses import astuple
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from scoring.desk.documents.pack import Pack, pack_of
from scoring.draw import manual_seating, rounds
from scoring.draw.substitutes import substitute
from scoring.models import Entry, Tournament
from scoring.results.standings_table import table_of
from scoring.sheets import rulings
from tests import builders as build

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 21, 2, 45, tzinfo=UTC)
BY = build.command()
# Round and table to the four scores on paper that the laptop never heard of.
LATER = {
    (2, 2): (70, 133, 97, 100),
    (3, 1): (-12, 212, 100, 100),
    (3, 2): (188, 40, 55, 117),
}
SETTINGS: list[dict[str, Any]] = [
    {},
    {"sit_out_score": "zero", "absent_score": "start"},
    {"sit_out_score": "average"},
    {"substitute_counts": "own", "drop_worst": 1},
    {"substitute_counts": "nobody", "sit_out_score": "average", "drop_worst": 1},
    {"ranking": "table_points"},
]


def dying(tournament: Tournament) -> Pack:
    """The laptop's last pack, in the midst of round 2 of 3.

    9 and 10 sat out round 1; then 3 left, and 10 plays for him; 6 gave 7 five chips.
    In round 2 table 1 is verified, and table 2 is saved as it stands, 9 chips short.
    """
    people = build.entries(tournament, 10)
    house = Entry.objects.create(
        tournament=tournament, house=1, name="House", ranked=False, state="here"
    )
    one, two, three, four, five, six, seven, eight, nine, ten = people
    first = build.published_round(tournament, [people[:4], people[4:8]])
    for sheet, held in zip(
        first.sheets.order_by("table"),
        ((140, 61, 150, 49), (201, 66, 37, 96)),
        strict=True,
    ):
        build.verified_sheet(sheet, held)
    substitute(leaver=three, stand_in=ten, start=2, actor=BY)
    ten.refresh_from_db()
    rulings.adjust(
        entry=seven, other=six, chips=5, reason="A false Pagat", key="r", actor=BY
    )
    second = build.published_round(
        tournament, [[one, two, four, nine], [five, six, ten, seven]]
    )
    build.verified_sheet(second.sheets.get(table=1), (90, 110, 80, 120))
    build.counted(second.sheets.get(table=2), held=(61, 133, 97, 100))
    tables = [[one, five, nine, house], [two, six, eight, ten]]
    manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=tables)
    return pack_of(tournament, address="http://hall:8000", time=AT)


def carry_on(tournament: Tournament) -> None:
    """The site hears of all that came later."""
    for number in (2, 3):
        rnd = tournament.rounds.get(number=number)
        rounds.publish(rnd=rnd, actor=BY)
        for sheet in rnd.sheets.order_by("table"):
            if held := LATER.get((number, sheet.table)):
                borrowed = tuple(max(0, -chips) for chips in held)
                seats = build.seats(tuple(max(0, chips) for chips in held), borrowed)
                build.counted(sheet, seats=seats)
                build.confirmed(sheet)


def reckoned(pack: Pack) -> dict[str, tuple[Any, int]]:
    """Points and chips of everybody who is ranked, by the steps of the pack alone."""
    past = {each.person.number: each for each in pack.standings.lines}
    tables = written(pack)
    found = {}
    for line in (each for each in pack.lines if each.total != "–"):
        row = past[line.number]
        cells = row.cells[: pack.after]
        at_tables = [cell.chips for cell in cells if not cell.why]
        others, waiting = [cell.chips for cell in cells if cell.why], 0
        total, worth = int(line.total), Fraction(0)
        if "average" in pack.finish.sat_out:
            waiting, others = line.sat.split().count("out"), []
        for coming, cell in zip(pack.coming, line.cells, strict=True):
            table, seat = seat_in(cell.seat)
            said = cell.score.partition("own ")[2] if "→" in cell.score else cell.score
            if table and "→" not in cell.score:
                scores = tables[coming.number, table]
                at_tables.append(scores[seat])
                total += scores[seat]
                worth += points_of(scores, seat)
            else:
                said = said or pack.finish.missed
                waiting += "average" in said
                if "average" not in said:
                    others.append(int(said))
                    total += int(said)
                    worth += Fraction(5, 2) if int(said) else 0
        each = Fraction(sum(at_tables), len(at_tables) or 1)
        average = (
            int(each + Fraction(1, 2)) if at_tables else pack.tournament.start_chips
        )
        total += waiting * average
        results = [*at_tables, *others, *[average] * waiting]
        total -= sum(sorted(results)[: pack.finish.drop_worst])
        points = worth + half(line.points) if pack.finish.by_points else None
        found[line.number] = (points, total)
    return found


def written(pack: Pack) -> dict[tuple[int, int], dict[int, int]]:
    """The scores of each table of the coming rounds: on paper, or printed already."""
    tables: dict[tuple[int, int], dict[int, int]] = {
        key: dict(enumerate(scores, 1)) for key, scores in LATER.items()
    }
    for line in pack.lines:
        for coming, cell in zip(pack.coming, line.cells, strict=True):
            table, seat = seat_in(cell.seat)
            if table and cell.score.isdecimal():
                tables.setdefault((coming.number, table), {})[seat] = int(cell.score)
    return tables


def seat_in(said: str) -> tuple[int, int]:
    """Table and seat as a box names them: 2 · 3, or 2 · 3 (10)."""
    table, dot, seat = said.partition(" (")[0].partition(" · ")
    return (int(table), int(seat)) if dot else (0, 0)


def points_of(scores: Mapping[int, int], seat: int) -> Fraction:
    """4, 3, 2, 1; equal scores share."""
    first = sum(score > scores[seat] for score in scores.values())
    equal = sum(score == scores[seat] for score in scores.values())
    return Fraction(sum((4, 3, 2, 1)[first : first + equal]), equal)


def half(said: str) -> Fraction:
    return Fraction(said.replace("½", "") or 0) + Fraction("½" in said, 2)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_followed_by_hand_it_gives_the_standings(settings: Mapping[str, Any]) -> None:
    tournament = build.tournament(build.club(), rounds_planned=3, **settings)
    pack = dying(tournament)
    on_paper = reckoned(pack)
    carry_on(tournament)
    by_points = tournament.by_points
    assert on_paper == {
        line.person.number: (line.points if by_points else None, line.total)
        for line in table_of(tournament).lines
    }


def test_what_is_known_stands_in_its_box() -> None:
    pack = dying(build.tournament(build.club(), rounds_planned=3))
    lines = {line.number: line for line in pack.lines}
    said = {
        number: (
            lines[number].total,
            [tuple(astuple(each)) for each in lines[number].cells],
        )
        for number in ("1", "3", "4", "8", "10", "H1")
    }
    assert said == {
        "1": ("140", [("1 · 1", "90", "230"), ("1 · 1", "", "")]),
        "3": ("150", [("2 · 3 (10)", "", ""), ("2 · 4 (10)", "", "")]),
        "4": ("49", [("1 · 3", "80", "129"), ("out", "100", "229")]),
        "8": ("96", [("out", "100", "196"), ("2 · 3", "", "")]),
        "10": ("100", [("2 · 3", "→ 3, own 0", "100"), ("2 · 4", "→ 3", "")]),
        "H1": ("–", [("", "", ""), ("1 · 4", "", "")]),
    }
    assert [each.table for each in pack.coming[0].sheets] == [2]


def test_who_has_no_place_yet_begins_with_what_he_missed() -> None:
    """He came after round 1, which scores the start chips for whoever missed it."""
    tournament = build.tournament(build.club(), absent_score="start")
    build.entries(tournament, 4)
    (late,) = build.entries(tournament, 1, state="expected")
    build.verified_sheet(build.published_round(tournament).sheets.get())
    Entry.objects.filter(pk=late.pk).update(state="here")
    pack = pack_of(tournament, address="http://hall:8000", time=AT)
    totals = {line.number: line.total for line in pack.lines}
    assert totals[late.label] == "100"
