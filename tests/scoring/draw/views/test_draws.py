"""The draw on the web: what blocks it, its draft, seats by hand."""

import pytest
from django.http import HttpResponse

from scoring.draw.manual_seating import swap
from scoring.draw.seats import make_draft
from scoring.models import Entry, Round, Tournament
from scoring.tournaments.tournaments import change, finish
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.words import CHANGED, NO_NUMBER, NOT_OFFERED

pytestmark = pytest.mark.django_db

BY = build.command()
WISH = {"scope": "whole", "spare": "sit_out", "seed": "7"}


def page(crew: Crew, tournament: Tournament) -> str:
    return text_of(crew.get("director", at(tournament, "draw")))


def draw(crew: Crew, tournament: Tournament, **typed: str) -> HttpResponse:
    """With `apart` and `fixed` as in `boxes`."""
    written = boxes(typed.pop("apart", ""), typed.pop("fixed", ""))
    data = {"key": "form-1", **WISH, **written, **typed}
    return crew.post("director", at(tournament, "draw-run"), data)


def boxes(apart: str = "", fixed: str = "") -> dict[str, str]:
    """What is typed into the boxes: groups “1, 2”, and who stays where, “7: 3”, by lines."""
    typed = {"apart_1_1": "", "apart_1_2": ""}
    for row, line in enumerate(apart.splitlines(), start=1):
        for box, word in enumerate(line.split(","), start=1):
            typed[f"apart_{row}_{box}"] = word.strip()
    for row, line in enumerate(fixed.splitlines(), start=1):
        who, _, table = line.partition(":")
        typed |= {f"stays_{row}": who.strip(), f"stays_{row}_at": table.strip()}
    return typed


def seat(crew: Crew, tournament: Tournament, *tables: str, **more: str) -> HttpResponse:
    """Seats as typed, four words a table; a dot is an empty field."""
    data = {"key": "form-1", "tables": str(len(tables)), **more}
    for n, table in enumerate(tables, start=1):
        for position, word in enumerate(table.split(), start=1):
            data[f"seat_{n}_{position}"] = "" if word == "." else word
    return crew.post("director", at(tournament, "draw-seat"), data)


# --- Who may ----------------------------------------------------------------------


# --- What blocks it ---------------------------------------------------------------


def test_too_few_lead_to_the_entries(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 4, state=Entry.State.EXPECTED)
    found = page(crew, tournament)
    assert (
        message("No one is here yet. A table needs {players} players.", players="four")
        in found
    )
    assert f'<a href="{at(tournament, "entries")}">Check in players</a>' in found
    assert message("Draw seats") not in found


def test_no_round_left_leads_to_the_settings(crew: Crew) -> None:
    tournament = build.tournament(crew.club, rounds_planned=1)
    build.published_round(tournament)
    found = page(crew, tournament)
    assert "All 1 planned rounds have been published." not in found
    assert (
        message(
            "The planned round has been published. Plan more rounds in the settings, "
            "or finish the tournament."
        )
        in found
    )
    assert at(tournament, "tournament-settings") in found


def test_a_finished_tournament_is_reopened_first(
    tournament: Tournament, crew: Crew
) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    finish(tournament=tournament, actor=BY)
    assert "Reopen it to keep playing." in page(crew, tournament)
    assert "Reopen it to keep playing." in text_of(draw(crew, tournament))


def test_who_is_here_and_who_sits_out(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 6)
    build.entries(tournament, 1, state=Entry.State.EXPECTED)
    found = page(crew, tournament)
    assert (
        message(
            "<strong>{here}</strong> players are here, and {n} sit out each round.",
            here=6,
            n=2,
        )
        in found
    )
    assert message("{n} still expected", n=1) in found


def test_how_many_house_players_it_takes(crew: Crew) -> None:
    tournament = build.tournament(crew.club, spare="house")
    build.entries(tournament, 7)
    assert "1 house player fills the last table" in page(crew, tournament)


# --- The draw ---------------------------------------------------------------------


def test_a_draw_makes_drafts_and_keeps_its_wishes(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 16)
    response = draw(crew, tournament, apart="1, 2\n\n4, anna", lodges_apart="on")
    assert response.url == at(tournament, "draw")
    tournament.refresh_from_db()
    assert (tournament.apart, tournament.lodges_apart) == ("1, 2\n3, 4", True)
    assert tournament.rounds.filter(state="draft").count() == 3

    found = page(crew, tournament)
    assert message("No one meets anyone twice.") in found
    assert message("Everyone who shouldn’t meet is kept apart.") in found
    assert message("Everyone gets each seat equally often.") in found
    assert "Seed 7, drawn at " in found
    assert message("Publish {n} rounds", n=3) in found


def test_the_next_round_only(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    draw(crew, tournament, scope="next")
    assert tournament.rounds.count() == 1


def test_a_draw_sent_twice_is_one(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    for _ in range(2):
        assert draw(crew, tournament, seed="").status_code == 302
    assert tournament.draws.count() == 1


def test_repeats_are_named_with_their_rounds(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 4)
    draw(crew, tournament)
    found = page(crew, tournament)
    assert message("{n} repeat pairings.", n=18) in found
    assert (
        message("Counted this way, no draw with these settings has fewer repeats.")
        in found
    )
    assert (
        message(
            "Most meetings of any pair: {meetings}. {n} pair meets that often.",
            "Most meetings of any pair: {meetings}. {n} pairs meet that often.",
            meetings=3,
            n=6,
        )
        in found
    )
    assert (
        message("A pair’s third meeting counts as two repeats, and a fourth as three.")
        in found
    )
    assert "1 Marie Kubala and 2 Josef Marek: rounds 1, 2 and 3" in found


def test_a_bound_says_that_a_third_meeting_of_a_pair_makes_another(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 12)
    draw(crew, tournament)
    found = page(crew, tournament)
    assert message("{n} repeat pairings.", n=9) in found
    assert (
        message(
            "No draw with these settings has fewer repeats, unless a pair meets "
            "three times."
        )
        in found
    )


def test_two_rounds_have_no_third_meeting(tournament: Tournament, crew: Crew) -> None:
    tournament.rounds_planned = 2
    tournament.save()
    build.entries(tournament, 4)
    draw(crew, tournament)
    assert message("No draw with these settings has fewer repeats.") in page(
        crew, tournament
    )


def test_who_meets_against_the_wish_is_named(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 4)
    draw(crew, tournament, apart="1, 2", scope="next")
    found = page(crew, tournament)
    assert message("Should be kept apart but meet:") in found
    assert "1 Marie Kubala and 2 Josef Marek in round 1." in found


def test_who_sits_out_is_named(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 5)
    draw(crew, tournament, scope="next")
    assert message("Sitting out:") in page(crew, tournament)


def test_who_came_after_the_draw_is_named(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 4)
    draw(crew, tournament)
    build.entries(tournament, 1)
    found = page(crew, tournament)
    assert message("Arrived after the draw and have no seat:") in found
    assert "1 person who’s here has no seat and would sit out." in found
    assert "no draw with" not in found.lower()


@in_turn(
    "typed, errors",
    [
        (
            {"apart": "1, 77\n2", "scope": "some"},
            (
                message(
                    "No one here is “{typed}”. Enter a start number or a name.",
                    typed=77,
                ),
                message("Who should {name} be kept apart from?", name="Josef Marek"),
                NOT_OFFERED,
            ),
        ),
        (
            {"apart": "1, x\n²", "seed": "-1"},
            (
                "No one here is “x”.",
                "No one here is “²”.",
                message("Enter {limit_value} or more.", limit_value=0),
            ),
        ),
        (
            {"fixed": "77: 1\n1:\n:2", "seed": "x"},
            (
                "No one here is “77”.",
                message("Which table does {name} stay at?", name="Marie Kubala"),
                message("Who stays at table {table}?", table=2),
                NO_NUMBER,
            ),
        ),
    ],
)
def test_a_wrong_wish_is_told_and_kept(
    tournament: Tournament, crew: Crew, typed: dict[str, str], errors: tuple[str, ...]
) -> None:
    build.entries(tournament, 4)
    response = draw(crew, tournament, **typed)
    assert response.status_code == 200
    found = text_of(response)
    assert [error for error in errors if error not in found] == []
    assert "Seat at least one table" not in found
    written = boxes(typed.get("apart", ""), typed.get("fixed", ""))
    for word in filter(None, written.values()):
        assert f'value="{word}"' in response.content.decode()
    assert not tournament.rounds.exists()


@pytest.mark.parametrize("people", [16, 32])
def test_the_page_takes_the_same_queries_whatever_its_size(
    tournament: Tournament, crew: Crew, people: int, django_assert_num_queries
) -> None:
    crew.sign_in("director")
    everybody = build.entries(tournament, people)
    tables = [everybody[n : n + 4] for n in range(0, people, 4)]
    make_draft(tournament, 1, tables)
    make_draft(tournament, 2, tables[::-1])
    with django_assert_num_queries(31):
        crew.get("director", at(tournament, "draw"))


def test_an_older_page_takes_no_wish_back_unawares(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 8)
    older = crew.get("director", at(tournament, "draw")).context["draw_form"]
    change(tournament=tournament, actor=BY, apart="1, 2")
    told = draw(crew, tournament, seen=older["seen"].value())
    assert CHANGED in text_of(told)
    tournament.refresh_from_db()
    assert tournament.apart == "1, 2"
    assert not tournament.rounds.exists()

    looked = told.context["draw_form"]["seen"].value()
    assert draw(crew, tournament, seen=looked).status_code == 302
    tournament.refresh_from_db()
    assert tournament.apart == ""


def test_an_older_page_replaces_no_draft_unawares(
    tournament: Tournament, crew: Crew
) -> None:
    """Drawing, seating by hand and discarding: who comes second is told by whom."""
    build.entries(tournament, 8)
    older = crew.get("director", at(tournament, "draw")).context["seen"]
    draw(crew, tournament, drafted=older)
    kept = {each.pk for each in tournament.rounds.all()}
    mine = {"key": "form-2", "drafted": older}
    for told in (
        draw(crew, tournament, **mine, apart="1, 2"),
        seat(crew, tournament, "1 2 3 4", "5 6 7 8", **mine),
    ):
        said = text_of(told)
        assert "Latest change: Director Hlavac drew rounds 1–3, seed 7." in said
        now = told.context["seen"]
        assert f'name="drafted" value="{now}"' in told.content.decode()
    told = crew.post("director", at(tournament, "round-discard", 1), {"seen": older})
    assert (
        "The seats changed while you were editing, so yours weren’t saved. Review "
        "the new seats, or send yours again to replace them. Latest change:"
    ) in messages_of(told)[-1]
    assert {each.pk for each in tournament.rounds.all()} == kept

    assert draw(crew, tournament, key="form-2", drafted=now).status_code == 302
    assert kept.isdisjoint(each.pk for each in tournament.rounds.all())


def test_who_wants_to_draw_is_told_of_a_published_round(
    tournament: Tournament, crew: Crew
) -> None:
    """No draft then, as when he loaded the page; yet his would be a later round."""
    build.entries(tournament, 8)
    older = crew.get("director", at(tournament, "draw")).context["seen"]
    draw(crew, tournament, scope="next", drafted=older)
    crew.post("director", at(tournament, "draw-publish"))
    told = draw(crew, tournament, key="form-2", drafted=older)
    assert "Latest change: Director Hlavac published round 1." in text_of(told)
    assert tournament.rounds.count() == 1


# --- Publishing all ---------------------------------------------------------------


def test_all_rounds_are_published_at_once(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    draw(crew, tournament)
    for said in (
        "3 rounds were published.",
        message("All drawn rounds are published."),
    ):
        response = crew.post("director", at(tournament, "draw-publish"))
        assert messages_of(response)[-1] == said
    assert {each.state for each in tournament.rounds.all()} == {Round.State.OPEN}


@pytest.mark.parametrize(
    ("name", "how"), [("round-publish", "drawn again"), ("draw-publish", "swapped")]
)
def test_an_older_page_publishes_no_other_seats(
    tournament: Tournament, crew: Crew, name: str, how: str
) -> None:
    build.entries(tournament, 8)
    draw(crew, tournament)
    older = crew.get("director", at(tournament, "draw")).context["seen"]
    if how == "drawn again":
        draw(crew, tournament, seed="9", key="form-2")
    else:
        first = tournament.rounds.get(number=1)
        two = [table.seats.get(position=1).entry for table in first.sheets.all()]
        swap(rnd=first, actor=build.command(), one=two[0], other=two[1])
    address = at(tournament, name, *([1] if name == "round-publish" else []))
    told = crew.post("director", address, {"seen": older})
    assert messages_of(told)[-1].endswith(
        message(
            "The seating changed while you were looking. Nothing was published. "
            "Review the new seats, then publish."
        )
    )
    assert {each.state for each in tournament.rounds.all()} == {Round.State.DRAFT}

    now = crew.get("director", at(tournament, "draw"))
    shown = flowing(now)
    assert shown.count(f'name="seen" value="{now.context["seen"]}"') == 3
    for _ in range(2):
        crew.post("director", address, {"seen": now.context["seen"]})
        assert tournament.rounds.get(number=1).state == Round.State.OPEN


# --- Seats by hand ----------------------------------------------------------------


def test_start_numbers_and_names_fill_the_tables(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 8)
    response = seat(crew, tournament, "1 Josef anna 4", "5 6 7 8")
    assert response.url == at(tournament, "draw")
    assert message("Seated by hand") in page(crew, tournament)
    first = tournament.rounds.get().sheets.get(table=1)
    assert [s.entry.number for s in first.seats.order_by("position")] == [1, 2, 3, 4]


def test_empty_tables_are_left_out(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    seat(crew, tournament, ". . . .", "5 6 7 8")
    rnd = tournament.rounds.get()
    assert [sheet.table for sheet in rnd.sheets.all()] == [1]


def test_house_players_can_be_seated(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 2)
    assert seat(crew, tournament, "1 2 H1 h2").status_code == 302
    assert tournament.entries.exclude(house=None).count() == 2


def test_seats_sent_twice_are_one_round(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 4)
    seat(crew, tournament, "1 2 3 4")
    crew.post("director", at(tournament, "round-publish", 1))
    assert seat(crew, tournament, "1 2 3 4").status_code == 302
    assert tournament.rounds.count() == 1


def test_one_more_table_keeps_what_is_typed(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    response = seat(crew, tournament, "1 zz . .", more="1")
    found = text_of(response)
    assert response.status_code == 200
    assert 'name="seat_2_4"' in found
    assert 'name="seat_3_1"' not in found
    assert 'value="zz"' in found
    assert "No one here is “" not in found
    assert not tournament.rounds.exists()


@in_turn(
    "tables, error",
    [
        (
            ("1 2 3 1",),
            message(
                "{name} is already at table {table}, seat {seat}.",
                name="Marie Kubala",
                table=1,
                seat=1,
            ),
        ),
        (
            ("1 2 3 4", "5 6 7 2"),
            message(
                "{name} is already at table {table}, seat {seat}.",
                name="Josef Marek",
                table=1,
                seat=2,
            ),
        ),
        (("H1 2 3 H1",), "House player 1 is already at table 1, seat 1."),
        (
            ("1 2 3 .",),
            message("Table {table} needs {players} players.", table=1, players="four"),
        ),
        (("1 2 3 zz",), "No one here is “zz”."),
        (
            ("1 2 3 9",),
            message(
                "{name} isn’t here yet. Check them in first.", name="Willie Kostecka"
            ),
        ),
        (
            (". . . .",),
            message("Seat at least one table of {players}.", players="four"),
        ),
    ],
)
def test_wrong_seats_are_told_and_kept(
    tournament: Tournament, crew: Crew, tables: tuple[str, ...], error: str
) -> None:
    build.entries(tournament, 8)
    Entry.objects.create(tournament=tournament, number=9, name="Willie Kostecka")
    response = seat(crew, tournament, *tables)
    assert response.status_code == 200
    assert error in text_of(response)
    found = text_of(response)
    for word in " ".join(tables).replace(".", "").split():
        assert f'value="{word}"' in found
    assert not tournament.rounds.exists()


def test_a_broken_form_is_no_crash(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 4)
    broken = ("", "0", "x", "-3", "9999999", "²")
    for sent in ({}, *({"key": "form-1", "tables": tables} for tables in broken)):
        response = crew.post("director", at(tournament, "draw-seat"), sent)
        assert response.status_code == 200, sent
