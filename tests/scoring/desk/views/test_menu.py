"""The desk's bar: the same pages on every page of a tournament's desk, for its person."""

import re

import pytest
from django.urls import reverse

from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db

ALWAYS = [
    "Event",
    "RSVPs",
    "Check-in",
    "Entries",
    "Draw",
    message("Score sheets"),
    "Standings",
]
FOR_HELPERS = ["Event", "Check-in", message("Score sheets"), "Standings"]
OF_THE_CLUB = ["Events", "Players", "Seasons", "Log"]


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    return build.tournament(crew.club, rounds_planned=1)


def menu(crew: Crew, address: str, who: str = "director") -> str:
    page = text_of(crew.get(who, address))
    return re.search(r'<nav class="bar-pages".*?</nav>', page, re.S)[0]


def named(bar: str) -> list[str]:
    """The pages that are always in sight, in order."""
    in_sight = bar.partition("<details")[0]
    return [" ".join(word.split()) for word in re.findall(r">([^<>]+)</a>", in_sight)]


def marked(bar: str) -> list[str]:
    """What is marked as the page one is on."""
    found = re.findall(r'aria-current="page"\s*>\s*(?:<[^>]+>)?([^<]+?)\s*<', bar)
    return list(dict.fromkeys(" ".join(word.split()) for word in found))


@pytest.mark.parametrize(
    ("who", "always", "most"),
    [("director", ALWAYS, 27), ("scorekeeper", FOR_HELPERS, 12)],
)
def test_everything_named_can_be_opened(
    tournament: Tournament, crew: Crew, who: str, always: list[str], most: int
) -> None:
    build.published_round(tournament)
    bar = menu(crew, at(tournament, "tournament-desk"), who)
    assert named(bar) == always
    ways = set(re.findall(r'href="([^"]+)"', bar))
    assert len(ways) == most
    for way in ways:
        assert crew.clients[who].get(way, follow=True).status_code == 200, way


@pytest.mark.parametrize(
    ("page", "more", "marks"),
    [
        ("tournament-desk", (), ["Event"]),
        ("round-desk", (1,), ["Event"]),
        ("door", (), ["Check-in"]),
        ("papers", (1,), [message("Score sheets")]),
        ("sheet-desk", (1, 1), [message("Score sheets")]),
        ("prints", (), ["More", "Printouts"]),
        ("tournament-settings", (), ["More", "Settings"]),
        ("rulings", (), ["More", "Rulings"]),
    ],
)
def test_it_stays_between_the_pages_and_says_which_one_it_is(
    tournament: Tournament,
    crew: Crew,
    page: str,
    more: tuple[int, ...],
    marks: list[str],
) -> None:
    build.published_round(tournament)
    bar = menu(crew, at(tournament, page, *more))
    assert named(bar) == ALWAYS
    assert marked(bar) == marks


def test_it_stands_on_the_log_of_the_evening_alone(
    tournament: Tournament, crew: Crew
) -> None:
    log = reverse("scoring:log", args=[crew.club.slug])
    of_event = menu(crew, f"{log}?tournament={tournament.slug}")
    assert marked(of_event) == ["More", "Log"]
    assert named(of_event) == ALWAYS
    assert named(menu(crew, log)) == OF_THE_CLUB


def test_seats_by_hand_are_no_draw(crew: Crew) -> None:
    night = build.tournament(crew.club, seating=Tournament.Seating.BY_HAND)
    found = named(menu(crew, at(night, "tournament-desk")))
    assert "Seats" in found
    assert "Draw" not in found


def test_start_chips_stand_at_the_board_until_somebody_plays(crew: Crew) -> None:
    for with_chips in (True, False):
        night = build.tournament(
            crew.club, name=f"Night {with_chips}", with_chips=with_chips
        )
        rnd = build.published_round(night)
        address = at(night, "tournament-desk")
        chips = at(night, "start-chips", 1)
        assert (chips in text_of(crew.get("director", address))) is with_chips
        build.counted(rnd.sheets.get())
        assert chips not in text_of(crew.get("director", address))


def test_papers_lead_to_where_paper_comes_in(
    tournament: Tournament, crew: Crew
) -> None:
    """The grid, then the list to verify; before a round the field for codes."""
    led = [crew.get("scorekeeper", at(tournament, "papers-now")).url]
    rnd = build.published_round(tournament)
    led.append(crew.get("scorekeeper", at(tournament, "papers-now")).url)
    build.counted(rnd.sheets.get())
    led.append(crew.get("scorekeeper", at(tournament, "papers-now")).url)
    build.confirmed(rnd.sheets.get())
    led.append(crew.get("scorekeeper", at(tournament, "papers-now")).url)
    assert led == [
        at(tournament, "paper"),
        at(tournament, "papers", 1),
        at(tournament, "verifying", 1),
        at(tournament, "papers", 1),
    ]
