"""The currency of a club and of its events."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db import models, transaction
from django.db.models import Q, QuerySet

from clubs.i18n import lazy_message, message
from clubs.i18n.currency import digits_of, money
from clubs.merging import SAVED_AT_ONCE
from clubs.models import Club
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    keep_fund,
    log,
)
from scoring.models import Tournament
from scoring.models.log_messages import log_message
from scoring.results.prizes import MONEY

FIXED = Q(prize_kind=Tournament.Prizes.FIXED) & ~Q(prizes=[])
WITH_AMOUNTS = Q(fee__gt=0) | Q(prize_extra__gt=0) | Q(prize_kept__gt=0) | FIXED


class CurrencyScope(models.TextChoices):
    """A choice of which events with amounts switch to the new currency."""

    NEW = "new", lazy_message("none (they keep their current currency)")
    OPEN = "open", lazy_message("events that aren’t finished")
    ALL = (
        "all",
        lazy_message(
            "all events, including finished ones (they were in this currency all along)"
        ),
    )


@dataclass(frozen=True, slots=True)
class Amounts:
    """The number of events with a fee or amounts of prizes."""

    running: int
    finished: int


def amounts_of(club: Club) -> Amounts:
    with_amounts = club.tournaments.filter(WITH_AMOUNTS)
    running = with_amounts.filter(finished_at=None).count()
    return Amounts(running, with_amounts.count() - running)


@transaction.atomic
def change_currency(
    *, club: Club, actor: Actor, currency: str, evenings: str, seen: str, key: str = ""
) -> None:
    """Change the currency of the club and of events without amounts.

    Events with amounts switch as `evenings` says (a CurrencyScope). No amount is
    converted: 7.50 stays 7.50. Raises ActionRefused if an amount has coins that the new
    currency lacks; Conflict if the club's currency wasn't `seen`.
    """
    if find_duplicate(key):
        return
    # Lock tournaments before their club, in the order of other writers.
    rows = club.tournaments.select_for_update(no_key=True).order_by("pk")
    others = list(_affected(rows.exclude(currency=currency), evenings))
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if fresh.currency != seen:
        raise Conflict(SAVED_AT_ONCE)
    for tournament in others:
        _change(tournament, actor, currency)
    plain = club.tournaments.exclude(WITH_AMOUNTS).exclude(currency=currency)
    for tournament in plain:
        Tournament.objects.filter(pk=tournament.pk).update(currency=currency)
        keep_fund(tournament)
    if fresh.currency == currency:
        return
    fresh.currency = currency
    fresh.save(update_fields=["currency"])
    text = log_message("club.currency_changed", currency=currency)
    log(actor, "settings", text, club=fresh, key=key, old=seen, new=currency)


def _affected(rows: QuerySet[Tournament], evenings: str) -> Iterable[Tournament]:
    if evenings == CurrencyScope.ALL:
        return rows.filter(WITH_AMOUNTS)
    if evenings == CurrencyScope.OPEN:
        return rows.filter(WITH_AMOUNTS, finished_at=None)
    return ()


def _change(tournament: Tournament, actor: Actor, currency: str) -> None:
    old = tournament.currency
    for name in MONEY:
        coins = _as_written(tournament, getattr(tournament, name), currency)
        setattr(tournament, name, coins)
    if tournament.prize_kind == Tournament.Prizes.FIXED:
        tournament.prizes = [
            _as_written(tournament, prize, currency) for prize in tournament.prizes
        ]
    for cost in tournament.costs.all():
        cost.coins = _as_written(tournament, cost.coins, currency)
        cost.save(update_fields=["coins"])
    tournament.currency = currency
    tournament.save(update_fields=[*MONEY, "prizes", "currency"])
    text = log_message("tournament.currency_changed", currency=currency)
    log(actor, "settings", text, tournament=tournament, old=old, new=currency)


def _as_written(tournament: Tournament, coins: int, currency: str) -> int:
    """Return the same figure in another currency's coins: 7500 fils for 750 cents."""
    more = digits_of(currency) - digits_of(tournament.currency)
    scaled = Decimal(coins).scaleb(more)
    if scaled != int(scaled):
        text = message(
            "{tournament} has {amount}, but {currency} doesn’t have coins that "
            "small. Change that amount first, or keep that event’s currency.",
            **{"tournament": tournament.name, "currency": currency},
            amount=money(coins, tournament.currency),
        )
        raise ActionRefused(text, "currency")
    return int(scaled)
