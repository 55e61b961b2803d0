"""Check everything stored for reading against the stored facts."""

from argparse import ArgumentParser
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from clubs.i18n import many
from clubs.models import Club, Season
from scoring.audit.integrity import (
    broken_season_editions,
    differences_in,
    find_stale_tallies,
    refused_today,
    renamed,
    stray_files,
    wrong_emblems,
    wrong_season_edition,
)
from scoring.management.arguments import words
from scoring.models import Tournament


class Command(BaseCommand):
    help = (
        "Recalculate every net, score, total and place from the saved facts, "
        "including the places of final seasons. Check the file of every image. List "
        "every difference. Exit status: 0 no differences, 1 differences, 2 wrong "
        "usage."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "club",
            nargs="?",
            type=words,
            metavar="CLUB",
            help="a club's slug (default: all clubs)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.select_related("club")
        seasons = Season.objects.select_related("club")
        if slug := options["club"]:
            if not Club.objects.filter(slug=slug).exists():
                raise CommandError(f"There is no club “{slug}”.", returncode=2)
            tournaments = tournaments.filter(club__slug=slug)
            seasons = seasons.filter(club__slug=slug)
        wrong = 0
        count = tournaments.count()
        for tournament in tqdm(
            tournaments, total=count, unit="tournament", disable=None, leave=False
        ):
            for difference in differences_in(tournament):
                wrong += 1
                self.stdout.write(difference)
        strays = () if slug else stray_files()
        for difference in (
            *chain.from_iterable(map(broken_season_editions, seasons)),
            *chain.from_iterable(
                map(wrong_season_edition, seasons.exclude(finished_at=None))
            ),
            *wrong_emblems(slug),
            *strays,
        ):
            wrong += 1
            self.stdout.write(difference)
        notices = chain.from_iterable(map(refused_today, tournaments))
        for line in (
            *notices,
            *renamed(options["club"]),
            *find_stale_tallies(tournaments),
        ):
            self.stdout.write(line)
        audited = many(count, "tournament")
        if wrong:
            self.stdout.write(f"{many(wrong, 'difference')} in {audited}.")
            raise SystemExit(1)
        self.stdout.write(f"{audited} audited: no differences.")
