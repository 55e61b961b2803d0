"""The clock of a round at a given time, as the table page reports it to phones.

Minutes are whole, everything else is in seconds.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.i18n import in_ms
from scoring.models import Clock, Round

NOT_STARTED = "none"  # the stamp without a clock


@dataclass(frozen=True, slots=True)
class Face:
    """The state of a clock at a server time; `extra` are minutes of one table."""

    clock: Clock
    current_time: datetime
    extra: int = 0

    @property
    def left(self) -> int:
        """Seconds left to play; below 0 after the bell."""
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
        """The time of the bell, if no one stops the clock from now on."""
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
        """The time of the bell for a script: ms since 1970, by the server's clock."""
        return in_ms(self.ends_at)


def face_of(rnd: Round, time: datetime, extra: int = 0) -> Face | None:
    """Return the clock of a round; None before it's started."""
    clock = getattr(rnd, "clock", None)
    return Face(clock, time, extra) if clock else None


def stamp_of(clock: Clock | None) -> str:
    """Return a stamp of a clock that differs after every change."""
    return f"{clock.pk}.{clock.version}" if clock else NOT_STARTED


def in_figures(seconds: int) -> str:
    """Return the time on a clock: 43:12, or 0:00 after the bell."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes}:{rest:02}"
