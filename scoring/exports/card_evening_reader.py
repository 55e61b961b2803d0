"""Reader and validator for open files of events, with the place of each problem.

As a separate program it reads a file from standard input, within limits of time and
memory, and prints problems as JSON (`checked_apart`). It doesn't use the database.
"""

import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Day
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import rfc8785
from pydantic import BaseModel, ValidationError

from scoring.exports.card_evening_schema import (
    FORMAT,
    VERSION,
    Adjustment,
    Count,
    Entry,
    Evening,
    Round,
    SitOut,
    Standing,
    Table,
    digest_of,
)

# Bytes of a file; an event of 300 people with all its hands has 2 MB.
LARGEST = 8 << 20
MOST_WRONG = 20  # places listed at once
PATIENCE = 45  # s of real time, on a busy machine
SECONDS, MEMORY = 20, 1 << 30  # s of processor time, and bytes

# Maximum length of lists in an event, by name.
MOST_OF = {"entries": 5_000, "standings": 5_000, "rounds": 100, "tables": 1_250}
MOST_OF |= {"hands": 300, "sit_outs": 5_000, "adjustments": 5_000, "extensions": 100}
MOST_ITEMS, MOST_OBJECTS = 10_000, 150_000
AT_ONCE = 10_000  # objects; larger files are validated in pieces
PROGRAM = "scoring.exports.card_evening_reader"
HOUSE = Path(__file__).resolve().parent.parent.parent


class Wrong(NamedTuple):
    """A problem in a file: place, code (`card_evening_export.WRONG`), and value."""

    place: str
    code: str
    value: str = ""


class NotRead(Exception):
    """The file isn't an open file, or has problems."""

    def __init__(self, wrong: Sequence[Wrong]) -> None:
        super().__init__(*wrong)
        self.wrong = tuple(wrong)


def read(content: bytes) -> Evening:
    """Return the event in a file. Raises NotRead with all problems."""
    document = _document(content)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotRead([Wrong("format", "foreign")])
    if document.get("format_version") != VERSION:
        version = str(document.get("format_version", ""))[:20]
        raise NotRead([Wrong("format_version", "version", version)])
    objects = 0
    for wrong_list, counted in _counted(document):
        objects += counted
        if wrong_list or objects > MOST_OBJECTS:
            raise NotRead([wrong_list or Wrong("", "many", str(MOST_OBJECTS))])
    if wrong := [*islice(_nulls(document), MOST_WRONG)]:
        raise NotRead(wrong)
    pieces = _pieces(document) if objects > AT_ONCE else ()
    if wrong := [*islice(_wrong_pieces(pieces), MOST_WRONG)]:
        raise NotRead(wrong)
    try:
        evening = Evening.model_validate_json(content)
    except ValidationError as error:
        found = [_told(detail) for detail in error.errors(include_url=False)]
        raise NotRead(found[:MOST_WRONG]) from None
    if wrong := [*islice(_contradictions(evening, document), MOST_WRONG)]:
        raise NotRead(wrong)
    return evening


def _counted(document: dict[str, Any]) -> Iterator[tuple[Wrong | None, int]]:
    """Yield for each list and object a problem with its length, and its object count.

    Counted before anything is built: a small file can hold a million empty objects, and
    each would report all its missing fields.
    """
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            yield None, 1
            waiting += value.items()
        elif isinstance(value, list):
            most = MOST_OF.get(name, MOST_ITEMS)
            if len(value) > most:
                yield Wrong(name, "many", str(most)), 0
            waiting += [("", item) for item in value]


def _pieces(
    document: dict[str, Any],
) -> Iterator[tuple[str, type[BaseModel], Any]]:
    """Yield the repeated parts of a large file, each with its place and its model."""
    yield from _each(document, "entries", "entries", Entry)
    yield from _each(document, "adjustments", "adjustments", Adjustment)
    yield from _each(document, "standings", "standings", Standing)
    for n, rnd in enumerate(_listed(document, "rounds")):
        yield from _each(rnd, "tables", f"rounds[{n}].tables", Table)
        yield from _each(rnd, "sit_outs", f"rounds[{n}].sit_outs", SitOut)


def _each(
    whole: Any, name: str, place: str, model: type[BaseModel]
) -> Iterator[tuple[str, type[BaseModel], Any]]:
    for n, piece in enumerate(_listed(whole, name)):
        yield f"{place}[{n}]", model, piece


def _listed(whole: Any, name: str) -> list[Any]:
    """Return a list in an object; the complete validation reports other types."""
    found = whole.get(name) if isinstance(whole, dict) else None
    return found if isinstance(found, list) else []


def _wrong_pieces(
    pieces: Iterable[tuple[str, type[BaseModel], Any]],
) -> Iterator[Wrong]:
    """Yield the problems in the pieces of a large file, one after the other.

    Validated as a whole, hundreds of thousands of problems would be in memory at once.
    """
    for place, model, piece in pieces:
        try:
            model.model_validate_json(json.dumps(piece))
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                wrong = _told(detail)
                step = f".{wrong.place}" if wrong.place else ""
                yield wrong._replace(place=f"{place}{step}"[:200])


def _document(content: bytes) -> Any:
    def unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = Counter(name for name, _ in pairs)
            twice = next(name for name, times in names.items() if times > 1)
            raise NotRead([Wrong(twice[:80], "field twice")])
        return found

    def refuse(constant: str) -> Any:
        raise NotRead([Wrong(constant, "json")])

    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotRead([Wrong(f"byte {error.start + 1}", "json")]) from None
    try:
        return json.loads(text, object_pairs_hook=unique_fields, parse_constant=refuse)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        raise NotRead([Wrong(position, "json")]) from None
    # Nested too deeply, or a number with thousands of digits.
    except (RecursionError, ValueError):
        raise NotRead([Wrong("", "json")]) from None


# Parts where other programs can write null.
FREE = ("record", "house_rules", "extensions")


def _nulls(document: dict[str, Any]) -> Iterator[Wrong]:
    """Yield nulls, and text that no database stores: NUL or a lone surrogate.

    Unknown facts must be left out, so that every fact has only one form.
    """
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if value is None and not {*FREE} & {*path}:
            yield Wrong(place_of(path), "null")
        elif isinstance(value, dict):
            waiting += [((*path, k), v) for k, v in value.items()]
            waiting += [((*path, "…"), k) for k in value if not _is_fit(k)]
        elif isinstance(value, list):
            waiting += [((*path, n), v) for n, v in enumerate(value)]
        elif isinstance(value, str) and not _is_fit(value):
            yield Wrong(place_of(path), "sign")


def _is_fit(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _told(error: Any) -> Wrong:
    code = KINDS.get(error["type"], "")
    value = error["msg"] if not code else str(error.get("ctx", {}).get("expected", ""))
    return Wrong(place_of(error["loc"]), code or "value", value[:200])


# By pydantic's error type.
KINDS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "int_type": "whole",
    "int_from_float": "whole",
    "bool_type": "yes or no",
    "string_type": "text",
    "literal_error": "one of",
    "string_pattern_mismatch": "pattern",
    "string_too_long": "long",
    "string_too_short": "short",
    "greater_than_equal": "bounds",
    "less_than_equal": "bounds",
    "json_invalid": "json",
    "recursion_loop": "json",
}


def place_of(path: Iterable[str | int]) -> str:
    """Return a place in the file: rounds[0].tables[2].count."""
    place = ""
    for step in path:
        place += f"[{step}]" if isinstance(step, int) else f".{step}"
    return place.removeprefix(".")[:200]


def _contradictions(evening: Evening, document: Mapping[str, Any]) -> Iterator[Wrong]:
    """Yield problems that schemas can't express: numbers that contradict each other."""
    yield from _of_digest(evening, document)
    if not _is_day(evening.date):
        yield Wrong("date", "pattern")
    yield from _of_people(evening)
    known = {entry.number for entry in evening.entries}
    yield from _twice("rounds", [rnd.number for rnd in evening.rounds])
    if evening.standings_are == "listed" and (evening.rounds or evening.adjustments):
        yield Wrong("rounds", "listed")
    for n, rnd in enumerate(evening.rounds):
        yield from _of_round(rnd, f"rounds[{n}]", known)
    for n, ruling in enumerate(evening.adjustments):
        place = f"adjustments[{n}]"
        yield from _known(place, known, entry=ruling.entry, other=ruling.other)
        if ruling.entry == ruling.other or not ruling.chips:
            yield Wrong(place, "adjustment")
    yield from _twice("standings", [row.entry for row in evening.standings])
    for n, row in enumerate(evening.standings):
        yield from _known(f"standings[{n}]", known, entry=row.entry)


def _is_day(text: str) -> bool:
    """Return whether the date exists in the calendar."""
    try:
        Day.fromisoformat(text)
    except ValueError:
        return False
    return True


def _of_digest(evening: Evening, document: Mapping[str, Any]) -> Iterator[Wrong]:
    try:
        digest = digest_of(document)
    except (rfc8785.CanonicalizationError, RecursionError):
        yield Wrong("", "number")
    else:
        if evening.digest not in (None, digest):
            yield Wrong("digest", "digest")


def _of_people(evening: Evening) -> Iterator[Wrong]:
    known = {entry.number for entry in evening.entries}
    yield from _twice("entries", [entry.number for entry in evening.entries])
    for n, entry in enumerate(evening.entries):
        place = f"entries[{n}]"
        yield from _known(place, known, substitute_for=entry.substitute_for)
        if (entry.substitute_for is None) != (entry.substitute_from is None):
            yield Wrong(f"{place}.substitute_from", "substitute")
        if entry.substitute_for == entry.number:
            yield Wrong(f"{place}.substitute_for", "substitute")
        if entry.number.startswith("H") and entry.ranked:
            yield Wrong(f"{place}.ranked", "house")
        if entry.name != " ".join(entry.name.split()):
            yield Wrong(f"{place}.name", "blanks")
        for name in entry.classes:
            if name not in evening.classes:
                yield Wrong(f"{place}.classes", "class", name)


def _of_round(rnd: Round, place: str, known: set[str]) -> Iterator[Wrong]:
    if (rnd.state == "cancelled") != bool(rnd.reason):
        yield Wrong(f"{place}.reason", "cancelled")
    yield from _twice(f"{place}.tables", [table.number for table in rnd.tables])
    yield from _of_parts(rnd, place, known)
    for m, table in enumerate(rnd.tables):
        table_place = f"{place}.tables[{m}]"
        if table.count:
            yield from _of_count(table.count, len(table.seats), f"{table_place}.count")
        yield from _of_hands(table, table_place)


def _of_parts(rnd: Round, place: str, known: set[str]) -> Iterator[Wrong]:
    """Yield people seated twice in a round, and standings with two results in it."""
    seated: set[str] = set()
    credited: set[str] = set()
    for m, table in enumerate(rnd.tables):
        for s, seat in enumerate(table.seats):
            part_place = f"{place}.tables[{m}].seats[{s}]"
            yield from _known(part_place, known, entry=seat.entry, credit=seat.credit)
            if seat.credit and not seat.entry:
                yield Wrong(f"{part_place}.credit", "free seat")
            yield from _once(part_place, seat.entry, seated)
            yield from _once(part_place, seat.credit, credited)
    absent: set[str] = set()
    for n, row in enumerate(rnd.sit_outs):
        part_place = f"{place}.sit_outs[{n}]"
        yield from _known(part_place, known, entry=row.entry, credit=row.credit)
        yield from _once(part_place, row.credit, credited)
        if row.why == "sit_out":
            yield from _once(part_place, row.entry, absent)


def _once(place: str, number: str | None, before: set[str]) -> Iterator[Wrong]:
    if number and number in before:
        yield Wrong(place, "sits twice", number)
    before.add(number or "")


def _of_count(count: Count, size: int, place: str) -> Iterator[Wrong]:
    rows = (count.held, count.borrowed, count.ruled, count.score)
    if {len(row) for row in rows} != {size}:
        yield Wrong(place, "seats", str(size))
    elif any(h - b + r != s for h, b, r, s in zip(*rows, strict=True)):
        yield Wrong(f"{place}.score", "score")
    if any(count.ruled) and not count.reason:
        yield Wrong(f"{place}.reason", "ruled")


def _of_hands(table: Table, place: str) -> Iterator[Wrong]:
    size = len(table.seats)
    standing = [hand.number for hand in table.hands if hand.void is None]
    yield from _twice(f"{place}.hands", standing)
    for n, hand in enumerate(table.hands):
        part_place = f"{place}.hands[{n}].nets"
        if (hand.nets is None) == (hand.void is None):
            yield Wrong(part_place, "void")
        if hand.nets and len(hand.nets) != size:
            yield Wrong(part_place, "seats", str(size))
        elif hand.nets and sum(hand.nets) + (hand.aside or 0):
            yield Wrong(part_place, "zero")
    known = {hand.number for hand in table.hands}
    for n, ruling in enumerate(table.rulings):
        part_place = f"{place}.rulings[{n}]"
        if ruling.hand not in known:
            yield Wrong(f"{part_place}.hand", "no hand", str(ruling.hand))
        if len(ruling.chips) != size:
            yield Wrong(f"{part_place}.chips", "seats", str(size))
        elif sum(ruling.chips) or not any(ruling.chips):
            yield Wrong(f"{part_place}.chips", "zero")


def _twice(place: str, keys: Sequence[str | int]) -> Iterator[Wrong]:
    known: set[str | int] = set()
    for n, key in enumerate(keys):
        if key in known:
            yield Wrong(f"{place}[{n}]", "twice", str(key))
        known.add(key)


def _known(place: str, known: set[str], **numbers: str | None) -> Iterator[Wrong]:
    for name, number in numbers.items():
        if number is not None and number not in known:
            yield Wrong(f"{place}.{name}", "nobody", number)


# --- In a separate process -----------------------------------------------------


def checked_apart(content: bytes) -> Evening:
    """Read a file after a limited process has checked it. Raises NotRead."""
    if len(content) > LARGEST:
        raise NotRead([Wrong("", "large")])
    # Without the environment and the user's own packages, similar to -I.
    command = [sys.executable, "-E", "-s", "-W", "ignore", "-m", PROGRAM]
    try:
        run = subprocess.run(
            command,
            cwd=HOUSE,
            input=content,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotRead([Wrong("", "busy")]) from None
    if run.returncode:
        raise NotRead([Wrong("", "busy")])  # the kernel ended it
    if wrong := json.loads(run.stdout):
        raise NotRead([Wrong(*problem) for problem in wrong])
    return read(content)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wrong: Sequence[Wrong] = ()
    try:
        read(sys.stdin.buffer.read(LARGEST + 1))
    except NotRead as error:
        wrong = error.wrong
    except MemoryError:
        wrong = [Wrong("", "busy")]
    json.dump(wrong, sys.stdout)


if __name__ == "__main__":
    main()
