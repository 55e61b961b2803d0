"""score_hands: hand records in, chips and the reasons for them out, one JSON a line."""

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from django.core.management.base import BaseCommand, CommandError

from rules.ledger import Settlement
from rules.problems import Problem
from rules.spjst import (
    PRESETS,
    HouseRuleError,
    HouseRules,
    check,
    house_rules,
    parse,
    settle,
)

REFUSED = 1  # exit status: a record could not be scored
READER_GONE = 141  # exit status: as other programs end on a closed pipe
MISUSED = 2  # exit status: the command itself was called wrongly

CHUNK = 1 << 16  # bytes read at once
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

# The problems this command finds before a record reaches the rules, by code.
READING_CODES = {
    "not_utf8": "the line is not UTF-8 text",
    "not_json": "the line is not JSON",
    "duplicate_field": "a field stands twice in the same object",
}


class Command(BaseCommand):
    help = (
        "Score hand records. Reads one JSON object a line from FILE or standard input "
        "and prints one JSON object a line: id, net (chips of seats 1 to 4), lines, "
        "notes, problems. Exit status: 0 if every record was scored, 1 if one was "
        "refused, 2 if the command was called wrongly."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            metavar="FILE",
            help="records, one JSON object a line; without it, or with -, standard input",
        )
        parser.add_argument(
            "--rules",
            default="spjst-2013",
            metavar="NAME",
            help=f"rule set: {' or '.join(PRESETS)} (default: %(default)s)",
        )
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            dest="changes",
            metavar="NAME=JSON",
            help="change one house rule, for instance --set max_challenge='\"re\"'; "
            "may be repeated; values={...} replaces the whole table of values",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rules = rules_asked(options["rules"], options["changes"])
        try:
            with opened(options["file"]) as stream:
                refused = self._score(stream, rules)
        except BrokenPipeError:
            # whoever read the answers has gone; keep Python from flushing into nothing
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(READER_GONE)
        if refused:
            sys.exit(REFUSED)

    def _score(self, stream: BinaryIO, rules: HouseRules) -> bool:
        """Prints the answers as the records come; was any record refused?"""
        if hasattr(self.stdout, "reconfigure"):
            self.stdout.reconfigure(encoding="utf-8")
        refused = False
        for lines in chunks_of_lines(stream):
            answers = [answer(line, rules) for line in lines if line.strip()]
            if answers:
                refused |= not all(scored for scored, _ in answers)
                self.stdout.write("\n".join(text for _, text in answers))
                self.stdout.flush()
        return refused


def rules_asked(preset: str, changes: Iterable[str]) -> HouseRules:
    """The rule set with every `NAME=JSON`; raises CommandError naming all that is wrong."""
    read: dict[str, object] = {}
    wrong: list[str] = []
    for change in changes:
        name, equals, text = change.partition("=")
        if name in read:
            wrong.append(f"--set {name} is given twice.")
            continue
        try:
            read[name] = _STRICT.decode(text)
        except (ValueError, RecursionError) as error:
            hint = f"{reason_of(error)}; text needs quotation marks" if equals else ""
            wrong.append(f"--set {change} is not NAME=JSON{hint and ': ' + hint}.")
    try:
        rules = house_rules(preset, read)
    except HouseRuleError as error:
        wrong += [problem.message for problem in error.problems]
    if wrong:
        raise CommandError(" ".join(wrong), returncode=MISUSED)
    return rules


def chunks_of_lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have come in so far, again and again: nobody waits for a block."""
    pending: list[bytes] = []
    mark = BYTE_ORDER_MARK
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        whole, newline, rest = chunk.rpartition(b"\n")
        if not newline:
            pending.append(chunk)
            continue
        yield b"".join([*pending, whole]).removeprefix(mark).split(b"\n")
        pending, mark = [rest], b""
    yield [b"".join(pending).removeprefix(mark)]


def answer(line: bytes, rules: HouseRules) -> tuple[bool, str]:
    """Was the record of this line scored, and what is printed for it."""
    record, problems = read(line)
    if record is not UNREADABLE:
        problems += check(record, rules)
    id_ = record.get("id") if isinstance(record, dict) else None
    id_in_json = _ENCODER.encode(id_ if isinstance(id_, str) else None)
    if problems:
        return False, writable(refusal(id_in_json, problems))
    settlement = settle(parse(record, checked=True), rules)
    return True, writable(account(id_in_json, settlement))


def refusal(id_in_json: str, problems: Iterable[Problem]) -> str:
    """The answer to a record that cannot be scored."""
    listed = [
        {"code": each.code, "field": each.field, "message": each.message}
        for each in problems
    ]
    return (
        f'{{"id":{id_in_json},"net":null,"lines":[],"notes":[],'
        f'"problems":{_ENCODER.encode(listed)}}}'
    )


def account(id_in_json: str, settlement: Settlement) -> str:
    """The answer to a record that was scored."""
    lines = [
        line_in_json(
            line.item, line.payer, line.payee, line.chips, line.section, line.why
        )
        for line in settlement.lines
    ]
    notes = _ENCODER.encode(settlement.notes) if settlement.notes else "[]"
    net = _ENCODER.encode(settlement.net)
    return (
        f'{{"id":{id_in_json},"net":{net},"lines":[{",".join(lines)}],'
        f'"notes":{notes},"problems":[]}}'
    )


# The same few lines come again and again, and writing them is a third of the work.
@lru_cache(maxsize=1 << 15)
def line_in_json(
    item: str, payer: int, payee: int, chips: int, section: str, why: str
) -> str:
    """One line of the account."""
    line = {"item": item, "from": payer, "to": payee, "chips": chips}
    return _ENCODER.encode(line | {"section": section, "why": why})


def read(line: bytes) -> tuple[object, tuple[Problem, ...]]:
    """The JSON value of a line; UNREADABLE and why, if it is none."""
    try:
        text = line.decode()
        try:
            return _STRICT.decode(text), ()
        except DoubledField:
            record = _TOLERANT.decode(text)
            return record, tuple(_doubled(record, ""))
    except UnicodeDecodeError:
        message = "The line is not UTF-8 text; save the file as UTF-8."
        return UNREADABLE, (Problem("not_utf8", "", message),)
    except (ValueError, RecursionError) as error:
        message = f"The line is not JSON: {reason_of(error)}."
        return UNREADABLE, (Problem("not_json", "", message),)


def reason_of(error: Exception) -> str:
    """Why something could not be read as JSON, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.pos + 1}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)


def writable(text: str) -> str:
    """The JSON text, escaped where half a surrogate pair keeps it from being UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":"))
    return text


class DoubledField(ValueError):
    """A field stands twice in one object."""


class _Doubled(dict[str, object]):
    """An object in which a field stood twice; `names` are those fields."""

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
    """A problem for each field that stands twice, wherever it stands."""
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


@contextmanager
def opened(name: str | None) -> Iterator[BinaryIO]:
    """FILE or standard input; raises CommandError if it cannot be read."""
    if name in (None, "-"):
        if sys.stdin is None:
            raise CommandError("There is no standard input.", returncode=MISUSED)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below, errors told apart
    except OSError as error:
        reason = f"{name} cannot be read: {error.strerror}."
        raise CommandError(reason, returncode=MISUSED) from error
    with stream:
        yield stream


UNREADABLE = object()
_STRICT = json.JSONDecoder(object_pairs_hook=_single, parse_constant=_no_constant)
_TOLERANT = json.JSONDecoder(
    object_pairs_hook=_doubled_or_single, parse_constant=_no_constant
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
