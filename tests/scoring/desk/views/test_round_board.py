"""The board: a tile for each table of the running round on the evening's page, live."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from scoring.core.writes import Actor
from scoring.desk import clocks
from scoring.desk.next_step import Todo, next_step
from scoring.desk.overview import evening_of
from scoring.desk.table_board import NEEDS, Pressing, TableNow, round_board
from scoring.draw import rounds
from scoring.models import Change, Phone, Round, Sheet, Tournament
from scoring.phones import calls, seat_fixes
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
BY = build.command()


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    return build.tournament(crew.club, hands_per_round=20)


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    return build.published_round(tournament, 3)


def tables(rnd: Round) -> dict[int, TableNow]:
    board = round_board(rnd, timezone.now())
    return {each.table: each for each in board.tables}


def sheet(rnd: Round, table: int) -> Sheet:
    return rnd.sheets.get(table=table)


def silent(phone: Phone, minutes: int, unsent: int = 0) -> None:
    seen = timezone.now() - timedelta(minutes=minutes)
    Phone.objects.filter(pk=phone.pk).update(seen_at=seen, unsent=unsent)


def asked(crew: Crew, tournament: Tournament, version: str) -> HttpResponse:
    address = f"{at(tournament, 'tournament-desk')}?version={version}"
    return crew.get("scorekeeper", address, **HTMX)


def version_on(page: HttpResponse) -> str:
    found = re.search(r'id="evening".*?\?version=([^&"]*)', page.content.decode(), re.S)
    return found[1]


# --- What a table wants -------------------------------------------------------------


def calls_it(sheet: Sheet) -> None:
    by = Actor.at_table(build.phone(sheet))
    calls.call(sheet=sheet, actor=by, key="call", reason="rules question")


def frees_a_seat(sheet: Sheet) -> None:
    _, *others = (seat.entry for seat in sheet.seats.select_related("entry"))
    seated = [None, *others]
    seat_fixes.put_right(sheet=sheet, actor=BY, key="free", entries=seated)


def counts_twice(sheet: Sheet) -> None:
    build.counted(sheet)
    build.counted(sheet, held=(130, 97, 104, 69))


def loses_a_phone(sheet: Sheet) -> None:
    silent(build.phone(sheet), minutes=7, unsent=3)


def plays_on_late(sheet: Sheet) -> None:
    build.verified_sheet(sheet)
    by = Actor.at_table(build.phone(sheet))
    build.recorded(sheet=sheet, by=by, key="late", record=GAME)


def records_twice(sheet: Sheet) -> None:
    for seat in (1, 2):
        by = Actor.at_table(build.phone(sheet, seat))
        Phone.objects.filter(sheet=sheet).update(writes=True)
        build.recorded(sheet=sheet, by=by, key=f"hand-{seat}", record=GAME, number=1)


def corrects(sheet: Sheet) -> None:
    build.verified_sheet(sheet)
    build.corrected(sheet)


def ticks_the_others(sheet: Sheet) -> None:
    others = Sheet.objects.exclude(pk=sheet.pk)
    others.update(chips_laid_at=timezone.now())


def test_start_chips_are_not_asked_for_once_somebody_plays(rnd: Round) -> None:
    ticks_the_others(sheet(rnd, 3))
    build.counted(sheet(rnd, 2))
    board = round_board(rnd, timezone.now())
    assert [each.table for each in board.tables_in(NEEDS)] == [2]


@in_turn(
    "happens, pressing, says",
    [
        (calls_it, Pressing.CALL, "Calling: rules question"),
        (
            frees_a_seat,
            Pressing.FREE_SEAT,
            message("Seat {seat} is free. Who sits there?", seat=1),
        ),
        (
            lambda sheet: build.counted(sheet, held=(131, 96, 104, 60)),
            Pressing.CONTESTED,
            "Doesn’t balance: 9 missing",
        ),
        (counts_twice, Pressing.CONTESTED, message("Two counts don’t match")),
        (
            loses_a_phone,
            Pressing.LOST_PHONE,
            message(
                "Phone not responding: {name}, {unsent} not sent. Find that phone.",
                name="Josef Marek 2",
                unsent=3,
            ),
        ),
        (plays_on_late, Pressing.TRAY, "1 hand came in late. See the tray."),
        (
            records_twice,
            Pressing.TRAY,
            "1 hand was recorded by two phones. See the tray.",
        ),
        (build.counted, Pressing.SECOND_PERSON, message("Waiting for a second person")),
        (
            corrects,
            Pressing.SECOND_PERSON,
            message("Correction is waiting for a second person"),
        ),
        (ticks_the_others, Pressing.START_CHIPS, message("Start chips not checked")),
    ],
)
def test_what_a_table_wants_is_said_and_stands_first(
    rnd: Round, happens: Callable[[Sheet], object], pressing: Pressing, says: str
) -> None:
    happens(sheet(rnd, 3))
    board = round_board(rnd, timezone.now())
    [first] = board.tables_in(NEEDS)
    assert (first.table, [need.pressing for need in first.needs]) == (3, [pressing])
    assert first.needs[0].text.replace("Adolf Sebesta", "Josef Marek 2") == says
    assert [each.table for each in board.tables] == [1, 2, 3]


def test_those_in_need_stand_by_what_is_most_pressing(rnd: Round) -> None:
    build.counted(sheet(rnd, 1))
    calls_it(sheet(rnd, 3))
    board = round_board(rnd, timezone.now())
    assert [each.table for each in board.tables_in("")] == [1, 2, 3]
    assert [each.table for each in board.tables_in(NEEDS)] == [3, 1]


def test_what_cannot_be_lost_is_not_worried_about(rnd: Round) -> None:
    """All sent, or heard of just now, or nobody ticks start chips here."""
    silent(build.phone(sheet(rnd, 1)), minutes=30)
    silent(build.phone(sheet(rnd, 2)), minutes=1, unsent=3)
    assert [each.needs for each in tables(rnd).values()] == [(), (), ()]
    assert tables(rnd)[2].unsent == 3


def test_a_table_shows_how_far_it_is(rnd: Round, crew: Crew) -> None:
    phone = build.phone(sheet(rnd, 1))
    build.recorded(sheet=sheet(rnd, 1), by=Actor.at_table(phone), key="h", record=GAME)
    silent(phone, minutes=3)
    clocks.play_longer(sheet=sheet(rnd, 1), actor=BY, key="longer", minutes=5)
    page = text_of(crew.get("scorekeeper", at(rnd.tournament, "tournament-desk")))
    tile = page[page.index('id="board-1-1"') : page.index('id="board-1-2"')]
    for part in ("<b>1</b> of 20 hands", "Marie Kubala", "3 min ago", "+5 min"):
        assert part in tile


def test_a_tile_names_who_sits_there_unless_there_are_too_many(
    tournament: Tournament, crew: Crew
) -> None:
    build.published_round(tournament, 24)
    desk = at(tournament, "tournament-desk")
    assert "Lillian Cerny 6" in text_of(crew.get("scorekeeper", desk))
    build.published_round(tournament, 25)
    page = text_of(crew.get("scorekeeper", f"{desk}?round=2"))
    assert 'id="board-2-25"' in page
    assert "Lillian Cerny 6" not in page


def test_a_tile_says_nothing_twice(rnd: Round, crew: Crew) -> None:
    """Counted is a state; only what it does not say is a need to read."""
    build.counted(sheet(rnd, 1))
    build.counted(sheet(rnd, 2), held=(131, 96, 104, 60))
    page = text_of(crew.get("scorekeeper", at(rnd.tournament, "tournament-desk")))
    board = page[page.index('id="board"') :]
    assert message("Waiting for a second person") not in board
    assert message("Doesn’t balance: {chips} missing", chips=9) in board
    assert message("<strong>{n}</strong> need you", n=2) in page


def test_filters_and_other_rounds(rnd: Round, crew: Crew) -> None:
    build.counted(sheet(rnd, 2))
    here = at(rnd.tournament, "tournament-desk")
    page = text_of(crew.get("scorekeeper", f"{here}?show=needs"))
    assert 'id="board-1-2"' in page
    assert 'id="board-1-1"' not in page
    build.published_round(rnd.tournament, 3)
    page = text_of(crew.get("scorekeeper", here))
    assert 'id="board-1-1"' in page
    assert "&amp;round=&amp;show=" in page  # it goes on with the evening by itself
    page = text_of(crew.get("scorekeeper", f"{here}?round=2&show=junk"))
    assert 'id="board-2-1"' in page
    assert "&amp;round=2&amp;show=" in page


def test_the_next_round_is_shown_once_it_has_begun(
    rnd: Round, tournament: Tournament
) -> None:
    """One sheet of the first is still out when the second begins."""
    build.verified_sheet(sheet(rnd, 1))
    later = build.published_round(tournament, 3)
    assert evening_of(tournament).running.round == rnd
    build.phone(later.sheets.get(table=2))
    assert evening_of(tournament).running.round == later


# --- Live ---------------------------------------------------------------------------


def test_nothing_new_costs_one_query_of_its_own(
    rnd: Round, crew: Crew, django_assert_num_queries
) -> None:
    build.phone(sheet(rnd, 1))
    version = version_on(crew.get("scorekeeper", at(rnd.tournament, "tournament-desk")))
    # The session, the user, the club, the role, the tournament; and what is new.
    with django_assert_num_queries(5):
        answer = asked(crew, rnd.tournament, version)
    assert answer.status_code == 204
    assert int(answer.headers["X-Valat-Now"]) > 1_700_000_000_000


def test_a_phone_that_falls_silent_or_keeps_something_is_news(
    rnd: Round, crew: Crew
) -> None:
    """No write is logged, and yet the page learns it."""
    phone, seen = build.phone(sheet(rnd, 1)), set()
    for minutes, unsent in ((0, 0), (0, 2), (3, 2), (6, 2)):
        silent(phone, minutes, unsent)
        answer = asked(crew, rnd.tournament, "")
        seen.add(version_on(answer))
        version = version_on(answer)
        assert asked(crew, rnd.tournament, version).status_code == 204
    assert len(seen) == 4


def test_news_is_the_live_part_of_the_page_alone(rnd: Round, crew: Crew) -> None:
    answer = asked(crew, rnd.tournament, "old")
    assert "<html" not in text_of(answer)
    assert text_of(answer).startswith('<div class="stack" id="evening"')
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize("number", [4, 100])
def test_the_board_costs_the_same_for_16_and_for_400_players(
    crew: Crew, tournament: Tournament, number: int, django_assert_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    rnd = build.published_round(tournament, number)
    Sheet.objects.filter(table__lte=number // 2).update(chips_laid_at=timezone.now())
    for one in list(rnd.sheets.all())[:4]:
        calls_it_of(one)
    clocks.start(rnd=rnd, actor=BY, key="clock", minutes=60)
    with django_assert_num_queries(21):
        assert asked(crew, tournament, "old").status_code == 200


def calls_it_of(sheet: Sheet) -> None:
    by = Actor.at_table(build.phone(sheet))
    calls.call(sheet=sheet, actor=by, key=f"call-{sheet.pk}", reason="why")


# --- The clock and what to do next --------------------------------------------------


def step(tournament: Tournament, crew: Crew) -> tuple[Todo, str]:
    found = next_step(evening_of(tournament), crew.users["director"])
    return found.todo, found.text


def test_the_step_follows_the_clock(crew: Crew) -> None:
    tournament = build.tournament(crew.club, minutes_per_round=60)
    rnd = build.published_round(tournament, 2)
    said = {"source": "desk", "what": "print", "new": "sheets 1", "by_name": "Anna"}
    Change.objects.create(tournament=tournament, **said)
    assert step(tournament, crew) == (
        Todo.CLOCK,
        message(
            "When everyone is seated, start the clock for round {number}: {n} minutes.",
            number=1,
            n=60,
        ),
    )
    # The button at the top sends no minutes.
    crew.post("director", at(tournament, "clock-start", 1), {"key": "start"})
    found, text = step(tournament, crew)
    assert found == Todo.PLAY
    assert re.fullmatch("Round 1 runs until \\d+:\\d\\d [ap]m\\.", text)
    clocks.pause(rnd=rnd, actor=BY, key="pause")
    assert step(tournament, crew)[1] == message(
        "Round {number} is paused with {figures} left.", number=1, figures="60:00"
    )
    clocks.go_on(rnd=rnd, actor=BY, key="go-on")
    build.counted(sheet(rnd, 1))
    assert step(tournament, crew)[0] == Todo.VERIFY
    rnd.clock.started_at -= timedelta(minutes=61)
    rnd.clock.save()
    assert step(tournament, crew)[0] == Todo.COUNT


def test_a_cancelled_rounds_tables_are_no_board(rnd: Round, crew: Crew) -> None:
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    page = text_of(crew.get("director", at(rnd.tournament, "tournament-desk")))
    assert 'id="board"' not in page
