"""The treasurer's sheet: its sums agree with the entries, to the coin."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Change, Entry, Tournament
from scoring.people import check_in, entries
from scoring.standings.prizes import prizes_of
from scoring.standings.treasurer import (
    MOST_COSTS,
    set_costs,
    treasury_of,
)
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()
STATES = ("expected", "here", "absent", "left")


def costs(tournament: Tournament, *rows: tuple[str, int]) -> None:
    read = list(tournament.costs.all())
    set_costs(tournament=tournament, actor=BY, costs=rows, original=read)


def noon(tournament: Tournament, days: int) -> datetime:
    day = tournament.date + timedelta(days)
    hour = datetime.min.time().replace(hour=12)
    return datetime.combine(day, hour, tzinfo=tournament.club.zone)


@pytest.mark.parametrize("seed", range(12))
def test_the_sums_agree_with_the_entries(seed: int) -> None:
    rng = Random(seed)
    currency = rng.choice(["USD", "CZK", "JPY", "KWD"])
    tournament = build.tournament(
        build.club(),
        fee=rng.choice([0, 1, 750, 1_234_567]),
        prize_extra=rng.choice([0, 999]),
        prize_kept=rng.choice([0, 333]),
        prizes=[5_000, 3_333],
        currency=currency,
    )
    build.entries(tournament, rng.randint(1, 30))
    paid = days = 0
    for entry in tournament.entries.all():
        facts: dict[str, Any] = {
            "state": rng.choice(STATES),
            "paid": rng.random() < 0.6,
        }
        when = rng.choice([None, -20, -1, 0, 1])
        if facts["paid"] and when is not None:
            facts["paid_at"] = noon(tournament, when)
            days += when < 0
        facts["if_needed"] = rng.random() < 0.2
        Entry.objects.filter(pk=entry.pk).update(**facts)
        paid += facts["paid"]
    entries.house_players(tournament, 2)
    typed = [(f"Cost {n}", rng.randint(1, 9_999)) for n in range(rng.randint(0, 5))]
    costs(tournament, *typed)

    found = treasury_of(tournament)
    fee = tournament.fee
    assert found.before == days * fee
    assert found.before + found.at_door == paid * fee == prizes_of(tournament).fees
    assert found.owed == found.before + found.at_door + found.open
    assert all(payer.open in (0, fee) for payer in found.payers)
    spent = sum(coins for _, coins in typed)
    came_in = paid * fee + tournament.prize_extra
    assert (found.came_in, found.spent) == (came_in, spent)
    assert found.left == came_in - prizes_of(tournament).payout - spent


def test_who_owes_nothing(tournament: Tournament) -> None:
    Tournament.objects.update(fee=500)
    tournament.refresh_from_db()
    here, away, paid_away, spare, plays = build.entries(tournament, 5)
    rows = Entry.objects
    rows.filter(pk=away.pk).update(state="absent")
    rows.filter(pk=paid_away.pk).update(state="absent", paid=True)
    rows.filter(pk=spare.pk).update(state="left", if_needed=True)
    rows.filter(pk=plays.pk).update(substitute_for=here, substitute_from=1)
    found = treasury_of(tournament)
    assert [payer.owed for payer in found.payers] == [500, 0, 500, 0, 0]
    assert [payer.open for payer in found.payers] == [500, 0, 0, 0, 0]


def test_the_moment_of_paying_is_kept(tournament: Tournament) -> None:
    Tournament.objects.update(
        fee=500, date=timezone.localdate(timezone=tournament.club.zone)
    )
    tournament.refresh_from_db()
    (one,) = build.entries(tournament, 1)
    check_in.update_entry(entry=one, actor=BY, paid=True)
    one.refresh_from_db()
    assert one.paid_at is not None
    assert treasury_of(tournament).at_door == 500
    Tournament.objects.update(date=tournament.date + timedelta(days=3))
    tournament.refresh_from_db()
    assert treasury_of(tournament).before == 500
    check_in.update_entry(entry=one, actor=BY, paid=False)
    one.refresh_from_db()
    assert one.paid_at is None


def test_costs_are_one_list_and_one_line_of_the_log(tournament: Tournament) -> None:
    costs(tournament, ("Hall", 4_050), ("Food", 999))
    logged = Change.objects.get(what="costs")
    assert logged.new == "Hall 40.50 USD, Food 9.99 USD"
    costs(tournament, ("Hall", 4_050), ("Food", 999))  # nothing new
    assert Change.objects.filter(what="costs").count() == 1
    with pytest.raises(
        Conflict,
        match=message(
            "Someone else saved this at the same moment. Your changes are still "
            "here. Save again."
        ),
    ):
        set_costs(tournament=tournament, actor=BY, costs=[("Cards", 100)], original=[])
    with pytest.raises(ActionRefused, match="List at most"):
        costs(tournament, *[("Hall", 1)] * (MOST_COSTS + 1))
    costs(tournament)
    assert not tournament.costs.exists()


@pytest.mark.parametrize(
    ("time_zone", "days", "hour", "is_before"),
    [
        ("America/Chicago", -1, 22, True),  # the tournament's day by UTC
        ("Europe/Prague", 0, 0, False),  # the day before by UTC
    ],
)
def test_the_day_of_a_payment_is_the_clubs(
    tournament: Tournament, time_zone: str, days: int, hour: int, is_before: bool
) -> None:
    Tournament.objects.update(fee=500)
    Club.objects.update(time_zone=time_zone)
    tournament = Tournament.objects.get()
    build.entries(tournament, 1, paid=True)
    at = noon(tournament, days).replace(hour=hour)
    Entry.objects.update(paid_at=at)
    found = treasury_of(tournament)
    assert (found.before, found.at_door) == ((500, 0) if is_before else (0, 500))


def test_somebody_on_standby_who_got_a_seat_owes_the_fee(
    tournament: Tournament,
) -> None:
    Tournament.objects.update(fee=500)
    tournament.refresh_from_db()
    *others, seated, spare = build.entries(tournament, 5)
    Entry.objects.filter(pk__in=(seated.pk, spare.pk)).update(if_needed=True)
    build.published_round(tournament, [[*others, seated]])
    found = treasury_of(tournament)
    assert [payer.owed for payer in found.payers] == [500] * 4 + [0]
    assert prizes_of(tournament).payers == 4
    assert check_in.check_in_of(tournament).payers == 4
