"""The desk's search: a person, a table, a sheet's code, in one field."""

import re
from urllib.parse import urlencode

import pytest

from clubs.guides import task_at
from scoring.desk.search import search_desk
from scoring.models import Round, Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    return build.tournament(crew.club)


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    return build.published_round(tournament, 3)


def tables(tournament: Tournament, typed: str) -> list[tuple[int, int]]:
    found = search_desk(tournament, typed).tables
    return [(table.round.number, table.table) for table in found]


def people(tournament: Tournament, typed: str) -> list[tuple[str, str]]:
    return [(one.name, one.says) for one in search_desk(tournament, typed).people]


def test_a_number_is_a_table_and_a_start_number(rnd: Round) -> None:
    later = build.published_round(rnd.tournament, 3)
    assert tables(rnd.tournament, "2") == [(later.number, 2), (1, 2)]
    assert people(rnd.tournament, "2")[0] == (
        "Josef Marek",
        message(
            "{state}; round {round}, table {table}", state="here", round=2, table=1
        ),
    )


@pytest.mark.parametrize("typed", ["t2", "T 2", "table 2", "Table2"])
def test_a_table_may_be_named(rnd: Round, typed: str) -> None:
    assert tables(rnd.tournament, typed) == [(1, 2)]
    assert people(rnd.tournament, typed) == []


def test_parts_of_a_name_in_any_order(rnd: Round) -> None:
    assert people(rnd.tournament, "mar jos") == [
        (
            "Josef Marek",
            message(
                "{state}; round {round}, table {table}", state="here", round=1, table=1
            ),
        )
    ]


def test_who_plays_comes_before_who_is_only_known(
    rnd: Round, tournament: Tournament
) -> None:
    build.player(tournament.club, "Adam Marek")
    assert people(tournament, "marek") == [
        (
            "Josef Marek",
            message(
                "{state}; round {round}, table {table}", state="here", round=1, table=1
            ),
        ),
        ("Adam Marek", message("not entered yet")),
    ]


def test_a_draft_seats_nobody(tournament: Tournament, rnd: Round) -> None:
    rnd.state = Round.State.DRAFT
    rnd.save()
    assert tables(tournament, "1") == []
    assert people(tournament, "josef marek") == [("Josef Marek", "here")]


def test_a_code_or_a_scanned_address_opens_the_sheet(rnd: Round, crew: Crew) -> None:
    sheet = rnd.sheets.get(table=3)
    here = at(rnd.tournament, "desk-search")
    for typed in (sheet.code.lower(), f"http://hall/t/{sheet.token}/"):
        answer = crew.get("scorekeeper", f"{here}?{urlencode({'q': typed})}")
        assert answer.status_code == 302, typed
        assert answer.url == at(rnd.tournament, "sheet-desk", 1, 3)


def test_nobody_of_another_evening(crew: Crew, rnd: Round) -> None:
    other = build.published_round(build.tournament(crew.club, name="Other"))
    assert search_desk(rnd.tournament, other.sheets.get().code).is_empty


def test_nothing_found_says_so_and_what_was_typed_stands(
    rnd: Round, crew: Crew
) -> None:
    typed = "<i>Zzyx"
    address = f"{at(rnd.tournament, 'desk-search')}?{urlencode({'q': typed})}"
    page = text_of(crew.get("director", address))
    assert "No person, table or sheet matches “&lt;i&gt;Zzyx”" in page
    assert 'value="&lt;i&gt;Zzyx"' in page


def test_nothing_typed_is_a_page_with_the_keys(rnd: Round, crew: Crew) -> None:
    page = text_of(crew.get("scorekeeper", at(rnd.tournament, "desk-search")))
    assert "No person, table or sheet matches" not in page
    assert 'id="keys"' in page


def test_the_bar_gets_what_was_found_alone(rnd: Round, crew: Crew) -> None:
    address = f"{at(rnd.tournament, 'desk-search')}?q=josef"
    part = text_of(crew.get("scorekeeper", address, **HTMX))
    assert "<html" not in part
    assert 'data-typed="josef"' in part
    assert "Entry" not in part  # a director's page
    assert "Entry" in text_of(crew.get("director", address, **HTMX))


def test_pages_of_the_guides_come_after_people(rnd: Round, crew: Crew) -> None:
    found = search_desk(rnd.tournament, "draw")
    assert found.guides[0] == task_at("director/draw-the-seats")
    assert len(found.guides) == 3
    build.player(rnd.tournament.club, "Anton Draw")
    part = text_of(
        crew.get("scorekeeper", f"{at(rnd.tournament, 'desk-search')}?q=draw", **HTMX)
    )
    person, guide = part.index("Anton Draw"), part.index("/guides/director/draw-the")
    assert person < guide
    for typed in ("2", "jo", "t2"):
        assert search_desk(rnd.tournament, typed).guides == ()


@pytest.mark.parametrize("number", [3, 60])
def test_it_costs_the_same_for_few_and_for_many(
    crew: Crew, tournament: Tournament, number: int, django_assert_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    build.published_round(tournament, number)
    address = f"{at(tournament, 'desk-search')}?q=2"
    with django_assert_num_queries(13):
        found = text_of(crew.get("scorekeeper", address, **HTMX))
    assert re.search("Round 1, table 2", found)
