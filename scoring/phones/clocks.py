"""A round's clock as it stands at a moment, and as the table page tells it to a phone.

Minutes are whole, all else is seconds.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.i18n import in_ms
from scoring.models import Clock, Round

NOT_STARTED = "none"  # the stamp of no clock


@dataclass(frozen=True, slots=True)
class Face:
    """What the clock shows at a moment of the server's; `extra`: a table's minutes."""

    clock: Clock
    current_time: datetime
    extra: int = 0

    @property
    def left(self) -> int:
        """Seconds to play; below 0 since the bell."""
        clock = self.clock
        ran = (clock.paused_at or self.current_time) - clock.started_at
        played = ran.total_seconds() - clock.paused
        return round((clock.minutes + self.extra) * 60 - played)

    @property
    def is_paused(self) -> bool:
        return self.clock.paused_at is not None

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    @property
    def ends_at(self) -> datetime:
        """When the bell rings, if nobody stops the clock any more."""
        clock = self.clock
        planned = timedelta(minutes=clock.minutes + self.extra, seconds=clock.paused)
        pause = self.current_time - clock.paused_at if clock.paused_at else timedelta()
        return clock.started_at + planned + pause

    @property
    def figures(self) -> str:
        return in_figures(self.left)

    @property
    def stamp(self) -> str:
        return stamp_of(self.clock)

    @property
    def ends_ms(self) -> int:
        """The end for a script that counts: ms since 1970, by the server's clock."""
        return in_ms(self.ends_at)


def face_of(rnd: Round, time: datetime, extra: int = 0) -> Face | None:
    """The clock of a round; None before it is started."""
    clock = getattr(rnd, "clock", None)
    return Face(clock, time, extra) if clock else None


def stamp_of(clock: Clock | None) -> str:
    """Which clock somebody saw, and how it stood: another one after every change."""
    return f"{clock.pk}.{clock.version}" if clock else NOT_STARTED


def in_figures(seconds: int) -> str:
    """What a clock shows: 43:12, 0:00 from the bell on."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes}:{rest:02}"
