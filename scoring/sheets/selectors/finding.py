"""From what is typed or scanned at the desk to the sheet that is meant."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Club
from scoring.models import Round, Sheet, Tournament
from scoring.sheets.selectors.progress import Progress, progress_by_round
from scoring.tournaments.selectors import sheet_at_table, sheet_with_code

# The address in a sheet's QR code, as a hand scanner types it.
SCANNED = re.compile(r"/t/([A-Za-z0-9_-]{22})(?:/|$)")
TABLE = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Pile:
    """The round whose paper comes in, how far it is, and other rounds with a gap."""

    round: Round | None
    progress: Progress
    others: tuple[tuple[Round, Progress], ...]


def pile_of(tournament: Tournament, number: int | None = None) -> Pile:
    """Round `number`, else the latest that is played; three queries."""
    found = progress_by_round(tournament)
    rounds = [r for r in tournament.rounds.order_by("number") if r.is_published]
    played = [r for r in rounds if r.state == Round.State.OPEN]
    chosen = [r for r in rounds if r.number == number]
    rnd = next(reversed(chosen or played or rounds), None)
    return Pile(
        rnd,
        _of(rnd, found),
        tuple(
            (each, _of(each, found))
            for each in rounds
            if each != rnd and each.counts and _of(each, found).has_gaps
        ),
    )


def _of(rnd: Round | None, found: Mapping[int, Progress]) -> Progress:
    return found.get(rnd.pk, Progress(())) if rnd else Progress(())


def sheet_meant(
    club: Club, typed: str, pile: Tournament | None = None, number: int | None = None
) -> Sheet | None:
    """The club's published sheet with this code, table number, or scanned address.

    A table's number means that of round `number` of the tournament `pile`, or of the
    round being played.
    """
    if scanned := SCANNED.search(typed):
        found = _published(club).filter(token=scanned[1]).first()
    elif not TABLE.fullmatch(typed):
        found = sheet_with_code(typed)
    elif pile is None:
        found = sheet_at_table(club, int(typed))
    else:
        rnd = pile_of(pile, number).round
        found = _published(club).filter(round=rnd, table=int(typed)).first()
    return found if found and found.round.tournament.club_id == club.pk else None


def _published(club: Club) -> QuerySet[Sheet]:
    return (
        Sheet.objects.filter(round__tournament__club=club)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__tournament__club")
    )
