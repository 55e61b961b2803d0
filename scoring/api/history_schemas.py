"""What the API answers of the years: players, records, honours, figures of hands."""

from pydantic import Field

from scoring.api.schemas import Decimal, Natural, Place, Text
from scoring.exports.card_evening_schema import (
    Code,
    DayText,
    Line80,
    Line300,
    SchemaModel,
    Sum,
)


class Other(SchemaModel):
    """Someone the player sat with: their rounds together, and who had more chips.

    `apart` is the player's mean difference to them, in chips a round.
    """

    player: Place
    name: Line80
    rounds: Natural
    ahead: Natural
    behind: Natural
    apart: Decimal
    within: Decimal | None = None


class MetInGame(SchemaModel):
    """The people a player sat with in one game, the most frequent first."""

    game: Code
    players: tuple[Other, ...]


class Met(SchemaModel):
    """The people a player sat with, game by game."""

    games: tuple[MetInGame, ...]


class Rate(SchemaModel):
    """A rate in percent, and the interval of the true rate, 95 times in 100."""

    at: Decimal
    low: Decimal
    high: Decimal


class Figure(SchemaModel):
    """A figure of hands; it has no rate or mean if there are too few hands."""

    name: Line300
    player: Place | None = Field(
        default=None, description="The partner's number in the club."
    )
    times: Natural
    rate: Rate | None = None
    chips: Sum | None = None
    mean: Decimal | None = None
    within: Decimal | None = None


class Figures(SchemaModel):
    """Figures of one kind."""

    title: Line300
    figures: tuple[Figure, ...]


class PaidFor(SchemaModel):
    """What chips were paid for."""

    what: Line300
    chips: Sum


class HandsOfGame(SchemaModel):
    """The hands of a game, and how many sheets have theirs recorded.

    Figures are left out if too few sheets have their hands.
    """

    game: Code
    sheets: Natural
    recorded: Natural
    figures: tuple[Figures, ...]
    hands: Natural | None = Field(
        default=None, description="How many hands the player or the lodge played."
    )
    net: Sum | None = Field(default=None, description="What `paid_for` adds up to.")
    paid_for: tuple[PaidFor, ...]


class Hands(SchemaModel):
    """Figures of hands, game by game."""

    games: tuple[HandsOfGame, ...]


class AllTimeLine(SchemaModel):
    """A player's years in a game; there's no average for too few rounds."""

    player: Place
    name: Line80
    lodge: Line80 | None = None
    evenings: Natural
    won: Natural
    first_three: Natural
    rounds: Natural
    net: Sum
    average: Decimal | None = None


class AllTimeOfGame(SchemaModel):
    """The all-time list of a game since a day, most events won first."""

    game: Code
    first_day: DayText | None = None
    players: tuple[AllTimeLine, ...]


class AllTime(SchemaModel):
    """All-time lists, game by game."""

    games: tuple[AllTimeOfGame, ...]


class FormLine(SchemaModel):
    """Chips a round, adjusted for luck and opponents, and half of the interval."""

    player: Place
    name: Line80
    form: Decimal
    within: Decimal
    rounds: Natural


class FormOfGame(SchemaModel):
    """Everyone who played enough in three years, best first, and how many didn't."""

    game: Code
    players: tuple[FormLine, ...]
    fewer: Natural


class Form(SchemaModel):
    """Player ratings, game by game."""

    games: tuple[FormOfGame, ...]


class Feat(SchemaModel):
    """Who did it, at which event and table, and in which hand.

    A record of the event itself has no person. A run `began` on a day.
    """

    name: Line80 | None = None
    player: Place | None = None
    evening: Text
    evening_name: Line80
    date: DayText
    round: Place | None = None
    table: Place | None = None
    hand: Place | None = None
    began: DayText | None = None


class Tenure(SchemaModel):
    """A record and its days; it has no names if too many people share it."""

    value: Text = Field(description="The record as the page has it.")
    number: Sum = Field(description="The same as a number, to sort or draw by.")
    since: DayText
    until: DayText | None = None
    holders: tuple[Feat, ...]
    shared_by: Natural


class Record(Tenure):
    """A record now and in the past, the newest first.

    `complete`: since that day, no data is missing for it.
    """

    kind: Code
    title: Text
    definition: Text
    complete: DayText | None = None
    before: tuple[Tenure, ...]


class Broken(Tenure):
    """A record that was broken or tied in a year, and the one before."""

    kind: Code
    title: Text
    equalled: bool
    old: Tenure | None = None


class Highest(Tenure):
    """The highest value of a year, and the last earlier day that was as high."""

    kind: Code
    title: Text
    last_as_high: DayText | None = None


class YearOfRecords(SchemaModel):
    """A year's records."""

    year: Place
    broken: tuple[Broken, ...]
    highest: tuple[Highest, ...]


class GameRecords(SchemaModel):
    """The records of one game, from its final events since a day."""

    game: Code
    evenings: Natural
    first_day: DayText | None = None
    records: tuple[Record, ...]
    years: tuple[YearOfRecords, ...]


class Records(SchemaModel):
    """A club's records in all its games."""

    games: tuple[GameRecords, ...]


class Named(SchemaModel):
    """A person; someone without a page has no number."""

    name: Line80
    player: Place | None = None


class Champions(SchemaModel):
    """The champions of a final season."""

    season: Text = Field(
        description="The season's word in addresses, as `season_slug`."
    )
    season_slug: Text
    name: Line80 = Field(description="The name of the season.")
    game: Code
    players: tuple[Named, ...]


class Winners(SchemaModel):
    """The winners of a final event."""

    evening: Text
    name: Line80
    date: DayText
    game: Code
    players: tuple[Named, ...]


class Year(SchemaModel):
    """A year's champions and winners."""

    year: Place
    champions: tuple[Champions, ...]
    winners: tuple[Winners, ...]


class Pin(Named):
    """An award for playing in this many events, and when it was earned."""

    evenings: Natural
    evening: Text
    date: DayText


class NextPin(Named):
    """Someone who is near a pin, and how many events it takes."""

    evenings: Natural
    pin: Natural


class Honours(SchemaModel):
    """Champions, winners and pins, the newest first."""

    years: tuple[Year, ...]
    pins: tuple[Pin, ...]
    next_pins: tuple[NextPin, ...]
