"""A round as everybody sees it: who sits where, who does not, and what came of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Club
from scoring.core.selectors.names import entry_name, entry_parts, name_on
from scoring.draw.sit_outs import why_out
from scoring.models import Round, Seat, Sheet, SitOut
from scoring.sheets.sheet import State, life_of, sheets_of


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat by the name the club shows; `plays_for` only where it is another's."""

    position: int
    label: str
    name: str
    is_house: bool
    plays_for: str
    score: int | None
    key: str = ""  # where the name stands in a list

    @property
    def is_numbered(self) -> bool:
        """Whether somebody with a start number sits there: no house player, not free."""
        return bool(self.label) and not self.is_house


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table in a round and how far its sheet is."""

    table: int
    state: State
    seats: tuple[PublicSeat, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody without a seat, and why; `sits_for` only where it is for another."""

    label: str
    name: str
    why: str
    sits_out: bool
    reason: str = ""
    sits_for: str = ""
    is_house: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the list by name; no table for who sits out.

    `stands_for` whom he plays or sits out, where that is another.
    """

    name: str
    label: str
    table: int | None
    position: int | None
    stands_for: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """Everything a round's page shows."""

    tables: tuple[TableSeats, ...]
    missed: tuple[Missed, ...]

    @property
    def sit_outs(self) -> list[Missed]:
        return [each for each in self.missed if each.sits_out]

    @property
    def absent(self) -> list[Missed]:
        return [each for each in self.missed if not each.sits_out]

    @property
    def in_force(self) -> int:
        return sum(each.state.is_in_force for each in self.tables)

    @property
    def by_name(self) -> list[Found]:
        """Where everybody finds his table, by family name as on the wall.

        House players need no list.
        """
        found = [
            Found(
                *(seat.name, seat.label, each.table, seat.position),
                *(seat.plays_for, seat.key),
            )
            for each in self.tables
            for seat in each.seats
            if seat.is_numbered
        ]
        found += [
            Found(each.name, each.label, None, None, each.sits_for, each.key)
            for each in self.sit_outs
            if not each.is_house
        ]
        return sorted(found, key=lambda each: (each.key, each.label))


def seats_in(rnd: Round) -> RoundSeats:
    """A round's seats, sheets and sit-outs, in a fixed number of queries."""
    club = rnd.tournament.club
    rows = SitOut.objects.filter(round=rnd).exclude(why__in=SitOut.PLAYED_FOR)
    sit_outs = rows.select_related("entry", "credit")
    return RoundSeats(
        tuple(_table(sheet, club) for sheet in sheets_of(rnd)),
        tuple(_missed(rnd, sit_outs.order_by("entry__number"), club)),
    )


def _table(sheet: Sheet, club: Club) -> TableSeats:
    seats = tuple(_seat(seat, club) for seat in sheet.seats.all())
    return TableSeats(sheet.table, life_of(sheet).state, seats)


def _seat(seat: Seat, club: Club) -> PublicSeat:
    played_for = seat.credit if seat.credit_id != seat.entry_id else None
    return PublicSeat(
        seat.position,
        seat.label,
        name_on(seat, club),
        seat.entry is not None and seat.entry.house is not None,
        entry_name(played_for, club) if played_for else "",
        seat.score,
        entry_parts(seat.entry, club).key if seat.entry else "",
    )


def _missed(rnd: Round, sit_outs: Iterable[SitOut], club: Club) -> Iterable[Missed]:
    for each in sit_outs:
        sits_out = each.why == SitOut.Why.SIT_OUT
        yield Missed(
            each.entry.label,
            entry_name(each.entry, club),
            each.get_why_display(),
            sits_out,
            why_out(rnd, each.entry) if sits_out else "",
            entry_name(each.credit, club) if each.sits_for and each.credit else "",
            each.entry.house is not None,
            entry_parts(each.entry, club).key,
        )
