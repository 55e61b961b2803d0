"""The draw's pages where a table has three or four."""

import pytest
from django.http import HttpResponse

from scoring.draw import draws
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db

BY = build.command()


def page(crew: Crew, tournament: Tournament) -> str:
    return text_of(crew.get("director", at(tournament, "draw")))


def seat(crew: Crew, tournament: Tournament, *tables: str) -> HttpResponse:
    """Seats as typed, four words a table; a dot is an empty field."""
    data = {"key": "form-1", "tables": str(len(tables))}
    for n, table in enumerate(tables, start=1):
        for position, word in enumerate(table.split(), start=1):
            data[f"seat_{n}_{position}"] = "" if word == "." else word
    return crew.post("director", at(tournament, "draw-seat"), data)


def test_the_form_has_four_boxes_a_table(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 7)
    shown = page(crew, mixed)

    assert message("Table {table}, seat {seat}", table=2, seat=4) in shown
    assert message("seat {n}", n=5) not in shown
    assert message("Table {n}", n=3) not in shown
    assert message("the first places at table 1") in shown


def test_the_last_box_may_stay_empty(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 7)
    assert seat(crew, mixed, "1 2 3 .", "4 5 6 7").status_code == 302

    draft = mixed.rounds.get()
    assert [each.size for each in draft.sheets.order_by("table")] == [3, 4]
    shown = page(crew, mixed)
    assert message("Seat 4") in shown
    assert message("Seat 5") not in shown


@pytest.mark.parametrize("typed", ["1 2 . .", "1 . 3 4", "1 2 . 4"])
def test_a_table_is_filled_from_its_first_seat(
    crew: Crew, mixed: Tournament, typed: str
) -> None:
    build.entries(mixed, 7)
    answer = seat(crew, mixed, typed)

    assert "Table 1 needs three or four players." in text_of(answer)
    assert not mixed.rounds.exists()


def test_an_empty_form_needs_a_table(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 4)
    assert "at least one table of three or four." in text_of(
        seat(crew, mixed, ". . . .")
    )


def test_tables_of_three_have_no_fourth_column(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 12)
    draws.draw(tournament=mixed, actor=BY, whole_evening=False, seed=7)
    shown = page(crew, mixed)

    assert message("Seat 3") in shown
    assert message("Seat 4") not in shown


def test_the_draft_says_what_the_deals_of_a_round_mean(
    crew: Crew, mixed: Tournament
) -> None:
    mixed.hands_per_round = 12
    mixed.save()
    build.entries(mixed, 13)
    draws.draw(tournament=mixed, actor=BY, whole_evening=True, seed=7)
    shown = page(crew, mixed)

    assert "a table of three has 12 and a table of four has 16." in shown
    assert message("Everyone gets each seat equally often.") in shown


def test_three_are_enough_for_the_page(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 3)
    shown = page(crew, mixed)

    assert message("<strong>{n}</strong> players are here.", n=3) in shown
    assert message("The draw can’t run yet.") not in shown


def test_a_published_round_shows_every_table(crew: Crew, mixed: Tournament) -> None:
    people = build.entries(mixed, 7)
    build.published_round(mixed, [people[:3], people[3:]])

    for name in ("round", "round-desk"):
        shown = text_of(crew.get("director", at(mixed, name, 1)))
        assert all(entry.name in shown for entry in people)
