"""A command for the site admin to help a user who lost phone and recovery codes."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from clubs import two_factor
from clubs.clubs import normalize_username
from clubs.models import User


class Command(BaseCommand):
    help = (
        "Turn off two-factor authentication for an account. It can then sign in "
        "with only its password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="username or email address of the account")

    def handle(self, *, username: str, **options: object) -> None:
        user = User.objects.filter(username=normalize_username(username)).first()
        if user is None:
            raise CommandError(f"There is no account {username}.", returncode=2)
        if not two_factor.disable(user):
            text = f"{user.username} doesn’t use two-factor authentication."
            raise CommandError(text, returncode=2)
        self.stdout.write(f"Two-factor authentication is off for {user.username}.")
