"""Makes a tournament's break-glass pack; the site starts it, nobody else."""

import os

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import override

from clubs.selectors.languages import offered
from scoring.backups.services.packs import keep, wanted
from scoring.desk.documents.pack import pack_document, pack_of
from scoring.models import Tournament
from scoring.paper.render import pdf_of


class Command(BaseCommand):
    help = "Make the pack a tournament carries on with by hand (started by the site)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", type=int, help="its key in the database")

    def handle(self, *, tournament: int, **options: object) -> None:
        os.nice(10)  # the evening goes first
        found = Tournament.objects.select_related("club").get(pk=tournament)
        with wanted(found) as asked:
            if asked is not None:
                with override(asked.language if asked.language in offered() else "en"):
                    _make(found, asked.address or _own_address())


def _make(tournament: Tournament, address: str) -> None:
    pack = pack_of(tournament, address=address, at=timezone.now())
    pdf = pdf_of(pack_document(pack, paper=tournament.club.paper))
    keep(tournament, pack.after, pdf)


def _own_address() -> str:
    """What phones open where the club has set nothing and nobody looked at a page."""
    if settings.SITE_URL:
        return settings.SITE_URL
    if settings.HTTPS and settings.PUBLIC_NAMES:
        return f"https://{settings.PUBLIC_NAMES[0].lstrip('.')}"
    host = next(iter(settings.PHONE_ADDRESSES), "127.0.0.1")
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.PORT}"
