"""Import the results of a tournament scored elsewhere."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.text import capfirst
from tqdm import tqdm

from clubs.i18n.currency import usual_in
from clubs.models import Club
from rules.game import game_named
from rules.sheet import TABLE_SIZES
from scoring.core.names import names_on
from scoring.core.writes import ActionRefused, Actor
from scoring.desk.results_import import (
    Imported,
    TableResult,
    headings,
    import_results,
    new_tournament,
    read_results,
)
from scoring.games import games_here
from scoring.games.labels import USUAL_GAME
from scoring.management.arguments import add_game, day, words
from scoring.models import Count, Tournament
from scoring.people.spreadsheets import Unreadable, read_lines
from scoring.sheets.discrepancies import explanations_of
from scoring.sheets.sheet import sheet_at


class Command(BaseCommand):
    help = (
        "Import results from a CSV or XLSX file, one row a table. Columns, in any case "
        f"and order: {headings()}. Balanced sheets are verified by the import; others "
        "stay unbalanced and out of the standings. Exit status: 0 all sheets balance, "
        "1 some don’t, or the file isn’t right (each place is named), 2 wrong use."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="CSV or XLSX")
        parser.add_argument("--club", type=words, required=True, metavar="SLUG")
        parser.add_argument(
            "--name", type=words, required=True, help="the tournament's name"
        )
        parser.add_argument(
            "--start-chips",
            type=int,
            metavar="N",
            help="chips each player starts a round with (default: as is usual in the "
            f"game, {game_named(USUAL_GAME).start} in {USUAL_GAME}); a sheet must total "
            "that for each of its seats",
        )
        add_game(parser, games_here())
        parser.add_argument("--date", type=day, help="YYYY-MM-DD (default: today)")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="show what would happen, without saving",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_named(options["game"])
        if options["start_chips"] is None:
            options["start_chips"] = game.start
        if not 0 <= options["start_chips"] <= 10_000:
            raise CommandError("--start-chips is 0 to 10000.", returncode=2)
        tables = self._tables(Path(options["file"]), game.tables)
        self.report: list[str] = []
        try:
            unbalanced = self._import_or_try(tables, options)
        except ActionRefused as refused:
            raise CommandError(refused.message, returncode=1) from refused
        # Only now: a reader who closes the pipe must not undo the import.
        self.stdout.write("\n".join(self.report))
        if unbalanced:
            raise SystemExit(1)

    @transaction.atomic
    def _import_or_try(
        self, tables: tuple[TableResult, ...], options: dict[str, Any]
    ) -> int:
        unbalanced = self._import(tables, options)
        if options["dry_run"]:
            self.report.append("Dry run: nothing was saved.")
            transaction.set_rollback(True)
        return unbalanced

    def _tables(self, path: Path, sizes: Sequence[int]) -> tuple[TableResult, ...]:
        try:
            results = read_results(read_lines(path.name, path.read_bytes()), sizes)
        except OSError as wrong:
            raise CommandError(f"{path}: {wrong.strerror}.", returncode=2) from wrong
        except Unreadable as wrong:
            raise CommandError(f"{path}: {wrong}", returncode=1) from wrong
        if results.wrong:
            for wrong_cell in results.wrong:
                self.stderr.write(str(wrong_cell))
            count = len(results.wrong)
            raise CommandError(
                f"{count} mistake{'s' if count > 1 else ''} in {path.name}; nothing "
                "was imported.",
                returncode=1,
            )
        return results.tables

    def _import(self, tables: tuple[TableResult, ...], options: dict[str, Any]) -> int:
        actor = Actor(None, "import", Count.Source.IMPORT)
        tournament = self._tournament(actor, tables, options)
        imported = list(
            tqdm(
                import_results(tournament=tournament, actor=actor, tables=tables),
                total=len(tables),
                unit="sheet",
                disable=None,
                leave=False,
            )
        )
        unbalanced = [table for table in imported if not table.count.balances]
        waits = sum(table.waits for table in imported)
        balanced = len(imported) - len(unbalanced) - waits
        self.report.append(
            f"{_many(len(imported), 'sheet')}, {_many(tournament.entries.count(), 'player')}, "
            f"{_many(tournament.rounds.count(), 'round')}; "
            f"{_many(balanced, 'sheet balances and is', 'sheets balance and are')} "
            "verified."
        )
        if waits:
            self.report.append(
                f"{_many(waits, 'sheet is waiting', 'sheets are waiting')} for a second person: "
                "a file doesn’t say which chips are set aside in this game."
            )
        for table in unbalanced:
            self._say(table)
        return len(unbalanced)

    def _tournament(
        self, actor: Actor, tables: tuple[TableResult, ...], options: dict[str, Any]
    ) -> Tournament:
        slug = options["club"]
        club = Club.objects.filter(slug=slug).first()
        try:
            if club is None:
                name, zone = capfirst(slug.replace("-", " ")), settings.TIME_ZONE
                money = usual_in(zone)
                club = Club(slug=slug, name=name, time_zone=zone, currency=money)
                club.full_clean()
                club.save()
                self.report.append(f"Created the club “{club.name}”: {club.slug}")
            tournament = new_tournament(
                club=club,
                actor=actor,
                name=options["name"],
                day=options["date"] or timezone.localdate(timezone=club.zone),
                game=options["game"],
                start_chips=options["start_chips"],
                rounds=len({table.round for table in tables}),
            )
        except ValidationError as wrong:
            raise CommandError(" ".join(wrong.messages), returncode=2) from wrong
        self.report.append(
            f"Created the tournament “{tournament.name}”: {tournament.slug}"
        )
        return tournament

    def _say(self, imported: Imported) -> None:
        """Report an unbalanced sheet, its difference and possible explanations."""
        rnd, count = imported.sheet.round, imported.count
        difference = abs(count.difference)
        self.report.append(
            f"Round {rnd.number}, table {imported.sheet.table} doesn’t balance: the "
            f"{TABLE_SIZES[len(count.scores)]} add up to {count.total}, not "
            f"{count.must_total}; {difference} "
            f"{'too many' if count.difference > 0 else 'missing'}."
        )
        sheet = sheet_at(rnd.tournament, rnd.number, imported.sheet.table)
        names = names_on(sheet)
        explanations = explanations_of(sheet, count)
        for explanation in explanations:
            self.report.append(f"  {explanation.named(names)}")
        if not explanations:
            self.report.append("  We found no simple explanation.")


def _many(count: int, singular: str, plural: str = "") -> str:
    return f"{count} {singular if count == 1 else plural or f'{singular}s'}"
