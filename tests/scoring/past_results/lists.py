"""Old lists as clubs have them: workbooks and text made here, and facts to write in them."""

import io
from collections.abc import Iterable, Sequence
from datetime import date

from openpyxl import Workbook

from scoring.past_results.event_parser import Fact, PastEvening

Rows = Iterable[Sequence[object]]


def workbook(**sheets: Rows) -> bytes:
    """An XLSX file; an underscore in a sheet's name is a blank."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.strip("_").replace("_", " "))
        for row in rows:
            sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def a_year_a_sheet() -> bytes:
    """Czech: an evening a column with days of no year, sums behind, a note below."""
    return workbook(
        _1998=[
            ["Tarokový klub Slavia – liga 1998"],
            [],
            ["poř.", "Příjmení a jméno", "16. 1.", "20. 2.", "20. 3.", "Celkem", "Ø"],
            [1, "Kubala, Marie", 412, 388, "", 800, 400],
            [2, "Marek, Josef", "395,0", "–", 401, 796, 398],
            [3, "Havlová, Anna", 293, 312, "x", 605, 302.5],
            ["", "Počet hráčů", 3, 2, 1],
        ],
        _1999=[
            ["poř.", "Příjmení a jméno", "15. 1.", "19. února", "Celkem"],
            [1, "Kubala, Marie", 300, 310, 610],
            [2, "Novák, Jan st.", 500, "", 500],
        ],
    )


def a_row_an_evening_and_player() -> bytes:
    """American CSV: the day stands once, months first, places beside totals."""
    return (
        "Date,Event,Player,Rank,Score,Rounds\r\n"
        '5/1/2004,Spring opener,Marie Kubala,1,"1,340",13\r\n'
        ",,Josef Marek,2,1290,13\r\n"
        "5/21/2004,,Josef Marek,1,402,4\r\n"
        ",,Anna Havel,2,398,\r\n"
    ).encode("cp1250")


def places_alone() -> bytes:
    """German: Excel's own days above places, and columns of place and points below days."""
    return workbook(
        Cup=[
            ["Name", date(2011, 2, 4), date(2011, 3, 4), "Summe"],
            ["Eva Wimmer", 1, 2, 3],
            ["Franz Gruber", 2, 1, 3],
            ["Max Huber-Lang", None, "3.", 3],
        ],
        Finale=[
            ["", date(2011, 12, 2), "", date(2011, 12, 9), ""],
            ["Spieler", "Platz", "Punkte", "Platz", "Punkte"],
            ["Eva Wimmer", 1, 55, 2, -12],
            ["Franz Gruber", 2, -55, 1, 12],
        ],
    )


def across(evenings: Sequence[PastEvening]) -> list[list[object]]:
    """These facts as an evening a column: totals."""
    names = [*dict.fromkeys(fact.name for each in evenings for fact in each.facts)]
    of = [{fact.name: fact.total for fact in each.facts} for each in evenings]
    return [
        ["Name", *(each.day.isoformat() for each in evenings)],
        *([name, *(totals.get(name, "") for totals in of)] for name in names),
    ]


def down(evenings: Sequence[PastEvening]) -> list[list[object]]:
    """The same as one row an evening and player."""
    rows: list[list[object]] = [["Datum", "Spieler", "Gesamt"]]
    for each in evenings:
        day = f"{each.day.day}. {each.day.month}. {each.day.year}"
        rows += [[day, fact.name, fact.total] for fact in each.facts]
    return rows


def as_text(rows: Rows) -> list[tuple[str, ...]]:
    """As a file would be read."""
    return [tuple(str(cell) for cell in row) for row in rows]


__all__ = ["Fact", "PastEvening"]
