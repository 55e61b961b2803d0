"""The page of the treasurer's sheet, its paper and its workbook."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from openpyxl import load_workbook

from scoring.models import Entry, Tournament
from scoring.printing.render import pdf_of
from scoring.standings.documents.ending import treasurer_document
from scoring.standings.treasurer import treasury_of
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.printing.documents.pages import texts_of
from tests.sent_forms import as_sent

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def evening(crew: Crew) -> Tournament:
    made = build.tournament(crew.club, fee=750, prize_extra=2_000)
    build.entries(made, 4, paid=True)
    Entry.objects.filter(tournament=made, number=4).update(paid=False)
    return made


@pytest.mark.parametrize("people", [45, 300])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_it_is_one_page_however_many_have_paid(
    crew: Crew, people: int, paper: str
) -> None:
    made = build.tournament(crew.club, fee=750, prize_extra=2_000)
    build.entries(made, people, paid=True)
    Entry.objects.filter(tournament=made, number__lte=8).update(paid=False)
    (text,) = texts_of(pdf_of(treasurer_document(made, time=NOON, paper=paper)))
    assert text.count("$7.50") == 8


def typed(evening: Tournament, **facts: str) -> dict[str, str]:
    empty = {f"{name}_{n}": "" for name in ("what", "coins") for n in (1, 2, 3)}
    return {"key": "k", **empty, **facts}


def send(crew: Crew, evening: Tournament, **facts: str) -> str:
    where = at(evening, "treasurer")
    answer = crew.clients["director"].post(where, typed(evening, **facts), follow=True)
    assert answer.status_code == 200
    return text_of(answer)


def test_costs_are_typed_and_what_is_left_is_said(
    crew: Crew, evening: Tournament
) -> None:
    crew.sign_in("director")
    said = send(
        crew, evening, what_1="Hall", coins_1="12.05", what_3="Food", coins_3="3"
    )
    assert message("Costs saved.") in said
    assert "$27.45" in said  # 22.50 + 20.00 − 12.05 − 3.00
    assert message("{money} in fees is still unpaid.", money="$7.50") in said
    assert treasury_of(evening).left == 2_745


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"coins_2": "5"}, message("Enter what the cost was for.")),
        ({"what_2": "Hall"}, message("Enter the amount.")),
        ({"what_2": "Hall", "coins_2": "abc"}, "abc"),
    ],
)
def test_what_is_wrong_stands_at_its_row_and_nothing_is_saved(
    crew: Crew, evening: Tournament, wrong: dict[str, str], says: str
) -> None:
    crew.sign_in("director")
    said = send(crew, evening, what_1="Food", coins_1="3.10", **wrong)
    assert says in said
    assert 'value="Food"' in said
    assert not evening.costs.exists()


def test_two_directors_enter_costs_at_once(crew: Crew, evening: Tournament) -> None:
    director = crew.clients["director"]
    where = at(evening, "treasurer")
    send(crew, evening, what_1="Hall", coins_1="12.05", what_2="Food", coins_2="3")
    mine = as_sent(director, where, coins_1="13", what_4="Cards", coins_4="1")
    send(
        crew,
        evening,
        what_1="Hall",
        coins_1="12.05",
        what_2="Food",
        coins_2="4",
        key="b",
    )
    assert director.post(where, mine).status_code == 302
    kept = [(cost.what, cost.coins) for cost in evening.costs.all()]
    assert kept == [("Hall", 1_300), ("Food", 400), ("Cards", 100)]


def test_a_row_that_two_directors_fill_is_asked_about(
    crew: Crew, evening: Tournament
) -> None:
    director = crew.clients["director"]
    where = at(evening, "treasurer")
    mine = as_sent(director, where, what_1="Cards", coins_1="1")
    send(crew, evening, what_1="Hall", coins_1="12.05")
    (conflict,) = director.post(where, mine).context["form"].conflicts
    assert (conflict.current, conflict.entered) == ("Hall; $12.05", "Cards; $1.00")
    assert [cost.what for cost in evening.costs.all()] == ["Hall"]


def test_paper_and_workbook_say_the_same(crew: Crew, evening: Tournament) -> None:
    crew.sign_in("director")
    send(crew, evening, what_1="=Hall", coins_1="12.05")
    [part] = treasurer_document(evening, time=NOON, paper="letter").parts
    assert "$30.45" in part.html
    assert "−$12.05" in part.html
    assert part.html.count('<td class="number">') == 1  # who hasn't paid
    assert message("These players haven’t paid exactly what they owe.") in part.html
    answer = crew.get("director", at(evening, "treasurer-file"))
    book = load_workbook(io.BytesIO(b"".join(answer.streaming_content)))
    rows = {row[0].value: row[1].value for row in book["treasurer"].iter_rows()}
    assert (rows["left"], rows["'=Hall"]) == (30.45, -12.05)
    fees = list(book["fees"].iter_rows(min_row=2, values_only=True))
    assert [row[4:] for row in fees] == [(7.5, 0, 7.5)] * 3 + [(7.5, 0, 0)]


def test_the_workbook_tells_what_came_before_from_what_came_at_the_door(
    crew: Crew, evening: Tournament
) -> None:
    early = NOON - timedelta(days=1)
    Entry.objects.filter(tournament=evening, number=1).update(paid_at=early)
    crew.sign_in("director")
    answer = crew.get("director", at(evening, "treasurer-file"))
    book = load_workbook(io.BytesIO(b"".join(answer.streaming_content)))
    rows = {row[0].value: row[1].value for row in book["treasurer"].iter_rows()}
    assert (rows["fees_before"], rows["fees_at_door"]) == (7.5, 15)
    fees = list(book["fees"].iter_rows(min_row=2, max_row=3, values_only=True))
    assert [row[4:] for row in fees] == [(7.5, 7.5, 0), (7.5, 0, 7.5)]
