"""Records of deals: read by a schema that is data, and written back.

A game names its fields once, in a `Schema`; reading a record by it gives the game's own
deal, or every problem of shape at once. What a deal may *mean* is the game's `sense`, and
is asked only of a record that has its shape.
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

    `kinds` are the kinds of deals, the first of them meant where none is named unless
    `kind_needed`; `kind_field` is the name they stand under; of an `idle` kind nobody had
    a hand. `known` are all other fields. A deal has `table`, `dealer`, and the kind under
    `kind_field`. `sense` says what is wrong with a deal of the right shape, in a house.
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
    # the record that was found right last, and its deal
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
        """The deal, or None and every problem of shape.

        `seats` is how many sit at the table where that is known besides.
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
        """The table and the kind, on which everything else rests."""
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
        """All problems of shape; only if there is none, all problems of sense.

        `state` is what the deals before left, where somebody keeps it for the record.
        """
        if state is not None and isinstance(record, dict):
            record = {**record, "state": state}
        deal, wrong = self.read(record, seats)
        wrong = wrong if deal is None else tuple(self.sense(deal, rules))
        if not wrong:
            self._right[0] = (record, deal)
        return wrong

    def parse(self, record: Mapping[str, Any], *, checked: bool = False) -> T:
        """The deal of a record that has its shape; raises ValueError for another.

        A record need not name the state that it was checked with. Where it is `checked`
        and the very one that was just found right, it is not read again.
        """
        right, known = self._right[0]
        if checked and right is record and self.blank.keys() <= record.keys():
            return cast(T, known)
        deal, problems = self.read({**self.blank, **record})
        if deal is None:
            raise ValueError(" ".join(problem.message for problem in problems))
        return deal

    def write(self, deal: T) -> dict[str, Any]:
        """A deal as its record: what is as usual is left out, and the state before it."""
        return {
            name: as_json(held)
            for name, held, usual in _held(deal)
            if name != "state" and held != usual
        }

    def kind_of(self, deal: T) -> str:
        """Which kind of deal it is."""
        kind: str = getattr(deal, self.kind_field)
        return kind

    def players_of(self, deal: Any) -> tuple[int, ...]:
        """The seats that had a hand in it, the dealer who sits out not among them."""
        if self.kind_of(deal) in self.idle:
            return ()
        return active_seats(deal, self.active)


def schema_of(game: object) -> Schema[Any]:
    """What a record of a game holds; TypeError for one that reads its records itself."""
    schema = getattr(game, "records", None)
    if not isinstance(schema, Schema):
        raise TypeError(f"{game} has no schema")
    return schema


def folded(
    shape: Object, state_json: Mapping[str, Any] | None, recorded: T, table: int
) -> T:
    """The state a deal starts from: what the site folded, else what the record says.

    Raises ValueError for one that no deals can have left.
    """
    if state_json is None:
        return recorded
    reading = Reading(table)
    state = shape.read(state_json, "", reading)
    if reading.problems:
        raise ValueError(" ".join(problem.message for problem in reading.problems))
    return cast(T, state)


def as_state(state: Any) -> dict[str, Any]:
    """A game's state as plain JSON, with every field."""
    return {known.name: as_json(getattr(state, known.name)) for known in fields(state)}


def as_json(value: Any) -> Any:
    """A part of a deal as plain JSON; what is not there is left out."""
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
    """The name of each field, what it holds, and what it holds unless it is given."""
    for known in fields(value):
        make = known.default_factory
        usual = known.default if make is MISSING else make()
        yield known.name, getattr(value, known.name), usual
