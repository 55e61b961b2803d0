"""The sheets of the demo club's finished tournaments, and their deals.

They are written in bulk, because hand by hand it would take a minute. The audit checks
these rows like all others. The hands are of all kinds: few Prevers, an occasional
Kontra, hardly ever a Valat; and a good player makes a few card points more.
"""

import random
from collections.abc import Sequence
from typing import Any

from rules.sheet import as_written
from scoring.core.writes import Actor, log
from scoring.games.table_rules import TableRules, rules_at
from scoring.models import Count, Hand, Seat, Sheet, Tournament
from scoring.models.log_messages import log_message
from scoring.sheets.counts import VERIFIED
from scoring.sheets.sheet import seat_columns

EVEN = 56.0  # card points that Povinost and partner make on average
ALONE = 52.0  # card points that a Prever player makes
LUCK = 9.0  # card points, one standard deviation
SKILL = 1.2
MOST_POINTS = 106
VALUES = ("taroky", "beeda", "trull", "kings", "pane", "uni", "velki", "trull_pane")
HOW_OFTEN = (30, 14, 9, 2, 14, 3, 2, 2)
DIRECTOR = Actor(None, "Dorothy Kasper", "demo")
HELPER = Actor(None, "Leon Mikulec", "demo")
RECORDED = 0.9  # share of the sheets with recorded hands


def skill_of(name: str) -> float:
    """Return a player's card points per hand above average, always the same."""
    return random.Random(name).gauss(0, SKILL)


def deal(
    povinost: int, skills: Sequence[float], chance: random.Random
) -> dict[str, Any]:
    """Return the record of one hand; `skills` are those of the seats, seat 1 first."""
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
    """Return the points of the declarer's side, never all, since that is a Valat."""
    ours = [skills[seat - 1] for seat in side]
    theirs = sum(skills) - sum(ours)
    usual = EVEN if len(side) > 1 else ALONE + 2 * ours[0]
    points = round(chance.gauss(usual + sum(ours) - theirs, LUCK))
    return min(max(points, 10), MOST_POINTS - 10)


def _feats(points: int, chance: random.Random) -> dict[str, Any]:
    """Return a Pagat (I of trumps in the last trick), a Valat, or mostly nothing.

    A Valat (all tricks) occurs once in hundreds of hands.
    """
    half = MOST_POINTS // 2
    won = "declarer" if points > half else "opponents"
    if abs(points - half) > 2.5 * LUCK and chance.random() < 0.3:
        return {"valat": {"side": won, "announced": False, "made": True}}
    if chance.random() > 0.12:
        return {}
    announced = chance.random() < 0.3
    is_made = not announced or chance.random() < 0.7
    return {"pagat": {"side": won, "announced": announced, "made": is_made}}


def write_sheets(tournament: Tournament, chance: random.Random) -> None:
    """Create every sheet of a tournament with its hands, counted and verified."""
    sheets = Sheet.objects.filter(round__tournament=tournament).select_related("round")
    hands: list[Hand] = []
    counts: list[Count] = []
    seats: list[Seat] = []
    for sheet in sheets.prefetch_related("seats__entry").order_by("round", "table"):
        sheet.round.tournament = tournament
        scores = _play(sheet, chance, hands)
        counts.append(_count(sheet, scores))
        for seat, score in zip(sheet.seats.all(), scores, strict=True):
            seat.score = score
            seats.append(seat)
    Hand.objects.bulk_create(hands)
    _verify(Count.objects.bulk_create(counts))
    Seat.objects.bulk_update(seats, ["score"])


def _possible_deal(
    table: TableRules, povinost: int, skills: Sequence[float], chance: random.Random
) -> dict[str, Any]:
    """Return a hand without contradictions, such as a Pagat against another's Trull."""
    while table.problems(record := deal(povinost, skills, chance)):
        pass
    return record


def _play(sheet: Sheet, chance: random.Random, hands: list[Hand]) -> list[int]:
    """Return the scores of a table; recorded hands are added to `hands`."""
    skills = [skill_of(seat.name) for seat in sheet.seats.all()]
    table, nets = rules_at(sheet), [0] * len(skills)
    records = [
        _possible_deal(table, n % len(skills) + 1, skills, chance)
        for n in range(sheet.round.tournament.hands_per_round or 0)
    ]
    is_recorded = chance.random() < RECORDED
    for n, (record, settled) in enumerate(
        zip(records, table.fold(records), strict=True), start=1
    ):
        nets = [so_far + net for so_far, net in zip(nets, settled.net, strict=True)]
        if is_recorded:
            hands.append(
                Hand(
                    sheet=sheet,
                    key=f"demo-{n}",
                    number=n,
                    record=record,
                    engine=table.game.version,
                    by_name=HELPER.name,
                    **table.columns_of(settled),
                )
            )
    return [sheet.round.tournament.start_chips + net for net in nets]


def _count(sheet: Sheet, scores: list[int]) -> Count:
    return Count(
        sheet=sheet,
        number=1,
        key=f"demo-{sheet.pk}",
        by_name=DIRECTOR.name,
        must_total=sheet.must_total,
        **seat_columns(map(as_written, scores)),
    )


def _verify(counts: list[Count]) -> None:
    """Verify each count, signed by the player on seat 1."""
    for count in counts:
        sheet, scores = count.sheet, ", ".join(map(str, count.scores))
        text = log_message("count.entered", **sheet.where)
        log(DIRECTOR, "count", text, sheet=sheet, key=count.key, new=scores)
        count.confirms_id, count.pk, count.number = count.pk, None, 2
        count.witness, count.witness_seat = Count.Witness.PAPER, 1
        count.key, count.by_name = f"{count.key}-verified", HELPER.name
        text = log_message(VERIFIED[count.witness], **sheet.where)
        log(HELPER, "verify", text, sheet=sheet, key=count.key, new=scores)
    Count.objects.bulk_create(counts)
