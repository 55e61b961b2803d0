"""Substitutes on the web."""

import pytest
from django.http import HttpResponse

from scoring.models import Entry, Tournament
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    """One table plays; two who are here have no seat."""
    made = build.tournament(crew.club)
    people = build.entries(made, 6)
    build.published_round(made, [people[:4]])
    return made


def add(crew: Crew, tournament: Tournament, **typed: str) -> HttpResponse:
    data = {"key": "k", "leaver": "1", "stand_in": "5", "start": "1", **typed}
    return crew.post("director", at(tournament, "substitute-add"), data)


def test_somebody_plays_for_another_until_he_is_back(
    tournament: Tournament, crew: Crew
) -> None:
    assert add(crew, tournament).url == at(tournament, "substitutes")
    said = messages_of(add(crew, tournament))
    assert said[-1] == message(
        "{whom} has a substitute: {name}.", whom="Marie Kubala", name="Emil Hruska"
    )
    found = text_of(crew.get("director", at(tournament, "substitutes")))
    assert "5 Emil Hruska (for: 1 Marie Kubala)" in found
    assert (
        message(
            "From round {start} on. Has a seat in round {rounds}.", start=1, rounds=1
        )
        in found
    )

    stand_in = tournament.entries.get(number=5)
    end = at(tournament, "substitute-end", stand_in.pk)
    assert "Round 1 or later" not in text_of(crew.post("director", end, {"key": "e"}))
    assert crew.post("director", end, {"key": "e", "start": "2"}).status_code == 302
    assert tournament.entries.get(number=1).state == Entry.State.HERE
    found = text_of(crew.get("director", at(tournament, "substitutes")))
    assert (
        message("No substitutes yet. They’ll appear here with the rounds they play.")
        in found
    )


def test_what_his_own_rounds_score_is_said_before(
    tournament: Tournament, crew: Crew
) -> None:
    page = at(tournament, "substitutes")
    said = "the substitute’s own rounds score 0. Rounds they would have sat out score the start"
    assert said in text_of(crew.get("director", page))
    Tournament.objects.update(substitute_counts="own")
    assert "his own rounds" not in text_of(crew.get("director", page))


def test_a_house_player_may_and_is_made(tournament: Tournament, crew: Crew) -> None:
    assert add(crew, tournament, stand_in="H1").status_code == 302
    assert tournament.entries.get(house=1).substitute_for.number == 1


@in_turn(
    "typed, said",
    [
        (
            {"stand_in": "2"},
            message(
                "{name} already has a seat in round {number}, at table {table}.",
                name="Josef Marek",
                number=1,
                table=1,
            ),
        ),
        ({"stand_in": "1"}, message("The substitute has to be someone else.")),
        ({"leaver": "77"}, "No one here is “77”."),
        ({"start": "9"}, message("Round {number} doesn’t exist.", number=9)),
        ({"leaver": "<b>", "stand_in": ""}, "&lt;b&gt;"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    tournament: Tournament, crew: Crew, typed: dict[str, str], said: str
) -> None:
    answer = add(crew, tournament, **typed)

    assert answer.status_code == 200
    assert said in text_of(answer)
    assert not tournament.entries.exclude(substitute_for=None).exists()


def test_a_counted_table_begins_with_the_next_round(
    tournament: Tournament, crew: Crew
) -> None:
    build.counted(tournament.rounds.get().sheets.get())
    found = text_of(add(crew, tournament))

    assert "Start with round 2." in found
    assert add(crew, tournament, start="2").status_code == 302


def test_the_round_of_a_return_is_one_that_can_be(
    tournament: Tournament, crew: Crew
) -> None:
    """While round 1 waits for its counts, somebody is replaced from round 2 on."""
    add(crew, tournament, start="2")
    page = crew.get("director", at(tournament, "substitutes"))
    [(_, form)] = page.context["playing"]
    end = at(tournament, "substitute-end", tournament.entries.get(number=5).pk)
    typed = {"key": "e", "start": str(form["start"].value())}
    assert crew.post("director", end, typed).status_code == 302


def test_the_log_says_no_key_of_the_database(
    tournament: Tournament, crew: Crew
) -> None:
    add(crew, tournament)
    key = str(tournament.entries.get(number=5).pk)
    seat, made = tournament.changes.filter(what="substitute").order_by("pk")
    assert (made.new, made.new_in_words) == (key, "")
    assert seat.new_in_words == "5 Emil Hruska"
