"""Papers for tests: explicit defaults, every fact by keyword."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from clubs.i18n import chips_word, many
from clubs.models import Club, Season
from rules.season import Formula
from rules.season import Line as Placing
from rules.season import Part as Brought
from scoring.draw.documents.cards import CardGrid, CardSize, card_parts
from scoring.draw.documents.lists import name_parts, table_part
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.draw.documents.seats import Placed, RoundPlace, TableSheet
from scoring.draw.documents.table_cards import TableCard, table_card_parts
from scoring.games.payoff_card import Heading
from scoring.history.documents.poster import poster_of
from scoring.history.documents.yearbook import EveningPage, game_in_print, yearbook_of
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.printing.document import Document, TellProgress, nobody_watches
from scoring.results.rows import Person, RoundCell, Stack, StandingsLine
from scoring.standings.documents.certificates import (
    Certificate,
    certificates_of,
    place_in_words,
)
from scoring.standings.documents.ending import prize_list
from scoring.standings.documents.standings import PrintedStandings
from scoring.standings.season_standings import SeasonStandings, SeasonStandingsLine
from tests import builders as build

HEADING = Heading(
    "SPJST Lodge 47, Seaton",
    "Thanksgiving Taroky Tournament",
    date(2026, 11, 20),
    "Seaton Hall",
)
NAMES = (
    "Marie Kubala",
    "Josef Kovář",
    "Ludmila Hlaváčková-Novotná",
    "Frank Šebesta",
    "Albina Schwertfeger",
    "Jerry Krenek",
    "Anton Dvořák",
    "Rose Hruška",
)
LONG_NAMES = (
    "Bartholomew Maximilian Kovaříček-Schwarzenberger",
    "Maria Magdalena Josefina Hlaváčková-Novotná-Schwertfegerová",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Wenceslaus Ferdinand Alexander Petříček z Nového Města nad Metují",
)


def evening(**facts: Any) -> Tournament:
    """A tournament that is only printed."""
    about = {"name": HEADING.tournament, "date": HEADING.date, "place": HEADING.place}
    return Tournament(**{"club": Club(name=HEADING.club), **about, **facts})


def four(names: tuple[str, ...] = NAMES[:4], first: int = 1) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            position=at + 1, entry=Entry(number=first + at, name=name, lodge="Lodge 47")
        )
        for at, name in enumerate(names)
    )


def sheet(table: int = 1, **facts: Any) -> TableSheet:
    return TableSheet(
        **{
            "table": table,
            "seats": four(first=4 * table - 3),
            "code": f"K7RX{table}",
            "url": f"http://192.168.1.20:8000/t/Zm9vYmFyYmF6cXV4MDEyM{table}/",
            **facts,
        }
    )


def sheets(*tables: TableSheet, paper: str = "letter", **facts: Any) -> Document:
    """The score sheets of round 2."""
    return Document(sheet_parts(evening(**facts), 2, tables or (sheet(),), paper=paper))


def person(number: int, name: str = "", rounds: tuple[int, ...] = (1,)) -> Placed:
    """Somebody at table `number` in each round, seat 1."""
    called = name or NAMES[number % len(NAMES)]
    entry = Entry(number=number, name=called, lodge="Lodge 47")
    return entry, {each: RoundPlace(each, number, 1, 4) for each in rounds}


def seat_list(
    *people: Placed, rounds: tuple[int, ...] = (1,), paper: str = "letter"
) -> Document:
    return Document(name_parts(HEADING, rounds, people, paper=paper))


def table_list(tables: int = 2, sit_outs: Sequence[tuple[Entry, str]] = ()) -> Document:
    seated = [sheet(table) for table in range(1, tables + 1)]
    return Document((table_part(HEADING, 2, seated, sit_outs, paper="letter"),))


def cards(
    *people: Placed,
    rounds: tuple[int, ...] = (1, 2, 3),
    paper: str = "letter",
    card_size: str = CardSize.EIGHT,
) -> Document:
    grid = CardGrid.of(paper, card_size)
    return Document(card_parts(HEADING, rounds, people, grid=grid))


def cell(at: int, chips: int | None, **facts: Any) -> RoundCell:
    return RoundCell(at + 1, at + 1, chips, **facts)


def standing(
    place: int, *rounds: int | RoundCell | None, **facts: Any
) -> StandingsLine:
    """A line: chips by round, or a whole cell."""
    person = Person(str(place), NAMES[place % len(NAMES)], "Lodge 47", "")
    cells = tuple(
        each if isinstance(each, RoundCell) else cell(at, each)
        for at, each in enumerate(rounds)
    )
    kept = {
        **{"entry": place, "place": place, "tied": False, "person": person},
        **{"total": sum(each.chips or 0 for each in cells), "points": 0},
        **{"played": len(cells), "adjustment": 0, "decided_by": None},
        "stack": Stack(tuple(each.chips or 0 for each in cells)),
    }
    return StandingsLine(**{**kept, "cells": cells, **facts})


def standings(*lines: StandingsLine, **facts: Any) -> PrintedStandings:
    return PrintedStandings(
        **{
            "heading": HEADING,
            "state": "Final",
            "is_final": True,
            "as_of": "9:45 pm, Nov 20",
            "columns": tuple(f"R{at + 1}" for at in range(len(lines[0].cells))),
            "lines": lines,
            **facts,
        }
    )


def table_card(table: int = 1, code: str = "") -> TableCard:
    """A table, and the address of its page."""
    url = f"http://192.168.1.20:8000/t/Zm9vYmFyYmF6cXV4MDEyM{table}/"
    return Sheet(table=table, code=code or f"K7RX{table}"), url


def table_cards(
    *cards: TableCard,
    base: str = "http://192.168.1.20:8000",
    paper: str = "letter",
    **facts: Any,
) -> Document:
    """The table cards of round 2."""
    rnd = Round(number=2, tournament=evening(**facts))
    return Document(table_card_parts(rnd, cards, base=base, paper=paper))


def crested() -> Heading:
    """The same heading of a club with an emblem and a colour."""
    content = b64encode(build.emblem()[0].content).decode()
    emblem = f"data:image/png;base64,{content}"
    return replace(HEADING, emblem=emblem, ink="#7b1e2e")


def prizes(
    *places: int, names: Sequence[str] = NAMES, paper: str = "letter"
) -> Document:
    """The list of prizes for these places."""
    rows = [
        (f"{place}=", str(place), names[place % len(names)], "$52.00")
        for place in places
    ]
    head = {"heading": HEADING, "state": "Final", "as_of": "9:45 pm, Nov 20"}
    return prize_list({**head, "total": "$130.00"}, rows, paper=paper)


def certificates(
    *names: str, paper: str = "letter", heading: Heading = HEADING, of_class: str = ""
) -> Document:
    """The first of them with the mark of a podium audit."""
    pages = [
        Certificate(
            name,
            place_in_words(at + 1, tied=at > 1),
            of_class,
            (chips_word(412), many(5, "round"), many(40, "player")),
            None if at else ("9:45 pm, Nov 20", "1a2b3c4d"),
            at + 1 if at < 3 else 0,
        )
        for at, name in enumerate(names)
    ]
    return certificates_of(heading, pages, paper=paper)


def season_standings(
    *names: str, evenings: int = 2, is_final: bool = False
) -> SeasonStandings:
    """Each has won an evening less than whoever stands before; nobody drops one."""
    at = datetime(2026, 11, 21, 3, 45, tzinfo=UTC)
    season = Season(
        **{"club": Club(name=HEADING.club), "name": HEADING.tournament},
        **{"starts": date(2026, 1, 1), "ends": date(2026, 12, 31)},
        finished_at=at if is_final else None,
    )
    played = [
        evening(season=season, date=date(2026, 1, 2) + timedelta(7 * n), finished_at=at)
        for n in range(evenings)
    ]
    lines = [_season_line(place, name, evenings) for place, name in enumerate(names, 1)]
    return SeasonStandings(season, Formula(), tuple(played), tuple(lines))


def _season_line(place: int, name: str, evenings: int) -> SeasonStandingsLine:
    parts = tuple(
        Brought(at, 1 if at % 7 == place else 8, Fraction(9 * at - 40 * place))
        for at in range(evenings)
        if (at + place) % 5
    )
    value = sum((each.brought or 0 for each in parts), Fraction(0))
    line = Placing(place, value, parts, len(parts), 5, int(value), place=place)
    came = {part.evening: part for part in parts}
    return SeasonStandingsLine(
        place, name, "Lodge 47", line, tuple(came.get(at) for at in range(evenings))
    )


def poster(
    *names: str, first: int = 10, paper: str = "letter", **facts: Any
) -> Document:
    at = datetime(2026, 11, 21, 3, 45, tzinfo=UTC)
    standings = season_standings(*names, **facts)
    return poster_of([standings], first=first, moment=at, paper=paper)


def yearbook(*names: str, paper: str = "letter", evenings: int = 2) -> Document:
    standings = season_standings(*names, evenings=evenings)
    first = [(str(at), name, "Lodge 47", "412") for at, name in enumerate(names, 1)]
    pages = [
        EveningPage(each, (), tuple(first[:10]), len(names))
        for each in standings.tournaments
    ]
    game = game_in_print(standings, pages)
    at = datetime(2026, 11, 21, 3, 45, tzinfo=UTC)
    return yearbook_of(standings.season, [game], [], moment=at, paper=paper)


def read_sheets(
    *, tables: str, paper: str, tell: TellProgress = nobody_watches
) -> Document:
    """Reads a recipe: score sheets of these tables, by their numbers."""
    return sheets(*(sheet(int(number)) for number in tables.split()), paper=paper)
