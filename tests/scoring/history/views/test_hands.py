"""Figures of hands: whose, of which evenings, when they are shown, and their sums."""

import random
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Season
from rules.hand_stats import HANDS, ORIGIN, Figure
from scoring.games import games_here
from scoring.games.labels import figure_words
from scoring.history.hand_stats import (
    ClubHands,
    HandStatsFilter,
    PlayerHands,
    origins_of,
    partners_of,
    partners_table,
    tables_of,
)
from scoring.models import Entry, Tally, Tournament
from scoring.people import players
from scoring.sheets import hand_writes, rulings
from tests import builders as build
from tests.messages import message
from tests.rules.spjst.builders import povinost, prever, turned

pytestmark = pytest.mark.django_db
BY = build.command()


def evening(
    club: Club, chance: random.Random, rounds: Any = (6, 6), **facts: Any
) -> Tournament:
    """Four people; of each round so many hands, by chance."""
    made = build.tournament(club, rounds_planned=len(rounds), **facts)
    people = club.players.order_by("pk")[:4] or build.players(club, build.NAMES[:4])
    seated = [
        Entry.objects.create(
            tournament=made,
            number=n,
            player=each,
            name=each.name,
            lodge=f"Lodge {n % 2}",
            state=Entry.State.HERE,
        )
        for n, each in enumerate(people, start=1)
    ]
    for hands in rounds:
        chance.shuffle(seated)
        sheet = build.published_round(made, [seated]).sheets.get()
        for n in range(hands):
            record = chance.choice([povinost, prever])(points=chance.randint(36, 69))
            record = turned(record, chance.randrange(4))
            build.recorded(sheet, BY, key=f"{sheet.pk}-{n}", record=record)
        build.verified_sheet(sheet)
    return made


def page(name: str, club: Club, *more: int, **asked: str) -> str:
    answer = Client().get(reverse(f"scoring:{name}", args=[club.slug, *more]), asked)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_players_seasons_and_lodges_add_up_to_the_club(club: Club) -> None:
    """To the chip: everybody's origins are his net, and lodges are the club."""
    chance = random.Random(3)
    for year in (2025, 2026):
        made = evening(
            club, chance, name=f"Of {year}", date=build.DAY.replace(year=year)
        )
        rulings.adjust(
            entry=made.entries.first(), actor=BY, chips=-5, reason="late", key=str(year)
        )
    hidden = evening(club, chance, name="Not shown", public=False)
    whole, seen = HandStatsFilter("spjst"), set()
    of_club = ClubHands(club)
    assert [each.name for each in of_club.choices.seasons] == ["2026", "2025"]
    everybody = of_club.recorded(whole)
    for one in club.players.all():
        own = PlayerHands(one)
        tallies = Tally.objects.filter(player=one).exclude(tournament=hidden)
        assert origins_of(own.recorded(whole).sums).net == sum(t.net for t in tallies)
        parts = [
            own.recorded(HandStatsFilter("spjst", each.pk)).sums[HANDS]
            for each in own.choices.seasons
        ]
        assert own.recorded(whole).sums[HANDS] == Figure(
            *map(sum, zip(*parts, strict=True))
        )
        seen.add(own.recorded(whole).sums[HANDS].n)
    assert seen == {24}
    lodges = [
        of_club.recorded(HandStatsFilter("spjst", None, each))
        for each in of_club.choices.lodges
    ]
    assert [each.played for each in lodges] == [8, 8]
    for name, figure in everybody.sums.items():
        assert figure.chips == sum(
            each.sums[name].chips for each in lodges if name in each.sums
        )
    assert (
        sum(f.chips for n, f in everybody.sums.items() if n.startswith(ORIGIN)) == -10
    )


def test_what_is_kept_of_a_club_follows_a_late_hand(club: Club) -> None:
    made = evening(club, random.Random(1))
    before = ClubHands(club).recorded(HandStatsFilter("spjst")).sums[HANDS].n
    sheet = made.rounds.get(number=1).sheets.get()
    item = build.recorded(sheet, BY, key="late", record=povinost()).tray
    director = build.actor(build.member(club, "director"))
    hand_writes.resolve_tray_hand(
        item=item, actor=director, take="mine", reason="seen by all"
    )
    assert (
        ClubHands(club).recorded(HandStatsFilter("spjst")).sums[HANDS].n == before + 4
    )


def test_evenings_take_their_hands_to_another_season(club: Club) -> None:
    """Two change places, and the season's newest evening stays what it was."""
    chance = random.Random(4)
    one, two, newest = (evening(club, chance, [n], name=f"{n}") for n in (2, 3, 4))
    days = {"starts": build.DAY, "ends": build.DAY}
    other = Season.objects.create(club=club, name="Other", slug="other", **days)
    Tournament.objects.filter(pk=two.pk).update(season=other)
    assert (
        ClubHands(club).recorded(HandStatsFilter("spjst", newest.season_id)).hands
        == 4 * 6
    )
    Tournament.objects.filter(pk=one.pk).update(season=other)
    Tournament.objects.filter(pk=two.pk).update(season=newest.season)
    assert (
        ClubHands(club).recorded(HandStatsFilter("spjst", newest.season_id)).hands
        == 4 * 7
    )


def test_of_few_sheets_nothing_is_shown_but_where_there_are_more(club: Club) -> None:
    """Hands on 4 of 5 sheets are enough, on 3 of 4 too few."""
    chance = random.Random(2)
    evening(club, chance, [6, 6, 6, 0], name="Few", date=build.DAY.replace(year=2025))
    said = page("club-hands", club)
    assert "Hands are recorded on 75% of these sheets" in said
    assert message("As partner") not in said
    evening(club, chance, [6, 6], name="All")
    assert "on 83% of these sheets" in page("club-hands", club)
    assert message("Enough hands are recorded in:") in page(
        "club-hands", club, season="2025"
    )
    assert "season=2026" in page("club-hands", club, season="2025")
    number = club.players.first().number
    assert message("Where the chips came from") in page("player-hands", club, number)
    assert message("Where the chips came from") not in page("club-hands", club)
    assert message("Where the chips came from") in page(
        "club-hands", club, lodge="Lodge 1"
    )


def test_a_sheet_without_hands_counts_once_its_round_is_over(club: Club) -> None:
    """While it runs hands may still come, and its scores are in nobody's net."""
    evening(club, random.Random(2))
    sheets = build.published_round(build.tournament(club, name="Tonight"), 2).sheets
    shares = [ClubHands(club).recorded(HandStatsFilter("spjst")).share]
    for sheet in sheets.all():
        build.verified_sheet(sheet)
        shares.append(ClubHands(club).recorded(HandStatsFilter("spjst")).share)
    assert shares == [1, 1, 0.5]


def test_no_rate_of_fewer_than_20_and_one_with_its_interval() -> None:
    """8 of 20 with 95 %: 22 to 61 percent, by the books."""
    sums = {HANDS: Figure(40), "partner": Figure(19, 8, 5, 50)}
    sums["defender"] = Figure(20, 8, -20, 40)
    sums["value.taroky"] = Figure(1, 1, 6, 36)
    games, values = tables_of("spjst", sums)
    few, enough = games.lines
    assert (few.rate, few.within) == (None, None)
    assert enough.rate is not None
    assert (enough.rate.at, enough.rate.low, enough.rate.high) == (40.0, 21.9, 61.3)
    assert round(enough.within or 0, 2) == 0.45  # sd of 1.026, of twenty
    assert values.lines[0].rate is not None
    assert values.lines[0].rate.at == 2.5


def test_what_is_only_recorded_where_it_was_made_has_no_rate() -> None:
    """Nobody says that he tried a Valat in silence; a called one he may have lost."""
    sums = {HANDS: Figure(400), "valat.silent": Figure(20, 20, 400, 8000)}
    sums["valat.called"] = Figure(20, 12, 100, 8000)
    (bonuses,) = tables_of("spjst", sums)
    called, silent = bonuses.lines
    assert called.rate is not None
    assert silent.rate is None


def test_every_figure_that_a_game_gives_has_its_word(club: Club) -> None:
    for game in games_here():
        words = [name for each in figure_words(game) for name in each.words]
        assert len(words) == len(set(words))
    chance, named = random.Random(4), {HANDS}
    named |= {name for each in figure_words("spjst") for name in each.words}
    evening(club, chance, [20])
    for tally in Tally.objects.all():
        assert {n for n in tally.figures["sums"] if not n.startswith(ORIGIN)} <= named


def test_partners_lead_to_their_pages_and_are_as_often_as_games_with_one(
    club: Club,
) -> None:
    chance = random.Random(6)
    for year in (2025, 2026):
        evening(club, chance, [30, 30], name=f"{year}", date=date(year, 3, 4))
    one, *others = club.players.all()
    hands = PlayerHands(one)
    asked = HandStatsFilter("spjst", hands.choices.seasons[0].pk)
    tables = []
    for each in (HandStatsFilter("spjst"), asked):
        figures = hands.partners(each)
        table = partners_table(club, partners_of(club, figures), figures)
        tables.append(table)
        assert {line.name for line in table.lines} <= {other.name for other in others}
        sums = hands.recorded(each).sums
        roles = sums["bid.povinost.partner"], sums["partner"]
        added = [*map(sum, zip(*roles, strict=True))]
        own = [line.figure for line in table.lines]
        assert [*map(sum, zip(*own, strict=True))] == added
        assert own == sorted(own, key=lambda figure: -figure.n)
    table, of_year = tables
    assert [each.rate is None for each in of_year.lines] == [
        each.figure.n < 20 for each in of_year.lines
    ]
    text = page("player-hands", club, one.number)
    most = table.lines[0]
    assert f'href="{most.address}">{most.name}</a>' in text
    Player.objects.filter(name=most.name).update(shown="hidden")
    Club.objects.filter(pk=club.pk).update(names_version=1)
    assert most.name not in page("player-hands", club, one.number)


def test_the_pages_ask_little_however_much_there_is(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    for year in (2024, 2025, 2026):
        day = build.DAY.replace(year=year)
        evening(club, random.Random(year), name=f"Of {year}", date=day)
    with django_assert_max_num_queries(10):
        page("club-hands", club)
    with django_assert_max_num_queries(10):
        page("player-hands", club, club.players.first().number)


def test_hands_that_moved_no_chip_came_from_nothing(club: Club) -> None:
    sheet = build.open_sheet(build.tournament(club, house_rules={"misdeal_each": 0}))
    misdeal = {"bid": None, "faults": [{"fault": "misdeal", "seat": 4}]}
    build.recorded(sheet, BY, key="nothing", record=misdeal)
    build.verified_sheet(sheet, (100, 100, 100, 100))
    assert message("Where the chips came from") not in page("player-hands", club, 1)


def test_wrong_questions_and_nobody(club: Club) -> None:
    assert message("No results yet") in page("club-hands", club)
    evening(club, random.Random(5))
    said = page("club-hands", club, season="1812", lodge="<b>", game="bridge")
    assert said.count("Choose a value from the") == 3
    assert message("As partner") in said
    one, other, *_ = club.players.all()
    for number, status in ((999, 404), (one.number, 200)):
        where = reverse("scoring:player-hands", args=[club.slug, number])
        assert Client().get(where).status_code == status
    Player.objects.filter(pk=one.pk).update(shown="hidden")
    Club.objects.filter(pk=club.pk).update(names_version=1)
    where = reverse("scoring:player-hands", args=[club.slug, one.number])
    assert Client().get(where).status_code == 404
    players.erase(player=other, actor=BY)
    where = reverse("scoring:player-hands", args=[club.slug, other.number])
    assert Client().get(where).status_code == 404
