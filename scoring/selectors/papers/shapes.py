"""What each print needs, as plain values: no print asks the database again."""

from dataclasses import dataclass

from rules.sheet import SPJST_CHIPS
from scoring.selectors.papers.payoffs import Heading


@dataclass(frozen=True, slots=True)
class SeatPaper:
    """One seat of a table: 1 to 4 in order of play, counter-clockwise."""

    position: int
    number: str
    name: str
    lodge: str = ""
    remark: str = ""  # for whom he plays, or why he sits out


@dataclass(frozen=True, slots=True)
class ColourPaper:
    """A colour of chip as the counting block names it."""

    name: str
    worth: int


CHIP_COLOURS = tuple(
    ColourPaper(chip.colour.capitalize(), chip.worth) for chip in SPJST_CHIPS.chips
)


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """One score sheet: a table in a round."""

    heading: Heading
    round_number: int
    table: int
    seats: tuple[SeatPaper, ...]
    code: str
    url: str
    must_total: int = 400
    start_chips: int = 100
    hands: int = 20
    colours: tuple[ColourPaper, ...] = CHIP_COLOURS


@dataclass(frozen=True, slots=True)
class WifiPaper:
    """The hall's wifi as a card names it; without a password it is open."""

    name: str
    password: str = ""

    @property
    def is_long(self) -> bool:
        """Whether it has to be set smaller."""
        return len(self.name) > 24 or len(self.password) > 24


@dataclass(frozen=True, slots=True)
class TableCardPaper:
    """The way to a table's page on a phone, for one round.

    `url` is in the QR code; `start` is the address at which the short code is typed.
    """

    heading: Heading
    round_number: int
    table: int
    code: str
    url: str
    start: str
    wifi: WifiPaper | None = None


@dataclass(frozen=True, slots=True)
class PlacePaper:
    """Where somebody sits in a round; no table means that he sits out."""

    round_number: int
    table: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class PersonPaper:
    """Somebody with a start number and his place in each round asked for."""

    number: str
    name: str
    lodge: str
    places: tuple[PlacePaper, ...]


@dataclass(frozen=True, slots=True)
class SeatListPaper:
    """Everybody of the rounds asked for; the print orders them by name."""

    heading: Heading
    rounds: tuple[int, ...]
    people: tuple[PersonPaper, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePaper:
    """A table and who sits at it."""

    table: int
    seats: tuple[SeatPaper, ...]


@dataclass(frozen=True, slots=True)
class TableListPaper:
    """A round by table, and who sits out."""

    heading: Heading
    round_number: int
    tables: tuple[TablePaper, ...]
    sit_outs: tuple[SeatPaper, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsPaper:
    """The start-number cards of a tournament, with a box for each of its rounds."""

    heading: Heading
    rounds: tuple[int, ...]
    people: tuple[PersonPaper, ...]
