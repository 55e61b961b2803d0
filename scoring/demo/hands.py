"""The deals of the demo club's past evenings: made up, with what each player can.

A game is played by all kinds of hands: few Prevers, a Kontra now and then, hardly ever
a Valat; and who plays well has a few card points more.
"""

import random
from collections.abc import Sequence
from typing import Any

EVEN = 56.0  # card points that Povinost and partner make on average
ALONE = 52.0  # what a Prever player makes
LUCK = 9.0  # card points, one standard deviation
SKILL = 1.2
MOST_POINTS = 106
VALUES = ("taroky", "beeda", "trull", "kings", "pane", "uni", "velki", "trull_pane")
HOW_OFTEN = (30, 14, 9, 2, 14, 3, 2, 2)


def skill_of(name: str) -> float:
    """Card points a hand that somebody makes above the average; the same each evening."""
    return random.Random(name).gauss(0, SKILL)


def deal(
    povinost: int, skills: Sequence[float], chance: random.Random
) -> dict[str, Any]:
    """The record of one hand; `skills` are those of the seats, seat 1 first."""
    record: dict[str, Any] = {"povinost": povinost}
    if chance.random() < 0.07:
        side = [chance.randrange(len(skills)) + 1]
        record |= {"bid": "prever", "declarer": side[0]}
        record["prever_set"] = chance.choices((1, 2, 3), (8, 2, 1))[0]
    else:
        others = [seat for seat in range(1, len(skills) + 1) if seat != povinost]
        side = [povinost, chance.choice(others)]
        record |= {"bid": "povinost", "declarer": povinost, "partner": side[1]}
    points = _points(side, skills, chance)
    record["points"] = points
    if chance.random() < (0.14 if points < EVEN else 0.04):
        record["challenge"] = "re" if chance.random() < 0.1 else "kontra"
    if chance.random() < 0.2:
        seat = chance.randrange(len(skills)) + 1
        record["values"] = {str(seat): chance.choices(VALUES, HOW_OFTEN)}
    feats = _feats(points, chance)
    if "valat" in feats:
        record.pop("challenge", None)
    return record | feats


def _points(side: list[int], skills: Sequence[float], chance: random.Random) -> int:
    """What the declarer's side makes; nobody takes everything without a Valat."""
    ours = [skills[seat - 1] for seat in side]
    theirs = sum(skills) - sum(ours)
    usual = EVEN if len(side) > 1 else ALONE + 2 * ours[0]
    points = round(chance.gauss(usual + sum(ours) - theirs, LUCK))
    return min(max(points, 10), MOST_POINTS - 10)


def _feats(points: int, chance: random.Random) -> dict[str, Any]:
    """The I of trumps in the last trick; once in hundreds of hands all tricks."""
    half = MOST_POINTS // 2
    won = "declarer" if points > half else "opponents"
    if abs(points - half) > 2.5 * LUCK and chance.random() < 0.3:
        return {"valat": {"side": won, "announced": False, "made": True}}
    if chance.random() > 0.12:
        return {}
    announced = chance.random() < 0.3
    made = not announced or chance.random() < 0.7
    return {"pagat": {"side": won, "announced": announced, "made": made}}
