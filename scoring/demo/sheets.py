"""The sheets of the demo club's evenings that are over.

They are written whole, for hand by hand it would take a minute. The audit holds these
rows as it holds all others.
"""

import random

from clubs.wording import say
from rules.sheet import as_written
from scoring.core.services.changes import Actor, log
from scoring.demo import hands as demo_hands
from scoring.games.table_rules import rules_at
from scoring.models import Count, Hand, Seat, Sheet, Tournament
from scoring.sheets.counts import VERIFIED
from scoring.sheets.sheet import seat_columns, where

DIRECTOR = Actor(None, "Dorothy Kasper", "demo")
HELPER = Actor(None, "Leon Mikulec", "demo")
RECORDED = 0.9  # share of the sheets on which the hands are written down


def write_sheets(tournament: Tournament, chance: random.Random) -> None:
    """Every sheet of the evening with its hands, counted and verified."""
    found = Sheet.objects.filter(round__tournament=tournament).select_related("round")
    hands: list[Hand] = []
    counts: list[Count] = []
    seats: list[Seat] = []
    for sheet in found.prefetch_related("seats__entry").order_by("round", "table"):
        sheet.round.tournament = tournament
        scores = _play(sheet, chance, hands)
        counts.append(_count(sheet, scores))
        for seat, score in zip(sheet.seats.all(), scores, strict=True):
            seat.score = score
            seats.append(seat)
    Hand.objects.bulk_create(hands)
    _verify(Count.objects.bulk_create(counts))
    Seat.objects.bulk_update(seats, ["score"])


def _play(sheet: Sheet, chance: random.Random, hands: list[Hand]) -> list[int]:
    """The scores of a table; where its hands are written down, they join the others."""
    skills = [demo_hands.skill_of(seat.name) for seat in sheet.seats.all()]
    records = [
        demo_hands.deal(n % len(skills) + 1, skills, chance)
        for n in range(sheet.round.tournament.hands_per_round or 0)
    ]
    table, nets = rules_at(sheet), [0] * len(skills)
    written = chance.random() < RECORDED
    for n, (record, settled) in enumerate(
        zip(records, table.fold(records), strict=True), start=1
    ):
        nets = [so_far + net for so_far, net in zip(nets, settled.net, strict=True)]
        if written:
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
    """Each once more, signed by the player on seat 1."""
    for each in counts:
        sheet, scores = each.sheet, ", ".join(map(str, each.scores))
        text = say("counted round {round}, table {table}", **where(sheet))
        log(DIRECTOR, "count", text, sheet=sheet, key=each.key, new=scores)
        each.confirms_id, each.pk, each.number = each.pk, None, 2
        each.witness, each.witness_seat = Count.Witness.PAPER, 1
        each.key, each.by_name = f"{each.key}-verified", HELPER.name
        text = say(VERIFIED[each.witness], **where(sheet))
        log(HELPER, "verify", text, sheet=sheet, key=each.key, new=scores)
    Count.objects.bulk_create(counts)
