"""Seating: the draw of a tournament or club night, or of its next rounds.

Terms:

* a **field** is everyone to be seated: the players, then the house players;
* a **meeting** is two people at one table in one round, including house players,
  because they are people at the table too;
* a **repeat** is a meeting of a pair that met before. A pair's k-th meeting counts
  k - 1, because a third is worse than two second ones: m meetings are m(m - 1)/2
  repeats;
* people who must not meet form an **apart** group (a couple, a lodge).

Aims of a draw, by priority:

1. people who must not meet are kept apart, as often as possible;
2. no one sits out twice before everyone has once, and standby players sit out before
   all others (this always holds);
3. as few repeats as possible; where it makes no other difference they fall on house
   players, and house players do not share a table;
4. everyone uses the seats of a table evenly, and where tables are of different sizes
   plays at the larger ones evenly;
5. pairs who met before in the season meet as little as that allows (see search.py).

Every draw depends on its request alone, including the seed: the search ends after a
number of steps, never by a clock, so one request always gives one seating.

When people join or leave after a draw, `smallest_change` moves the fewest (see
reseat.py).
"""

from rules.seating.draw import (
    SEASON_SIZES,
    by_standing,
    draw,
    drawn_rounds,
    everybody_once,
    takes_long,
)
from rules.seating.report import report_on, season_on
from rules.seating.request import (
    FOURS,
    Draw,
    DrawError,
    Meeting,
    Reason,
    Report,
    Request,
    RoundSeats,
    Sat,
    SeasonReport,
    blockers,
    house_needed,
    left_over,
    reasons,
    table_sizes,
)
from rules.seating.reseat import Move, Place, Seated, moves, smallest_change

__all__ = [
    "FOURS",
    "SEASON_SIZES",
    "Draw",
    "DrawError",
    "Meeting",
    "Move",
    "Place",
    "Reason",
    "Report",
    "Request",
    "RoundSeats",
    "Sat",
    "SeasonReport",
    "Seated",
    "blockers",
    "by_standing",
    "draw",
    "drawn_rounds",
    "everybody_once",
    "house_needed",
    "left_over",
    "moves",
    "reasons",
    "report_on",
    "season_on",
    "smallest_change",
    "table_sizes",
    "takes_long",
]
