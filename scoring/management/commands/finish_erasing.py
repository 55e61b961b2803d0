"""Finish erasing people if the site was stopped before. Every start runs it."""

from django.core.management.base import BaseCommand

from scoring.people import erasure
from scoring.printing import jobs


class Command(BaseCommand):
    help = "Finish erasing people if the site stopped before it was done."
    requires_system_checks = ()

    def handle(self, **options: object) -> None:
        for club in erasure.unfinished():
            erasure.finish(club)
            jobs.forget(club.slug)
