"""What the desk sees of a table's phones."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.models import Phone, Sheet

# A phone with the page open asks every few seconds, and that is noted every 30.
SILENT = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A phone of a table, and whether it was heard of just now."""

    phone: Phone
    is_silent: bool

    @property
    def asks(self) -> bool:
        return self.phone.asked_at is not None and not self.phone.writes

    @property
    def does(self) -> str:
        """What it may, in words that follow its name."""
        if self.phone.keeper:
            return "keeps the score"
        if self.phone.writes:
            return "may write"
        return "asks to write" if self.asks else "looks on"


def phones_of(sheet: Sheet, now: datetime) -> list[PhoneLine]:
    """Who keeps the score first, then who asks, who writes, who looks on; one query."""
    lines = [
        PhoneLine(each, now - each.seen_at > SILENT) for each in sheet.phones.all()
    ]
    return sorted(
        lines,
        key=lambda line: (
            not line.phone.keeper,
            not line.asks,
            not line.phone.writes,
            line.phone.pk,
        ),
    )
