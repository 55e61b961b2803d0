"""A club's own points by place: typed, checked, explained, by size of field and by day."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Season
from rules.season import PointsList
from scoring.models import Change, Tournament
from scoring.standings.views.points_fields import PointsListsField
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.standings.views.test_season import evening
from tests.scoring.standings.views.test_season_desk import OWN, sent

pytestmark = pytest.mark.django_db
LATER = build.DAY + timedelta(days=7)
TYPED = f"10, 7,5, 5\n4: 12; 9; 7,5\n\n{LATER}:\n3: 20 10"
STORED = [
    {"points": ["10", "15/2", "5"]},
    {"points": ["12", "9", "15/2"], "players": 4},
    {"points": ["20", "10"], "players": 3, "starts": str(LATER)},
]


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


@pytest.fixture
def season(people: list[Player]) -> Season:
    """Four players on the first day, places 1 3 2 4; on the later day 4 1 2 3."""
    evening(people, (131, 96, 104, 69))
    return evening(people, (70, 120, 110, 100), LATER).season


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, "director"))
    return client


def desk(season: Season) -> str:
    return reverse("scoring:season-change", args=["lodge-24", season.slug])


def place(season: Season, player: Player) -> str:
    at = reverse("scoring:season-place", args=["lodge-24", season.slug, player.number])
    return flowing(Client().get(at))


def test_lists_by_size_and_day_are_read_checked_and_saved(
    director: Client, season: Season
) -> None:
    shown = director.get(desk(season))
    asked = director.post(desk(season), sent(shown, **OWN, own=TYPED))
    told = flowing(asked)
    assert message("We read your list like this. Check it, then save again.") in told
    for title in ("1 to 3 players", "4 players or more", "3 players or more"):
        assert f"<b>{title}</b>" in told
    assert message("from {day} on", day="Nov 27, 2026") in told
    assert 'place 2:</span> <b class="numeric">7½</b>' in told
    ((_, lines),) = asked.context["effects"].games
    # 12 + 0, 7½ + 20, 9 + 10, 0 + 0
    assert [(x.name, x.new_place, x.new) for x in lines] == [
        ("Josef Marek", "1", "27½"),
        ("Anna Svoboda", "2", "19"),
        ("Marie Kubala", "3", "12"),
        ("Karel Novak", "4", "0"),
    ]
    assert director.post(desk(season), sent(asked)).status_code == 302
    season.refresh_from_db()
    assert season.formula == {"counts": "places", "table": "own", "own": STORED}
    again = director.get(desk(season))
    field = again.context["form"]["own"]
    text = f"10, 7.5, 5\n4: 12, 9, 7.5\n{LATER}\n3: 20, 10"
    assert field.field.prepare_value(field.value()) == text
    assert director.post(desk(season), sent(again)).status_code == 302
    logged = Change.objects.filter(what="season").latest("pk").new
    for words in (
        message(
            "With {first} to {last} players: {points}.",
            first=1,
            last=3,
            points="10, 7½, 5",
        ),
        message(
            "With {n} player or more: {points}.",
            "With {n} players or more: {points}.",
            n=4,
            points="12, 9, 7½",
        ),
        message("From {day}, new points count.", day="Nov 27, 2026"),
        message(
            "With fewer than {n} player, no place earns points.",
            "With fewer than {n} players, no place earns points.",
            n=3,
        ),
    ):
        assert words in logged
        assert words in flowing(Client().get(season.get_absolute_url()))


def test_a_place_says_of_how_many_players_it_earns_how_much(
    season: Season, people: list[Player]
) -> None:
    Season.objects.update(formula={"counts": "places", "table": "own", "own": STORED})
    anna = place(season, people[2])
    assert "Nov 20, 2026, place 2 of 4 players: 9 points" in anna
    assert "Nov 27, 2026, place 2 of 4 players: 10 points" in anna
    assert message("by the points from {day}", day="Nov 27, 2026") in anna
    Tournament.objects.update(season_weight=200)
    Season.objects.update(
        formula={"counts": "places", "table": "own", "own": ["9", "1"]}
    )
    marie = place(season, people[0])
    assert "place 1 of 4 players: 9 points · counts 2 times" in marie
    assert '<b class="numeric">18</b>' in marie
    Season.objects.update(formula={"counts": "places"})
    assert "place 1 of 4 players: 10 points" in place(season, people[0])


def test_a_tournament_takes_the_points_of_the_day_it_moves_to(
    season: Season, people: list[Player]
) -> None:
    Season.objects.update(formula={"counts": "places", "table": "own", "own": STORED})
    assert "place 1 of 4 players: 12 points" in place(season, people[0])
    first = Tournament.objects.earliest("date")
    tournaments.change(tournament=first, actor=build.command(), date=LATER)
    assert "place 1 of 4 players: 20 points" in place(season, people[0])


@in_turn(
    "typed, said",
    [
        (
            "20-29: 12, 9",
            message(
                "“{part}” isn’t a number of players. Start the line with the "
                "smallest number. For example, 20: 12, 9, 7.",
                part="20-29",
            ),
        ),
        (
            "many: 12",
            message(
                "“{part}” isn’t a number of players. Start the line with the "
                "smallest number. For example, 20: 12, 9, 7.",
                part="many",
            ),
        ),
        ("20: 12, x", "“x” isn’t a number of points."),
        (
            "20:",
            message("“{line}” has no points. Enter at least one number.", line="20:"),
        ),
        (
            "12 9\n12 9 7",
            message(
                "Two of your lines are for the same number of players from the same "
                "day."
            ),
        ),
        (
            "2026-12-01\n12 9",
            message(
                "First enter the points that count before the first of these days."
            ),
        ),
        ("12\n0026-12-01\n9", message("Enter a year from 1900 to 2100.")),
        ("2000: 12", message("This number is too large.")),
        ("20: 10000000", message("This number is too large.")),
        ("", message("Enter the points for each place, starting with first place.")),
    ],
)
def test_what_cannot_be_read_is_named_at_its_field_and_kept(
    director: Client, season: Season, typed: str, said: str
) -> None:
    shown = director.get(desk(season))
    answer = director.post(desk(season), sent(shown, **OWN, own=typed, name="Our year"))
    form = answer.context["form"]
    assert said in " ".join(form.errors["own"])
    assert (form["own"].value(), form["name"].value()) == (typed, "Our year")
    season.refresh_from_db()
    assert (season.name, season.formula) == ("2026", {})


@in_turn(
    "typed, lists",
    [
        ("12, 9", [((12, 9), 1, None)]),
        ("20+: 9\n 8 : 5 3 ", [((5, 3), 8, None), ((9,), 20, None)]),
        ("5\n1/15/2027\n9", [((5,), 1, None), ((9,), 1, date(2027, 1, 15))]),
        ("5\nJan 15, 2027\n9", [((5,), 1, None), ((9,), 1, date(2027, 1, 15))]),
        ("\n \n", []),
    ],
)
def test_lines_are_read_as_they_are_meant(
    typed: str, lists: list[tuple[tuple[int, ...], int, date | None]]
) -> None:
    assert PointsListsField(required=False).clean(typed) == [
        PointsList(points, players, starts) for points, players, starts in lists
    ]


def test_two_directors_change_the_points_at_once(
    director: Client, season: Season
) -> None:
    shown = director.get(desk(season))
    mine = sent(shown, **OWN, own="12 9\n4: 15 12")
    other = sent(shown, **OWN, own="12 9 7", key="other")
    asked = director.post(desk(season), other)
    assert director.post(desk(season), sent(asked)).status_code == 302
    asked = director.post(desk(season), mine)
    (conflict,) = asked.context["form"].conflicts
    assert conflict.label.startswith(message("The club’s own points"))
    chosen = sent(asked, **{conflict.name: "current"})
    assert director.post(desk(season), chosen).status_code == 302
    season.refresh_from_db()
    assert season.formula["own"] == ["12", "9", "7"]
