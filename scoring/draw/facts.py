"""What a draw needs to know, and what of it is kept."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from clubs.wording import say
from rules.problems import Problem
from rules.seating import FOURS, Report, Request, RoundSeats, house_needed, table_sizes
from rules.seating import left_over as beyond
from scoring.games.game_adapter import sizes_of
from scoring.models import Entry, Round, Seat, SitOut, Tournament
from scoring.results.selectors.standings_table import table_of
from scoring.results.selectors.stored import standing_for

MOVED = "swap"  # what the log says of a move by hand; `new` is the round


def players_here(tournament: Tournament) -> list[Entry]:
    """Who is here and plays: everybody the draw gives a seat or a sit-out."""
    return players_among(tournament.entries.all())


def players_among(entries: Iterable[Entry]) -> list[Entry]:
    """The same of all entries of a tournament; by start number.

    A house player is among them while he sits for somebody, who then is not.
    """
    everybody = list(entries)
    replaced = {each.substitute_for_id for each in everybody}
    return sorted(
        (
            each
            for each in everybody
            if each.state == Entry.State.HERE
            and (each.house is None or each.substitute_for_id is not None)
            and each.pk not in replaced
        ),
        key=lambda each: (each.house or 0, each.number or 0),
    )


def fixed_tables(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """Who of these cannot move, and the number of his table."""
    return [(each.pk, each.fixed_table) for each in entries if each.fixed_table]


def apart_groups(
    tournament: Tournament,
) -> tuple[list[frozenset[int]], list[Problem]]:
    """Entries that must not meet, by the tournament's list and by lodge."""
    numbers = dict(tournament.entries.exclude(number=None).values_list("number", "pk"))
    groups: list[frozenset[int]] = []
    problems: list[Problem] = []
    for text in tournament.apart.splitlines():
        words = text.replace(",", " ").split()
        unknown = [w for w in words if not (w.isdecimal() and int(w) in numbers)]
        if unknown:
            names = ", ".join(unknown)
            message = say(
                "Must not meet: there is no start number {numbers}.", numbers=names
            )
            problems.append(Problem("apart_unknown", "apart", message))
        known = frozenset(numbers[int(word)] for word in words if word not in unknown)
        if len(known) > 1:
            groups.append(known)
    if tournament.lodges_apart:
        groups += _lodges(tournament)
    return groups, problems


def _lodges(tournament: Tournament) -> list[frozenset[int]]:
    lodges: dict[str, set[int]] = defaultdict(set)
    for entry in tournament.entries.filter(house=None).exclude(lodge=""):
        lodges[entry.lodge.strip().casefold()].add(entry.pk)
    return [frozenset(members) for members in lodges.values() if len(members) > 1]


def rounds_left(tournament: Tournament) -> int:
    """Planned rounds that are not published yet; cancelled ones do not count."""
    published = tournament.rounds.filter(state__in=Round.COUNTING).count()
    return max(0, tournament.rounds_planned - published)


def seats_of(
    rounds: Sequence[Round] | QuerySet[Round], here: Iterable[int] = ()
) -> list[RoundSeats[Any]]:
    """Rounds as the rules of seating know them; in a draft all others sit out.

    `here` are the entries that play on, needed for drafts alone. On a free seat sits
    nobody: a key of its own, below 0, that meets each of its table once.
    """
    tables: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    seats = Seat.objects.filter(round__in=rounds).order_by("sheet__table", "position")
    for seat in seats:
        who = -seat.pk if seat.entry_id is None else seat.entry_id
        tables[seat.round_id][seat.sheet_id].append(who)
    out: dict[int, list[int]] = defaultdict(list)
    for sit_out in SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT):
        out[sit_out.round_id].append(sit_out.entry_id)
    for each in rounds:
        if each.state == Round.State.DRAFT:
            seated = {pk for table in tables[each.pk].values() for pk in table}
            out[each.pk] = [pk for pk in here if pk not in seated]
    return [
        RoundSeats(
            tables=tuple(tuple(table) for table in tables[each.pk].values()),
            sit_out=tuple(sorted(out[each.pk])),
        )
        for each in rounds
    ]


def draws_by_standing(tournament: Tournament) -> bool:
    """Whether the next draw is that of a last round by standing."""
    return (
        tournament.last_round_by_standing
        and tournament.rounds_planned > 1
        and rounds_left(tournament) == 1
    )


def order_by_standing(tournament: Tournament) -> list[int]:
    """Entries that are here, best placed first; who has no place yet comes last.

    A substitute has the place of the one he plays for, not one of his own besides.
    """
    here = [entry.pk for entry in players_here(tournament)]
    stands_for = standing_for(tournament)
    busy = {*stands_for.values()}
    rows = [line.entry for line in table_of(tournament).lines]
    placed = [stands_for.get(each, each) for each in rows if each not in busy]
    known = [pk for pk in placed if pk in set(here)]
    return known + [pk for pk in here if pk not in set(known)]


def left_over(tournament: Tournament, players: int) -> int:
    """How many sit out in each round, or how many house players it takes."""
    if tournament.spare == Tournament.Spare.HOUSE:
        return house_needed(players, sizes_of(tournament))
    return beyond(players, sizes_of(tournament))


def full_tables(tournament: Tournament, players: int) -> int:
    """How many tables so many people fill among themselves."""
    return len(table_sizes(players, sizes_of(tournament)))


def sizes_kept(request: Request[Any]) -> dict[str, Any]:
    """The sizes of its tables as a draw's input keeps them.

    Nothing where they are of four, as in every draw before there were others.
    """
    return {} if request.sizes == FOURS else {"sizes": list(request.sizes)}


def _season_kept(report: Report) -> dict[str, Any]:
    season = report.season
    if season is None:
        return {}
    return {
        "season": {
            "seated": season.seated,
            "meet_new": season.meet_new,
            "pairs": season.pairs,
            "again": len(season.again),
        }
    }


def as_kept(report: Report) -> dict[str, Any]:
    """A report as JSON can carry it."""
    return {
        **_season_kept(report),
        "repeats": report.repeats,
        "most_meetings": report.most_meetings,
        "most_met": report.most_met,
        "all_met_once": report.all_met_once,
        "repeated": [[*each.pair, list(each.rounds)] for each in report.repeated],
        "least_possible": report.least_possible,
        "none_avoidable": report.none_avoidable,
        "seat_imbalance": report.seat_imbalance,
        "apart_broken": [
            [*each.pair, list(each.rounds)] for each in report.apart_broken
        ],
    }
