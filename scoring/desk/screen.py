"""What the hall's screen shows: clock, seats by name, standings, announcements."""

from datetime import datetime
from typing import Any

from clubs.wording import say
from scoring.desk.overview import Evening, RoundLine, evening_of
from scoring.draw.seats import seats_in
from scoring.models import Round, Sheet, Tournament
from scoring.results.standings import version_of
from scoring.results.table import table_of
from scoring.tournaments.announcements import announcements_of

State = dict[str, Any]


def screen_of(tournament: Tournament, now: datetime, which: str = "") -> State:
    """All of it as plain values, names as the club shows them; no draft is in it.

    `which` round's seats: “this”, “next”, or else the one that people look for. A fixed
    number of queries. Times are ms since 1970 by the server's clock.
    """
    version = version_of(tournament)
    evening = evening_of(tournament, now)
    line = None if tournament.finished_at else evening.running
    seated = _seated(evening, line, which)
    return {
        "version": version,
        "zone": tournament.club.time_zone,
        "name": tournament.name,
        "round": say("Round {n}", n=line.round.number) if line else "",
        "clock": _clock(line),
        "announcements": [
            announcement.text for announcement in announcements_of(tournament)
        ],
        "seats": _seats(tournament, seated) if seated else None,
        "standings": _standings(tournament),
    }


def _seated(evening: Evening, line: RoundLine | None, which: str) -> RoundLine | None:
    """The round whose seats people look for: the next, once half the sheets are in."""
    if line is None or which == "this":
        return line
    later = (
        coming for coming in evening.played if coming.round.number > line.round.number
    )
    is_ending = 2 * len(line.progress.missing) <= line.tables
    return next(later, line) if is_ending or which == "next" else line


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
    return {
        "title": say("Round {n}: your table", n=rnd.number),
        "rows": [(seat.name, seat.label, seat.table) for seat in seats_in(rnd).by_name],
    }


def _standings(tournament: Tournament) -> State | None:
    table = table_of(tournament)
    if not table.has_scores:
        return None
    return {
        "title": say(
            "Standings: {state}", state=f"{table.state[:1].lower()}{table.state[1:]}"
        ),
        "rows": [(line.place, line.person.name, line.total) for line in table.lines],
    }
