"""Ending where somebody is signed in, from another browser."""

from clubs.models import User
from clubs.sessions import signed_in_as


def end(*, user: User, mark: str, this: str | None) -> bool:
    """Sign out the browser with this mark, never the one that asks."""
    ended = False
    for each in signed_in_as(user, this):
        if each.mark == mark and not each.is_this:
            each.session.delete()
            ended = True
    return ended


def end_others(*, user: User, this: str | None) -> int:
    """Sign out everywhere but here; says how many that were."""
    others = [each for each in signed_in_as(user, this) if not each.is_this]
    for each in others:
        each.session.delete()
    return len(others)
