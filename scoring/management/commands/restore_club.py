"""Restore one club on a running site."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from clubs.models import User
from scoring.backups.archive import NotABackup
from scoring.backups.club_restore import ClubFilePreview, bring_back, look_at
from scoring.backups.restore import NotRestored
from scoring.core.writes import Actor
from scoring.management.backup_files import status_of
from scoring.rollups.updates import fill_tallies

OWNER_ONLY = 0o077  # as of all the data folder


class Command(BaseCommand):
    help = (
        "Restore one club from its file while the site keeps running. Other clubs "
        "aren’t affected. Without --account, no one gets a role, and the people with "
        "accounts are listed. Exit status: 0 restored and the audit found no "
        "differences, 1 the file isn’t complete, or the audit found differences, 2 "
        "wrong usage."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file that club_file made")
        parser.add_argument(
            "--account",
            action="append",
            default=[],
            metavar="THERE=HERE",
            help=(
                "the person who was THERE in the file has the account HERE; repeat "
                "for each person"
            ),
        )
        parser.add_argument(
            "--address",
            default="",
            metavar="WORD",
            help="use this address instead of the club's own",
        )

    def handle(
        self, *, file: str, account: list[str], address: str, **options: Any
    ) -> None:
        usual, path = os.umask(OWNER_ONLY), Path(file).absolute()
        actor = Actor(None, "club_back", "command")  # as the log has named it
        try:
            look = look_at(path)
            accounts = _accounts(look, account)
            club = bring_back(path, actor=actor, accounts=accounts, slug=address)
        except (NotABackup, NotRestored) as wrong:
            raise CommandError(str(wrong), returncode=status_of(wrong, file)) from wrong
        finally:
            os.umask(usual)
        self.stdout.write(
            f"{club} is back at /{club.slug}/: {look.manifest.size_text}."
        )
        for account_in_file in look.accounts:
            if account_in_file.role and account_in_file.key not in accounts:
                self.stdout.write(
                    f"{account_in_file.name} ({account_in_file.username}) was {account_in_file.role} and has no role here."
                )
        fill_tallies()
        call_command("audit", club.slug, stdout=self.stdout)


def _accounts(look: ClubFilePreview, pairs: list[str]) -> dict[int, User]:
    """Return accounts by their key in the file. Raises CommandError."""
    in_file = {one.username: one.key for one in look.accounts}
    found = {}
    for words in pairs:
        old, _, new = words.partition("=")
        user = User.objects.filter(username=new).first()
        if old not in in_file or user is None:
            place = "in the file" if old not in in_file else "here"
            name = old if old not in in_file else new
            raise CommandError(f"There is no account {name} {place}.", returncode=2)
        found[in_file[old]] = user
    return found
