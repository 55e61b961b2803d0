"""What a change of settings would do to hands and places, before it is made."""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring.models import Hand, Tournament
from scoring.selectors.standings import reckon
from scoring.services import tournaments
from scoring.services.changes import Actor, lock

# What can move a place or a hand's chips.
TELLING = (
    "preset",
    "house_rules",
    "start_chips",
    "ranking",
    "tie_breaks",
    "drop_worst",
    "sit_out_score",
    "absent_score",
)


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose place or total would be another (chips)."""

    name: str
    old_place: int
    new_place: int
    old_total: int
    new_total: int


@dataclass(frozen=True, slots=True)
class Effects:
    """Places that would move, and how many recorded hands would be worth other chips."""

    moved: tuple[Moved, ...] = ()
    hands: int = 0

    def __bool__(self) -> bool:
        return bool(self.moved or self.hands)

    @property
    def mark(self) -> str:
        """Stands for exactly these effects: consent to them is to no others."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def effects_of(
    *, tournament: Tournament, by: Actor, reason: str = "", **facts: Any
) -> Effects:
    """Try the change and take it back. Raises what the change itself would raise."""
    if all(getattr(tournament, n) == facts[n] for n in TELLING if n in facts):
        return Effects()
    with transaction.atomic():
        lock(tournament)
        rows, nets = reckon(tournament), _nets(tournament)
        changed = tournaments.change(
            tournament=tournament, by=by, reason=reason, **facts
        )
        effects = Effects(
            _moved(changed, rows, reckon(changed)),
            sum(nets[pk] != net for pk, net in _nets(changed).items()),
        )
        transaction.set_rollback(True)
    return effects


def _nets(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    return {hand.pk: hand.net for hand in hands}


def _moved(
    tournament: Tournament, before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> tuple[Moved, ...]:
    names = dict(tournament.entries.values_list("pk", "name"))
    was = {row["entry"]: row for row in before}
    return tuple(
        Moved(
            names[row["entry"]],
            was[row["entry"]]["place"],
            row["place"],
            was[row["entry"]]["total"],
            row["total"],
        )
        for row in after
        if row["entry"] in was and _telling(row) != _telling(was[row["entry"]])
    )


def _telling(row: dict[str, Any]) -> tuple[int, int]:
    return row["place"], row["total"]
