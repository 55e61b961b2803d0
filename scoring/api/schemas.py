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
    Part,
    Round,
    Small,
    Standing,
    Sum,
    Table,
)
from scoring.models import Count

__all__ = ["Edition", "Evening", "Hand", "Part", "Round", "Table"]

Text = Annotated[str, Field(min_length=1)]
Place = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
Decimal = Annotated[
    int | float, Field(description="A whole number, or one with four decimals.")
]


class Problem(Part):
    """Why there is no answer; `field` is the part of the address at fault."""

    code: Code
    message: Text
    field: Text | None = None


class Club(Part):
    """A club; `slug` is the word in its addresses."""

    slug: Text
    name: Line80
    town: Line80 | None = None
    time_zone: Line80
    licence: Line80 | None = None


class Clubs(Part):
    """Clubs by their words; `next` goes into `after` for those that follow."""

    clubs: tuple[Club, ...]
    next: Text | None = None


class EveningLine(Part):
    """An evening in a list; its file is found by `id`.

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
    public: bool = Field(description="False comes with a token of the club alone.")
    state: Code
    called_off: bool
    final: bool
    players: Natural = Field(
        description="How many played; before the first round, how many are going."
    )


class Evenings(Part):
    """Evenings, the newest first; `next` goes into `after`."""

    evenings: tuple[EveningLine, ...]
    next: Text | None = Field(
        default=None,
        description="Goes into `after` as it is; left out on the last page.",
    )


class Fee(Part):
    """What each player pays, in the smallest coins of a currency (ISO 4217)."""

    coins: Natural
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]


class Going(Part):
    """A person who is going, by the name that everybody sees."""

    player: Place
    name: Line80


class EventToCome(EveningLine):
    """An evening that is to come, with what its page says of who is going.

    Who is going is told where people RSVP, until the first round or until it is called
    off. People who are not to be named are in `players` alone.
    """

    doors: HourText | None = Field(default=None, description="When the doors open.")
    fee: Fee | None = None
    capacity: Place | None = Field(default=None, description="Spots; none: no limit.")
    free: Natural | None = Field(default=None, description="Spots that are free.")
    going: tuple[Going, ...] | None = None
    standby: Natural | None = Field(
        default=None, description="How many come only if needed."
    )
    waitlist: Natural | None = Field(
        default=None, description="How many wait for a spot or were offered one."
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
        default=None, description="Where people sign up by name, while they can."
    )


class Coming(Part):
    """Evenings that are to come, the next first."""

    evenings: tuple[EventToCome, ...]


class SheetCount(Part):
    """A count of a sheet; which of them stands is in the file.

    `witness`: how a count was verified that confirms another one.
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


class SheetCounts(Part):
    """All counts of a sheet, the first one first."""

    counts: tuple[SheetCount, ...]


class Editions(Part):
    """The final standings each time they were declared, the first one first."""

    editions: tuple[Edition, ...]


class DeclaredStanding(Standing):
    """A line of an edition, by the name of today."""

    name: Line80


class DeclaredEdition(Edition):
    """An edition of the final standings, whole."""

    standings: tuple[DeclaredStanding, ...]


class SeasonLine(Part):
    """A season in a list."""

    slug: Text
    name: Line80
    first_day: DayText
    last_day: DayText
    final: bool


class Seasons(Part):
    """A club's seasons, the latest first."""

    seasons: tuple[SeasonLine, ...]


class SeasonPart(Part):
    """What an evening brought somebody; one that is dropped does not count."""

    evening: Text
    place: Place
    brought: Decimal | None = None
    dropped: bool


class SeasonPlace(Part):
    """A player's season, and the evenings that make it."""

    place: Place | None = None
    shared: bool
    player: Place | None = Field(default=None, description="His number in the club.")
    name: Line80
    lodge: Line80 | None = None
    value: Decimal | None = None
    shown: Text = Field(description="The value as the page has it.")
    evenings: Natural
    rounds: Natural | None = None
    average: Decimal | None = None
    best_place: Place
    parts: tuple[SeasonPart, ...]


class SeasonOfGame(Part):
    """The places in one game, and by which rules they are made."""

    game: Code | None = None
    formula: tuple[Text, ...]
    evenings: tuple[EveningLine, ...]
    places: tuple[SeasonPlace, ...]


class Season(SeasonLine):
    """A season with its places, one list for each game that was played in it.

    `editions`: each time its places were declared final.
    """

    games: tuple[SeasonOfGame, ...]
    editions: tuple[Edition, ...]


class DeclaredPlace(Part):
    """A place of a season as it was declared, by the name of today."""

    place: Place | None = None
    shared: bool
    name: Line80
    shown: Text = Field(description="The value as the page has it.")
    evenings: Natural
    rounds: Natural | None = None


class DeclaredGame(Part):
    """The places in one game."""

    game: Code
    places: tuple[DeclaredPlace, ...]


class DeclaredSeason(Edition):
    """An edition of a season's final places, and by which rules they were made."""

    formula: tuple[Text, ...]
    games: tuple[DeclaredGame, ...]


class PlayerLine(Part):
    """A player of the club, by the name that everybody sees."""

    number: Place
    name: Line80
    lodge: Line80 | None = None
    evenings: Natural


class Players(Part):
    """Who has played, by number; `next` goes into `after`."""

    players: tuple[PlayerLine, ...]
    next: Place | None = None


class PlayedRound(Part):
    """What a round brought; without a table it says why."""

    round: Place
    table: Place | None = None
    chips: Sum
    why: Code | None = None


class PlayedEvening(Part):
    """An evening of a player; no place before a round of it is over."""

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
        default=None, description="Round by round; an old list does not tell them."
    )


class RoundAt(Part):
    """A round at a table of an evening, and what it brought above the start chips."""

    evening: Text
    round: Place
    table: Place
    chips: Sum
    net: Sum


class Career(Part):
    """What somebody's evenings in a game come to.

    `average` and `within` are net chips a round, and half of the interval in which his
    true average lies, 95 times in 100; `form` is adjusted for luck and opponents.
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
    longest_run: Natural = Field(description="Evenings in a row above the start chips.")
    form: Decimal | None = None
    form_within: Decimal | None = None


class Player(Part):
    """A player and his evenings, the newest first."""

    number: Place
    name: Line80
    lodge: Line80 | None = None
    games: tuple[Career, ...]
    evenings: tuple[PlayedEvening, ...]


class TeamMember(Part):
    """A player of a team, with what they bring it."""

    entry: Number
    name: Line80
    total: Sum
    half_points: Natural | None = None


class Team(Part):
    """A team; without a place where it has fewer players than count."""

    name: Line80
    place: Place | None = None
    shared: bool
    total: Sum
    counted: tuple[TeamMember, ...]
    others: tuple[TeamMember, ...]


class PrizeShare(Part):
    """Who gets how much, in the smallest coins."""

    place: Place
    shared: bool
    entry: Number
    name: Line80
    coins: Natural


class Results(Part):
    """What an evening has beside its standings: the table of teams, and the prizes."""

    team_best: Natural
    teams: tuple[Team, ...]
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None
    fund: Natural | None = None
    prizes: tuple[PrizeShare, ...]
