"""The card of payoffs and the heading of every print, as plain values."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from clubs.branding import emblem_within, ink_of
from clubs.i18n import full_day
from clubs.models import Season
from rules.house_rules import House
from rules.messages import message, message_template
from scoring.games.labels import game_beside
from scoring.models import Tournament

SHORT = 33  # lines of half a card that can be set in larger type
LETTERS = 44  # of a line of remarks in it


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands at the top of every print, in the serif; a season has no date."""

    club: str
    tournament: str
    date: date | None
    place: str = ""
    game: str = ""  # as it stands behind the date
    emblem: str = ""  # of the club, as an address that holds it
    ink: str = ""  # its colour, for rules and its name

    @property
    def when(self) -> str:
        """The day with the game behind it, and the place; "" for a season."""
        day = full_day(self.date) if self.date else ""
        return " · ".join(filter(None, (f"{day}{self.game}", self.place)))

    @classmethod
    def of(cls, tournament: Tournament) -> "Heading":
        """No query where the club is known, but one for an emblem."""
        club = tournament.club
        return cls(
            club.name,
            tournament.name,
            tournament.date,
            tournament.place,
            game_beside(tournament),
            emblem_within(club),
            ink_of(club),
        )

    @classmethod
    def of_season(cls, season: Season) -> "Heading":
        """The same, for what is printed of a season."""
        club = season.club
        emblem, ink = emblem_within(club), ink_of(club)
        return cls(club.name, season.name, None, emblem=emblem, ink=ink)


@dataclass(frozen=True, slots=True)
class PayoffBlock:
    """A small table of the payoff card: a title, column heads, rows, a remark.

    Where it is `named` each row begins with words, not with a number.
    """

    title: str
    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    named: bool = False

    @property
    def lines(self) -> int:
        """About how many lines it takes, its title as two."""
        long = sum(-(-len(remark) // LETTERS) for remark in self.remarks)
        return 2 + bool(self.heads) + len(self.rows) + long


@dataclass(frozen=True, slots=True)
class PayoffCard:
    """The card of payoffs: one page that settles most questions at a table."""

    heading: Heading
    title: str
    left: tuple[PayoffBlock, ...]
    right: tuple[PayoffBlock, ...]

    @property
    def is_short(self) -> bool:
        """Whether both halves have room for larger type."""
        longest = max(
            sum(block.lines for block in self.left),
            sum(block.lines for block in self.right),
        )
        return longest <= SHORT


NOTHING = "–"  # where nothing is paid


def priced(chips: int) -> str:
    """Chips as the card has them; 0 is nothing."""
    return str(chips) if chips else NOTHING


def doublings(most: int) -> tuple[str, ...]:
    """The heads of what is doubled up to so many times."""
    return tuple(f"×{2**times}" for times in range(1, most + 1))


def doubled(chips: int, most: int) -> tuple[str, ...]:
    """What stands under those heads."""
    return tuple(priced(chips * 2**times) for times in range(1, most + 1))


def title_of(rules: object, house: House[Any]) -> str:
    """“Payoffs · As in the book”, or that the house has rules of its own."""
    names = [
        house.names[code] for code, preset in house.presets.items() if preset == rules
    ]
    name = names[0] if names else message_template("House rules")
    return message("Payoffs · {rules}", rules=name)
