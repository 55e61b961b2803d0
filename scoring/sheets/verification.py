"""Who may be the second pair of eyes on a sheet, and who may rule on it (§30)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubs.wording import say, say_later
from rules.sheet import SeatCount
from scoring.core.selectors.names import names_on
from scoring.core.services.changes import Actor, Refused
from scoring.games.table_rules import seats_at
from scoring.models import Count, Phone, Sheet, Tournament
from scoring.sheets.handing_in import Colours, refuse_closed, refuse_numbers

Witness = Count.Witness
AT_THE_TABLE = (Witness.PHONE, Witness.OWN)
UNSAID = say_later("Say how the sheet was verified.")


@dataclass(frozen=True, slots=True)
class Second:
    """The second person: who writes, how the sheet is witnessed, what was typed blind.

    `seat` is the player's who signed on paper or confirms at the table; `phone` is the
    one on which he does. `again` are all seats typed once more, `own` his alone.
    """

    by: Actor
    witness: str
    seat: int | None = None
    again: Sequence[SeatCount] | None = None
    phone: Phone | None = None
    own: SeatCount | None = None

    @property
    def signs(self) -> int | None:
        """The seat that stands for the numbers, where one does."""
        return self.seat if self.witness in (Witness.PAPER, *AT_THE_TABLE) else None

    def typed(self, numbers: Sequence[SeatCount]) -> tuple[SeatCount, ...] | None:
        """All seats as typed without seeing `numbers`; None where nothing was.

        Rulings are not typed at the table, and stay. One's own chips agree by their
        score (§30): a loan may have been paid back since the sheet was counted.
        """
        if self.own is None or self.seat is None or self.seat > len(numbers):
            return None if self.again is None else tuple(self.again)
        at, seats = self.seat - 1, list(numbers)
        mine = replace(self.own, ruled=seats[at].ruled)
        if mine.score != seats[at].score:
            seats[at] = mine
        return tuple(seats)

    def of(self, pending: Count) -> "Second":
        """As the witness of this very count, where all were typed once more.

        Who does so without looking is a second person where somebody else entered it,
        and one who entered it twice where he did himself.
        """
        if self.again is None or self.witness not in (Witness.ACCOUNT, Witness.BLIND):
            return self
        own = self.by.user is not None and self.by.user.pk == pending.by_id
        return replace(self, witness=Witness.BLIND if own else Witness.ACCOUNT)

    def colours(self, chips: Colours | None) -> Colours | None:
        """Those counted before, without the seat that typed its chips anew."""
        if self.own is None or self.seat is None or chips is None:
            return None
        return [*chips[: self.seat - 1], None, *chips[self.seat :]]


def refuse_witness(pending: Count, sheet: Sheet, second: Second) -> None:
    """Raises Refused unless the tournament accepts this witness for this count."""
    tournament = sheet.round.tournament
    if second.witness in AT_THE_TABLE:
        _refuse_at_the_table(pending, sheet, second)
    elif second.by.source == Count.Source.TABLE:
        raise Refused(UNSAID)
    elif second.witness == Witness.ACCOUNT:
        _refuse_oneself(pending, second.by)
    elif second.witness == Witness.BLIND:
        _refuse_blind(tournament, second)
    elif second.witness == Witness.PAPER:
        _refuse_paper(sheet, second)
    elif second.witness != Witness.IMPORT or second.by.user is not None:
        raise Refused(UNSAID)


def _refuse_oneself(pending: Count, by: Actor) -> None:
    if by.user is None or by.user.pk == pending.by_id:
        raise Refused(
            say("You counted this sheet yourself. A second person verifies it.")
        )


def _refuse_blind(tournament: Tournament, second: Second) -> None:
    if not tournament.accepts_blind:
        raise Refused(say("This tournament wants a second person for every sheet."))
    if second.again is None:
        raise Refused(say("Type the numbers a second time."))


def _refuse_paper(sheet: Sheet, second: Second) -> None:
    if not sheet.round.tournament.accepts_paper:
        raise Refused(say("This tournament does not accept paper signatures."))
    if not _is_seat(sheet, second.seat):
        raise Refused(say("Say who signed the sheet."), "witness_seat")


def _refuse_at_the_table(pending: Count, sheet: Sheet, second: Second) -> None:
    """One of the table, but not he who counted, on his own phone or on the same one."""
    phone = second.phone
    if phone is None:
        raise Refused(UNSAID)
    refuse_closed(sheet, phone)
    if pending.corrects_id:
        raise Refused(
            say("This sheet is verified. Its correction is confirmed at the desk.")
        )
    if second.witness == Witness.PHONE:
        _refuse_phone(pending, sheet, second, phone)
    else:
        _refuse_own(pending, sheet, second, phone)
    if _counted_by(pending, sheet, second.seat):
        raise Refused(
            say("You counted this sheet yourself. A second person confirms it.")
        )


def _counted_by(pending: Count, sheet: Sheet, seat: int | None) -> bool:
    """Whether he who sits there counted, also where his phone says another seat now."""
    if pending.phone is None:
        return False
    names = names_on(sheet)
    return pending.phone.seat == seat or (
        seat is not None and names[seat - 1] == pending.by_name
    )


def _refuse_phone(pending: Count, sheet: Sheet, second: Second, phone: Phone) -> None:
    if not sheet.round.tournament.accepts_phone:
        raise Refused(say("In this tournament a second phone does not verify a sheet."))
    if phone.pk == pending.phone_id:
        raise Refused(
            say(
                "The sheet was handed in on this phone. The second person confirms "
                "on another one, or types chips here."
            )
        )
    if not _is_seat(sheet, second.seat) or second.seat != phone.seat:
        raise Refused(
            say("Say first which of the players holds this phone."),
            "seat",
        )


def _refuse_own(pending: Count, sheet: Sheet, second: Second, phone: Phone) -> None:
    if not sheet.round.tournament.accepts_own:
        raise Refused(
            say(
                "In this tournament the second person does not confirm on the "
                "phone that counted."
            )
        )
    if phone.pk != pending.phone_id:
        raise Refused(
            say("The sheet was not handed in on this phone. Confirm it as it is.")
        )
    if second.seat is None or not _is_seat(sheet, second.seat):
        raise Refused(say("Say which of the players you are."), "seat")
    if not phone.writes:
        raise Refused(say("This phone may not write any more. Confirm on your own."))
    if second.own is None:
        raise Refused(say("Count your chips and type them."), "held")
    refuse_numbers(sheet, second.seat, second.own)


def _is_seat(sheet: Sheet, seat: int | None) -> bool:
    return seat in range(1, seats_at(sheet) + 1)


def refuse_ruling(
    seats: Sequence[SeatCount], reason: str, may_rule: bool, latest: Count | None
) -> None:
    """Only a director rules; a ruling that stands may stay under new numbers."""
    ruled = tuple(seat.ruled for seat in seats)
    if not any(ruled):
        return
    if not may_rule and (latest is None or latest.ruled != ruled):
        raise Refused(say("Only a director rules who bears a difference."), "reason")
    if not reason.strip():
        raise Refused(say("A ruling needs its reason."), "reason")
