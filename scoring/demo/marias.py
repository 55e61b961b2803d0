"""The demo club's Mariás tournament, at tables of three and one of four."""

import random
from datetime import date, timedelta
from typing import Any

from clubs.models import Club
from rules.sheet import SeatCount
from scoring.demo.evenings import SEED, new, published
from scoring.demo.sheets import DIRECTOR, HELPER
from scoring.draw import draws
from scoring.games.table_sizes import hands_at, smallest_at
from scoring.models import Sheet
from scoring.results import stored
from scoring.sheets import counts, hand_writes
from scoring.sheets.hand_writes import SentHand
from scoring.sheets.hands import totals_of
from scoring.sheets.sheet import life_of
from scoring.tournaments import tournaments

PEOPLE, ROUNDS, HANDS = 13, 2, 6
SUITS = ("acorns", "leaves", "bells", "hearts")
AGO = timedelta(days=14)


def finished(club: Club, today: date, chance: random.Random) -> None:
    """Create two rounds of thirteen players; the recorded deals make the scores."""
    tournament = new(
        club,
        "Mariás",
        today - AGO,
        PEOPLE,
        game="marias",
        rounds_planned=ROUNDS,
        hands_per_round=HANDS,
    )
    draws.draw(tournament=tournament, actor=DIRECTOR, whole_evening=True, seed=SEED)
    with stored.compute_once(tournament, DIRECTOR):
        for rnd in published(tournament, ROUNDS):
            for sheet in rnd.sheets.all():
                size = sheet.size
                for n in range(hands_at(tournament, size, smallest_at(rnd)) or HANDS):
                    _deal(sheet, size, n, chance)
                _verified(sheet)
    tournaments.finish(tournament=tournament, actor=DIRECTOR)


def _deal(sheet: Sheet, size: int, n: int, chance: random.Random) -> None:
    """Record a deal; everyone deals in turn, the next seat plays, sometimes Betl."""
    dealer = n % size + 1
    record: dict[str, Any] = {"table": size, "dealer": dealer}
    if n == HANDS - 1:
        facts = {"soloist": dealer % size + 1, "made": chance.random() < 0.5}
        record |= {"contract": "betl", **facts}
    else:
        points = 10 * chance.randint(2, 8)
        record |= {"contract": "game", "trump": chance.choice(SUITS), "points": points}
        if not n % 3:
            record["marriages"] = {"soloist": [chance.choice(SUITS)]}
    hand_writes.record(sheet=sheet, actor=HELPER, sent=SentHand(f"demo-{n}", record))


def _verified(sheet: Sheet) -> None:
    """Count and verify the sums of the deals, as signed by the table."""
    count = counts.count(
        sheet=sheet,
        actor=DIRECTOR,
        seats=[SeatCount(total) for total in totals_of(sheet)],
        seen=life_of(sheet).last_number,
        key=f"demo-{sheet.pk}",
        from_hands=True,
    ).count
    counts.confirm(
        sheet=sheet,
        actor=HELPER,
        seen=count.number,
        key=f"{count.key}-verified",
        witness=count.Witness.PAPER,
        witness_seat=1,
    )
