"""The demo club's past: two finished seasons, and the beginning of this one.

A tournament every second month, each with its own people. The players and their cards
are the same on every machine.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from clubs.models import Club, Player
from clubs.players import add_player
from rules.season import PRESETS
from scoring.core.writes import keep_fund
from scoring.demo.evenings import PEOPLE, SEED, create_event
from scoring.demo.sheets import DIRECTOR, HELPER, write_sheets
from scoring.draw import draws, rounds, substitutes
from scoring.models import Change, Count, Entry, Hand, Round, Tournament
from scoring.people.entries import new_entry
from scoring.results import stored
from scoring.sheets import rulings
from scoring.standings import seasons
from scoring.tournaments import tournaments

ROUNDS, HANDS = 3, 12
MONTHS = (1, 3, 5, 7, 9, 11)
CAME = (16, 18, 13, 20, 12, 17)  # numbers of people per tournament, repeated
BEGINS, LASTS = time(19), timedelta(minutes=50)
BEST, PLANNED = 4, 6  # tournaments that count in the first season
MORE = (
    "Leon Chovanec, Star Lodge",
    "Agnes Polášek, Granger",
    "Daniel Machala, Hillje",
    "Bessie Orsák, Seaton",
    "Stanley Valenta, Slavia",
    "Lillian Bartoš, Nový Tábor",
    "Rudy Jurek, Granger",
    "Hattie Krenek, Hillje",
)


def seasons_past(club: Club, today: date, until: date) -> None:
    """Create tournaments of the last two years, and this year's before `until`."""
    people = []
    for line in (*PEOPLE, *MORE):
        name, lodge = line.split(", ")
        people.append(add_player(club=club, name=name, lodge=lodge))
    first = today.year - 2
    for n, day in enumerate(_days(today.year, until)):
        chance = random.Random(SEED + n)
        came = chance.sample(people, CAME[n % len(CAME)])
        # In the first season, tied players share the place.
        facts: dict[str, Any] = {"tie_breaks": []} if day.year == first else {}
        tournament = _evening(club, day, came, chance, n == 1, facts)
        if n == 2:
            _rule(tournament)
        tournaments.finish(tournament=tournament, actor=DIRECTOR)
        _date_back(tournament)
    _end_season(club, first)


def _days(year: int, until: date) -> Iterator[date]:
    """Yield the second Friday of every second month, from two years ago."""
    for season in range(year - 2, year + 1):
        for month in MONTHS:
            eighth = date(season, month, 8)
            day = eighth + timedelta(days=(4 - eighth.weekday()) % 7)
            if day < until:
                yield day


def _evening(
    club: Club,
    day: date,
    came: list[Player],
    chance: random.Random,
    somebody_leaves: bool,
    facts: dict[str, Any],
) -> Tournament:
    tournament = create_event(
        club, "Tarok", day, rounds_planned=ROUNDS, hands_per_round=HANDS, **facts
    )
    Entry.objects.bulk_create(
        new_entry(tournament, player, number)
        for number, player in enumerate(came, start=1)
    )
    with stored.compute_once(tournament, DIRECTOR):
        draws.draw(tournament=tournament, actor=DIRECTOR, whole_evening=True, seed=SEED)
        rounds.publish_all(tournament=tournament, actor=DIRECTOR)
        if somebody_leaves:
            _leave(tournament)
        write_sheets(tournament, chance)
    return tournament


def _leave(tournament: Tournament) -> None:
    """Have start number 4 go home after round 1; a helper takes the seat."""
    substitutes.substitute(
        leaver=tournament.entries.get(number=4),
        actor=DIRECTOR,
        stand_in=Entry(house=1, name=HELPER.name, ranked=False),
        start=2,
    )


def _rule(tournament: Tournament) -> None:
    rulings.adjust(
        entry=tournament.entries.get(number=7),
        actor=DIRECTOR,
        chips=-4,
        reason="Looked at a neighbour’s cards twice (judge’s decision)",
        key=f"demo-ruling-{tournament.pk}",
    )


def _end_season(club: Club, year: int) -> None:
    """Let the first season count the best tournaments, and finish it."""
    season = club.seasons.get(slug=str(year))
    formula = replace(PRESETS["best"], best=BEST, planned=PLANNED)
    facts = seasons.SeasonFacts(
        season.name, season.starts, season.ends, season.game, formula
    )
    seasons.change(season=season, actor=DIRECTOR, facts=facts, weights={})
    seasons.finish(season=season, actor=DIRECTOR)
    ended = datetime.combine(season.ends, BEGINS, club.zone)
    club.seasons.filter(pk=season.pk).update(finished_at=ended)
    season.editions.update(at=ended)


def _date_back(tournament: Tournament) -> None:
    """Set the times of all rows to that day."""
    evening = datetime.combine(tournament.date, BEGINS, tournament.club.zone)
    for rnd in tournament.rounds.all():
        begins = evening + (rnd.number - 1) * LASTS
        Round.objects.filter(pk=rnd.pk).update(
            published_at=begins, closed_at=begins + LASTS
        )
        of_round = {"sheet__round": rnd}
        Hand.objects.filter(**of_round).update(at=begins + LASTS / 2)
        Count.objects.filter(**of_round).update(at=begins + LASTS)
        Change.objects.filter(**of_round).update(at=begins + LASTS)
    ends = evening + (ROUNDS + 1) * LASTS
    tournament.changes.filter(sheet=None).update(at=ends)
    tournament.editions.update(at=ends)
    tournament.draws.update(at=evening)
    tournament.adjustments.update(at=ends)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=ends)
    keep_fund(tournament)
