"""A field of any size, its rounds played and in force, written in few queries."""

import random
from typing import Any

from clubs.models import Club, Player
from scoring.models import Count, Entry, Round, Seat, Sheet, Tournament
from scoring.results import stored
from scoring.rollups.updates import follow
from tests import builders


def field(club: Club, players: int, rounds: int = 3, **facts: Any) -> Tournament:
    """Every sheet has one count that stands for a verified one; seats have its scores."""
    tournament = builders.tournament(
        club, **{"name": f"Field of {players}", "rounds_planned": rounds, **facts}
    )
    first = club.players.count() + 1
    people = Player.objects.bulk_create(
        Player(club=club, number=n, name=f"Marie Kubala {n}")
        for n in range(first, first + players)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=n,
            player=each,
            name=each.name,
            lodge=f"Lodge {n % 10}",
            classes=["Women"] if n % 2 else [],
            paid=True,
            state=Entry.State.HERE,
            lot=n,
        )
        for n, each in enumerate(people, start=1)
    )
    chance = random.Random(players)
    for number in range(1, rounds + 1):
        chance.shuffle(entries)
        play_round(tournament, number, entries, chance)
    stored.refresh(tournament, actor=builders.command(), reason="a field")
    follow(tournament.pk)
    return tournament


def play_round(
    tournament: Tournament, number: int, entries: list[Entry], chance: random.Random
) -> None:
    """The next round, four and four as they stand in the list."""
    rnd = deal_round(tournament, number, entries)
    rnd.state = Round.State.FINISHED
    rnd.save()
    seats: list[Seat] = []
    counts = []
    for sheet in rnd.sheets.prefetch_related("seats"):
        must_total = 4 * tournament.start_chips
        three = [chance.randint(-20, 160) for _ in range(3)]
        scores = [*three, must_total - sum(three)]
        for seat, score in zip(sheet.seats.all(), scores, strict=True):
            seat.score = score
            seats.append(seat)
        counts.append(_count(sheet, scores, must_total))
    Seat.objects.bulk_update(seats, ["score"], batch_size=200)
    Count.objects.bulk_create(counts)


def deal_round(tournament: Tournament, number: int, entries: list[Entry]) -> Round:
    """A round that is played, four and four as they stand in the list."""
    rnd = Round.objects.create(tournament=tournament, number=number, state="open")
    sheets = Sheet.objects.bulk_create(
        Sheet(round=rnd, table=table, code=f"{rnd.pk}-{table}")
        for table in range(1, len(entries) // 4 + 1)
    )
    Seat.objects.bulk_create(
        Seat(
            sheet=sheet,
            round=rnd,
            position=position,
            entry=entry,
            credit=entry,
        )
        for at, sheet in enumerate(sheets)
        for position, entry in enumerate(entries[4 * at : 4 * at + 4], 1)
    )
    return rnd


def _count(sheet: Sheet, scores: list[int], must_total: int) -> Count:
    numbers: dict[str, int] = {}
    for n, score in enumerate(scores, start=1):
        numbers |= {f"held{n}": max(score, 0), f"borrowed{n}": max(-score, 0)}
        numbers |= {f"ruled{n}": 0, f"score{n}": score}
    return Count(
        sheet=sheet,
        number=1,
        by_name="a test",
        source="import",
        key=f"field-{sheet.pk}",
        must_total=must_total,
        **numbers,
    )
