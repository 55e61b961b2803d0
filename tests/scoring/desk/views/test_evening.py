"""The evening on one screen: what to do next, for whom, finish and reopen."""

import pytest
from django.db import transaction

from scoring.audit.podium import PODIUM
from scoring.core.writes import log
from scoring.desk.next_step import Todo, next_step
from scoring.desk.overview import evening_of, note_print
from scoring.draw import manual_seating, rounds
from scoring.draw.seats import make_draft
from scoring.models import Entry, Round, Tournament
from scoring.sheets.sheet import tables_text
from scoring.tournaments.tournaments import finish
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db

BY = build.command()
CLOSING = {"back": "closing"}


def step(tournament: Tournament, crew: Crew, who: str = "director") -> tuple[str, str]:
    tournament.refresh_from_db()
    found = next_step(evening_of(tournament), crew.users[who])
    return found.todo, found.text


def printed(tournament: Tournament, number: int) -> None:
    said = build.log_text(f"score sheets of round {number}")
    note_print(
        tournament=tournament,
        actor=BY,
        text=said,
        label=f"sheets {number}",
        key=f"print-{tournament.pk}-{number}",
    )


# --- What to do next --------------------------------------------------------------


def test_first_somebody_has_to_be_entered(tournament: Tournament, crew: Crew) -> None:
    assert step(tournament, crew)[0] == Todo.ENTER


def test_then_somebody_has_to_come(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8, state=Entry.State.EXPECTED)
    assert step(tournament, crew) == (
        Todo.CHECK_IN,
        message(
            "{n} players are entered and none are here yet. Check in the players.", n=8
        ),
    )


def test_then_the_seats_are_drawn(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    assert step(tournament, crew) == (
        Todo.DRAW,
        message(
            "{here} players are here. Draw seats for round {number}.", here=8, number=1
        ),
    )


def test_three_are_enough_where_a_table_may_have_three(
    mixed: Tournament, crew: Crew
) -> None:
    build.entries(mixed, 2)
    assert step(mixed, crew)[0] == Todo.CHECK_IN
    build.entries(mixed, 1)
    assert step(mixed, crew)[0] == Todo.DRAW


def test_nobody_is_asked_to_draw_while_most_are_still_to_come(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 4)
    build.entries(tournament, 3, state=Entry.State.EXPECTED)
    assert step(tournament, crew) == (
        Todo.CHECK_IN,
        message(
            "{here} are here, {expected} are still expected. Check in the players.",
            here=4,
            expected=3,
        ),
    )
    assert message("Draw seats now") in text_of(
        crew.get("director", at(tournament, "tournament-desk"))
    )


def test_on_a_club_night_they_are_seated(crew: Crew) -> None:
    night = build.tournament(crew.club, seating=Tournament.Seating.BY_HAND)
    build.entries(night, 8)
    assert step(night, crew) == (
        Todo.SEAT,
        message("{here} players are here. Seat round {number}.", here=8, number=1),
    )


def test_a_draft_is_published(tournament: Tournament, crew: Crew) -> None:
    four = build.entries(tournament, 4)
    manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=[four])
    assert step(tournament, crew)[0] == Todo.PUBLISH


def test_a_published_round_is_printed_once(tournament: Tournament, crew: Crew) -> None:
    build.published_round(tournament, 2)
    assert step(tournament, crew) == (
        Todo.PRINT,
        message(
            "Round {number} is published. Print its {n} score sheets.", number=1, n=2
        ),
    )
    printed(tournament, 1)
    assert step(tournament, crew) == (
        Todo.COUNT,
        message(
            "Round {number}: {n} of {all} sheets are missing: {tables}.",
            number=1,
            n=2,
            all=2,
            tables="tables 1 and 2",
        ),
    )


def test_a_sheet_whose_seats_have_changed_is_printed_again(
    tournament: Tournament, crew: Crew
) -> None:
    """Of a published round; a table that has counted needs its paper no more."""
    rnd = build.published_round(tournament, 2)
    choice = {"what": "sheets", "round": rnd.number, "paper": "letter"}
    assert (
        crew.post("director", at(tournament, "print-start"), choice).status_code == 302
    )
    assert step(tournament, crew)[0] == Todo.COUNT
    one, other = (
        rnd.sheets.get(table=table).seats.order_by("position").first()
        for table in (1, 2)
    )
    manual_seating.swap(rnd=rnd, one=one.entry, other=other.entry, actor=BY)
    found = next_step(evening_of(tournament), crew.users["director"])
    assert (found.todo, found.table) == (Todo.REPRINT, 1)
    assert "table 2" in found.notes[0]
    button = crew.get("director", at(tournament, "tournament-desk")).context["button"]
    again = dict(button["hidden"])
    assert (again["what"], again["table"]) == ("sheets", 1)
    assert (
        crew.post("director", at(tournament, "print-start"), again).status_code == 302
    )
    assert next_step(evening_of(tournament), crew.users["director"]).table == 2
    build.counted(rnd.sheets.get(table=2))
    assert step(tournament, crew)[0] == Todo.COUNT


def test_what_does_not_balance_comes_before_what_is_missing(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament, 3)
    build.counted(rnd.sheets.get(table=2), held=(1, 2, 3, 4))
    assert step(tournament, crew) == (
        Todo.CHOOSE_HAND,
        message(
            "Round {number}, table {table} doesn’t balance: {chips} missing.",
            number=1,
            table=2,
            chips=390,
        ),
    )


def test_the_last_missing_sheet_is_asked_for(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament, 2)
    build.counted(rnd.sheets.get(table=1))
    assert step(tournament, crew) == (
        Todo.COUNT,
        message(
            "Round {number}: {n} of {all} sheets is missing: {tables}.",
            number=1,
            n=1,
            all=2,
            tables="table 2",
        ),
    )


def test_sheets_wait_for_a_second_person(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament, 2)
    for sheet in rnd.sheets.all():
        build.counted(sheet, crew.users["director"])
    assert step(tournament, crew) == (
        Todo.VERIFY,
        message(
            "Round {number} has {n} sheets waiting for a second person: {tables}.",
            number=1,
            n=2,
            tables="tables 1 and 2",
        ),
    )


def test_somebody_verifies_what_another_has_counted(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament, 2)
    build.counted(rnd.sheets.get(table=1), crew.users["director"])
    build.counted(rnd.sheets.get(table=2), crew.users["scorekeeper"])

    evening = evening_of(tournament)
    assert next_step(evening, crew.users["director"]).table == 2
    assert next_step(evening, crew.users["scorekeeper"]).table == 1


def test_a_verified_round_leads_to_the_next(tournament: Tournament, crew: Crew) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    assert step(tournament, crew) == (
        Todo.DRAW,
        message(
            "{here} players are here. Draw seats for round {number}.", here=4, number=2
        ),
    )


def test_after_the_last_round_the_tournament_is_finished(crew: Crew) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    sheet = build.published_round(tournament).sheets.get()
    build.verified_sheet(sheet)
    assert step(tournament, crew)[0] == Todo.AUDIT
    with transaction.atomic():
        log(BY, PODIUM, build.log_text("verified"), tournament=tournament)
    assert step(tournament, crew)[0] == Todo.FINISH

    finish(tournament=tournament, actor=BY)
    assert step(tournament, crew)[0] == Todo.NOTHING


def test_from_three_sheets_on_all_are_entered_and_verified_on_one_page(
    tournament: Tournament, crew: Crew
) -> None:
    sheets = [*build.published_round(tournament, 3).sheets.all()]
    printed(tournament, 1)
    page = at(tournament, "tournament-desk")
    assert step(tournament, crew)[0] == Todo.COUNT_ALL
    button = crew.get("director", page).context["button"]
    assert button["url"] == at(tournament, "papers", 1)
    for sheet in sheets:
        build.counted(sheet, crew.users["director"])
    assert step(tournament, crew)[0] == Todo.VERIFY_ALL
    button = crew.get("scorekeeper", page).context["button"]
    assert button["url"] == at(tournament, "verifying", 1)


def test_the_event_is_closed_in_six_steps(crew: Crew) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    sheet = build.published_round(tournament).sheets.get()
    page = at(tournament, "closing")
    assert crew.get("director", page).context["missing"] == [(1, [1])]
    build.verified_sheet(sheet)
    first = crew.get("director", page).context
    assert [step.key for step in first["steps"]] == [
        *("podium", "prizes", "finish", "report", "certificates", "treasurer")
    ]
    assert not any(step.is_done for step in first["steps"])
    assert first["next_step"].key == "podium"
    answer = crew.post("director", at(tournament, "tournament-finish"), CLOSING)
    assert answer["Location"] == page
    steps = crew.get("director", page).context["steps"]
    assert [step.key for step in steps if step.is_done] == ["finish"]
    with transaction.atomic():
        log(BY, PODIUM, build.log_text("verified"), tournament=tournament)
    assert crew.get("director", page).context["next_step"].key == "prizes"


def test_a_correction_that_waits_is_named(crew: Crew) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    sheet = build.published_round(tournament).sheets.get()
    build.verified_sheet(sheet)
    build.corrected(sheet)
    assert step(tournament, crew) == (
        Todo.VERIFY,
        message(
            "Round {number} has {n} correction waiting for a second person: {tables}.",
            number=1,
            n=1,
            tables="table 1",
        ),
    )


def test_a_cancelled_round_is_played_again(crew: Crew) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    rnd = build.published_round(tournament)
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    assert step(tournament, crew)[1].endswith("for round 2.")


def test_after_a_cancelled_last_round_the_finish_stands_beside_the_next(
    crew: Crew,
) -> None:
    tournament = build.tournament(crew.club, rounds_planned=3)
    for _ in "12":
        build.verified_sheet(build.published_round(tournament).sheets.get())
    page = at(tournament, "tournament-desk")
    assert "Finish after" not in text_of(crew.get("director", page))  # one is to come
    rnd = build.published_round(tournament)
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")

    found = text_of(crew.get("director", page))
    assert "Round 3 is canceled. 2 of 3 planned rounds have been played." in found
    assert "for round 4." in found
    assert found.count(message("Finish after {n} rounds", n=2)) == 2  # it asks first
    assert message("Finish tournament") not in found
    assert "Finish after" not in text_of(crew.get("scorekeeper", page))
    crew.post("director", at(tournament, "tournament-finish"))
    tournament.refresh_from_db()
    assert tournament.finished_at


@pytest.mark.parametrize(
    ("tables", "text"),
    [
        ([7], "table 7"),
        ([1, 4, 9], "tables 1, 4 and 9"),
        (list(range(1, 20)), "tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …"),
    ],
)
def test_tables_in_words(tables: list[int], text: str) -> None:
    assert tables_text(tables) == text


# --- The page ---------------------------------------------------------------------


def test_there_is_no_other_tournament(tournament: Tournament, crew: Crew) -> None:
    tournament.slug = "another"
    response = crew.get("director", at(tournament, "tournament-desk"))
    assert response.status_code == 404


@pytest.mark.parametrize("who", ["director", "owner"])
def test_a_director_gets_the_button(
    tournament: Tournament, crew: Crew, who: str
) -> None:
    build.entries(tournament, 8)
    page = text_of(crew.get(who, at(tournament, "tournament-desk")))
    assert message("Go to draw") in page
    assert at(tournament, "rulings") in page


def test_a_scorekeeper_is_told_that_a_director_draws(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 8)
    page = text_of(crew.get("scorekeeper", at(tournament, "tournament-desk")))
    assert message("Only a director can do this.") in page
    assert at(tournament, "draw") not in page
    assert at(tournament, "rulings") not in page


def test_a_scorekeeper_enters_what_is_missing(
    tournament: Tournament, crew: Crew
) -> None:
    build.published_round(tournament, 2)
    printed(tournament, 1)
    page = text_of(crew.get("scorekeeper", at(tournament, "tournament-desk")))
    assert at(tournament, "sheet-desk", 1, 1) in page


def test_rounds_show_how_their_tables_stand(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament, 4)
    build.counted(rnd.sheets.get(table=2), held=(1, 2, 3, 4))
    build.counted(rnd.sheets.get(table=3))
    build.verified_sheet(rnd.sheets.get(table=4))
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    for state in ("open", "unbalanced", "counted", "verified"):
        assert f"1 {state}</a>" in page
    assert message("{verified} of {tables} verified", verified=1, tables=4) in page


def test_of_several_drafts_the_first_can_be_published(
    tournament: Tournament, crew: Crew
) -> None:
    build.published_round(tournament)
    tables = [list(tournament.entries.all())]
    for _ in range(2):
        manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=tables)
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    assert '<button class="btn btn-quiet">Publish round 2</button>' in page
    assert message("Publish round {round}", round=3) not in page


def test_the_winner_is_named(tournament: Tournament, crew: Crew) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    finish(tournament=tournament, actor=BY)
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    head, podium = page.split('<details class="podium-cover" id="podium-cover">')
    assert "Marie Kubala" not in head
    assert (
        message("{names} wins with {chips}.", names="Marie Kubala", chips="131 chips")
        in podium
    )


@pytest.mark.parametrize("role", ["scorekeeper", "director", "owner"])
def test_the_podium_is_covered_after_the_last_sheet(crew: Crew, role: str) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    rnd = build.published_round(tournament, 2)
    build.verified_sheet(rnd.sheets.get(table=1))
    address = at(tournament, "tournament-desk")
    assert "podium-cover" not in text_of(crew.get(role, address))
    build.verified_sheet(rnd.sheets.get(table=2))
    page = text_of(crew.get(role, address))
    head, podium = page.split('<details class="podium-cover"')
    assert "131" not in head
    assert "131" in podium
    assert message("wins with") not in page, "the standings aren't final yet"


def test_who_sits_out_is_below_the_tables(tournament: Tournament, crew: Crew) -> None:
    people = build.entries(tournament, 6)
    rnd = build.published_round(tournament, [people[:4]])
    page = text_of(crew.get("scorekeeper", at(tournament, "tournament-desk")))
    assert rnd.sit_outs.count() == 2
    assert (
        message("Sitting out: {names}", names=f"{people[4].name} and {people[5].name}")
        in page
    )


@pytest.mark.parametrize("tables", [4, 8])
def test_the_page_takes_the_same_queries_whatever_its_size(
    tournament: Tournament, crew: Crew, tables: int, django_assert_num_queries
) -> None:
    crew.sign_in("director")
    rnd = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        build.counted(sheet)
    build.published_round(tournament, tables)
    with django_assert_num_queries(23):
        crew.get("director", at(tournament, "tournament-desk"))


# --- Finish and reopen ------------------------------------------------------------


def test_finishing_early_and_reopening(tournament: Tournament, crew: Crew) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    make_draft(tournament, 2, [list(tournament.entries.all())])
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    assert "2 planned rounds haven’t been played." in page

    for _ in range(2):
        response = crew.post("director", at(tournament, "tournament-finish"))
        assert response.status_code == 302
    tournament.refresh_from_db()
    assert tournament.finished_at
    assert [each.state for each in tournament.rounds.all()] == [Round.State.FINISHED]

    for _ in range(2):
        crew.post("director", at(tournament, "tournament-reopen"))
    tournament.refresh_from_db()
    assert tournament.finished_at is None


def test_a_missing_sheet_keeps_it_open(tournament: Tournament, crew: Crew) -> None:
    build.published_round(tournament)
    response = crew.post("director", at(tournament, "tournament-finish"))
    assert "Some sheets in round 1 aren’t verified" in messages_of(response)[0]
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    assert message("First verify these sheets, or cancel their rounds:") in page
