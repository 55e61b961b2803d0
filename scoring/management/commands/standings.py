"""Print the standings of a tournament."""

import csv
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tabulate import tabulate

from clubs.models import Club
from scoring.exports.files import harmless
from scoring.management.arguments import add_tournament
from scoring.models import Tournament
from scoring.results.rows import has_scores
from scoring.results.standings_table import StandingsTable, table_of

FORMATS = ("table", "csv", "json")


class Command(BaseCommand):
    help = (
        "Print the saved standings of a tournament, best first, with full names. "
        "json is a list of objects with place, tied (true or false), number (the "
        "start number), name, total, played (rounds at a table) and rounds. rounds "
        "has one entry for each round that counts, in order: its chips, or null if "
        "the sheet isn’t verified, the round isn’t over, or there is nothing to "
        "count. No one has a place before a round is over. Totals include rulings "
        "outside a sheet and exclude dropped rounds. If table points decide, each "
        "row also has points. csv has the same columns, one per round. A name that a "
        "spreadsheet would run as a formula begins with '. Exit status: 0 printed, 2 "
        "the club or tournament doesn’t exist."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament(parser)
        parser.add_argument(
            "--format", choices=FORMATS, default="table", help="default: table"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = _tournament(options["club"], options["tournament"])
        page = table_of(tournament, full=True)
        rows = _rows(page) if has_scores(page.lines) else []
        if options["format"] == "json":
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
        elif options["format"] == "csv":
            self._write_csv(page, rows)
        else:
            self._write_table(page, rows)

    def _write_csv(self, page: StandingsTable, rows: list[dict[str, Any]]) -> None:
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow([*_heads(page), *(f"round {n}" for n in _numbers(page))])
        for row in rows:
            *facts, rounds = row.values()
            writer.writerow([harmless(_lower(fact)) for fact in facts] + rounds)

    def _write_table(self, page: StandingsTable, rows: list[dict[str, Any]]) -> None:
        if not rows:
            self.stdout.write("No one has a place yet.")
            return
        points = ["Points"] if page.tournament.by_points else []
        heads = ["Place", "No.", "Name", *(f"R{n}" for n in _numbers(page))]
        lines = []
        for row in rows:
            place = f"{row['place']}{'=' if row['tied'] else ' '}"
            rounds = ["–" if chips is None else chips for chips in row["rounds"]]
            own_points = [row["points"]] if points else []
            person = [place, row["number"], row["name"]]
            lines.append([*person, *rounds, *own_points, row["total"]])
        right = ["right"] * (len(heads) + len(points) - 2)
        self.stdout.write(
            tabulate(
                lines,
                headers=[*heads, *points, "Total"],
                colalign=["right", "right", "left", *right],
                disable_numparse=True,
            )
        )
        for sentence in (*page.missing, page.running):
            if sentence:
                self.stdout.write(f"Provisional. {sentence}")


def _tournament(club: str, slug: str) -> Tournament:
    """Return the tournament. Raises CommandError with status 2 if it doesn't exist."""
    found = Club.objects.filter(slug=club).first()
    if found is None:
        raise CommandError(f"There is no club “{club}”.", returncode=2)
    tournament = found.tournaments.filter(slug=slug).first()
    if tournament is None:
        slugs = found.tournaments.values_list("slug", flat=True)
        known = ", ".join(slugs) or "none yet"
        raise CommandError(
            f"{found} has no tournament “{slug}”. It has: {known}.", returncode=2
        )
    return tournament


def _numbers(page: StandingsTable) -> list[int]:
    return [rnd.number for rnd in page.counting]


def _heads(page: StandingsTable) -> list[str]:
    points = ["points"] if page.tournament.by_points else []
    return ["place", "tied", "number", "name", *points, "total", "played"]


def _rows(page: StandingsTable) -> list[dict[str, Any]]:
    rows = []
    for line in page.lines:
        chips = {result.round: result.chips for result in line.counted_cells}
        person = {"number": int(line.person.number), "name": line.person.name}
        facts = {**line._asdict(), **person}
        values = {head: facts[head] for head in _heads(page)}
        rows.append({**values, "rounds": [chips.get(n) for n in _numbers(page)]})
    return rows


def _lower(fact: Any) -> Any:
    """Return True and False as JSON writes them, so that both formats agree."""
    return str(fact).lower() if isinstance(fact, bool) else fact
