"""Throttling of wrong passwords and codes, counted in the database for all workers.

Failures are counted for each account and household (client network), and for the
account as a whole. The second count only slows strangers down: a browser that signed in
before isn't affected. Otherwise anyone could lock an owner out of their club.
"""

from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.db.models import F, Max, Sum
from django.db.models.functions import Lower

from clubs import server_clock
from clubs.client_networks import household
from clubs.i18n import plural_message
from clubs.models import SignInFailure, User

FREE = 5  # free attempts: a typing mistake costs nothing
FIRST_WAIT = timedelta(seconds=15)
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(hours=6)
# Counted for one household; beyond that, older made-up names are dropped.
MOST_NAMES = 1_000
FREE_OF_ALL = 100  # wrong ones for one account from everywhere
WAIT_OF_ALL = timedelta(minutes=1)  # after that, between any two attempts of strangers
# A row from further ahead was written by a clock that has been set back since.
CLOCKS_DIFFER = timedelta(minutes=1)


@transaction.atomic
def begin_attempt(
    *, username: str, address: str, known: bool = False
) -> timedelta | None:
    """Count an attempt before its password or code is checked; None if it can proceed.

    Otherwise returns the remaining wait. `known` is a browser where this account signed
    in before. Counting first means that many attempts at once are counted, too; a
    correct password or code clears the count.
    """
    current_time = server_clock.now()
    _forget(current_time)
    _forget_made_up_names(household(address))
    row, _ = SignInFailure.objects.select_for_update().get_or_create(
        username=_as_counted(username),
        address=household(address),
        defaults={"last_at": current_time},
    )
    wait = row.last_at + _wait_after(row.failures) - current_time
    if not known:
        wait = max(wait, _wait_of_all(row, current_time))
    if wait > timedelta(0):
        return wait
    row.failures += 1
    row.last_at = current_time
    row.save()
    return None


@transaction.atomic
def attempt_succeeded(
    *, username: str, address: str, code_to_come: bool = False
) -> None:
    """Clear the failures here; before a code, only uncount this password.

    Otherwise anyone with the password could use it to clear their wrong guesses of the
    code.
    """
    rows = SignInFailure.objects.filter(
        username=_as_counted(username), address=household(address)
    )
    if code_to_come:
        rows.filter(failures__gt=0).update(failures=F("failures") - 1)
    else:
        rows.delete()


def reset_failures(*, username: str) -> None:
    """Clear the failures of a user who has a new password."""
    SignInFailure.objects.filter(username=_as_counted(username)).delete()


def _as_counted(username: str) -> str:
    return username.casefold()[:150]


def _forget(current_time: datetime) -> None:
    """Delete old rows, and rows that a wrong clock wrote."""
    SignInFailure.objects.exclude(
        last_at__range=(current_time - FORGOTTEN_AFTER, current_time + CLOCKS_DIFFER)
    ).delete()


def _forget_made_up_names(address: str) -> None:
    """Limit the rows of one household, whatever made-up names someone there types.

    Rows of accounts stay, because each one throttles guesses of a password. No one
    waits for another's made-up names: a whole hall is one household.
    """
    rows = SignInFailure.objects.filter(address=address)
    if rows.count() < MOST_NAMES:
        return
    names = list(rows.order_by("last_at").values_list("username", flat=True))
    lowered = User.objects.annotate(lowered=Lower("username"))
    known = set(lowered.filter(lowered__in=names).values_list("lowered", flat=True))
    # A name with capitals belongs to another counter, such as that of the tables'
    # codes.
    typed = [name for name in names if name == _as_counted(name)]
    made_up = [name for name in typed if name not in known]
    rows.filter(username__in=made_up[: MOST_NAMES // 2]).delete()


def _wait_of_all(row: SignInFailure, current_time: datetime) -> timedelta:
    """Return the wait for a stranger after many wrong passwords from everywhere."""
    tried = SignInFailure.objects.filter(username=row.username, failures__gt=0)
    facts = tried.aggregate(all=Sum("failures"), last=Max("last_at"))
    if (facts["all"] or 0) < FREE_OF_ALL:
        return timedelta(0)
    return facts["last"] + WAIT_OF_ALL - current_time


def _wait_after(failures: int) -> timedelta:
    """Return no wait for the first few failures, then twice as long each time."""
    if failures < FREE:
        return timedelta(0)
    return min(FIRST_WAIT * 2 ** min(failures - FREE, 10), LONGEST_WAIT)


def check_throttle(wait: timedelta) -> str:
    """Return the message for a person who must wait after too many failures."""
    seconds = ceil(wait.total_seconds())
    if seconds <= 90:
        return plural_message(
            "Wait {n} second, then try again.",
            "Wait {n} seconds, then try again.",
            seconds,
        )
    return plural_message(
        "Wait {n} minute, then try again.",
        "Wait {n} minutes, then try again.",
        ceil(seconds / 60),
    )
