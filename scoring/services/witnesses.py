"""Who may be the second pair of eyes on a sheet, and who may rule on it (§30)."""

from collections.abc import Sequence

from rules.sheet import SeatCount
from scoring.models import Count, Sheet, Tournament
from scoring.services.changes import Actor, Refused

Witness = Count.Witness


def refuse_witness(
    pending: Count,
    sheet: Sheet,
    by: Actor,
    witness: str,
    witness_seat: int | None,
    typed_again: bool,
) -> None:
    """Raises Refused unless the tournament accepts this witness for this count."""
    tournament = sheet.round.tournament
    if witness == Witness.ACCOUNT:
        _refuse_oneself(pending, by)
    elif witness == Witness.BLIND:
        _refuse_blind(tournament, typed_again)
    elif witness == Witness.PAPER:
        _refuse_paper(tournament, witness_seat)
    elif witness != Witness.IMPORT or by.user is not None:
        raise Refused("Say how the sheet was verified.")


def _refuse_oneself(pending: Count, by: Actor) -> None:
    if by.user is None or by.user.pk == pending.by_id:
        raise Refused("You counted this sheet yourself. A second person verifies it.")


def _refuse_blind(tournament: Tournament, typed_again: bool) -> None:
    if not tournament.accepts_blind:
        raise Refused("This tournament wants a second person for every sheet.")
    if not typed_again:
        raise Refused("Type the numbers a second time.")


def _refuse_paper(tournament: Tournament, seat: int | None) -> None:
    if not tournament.accepts_paper:
        raise Refused("This tournament does not accept paper signatures.")
    if seat not in (1, 2, 3, 4):
        raise Refused("Say who signed the sheet.", "witness_seat")


def refuse_ruling(
    seats: Sequence[SeatCount], reason: str, may_rule: bool, latest: Count | None
) -> None:
    """Only a director rules; a ruling that stands may stay under new numbers."""
    ruled = tuple(seat.ruled for seat in seats)
    if not any(ruled):
        return
    if not may_rule and (latest is None or latest.ruled != ruled):
        raise Refused("Only a director rules who bears a difference.", "reason")
    if not reason.strip():
        raise Refused("A ruling needs its reason.", "reason")
