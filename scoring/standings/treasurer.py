"""The treasurer's sheet: income, expenses and the rest (in coins)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction

from clubs.i18n import joined, message
from clubs.i18n.currency import plain_amount
from clubs.merging import SAVED_AT_ONCE
from scoring.core.writes import ActionRefused, Actor, Conflict, lock, log
from scoring.models import Cost, Entry, Tournament
from scoring.models.log_messages import log_message
from scoring.people.entries import owes_fee, with_seats
from scoring.standings.prizes import PrizeFund, prizes_of

MOST_COSTS = 30


@dataclass(frozen=True, slots=True)
class Payer:
    """An entry with its fee and payments.

    `owed` is the whole fee; `at_door` is what was paid on the day or at an unknown
    time.
    """

    entry: Entry
    owed: int
    before: int
    at_door: int

    @property
    def open(self) -> int:
        """The amount still to be paid."""
        return self.owed - self.before - self.at_door


@dataclass(frozen=True)
class Treasury:
    """The money of one tournament, in the smallest coins of its currency."""

    tournament: Tournament
    payers: tuple[Payer, ...]
    prizes: PrizeFund
    costs: tuple[Cost, ...]

    @cached_property
    def owed(self) -> int:
        return sum(payer.owed for payer in self.payers)

    @cached_property
    def before(self) -> int:
        return sum(payer.before for payer in self.payers)

    @cached_property
    def at_door(self) -> int:
        return sum(payer.at_door for payer in self.payers)

    @property
    def open(self) -> int:
        return self.owed - self.before - self.at_door

    @property
    def added(self) -> int:
        """The amount the club or a sponsor added to the fund."""
        return self.tournament.prize_extra

    @property
    def came_in(self) -> int:
        return self.before + self.at_door + self.added

    @property
    def payout(self) -> int:
        """The prizes by the current standings."""
        return self.prizes.payout

    @cached_property
    def spent(self) -> int:
        return sum(cost.coins for cost in self.costs)

    @property
    def left(self) -> int:
        """The money left in the end; below 0 if expenses exceed income."""
        return self.came_in - self.payout - self.spent


def treasury_of(tournament: Tournament) -> Treasury:
    """Return the current treasurer's sheet; seven queries."""
    entries = tournament.entries.filter(house=None).order_by("number")
    payers = tuple(
        _payer(tournament, entry, is_seated=entry.is_seated)
        for entry in with_seats(entries)
    )
    costs = tuple(tournament.costs.all())
    return Treasury(tournament, payers, prizes_of(tournament), costs)


def _payer(tournament: Tournament, entry: Entry, *, is_seated: bool) -> Payer:
    paid = tournament.fee if entry.paid else 0
    owes = entry.paid or owes_fee(entry, is_seated=is_seated)
    owed = tournament.fee if owes else 0
    zone = tournament.club.zone
    day = entry.paid_at.astimezone(zone).date() if entry.paid_at else tournament.date
    is_before = day < tournament.date
    return Payer(entry, owed, paid if is_before else 0, 0 if is_before else paid)


@transaction.atomic
def set_costs(
    *,
    tournament: Tournament,
    actor: Actor,
    costs: Sequence[tuple[str, int]],
    original: Iterable[Cost] | None = None,
) -> None:
    """Replace the list of costs: a label and coins for each.

    Raises Conflict if the list isn't the `original` one, ActionRefused for too many
    lines.
    """
    fresh = lock(tournament)
    current_costs = list(fresh.costs.all())
    if _as_rows(current_costs) == list(costs):
        return
    old = _in_words(fresh, current_costs)
    if original is not None and _as_rows(current_costs) != _as_rows(original):
        raise Conflict(SAVED_AT_ONCE)
    if len(costs) > MOST_COSTS:
        raise ActionRefused(message("List at most {n} costs.", n=MOST_COSTS))
    fresh.costs.all().delete()
    new = [Cost(tournament=fresh, what=label, coins=coins) for label, coins in costs]
    for cost in new:
        cost.full_clean()
    Cost.objects.bulk_create(new)
    text = log_message("costs.changed")
    log(actor, "costs", text, tournament=fresh, old=old, new=_in_words(fresh, new))


def _as_rows(costs: Iterable[Cost]) -> list[tuple[str, int]]:
    return [(cost.what, cost.coins) for cost in costs]


def _in_words(tournament: Tournament, costs: Iterable[Cost]) -> str:
    amounts = [
        f"{cost.what} {plain_amount(cost.coins, tournament.currency)}" for cost in costs
    ]
    return joined(amounts) or log_message("setting.none")
