"""A hall whose tables are about to play, and whether all they saved is there after."""

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.urls import reverse

from benchmarks.hands import SEED, plain, rich
from scoring.audit.integrity import differences_in
from scoring.models import Hand, Sheet, Tournament, TrayHand
from tests import builders
from tests.fields import play_round

Saved = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Where a sheet is, the keys of its two phones, what the first is going to send."""

    path: str
    phones: tuple[str, str]
    hands: tuple[dict[str, Any], ...]


class Hall:
    """An evening with so many tables of so many hands each; plain ones and rich ones.

    The scores of `played` rounds are in.
    """

    @transaction.atomic  # one flush to the disk instead of thousands
    def __init__(
        self, tables: int, hands: int, name: str = "Fall Tarok", played: int = 0
    ) -> None:
        club = builders.club(slug=name.lower().replace(" ", "-"))
        self.tournament: Tournament = builders.tournament(
            club, name=name, rounds_planned=played + 2
        )
        self.chance = random.Random(f"{SEED} {name}")
        people = builders.entries(self.tournament, 4 * tables)
        for number in range(1, played + 1):
            self.chance.shuffle(people)
            play_round(self.tournament, number, people, self.chance)
        sheets = builders.published_round(self.tournament, tables).sheets.all()
        self.tables = [self._table(sheet, hands) for sheet in sheets]

    def plan(self, port: int, news_every: float) -> dict[str, Any]:
        """What the phones are told (benchmarks.table.phones)."""
        tables = [asdict(table) for table in self.tables]
        return {"port": port, "news_every": news_every, "tables": tables}

    def _table(self, sheet: Sheet, hands: int) -> Table:
        path = reverse("scoring:table", args=[sheet.token])
        phones = (builders.phone(sheet, 1).key, builders.phone(sheet, 2).key)
        return Table(path, phones, tuple(self._hand(n) for n in range(1, hands + 1)))

    def _hand(self, number: int) -> dict[str, Any]:
        record = (plain, rich)[number % 2](self.chance)
        return {
            "key": f"{self.chance.getrandbits(128):032x}",
            "number": number,
            "record": record,
            "dealer": None,
            "note": "",
            "replaces": None,
            "reason": "",
        }

    def findings(self, saved: dict[str, Saved]) -> Iterator[str]:
        """What is wrong, given what the phones were told by the key of each hand."""
        yield from differences_in(self.tournament)
        sheets = Sheet.objects.filter(round__tournament=self.tournament)
        for item in TrayHand.objects.filter(sheet__in=sheets):
            yield f"{item}, though nobody else wrote"
        rows = list(Hand.objects.filter(sheet__in=sheets).order_by("sheet", "pk"))
        if len(rows) != len(saved):
            yield f"{len(saved)} hands were answered, {len(rows)} are kept"
        totals: dict[int, list[int]] = {}
        for row in rows:
            start = [self.tournament.start_chips] * 4
            now = zip(totals.get(row.sheet_id, start), row.net, strict=True)
            totals[row.sheet_id] = [sum(nets) for nets in now]
            kept = {
                "key": row.key,
                "number": row.number,
                "net": list(row.net),
                "totals": totals[row.sheet_id],
            }
            if saved.get(row.key) != kept:
                yield f"kept {kept}, the phone was told {saved.get(row.key)}"
