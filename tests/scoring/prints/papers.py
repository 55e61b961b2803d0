"""Papers for tests: explicit defaults, every fact by keyword."""

from datetime import date
from typing import Any

from clubs.models import Club
from scoring.models import Tournament
from scoring.selectors.papers.payoffs import Heading
from scoring.selectors.papers.shapes import (
    CardsPaper,
    PersonPaper,
    PlacePaper,
    SeatListPaper,
    SeatPaper,
    SheetPaper,
    TableCardPaper,
    TableListPaper,
    TablePaper,
)
from scoring.selectors.papers.standings import StandingPaper, StandingsPaper

HEADING = Heading(
    "SPJST Lodge 47, Seaton",
    "Thanksgiving Taroky Tournament",
    date(2026, 11, 20),
    "Seaton Hall",
)
NAMES = (
    *("Marie Kubala", "Josef Kovář", "Ludmila Hlaváčková-Novotná", "Frank Šebesta"),
    *("Albina Schwertfeger", "Jerry Krenek", "Anton Dvořák", "Rose Hruška"),
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


def four(names: tuple[str, ...] = NAMES[:4], first: int = 1) -> tuple[SeatPaper, ...]:
    return tuple(
        SeatPaper(at + 1, str(first + at), name, "Lodge 47")
        for at, name in enumerate(names)
    )


def sheet(table: int = 1, **facts: Any) -> SheetPaper:
    return SheetPaper(
        **{
            "heading": HEADING,
            "round_number": 2,
            "table": table,
            "seats": four(first=4 * table - 3),
            "code": f"K7RX{table}",
            "url": f"http://192.168.1.20:8000/t/Zm9vYmFyYmF6cXV4MDEyM{table}/",
            **facts,
        }
    )


def person(number: int, name: str = "", rounds: tuple[int, ...] = (1,)) -> PersonPaper:
    """Somebody at table `number` in each round, seat 1."""
    return PersonPaper(
        str(number),
        name or NAMES[number % len(NAMES)],
        "Lodge 47",
        tuple(PlacePaper(each, number, 1) for each in rounds),
    )


def seat_list(*people: PersonPaper, rounds: tuple[int, ...] = (1,)) -> SeatListPaper:
    return SeatListPaper(HEADING, rounds, people)


def table_list(tables: int = 2, **facts: Any) -> TableListPaper:
    seated = tuple(
        TablePaper(table, four(first=4 * table - 3)) for table in range(1, tables + 1)
    )
    return TableListPaper(
        **{"heading": HEADING, "round_number": 2, "tables": seated, **facts}
    )


def cards(people: int = 9, rounds: tuple[int, ...] = (1, 2, 3)) -> CardsPaper:
    """Cards of an evening of which the first round is published."""
    return CardsPaper(HEADING, rounds, tuple(person(n + 1) for n in range(people)))


def standing(place: int, *rounds: int | None, **facts: Any) -> StandingPaper:
    return StandingPaper(
        **{
            "place": place,
            "tied": False,
            "number": str(place),
            "name": NAMES[place % len(NAMES)],
            "lodge": "Lodge 47",
            "rounds": rounds,
            "total": sum(each or 0 for each in rounds),
            **facts,
        }
    )


def standings(*rows: StandingPaper, **facts: Any) -> StandingsPaper:
    return StandingsPaper(
        **{
            "heading": HEADING,
            "state": "Final",
            "is_final": True,
            "as_of": "9:45 pm, Nov 20",
            "columns": tuple(f"R{at + 1}" for at in range(len(rows[0].rounds))),
            "rows": rows,
            **facts,
        }
    )


def table_card(table: int = 1, **facts: Any) -> TableCardPaper:
    return TableCardPaper(
        **{
            "heading": HEADING,
            "round_number": 2,
            "table": table,
            "code": f"K7RX{table}",
            "url": f"http://192.168.1.20:8000/t/Zm9vYmFyYmF6cXV4MDEyM{table}/",
            "start": "192.168.1.20:8000",
            **facts,
        }
    )
