"""Who met whom at the season's earlier evenings: what a draw keeps apart softly."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from clubs.wording import say_many
from rules.seating import SeasonReport
from scoring.models import Entry, Round, Seat, Tournament

Met = tuple[tuple[int, int, int], ...]  # two entries, and how often they met


def met_this_season(tournament: Tournament, entries: Iterable[Entry]) -> Met:
    """Pairs of these entries of it who shared a table in the season's earlier ones.

    Earlier is what has an earlier day in the season, or the same day and was made
    before. A meeting is a meeting whoever the chips counted for. One query; nothing, and
    no query, where the tournament does not ask for it.
    """
    if not tournament.season_meetings:
        return ()
    here = {each.player_id: each.pk for each in entries if each.player_id}
    tables: dict[int, list[int]] = defaultdict(list)
    for sheet, player in _seats_before(tournament):
        if player in here:
            tables[sheet].append(here[player])
    times = Counter(
        pair for people in tables.values() for pair in combinations(sorted(people), 2)
    )
    return tuple((*pair, often) for pair, often in sorted(times.items()))


def season_said(season: SeasonReport[int]) -> str:
    """37 of 40 players meet somebody new this season."""
    return say_many(
        "{new} of {n} player meets somebody new this season.",
        "{new} of {n} players meet somebody new this season.",
        season.seated,
        new=season.meet_new,
    )


def _seats_before(tournament: Tournament) -> list[tuple[int, int]]:
    """Sheet and player of each seat in the season's earlier rounds."""
    season = Tournament.objects.filter(season=tournament.season_id)
    earlier = season.filter(date__lt=tournament.date) | season.filter(
        date=tournament.date, pk__lt=tournament.pk
    )
    rounds = Round.objects.filter(tournament__in=earlier, state__in=Round.COUNTING)
    seats = Seat.objects.filter(round__in=rounds, entry__player__isnull=False)
    return list(seats.order_by("pk").values_list("sheet", "entry__player"))
