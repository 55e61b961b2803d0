"""The pack of a tournament whose tables have three seats or four."""

from datetime import UTC, datetime

import pytest

from scoring.desk.documents.pack import pack_document, pack_of
from scoring.draw.documents.score_sheets import sheet_document
from scoring.draw.documents.seats import free_seats
from scoring.models import Tournament
from scoring.printing.document import Document
from scoring.printing.render import pdf_of
from tests import builders as build
from tests.messages import message
from tests.scoring.printing.documents.pages import texts_of

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 21, 2, 45, tzinfo=UTC)


@pytest.fixture
def tournament() -> Tournament:
    return build.tournament(build.club(), game="marias", hands_per_round=12)


def sizes(tournament: Tournament) -> list[list[int]]:
    """The seats of the sheets of each coming round."""
    pack = pack_of(tournament, address="http://hall:8000", time=AT)
    return [[sheet.size for sheet in coming.sheets] for coming in pack.coming]


@pytest.mark.parametrize(
    ("people", "spare", "tables"),
    [
        (7, "sit_out", [3, 4]),
        (8, "sit_out", [4, 4]),
        (9, "sit_out", [3, 3, 3]),
        (5, "sit_out", [4]),
        (5, "house", [3, 3]),
        (2, "house", []),
    ],
)
def test_blank_sheets_are_for_the_tables_that_so_many_fill(
    tournament: Tournament, people: int, spare: str, tables: list[int]
) -> None:
    tournament.spare = spare
    tournament.save()
    build.entries(tournament, people)
    assert sizes(tournament) == [tables, tables]


def test_a_table_that_is_not_drawn_has_free_seats() -> None:
    assert [seat.position for seat in free_seats(5)] == [1, 2, 3, 4, 5]


def test_a_round_of_both_sizes_is_printed_and_packed(tournament: Tournament) -> None:
    people = build.entries(tournament, 7)
    rnd = build.published_round(tournament, [people[:4], people[4:]])
    assert sizes(tournament) == [[4, 3], [3, 4]]
    four, three = texts_of(pdf_of(sheet_document(rnd, address="", paper="a4")))
    assert "Hatched" in four
    assert "Hatched" not in three
    [again] = texts_of(pdf_of(sheet_document(rnd, address="", paper="a4", table=1)))
    assert again == four
    pack = pack_of(tournament, address="http://hall:8000", time=AT)
    lists = Document(pack_document(pack, paper="letter").parts[:3])
    first, _, seats = texts_of(pdf_of(lists))
    assert message("Seat 4") in seats
    assert people[6].name in seats
    said = (
        "Each table counts: held − borrowed = score. The scores at a table add up to 0"
    )
    assert said in first.replace("\n", " ")
