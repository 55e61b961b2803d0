"""The draw by special wishes: who stays, the usual settings, the season."""

import pytest
from django.http import HttpResponse

from clubs.models import Club
from scoring.models import Tournament
from scoring.tournaments.tournaments import change
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.scoring.draw.views.test_draws import BY, boxes, draw, page

pytestmark = pytest.mark.django_db


# --- Who cannot move --------------------------------------------------------------


def test_who_cannot_move_is_typed_and_said(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 12)
    assert draw(crew, tournament, fixed="7: 3\n2 Josef Marek: 1").status_code == 302

    held = dict(tournament.entries.values_list("number", "fixed_table"))
    assert (held[7], held[2], held[1]) == (3, 1, None)
    found = page(crew, tournament)
    assert (
        "Seated at their fixed tables: 2 Josef Marek at table 1, 7 Frank Janek" in found
    )
    assert 'value="2 Josef Marek"' in found
    assert 'value="7 Frank Janek"' in found
    form = crew.get("director", at(tournament, "draw")).context["draw_form"]
    rows = [(who.value(), table.value()) for who, table in form.staying_rows()]
    assert rows[:3] == [("2 Josef Marek", 1), ("7 Frank Janek", 3), (None, None)]
    draw(crew, tournament, fixed="", key="form-2")
    assert not tournament.entries.exclude(fixed_table=None).exists()


@in_turn(
    "fixed, said",
    [
        ("7", message("Which table does {name} stay at?", name="Frank Janek")),
        (":1", message("Who stays at table {table}?", table=1)),
        ("99: 1", "No one here is “99”."),
        ("7: 900", message("Enter {limit_value} or less.", limit_value=200)),
        (
            "7: 1\n7: 2",
            message("{name} can stay at only one table.", name="Frank Janek"),
        ),
        ("1: 2\n2: 2", "both stay at table 2, so they’d meet in every round."),
        (
            "1: 4",
            (
                "1 Marie Kubala stays at table 4, but with 12 players the last "
                "table is 3."
            ),
        ),
    ],
)
def test_what_cannot_be_held_is_said_and_typed_still(
    tournament: Tournament, crew: Crew, fixed: str, said: str
) -> None:
    build.entries(tournament, 12)
    found = text_of(draw(crew, tournament, fixed=fixed))

    assert said in found
    for word in filter(None, boxes(fixed=fixed).values()):
        assert f'value="{word}"' in found
    assert not tournament.rounds.exists()


def test_a_block_by_tables_can_be_put_right_here(
    tournament: Tournament, crew: Crew
) -> None:
    first, second, *_ = build.entries(tournament, 12)
    tournament.entries.filter(pk__in=[first.pk, second.pk]).update(fixed_table=1)
    tournament.apart = "1, 2"
    tournament.save()

    found = page(crew, tournament)
    assert ", so they’d meet in every round. They should be kept apart." in found
    assert message("Draw seats") in found
    assert draw(crew, tournament, fixed="1: 1").status_code == 302


def test_a_number_that_nobody_has_can_be_put_right_here(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 8)
    change(tournament=tournament, actor=BY, apart="1, 99")
    form = crew.get("director", at(tournament, "draw")).context["draw_form"]
    [first, *_] = form.apart_rows()
    assert [box.value() for box in first] == ["1 Marie Kubala", "99", None]
    assert message("Change who is kept apart below") in page(crew, tournament)
    assert draw(crew, tournament, apart="1, 2").status_code == 302
    tournament.refresh_from_db()
    assert tournament.apart == "1, 2"


def test_rows_more_keep_what_is_typed(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    response = draw(crew, tournament, apart="1, zz", fixed="7: x", more="1")
    form = response.context["draw_form"]
    assert len(list(form.apart_rows())) == 3
    assert len(list(form.staying_rows())) == 3
    found = text_of(response)
    for word in ("1", "zz", "7", "x"):
        assert f'value="{word}"' in found
    assert "No one here is “" not in found
    assert not tournament.rounds.exists()


def test_a_wide_group_keeps_its_boxes(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    draw(crew, tournament, apart="1, 2, 3, 4, 5")
    tournament.refresh_from_db()
    assert tournament.apart == "1, 2, 3, 4, 5"
    form = crew.get("director", at(tournament, "draw")).context["draw_form"]
    [first, *_] = form.apart_rows()
    assert len(first) == 6


def test_what_is_refused_stands_before_the_draft(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 8)
    draw(crew, tournament)
    assert message("Earlier draft: nothing new was drawn") not in page(crew, tournament)
    found = flowing(draw(crew, tournament, apart="1, zz", key="form-2"))
    wrong, before = (
        found.index("No one here is “"),
        found.index(message("Earlier draft: nothing new was drawn")),
    )
    assert wrong < before < found.index(message("Publish round {round}", round=1))


# --- As usual, by one press -------------------------------------------------------


def usual(crew: Crew, tournament: Tournament) -> HttpResponse:
    return crew.post("director", at(tournament, "draw-usual"))


def test_one_press_draws_by_the_tournaments_settings(crew: Crew) -> None:
    tournament = build.tournament(crew.club, spare="house", apart="1, 2")
    build.entries(tournament, 7)
    response = usual(crew, tournament)
    assert response.url == at(tournament, "draw")
    assert messages_of(response) == [
        message("Seats drawn. No one sees them until you publish.")
    ]
    assert tournament.rounds.filter(state="draft").count() == 3
    assert tournament.entries.exclude(house=None).count() == 1
    tournament.refresh_from_db()
    assert (tournament.spare, tournament.apart) == ("house", "1, 2")
    assert message("Everyone who shouldn’t meet is kept apart.") in page(
        crew, tournament
    )


def test_pressed_twice_it_shows_the_draft(tournament: Tournament, crew: Crew) -> None:
    build.entries(tournament, 8)
    usual(crew, tournament)
    again = usual(crew, tournament)
    assert again.url == at(tournament, "draw")
    assert messages_of(again)[-1].endswith(
        message("There’s already a draft, so nothing new was drawn. Review the draft.")
    )
    assert tournament.draws.count() == 1


def test_who_sit_by_hand_are_not_drawn(crew: Crew) -> None:
    tournament = build.tournament(crew.club, seating="by_hand")
    build.entries(tournament, 8)
    assert messages_of(usual(crew, tournament)) == [
        message("No seats drawn yet. Choose how to seat players.")
    ]
    assert not tournament.rounds.exists()


def test_what_keeps_it_from_drawing_is_said_above_the_form(
    tournament: Tournament, crew: Crew
) -> None:
    build.entries(tournament, 3)
    found = flowing(usual(crew, tournament))
    assert (
        message(
            "Only {n} players are here. A table needs {players}.", n=3, players="four"
        )
        in found
    )
    assert 'role="alert" tabindex="-1" autofocus' in found
    assert "Drawn." not in found
    assert not tournament.rounds.exists()


# --- The season -------------------------------------------------------------------


def sat_out(club: Club, name: str, number: int, **facts: object) -> Tournament:
    """An earlier evening at which the first five came and one of them sat out."""
    earlier = build.tournament(club, name=name, **facts)
    people = build.entries(earlier, 5)
    sitter = people.pop(number - 1)
    build.published_round(earlier, [people])
    assert earlier.rounds.get().sit_outs.get().entry == sitter
    return earlier


def same_people(tournament: Tournament, earlier: Tournament) -> None:
    for each in earlier.entries.all():
        each.pk, each.tournament = None, tournament
        each.save()


def test_the_season_says_who_sits_out_and_why(crew: Crew) -> None:
    earlier = sat_out(crew.club, "Spring Tarok", 5)
    tournament = build.tournament(crew.club, rounds_planned=4)
    same_people(tournament, earlier)
    draw(crew, tournament, season_sit_outs="on")

    drafts = tournament.rounds.order_by("number")
    fifth = tournament.entries.get(number=5)
    assert all(rnd.seats.filter(entry=fifth).exists() for rnd in drafts)
    found = page(crew, tournament)
    assert (
        "drawn at random from 4 players; none of them has sat out this season)."
        in found
    )
    assert (
        "hasn’t sat out this season, and everyone playing has sat out at least once)."
        in found
    )
    ledger = text_of(crew.get("director", at(tournament, "sit-outs")))
    assert "Spring Tarok, round 1" in ledger


def test_a_tournament_may_count_its_own_evening_only(crew: Crew) -> None:
    earlier = sat_out(crew.club, "Spring Tarok", 5)
    tournament = build.tournament(crew.club, rounds_planned=4)
    same_people(tournament, earlier)
    draw(crew, tournament)

    made = tournament.draws.get()
    assert made.input["sat_out"] == []
    assert "drawn at random from 5 players; none of them has sat out tonight)." in page(
        crew, tournament
    )


def test_who_has_never_sat_out_reads_of_an_empty_ledger(
    tournament: Tournament, crew: Crew
) -> None:
    found = text_of(crew.get("director", at(tournament, "sit-outs")))
    assert (
        message(
            "No one has sat out yet this season. Sit-outs will appear here with "
            "their event and round."
        )
        in found
    )
