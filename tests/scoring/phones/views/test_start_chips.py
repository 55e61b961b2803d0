"""Ticks for the tables, by two people walking through the hall."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Tournament
from tests import builders
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    made = builders.tournament(crew.club)
    builders.published_round(made, 3)
    return made


def tick(crew: Crew, tournament: Tournament, table: int, laid: str = "yes"):
    address = at(tournament, "start-chips-tick", 1, table)
    return crew.post("scorekeeper", address, {"laid": laid})


def test_what_is_not_ticked_yet_is_said(crew: Crew, tournament: Tournament) -> None:
    address = at(tournament, "start-chips", 1)
    assert message("Not yet: tables {tables}.", tables="1, 2 and 3") in text_of(
        crew.get("scorekeeper", address)
    )
    assert address in text_of(crew.get("scorekeeper", at(tournament, "round-desk", 1)))
    tick(crew, tournament, 2)
    assert "2</strong>" not in text_of(crew.get("director", address))
    assert message("Not yet: tables {tables}.", tables="1 and 3") in text_of(
        crew.get("director", address)
    )
    for table in (1, 3):
        tick(crew, tournament, table)
    page = text_of(crew.get("director", address))
    assert "All 3 tables have their chips" in page
    assert page.count('aria-pressed="true"') == 3
    Tournament.objects.update(with_chips=False)
    assert crew.get("director", address).status_code == 404


def test_the_second_person_sees_it_without_loading(
    crew: Crew, tournament: Tournament
) -> None:
    address = at(tournament, "start-chips", 1)
    version = re.search(r"version=([\d.-]+)", text_of(crew.get("director", address)))
    asked = f"{address}?version={version[1]}"
    assert crew.get("director", asked, **HTMX).status_code == 204
    tick(crew, tournament, 2)
    assert message("Not yet: tables {tables}.", tables="1 and 3") in text_of(
        crew.get("director", asked, **HTMX)
    )


def test_a_tick_of_a_table_that_plays_is_kept_and_told(
    crew: Crew, tournament: Tournament
) -> None:
    tick(crew, tournament, 1)
    builders.counted(tournament.rounds.get().sheets.get(table=1))
    assert messages_of(tick(crew, tournament, 1, laid="no")) == [
        message("Table {table} is already playing, so its check mark stays.", table=1)
    ]
    assert tick(crew, tournament, 9).status_code == 404


def test_queries_do_not_grow(crew: Crew) -> None:
    crew.sign_in("scorekeeper")
    asked = []
    for tables in (1, 30):
        tournament = builders.tournament(crew.club, name=f"Of {tables}")
        builders.published_round(tournament, tables)
        with CaptureQueriesContext(connection) as found:
            crew.get("scorekeeper", at(tournament, "start-chips", 1))
        asked.append(len(found))
    assert asked[0] == asked[1]
