"""Why somebody has his place in a season: every tournament, and what it brought."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player, Season
from rules.season import formula_from
from scoring.core.writes import log
from scoring.models import OldList, Tally, Tournament
from scoring.models.log_messages import log_message
from scoring.people import merges, players
from scoring.sheets import rulings
from scoring.standings.formulas import value_texts
from tests import builders as build
from tests.markup import flowing
from tests.messages import message
from tests.scoring.standings.views.test_season import evening

pytestmark = pytest.mark.django_db
DAYS = [build.DAY + timedelta(days=each) for each in range(4)]


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


def page(season: Season, player: Player, **facts: Any) -> str:
    if facts:
        Season.objects.update(formula=facts)
    at = reverse(
        "scoring:season-place", args=[season.club.slug, season.slug, player.number]
    )
    answer = Client().get(at)
    assert answer.status_code == 200
    return flowing(answer)


def test_every_tournament_and_round_leads_to_where_it_comes_from(
    people: list[Player],
) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    evening(people[1:] + people[:1], (110, 100, 100, 90), DAYS[1])
    text = page(first.season, people[0])
    stem = reverse("scoring:tournament", args=["lodge-24", first.slug])
    assert message("Why place {place}", place=1) in text
    assert "Just behind: Josef Marek, place 2, +6 net chips." in text
    assert f'<a class="strong" href="{stem}places/1/">Evening of 1</a>' in text
    sheet = reverse("scoring:sheet", args=["lodge-24", first.slug, 1, 1])
    assert f'Round 1: <a href="{sheet}">+31</a>' in text
    assert '<b class="numeric">−10</b>' in text
    assert '<b class="numeric">+21</b>' in text
    last = page(first.season, people[3])
    assert message("Why place {place}", place=4) in last
    assert "Just ahead: Anna Svoboda, place 3, +4 net chips." in last


def test_what_there_is_one_of_is_said_of_one(people: list[Player]) -> None:
    first = evening(people, (101, 100, 100, 99), DAYS[0])
    text = page(first.season, people[1])
    assert "Just ahead: Marie Kubala, place 1, +1 net chip." in text
    assert "<dt>tournament</dt><dd>1</dd>" in text
    evening(people, (101, 100, 100, 99), DAYS[1])
    text = page(first.season, people[1])
    assert "place 1, +2 net chips." in text
    assert "tournaments</dt><dd>2</dd>" in text


def test_a_dropped_tournament_is_struck_and_one_missed_is_named(
    club: Club, people: list[Player]
) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    evening(people, (70, 100, 110, 120), DAYS[1])
    fifth = build.player(club, "Emil Hruska")
    evening([fifth, *people[1:]], (100, 100, 100, 100), DAYS[2])
    text = page(first.season, people[0], best=1)
    assert "<s>−30</s></b>" in text
    assert "· dropped" in text
    assert "Evening of 3 <span" in text
    assert message("absent") in text
    assert message("Each player’s best tournament counts.") in text
    assert '<b class="numeric">+31</b>' in text


def test_dropped_rounds_are_struck_in_their_tournament(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    evening(people, (70, 100, 110, 120), DAYS[1])
    text = page(first.season, people[0], best=1, best_of="rounds")
    assert "<s>−30</s></a>" in text
    assert "<s>+31</s>" not in text


def test_a_round_that_its_evening_drops_is_none_of_the_best(
    people: list[Player],
) -> None:
    only = evening(people, (131, 96, 104, 69), drop_worst=1)
    second = build.published_round(only, [list(only.entries.order_by("number"))])
    build.verified_sheet(second.sheets.get(), (70, 100, 110, 120))
    text = page(only.season, people[0], best=1, best_of="rounds")
    assert text.count('<b class="numeric">+31</b>') == 2  # of the evening, and in all


def test_a_minus_that_counts_as_nought_stays_visible(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    evening(people, (70, 100, 110, 120), DAYS[1])
    text = page(first.season, people[0], floor=True)
    assert message("{result} counts as 0", result="−30") in text
    assert '<b class="numeric">0</b>' in text
    assert '<b class="numeric">+31</b>' in text
    assert message("A tournament below zero counts as 0.") in text
    dropped = page(first.season, people[0], floor=True, best=1)
    assert "−30 counts as 0 · dropped" in dropped
    season = Client().get(first.season.get_absolute_url()).content.decode()
    assert "<s>−30</s>" in season


def test_weight_rulings_and_attendance_brings_are_said(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69))
    Tournament.objects.update(season_weight=150)
    entry = first.entries.get(number=1)
    rulings.adjust(
        entry=entry, actor=build.command(), chips=-5, reason="late", key="late"
    )
    text = page(first.season, people[0], bonus="5/2")
    assert message("counts 1½ times") in text
    assert message("with rulings of {chips}", chips="−5") in text
    assert '<span>Attendance bonus</span><b class="numeric">2½</b>' in text
    assert "+41½" in text  # (31 − 5) · 1½ + 2½


def test_equal_ones_are_parted_as_the_formula_says(people: list[Player]) -> None:
    first = evening(people, (120, 120, 90, 70), DAYS[0])
    evening(people, (110, 100, 120, 70), DAYS[1])
    evening(people, (90, 100, 140, 70), DAYS[2])
    shared = page(first.season, people[0])
    assert message("The place is shared with: {names}.", names="Josef Marek") in shared
    parted = page(first.season, people[0], tie_breaks=["last_evening"])
    assert "Tied. Tie-breaker: the last tournament." in parted


def test_what_is_short_of_a_place_is_said(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69))
    text = page(first.season, people[0], minimum=3)
    for name in ("season", "season-print"):
        at = reverse(f"scoring:{name}", args=["lodge-24", first.season.slug])
        answer = flowing(Client().get(at))
        assert answer.count(message("{n} tournaments short", n=2)) == 4
    assert message("Why there’s no place yet") in text
    assert message("{n} more tournaments are needed for a place.", n=2) in text
    text = page(first.season, people[0], minimum=2, minimum_in="rounds")
    assert message("{n} more round is needed for a place.", n=1) in text


def test_an_average_says_of_how_many_rounds(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    evening(people, (100, 100, 100, 100), DAYS[1])
    text = page(first.season, people[0], counts="average")
    assert message("of {rounds} rounds", rounds=2) in text
    assert "+15.5" in text


def test_points_by_place_show_the_chips_of_the_rounds(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69))
    text = page(first.season, people[0], counts="places", table="moravian")
    assert '">131</a>' in text
    assert '<b class="numeric">104</b>' in text


def test_what_the_rest_can_still_bring_is_said_where_it_is_sure(
    people: list[Player],
) -> None:
    """10, 8, 6 and 5 of the first of two; then of the third of four."""
    first = evening(people, (131, 110, 90, 69))
    by_places = {"counts": "places", "table": "tens"}
    assert "At best" not in page(first.season, people[2], **by_places, planned=2)
    Tournament.objects.update(finished_at=timezone.now())
    text = page(first.season, people[2])
    assert (
        message("{n} tournament is still planned. If it has the usual weight:", n=1)
        in text
    )
    assert message("At best: place {place}.", place=1) in text
    assert "At worst" not in text  # whoever is new may have 10 as well
    for week in (1, 2):
        evening(people, (131, 110, 90, 69), build.DAY + timedelta(days=week))
    Tournament.objects.update(finished_at=timezone.now())
    text = page(first.season, people[3], **by_places, planned=4)
    assert "At best: place 2. At worst: place 4." in text
    text = page(first.season, people[0], **by_places, planned=4, best=1)
    assert message("At best: place {place}.", place=1) in text
    own = {"counts": "places", "table": "own", "own": ["9", "3", "1"]}
    text = page(first.season, people[0], **own, planned=4)
    assert message("Place {place} is certain, no matter what happens.", place=1) in text
    text = page(first.season, people[0], counts="net", planned=9)
    assert "tournaments are still planned. They" in text
    assert "At best" not in text


def test_who_was_merged_leads_on_and_who_is_erased_has_no_name(
    club: Club, people: list[Player]
) -> None:
    first = evening(people, (131, 96, 104, 69))
    gone = build.player(club, "M. Kubala")
    merges.merge(target=people[0], duplicate=gone, actor=build.command(), key="one")
    at = [club.slug, first.season.slug]
    answer = Client().get(reverse("scoring:season-place", args=[*at, gone.number]))
    assert answer.url == reverse("scoring:season-place", args=[*at, people[0].number])
    assert message("All tournaments") in page(first.season, people[0])
    by = build.command()
    players.change(player=people[0], actor=by, shown="hidden")
    hidden = page(first.season, people[0])
    players.erase(player=people[0], actor=by)
    for text in (hidden, page(first.season, people[0])):
        assert "Kubala" not in text
        assert message("All tournaments") not in text


@pytest.mark.parametrize(("number", "status"), [(5, 302), (2**70, 404)])
def test_who_did_not_play_has_no_place(
    people: list[Player], number: int, status: int
) -> None:
    first = evening(people, (131, 96, 104, 69))
    build.player(first.club, "Rose Krenek")
    at = [first.club.slug, first.season.slug, number]
    answer = Client().get(reverse("scoring:season-place", args=at))
    assert answer.status_code == status


@pytest.mark.parametrize("evenings", [1, 5])
def test_queries_do_not_grow_with_the_evenings(
    people: list[Player], evenings: int, django_assert_num_queries: Any
) -> None:
    for _ in range(evenings):
        first = evening(people, (131, 96, 104, 69))
    at = [first.club.slug, first.season.slug, people[0].number]
    address = reverse("scoring:season-place", args=at)
    with django_assert_num_queries(8):
        Client().get(address)


def test_points_that_the_moravian_league_does_not_print_are_said_to_be_ours(
    club: Club,
) -> None:
    """Of 30 the places 11 to 15 are between the tenth and the middle."""
    made = build.tournament(club, finished_at=timezone.now())
    entries = build.entries(made, 30)
    many = [entry.player for entry in entries]
    Tally.objects.bulk_create(
        Tally(
            **{"tournament": made, "player": player, "entry": entry, "game": made.game},
            **{"engine": "1", "place": place, "tied": False, "total": 100, "net": 0},
            **{"rulings": 0, "points": 0, "rounds": 1, "sum_squares": 0},
        )
        for place, (player, entry) in enumerate(zip(many, entries, strict=True), 1)
    )
    formula = {"counts": "places", "table": "moravian"}
    old = OldList.objects.create(club=club, name="x", digest="x")
    Tournament.objects.update(old_list=old)
    ours = message("from the eleventh place to the middle, these points are our own")
    for place, is_ours in ((10, False), (11, True), (15, True), (16, False)):
        assert (ours in page(made.season, many[place - 1], **formula)) == is_ours
    text = page(made.season, many[0], **formula)
    assert "Here they fall evenly and are our own." in text


def test_equal_looking_averages_show_the_decimal_that_decides(
    people: list[Player],
) -> None:
    """Marie +31 in 9 rounds of weight, Josef the same to a tenth; Anna elsewhere."""
    formula = formula_from({"counts": "average"})
    near = Fraction(31, 9), Fraction(311, 90), Fraction(2)  # 3.444…, 3.4555…
    assert value_texts(formula, near) == {}  # +3.4 and +3.5
    alike = Fraction(341, 100), Fraction(3413, 1000), Fraction(2)
    assert value_texts(formula, alike) == {alike[0]: "+3.410", alike[1]: "+3.413"}
    places = formula_from({"counts": "places"})
    thirds = Fraction(1, 3), Fraction(333, 1000), Fraction(8)
    assert value_texts(places, thirds) == {thirds[0]: "0.3333", thirds[1]: "0.3330"}


def test_the_season_and_the_place_show_that_decimal(people: list[Player]) -> None:
    """49/1 a round against 98½ … of two: +0.4 both, to a tenth."""
    first = evening(people, (101, 100, 100, 99), DAYS[0])
    for day in DAYS[1:3]:
        evening(people, (100, 101, 100, 99), day)
    Tally.objects.filter(player=people[0], tournament=first).update(net=3, rounds=1)
    Tally.objects.filter(player=people[1]).update(net=34, rounds=33)
    Tally.objects.filter(player=people[0]).update(net=36, rounds=35)
    season = first.season
    text = page(season, people[0], counts="average")
    assert "+1.029" in text
    assert "Josef Marek, place 1, +1.030 net chips per round." in text
    answer = Client().get(season.get_absolute_url()).content.decode()
    assert ">+1.030</a>" in answer
    assert ">+1.029</a>" in answer


def test_the_average_beside_says_what_it_leaves_out(people: list[Player]) -> None:
    first = evening(people, (131, 96, 104, 69), DAYS[0])
    season = first.season

    def shown() -> str:
        answer = Client().get(season.get_absolute_url()).content.decode()
        return " ".join(answer.split())

    assert "The column “Net chips per" not in shown()
    Season.objects.update(formula={"best": 1})
    assert (
        message("The column “Net chips per round” also includes dropped rounds.")
        in shown()
    )
    Tournament.objects.update(season_weight=200)
    log(
        build.command(),
        "settings",
        log_message("entry.numbers_drawn"),
        tournament=first,
    )
    assert (
        message(
            "The column “Net chips per round” counts every round at a table equally. "
            "It ignores how much each tournament counts and drops no rounds."
        )
        in shown()
    )
