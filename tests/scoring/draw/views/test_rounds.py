"""A round at the desk: its tables, live, and what a director does with it."""

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.draw import manual_seating, rounds
from scoring.draw.seats import make_draft
from scoring.models import Change, Entry, Round, Tournament
from scoring.sheets.progress import version_of
from scoring.tournaments.tournaments import finish
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.words import EMPTY

pytestmark = pytest.mark.django_db

BY = build.command()
ACTIONS = (
    "round-publish",
    "round-unpublish",
    "round-cancel",
    "round-discard",
    "round-swap",
)
LIVE = {"HX-Request": "true"}


def draft(tournament: Tournament, people: int = 5) -> Round:
    """A draft of one table; whoever is left over sits out."""
    entries = build.entries(tournament, people)
    return manual_seating.seat_by_hand(
        tournament=tournament, actor=BY, tables=[entries[:4]]
    )


def page(crew: Crew, tournament: Tournament, query: str = "") -> str:
    return text_of(crew.get("director", at(tournament, "round-desk", 1) + query))


# --- Who may ----------------------------------------------------------------------


def test_there_is_no_round_9(tournament: Tournament, crew: Crew) -> None:
    assert crew.get("director", at(tournament, "round-desk", 9)).status_code == 404
    for name in set(ACTIONS) - {"round-discard"}:
        assert crew.post("director", at(tournament, name, 9)).status_code == 404


# --- The tables -------------------------------------------------------------------


def states(tournament: Tournament) -> Round:
    """Table 1 open, 2 unbalanced, 3 counted, 4 verified, 5 being corrected."""
    rnd = build.published_round(tournament, 5)
    sheets = {sheet.table: sheet for sheet in rnd.sheets.all()}
    build.counted(sheets[2], held=(131, 96, 104, 60))
    build.counted(sheets[3])
    build.verified_sheet(sheets[4])
    build.verified_sheet(sheets[5])
    build.corrected(sheets[5])
    return rnd


def test_each_table_says_how_it_stands(tournament: Tournament, crew: Crew) -> None:
    states(tournament)
    found = page(crew, tournament)
    for expected in (
        "unbalanced",
        message("9 missing"),
        "counted",
        "correction waiting",
    ):
        assert expected in found
    assert message("<strong>{n}</strong> missing", n=1) in found
    assert message("<strong>{n}</strong> doesn’t balance", n=1) in found
    assert message("<strong>{n}</strong> waiting for a second person", n=1) in found
    assert message("<strong>{n}</strong> verified", n=2) in found
    assert at(tournament, "sheet-desk", 1, 5) in found


def test_start_chips_are_offered_until_chips_are_counted(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament, 2)
    assert message("Start chips") in page(crew, tournament)
    build.counted(rnd.sheets.get(table=1))
    assert message("Start chips") not in page(crew, tournament)


def test_it_says_for_whom_somebody_sits_out(tournament: Tournament, crew: Crew) -> None:
    rnd = draft(tournament)
    rounds.publish(rnd=rnd, actor=BY)
    assert "for: " not in _bench(page(crew, tournament))
    gone = build.entries(tournament, 1)[0]
    rnd.sit_outs.update(credit=gone)
    assert f"(for: {gone.name})" in _bench(page(crew, tournament))


def _bench(found: str) -> str:
    return found.partition(message("Not at a table"))[2].partition(
        message("More for this round")
    )[0]


@in_turn(
    "show, tables",
    [
        ("open", {1}),
        ("unbalanced", {2}),
        ("counted", {3}),
        ("verified", {4, 5}),
        ("", {1, 2, 3, 4, 5}),
        ("nonsense", {1, 2, 3, 4, 5}),
    ],
)
def test_tables_of_one_kind(
    tournament: Tournament, crew: Crew, show: str, tables: set[int]
) -> None:
    states(tournament)
    found = page(crew, tournament, f"?show={show}")
    assert {n for n in range(1, 6) if f'id="round-1-table-{n}"' in found} == tables


def test_no_table_of_a_kind_is_said(tournament: Tournament, crew: Crew) -> None:
    build.published_round(tournament)
    found = page(crew, tournament, "?show=counted")
    assert message("No tables in this round have that status right now.") in found


def test_who_did_not_play_is_named(tournament: Tournament, crew: Crew) -> None:
    rounds.publish(rnd=draft(tournament), actor=BY)
    assert message("Sitting out:") in page(crew, tournament)
    assert "Emil Hruska" in page(crew, tournament)


@pytest.mark.parametrize("tables", [4, 8])
def test_the_page_takes_the_same_queries_whatever_its_size(
    tournament: Tournament, crew: Crew, tables: int, django_assert_num_queries
) -> None:
    crew.sign_in("director")
    rnd = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        build.counted(sheet)
    with django_assert_num_queries(14):
        crew.get("director", at(tournament, "round-desk", 1))


# --- Live -------------------------------------------------------------------------


def test_nothing_new_is_an_empty_answer(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament)
    address = at(tournament, "round-desk", 1)
    seen = version_of(rnd)
    assert f"version={seen}&" in page(crew, tournament).replace("&amp;", "&")

    response = crew.get("scorekeeper", f"{address}?version={seen}", **LIVE)
    assert (response.status_code, response.content) == (204, b"")


def test_a_poll_after_signing_out_leaves_the_whole_page(
    tournament: Tournament, crew: Crew, client: Client
) -> None:
    build.published_round(tournament)
    address = at(tournament, "round-desk", 1)
    live = LIVE | {"HX-Current-URL": f"http://testserver{address}"}
    response = client.get(address, headers=live)
    assert response.headers["HX-Redirect"] == f"/sign-in/?next={address}"
    assert response.content == b""


def test_a_new_count_brings_the_tables(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament)
    address = at(tournament, "round-desk", 1)
    seen = version_of(rnd)
    build.counted(rnd.sheets.get())
    response = crew.get("scorekeeper", f"{address}?version={seen}&show=counted", **LIVE)

    assert response.status_code == 200
    assert b"<html" not in response.content
    assert b'id="round-tables"' in response.content
    assert b'id="round-1-table-1"' in response.content


@pytest.mark.parametrize("change", ["swap", "cancel", "verify"])
def test_every_change_is_news(tournament: Tournament, change: str) -> None:
    rnd = build.published_round(tournament)
    build.counted(rnd.sheets.get())
    seen = version_of(rnd)
    if change == "swap":
        one, other = tournament.entries.all()[:2]
        manual_seating.swap(rnd=rnd, actor=BY, one=one, other=other, reason="Sat wrong")
    elif change == "cancel":
        rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    else:
        build.confirmed(rnd.sheets.get())
    assert version_of(Round.objects.get(pk=rnd.pk)) != seen


# --- Publish, back, discard -------------------------------------------------------


def test_publishing_sent_twice(tournament: Tournament, crew: Crew) -> None:
    rnd = draft(tournament)
    for _ in range(2):
        response = crew.post("director", at(tournament, "round-publish", 1))
        assert response.url == at(tournament, "tournament-desk")
    rnd.refresh_from_db()
    assert rnd.state == Round.State.OPEN
    assert rnd.sit_outs.count() == 1


def test_publishing_out_of_order_is_refused(tournament: Tournament, crew: Crew) -> None:
    draft(tournament)
    make_draft(tournament, 2, [list(tournament.entries.all()[:4])])
    response = crew.post("director", at(tournament, "round-publish", 2))
    assert messages_of(response) == [message("Publish the earlier rounds first.")]


def test_back_to_draft_sent_twice(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament)
    for _ in range(2):
        response = crew.post("director", at(tournament, "round-unpublish", 1))
        assert response.url == at(tournament, "draw")
    rnd.refresh_from_db()
    assert rnd.state == Round.State.DRAFT


def test_no_way_back_once_something_is_recorded(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament)
    assert message("Return to draft") in page(crew, tournament)
    build.counted(rnd.sheets.get())
    assert message("Return to draft") not in page(crew, tournament)
    response = crew.post("director", at(tournament, "round-unpublish", 1))
    assert (
        message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        )
        in messages_of(response)[0]
    )


def test_discarding_sent_twice(tournament: Tournament, crew: Crew) -> None:
    draft(tournament)
    for _ in range(2):
        response = crew.post("director", at(tournament, "round-discard", 1))
        assert response.url == at(tournament, "draw")
    assert not tournament.rounds.exists()


# --- Cancel -----------------------------------------------------------------------


def test_cancelling_without_a_reason_asks_again(
    tournament: Tournament, crew: Crew
) -> None:
    rnd = build.published_round(tournament)
    response = crew.post("director", at(tournament, "round-cancel", 1), {"reason": " "})
    assert response.status_code == 200
    assert message("Enter a reason for canceling the round.") in text_of(response)
    rnd.refresh_from_db()
    assert rnd.state == Round.State.OPEN


def test_cancelling_keeps_the_round_readable(
    tournament: Tournament, crew: Crew
) -> None:
    build.published_round(tournament)
    for reason in ("Fire alarm", "Fire alarm"):
        crew.post("director", at(tournament, "round-cancel", 1), {"reason": reason})
    found = page(crew, tournament)
    assert message("This round was canceled and doesn’t count.") in found
    assert "Fire alarm" in found
    assert message("Swap two players") not in found


def test_a_finished_tournament_keeps_its_rounds(
    tournament: Tournament, crew: Crew
) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    finish(tournament=tournament, actor=BY)
    assert message("Cancel round") not in page(crew, tournament)
    response = crew.post("director", at(tournament, "round-cancel", 1), {"reason": "x"})
    assert "Reopen it" in messages_of(response)[0]


# --- Changing places --------------------------------------------------------------


def swap(crew: Crew, tournament: Tournament, **typed: str) -> HttpResponse:
    data = {"key": "form-1", **typed}
    return crew.post("director", at(tournament, "round-swap", 1), data)


def first_seat(tournament: Tournament) -> Entry:
    return tournament.rounds.get().seats.get(position=1).entry


@in_turn(
    "one, other",
    [("1", "5"), ("1 Marie Kubala", "5"), ("marie kubala", "EMIL"), ("kubala", " 5 ")],
)
def test_two_change_places_by_number_or_name(
    tournament: Tournament, crew: Crew, one: str, other: str
) -> None:
    draft(tournament)
    response = swap(crew, tournament, one=one, other=other)
    assert response.url == f"{at(tournament, 'draw')}#round-1"
    assert first_seat(tournament).number == 5


def test_a_move_sent_twice_is_one(tournament: Tournament, crew: Crew) -> None:
    draft(tournament)
    for _ in range(2):
        assert swap(crew, tournament, one="1", other="5").status_code == 302
    assert first_seat(tournament).number == 5


@in_turn(
    "one, other, errors",
    [
        ("", "e", (EMPTY, "Enter the start number.")),
        ("99", "zz", ("No one here is “99”", "No one here is “zz”")),
        ("H1", "٣", ("No one here is “H1”", "No one here is “\u2068٣\u2069”")),
        ("1", "1", ("You chose",)),
        (
            "5",
            "6",
            (message("Neither person has a seat in round {number}.", number=1),),
        ),
    ],
)
def test_a_wrong_move_is_told_and_kept(
    tournament: Tournament, crew: Crew, one: str, other: str, errors: tuple[str, ...]
) -> None:
    draft(tournament, 6)
    response = swap(crew, tournament, one=one, other=other)
    assert response.status_code == 200
    found = text_of(response)
    assert [error for error in errors if error not in found] == []
    assert f'value="{one}"' in found or not one
    assert first_seat(tournament).number == 1


def test_counted_seats_need_a_reason(tournament: Tournament, crew: Crew) -> None:
    rnd = build.published_round(tournament)
    build.counted(rnd.sheets.get())
    response = swap(crew, tournament, one="1", other="2", reason=" ")
    assert message(
        "A score sheet has already been counted. Enter a reason for changing the seats."
    ) in text_of(response)

    response = swap(crew, tournament, one="1", other="2", reason="Sat wrong")
    assert response.url == at(tournament, "round-desk", 1)
    assert Change.objects.filter(what="swap", text__endswith=": Sat wrong").exists()
