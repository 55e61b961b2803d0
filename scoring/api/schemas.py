"""What the API answers, noun by noun; an evening itself is the open file's own model."""

from typing import Annotated

from pydantic import AwareDatetime, Field

from scoring.exports.card_evening_schema import (
    BySeat,
    Chips,
    Code,
    DayText,
    Edition,
    Evening,
    Hand,
    HourText,
    Line80,
    Line300,
    Number,
    OwedBySeat,
    Round,
    SchemaModel,
    Small,
    Standing,
    Sum,
    Table,
)
from scoring.models import Count

__all__ = ["Edition", "Evening", "Hand", "Round", "SchemaModel", "Table"]

Text = Annotated[str, Field(min_length=1)]
Place = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
Decimal = Annotated[
    int | float, Field(description="A whole number, or one with four decimals.")
]


class Problem(SchemaModel):
    """An error; `field` is the part of the address that isn't valid."""

    code: Code
    message: Text
    field: Text | None = None


class Club(SchemaModel):
    """A club; `slug` is its word in addresses."""

    slug: Text
    name: Line80
    town: Line80 | None = None
    time_zone: Line80
    licence: Line80 | None = None


class Clubs(SchemaModel):
    """Clubs by their words in addresses; pass `next` on as `after`."""

    clubs: tuple[Club, ...]
    next: Text | None = None


class EveningLine(SchemaModel):
    """An event in a list; its file is at the address with this `id`.

    `state`: `announced`, `playing` from the first round on, `final`, or `called_off`.
    """

    id: Text
    name: Line80
    date: DayText
    hour: HourText | None = None
    place: Line80 | None = Field(default=None, description="Where it is played.")
    game: Code
    season: Line80 = Field(description="The name of its season.")
    season_slug: Text = Field(description="The season's word in addresses.")
    public: bool = Field(description="False only appears with a token of the club.")
    state: Code
    called_off: bool
    final: bool
    players: Natural = Field(
        description="How many played; before the first round, how many are going."
    )


class Evenings(SchemaModel):
    """Events, the newest first; pass `next` on as `after`."""

    evenings: tuple[EveningLine, ...]
    next: Text | None = Field(
        default=None,
        description="Pass it on as `after`, unchanged; left out on the last page.",
    )


class Fee(SchemaModel):
    """What each player pays, in the smallest unit of a currency (ISO 4217)."""

    coins: Natural
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]


class Going(SchemaModel):
    """A person who is going, by their public name."""

    player: Place
    name: Line80


class EventToCome(EveningLine):
    """An upcoming event, with its RSVPs as its page shows them.

    The people who are going are listed until the first round or until the event is
    canceled. People who aren't named publicly are counted in `players` alone.
    """

    doors: HourText | None = Field(default=None, description="When the doors open.")
    fee: Fee | None = None
    capacity: Place | None = Field(
        default=None, description="Spots; left out if there is no limit."
    )
    free: Natural | None = Field(default=None, description="Spots that are free.")
    going: tuple[Going, ...] | None = None
    standby: Natural | None = Field(
        default=None, description="How many are on standby."
    )
    waitlist: Natural | None = Field(
        default=None, description="How many are on the waitlist or were offered a spot."
    )
    tables: Natural | None = Field(
        default=None, description="How many tables the people who are going make."
    )
    sit_outs: Natural | None = Field(
        default=None, description="How many of them would sit out."
    )
    house_players: Natural | None = Field(
        default=None, description="How many house players would fill the last table."
    )
    rsvp_from: AwareDatetime | None = None
    rsvp_until: AwareDatetime | None = Field(default=None, description="The deadline.")
    rsvp_url: Text | None = Field(
        default=None,
        description="Where people sign up by name, while that is possible.",
    )


class Coming(SchemaModel):
    """Upcoming events, the next one first."""

    evenings: tuple[EventToCome, ...]


class SheetCount(SchemaModel):
    """A count of a sheet; the file says which one is current.

    `witness`: how a second person's count verified another one.
    """

    number: Small
    at: AwareDatetime
    by: Line80 | None = None
    source: Annotated[str, Field(json_schema_extra={"enum": [*Count.Source.values]})]
    held: BySeat
    borrowed: OwedBySeat
    ruled: BySeat
    score: BySeat
    aside: Chips
    balances: bool
    confirms: Small | None = Field(default=None, description="The number of a count.")
    corrects: Small | None = Field(default=None, description="The number of a count.")
    witness: Code | None = None
    reason: Line300 | None = None


class SheetCounts(SchemaModel):
    """All counts of a sheet, the oldest first."""

    counts: tuple[SheetCount, ...]


class Editions(SchemaModel):
    """All versions of the final standings, the oldest first."""

    editions: tuple[Edition, ...]


class DeclaredStanding(Standing):
    """A line of a version, by the player's name today."""

    name: Line80


class DeclaredEdition(Edition):
    """A whole version of the final standings."""

    standings: tuple[DeclaredStanding, ...]


class SeasonLine(SchemaModel):
    """A season in a list."""

    slug: Text
    name: Line80
    first_day: DayText
    last_day: DayText
    final: bool


class Seasons(SchemaModel):
    """A club's seasons, the latest first."""

    seasons: tuple[SeasonLine, ...]


class SeasonPart(SchemaModel):
    """What an event gave a player; a dropped one doesn't count."""

    evening: Text
    place: Place
    brought: Decimal | None = None
    below_zero: Decimal | None = None
    dropped: bool


class SeasonPlace(SchemaModel):
    """A player's season, and the events that make it."""

    place: Place | None = None
    shared: bool
    player: Place | None = Field(
        default=None, description="The player's number in the club."
    )
    name: Line80
    lodge: Line80 | None = None
    value: Decimal | None = None
    shown: Text = Field(description="The value as the page has it.")
    evenings: Natural
    rounds: Natural | None = None
    average: Decimal | None = None
    best_place: Place
    parts: tuple[SeasonPart, ...]


class SeasonOfGame(SchemaModel):
    """The places in one game, and the formula that makes them."""

    game: Code | None = None
    formula: tuple[Text, ...]
    evenings: tuple[EveningLine, ...]
    places: tuple[SeasonPlace, ...]


class Season(SeasonLine):
    """A season with its places, one list for each game that was played in it.

    `editions`: all versions of its final places.
    """

    games: tuple[SeasonOfGame, ...]
    editions: tuple[Edition, ...]


class DeclaredPlace(SchemaModel):
    """A declared place of a season, by the player's name today."""

    place: Place | None = None
    shared: bool
    name: Line80
    shown: Text = Field(description="The value as the page has it.")
    evenings: Natural
    rounds: Natural | None = None


class DeclaredGame(SchemaModel):
    """The places in one game."""

    game: Code
    places: tuple[DeclaredPlace, ...]


class DeclaredSeason(Edition):
    """A version of a season's final places, and the formula that made them."""

    formula: tuple[Text, ...]
    games: tuple[DeclaredGame, ...]


class PlayerLine(SchemaModel):
    """A player of the club, by their public name."""

    number: Place
    name: Line80
    lodge: Line80 | None = None
    evenings: Natural


class Players(SchemaModel):
    """Everyone who has played, by number; pass `next` on as `after`."""

    players: tuple[PlayerLine, ...]
    next: Place | None = None


class PlayedRound(SchemaModel):
    """What a round gave a player; without a table, it says why."""

    round: Place
    table: Place | None = None
    chips: Sum
    why: Code | None = None


class PlayedEvening(SchemaModel):
    """A player's event; it has no place until a round is over."""

    evening: Text
    name: Line80
    date: DayText
    game: Code
    players: Natural
    place: Place | None = None
    shared: bool | None = None
    total: Sum | None = None
    net: Sum | None = Field(default=None, description="Chips above the start chips.")
    rounds: Natural | None = None
    results: tuple[PlayedRound, ...] | None = Field(
        default=None, description="Round by round; past results don't have them."
    )


class RoundAt(SchemaModel):
    """A round at a table, and its chips above the start chips."""

    evening: Text
    round: Place
    table: Place
    chips: Sum
    net: Sum


class Career(SchemaModel):
    """A player's events in one game, summed up.

    `average` is net chips a round. `within` is half of the interval that has the true
    average 95 times in 100. `form` is adjusted for luck and opponents.
    """

    game: Code
    evenings: Natural
    rounds: Natural | None = None
    net: Sum | None = None
    average: Decimal | None = None
    within: Decimal | None = None
    best_round: RoundAt | None = None
    worst_round: RoundAt | None = None
    best_place: Place | None = None
    first_three: tuple[Natural, ...]
    longest_run: Natural = Field(description="Events in a row above the start chips.")
    form: Decimal | None = None
    form_within: Decimal | None = None


class Player(SchemaModel):
    """A player and their events, the newest first."""

    number: Place
    name: Line80
    lodge: Line80 | None = None
    games: tuple[Career, ...]
    evenings: tuple[PlayedEvening, ...]


class TeamMember(SchemaModel):
    """A player of a team, and what they add to it."""

    entry: Number
    name: Line80
    total: Sum
    half_points: Natural | None = None


class Team(SchemaModel):
    """A team; it has no place if it has too few players."""

    name: Line80
    place: Place | None = None
    shared: bool
    total: Sum
    counted: tuple[TeamMember, ...]
    others: tuple[TeamMember, ...]


class PrizeShare(SchemaModel):
    """Who gets how much, in the smallest unit of the currency."""

    place: Place
    shared: bool
    entry: Number
    name: Line80
    coins: Natural


class Results(SchemaModel):
    """An event's table of teams, and its prizes."""

    team_best: Natural
    teams: tuple[Team, ...]
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None
    fund: Natural | None = None
    prizes: tuple[PrizeShare, ...]
