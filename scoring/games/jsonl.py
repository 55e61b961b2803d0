"""Hand records as lines of JSON: reading a line, and writing the answer."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

from rules.game import AnyGame, game_named
from rules.ledger import Party, Settlement
from rules.problems import Problem


def answers_to(lines: Iterable[bytes], name: str, rules: Any) -> tuple[bool, str]:
    """Return whether every record was scored, and the text to print for the lines.

    `name` is the game's, `rules` are house rules of that game.
    """
    game = game_named(name)
    answers = [answer(line, game, rules) for line in lines if line.strip()]
    return all(scored for scored, _ in answers), "\n".join(text for _, text in answers)


def answer(line: bytes, game: AnyGame, rules: Any) -> tuple[bool, str]:
    """Return whether the record of this line was scored, and the text to print."""
    record, problems = read(line)
    if record is not UNREADABLE:
        problems += game.check(record, rules)
    id_ = record.get("id") if isinstance(record, dict) else None
    id_in_json = _ENCODER.encode(id_) if isinstance(id_, str) else "null"
    if problems:
        return False, writable(refusal(id_in_json, game, problems))
    deal = game.parse(record, checked=True)
    settlement = game.settle(deal, rules)
    more = _more(game, deal, settlement, rules) if game.answers else ""
    return True, writable(account(id_in_json, settlement, more))


def _more(game: AnyGame, deal: Any, settlement: Settlement, rules: Any) -> str:
    """Return what a deal leaves behind: accounts, its state, the next dealer."""
    facts = {
        "accounts": dict.fromkeys(game.accounts, 0) | settlement.accounts,
        "state": settlement.state,
        "next_dealer": game.next_deal([deal], None, rules).dealer,
    }
    return f",{_ENCODER.encode({name: facts[name] for name in game.answers})[1:-1]}"


def refusal(id_in_json: str, game: AnyGame, problems: Iterable[Problem]) -> str:
    """Return the answer to a record that cannot be scored."""
    listed = [
        {
            "code": problem.code,
            "field": problem.field,
            "message": problem.message,
            "section": problem.section,
        }
        for problem in problems
    ]
    more = "".join(f',"{name}":null' for name in game.answers)
    return (
        f'{{"id":{id_in_json},"net":null,"lines":[],"notes":[],'
        f'"problems":{_ENCODER.encode(listed)}{more}}}'
    )


def account(id_in_json: str, settlement: Settlement, more: str = "") -> str:
    """Return the answer to a record that was scored."""
    lines = [
        line_in_json(
            line.item, line.payer, line.payee, line.chips, line.section, line.why
        )
        for line in settlement.lines
    ]
    notes = _ENCODER.encode(settlement.notes) if settlement.notes else "[]"
    net = ",".join(map(str, settlement.net))
    return (
        f'{{"id":{id_in_json},"net":[{net}],"lines":[{",".join(lines)}],'
        f'"notes":{notes},"problems":[]{more}}}'
    )


# The same few lines are needed again and again, and writing them is a third of the
# work.
@lru_cache(maxsize=1 << 15)
def line_in_json(
    item: str, payer: Party, payee: Party, chips: int, section: str, reason: str
) -> str:
    """Return one line of the account as JSON."""
    line = {"item": item, "from": payer, "to": payee, "chips": chips}
    return _ENCODER.encode(line | {"section": section, "why": reason})


def read(line: bytes) -> tuple[object, tuple[Problem, ...]]:
    """Return the JSON value of a line, or UNREADABLE, with the problems."""
    try:
        text = line.decode()
        try:
            return json_value(text), ()
        except DoubledField:
            record = _TOLERANT.decode(text)
            return record, tuple(_doubled(record, ""))
    except UnicodeDecodeError:
        message = "The line is not UTF-8 text; save the file as UTF-8."
        return UNREADABLE, (Problem("not_utf8", "", message),)
    except (ValueError, RecursionError) as error:
        message = f"The line is not JSON: {reason_of(error)}."
        return UNREADABLE, (Problem("not_json", "", message),)


def json_value(text: str) -> object:
    """Parse strict JSON: no field twice, no NaN.

    Raises ValueError or RecursionError.
    """
    return _STRICT.decode(text)


def reason_of(error: Exception) -> str:
    """Return why a text could not be read as JSON, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.pos + 1}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)


def writable(text: str) -> str:
    """Return JSON text that can be encoded as UTF-8.

    It is escaped if half a surrogate pair prevents that.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":"))
    return text


class DoubledField(ValueError):
    """A field that appears twice in one object."""


class _Doubled(dict[str, object]):
    """An object in which fields appeared twice; `names` are those fields."""

    names: tuple[str, ...] = ()


def _single(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DoubledField(f'the field "{twice}" stands twice')
    return record


def _doubled_or_single(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = _Doubled(pairs)
    names = Counter(name for name, _ in pairs)
    record.names = tuple(name for name, count in names.items() if count > 1)
    return record


def _doubled(value: object, path: str) -> Iterator[Problem]:
    """Yield a problem for each field that appears twice, at any depth."""
    if isinstance(value, _Doubled):
        start = f"{path}." if path else ""
        for name in value.names:
            message = f'The field "{name}" stands twice; keep one of the two.'
            yield Problem("duplicate_field", f"{start}{name}", message)
        for name, inner in value.items():
            yield from _doubled(inner, f"{start}{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _doubled(inner, f"{path}[{index}]")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


UNREADABLE = object()
_STRICT = json.JSONDecoder(object_pairs_hook=_single, parse_constant=_no_constant)
_TOLERANT = json.JSONDecoder(
    object_pairs_hook=_doubled_or_single, parse_constant=_no_constant
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
