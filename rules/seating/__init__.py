"""Who sits where: the draw of an evening, or of its next rounds.

Words:

* a **field** is everybody to be seated: the players, then the house players;
* a **meeting** is two people at one table in one round, house players included, for
  they are people at the table too;
* a **repeat** is a meeting of a pair that met before. A pair's k-th meeting counts
  k - 1, for a third is worse than two second ones: m meetings are m(m - 1)/2 repeats;
* people who must not meet form an **apart** group (a couple, a lodge).

What a draw looks for, the first before the second and so on:

1. who must not meet is kept apart, as often as it can be done;
2. nobody sits out twice before everybody has once, and before all others who comes only
   if needed (this always holds);
3. as few repeats as possible; where it makes no other difference they fall on house
   players, and house players do not share a table;
4. everybody uses the seats of a table evenly, and where tables are of different sizes
   comes to the larger ones evenly;
5. who met before tonight meets as little as that leaves room for (see search.py).

Every draw hangs on its request alone, seed included: no clock ends the search, but a
number of steps, so the same request always gives the same seats.

Where somebody comes or leaves afterwards, `smallest_change` moves the fewest (see
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
