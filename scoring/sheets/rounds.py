"""A round's tables: who sits there, how the sheet stands, what it adds up to."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count as Number
from django.db.models import Max, Prefetch, QuerySet

from clubs.wording import say
from scoring.models import Count, Round, Seat, Sheet, SitOut, Tournament
from scoring.sheets.sheet import State, life_of

# Of a seat and of who sits there; the rest of 400 people is much to read.
SHOWN = (
    *("sheet", "position", "credit__name"),
    *(f"entry__{each}" for each in ("number", "house", "name")),
)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table and what he scored, as far as it is counted.

    A free seat has no label.
    """

    label: str
    name: str
    score: int | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a round."""

    table: int
    code: str
    state: State
    sitters: tuple[Sitter, ...]
    count: Count | None
    waits: bool
    correction_waits: bool

    @property
    def shows(self) -> str:
        """Under which of the page's filters the table stands."""
        return State.VERIFIED if self.state.is_in_force else self.state


def tables_of(rnd: Round) -> list[TableLine]:
    """All tables of a round, in a fixed number of queries."""
    seats = Seat.objects.select_related("entry", "credit").only(*SHOWN)
    sheets = rnd.sheets.order_by("table").prefetch_related("counts")
    return [_line(sheet) for sheet in sheets.prefetch_related(Prefetch("seats", seats))]


def _line(sheet: Sheet) -> TableLine:
    life = life_of(sheet)
    shown, pending = life.shown, life.pending
    seats = sheet.seats.all()
    scores = shown.scores if shown else (None,) * len(seats)
    return TableLine(
        table=sheet.table,
        code=sheet.code,
        state=life.state,
        sitters=tuple(
            Sitter(seat.label, _name(seat), score)
            for seat, score in zip(seats, scores, strict=True)
        ),
        count=shown,
        waits=bool(pending and pending.balances),
        correction_waits=life.correction_waits,
    )


def _name(seat: Seat) -> str:
    return (
        say("{name} (for: {whom})", name=seat.name, whom=seat.plays_for)
        if seat.plays_for
        else seat.name
    )


def count_by_state(lines: Iterable[TableLine]) -> dict[str, int]:
    """How many tables are open, unbalanced, counted and verified."""
    counts: dict[str, int] = dict.fromkeys(list(State)[:4], 0)
    for line in lines:
        counts[line.shows] += 1
    return counts


def version_of(rnd: Round) -> str:
    """Changes whenever the page of the round would; two queries."""
    count = Count.objects.filter(sheet__round=rnd).aggregate(last=Max("pk"))["last"]
    seat = rnd.seats.aggregate(last=Max("pk"))["last"]
    return f"{rnd.state}-{count or 0}-{seat or 0}"


def missed_by(rnd: Round) -> dict[str, list[SitOut]]:
    """Who did not play in a published round, by why, in words."""
    found: dict[str, list[SitOut]] = {}
    rows = rnd.sit_outs.exclude(why__in=SitOut.PLAYED_FOR)
    outs = rows.select_related("entry", "credit").order_by("entry__number")
    for each in outs:
        found.setdefault(str(SitOut.Why(each.why).label), []).append(each)
    return found


def published_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Rounds everybody may see, cancelled ones too, each with `tables`."""
    return (
        tournament.rounds.exclude(state=Round.State.DRAFT)
        .annotate(tables=Number("sheets"))
        .order_by("number")
    )
