"""The hall screen: clock, seats by name, standings, podium, announcements."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from clubs.i18n import guessed, message, place_text
from clubs.models import Club
from scoring.core.process_cache import ProcessCache
from scoring.desk.overview import EventOverview, RoundLine, evening_of
from scoring.draw.seats import seats_in
from scoring.models import Phone, Round, Sheet, Tournament
from scoring.results.rows import StandingsLine
from scoring.results.standings_table import table_of
from scoring.results.stored import version_of
from scoring.tournaments.announcements import announcements_of

State = dict[str, Any]
_states: ProcessCache[State] = ProcessCache(most=64)  # one of 400 players takes 60 kB
# Places on the podium; more people than this are only listed.
PODIUM, MOST_ON_PODIUM = 3, 6


def screen_of(
    tournament: Tournament, current_time: datetime, round_choice: str = ""
) -> State:
    """Return the screen's state as plain values, names as the club shows them.

    Drafts aren't included. `round_choice` selects the seats: “this” or “next” round, or
    by default the one that people look for. Read again only for another version:
    nothing depends on `current_time`, since the screen's own clock runs to the given
    end. Times are in ms since 1970 by the server's clock.
    """
    playing = Phone.objects.filter(sheet__round__tournament=tournament.pk)
    rounds = playing.order_by().values_list("sheet__round", flat=True).distinct()
    # A phone that joins means that its round has begun, but doesn't change the version.
    key = (tournament.pk, version_of(tournament), frozenset(rounds), round_choice)
    return dict(
        _states.get(key, partial(_read, tournament, key[1], current_time, round_choice))
    )


def _read(
    tournament: Tournament, version: str, current_time: datetime, round_choice: str
) -> State:
    club = tournament.club
    evening = evening_of(tournament, current_time)
    line = None if tournament.finished_at else evening.running
    seated = _seated(evening, line, round_choice)
    return {
        "version": version,
        "zone": club.time_zone,
        "name": tournament.name,
        "round": message("Round {n}", n=line.round.number) if line else "",
        "clock": _clock(line),
        "announcements": [
            announcement.text for announcement in announcements_of(tournament)
        ],
        "seats": _seats(tournament, seated) if seated else None,
        **_standings(tournament),
        "look": [club.emblem_mark, club.colour, club.thanks],
    }


def _seated(
    evening: EventOverview, line: RoundLine | None, round_choice: str
) -> RoundLine | None:
    """Return the round whose seats people look for.

    The next round, once half the sheets are in.
    """
    if line is None or round_choice == "this":
        return line
    later = (
        coming for coming in evening.played if coming.round.number > line.round.number
    )
    is_ending = 2 * len(line.progress.missing) <= line.tables
    return next(later, line) if is_ending or round_choice == "next" else line


def _clock(line: RoundLine | None) -> State | None:
    if line is None or line.face is None:
        return None
    face, rnd = line.face, line.round
    longer = Sheet.objects.filter(round=rnd, extra_minutes__gt=0).order_by("table")
    return {
        "ends": None if face.is_paused else face.ends_ms,
        "left": face.left if face.is_paused else None,
        "minutes": face.clock.minutes,
        "longer": list(longer.values_list("table", "extra_minutes")),
    }


def _seats(tournament: Tournament, line: RoundLine) -> State:
    rnd: Round = line.round
    rnd.tournament = tournament
    found = seats_in(rnd).by_name
    short = _shorter([seat.name for seat in found], tournament.club)
    return {
        "title": message("Round {n}: your table", n=rnd.number),
        "rows": [
            (seat.name, seat.label, seat.table, short.get(seat.name, ""))
            for seat in found
        ],
    }


def _standings(tournament: Tournament) -> State:
    """Return the standings and, once they are final, the podium."""
    table = table_of(tournament)
    if not table.has_scores:
        return {"standings": None, "podium": None}
    short = _shorter([line.person.name for line in table.lines], tournament.club)
    rows = [
        (
            place_text(line.place, line.tied),
            line.person.name,
            line.total,
            short.get(line.person.name, ""),
        )
        for line in table.lines
    ]
    first = sum(line.place <= PODIUM for line in table.lines)
    is_shown = table.is_final and 0 < first <= MOST_ON_PODIUM
    rounds = [_rounds(line) for line in table.lines[:first]] if is_shown else []
    state = f"{table.state[:1].lower()}{table.state[1:]}"
    return {
        "standings": {
            "title": message("Standings: {state}", state=state),
            "rows": rows,
        },
        "podium": {
            "title": message("Top three"),
            "rows": [
                (line.place, *row, numbers)
                for line, row, numbers in zip(table.lines, rows, rounds, strict=False)
            ],
        }
        if is_shown
        else None,
    }


def _rounds(line: StandingsLine) -> list[int] | list[float]:
    """Return the chips of each round to draw as piles; none if one is a loss."""
    row = [*line.stack.row]
    return row if min(row, default=-1) >= 0 else []


def _shorter(names: Sequence[str], club: Club) -> dict[str, str]:
    """Return names with initials, for lines that are too short for the names.

    Names that would look equal are left out.
    """
    first = club.writes_family_first  # a guess: names split by hand would cost a query
    short = {name: guessed(name, family_first=first).family_whole for name in names}
    counts = Counter(short.values())
    return {
        name: short_name
        for name, short_name in short.items()
        if counts[short_name] == 1
    }
