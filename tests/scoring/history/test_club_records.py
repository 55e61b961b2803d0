"""Records with names and days, what a year broke, and honours."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club, Player, Season
from clubs.players import erase_name
from scoring.history.awards import (
    honours_of,
    most_wins,
    next_pins,
    pins_of,
    roll_of,
    winners_by_year,
)
from scoring.history.record_book import board_of, game_board
from scoring.history.records import ClubRecord, RecordBook, all_time, records_held
from scoring.models import Entry, SeasonEdition, Tally, Tournament
from scoring.people import merges
from scoring.standings import seasons
from scoring.tournaments import tournaments
from tests import builders as build

pytestmark = pytest.mark.django_db
BY = build.command()
FIRST, SECOND = (131, 96, 104, 69), (120, 70, 150, 60)


@pytest.fixture
def four(club: Club) -> list[Player]:
    return build.players(club, ["Marie Kubala", "Josef Marek", "Anna Svoboda", "Emil"])


def final(four: list[Player], day: date, *held: Any, **facts: Any) -> Tournament:
    """The four play these rounds at one table, and it is final."""
    facts = {
        "name": f"Evening {day}",
        "date": day,
        "rounds_planned": len(held),
        **facts,
    }
    tournament = build.tournament(four[0].club, **facts)
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, player=one, name=one.name, state="here")
        for n, one in enumerate(four, 1)
    )
    for each in held:
        rnd = build.published_round(tournament, [entries])
        build.verified_sheet(rnd.sheets.get(), each)
    return tournaments.finish(tournament=tournament, actor=BY)


def _records(club: Club, game: str) -> list[ClubRecord]:
    return RecordBook(club, game_board(club, game)).current_records()


def record(club: Club, kind: str) -> ClubRecord:
    (found,) = [each for each in _records(club, "spjst") if each.kind == kind]
    return found


def said(club: Club, kind: str) -> tuple[str, list[str]]:
    now = record(club, kind).current
    return now.value, sorted(each.holder.name for each in now.feats if each.holder)


def test_a_record_leads_to_its_sheet_and_says_who_held_it_before(four: Any) -> None:
    club = four[0].club
    final(four, date(2011, 3, 4), FIRST)
    final(four, date(2015, 3, 6), FIRST, SECOND)
    found = record(club, "round")
    (feat,) = found.current.feats
    assert (found.current.value, feat.holder.name) == ("+50", "Anna Svoboda")
    assert (feat.evening.slug, feat.round, feat.table) == ("evening-2015-03-06", 2, 1)
    assert found.complete == date(2011, 3, 4)
    (before,) = found.before
    assert (before.value, before.since, before.until) == (
        "+31",
        date(2011, 3, 4),
        date(2015, 3, 6),
    )
    assert said(club, "evening") == ("+54", ["Anna Svoboda"])
    assert said(club, "rounds_up") == ("3", ["Anna Svoboda", "Marie Kubala"])
    run = record(club, "rounds_up").current.feats[0]
    assert (run.began, run.evening.date) == (date(2011, 3, 4), date(2015, 3, 6))
    assert record(club, "field").current.feats[0].holder is None


def test_only_what_is_public_and_final_in_the_game_makes_a_record(four: Any) -> None:
    club = four[0].club
    final(four, date(2011, 3, 4), FIRST)
    final(four, date(2012, 3, 4), SECOND, public=False)
    tournaments.reopen(tournament=final(four, date(2013, 3, 4), SECOND), actor=BY)
    assert said(club, "round") == ("+31", ["Marie Kubala"])
    assert _records(club, "marias") == []
    Tournament.objects.filter(public=False).update(public=True, game="marias")
    assert said(club, "round") == ("+31", ["Marie Kubala"])
    held = [(each.game, each.kind) for each in records_held(board_of(club), four[2])]
    assert held == [("Mariás", "round"), ("Mariás", "evening")]


def test_a_year_says_what_was_broken_and_since_when_nothing_was_as_high(
    four: Any,
) -> None:
    club = four[0].club
    final(four, date(2011, 3, 4), FIRST)
    final(four, date(2012, 3, 4), SECOND)
    final(four, date(2013, 3, 4), FIRST)
    book = RecordBook(club, game_board(club, "spjst"))
    assert book.years == [2013, 2012, 2011]

    def broken(year: int) -> dict[str, tuple[str, bool]]:
        found = book.broken(date(year, 1, 1), date(year, 12, 31))
        return {each.kind: (each.current.value, each.equalled) for each in found}

    assert broken(2011) == {}, "the first evening broke nothing"
    assert broken(2012)["round"] == ("+50", False)
    assert broken(2012)["evenings"][0] == "2", "as it stood then, though it grew"
    assert "round" not in broken(2013)
    assert broken(2013)["field"] == ("4", True)
    best = {each.kind: each for each in book.best(date(2013, 1, 1), date(2013, 12, 31))}
    assert (best["round"].current.value, best["round"].before) == (
        "+31",
        date(2012, 3, 4),
    )
    assert book.best(date(1999, 1, 1), date(1999, 12, 31)) == []


def test_unknown_rounds_are_blank_not_nought(four: Any) -> None:
    club = four[0].club
    final(four, date(2001, 3, 4), FIRST)
    final(four, date(2011, 3, 4), FIRST)
    old = Tally.objects.filter(tournament__date__year=2001)
    assert record(club, "round").complete == date(2001, 3, 4)
    old.update(results=[], rounds=0, net=0)
    Tally.objects.filter(pk=old.first().pk).delete()  # as any write makes it anew
    assert record(club, "round").current.since == date(2011, 3, 4)


def test_merged_people_are_one_and_erased_ones_have_no_name(four: Any) -> None:
    club, marie = four[0].club, four[0]
    final(four, date(2011, 3, 4), FIRST)
    other = build.player(club, "M. Kubala")
    final([other, *four[1:]], date(2012, 3, 2), FIRST)
    assert not [each for each in _records(club, "spjst") if each.kind == "wins"]
    merges.merge(target=marie, duplicate=other, actor=BY, key="merge")
    assert said(club, "wins") == ("2", ["Marie Kubala"])
    assert [each.kind for each in records_held(board_of(club), marie)] == [
        "round",
        "evening",
        "wins",
        "podiums",
        "rounds_up",
        "evenings",
        "rounds",
        "present",
    ]
    erase_name(marie, {})
    (feat,) = record(club, "wins").current.feats
    assert feat.holder == ("Somebody", "", None)
    lines = all_time(club, game_board(club, "spjst"))
    assert [each.name for each in lines] == ["Anna Svoboda", "Josef Marek", "Emil"]
    assert honours_of(club) == next_pins(club) == []
    assert winners_by_year(club)[0].evenings[0].holders == (("Somebody", "", None),)


def test_the_all_time_list_has_all_years_and_an_average_when_it_tells(
    four: Any,
) -> None:
    club = four[0].club
    final(four, date(2011, 3, 4), FIRST)
    final(four, date(2012, 3, 4), *[SECOND] * 20)
    first, *_ = all_time(club, game_board(club, "spjst"), "svo an")
    facts = (first.evenings, first.rounds, first.wins, first.podiums, first.net)
    assert facts == (2, 21, 1, 2, 1004)
    assert first.average == pytest.approx(1004 / 21)
    assert all_time(club, game_board(club, "marias")) == []


def test_pins_are_told_with_their_day_and_who_is_next(four: Any) -> None:
    """25 evenings of the four; the newest stands for now."""
    club, marie = four[0].club, four[0]
    today = build.timezone.localdate()
    for week in reversed(range(25)):
        final(four, today - timedelta(weeks=week), FIRST, name=f"Evening {week}")
    assert {(each.evenings, each.on.date) for each in honours_of(club)} == {(25, today)}
    assert len(honours_of(club, today, today)) == 4
    assert honours_of(club, today + timedelta(1), today + timedelta(2)) == []
    assert pins_of(board_of(club), marie) == [(25, today)]
    ((pin, earned),) = roll_of(honours_of(club))
    assert (pin, len(earned)) == (25, 4)
    assert next_pins(club) == []
    Tally.objects.filter(player=marie).latest("tournament__date").delete()
    (near,) = next_pins(club)
    assert (near.holder.name, near.missing, near.pin) == ("Marie Kubala", 1, 25)


def test_the_most_wins_are_those_of_all_years(four: Any) -> None:
    club = four[0].club
    final(four, date(2011, 3, 4), FIRST, name="Tarok, Mar 4, 2011")
    years = winners_by_year(club)
    assert most_wins(years, 6) == []  # once isn't often
    assert years[0].evenings[0].on.title == "Tarok"
    final(four, date(2012, 3, 4), FIRST)
    ((holder, wins),) = most_wins(winners_by_year(club), 1)
    assert (holder.name, wins) == ("Marie Kubala", 2)


def test_champions_stand_with_their_year(four: Any) -> None:
    club = four[0].club
    season = final(four, date(2011, 3, 4), FIRST).season
    final(four, date(2012, 3, 4), SECOND)
    assert [each.champions for each in winners_by_year(club)] == [(), ()]
    seasons.finish(season=season, actor=BY)
    newest, oldest = winners_by_year(club)
    assert (newest.year, oldest.year) == (2012, 2011)
    (champion,) = oldest.champions
    assert (champion.season, champion.game) == ("2011", "")
    assert [each.name for each in champion.holders] == ["Marie Kubala"]
    assert [each.holders[0].name for each in newest.evenings] == ["Anna Svoboda"]
    other = Season.objects.create(
        **{"club": club, "name": "Scarto", "slug": "scarto", "starts": season.starts},
        **{"ends": season.ends, "finished_at": timezone.now()},
    )
    rows = [{"game": "spjst", "player": four[1].pk, "place": 1}]
    for number, each in ((2, season), (1, other), (2, other)):
        SeasonEdition.objects.create(season=each, number=number, formula={}, rows=rows)
    champions = winners_by_year(club)[1].champions
    assert [each.holders[0].name for each in champions] == ["Josef Marek"] * 2


def test_nobody_who_stayed_away_for_a_year_is_near_a_pin(four: Any) -> None:
    club, today = four[0].club, build.timezone.localdate()
    made = final(four, today - timedelta(days=400), FIRST)
    near = {each.pk: 24 for each in four}
    assert next_pins(club, board=board_of(club)._replace(came=near)) == []
    Tournament.objects.filter(pk=made.pk).update(date=today - timedelta(days=300))
    board = board_of(club)._replace(came=near)
    assert len(next_pins(club, board=board)) == 4


def test_a_season_of_two_years_has_its_champion_in_the_second(four: Any) -> None:
    club = four[0].club
    season = final(four, date(2011, 3, 4), FIRST).season
    Season.objects.filter(pk=season.pk).update(starts=date(2010, 9, 1))
    seasons.finish(season=season, actor=BY)
    (year,) = winners_by_year(club)
    assert (year.year, len(year.champions)) == (2011, 1)
