"""Records of deals: read by a schema that is data, and written back.

A game names its fields once, in a `Schema`; reading a record by it gives the game's own
deal, or every problem of shape at once. What a deal may *mean* is checked by the game's
`sense`, and only for a record of the right shape.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Generic, TypeVar, cast

from rules.deal_rotation import THROWN_IN, State, active_seats
from rules.fields import Code, Field, Object, Reading, Seat, Text, Whole
from rules.problems import Problem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Schema(Generic[T]):
    """A game's record: `make` builds its deal from table, dealer, kind and the fields.

    `kinds` are the kinds of deals, the first of them the default unless `kind_needed`;
    `kind_field` is the name of the kind's field; in an `idle` kind no one played.
    `known` are all other fields. A deal has `table`, `dealer`, and the kind under
    `kind_field`. `sense` finds problems in a deal of the right shape, under a house's
    rules.
    """

    make: Callable[..., T]
    active: int
    tables: tuple[int, ...]
    known: Mapping[str, Field]
    sense: Callable[[T, Any], Iterable[Problem]]
    kinds: tuple[str, ...] = ("played",)
    kind_field: str = "kind"
    kind_needed: bool = False
    idle: tuple[str, ...] = (THROWN_IN,)
    blank: Mapping[str, Any] = field(default_factory=dict)
    _whole: Object = field(init=False, repr=False, compare=False)
    # the last record that was found right, and its deal
    _right: list[tuple[object, Any]] = field(
        default_factory=lambda: [(None, None)], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        first = {
            "id": Field(Text()),
            "table": Field(Whole(min(self.tables), max(self.tables))),
            self.kind_field: Field(Code(self.kinds)),
            "dealer": Field(Seat(active=False), needed=True),
        }
        object.__setattr__(self, "_whole", Object(dict, {**first, **self.known}))

    def read(
        self, record: object, seats: int | None = None
    ) -> tuple[T | None, tuple[Problem, ...]]:
        """Return the deal, or None and every problem of shape.

        `seats` is the number of seats at the table, where it is known from elsewhere.
        """
        reading = Reading()
        if not isinstance(record, dict):
            reading.wrong("not_an_object", "")
        else:
            self._read_head(record, seats, reading)
        if reading.problems:
            return None, tuple(reading.problems)
        known = cast(dict[str, object], record)
        dealer = known.get("dealer")
        if reading.table > self.active and type(dealer) is int:
            reading.sits_out = dealer
        values = self._whole.fields(known, "", reading)
        if reading.problems:
            return None, tuple(reading.problems)
        values.pop("id", None)
        values["table"], values[self.kind_field] = reading.table, reading.kind
        return self.make(**values), ()

    def _read_head(
        self, record: Mapping[str, object], seats: int | None, reading: Reading
    ) -> None:
        """Read the table and the kind, on which everything else depends."""
        table, kind = record.get("table"), record.get(self.kind_field)
        if table is None:
            table = seats or min(self.tables)
        allowed: Collection[int] = (seats,) if seats else self.tables
        known = Whole(min(allowed), max(allowed)).read(table, "table", reading)
        if kind is None and self.kind_needed:
            reading.wrong("missing_field", self.kind_field)
        elif kind is None:
            kind = self.kinds[0]
        else:
            Code(self.kinds).read(kind, self.kind_field, reading)
        if not reading.problems:
            reading.table, reading.kind = cast(int, known), cast(str, kind)

    def problems(
        self,
        record: object,
        rules: Any,
        state: State | None = None,
        seats: int | None = None,
    ) -> tuple[Problem, ...]:
        """Return all problems of shape; only if there are none, all problems of sense.

        `state` is the state after the earlier deals, where it is stored apart from the
        record.
        """
        if state is not None and isinstance(record, dict):
            record = {**record, "state": state}
        deal, wrong = self.read(record, seats)
        wrong = wrong if deal is None else tuple(self.sense(deal, rules))
        if not wrong:
            self._right[0] = (record, deal)
        return wrong

    def parse(self, record: Mapping[str, Any], *, checked: bool = False) -> T:
        """Return the deal of a record of the right shape, or raise ValueError.

        The record need not contain the state it was checked with. If `checked` is set
        and the record is the object that was last found right, it isn't read again.
        """
        right, known = self._right[0]
        if checked and right is record and self.blank.keys() <= record.keys():
            return cast(T, known)
        deal, problems = self.read({**self.blank, **record})
        if deal is None:
            raise ValueError(" ".join(problem.message for problem in problems))
        return deal

    def write(self, deal: T) -> dict[str, Any]:
        """Return a deal as its record, without default values.

        The state before the deal is left out too.
        """
        return {
            name: as_json(held)
            for name, held, usual in _held(deal)
            if name != "state" and held != usual
        }

    def kind_of(self, deal: T) -> str:
        """Return the kind of the deal."""
        kind: str = getattr(deal, self.kind_field)
        return kind

    def players_of(self, deal: Any) -> tuple[int, ...]:
        """Return the seats that played the deal, without a dealer who sits out."""
        if self.kind_of(deal) in self.idle:
            return ()
        return active_seats(deal, self.active)


def schema_of(game: object) -> Schema[Any]:
    """Return the schema of a game; TypeError if the game reads its records itself."""
    schema = getattr(game, "records", None)
    if not isinstance(schema, Schema):
        raise TypeError(f"{game} has no schema")
    return schema


def folded(
    shape: Object, state_json: Mapping[str, Any] | None, recorded: T, table: int
) -> T:
    """Return the state a deal starts from: `state_json`, or if None the recorded one.

    Raises ValueError for a state that no deals can have produced.
    """
    if state_json is None:
        return recorded
    reading = Reading(table)
    state = shape.read(state_json, "", reading)
    if reading.problems:
        raise ValueError(" ".join(problem.message for problem in reading.problems))
    return cast(T, state)


def as_state(state: Any) -> dict[str, Any]:
    """Return a game's state as plain JSON, with every field."""
    return {known.name: as_json(getattr(state, known.name)) for known in fields(state)}


def as_json(value: Any) -> Any:
    """Return a part of a deal as plain JSON, without fields that are None."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [as_json(part) for part in value]
    if is_dataclass(value):
        held = ((known.name, getattr(value, known.name)) for known in fields(value))
        return {name: as_json(part) for name, part in held if part is not None}
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    return value


def _held(value: Any) -> Iterable[tuple[str, object, object]]:
    """Yield the name, the value and the default of each field."""
    for known in fields(value):
        make = known.default_factory
        usual = known.default if make is MISSING else make()
        yield known.name, getattr(value, known.name), usual
