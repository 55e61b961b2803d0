"""Print a round's score sheets as PDF."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scoring.draw.documents.score_sheets import sheet_document
from scoring.management.arguments import add_tournament
from scoring.models import Round, Tournament
from scoring.printing.document import Document, NothingToPrint
from scoring.printing.render import TellProgress, pdf_of


class Command(BaseCommand):
    help = (
        "Print the score sheets of a published round, one page per table. Exit "
        "status: 0 printed, 2 the club, tournament, round or table doesn’t exist, or "
        "the file can’t be written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament(parser)
        parser.add_argument("round", metavar="ROUND", type=int, help="1, 2 …")
        parser.add_argument(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help="path of a PDF file, or “-” for standard output",
        )
        parser.add_argument(
            "--table", type=int, metavar="N", help="print only this table"
        )
        parser.add_argument(
            "--paper", choices=["letter", "a4"], help="default: the club's paper size"
        )
        parser.add_argument(
            "--address",
            default=f"http://127.0.0.1:{settings.PORT}",
            metavar="URL",
            help="address in the QR codes if the club hasn’t set an address for "
            "phones (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rnd = _round(options["club"], options["tournament"], options["round"])
        paper = options["paper"] or rnd.tournament.club.paper
        document = _document(rnd, options["address"], options["table"], paper)
        sheets = sum(part.counts for part in document.parts)
        with tqdm(total=sheets, unit="sheet", disable=None) as bar:
            pdf = pdf_of(document, on_progress=_shown_on(bar))
        self._write(options["output"], pdf)

    def _write(self, output: str, pdf: bytes) -> None:
        if output == "-":
            sys.stdout.buffer.write(pdf)
            return
        try:
            Path(output).write_bytes(pdf)
        except OSError as error:
            text = f"{output}: {error.strerror}."
            raise CommandError(text, returncode=2) from error


def _round(club: str, tournament: str, number: int) -> Round:
    """Return the published round. Raises CommandError if there is none."""
    event = (
        Tournament.objects.select_related("club")
        .filter(club__slug=club, slug=tournament)
        .first()
    )
    if event is None:
        raise _unknown(f"There is no tournament “{tournament}” in a club “{club}”.")
    rnd = event.rounds.filter(number=number).first()
    if rnd is None:
        known = ", ".join(str(rnd.number) for rnd in event.rounds.all()) or "none"
        raise _unknown(f"{event.name} has no round {number}. It has: {known}.")
    if rnd.state == Round.State.DRAFT:
        raise _unknown(f"Round {number} is a draft. Publish it first.")
    if rnd.state == Round.State.CANCELLED:
        raise _unknown(f"Round {number} is canceled.")
    rnd.tournament = event
    return rnd


def _document(rnd: Round, address: str, table: int | None, paper: str) -> Document:
    try:
        return sheet_document(rnd, address=address, table=table, paper=paper)
    except NothingToPrint:
        place = f"table {table}" if table is not None else "tables"
        raise _unknown(f"Round {rnd.number} has no {place}.") from None


def _shown_on(bar: "tqdm[Any]") -> TellProgress:
    def show(finished: int, total: int) -> None:
        bar.update(finished - bar.n)

    return show


def _unknown(message: str) -> CommandError:
    return CommandError(message, returncode=2)
