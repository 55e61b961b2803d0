"""score_hands: read hand records, print chips and reasons, one JSON per line."""

import os
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from rules.game import AnyGame, game_named, game_names
from rules.house_rules import HouseRuleError
from scoring.games.jsonl import answers_to, json_value, reason_of
from scoring.games.labels import USUAL_GAME

REFUSED = 1  # exit status: a record could not be scored
READER_GONE = 141  # exit status: as other programs end on a closed pipe
MISUSED = 2  # exit status: the command itself was called wrongly

CHUNK = 1 << 16  # bytes read at once
BULK = 100  # lines in a block; below that sending them costs more than it saves
# A forked process has the rules at hand; a fresh one would load Django first.
FORK = get_context("fork")
MOST_WAITING = 16  # blocks under way at once, so that no long file fills the memory
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Command(BaseCommand):
    help = (
        "Score hand records. Read one JSON object per line and print one per line: "
        "id, net (chips of each seat), lines, notes, problems. Exit status: 0 every "
        "record was scored, 1 a record has problems, 2 wrong usage."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            metavar="FILE",
            help=(
                "records, one JSON object per line (default, and “-”: standard input)"
            ),
        )
        parser.add_argument(
            "--game",
            default=USUAL_GAME,
            choices=game_names(),
            metavar="NAME",
            help=f"the game: {', '.join(game_names())} (default: %(default)s)",
        )
        parser.add_argument(
            "--rules",
            metavar="NAME",
            help=f"rule set of the game: {_rule_sets()} (default: its first)",
        )
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            dest="changes",
            metavar="NAME=JSON",
            help="change one house rule, for example --set max_challenge='\"re\"'; can "
            "be repeated; values={...} replaces the whole table of values",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["game"]
        game = game_named(name)
        preset = options["rules"] or game.house.default
        rules = rules_asked(game, preset, options["changes"])
        try:
            with opened(options["file"]) as stream:
                refused = self._score(stream, name, rules)
        except BrokenPipeError:
            # whoever read the answers has gone; keep Python from flushing into nothing
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(READER_GONE)
        if refused:
            sys.exit(REFUSED)

    def _score(self, stream: BinaryIO, name: str, rules: Any) -> bool:
        """Print the answers as records arrive; return whether any was refused."""
        if hasattr(self.stdout, "reconfigure"):
            self.stdout.reconfigure(encoding="utf-8")
        refused = False
        for scored, text in answered(chunks_of_lines(stream), name, rules):
            refused |= not scored
            if text:
                self.stdout.write(text)
                self.stdout.flush()
        return refused


def answered(
    chunks: Iterable[list[bytes]], name: str, rules: Any
) -> Iterator[tuple[bool, str]]:
    """Yield the answers to each chunk in order; a long run uses all processors.

    Records that arrive slowly are answered here right away: only a full block is worth
    sending to another process.
    """
    waiting: deque[Future[tuple[bool, str]]] = deque()
    with ExitStack() as stack:
        pool: ProcessPoolExecutor | None = None
        for lines in chunks:
            if len(lines) < BULK:
                yield from _all(waiting)
                yield answers_to(lines, name, rules)
                continue
            pool = pool or stack.enter_context(ProcessPoolExecutor(mp_context=FORK))
            waiting.append(pool.submit(answers_to, lines, name, rules))
            if len(waiting) > MOST_WAITING:
                yield waiting.popleft().result()
        yield from _all(waiting)


def _all(waiting: deque[Future[tuple[bool, str]]]) -> Iterator[tuple[bool, str]]:
    while waiting:
        yield waiting.popleft().result()


def _rule_sets() -> str:
    """Return the rule sets of each game, such as "spjst-2013 or westfest-2012"."""
    sets = (
        f"{name} {' or '.join(game_named(name).house.presets)}" for name in game_names()
    )
    return "; ".join(sets)


def rules_asked(game: AnyGame, preset: str, changes: Iterable[str]) -> Any:
    """Return the rule set with every `NAME=JSON` change.

    Raises CommandError naming all errors.
    """
    read: dict[str, object] = {}
    wrong: list[str] = []
    for change in changes:
        name, equals, text = change.partition("=")
        if name in read:
            wrong.append(f"--set {name} is given twice.")
            continue
        try:
            read[name] = json_value(text)
        except (ValueError, RecursionError) as error:
            hint = f"{reason_of(error)}; text needs quotation marks" if equals else ""
            wrong.append(f"--set {change} is not NAME=JSON{hint and ': ' + hint}.")
    try:
        rules = game.house.rules(preset, read)
    except HouseRuleError as error:
        wrong += [problem.message for problem in error.problems]
    if wrong:
        raise CommandError(" ".join(wrong), returncode=MISUSED)
    return rules


def chunks_of_lines(stream: BinaryIO) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived so far, without waiting for full blocks."""
    pending: list[bytes] = []
    mark = BYTE_ORDER_MARK
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]  # a file’s and stdin’s have it
        whole, newline, rest = chunk.rpartition(b"\n")
        if not newline:
            pending.append(chunk)
            continue
        yield b"".join([*pending, whole]).removeprefix(mark).split(b"\n")
        pending, mark = [rest], b""
    yield [b"".join(pending).removeprefix(mark)]


@contextmanager
def opened(name: str | None) -> Iterator[BinaryIO]:
    """Open FILE or standard input. Raises CommandError if it can't be read."""
    if name in (None, "-"):
        if sys.stdin is None:
            raise CommandError("There is no standard input.", returncode=MISUSED)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below, errors told apart
    except OSError as error:
        reason = f"{name} can’t be read: {error.strerror}."
        raise CommandError(reason, returncode=MISUSED) from error
    with stream:
        yield stream
