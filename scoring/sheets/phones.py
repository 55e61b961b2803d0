"""What the desk sees of a table's phones."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.wording import say
from scoring.models import Phone, Sheet

# A phone with the page open asks every few seconds, and that is noted every 30.
SILENT = timedelta(minutes=2)
# Silent so long with something unsent, somebody looks for it before its battery is empty.
LOST = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A phone of a table, and whether it was heard of just now."""

    phone: Phone
    is_silent: bool
    silent_for: timedelta

    @property
    def is_lost(self) -> bool:
        """Whether it wrote, is long silent, and still holds something."""
        return self.phone.writes and self.phone.unsent > 0 and self.silent_for > LOST

    @property
    def minutes(self) -> int:
        """Whole minutes since it was heard of."""
        return max(0, self.silent_for // timedelta(minutes=1))

    @property
    def asks(self) -> bool:
        return self.phone.asked_at is not None and not self.phone.writes

    @property
    def does(self) -> str:
        """What it may, in words that follow its name."""
        if self.phone.keeper:
            return say("keeps the score")
        if self.phone.writes:
            return say("may write")
        return say("asks to write") if self.asks else say("looks on")


def phones_of(sheet: Sheet, now: datetime) -> list[PhoneLine]:
    """Who keeps the score first, then who asks, who writes, who looks on; one query."""
    return lines_of(sheet.phones.all(), now)


def lines_of(phones: Iterable[Phone], now: datetime) -> list[PhoneLine]:
    """The same of the phones of one sheet, read already."""
    lines = [_line(each, now - each.seen_at) for each in phones]
    return sorted(
        lines,
        key=lambda line: (
            not line.phone.keeper,
            not line.asks,
            not line.phone.writes,
            line.phone.pk,
        ),
    )


def _line(phone: Phone, silent_for: timedelta) -> PhoneLine:
    return PhoneLine(phone, silent_for > SILENT, silent_for)
