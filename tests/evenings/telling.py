"""What the hall and the newsletter are told, held against the model."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from clubs.i18n import chips_word, table_points
from scoring.desk.screen import screen_of
from scoring.models import Tournament
from scoring.standings.report import report_of
from tests.evenings.model import Evening
from tests.evenings.paper import Line

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
LISTED = 10


def unlike(what: str, ours: object, theirs: object) -> Iterator[str]:
    """Says so where the two differ."""
    if ours != theirs:
        yield f"{what}: {ours} on paper, {theirs} on the site"


def told(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    """Each thing that the screen or the newsletter says otherwise than the model."""
    yield from _screen(tournament, model, lines)
    yield from _newsletter(tournament, model, lines)


def _screen(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    said = screen_of(tournament, NOW)
    ours = [(each.place, each.total) for each in lines]
    theirs = said["standings"]["rows"] if said["standings"] else []
    rows = [(int(re.findall(r"\d+", row[0])[0]), row[2]) for row in theirs]
    yield from unlike("standings on the screen", ours, rows)
    if said["seats"]:
        number = int(re.findall(r"\d+", said["seats"]["title"])[0])
        seats = [(row[1], row[2]) for row in said["seats"]["rows"] if row[1]]
        paper = [
            (model.label(chair.who), label)
            for label, table in model.rounds[number].tables.items()
            for chair in table.chairs
            if chair.who
        ]
        paper += [(model.label(who), None) for who in model.rounds[number].benched]
        paper = [each for each in paper if not each[0].startswith("H")]
        seats, paper = sorted(seats, key=str), sorted(paper, key=str)
        yield from unlike(f"seats of round {number} on the screen", paper, seats)


def _newsletter(
    tournament: Tournament, model: Evening, lines: list[Line]
) -> Iterator[str]:
    report = report_of(tournament)
    if report is None:
        played = any(r.table for x in lines for r in x.results.values())
        yield from unlike("newsletter", False, played and bool(lines))
        return
    listed = dict(report.sections).get("Standings", ())
    theirs = [(int(each.split(".")[0]), each.rpartition(": ")[2]) for each in listed]
    ours = [(each.place, _score(model, each)) for each in lines if each.place <= LISTED]
    yield from unlike("newsletter", ours, theirs)


def _score(model: Evening, line: Line) -> str:
    said = chips_word(line.total)
    return f"{table_points(line.points)} and {said}" if model.by_points else said
