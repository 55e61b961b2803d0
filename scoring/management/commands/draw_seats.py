"""draw_seats: the seats of a whole event, as JSON."""

import json
import re
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from pathlib import Path
from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.game import game_named, game_names
from rules.seating import Draw, DrawError, Meeting, Request, draw, house_needed
from scoring.management.arguments import add_game

MISUSED = 2  # exit status: the command was called wrongly
SEEDS = 10**9  # a seed drawn here has at most nine digits, to be copied by hand

Key = int | str  # a start number, or the name of a house player
Group = frozenset[Key]


class Command(BaseCommand):
    help = (
        "Draw the seats of a whole event at tables of four, or at another game's "
        "tables, and print them as JSON: seed, rounds (tables in seat order, and the "
        "people who sit out) and a report. In the report, a pair's second meeting "
        "counts as one repeat and its third as two more. The fields least_possible "
        "and none_avoidable use the same count. Players are numbered from 1. House "
        "players are H1, H2 and H3. The same input and seed always give the same "
        "seats. Exit status: 0 drawn, 2 wrong usage."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser, game_names())
        parser.add_argument(
            "--players",
            type=count,
            required=True,
            metavar="N",
            help="number of players",
        )
        parser.add_argument(
            "--rounds",
            type=count,
            required=True,
            metavar="R",
            help="number of rounds",
        )
        parser.add_argument(
            "--seed",
            type=int,
            metavar="S",
            help="a whole number (default: a random one, printed with the seats)",
        )
        parser.add_argument(
            "--house-players",
            action="store_true",
            help="fill the last table with house players, so that nobody sits out",
        )
        parser.add_argument(
            "--apart",
            type=Path,
            metavar="FILE",
            help="people who must not meet: one group per line, numbers separated by "
            "spaces or commas; # starts a comment",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        request = request_for(options)
        start = time.perf_counter()
        try:
            drawn = draw(request)
        except DrawError as error:
            raise CommandError(str(error), returncode=MISUSED) from error
        seconds = time.perf_counter() - start
        answer = answer_of(request.seed, drawn, seconds)
        self.stdout.write(json.dumps(answer))


def count(text: str) -> int:
    """Return a number of players or rounds, from 1."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise ArgumentTypeError(f"{text!r} isn’t a whole number from 1")
    return int(text)


def request_for(options: dict[str, Any]) -> Request[Key]:
    """Return the draw for the options. Raises CommandError for an invalid file."""
    players, seed = options["players"], options["seed"]
    sizes = tuple(sorted(game_named(options["game"]).tables))
    house = house_needed(players, sizes) if options["house_players"] else 0
    return Request(
        players=tuple(range(1, players + 1)),
        rounds=options["rounds"],
        seed=SystemRandom().randrange(SEEDS) if seed is None else seed,
        house=tuple(f"H{number}" for number in range(1, house + 1)),
        apart=groups_in(options["apart"], players) if options["apart"] else (),
        sizes=sizes,
    )


def groups_in(file: Path, players: int) -> tuple[Group, ...]:
    """Return the groups of a file. Raises CommandError naming every invalid line."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        reason = f"{file}: {error.strerror or error}"
        raise CommandError(reason, returncode=MISUSED) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} isn’t UTF-8 text.", returncode=MISUSED) from error
    groups, wrong = [], []
    for number, line in enumerate(lines, start=1):
        words = re.split(r"[\s,;]+", line.partition("#")[0].strip(" \t,;"))
        bad = [word for word in words if word and not is_player(word, players)]
        wrong += [f"line {number}: {word!r} isn’t a player" for word in bad]
        if not bad and any(words):
            groups.append(frozenset[Key](int(word) for word in words))
    if wrong:
        reason = f"{file}: {'; '.join(wrong)} (players are 1 to {players})."
        raise CommandError(reason, returncode=MISUSED)
    return tuple(groups)


def is_player(word: str, players: int) -> bool:
    return bool(re.fullmatch("[0-9]{1,9}", word)) and 1 <= int(word) <= players


def answer_of(seed: int, drawn: Draw[Key], seconds: float) -> dict[str, Any]:
    """Return the seats and the report as they are printed."""
    report = drawn.report
    return {
        "seed": seed,
        "rounds": [
            {"tables": seats.tables, "sit_out": seats.sit_out} for seats in drawn.rounds
        ],
        "report": {
            "repeats": report.repeats,
            "most_meetings": report.most_meetings,
            "pairs_with_most": report.most_met,
            "everybody_met_once": report.all_met_once,
            "least_possible": report.least_possible,
            "none_avoidable": report.none_avoidable,
            "seat_imbalance": report.seat_imbalance,
            "seconds": round(seconds, 4),
            "repeated": _pairs(report.repeated),
            "apart_broken": _pairs(report.apart_broken),
        },
    }


def _pairs(meetings: Iterable[Meeting[Key]]) -> list[dict[str, Any]]:
    return [{"pair": meeting.pair, "rounds": meeting.rounds} for meeting in meetings]
