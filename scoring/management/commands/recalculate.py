"""Recompute standings stored by an older version. Every start runs it."""

from django.core.management.base import BaseCommand

from scoring.core.writes import Actor
from scoring.results import stored
from scoring.rollups.season_places import put_right_final_seasons
from scoring.rollups.updates import fill_tallies


class Command(BaseCommand):
    help = (
        "Recalculate the saved standings of unfinished tournaments if an older "
        "version calculated them differently. The log shows which ones changed."
    )
    requires_system_checks = ()

    def handle(self, **options: object) -> None:
        fill_tallies()
        actor = Actor(None, "the start of the site", "command")
        stored.refresh_running(actor)
        stored.fill_ties()
        put_right_final_seasons(actor)
