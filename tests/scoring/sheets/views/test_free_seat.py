"""A free seat on every page and paper that lists seats, and in the draws after it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.http import HttpResponse

from clubs.models import Club
from scoring.audit.integrity import differences_in
from scoring.draw import draws, rounds
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.score_sheets import sheet_document
from scoring.draw.reseat import question_of
from scoring.models import Entry, Round, Sheet, Tournament
from scoring.phones import seat_fixes
from scoring.printing.render import pdf_of
from scoring.standings.documents.standings import printed_standings
from tests import builders as build
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import Crew, at, crew_of, messages_of, text_of
from tests.scoring.printing.documents.pages import texts_of

pytestmark = pytest.mark.django_db

ADDRESS = "http://10.0.0.5:8000"
# What a page says where it takes nobody for somebody.
NOBODY = re.compile(
    r'No\. ?</span>|\bNone\b(?!\.| of the round)|free s\.|data-sitter=""'
)


@pytest.fixture
def club() -> Club:
    """Its pages show “Marie K.”, and would show “free s.”."""
    return build.club(shown="short")


@pytest.fixture
def crew(club: Club) -> Crew:
    return crew_of(club)


@pytest.fixture
def people(tournament: Tournament) -> list[Entry]:
    return build.entries(tournament, 8)


@pytest.fixture
def rnd(tournament: Tournament, people: list[Entry]) -> Round:
    """Emil sits at table 1 and not on seat 1 of table 2, which is free; Karel has none.

    An earlier round is verified.
    """
    for sheet in build.published_round(
        tournament, [people[:4], people[4:]]
    ).sheets.all():
        build.verified_sheet(sheet)
    rnd = build.published_round(tournament, [people[:4], people[4:]])
    seat_fixes.put_right(
        sheet=rnd.sheets.get(table=1),
        actor=build.command(),
        key="right",
        entries=[*people[:3], people[4]],
    )
    return rnd


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=2)


def assert_shown(response: HttpResponse) -> str:
    assert response.status_code == 200
    text = text_of(response)
    assert not NOBODY.search(text)
    return text


def where_it_is_listed(rnd: Round) -> Iterator[tuple[str, str]]:
    """Who looks, and at which page."""
    here = rnd.tournament
    yield "visitor", at(here, "round", rnd.number)
    yield "visitor", at(here, "sheet", rnd.number, 2)
    yield "director", at(here, "round-desk", rnd.number)
    yield "director", at(here, "sheet-desk", rnd.number, 2)


def test_every_page_that_lists_seats_calls_it_free(rnd, crew):
    for who, address in where_it_is_listed(rnd):
        assert message("free seat") in assert_shown(crew.get(who, address)), address


def test_they_do_so_when_the_sheet_is_counted_too(rnd, sheet, crew):
    for held in (build.EVEN, (131, 96, 104, 60)):
        build.counted(sheet, held=held)
        for who, address in where_it_is_listed(rnd):
            assert message("free seat") in assert_shown(crew.get(who, address)), address


def test_it_is_in_no_list_by_name(rnd, crew):
    page = text_of(crew.get("visitor", at(rnd.tournament, "round", rnd.number)))
    index = page.partition('class="name-index"')[2].partition("</ol>")[0]
    assert index.count("<li>") == 7
    assert "free" not in index


def test_pages_without_seats_stand_too(rnd, crew, people):
    here = rnd.tournament
    for name in ("tournament", "tournament-print", "corrections"):
        assert_shown(crew.get("visitor", at(here, name)))
    for name in ("tournament-desk", "draw", "entries", "prints"):
        assert_shown(crew.get("director", at(here, name)))
    for entry in (people[3], people[4]):
        address = f"/{here.club.slug}/players/{entry.player.number}/"
        assert_shown(crew.get("visitor", address))


def test_the_desk_is_told_and_sent_to_the_table(rnd, crew):
    page = assert_shown(crew.get("scorekeeper", at(rnd.tournament, "tournament-desk")))
    assert (
        message(
            "Round {number}, table {table}: seat {seat} is free. Who sits there?",
            number=2,
            table=2,
            seat=1,
        )
        in page
    )
    assert at(rnd.tournament, "sheet-desk", 2, 2) in page


def test_the_desk_cannot_verify_the_sheet(rnd, sheet, crew):
    build.counted(sheet)
    answer = crew.post(
        "scorekeeper",
        at(rnd.tournament, "sheet-confirm", 2, 2),
        {"key": "0" * 32, "seen": 1, "witness": "account"},
    )
    assert message("First choose who’s in seat {position}.", position=1) in text_of(
        answer
    )


def test_the_page_at_the_table_opens(sheet, crew):
    page = crew.get("visitor", f"/t/{sheet.token}/")
    assert page.status_code == 200
    state = crew.get("visitor", f"/t/{sheet.token}/state/").json()
    assert [seat["free"] for seat in state["seats"]] == [True, False, False, False]


def test_paper_leaves_room_for_a_name(rnd):
    table = sheet_document(rnd, address=ADDRESS, table=2, paper="letter")
    shown = flowing(table.parts[0].html)
    assert 'c1"><p class="number">no.</p><p class="name "></p>' in shown
    (page,) = texts_of(pdf_of(table))
    assert "Vlasta Zajicek" in page.replace("\n", " ")
    assert "None" not in page


def test_lists_on_the_wall_stand_too(rnd, tournament):
    by_table = texts_of(pdf_of(tables_document(rnd, paper="letter")))
    assert message("free seat") in " ".join(by_table)
    by_name = " ".join(
        texts_of(pdf_of(names_document(tournament, [rnd], paper="letter")))
    )
    assert "K. Marie" in by_name
    assert "N. Karel" not in by_name
    assert printed_standings(tournament, time=datetime(2026, 11, 21, tzinfo=UTC)).lines


def test_seats_that_are_free_in_two_rounds_are_nobody(tournament, rnd, people, crew):
    """Who sat beside one twice has not met the same person twice."""
    build.published_round(tournament, [people[:4], people[4:]])
    last = tournament.rounds.get(number=3).sheets.get(table=2)
    seat_fixes.put_right(
        sheet=last, actor=build.command(), key="k", entries=[None, *people[5:]]
    )
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=4)
    tournament.refresh_from_db()
    draws.draw(
        tournament=tournament, actor=build.command(), whole_evening=False, seed=7
    )
    assert_shown(crew.get("director", at(tournament, "draw")))


@pytest.mark.parametrize("whole_evening", [True, False])
def test_the_next_rounds_are_drawn_past_it(rnd, tournament, crew, whole_evening):
    made = draws.draw(
        tournament=tournament,
        actor=build.command(),
        whole_evening=whole_evening,
        seed=7,
    )
    assert_shown(crew.get("director", at(tournament, "draw")))
    drawn = draws.again(made)
    kept = tournament.rounds.get(state="draft").seats.order_by("sheet__table")
    assert list(kept.order_by("sheet__table", "position").values_list("entry")) == [
        (pk,) for table in drawn[0].tables for pk in table
    ]


def test_a_draft_with_a_free_seat_stands_until_it_is_filled(tournament, people, crew):
    rnd = build.published_round(tournament, [people[:4]])
    sheet, by = rnd.sheets.get(), build.command()
    seat_fixes.put_right(sheet=sheet, actor=by, key="k", entries=[*people[:3], None])
    rounds.unpublish(rnd=rnd, actor=by)
    assert message("free seat") in assert_shown(
        crew.get("director", at(tournament, "draw"))
    )
    answer = crew.post("director", at(tournament, "round-publish", 1))
    assert (
        message("seat {position} at table {table} is empty", position=4, table=1)
        in messages_of(answer)[-1]
    )
    assert Round.objects.get(pk=rnd.pk).state == Round.State.DRAFT
    digest = question_of(tournament).digest
    change = {"key": "c", "digest": digest, "later": "moved"}
    crew.post("director", at(tournament, "change-make"), change)
    crew.post("director", at(tournament, "round-publish", 1))
    assert Round.objects.get(pk=rnd.pk).state == Round.State.OPEN
    assert not rnd.seats.filter(entry=None).exists()


def test_the_audit_finds_nothing(rnd, tournament, people, sheet):
    assert list(differences_in(tournament)) == []
    facts = {"sheet": sheet, "by": build.command(), "key": "down"}
    seat_fixes.sit_down(**facts, position=1, entry=people[3])
    build.verified_sheet(sheet)
    assert list(differences_in(tournament)) == []
