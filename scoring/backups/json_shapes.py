"""Schemas of the JSON columns in a club's file.

Only services write these columns, and pages trust their content. So the rows of a file
must match what services write. Keys of rows are plain numbers here;
`scoring.backups.club_rows` defines which rows they refer to.
"""

import json
from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, Literal, Self

from django.db import models
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    conlist,
    create_model,
    model_validator,
)

from rules.tie_breaks import TIE_BREAKS
from scoring.models import Entry, MailAddress, SitOut, Tournament
from scoring.models.descriptions import ENTRY, PLAYER, FieldDescription

MOST = 10**12  # limit of sums of chips, points and coins
DEEPEST = 20  # maximum nesting of lists and objects
MOST_DRAWN = 5_000  # people in one draw
Key = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Number = Annotated[int, Field(ge=0, lt=2**15)]
Whole = Annotated[int, Field(ge=-MOST, le=MOST)]
Points = Annotated[float, Field(ge=-MOST, le=MOST, allow_inf_nan=False)]
Coins = Annotated[int, Field(ge=0, lt=2**31)]
Text = Annotated[str, Field(max_length=300)]
Name = Annotated[str, Field(max_length=80)]
KeyText = Annotated[str, Field(pattern=r"^-?[0-9]{1,19}$")]


def _one_of(choices: Collection[str]) -> AfterValidator:
    def check(value: str) -> str:
        if value not in choices:
            raise ValueError(f"none of {', '.join(sorted(choices))}")
        return value

    return AfterValidator(check)


Why = Annotated[str, _one_of(SitOut.Why.values)]
State = Annotated[str, _one_of(Entry.State.values)]
PrizeKind = Annotated[str, _one_of(Tournament.Prizes.values)]
Wish = Annotated[str, _one_of(MailAddress.Wish.values)]
TieBreak = Annotated[str, _one_of(TIE_BREAKS)]
TieValue = Whole | Annotated[str, Field(pattern=r"^-?[0-9]{1,18}/[1-9][0-9]{0,17}$")]


class JsonShape(BaseModel):
    """An object without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- Standings, tallies, versions of standings -----------------------------------


class RoundShape(JsonShape):
    round: Number
    chips: Whole
    points: Points
    table: Number | None
    why: Why | None
    dropped: bool
    apart: bool = False
    by: Key | None = None


class RowFacts(JsonShape):
    total: Whole | None
    points: Points | None
    played: Number | None
    adjustment: Whole
    rounds: list[RoundShape]


class StoredTies(JsonShape):
    values: dict[Name, TieValue | None]
    won: dict[KeyText, TieValue]


RowPlace = Annotated[int, Field(ge=1, le=MOST_DRAWN * 20)]


class StandingRow(RowFacts):
    entry: Key
    place: RowPlace
    tied: bool
    decided_by: TieBreak | None


class Fund(JsonShape):
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    fee: Coins
    prize_extra: Coins
    prize_kept: Coins
    prize_kind: PrizeKind
    prizes: list[Coins]
    paid: list[Key]
    teams: Name = ""
    team_best: Number = 0
    classes: str = ""
    finished_at: Name | None = None
    people: dict[KeyText, Name] = {}
    costs: list[Coins] = []


class MemberShape(JsonShape):
    lodge: Name
    team: Name
    classes: list[Name]


class Lists(JsonShape):
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    fee: Coins
    prize_extra: Coins
    prize_kept: Coins
    prize_kind: PrizeKind
    prizes: list[Coins]
    teams: Name
    team_best: Number
    classes: str
    paid: list[Key]
    costs: list[Coins]
    members: dict[KeyText, MemberShape]


# n, won, chips, squares
Figure = tuple[Number, Number, Whole, Annotated[int, Field(ge=0, lt=2**63)]]
Largest = tuple[Whole, Number, Number, Number]  # chips, round, table, hand


class FiguresShape(JsonShape):
    played: Number
    sheets: Number
    partners: dict[KeyText, Figure]
    seats: list[Name] = []
    largest: Largest | None = None
    sums: dict[Name, Figure] = {}


class SeasonRow(JsonShape):
    game: Name
    player: Key
    place: Annotated[int, Field(ge=1, le=MOST_DRAWN * 20)]
    tied: bool
    value: Annotated[str, Field(pattern=r"^-?[0-9]{1,18}(/[1-9][0-9]{0,17})?$")] | None
    evenings: Number
    rounds: Number | None


Fraction = Annotated[
    str, Field(pattern=r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8}|\.[0-9]{1,9})?$")
]


class OwnPoints(JsonShape):
    points: Annotated[list[Fraction], Field(max_length=1_000)]
    players: Number = 1
    starts: Annotated[str, Field(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")] = ""


class SeasonFormula(JsonShape):
    counts: Name = ""
    table: Name = ""
    own: Annotated[list[Fraction | OwnPoints], Field(max_length=1_000)] = []
    floor: bool = False
    best: Number = 0
    best_of: Name = ""
    planned: Number = 0
    minimum: Number = 0
    minimum_in: Name = ""
    bonus: Fraction = "0"
    tie_breaks: list[Name] = []
    finalists: Number = 0
    finalists_percent: bool = False
    classes: list[Name] = []
    lodge_best: Number = 0


# --- Draws and plans -----------------------------------------------------------------

Who = Key | Annotated[str, Field(pattern=r"^H[0-9]{1,5}$")]  # or a future house player
People = Annotated[list[Who], Field(max_length=MOST_DRAWN)]
Table = Annotated[list[Who], Field(max_length=5)]
Place = tuple[Number, Number]  # table, seat


class RoundDrawn(JsonShape):
    tables: list[Table]
    sit_out: People


class RoundNow(JsonShape):
    tables: list[tuple[Number, Table]]
    sit_out: People
    begun: list[Number]
    standing: People = []


class DrawInput(JsonShape):
    players: People
    house: People
    apart: list[People]
    played: list[RoundDrawn]
    rounds: Annotated[int, Field(ge=0, le=200)] = 0
    standing: People = []
    sat_out: People = []
    fixed: list[tuple[Who, Number | None]] = []
    search: Annotated[int, Field(ge=0, le=100)] = 1
    sizes: Annotated[list[Annotated[int, Field(ge=3, le=5)]], Field(max_length=3)] = []
    met: list[tuple[Who, Who, Number]] = []
    if_needed: People = []
    season: bool = False
    new: People = []
    plays_for: dict[KeyText, Key | None] = {}
    kind: Literal["smallest", "plan"] | None = None  # of `sit_outs`
    numbers: list[Number] = []
    plan: list[Number] = []
    now: list[RoundNow] = []


Reason = Annotated[
    list[Annotated[int, Field(gt=-(2**15), lt=2**15)]], Field(max_length=6)
]


class DrawReport(JsonShape):
    """A draw's report: the parts that are read again are checked; figures aren't."""

    model_config = ConfigDict(extra="allow", strict=True)

    sit_outs: dict[KeyText, dict[str, Reason]] = {}
    moves: list[tuple[Number, Who, Place | None, Place | None]] = []


# --- Merges, past results, texts ---------------------------------------------------


# The first that matches the type of a column.
BY_KIND: tuple[tuple[type[models.Field], Any], ...] = (
    (models.ForeignKey, Key),
    (models.BooleanField, bool),
    (models.DateTimeField, Text),
    (models.IntegerField, Number),
    (models.JSONField, list[Name]),
    (models.CharField, Name),
)


def _shape_of(field: Any) -> Any:
    """Return the schema of a column's value as a merge stores it."""
    shape = next(shape for kind, shape in BY_KIND if isinstance(field, kind))
    if field.choices:
        shape = Annotated[shape, _one_of([value for value, _ in field.flatchoices])]
    return shape | None if field.null else shape


@cache
def _merged_shape(columns: tuple[FieldDescription, ...]) -> type[JsonShape]:
    """Return the schema of a merge's old and new values in the entry that stayed."""
    known: dict[str, Any] = {}
    for field in map(ENTRY.model_field, columns):
        pair: Any = conlist(_shape_of(field), min_length=2, max_length=2)
        known[field.attname] = (pair | None, None)
    return create_model("EntryFields", __base__=JsonShape, **known)


def _check_fields(fields: dict[str, Any]) -> dict[str, Any]:
    _merged_shape(tuple(ENTRY.merged())).model_validate(fields)
    return fields


EntryFields = Annotated[dict[str, Any], AfterValidator(_check_fields)]
OldAndNew = Annotated[
    list[Annotated[str, Field(max_length=10_000)]], Field(max_length=2)
]


class MergedEntry(JsonShape):
    tournament: Key
    kept: Key
    gone: Key
    sit_outs: list[Key]
    dropped: list[tuple[Key | None, Key, Key, Key | None, Why]]
    seats: list[Key]
    credits: list[Key]
    adjustments: list[Key]
    sat_for: list[Key]
    against: list[Key]
    substitutes: list[Key]
    paid_twice: bool = False
    fields: EntryFields
    apart: OldAndNew | None = None


class MergeChangesShape(JsonShape):
    """The rows that a merge handed over, and the player's old and new values."""

    model_config = ConfigDict(extra="allow", strict=True)

    entries: list[Key]
    merged: list[MergedEntry]
    lodge: OldAndNew
    answers: list[Key] = []
    mail_address: list[Key] = []
    __pydantic_extra__: dict[str, OldAndNew] = Field(init=False)

    @model_validator(mode="after")
    def know_columns(self) -> Self:
        """Reject names that aren't columns of a player that a merge changes."""
        known = {field.column for field in PLAYER.merged()}
        if unknown := {*self.__pydantic_extra__} - known:
            raise ValueError(f"no columns: {', '.join(sorted(unknown))}")
        return self


class CreatedRowsShape(JsonShape):
    players: list[Key] = []
    seasons: list[Key] = []
    evenings: Annotated[int, Field(ge=0, le=MOST)] = 0
    people: dict[str, Key] = {}


class ListChoices(JsonShape):
    game: Name = ""
    start_chips: Whole | None = None
    holds: Literal["total", "net", "points", "place"] | None = None
    rounds: Number | None = None
    month_first: bool | None = None
    zero_is_away: bool | None = None
    family_first: bool = False
    years: dict[str, Text] = {}
    days: dict[str, Text] = {}
    columns: dict[str, Text] = {}
    off: list[Text] = []
    nobody: dict[str, bool] = {}
    parts: Number | None = None


class WhenAndWhere(JsonShape):
    date: Annotated[str, Field(pattern=r"^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$")]
    starts_at: Annotated[str, Field(pattern=r"^([0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$")]
    place: Name


class ProducerShape(JsonShape):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    version: Annotated[str, Field(min_length=1, max_length=80)]


class SourceClubShape(JsonShape):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    town: Annotated[str, Field(min_length=1, max_length=80)] = "–"


class ExtensionShape(JsonShape):
    id: Annotated[str, Field(min_length=1, max_length=300)]
    spec_url: Annotated[str, Field(min_length=1, max_length=300)] = "–"
    data: JsonValue


class Origin(JsonShape):
    producer: ProducerShape
    club: SourceClubShape
    season: Annotated[str, Field(min_length=1, max_length=80)]
    time_zone: Name
    extensions: list[ExtensionShape]
    licence: Name = ""
    first_edition: Annotated[int, Field(ge=1, lt=2**15)] = 1
    fees_paid: Number = 0


class LetterFacts(JsonShape):
    """The facts of an email that was sent; they aren't used again."""

    model_config = ConfigDict(extra="allow", strict=True)


Percent = Annotated[list[Coins], Field(max_length=100)]
Chips = Annotated[list[dict[Name, Coins] | None], Field(min_length=3, max_length=5)]
Cells = list[tuple[Text, list[list[Annotated[str, Field(max_length=2_000)]]]]]
# Messages of reasons (`models.reasons`).
MESSAGES = (
    ("scoring.hand", "reason_message"),
    ("scoring.trayhand", "settled_reason_message"),
    ("scoring.count", "reason_message"),
    ("scoring.adjustment", "reversal_reason_message"),
    ("scoring.handruling", "reversal_reason_message"),
    ("scoring.standings", "why_message"),
    ("scoring.edition", "reason_message"),
    ("scoring.seasonedition", "reason_message"),
)
SHAPES: dict[tuple[str, str], Any] = {
    ("clubs.club", "limits"): None,  # never restored from a file
    ("clubs.player", "erasing"): list[Name],
    ("clubs.season", "formula"): SeasonFormula,
    ("scoring.tournament", "moved_from"): WhenAndWhere,
    ("scoring.tournament", "house_rules"): dict[str, JsonValue],
    ("scoring.tournament", "tie_breaks"): list[TieBreak],
    ("scoring.tournament", "prizes"): Percent,
    ("scoring.tournament", "origin"): Origin,
    ("scoring.entry", "classes"): list[Name],
    ("scoring.seasonplan", "people"): Annotated[
        list[Key | None], Field(max_length=MOST_DRAWN)
    ],
    ("scoring.seasonplan", "rounds"): list[list[list[Number]]],
    ("scoring.draw", "input"): DrawInput,
    ("scoring.draw", "report"): DrawReport,
    # Checked further in `row_checks`.
    ("scoring.change", "values"): dict[str, JsonValue],
    **dict.fromkeys(MESSAGES, dict[str, JsonValue]),  # checked further in `row_checks`
    ("scoring.change", "data"): dict[str, JsonValue],
    ("scoring.hand", "record"): dict[str, JsonValue],
    ("scoring.hand", "state"): dict[str, JsonValue],
    ("scoring.trayhand", "record"): JsonValue,
    ("scoring.count", "chips"): Chips,
    ("scoring.standings", "places"): list[tuple[Key, RowPlace, bool, TieBreak | None]],
    ("scoring.standings", "rows"): list[StandingRow],
    ("scoring.standingsrow", "facts"): RowFacts,
    ("scoring.standingsrow", "ties"): StoredTies,
    ("scoring.standings", "fund"): Fund,
    ("scoring.edition", "rows"): list[StandingRow],
    ("scoring.edition", "lists"): Lists,
    ("scoring.seasonedition", "rows"): list[SeasonRow],
    ("scoring.seasonedition", "formula"): SeasonFormula,
    ("scoring.tally", "results"): list[
        tuple[Number, Number | None, Whole, Points, bool]
    ],
    ("scoring.tally", "figures"): FiguresShape,
    ("scoring.merge", "moved"): MergeChangesShape,
    ("scoring.oldlist", "sheets"): Cells,
    ("scoring.oldlist", "choices"): ListChoices,
    ("scoring.oldlist", "made"): CreatedRowsShape,
    ("scoring.mailaddress", "wishes"): list[Wish],
    ("scoring.letter", "facts"): LetterFacts,
}


def refuse_other_shape(table: str, column: str, value: Any) -> None:
    """Raise ValueError for a value that services don't write into this column."""
    refuse_deep(value)
    shape = SHAPES[table, column]
    if shape is None:
        return
    try:
        # Strict validation of JSON accepts lists as tuples.
        _adapter(table, column).validate_json(json.dumps(value, allow_nan=False))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        location = ".".join(map(str, first["loc"]))
        raise ValueError(f"{location} {first['msg']}".strip()) from None


@cache
def _adapter(table: str, column: str) -> TypeAdapter[Any]:
    return TypeAdapter(SHAPES[table, column])


def refuse_deep(value: Any, left: int = DEEPEST) -> None:
    """Raise ValueError for too deep nesting, and for text no database stores."""
    if not left:
        raise ValueError("lists and objects too deep within each other")
    if isinstance(value, str):
        refuse_unfit_text(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            refuse_unfit_text(name)
            refuse_deep(item, left - 1)
    elif isinstance(value, list):
        for item in value:
            refuse_deep(item, left - 1)


def refuse_unfit_text(text: str) -> None:
    """Raise ValueError for a NUL or a lone surrogate."""
    if "\0" in text:
        raise ValueError("a character that cannot be kept")
    text.encode()  # a lone surrogate can't be encoded
