"""What somebody saw before he changed it, so that nobody is saved over unawares."""

from collections.abc import Iterable
from hashlib import sha256

from django.db.models import Model

from clubs.wording import say


class ChangedMeanwhile(Exception):
    """Somebody else saved in between; nothing is saved. Says what stands there now."""

    def __init__(self, now: str) -> None:
        super().__init__(changed_meanwhile(now))


def stamp_of(row: Model, names: Iterable[str]) -> str:
    """Which facts of a row somebody saw: another one once one of them changes."""
    facts = "\n".join(f"{name}: {getattr(row, name)}" for name in sorted(names))
    return sha256(facts.encode()).hexdigest()[:32]


def changed_meanwhile(now: str) -> str:
    """What is said of facts that were changed while they stood on a page."""
    return say(
        "Someone changed this while you were editing. It now says: {now}. Review it, "
        "then save again.",
        now=now,
    )
