"""Players as everybody sees them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from clubs.players import erase_name
from scoring.draw import rounds
from scoring.history.player_history import (
    Opponent,
    PlayerCareer,
    careers_of,
    evenings_of,
    met_by,
    never_met,
    results_of,
)
from scoring.history.record_holders import named_people
from scoring.history.views import players as public_players
from scoring.models import Entry, Tally, Tournament
from scoring.sheets import rulings
from scoring.tournaments import tournaments
from tests import builders as build
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db

BEST = (161, 76, 104, 59)


@pytest.fixture
def marie(club: Club) -> Player:
    return build.player(club, "Marie Kubala", "Lodge 24")


def evening(
    marie: Player, at: int = 0, held: Any = (build.EVEN, BEST), **facts: Any
) -> Tournament:
    """Marie plays two rounds at table 1, the second her best; then it is over."""
    facts = {"name": f"Evening {at}", "rounds_planned": 2, **facts}
    facts["date"] = build.DAY + timedelta(days=at)
    tournament = build.tournament(marie.club, **facts)
    own = Entry.objects.create(
        tournament=tournament, number=1, player=marie, name=marie.name, state="here"
    )
    others = build.entries(tournament, 3)
    for each in held:
        rnd = build.published_round(tournament, [[own, *others]])
        build.verified_sheet(rnd.sheets.get(), each)
    return tournament


def met_of(player: Player) -> list[Opponent]:
    return met_by(player, "spjst", named_people(player.club))


def career(player: Player) -> PlayerCareer:
    (only,) = careers_of(evenings_of(player))
    return only


def page(player: Player, more: str = "", **asked: str) -> str:
    answer = Client().get(f"{player.get_absolute_url()}{more}", asked)
    assert answer.status_code == 200
    return flowing(answer)


def listed(club: Club, **asked: str) -> str:
    answer = Client().get(reverse("scoring:club-players", args=[club.slug]), asked)
    assert answer.status_code == 200
    return flowing(answer)


def test_a_player_has_his_tournaments_and_his_best_round(marie: Player) -> None:
    for at in (0, 7):
        evening(marie, at)
    assert [each.name for each in evenings_of(marie)] == ["Evening 0", "Evening 7"]
    assert [each.people for each in results_of(evenings_of(marie))] == [4, 4]
    done = career(marie)
    assert (done.rounds, done.net, done.best_place) == (4, 184, 1)
    assert done.best is not None
    assert (done.best.chips, done.best.round, done.best.table) == (161, 2, 1)
    sheet = Tournament.objects.latest("date").rounds.get(number=2).sheets.get()
    assert f'href="{sheet.get_absolute_url()}"' in page(marie)


def test_before_a_sheet_counts_he_has_no_place(marie: Player) -> None:
    """Somebody sits out, and he alone has chips."""
    evening(marie, 0, held=[(59, 76, 104, 161)])
    tonight = evening(marie, 7, held=[], rounds_planned=1)
    people = list(tonight.entries.all())
    build.entries(tonight, 1)
    rnd = build.published_round(tonight, [people])
    results = [(each.place, each.total) for each in evenings_of(marie)]
    assert results == [(4, 59), (None, None)]
    assert (career(marie).best_place, career(marie).net) == (None, -41)
    assert message("best place") not in page(marie)
    listed = re.findall(r'numeric">([^<]*)</td>', page(marie))
    assert listed[0] == "—", "nobody has a place tonight, which is not 0 players"

    build.verified_sheet(rnd.sheets.get(), BEST)
    assert career(marie).best_place == 1


def test_rounds_sat_out_are_marked_and_no_best_round(marie: Player) -> None:
    tournament = evening(marie, held=[(90, 110, 110, 90)])
    build.entries(tournament, 1)
    others = list(tournament.entries.exclude(player=marie))
    rnd = build.published_round(tournament, [others])
    assert message("sat out") not in page(marie), "it is not over"
    build.verified_sheet(rnd.sheets.get(), build.EVEN)
    assert "100 (sat out)" in page(marie)
    best = career(marie).best
    assert best is not None
    assert best.chips == 90


def test_who_never_played_in_public_has_no_page(club: Club, marie: Player) -> None:
    evening(marie, public=False)
    for more in ("", "met/", "hands/"):
        assert Client().get(f"{marie.get_absolute_url()}{more}").status_code == 404
    assert "Marie Kubala" not in listed(club)


def test_numbers_nobody_has_and_other_clubs_are_404(marie: Player) -> None:
    evening(marie)
    other = build.club("lodge-47", name="Lodge 47")
    for slug, number in ((marie.club.slug, 999), (other.slug, marie.number)):
        where = reverse("scoring:player", args=[slug, number])
        assert Client().get(where).status_code == 404


def test_an_erased_player_is_gone_from_the_pages(club: Club, marie: Player) -> None:
    evening(marie)
    erase_name(marie, {})
    assert Client().get(marie.get_absolute_url()).status_code == 404
    assert marie.get_absolute_url() not in listed(club)


def test_short_names_where_the_club_wants_them(club: Club, marie: Player) -> None:
    evening(marie)
    Club.objects.update(shown="short")
    for text in (page(marie), listed(club)):
        assert "Marie K." in text
        assert "Kubala" not in text


def test_an_empty_list_says_what_will_stand_here(club: Club) -> None:
    assert message("No players yet") in listed(club)


def test_the_list_is_sorted_as_asked(club: Club, marie: Player) -> None:
    evening(marie)
    assert listed(club, sort="name") != listed(club, sort="-name")


def test_a_long_list_is_turned_page_by_page(club: Club) -> None:
    build.published_round(build.tournament(club), 16)
    assert listed(club).count("<tr ") == 61
    assert listed(club, page="2").count("<tr ") == 5
    assert listed(club, page="99").count("<tr ") == 5


def test_many_evenings_are_turned_page_by_page(
    marie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_players, "RESULTS_A_PAGE", 2)
    for at in range(3):
        evening(marie, at)
    assert [f"Evening {at}" in page(marie) for at in range(3)] == [False, True, True]
    older = Client().get(marie.get_absolute_url(), {"page": "2"}).content.decode()
    assert [f"Evening {at}" in older for at in range(3)] == [True, False, False]
    assert ">3</dd>" in older, "the figures are of all evenings"


@pytest.mark.parametrize("evenings", [1, 3])
def test_queries_do_not_grow_with_the_evenings(
    marie: Player, evenings: int, django_assert_num_queries: Any
) -> None:
    for at in range(evenings):
        evening(marie, at)
    page(marie)  # from now on the club's board is kept
    with django_assert_num_queries(8):
        Client().get(marie.get_absolute_url())
    with django_assert_num_queries(3):
        Client().get(reverse("scoring:club-players", args=[marie.club.slug]))


def test_players_are_found_by_parts_of_what_is_shown(marie: Player) -> None:
    evening(marie)
    club = marie.club
    text = listed(club, q="kub mar")
    assert "Marie Kubala" in text
    assert "Josef Marek" not in text
    assert "1 player<" in text
    assert message(
        "No player matches. Try part of the name, in any order. Accents don’t matter."
    ) in listed(club, q="nobody")
    club.shown = "short"
    club.save()
    assert message(
        "No player matches. Try part of the name, in any order. Accents don’t matter."
    ) in listed(club, q="kubala")
    assert "Marie K." in listed(club, q="k marie")


def test_who_met_everybody_has_them_page_by_page(
    marie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = evening(marie)
    monkeypatch.setattr(public_players, "MET_A_PAGE", 2)
    others = {each.name for each in tournament.entries.exclude(player=marie)}
    text = page(marie, "met/")
    first = {name for name in others if name in text}
    assert len(first) == 2
    text = page(marie, "met/", page="2")
    assert {name for name in others if name in text} == others - first
    for name in others:
        text = page(marie, "met/", q=name[:4].upper())
        assert {other for other in others if other in text} == {name}
    assert message(
        "No player matches. Try part of the name, in any order. Accents don’t matter."
    ) in page(marie, "met/", q="nobody")


def test_form_is_drawn_with_a_table_of_the_same(marie: Player) -> None:
    evening(marie)
    assert 'class="chart"' not in page(marie), "one evening is no line"
    evening(marie, 7, held=(build.EVEN, (59, 76, 104, 161)))
    (drawn,) = {each.chart for each in careers_of(evenings_of(marie))}
    assert drawn is not None
    assert [point.said for point in drawn.points] == [
        message("{day}: {chips} chips per round", day="Nov 20, 2026", chips="+46.0"),
        message("{day}: {chips} chips per round", day="Nov 27, 2026", chips="−5.0"),
    ]
    first, second = drawn.points
    assert first.y < drawn.zero < second.y
    shown = page(marie)
    assert message("It takes more rounds to tell how strong a player is.") in shown
    for text in ("+46.0</td>", "−5.0</td>", "Nov 27, 2026</a></th>"):
        assert text in shown


def test_an_average_has_an_interval_from_twenty_rounds_on(marie: Player) -> None:
    for at in range(10):
        evening(marie, at, held=((110, 100, 100, 90), (112, 100, 98, 90)))
    done = career(marie)
    assert (done.rounds, done.net, done.streak, done.places) == (
        20,
        220,
        10,
        [10, 0, 0],
    )
    assert done.within == pytest.approx(1.96 * (20 / 19 / 20) ** 0.5)
    assert done.is_significant
    assert "The average is +11.0 chips per round, " in page(marie)
    Tally.objects.update(sum_squares=200_000)
    assert not career(marie).is_significant
    assert "at 95% confidence. Luck alone could explain it." in page(marie)


def test_rulings_make_no_average_less_certain(marie: Player) -> None:
    for at in range(10):
        made = evening(marie, at, held=((110, 100, 100, 90), (112, 100, 98, 90)))
        own = made.entries.get(number=1)
        facts = {"actor": build.command(), "reason": "late", "key": f"ruling-{at}"}
        rulings.adjust(entry=own, chips=-7 * (at + 1), **facts)
    done = career(marie)
    assert done.net == 220 - 7 * 55
    assert done.within == pytest.approx(1.96 * (20 / 19 / 20) ** 0.5)


def test_a_place_of_an_evening_that_runs_is_none_of_the_first_three(
    marie: Player,
) -> None:
    made = evening(marie, rounds_planned=3)
    assert career(marie).places == [0, 0, 0]
    tournaments.finish(tournament=made, actor=build.command())
    assert career(marie).places == [1, 0, 0]


def test_nobody_is_met_in_a_canceled_round(marie: Player) -> None:
    made = evening(marie)
    assert {each.rounds for each in met_of(marie)} == {2}
    rounds.cancel(rnd=made.rounds.last(), actor=build.command(), reason="Fire alarm")
    assert {each.rounds for each in met_of(marie)} == {1}


def test_evenings_of_one_day_stand_as_they_were_made(marie: Player) -> None:
    made = [evening(marie).pk, evening(marie, name="Late").pk]
    assert [each.tournament for each in evenings_of(marie)] == made


def test_years_are_told_apart(marie: Player) -> None:
    evening(marie)
    evening(marie, 365)
    assert [(each.year, each.net) for each in career(marie).years] == [
        (2027, 92),
        (2026, 92),
    ]


def test_whom_he_met_and_who_had_more(marie: Player) -> None:
    tournament = evening(marie, held=(build.EVEN, BEST, (80, 120, 100, 100)))
    met = {each.name: each for each in met_of(marie)}
    second = tournament.entries.get(number=2)
    assert met[second.name] == Opponent(
        second.player.number, second.name, 3, 2, 1, (35 + 85 - 40) / 3
    )
    newcomer = build.entries(tournament, 1)[0]
    others = list(tournament.entries.filter(number__in=(2, 3, 4)))
    rnd = build.published_round(tournament, [[newcomer, *others]])
    build.verified_sheet(rnd.sheets.get(), build.EVEN)
    assert newcomer.name not in {each.name for each in met_of(marie)}
    Tournament.objects.update(date=timezone.localdate())
    never = never_met(marie, met_of(marie), named_people(marie.club))
    assert [each.name for each in never] == [newcomer.name]
    shown = page(marie, "met/")
    assert (
        message("{n} player of the past year was never at the same table", n=1) in shown
    )
    assert newcomer.player.get_absolute_url() in shown


def test_chips_of_another_game_are_not_compared(marie: Player) -> None:
    evening(marie)
    Tournament.objects.update(game="marias")
    assert met_of(marie) == []


def test_nobody_is_met_in_secret_and_nobody_erased(marie: Player) -> None:
    evening(marie, public=False)
    assert met_of(marie) == []
    shown = evening(marie, 7)
    gone = shown.entries.get(number=2).player
    erase_name(gone, {})
    assert gone.number not in {each.number for each in met_of(marie)}


def test_a_sorted_column_says_which_way(marie: Player) -> None:
    """To a screen reader too; the others say nothing."""
    evening(marie, 0)
    at = reverse("scoring:club-players", args=[marie.club.slug])
    for asked, direction in (("tournaments", "ascending"), ("-name", "descending")):
        page = flowing(Client().get(at, {"sort": asked}))
        heads = re.findall(r"<th\b[^>]*>.*?</th>", page)
        said = {
            re.sub(r"<[^>]+>", "", head).strip(): re.findall(r'aria-sort="(\w+)"', head)
            for head in heads
        }
        name = asked.lstrip("-").capitalize()
        assert said.pop(name) == [direction]
        assert not any(said.values())
