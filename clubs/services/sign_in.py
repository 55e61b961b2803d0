"""Wrong passwords are counted in the database, so that all workers count together."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubs.models import SignInFailure

FREE = 5  # a slip of the finger costs nothing
FIRST_WAIT = timedelta(seconds=15)
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(hours=6)


@transaction.atomic
def begin_attempt(*, username: str, address: str) -> timedelta | None:
    """Count an attempt before its password is looked at; None if it may go on.

    Otherwise how long to wait still. Counting first means that many attempts at once
    are counted too; a right password clears the count.
    """
    now = timezone.now()
    SignInFailure.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    row, _ = SignInFailure.objects.select_for_update().get_or_create(
        username=_as_counted(username), address=address, defaults={"last_at": now}
    )
    wait = row.last_at + _wait_after(row.failures) - now
    if wait > timedelta(0):
        return wait
    row.failures += 1
    row.last_at = now
    row.save()
    return None


@transaction.atomic
def attempt_succeeded(*, username: str, address: str) -> None:
    SignInFailure.objects.filter(
        username=_as_counted(username), address=address
    ).delete()


def forgive(*, username: str) -> None:
    """Whoever has a new password typed the wrong ones for the old."""
    SignInFailure.objects.filter(username=_as_counted(username)).delete()


def _as_counted(username: str) -> str:
    return username.casefold()[:150]


def _wait_after(failures: int) -> timedelta:
    """Nothing for the first few, then twice as long each time."""
    if failures < FREE:
        return timedelta(0)
    return min(FIRST_WAIT * 2 ** min(failures - FREE, 10), LONGEST_WAIT)
