"""What the API answers of the years: players, records, honours, figures of hands."""

from pydantic import Field

from scoring.api.schemas import Decimal, Natural, Place, Text
from scoring.exports.card_evening_schema import (
    Code,
    DayText,
    Line80,
    Line300,
    Part,
    Sum,
)


class Other(Part):
    """Somebody he sat with: rounds together, and in how many either had more chips.

    `apart` is his mean difference to the other, in chips a round.
    """

    player: Place
    name: Line80
    rounds: Natural
    ahead: Natural
    behind: Natural
    apart: Decimal
    within: Decimal | None = None


class MetInGame(Part):
    """Whom he sat with in a game, the most frequent first."""

    game: Code
    players: tuple[Other, ...]


class Met(Part):
    """Whom somebody sat with."""

    games: tuple[MetInGame, ...]


class Rate(Part):
    """In percent, and where the true one lies, 95 times in 100."""

    at: Decimal
    low: Decimal
    high: Decimal


class Figure(Part):
    """A figure of hands; without a rate or a mean where it would rest on too few."""

    name: Line300
    player: Place | None = Field(default=None, description="Of a partner.")
    times: Natural
    rate: Rate | None = None
    chips: Sum | None = None
    mean: Decimal | None = None
    within: Decimal | None = None


class Figures(Part):
    """Figures of one kind."""

    title: Line300
    figures: tuple[Figure, ...]


class PaidFor(Part):
    """What chips were paid for."""

    what: Line300
    chips: Sum


class HandsOfGame(Part):
    """The hands of a game: of the sheets played, so many have theirs recorded.

    Figures are told where enough have.
    """

    game: Code
    sheets: Natural
    recorded: Natural
    figures: tuple[Figures, ...]
    hands: Natural | None = Field(
        default=None, description="Of somebody or of a lodge: how many they played."
    )
    net: Sum | None = Field(default=None, description="What `paid_for` adds up to.")
    paid_for: tuple[PaidFor, ...]


class Hands(Part):
    """What the hands say, game by game."""

    games: tuple[HandsOfGame, ...]


class AllTimeLine(Part):
    """Somebody's years in a game; no average of few rounds."""

    player: Place
    name: Line80
    lodge: Line80 | None = None
    evenings: Natural
    won: Natural
    first_three: Natural
    rounds: Natural
    net: Sum
    average: Decimal | None = None


class AllTimeOfGame(Part):
    """The all-time list of a game, most evenings won first, from a day on."""

    game: Code
    first_day: DayText | None = None
    players: tuple[AllTimeLine, ...]


class AllTime(Part):
    """All-time lists, game by game."""

    games: tuple[AllTimeOfGame, ...]


class FormLine(Part):
    """Chips a round, adjusted for luck and opponents, and half of its interval."""

    player: Place
    name: Line80
    form: Decimal
    within: Decimal
    rounds: Natural


class FormOfGame(Part):
    """Who played enough in three years, best first, and how many played less."""

    game: Code
    players: tuple[FormLine, ...]
    fewer: Natural


class Form(Part):
    """Form, game by game."""

    games: tuple[FormOfGame, ...]


class Feat(Part):
    """Who did it, on which evening, at which table and in which hand.

    Nobody where it is the evening's own; a run `began` on a day.
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


class Tenure(Part):
    """A record while it stood; more share it than have names here, where none has."""

    value: Text = Field(description="The record as the page has it.")
    number: Sum = Field(description="The same as a number, to sort or draw by.")
    since: DayText
    until: DayText | None = None
    holders: tuple[Feat, ...]
    shared_by: Natural


class Record(Tenure):
    """A record as it stands, and as it stood, the newest first.

    `complete`: from that day on nothing is missing that it rests on.
    """

    kind: Code
    title: Text
    definition: Text
    complete: DayText | None = None
    before: tuple[Tenure, ...]


class Broken(Tenure):
    """A record that was broken or equalled in a year, and what it was before."""

    kind: Code
    title: Text
    equalled: bool
    old: Tenure | None = None


class Highest(Tenure):
    """The highest of a year, and the last day before that had as high."""

    kind: Code
    title: Text
    last_as_high: DayText | None = None


class YearOfRecords(Part):
    """What a year brought."""

    year: Place
    broken: tuple[Broken, ...]
    highest: tuple[Highest, ...]


class GameRecords(Part):
    """The records of one game, which so many final evenings make, from a day on."""

    game: Code
    evenings: Natural
    first_day: DayText | None = None
    records: tuple[Record, ...]
    years: tuple[YearOfRecords, ...]


class Records(Part):
    """A club's records in all its games."""

    games: tuple[GameRecords, ...]


class Named(Part):
    """Somebody; no number of who has no page."""

    name: Line80
    player: Place | None = None


class Champions(Part):
    """Who came first in a season that is final."""

    season: Text = Field(
        description="The season's word in addresses, as `season_slug`."
    )
    season_slug: Text
    name: Line80 = Field(description="The name of the season.")
    game: Code
    players: tuple[Named, ...]


class Winners(Part):
    """Who came first in an evening that is final."""

    evening: Text
    name: Line80
    date: DayText
    game: Code
    players: tuple[Named, ...]


class Year(Part):
    """What a year left."""

    year: Place
    champions: tuple[Champions, ...]
    winners: tuple[Winners, ...]


class Pin(Named):
    """An honour for so many evenings, and on which it was earned."""

    evenings: Natural
    evening: Text
    date: DayText


class NextPin(Named):
    """Who is near a pin: so many evenings of so many."""

    evenings: Natural
    pin: Natural


class Honours(Part):
    """Champions, winners and pins, the newest first."""

    years: tuple[Year, ...]
    pins: tuple[Pin, ...]
    next_pins: tuple[NextPin, ...]
