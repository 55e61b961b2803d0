"""The open file of an event, `card-evening` 1.0: its typed models.

docs/card-evening.md describes it for programmers. Export, import, the published schema
and the API use these same classes, which know nothing of the database.
`card_evening_reader` reads a file into them.
"""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import rfc8785
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

FORMAT, VERSION = "card-evening", "1.0"
KIND = "application/json"
MOST = 10_000_000  # chips; the database holds more
PLAIN = r"^[^\x00-\x1f\x7f]+$"  # one line
Line80 = Annotated[str, Field(min_length=1, max_length=80, pattern=PLAIN)]
Line300 = Annotated[str, Field(min_length=1, max_length=300, pattern=PLAIN)]
Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
# Any code is read. The schema of 1.0 has those that there were when it was written.
TieBreakCode = Annotated[
    Code,
    WithJsonSchema(
        {"type": "string", "enum": ["best_round", "last_round", "rounds_won", "lot"]}
    ),
]
# A start number, or H1, H2 … for a house player.
Number = Annotated[str, Field(pattern=r"^H?[1-9][0-9]{0,4}$")]
Chips = Annotated[int, Field(ge=-MOST, le=MOST)]
OwedChips = Annotated[int, Field(ge=0, le=MOST)]
Coins = Annotated[int, Field(ge=0, le=2_147_483_647)]
Small = Annotated[int, Field(ge=1, le=9_999)]
Sum = Annotated[int, Field(ge=-(10**12), le=10**12)]
BySeat = Annotated[tuple[Chips, ...], Field(min_length=3, max_length=5)]
OwedBySeat = Annotated[tuple[OwedChips, ...], Field(min_length=3, max_length=5)]
DayText = Annotated[str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]$")]
HourText = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Missed = Literal["start", "average", "zero"]


class SchemaModel(BaseModel):
    """A part of the file: no field that it does not know, and none that is null."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        schema = handler(core_schema)
        resolved = handler.resolve_ref_schema(schema)
        for name, field in resolved.get("properties", {}).items():
            resolved["properties"][name] = _without_null(field)
        return schema


def _without_null(field: dict[str, Any]) -> dict[str, Any]:
    """What may be left out is never null."""
    kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    rest = {k: v for k, v in field.items() if k not in ("anyOf", "default", "title")}
    if "anyOf" not in field:
        return rest
    return {**rest, **kinds[0]} if len(kinds) == 1 else {**rest, "anyOf": kinds}


class Extension(SchemaModel):
    """Data of another program, stored and exported again; `id` names the program."""

    id: Line300
    spec_url: Line300 | None = None
    data: JsonValue = Field(description="Anything that program wrote.")


class Producer(SchemaModel):
    """The program that first wrote the file."""

    name: Line80
    version: Line80


class ClubOf(SchemaModel):
    """The club that held the event."""

    name: Line80
    town: Line80 | None = None


class Ranking(SchemaModel):
    """What decides the places."""

    by: Literal["chips", "table_points"]
    tie_breaks: tuple[TieBreakCode, ...]
    worst_rounds_dropped: Annotated[int, Field(ge=0, le=10)]
    sit_out_scores: Missed
    missed_round_scores: Missed
    substitute_counts_for: Literal["replaced", "own", "nobody"]


class Money(SchemaModel):
    """What was paid in and out, in the currency's smallest unit (ISO 4217)."""

    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    fee: Coins
    added: Coins
    kept_back: Coins
    prizes_are: Literal["percent", "fixed"]
    prizes: tuple[Coins, ...] = Field(
        description="First place first: hundredths of a percent of the fund, or amounts."
    )
    shown: bool = Field(description="Whether the amounts are public.")


class Entry(SchemaModel):
    """A person at the event, by their name on that day."""

    number: Number
    player: Annotated[int, Field(ge=1, le=99_999_999)] | None = Field(
        default=None,
        description="The player's number in the club; only in the API. An import ignores "
        "it, because each site has its own numbers.",
    )
    name: Line80
    given_name: Line80 | None = None
    family_name: Line80 | None = None
    lodge: Line80 | None = None
    team: Annotated[str, Field(min_length=1, max_length=40, pattern=PLAIN)] | None = (
        None
    )
    classes: tuple[Line80, ...]
    ranked: bool
    lot: Annotated[int, Field(ge=0, le=2_147_483_647)]
    state: Literal["expected", "here", "absent", "left"] | None = None
    paid: bool | None = None
    substitute_for: Number | None = None
    substitute_from: Small | None = Field(
        default=None, description="The first round that someone else played for them."
    )


class Seat(SchemaModel):
    """A seat at a table; without an entry, it's free."""

    entry: Number | None = None
    credit: Number | None = Field(
        default=None, description="The entry whose standing it counts for."
    )


class Count(SchemaModel):
    """The current count, seat 1 first: score = held − borrowed + ruled."""

    held: BySeat
    borrowed: OwedBySeat
    ruled: BySeat
    score: BySeat
    aside: Chips = Field(description="Chips that no seat holds, as in a pool.")
    in_force: bool = Field(description="Whether a second person has verified it.")
    reason: Line300 | None = None


class HandRuling(SchemaModel):
    """Chips that a judge moved for one hand, seat 1 first; they add up to 0."""

    hand: Small
    chips: BySeat
    section: Annotated[str, Field(pattern="^§[0-9]{1,2}$")] | None = None
    reason: Line300
    taken_back: Line300 | None = Field(
        default=None, description="Why it was withdrawn."
    )


class Hand(SchemaModel):
    """A hand as it was recorded; a void one moves nothing and says why."""

    number: Small
    record: dict[str, JsonValue]
    dealer: Annotated[int, Field(ge=1, le=5)] | None = None
    nets: BySeat | None = None
    aside: Chips | None = None
    void: Line300 | None = None
    note: Line300 | None = None
    rules: Line80 = Field(description="The version of the rules that settled it.")


class Table(SchemaModel):
    """One table in one round."""

    number: Small
    seats: Annotated[tuple[Seat, ...], Field(min_length=3, max_length=5)]
    count: Count | None = None
    rulings: tuple[HandRuling, ...]
    hands: tuple[Hand, ...]


class SitOut(SchemaModel):
    """A round that someone didn't play, and why."""

    entry: Number
    credit: Number | None = None
    why: Literal["sit_out", "late", "absent", "left", "stood_in", "sat_in"]


class Round(SchemaModel):
    """A published round."""

    number: Annotated[int, Field(ge=1, le=999)]
    state: Literal["open", "finished", "cancelled"]
    closed: bool = Field(description="Whether the round was ended by hand.")
    reason: Line300 | None = Field(default=None, description="Why it was canceled.")
    tables: tuple[Table, ...]
    sit_outs: tuple[SitOut, ...]


class Adjustment(SchemaModel):
    """Chips that a judge gave to a player or took, outside any sheet."""

    entry: Number
    other: Number | None = Field(
        default=None, description="The entry that gives the chips, or gets them."
    )
    chips: Chips
    section: Annotated[str, Field(pattern="^§[0-9]{1,2}$")] | None = None
    reason: Line300
    taken_back: Line300 | None = None


class RoundResult(SchemaModel):
    """What a round gave a player."""

    round: Small
    table: Small | None = None
    chips: Sum
    half_points: Annotated[int, Field(ge=0, le=10_000)]
    why: Code | None = Field(
        default=None, description="Why the player wasn't at a table."
    )
    dropped: bool
    running: bool = Field(description="Whether it isn't in a total yet.")
    by: Number | None = Field(
        default=None, description="The entry that played it for the player."
    )


class Standing(SchemaModel):
    """A player's place, as the program that wrote the file computed it."""

    place: Annotated[int, Field(ge=1, le=100_000)]
    shared: bool
    entry: Number
    total: Sum | None = None
    half_points: Annotated[int, Field(ge=0, le=10**9)] | None = None
    rounds_played: Annotated[int, Field(ge=0, le=1_000)] | None = None
    rulings: Sum
    decided_by: Code | None = None
    prize: Sum | None = Field(
        default=None, description="In the currency's smallest unit."
    )
    rounds: tuple[RoundResult, ...]


class Edition(SchemaModel):
    """The last version of the final standings."""

    number: Small
    declared_at: AwareDatetime
    reason: Line300 | None = Field(default=None, description="What changed.")


class Evening(SchemaModel):
    """One event of one game.

    Chips and money are whole numbers. Table points are counted in halves, so
    `half_points` 7 is 3.5. A field without a value is left out, never null.
    """

    format: Literal["card-evening"]
    format_version: Literal["1.0"]
    id: Annotated[
        str,
        Field(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"),
    ]
    names: Literal["full", "shown"] = Field(
        description="shown: as the club shows them in public."
    )
    licence: Line80 | None = None
    producer: Producer
    club: ClubOf
    season: Line80
    name: Line80
    date: DayText
    hour: HourText | None = None
    place: Line80 | None = None
    time_zone: Line80
    game: Code
    rule_set: Annotated[str, Field(min_length=1, max_length=20, pattern=PLAIN)]
    house_rules: dict[str, JsonValue]
    start_chips: Annotated[int, Field(ge=0, le=10_000)]
    with_chips: bool
    rounds_planned: Annotated[int, Field(ge=1, le=20)]
    hands_per_round: Annotated[int, Field(ge=1, le=60)] | None = None
    minutes_per_round: Annotated[int, Field(ge=5, le=600)] | None = None
    ranking: Ranking
    teams: Literal["none", "lodges", "named"]
    team_best: Annotated[int, Field(ge=1, le=20)]
    classes: tuple[Line80, ...]
    money: Money | None = None
    standings_are: Literal["reckoned", "listed"] = Field(
        description="listed: from past results, without rounds."
    )
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    adjustments: tuple[Adjustment, ...]
    standings: tuple[Standing, ...]
    edition: Edition | None = None
    extensions: tuple[Extension, ...]
    digest: Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")] | None = Field(
        default=None,
        description="The digest of the canonical form (RFC 8785) of everything else.",
    )


# --- The bytes ----------------------------------------------------------------


def plain(part: BaseModel) -> dict[str, Any]:
    """A part as JSON has it, without what is not known."""
    return part.model_dump(mode="json", exclude_none=True)


def digest_of(document: Mapping[str, Any]) -> str:
    """Of the canonical form of everything but the digest."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return f"sha256:{hashlib.sha256(rfc8785.dumps(rest)).hexdigest()}"


def order_of(label: str | None) -> tuple[bool, bool, int]:
    """Return where a number goes in the file's own order: 2, 10, H1, H2, then nobody.

    Databases disagree: SQLite sorts what isn't there first, PostgreSQL sorts it last.
    """
    if label is None:
        return (True, False, 0)
    return (False, label.startswith("H"), int(label.removeprefix("H")))


def canonical_bytes(evening: Evening) -> bytes:
    """The file in its canonical form, with its digest: of one state always the same."""
    document = plain(evening)
    document["digest"] = digest_of(document)
    return rfc8785.dumps(document)


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} {VERSION}",
        **{k: v for k, v in Evening.model_json_schema().items() if k != "title"},
    }
