"""Check, write and import open files of tournaments (docs/card-evening.md)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from clubs.i18n import many
from clubs.models import Club
from scoring.core.writes import ActionRefused, Actor
from scoring.exports import card_evening_reader, card_evening_schema
from scoring.exports.card_evening_export import evening_of, in_words
from scoring.exports.card_evening_import import (
    Differs,
    keep_draft,
    plan_of_people,
    refuse_twice,
    take,
    take_totals,
)
from scoring.management.arguments import MISUSED, REFUSED, add_tournament, words
from scoring.models import Count, Tournament
from scoring.people.entry_lists import NEW, LineKind, Planned, decided


class Command(BaseCommand):
    help = (
        "Check, write and import files of events (card-evening 1.0). Nothing is ever "
        "half imported. Exit status: 0 done, 1 the file has errors, each listed with "
        "its place, 2 wrong usage."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True)
        validate = does.add_parser(
            "validate",
            help="list what’s wrong with a file, and which numbers would differ here",
        )
        _add_file(validate)
        export = does.add_parser("export", help="write a tournament to a file")
        add_tournament(export)
        _add_file(export, "path of a JSON file, or “-” for standard output")
        take_in = does.add_parser("import", help="import an event")
        take_in.add_argument("--club", type=words, required=True, metavar="SLUG")
        take_in.add_argument(
            "--totals",
            action="store_true",
            help="use the file's totals as they are, as an event from past results",
        )
        take_in.add_argument(
            "--dry-run",
            action="store_true",
            help="show what the import would do, without changing anything",
        )
        _add_file(take_in)
        export.add_argument(
            "--public",
            action="store_true",
            help="names as everyone sees them (default: full names)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['does']}")(options)

    def _validate(self, options: dict[str, Any]) -> None:
        """Import the file into a temporary club, and roll that back."""
        evening = self.read(options["file"])
        with transaction.atomic():
            club = Club.objects.create(
                name=evening.club.name,
                slug=f"validate-{uuid4().hex[:12]}",
                time_zone=_zone_of(evening),
            )
            self._import_into(club, evening, {**options, "totals": False})
            transaction.set_rollback(True)
        tables = sum(len(rnd.tables) for rnd in evening.rounds)
        self.stdout.write(
            f"This file is valid: {evening.name}, {evening.date}, "
            f"{many(len(evening.entries), 'player')}, "
            f"{many(len(evening.rounds), 'round')}, {many(tables, 'sheet')}."
        )

    def _export(self, options: dict[str, Any]) -> None:
        found = Tournament.objects.select_related("club", "season").filter(
            club__slug=options["club"], slug=options["tournament"]
        )
        tournament = found.first()
        if tournament is None:
            raise CommandError("That event doesn’t exist.", returncode=MISUSED)
        content = card_evening_schema.canonical_bytes(
            evening_of(tournament, full=not options["public"])
        )
        if str(options["file"]) == "-":
            sys.stdout.buffer.write(content)
            return
        try:
            options["file"].write_bytes(content)
        except OSError as wrong:
            text = f"{options['file']}: {wrong.strerror}."
            raise CommandError(text, returncode=MISUSED) from wrong

    def _import(self, options: dict[str, Any]) -> None:
        evening = self.read(options["file"])
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError("That club doesn’t exist.", returncode=MISUSED)
        with transaction.atomic():
            tournament = self._import_into(club, evening, options)
            origin: Any = tournament.came_with or tournament.old_list
            new = len(origin.made["players"])
            if options["dry_run"]:
                transaction.set_rollback(True)
        if options["dry_run"]:
            people = f"{many(new, 'player')} new to the club"
            text = (
                f"It would be imported as {club.slug}/{tournament.slug}, with {people}."
            )
            self.stdout.write(f"{text} Nothing was changed.")
        else:
            self.stdout.write(f"Imported as {club.slug}/{tournament.slug}.")

    def _import_into(
        self, club: Club, evening: card_evening_schema.Evening, options: dict[str, Any]
    ) -> Tournament:
        actor = Actor(None, "import", Count.Source.IMPORT)
        try:
            with transaction.atomic():
                refuse_twice(club, evening)
                content = options["file"].read_bytes()
                name = options["file"].name
                draft = keep_draft(club=club, actor=actor, name=name, content=content)
                plan = plan_of_people(club, evening)
                _refuse_doubtful(plan)
                does = take_totals if options["totals"] else take
                return does(
                    old_list=draft, actor=actor, people=decided(plan, _new_people(plan))
                )
        except Differs as differs:
            text = "\n".join(
                ["These numbers differ when calculated here.", *differs.differences]
            )
            raise CommandError(text, returncode=REFUSED) from None
        except ActionRefused as refused:
            raise CommandError(refused.message, returncode=REFUSED) from None

    def read(self, path: Path) -> card_evening_schema.Evening:
        """Return the tournament of a file; every invalid place is named."""
        try:
            with path.open("rb") as stream:
                return card_evening_reader.checked_apart(
                    stream.read(card_evening_reader.LARGEST + 1)
                )
        except OSError as wrong:
            text = f"{path}: {wrong.strerror}."
            raise CommandError(text, returncode=MISUSED) from wrong
        except card_evening_reader.NotRead as error:
            text = "\n".join(in_words(wrong) for wrong in error.wrong)
            raise CommandError(text, returncode=REFUSED) from None


def _zone_of(evening: card_evening_schema.Evening) -> str:
    """Return the file's time zone; the import reports an unknown one by its place."""
    known = evening.time_zone in available_timezones()
    return evening.time_zone if known else "UTC"


def _refuse_doubtful(plan: list[Planned]) -> None:
    """Refuse possible matches: only a person at the desk can decide who is who."""
    names = [
        planned.listed.name
        for planned in plan
        if planned.kind is LineKind.DOUBTFUL and planned.candidates
    ]
    if names:
        raise ActionRefused(
            f"These people may already be in the club: {', '.join(names)}. Import the "
            "file at the desk, under Past results, to match them."
        )


def _new_people(plan: list[Planned]) -> dict[int, str]:
    """Return people unlike anyone in the club; a name twice makes two entries."""
    return {
        planned.listed.line: NEW
        for planned in plan
        if planned.kind is LineKind.DOUBTFUL and not planned.candidates
    }


def _add_file(parser: ArgumentParser, help_text: str = "a file of JSON") -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text)
