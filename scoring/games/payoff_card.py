"""The card of payoffs and the heading of every print, as plain values."""

from dataclasses import dataclass
from datetime import date

from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands at the top of every print, in the serif; a season has no date."""

    club: str
    tournament: str
    date: date | None
    place: str = ""

    @classmethod
    def of(cls, tournament: Tournament) -> "Heading":
        """No query where the club is known."""
        club = tournament.club
        return cls(club.name, tournament.name, tournament.date, tournament.place)


@dataclass(frozen=True, slots=True)
class PayoffBlock:
    """A small table of the payoff card: a title, column heads, rows, a remark."""

    title: str
    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PayoffCard:
    """The card of payoffs: one page that settles most questions at a table."""

    heading: Heading
    title: str
    left: tuple[PayoffBlock, ...]
    right: tuple[PayoffBlock, ...]
