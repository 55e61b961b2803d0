"""The page of a season's plan: its form, its tables, the evening drawn from it."""

import pytest
from django.http import HttpResponse
from django.urls import reverse

from scoring.models import SeasonPlan, Tournament
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, name: str = "season-plan") -> str:
    at_season = [tournament.club.slug, tournament.season.slug]
    return reverse(f"scoring:{name}", args=at_season)


def send(crew: Crew, tournament: Tournament, people: str, n: str = "2") -> HttpResponse:
    sent = {"people": people, "rounds_an_evening": n, "key": f"plan-{len(people)}"}
    return crew.post("director", page(tournament), sent)


def test_a_plan_is_made_seen_printed_and_drawn_from(
    tournament: Tournament, crew: Crew
) -> None:
    everybody = build.entries(tournament, 15)
    taken = crew.get("director", page(tournament) + f"?people={tournament.slug}")
    typed = taken.context["form"]["people"].value()
    assert len(typed.splitlines()) == 15

    assert send(crew, tournament, typed).status_code == 302

    found = text_of(crew.get("director", page(tournament)))
    assert "Spots: 16. Rounds: 5. Events: 3. 1 spot is open" in found
    assert message("{met} of {n} pairs have met this season.", met=0, n=105) in found
    printed = text_of(crew.get("director", page(tournament, "season-plan-print")))
    assert message("Round {number} of the plan", number=5) in printed
    assert printed.count(everybody[0].name) == 5

    offer = text_of(crew.get("director", at(tournament, "draw")))
    assert message("{here} of the plan’s {n} people are here.", here=15, n=15) in offer
    assert message("Draw from the plan: {which}", which="rounds 1, 2") in offer
    crew.post("director", at(tournament, "draw-plan"), {"key": "evening-1"})
    draft = text_of(crew.get("director", at(tournament, "draw")))
    assert "planned pairs meet." in draft
    assert message("Missed pairings") in draft  # with 15 there are three tables

    crew.post("director", page(tournament, "season-plan-remove"))
    assert not SeasonPlan.objects.exists()
    told = crew.post("director", at(tournament, "draw-plan"), {"key": "evening-2"})
    assert messages_of(told)[-1].startswith(
        message("No rounds are left in the season plan. Draw as usual.")
    )


@in_turn(
    "people, error",
    [
        ("", message("Enter the players in this plan.")),
        (
            "Nobody Known",
            message(
                "“{name}” isn’t in the club. Check the spelling, or add the player first.",
                name="Nobody Known",
            ),
        ),
        ("{0}\n{0}", "Listed more than once:"),
        (
            "{0}\n{1}",
            message(
                "You entered {n} people. The smallest plan is for {size} people.",
                n=2,
                size=16,
            ),
        ),
        (
            "{all}",
            message(
                "You entered {n} people. There are plans for {smaller} and {larger} people.",
                n=20,
                smaller=16,
                larger=28,
            ),
        ),
    ],
)
def test_a_wrong_list_is_told_and_kept(
    tournament: Tournament, crew: Crew, people: str, error: str
) -> None:
    names = [each.name for each in build.entries(tournament, 20)]
    typed = people.format(*names, all="\n".join(names))

    told = send(crew, tournament, typed)

    assert told.status_code == 200
    assert error in text_of(told)
    assert told.context["form"]["people"].value() == typed
    assert not SeasonPlan.objects.exists()
