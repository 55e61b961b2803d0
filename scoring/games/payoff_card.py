"""The payoff card and the heading of every print, as plain values."""

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

SHORT = 33  # lines of half a card that fit in larger type
LETTERS = 44  # in one line of remarks in larger type


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading at the top of every print, in the serif; a season has no date."""

    club: str
    tournament: str
    date: date | None
    place: str = ""
    game: str = ""  # in the form that follows a date
    emblem: str = ""  # of the club, as a data URL
    ink: str = ""  # the club's color, for rules and its name

    @property
    def when(self) -> str:
        """The day followed by the game, and the place; "" for a season."""
        day = full_day(self.date) if self.date else ""
        return " · ".join(filter(None, (f"{day}{self.game}", self.place)))

    @classmethod
    def of(cls, tournament: Tournament) -> "Heading":
        """Return a tournament's heading.

        No query if the club is loaded, except one for an emblem.
        """
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
        """Return the heading for prints of a season."""
        club = season.club
        emblem, ink = emblem_within(club), ink_of(club)
        return cls(club.name, season.name, None, emblem=emblem, ink=ink)


@dataclass(frozen=True, slots=True)
class PayoffBlock:
    """A small table of the payoff card: a title, column heads, rows, a remark.

    With `named` each row begins with words, not with a number.
    """

    title: str
    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...] = ()
    named: bool = False

    @property
    def lines(self) -> int:
        """The approximate number of lines it takes, with two for its title."""
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


NOTHING = "–"  # nothing is paid


def priced(chips: int) -> str:
    """Return chips as printed on the card, with a dash for 0."""
    return str(chips) if chips else NOTHING


def doublings(most: int) -> tuple[str, ...]:
    """Return the column heads for chips that are doubled up to `most` times."""
    return tuple(f"×{2**times}" for times in range(1, most + 1))


def doubled(chips: int, most: int) -> tuple[str, ...]:
    """Return the row of chips under the heads of `doublings`."""
    return tuple(priced(chips * 2**times) for times in range(1, most + 1))


def title_of(rules: object, house: House[Any]) -> str:
    """Return the card's title: “Payoffs · As in the book”, or that of its own rules."""
    names = [
        house.names[code] for code, preset in house.presets.items() if preset == rules
    ]
    name = names[0] if names else message_template("House rules")
    return message("Payoffs · {rules}", rules=name)
