"""The board of records and honours follows the facts, whatever happens to them."""

import itertools
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from rules.history import (
    Evening,
    Played,
    PlayedHand,
    PlayedRound,
    all_time,
    club_records,
    pins,
)
from scoring.core.writes import ActionRefused
from scoring.history.record_book import board_of
from scoring.models import Adjustment, Round, Seat, Tally, Tournament
from scoring.results.compute import compute_rows
from scoring.tournaments import tournaments
from tests import builders as build
from tests.any_acts import BY, AnyActs
from tests.drill.figures import say, size

pytestmark = pytest.mark.django_db


class FinalActs(AnyActs):
    """Evenings that are declared final, reopened, hidden and moved besides."""

    def acts(self) -> list[Callable[[str], object]]:
        return [*super().acts(), *[self.finishes] * 8, self.reopens, self.changes]

    def finishes(self, key: str) -> None:
        tournaments.finish(tournament=self.one_of(self.evenings), actor=BY)

    def reopens(self, key: str) -> None:
        final = Tournament.objects.exclude(finished_at=None)
        tournaments.reopen(tournament=self.one_of(final), actor=BY)

    def changes(self, key: str) -> None:
        """Hidden or shown, or on another day: as the form saves it."""
        one = Tournament.objects.filter(pk=self.one_of(self.evenings).pk)
        day = build.DAY + timedelta(days=self.chance.randrange(400))
        one.update(**self.chance.choice([{"date": day}, {"public": key[-1] != "1"}]))


def test_a_recount_from_the_facts_is_the_board_whatever_happened() -> None:
    club, chance = build.club(), random.Random(5)
    evenings = [build.tournament(club, name=f"Evening {n}") for n in range(3)]
    for evening in evenings:
        build.entries(evening, 4)
    acts = FinalActs(evenings, chance).acts()
    done, wanted, tries, most = 0, size(20, 1_000), itertools.count(), 0
    while done < wanted or (most < 2 and done < 10 * wanted):
        step = f"step-{next(tries)}"
        try:
            with transaction.atomic():
                chance.choice(acts)(step)
        except ActionRefused:
            continue
        done += 1
        board = board_of(club)
        final = club.tournaments.filter(public=True).exclude(finished_at=None)
        held = list(final.order_by("date", "pk"))
        assert [each.pk for each in board.held] == [each.pk for each in held]
        counted = [Evening(each.date.year, _played(each)) for each in held]
        earned = pins([one.player for one in each.played] for each in counted)
        assert board.pins == earned, step
        if held:
            records = board.games["spjst"].records
            assert _told(records) == _told(club_records(counted)), step
            lines = board.games["spjst"].lines
            assert set(lines) == set(all_time(counted)), step
        most = max(most, len(held))
    assert most > 1
    say(f"{done} corrections, merges, erasures, evenings hidden: 0 records differ")


def _told(records: Any) -> Any:
    """Who holds what since when; who shares a record stands in any order."""
    return {
        kind: [(each.since, each.until, set(each.marks)) for each in chain]
        for kind, chain in records.reigns.items()
    }, records.complete


def _played(evening: Tournament) -> list[Played]:
    """From seats, hands, rulings and the standings reckoned now: from no tally."""
    nets: dict[int, list[PlayedRound]] = {}
    hands: dict[int, list[PlayedHand]] = {}
    seats = Seat.objects.filter(
        round__tournament=evening, round__state__in=Round.COUNTING
    )
    rows = seats.exclude(credit=None).order_by("round__number").select_related()
    for seat in rows:
        where = seat.round.number, seat.sheet.table
        net = seat.score - evening.start_chips
        nets.setdefault(seat.credit_id, []).append(PlayedRound(*where, net))
        in_force = seat.sheet.hands.filter(voided_at=None, replaced_by=None)
        hands.setdefault(seat.credit_id, []).extend(
            PlayedHand(each.net[seat.position - 1], *where, each.number)
            for each in in_force
        )
    ruled: dict[int, int] = {}
    for each in Adjustment.objects.filter(tournament=evening, reversed_at=None):
        ruled[each.entry_id] = ruled.get(each.entry_id, 0) + each.chips
    players = dict(evening.entries.values_list("pk", "player"))
    found = []
    for row in compute_rows(evening):
        entry = row["entry"]
        own, won = nets.get(entry, []), hands.get(entry, [])
        net = sum(each.net for each in own) + ruled.get(entry, 0)
        first = min(won, key=lambda each: (-each.net, *each[1:]), default=None)
        largest = first if first and first.net > 0 else None
        all_hands = len({each.round for each in won}) == len(own)
        found.append(
            Played(
                players[entry],
                row["place"],
                net,
                len(own),
                own,
                largest,
                all_hands,
            )
        )
    return found


def test_a_tally_written_behind_its_back_is_noticed() -> None:
    """As an import, or a restored site, writes them: no standings are reckoned."""
    club = build.club()
    evening = build.tournament(club)
    build.verified_sheet(build.open_sheet(evening))
    tournaments.finish(tournament=evening, actor=BY)
    before = board_of(club).games["spjst"].records.reigns["round"][-1].value
    tally = Tally.objects.get(net=31)
    tally.delete()
    assert before == 31
    assert board_of(club).games["spjst"].records.reigns["round"][-1].value == 4
    tally.pk, tally.results = None, [[1, 1, 150, 4, False]]
    tally.save()
    assert board_of(club).games["spjst"].records.reigns["round"][-1].value == 50
