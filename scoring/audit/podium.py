"""The podium audit, which recalculates the top places from the sheets.

It has the people who counted and verified each sheet behind the top places, open
doubts, a second check of a sheet against the paper, and the final audit, verified with
a time.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects

from clubs.i18n import clock, lazy_message, message, plural_message
from clubs.models import Club
from scoring.audit.integrity import wrong_results, wrong_sheets, wrong_standings
from scoring.core.names import names_on, public_name
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    find_own_duplicate,
    lock,
    log,
)
from scoring.games.tie_breaks import tie_break_label
from scoring.models import (
    Adjustment,
    Call,
    Change,
    Count,
    Entry,
    Hand,
    Photo,
    Round,
    SecondLook,
    Sheet,
    Tournament,
    TrayHand,
)
from scoring.models.log_messages import log_message
from scoring.results.compute import compute_rows
from scoring.results.stored import has_scores
from scoring.sheets.counts import locked, refuse_stale
from scoring.sheets.discrepancies import differences_from_notes
from scoring.sheets.rulings import Ruled, rulings_on_sheet
from scoring.sheets.sheet import Life, life_of, sheets_of, some_of, verified_by

Witness = Count.Witness
# With these, a second person hasn't always seen the paper.
ALONE = (Witness.BLIND, Witness.PAPER, Witness.OWN)
NOBODY_ELSE = {
    Witness.BLIND: lazy_message("one person entered it twice"),
    Witness.PAPER: lazy_message("one person entered it, with a signature on paper"),
    Witness.OWN: lazy_message("it was counted and confirmed on one phone"),
    Witness.IMPORT: lazy_message("it was imported from a file"),
}
PODIUM = "podium"  # the kind of a printed audit in the log
VERIFIED = "podium.verified"  # its message
PLACES, MOST_PLACES = 3, 20


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet with all facts for the person who signs for it."""

    sheet: Sheet
    life: Life
    names: tuple[str, ...]
    photos: tuple[Photo, ...]
    look: SecondLook | None
    rulings: tuple[Ruled, ...]
    differs: tuple[str, ...]
    contested: tuple[str, ...]

    @property
    def _round_and_table(self) -> dict[str, int]:
        return {"round": self.sheet.round.number, "table": self.sheet.table}

    @property
    def where(self) -> str:
        return message("Round {round}, table {table}", **self._round_and_table)

    @property
    def count(self) -> Count | None:
        return self.life.in_force

    @property
    def counted(self) -> Count:
        """The count that the current version confirms."""
        return self.life.confirmed_by(self.verified)

    @property
    def verified(self) -> Count:
        """The count that verified the sheet. Raises ValueError if there is none."""
        if self.life.verified is None:
            raise ValueError(f"{self.where} is not verified")
        return self.life.verified

    @property
    def said(self) -> str:
        """The way it was verified, in words that follow “counted by …;”."""
        return verified_by(self.verified, self.names, None)

    def said_to_all(self, club: Club) -> str:
        """Return the way it was verified, with public names."""
        return verified_by(self.verified, names_on(self.sheet, club), club)

    @property
    def seen_by_one(self) -> str:
        """The reason why a second person must check it; "" if two people have."""
        verified = self.life.verified
        if verified is None:
            return ""
        witness, first = Witness(verified.witness), self.counted.by_id
        two = verified.by_id and first and verified.by_id != first
        alone = witness == Witness.IMPORT or (witness in ALONE and not two)
        return NOBODY_ELSE[witness] if alone else ""

    @property
    def asks(self) -> bool:
        """Whether someone must check the paper again."""
        return bool(self.seen_by_one) and self.look is None

    @property
    def looked_by_the_same(self) -> bool:
        """Whether the second check was made by the person who counted."""
        return bool(
            self.look and self.look.by_id and self.look.by_id == self.counted.by_id
        )

    @property
    def gaps(self) -> list[str]:
        """The steps needed before anyone can call this sheet correct.

        A missing second check isn't included; see `asks`.
        """
        if not self.count:
            return [
                message(
                    "Round {round}, table {table} isn’t verified.",
                    **self._round_and_table,
                )
            ]
        gaps: list[str] = [
            message("{sheet}: {problem}", sheet=self.where, problem=problem)
            for problem in self.contested
        ]
        if self.life.correction_waits:
            waits = message(
                "Round {round}, table {table}: a correction needs a second person.",
                **self._round_and_table,
            )
            gaps.append(waits)
        return gaps


def counted_in_words(first: Count, moment: datetime, club: Club | None = None) -> str:
    """Return place, person and time (`moment`, by the club's clock) of a count."""
    values = {"name": public_name(first.by_name, club), "time": clock(moment)}
    if first.source == Count.Source.TABLE:
        return message("Counted at the table by: {name}, {time}", **values)
    if first.source == Count.Source.IMPORT:
        return message("Imported from a file by: {name}, {time}", **values)
    return message("Counted at the desk by: {name}, {time}", **values)


def checked(sheets: Iterable[Sheet]) -> dict[int, Checked]:
    """Return the audit of each of these sheets, by key; a fixed number of queries."""
    listed = list(sheets)
    standing = Hand.objects.filter(voided_at=None, replaced_by=None)
    unsettled = TrayHand.objects.filter(outcome="")
    prefetch_related_objects(
        listed,
        "loans",
        "hand_rulings__hand",
        Prefetch("hands", standing.order_by("number", "pk"), "hands_now"),
        Prefetch("tray", unsettled, "waiting"),
        Prefetch("calls", Call.objects.filter(answered_at=None), "calling"),
        Prefetch("photos", Photo.objects.filter(removed_at=None), "pictures"),
    )
    of_sheets = chain.from_iterable(sheet.counts.all() for sheet in listed)
    counts = [count.pk for count in of_sheets]
    looks = SecondLook.objects.filter(count__in=counts).order_by("pk")
    latest = {look.count_id: look for look in looks}
    return {sheet.pk: _checked(sheet, latest) for sheet in listed}


def _checked(sheet: Sheet, looks: dict[int, SecondLook]) -> Checked:
    life, names = life_of(sheet), names_on(sheet)
    verified, count = life.verified, life.in_force
    read = vars(sheet)  # `checked` has prefetched lists of rows as extra attributes
    hands: list[Hand] = read["hands_now"]
    differs = differences_from_notes(sheet, count, hands, names) if count else ()
    contested = [
        message("hand {hand} is waiting in the tray", hand=item.number)
        for item in read["waiting"]
    ]
    contested += [
        message("the table called the director: {reason}", reason=call.reason)
        for call in read["calling"]
    ]
    return Checked(
        sheet,
        life,
        names,
        tuple(read["pictures"]),
        looks.get(verified.pk) if verified else None,
        tuple(rulings_on_sheet(sheet, life, names)),
        tuple(differs),
        tuple(contested),
    )


@dataclass(frozen=True, slots=True)
class PodiumRound:
    """A round of a player in the top places: its chips, and the sheet as proof."""

    number: int
    chips: int | None
    dropped: bool
    why: str = ""
    position: int = 0
    checked: Checked | None = None
    apart: bool = False

    @property
    def is_left_out(self) -> bool:
        """Whether the total excludes the round: a worst or unfinished one."""
        return self.dropped or self.apart

    def _of_seat(self, attribute: str) -> int:
        assert self.checked
        assert self.checked.count
        return int(getattr(self.checked.count, attribute)[self.position - 1])

    @property
    def held(self) -> int:
        return self._of_seat("held")

    @property
    def borrowed(self) -> int:
        return self._of_seat("borrowed")

    @property
    def ruled(self) -> int:
        return self._of_seat("ruled")


@dataclass(frozen=True, slots=True)
class Stand:
    """A player in the top places, with all parts of their total (chips)."""

    place: int
    tied: bool
    entry: Entry
    total: int
    points: float
    decided_by: str
    rounds: tuple[PodiumRound, ...]
    rulings: tuple[Adjustment, ...]

    @property
    def ruled(self) -> int:
        """Chips given or taken by rulings outside a sheet."""
        received = sum(
            ruling.chips for ruling in self.rulings if ruling.entry_id == self.entry.pk
        )
        return received - sum(
            ruling.chips for ruling in self.rulings if ruling.other_id == self.entry.pk
        )

    @property
    def added_up(self) -> int:
        """The total recalculated from counting rounds and rulings."""
        played = (rnd.chips or 0 for rnd in self.rounds if not rnd.is_left_out)
        return sum(played) + self.ruled


@dataclass(frozen=True)
class Podium:
    """The top places, and everything that still needs to be fixed."""

    tournament: Tournament
    places: int
    stands: tuple[Stand, ...]
    everywhere: tuple[str, ...]

    @cached_property
    def sheets(self) -> list[Checked]:
        """The sheets of the top places, without duplicates, in order."""
        papers: dict[int, Checked] = {}
        for stand in self.stands:
            for rnd in stand.rounds:
                if rnd.checked:
                    papers[rnd.checked.sheet.pk] = rnd.checked
        return sorted(
            papers.values(),
            key=lambda paper: (paper.sheet.round.number, paper.sheet.table),
        )

    @cached_property
    def gaps(self) -> list[str]:
        """The reasons why it can't be verified; empty if it can."""
        if not self.stands:
            return [message("No one has a place yet because no round is over.")]
        wrong = [
            message(
                "{name}: the sheets add up to {added_up}, but the standings say "
                "{total}.",
                name=stand.entry.name,
                added_up=stand.added_up,
                total=stand.total,
            )
            for stand in self.stands
            if stand.added_up != stand.total
        ]
        of_sheets = [*chain.from_iterable(paper.gaps for paper in self.sheets)]
        return [*wrong, *of_sheets, *self._seen_by_one(), *self.everywhere]

    def _seen_by_one(self) -> Iterator[str]:
        asked: dict[int, list[int]] = {}
        for paper in self.sheets:
            if paper.asks:
                asked.setdefault(paper.sheet.round.number, []).append(paper.sheet.table)
        for number, tables in asked.items():
            yield plural_message(
                "Round {round}: only one person checked table {tables}. Have someone "
                "compare it with the paper.",
                "Round {round}: only one person checked tables {tables}. Have "
                "someone compare them with the paper.",
                len(tables),
                round=number,
                tables=some_of(tables),
            )

    @cached_property
    def mark(self) -> str:
        """A digest that changes with every place, total or sheet behind them."""
        facts = [
            (
                stand.place,
                stand.entry.pk,
                stand.total,
                str(stand.points),
                [
                    (rnd.number, rnd.chips, rnd.dropped, _version(rnd.checked))
                    for rnd in stand.rounds
                ],
            )
            for stand in self.stands
        ]
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:8]

    @property
    def log_values(self) -> dict[str, Any]:
        """The values logged for the audit: the number of places, and their mark."""
        return {"places": self.places, "mark": self.mark}

    def is_logged_by(self, line: Change) -> bool:
        """Return whether a log line verified these places with this mark."""
        return self.log_values == {
            name: line.values.get(name) for name in self.log_values
        }


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed audit, and whether it is still valid."""

    at: datetime
    by_name: str
    places: int
    mark: str
    holds: bool


def podium_of(tournament: Tournament, places: int = PLACES) -> Podium:
    """Return places 1 to `places` with all who share one; a fixed number of queries."""
    rows = compute_rows(tournament)
    sheets = list(sheets_of(tournament.rounds.filter(state__in=Round.COUNTING)))
    seated: dict[tuple[int, int], tuple[Sheet, int]] = {}
    for sheet in sheets:
        for seat in sheet.seats.all():
            if seat.credit_id:
                seated[seat.credit_id, sheet.round.number] = (sheet, seat.position)
    top = [row for row in rows if row["place"] <= places] if has_scores(rows) else []
    on_top = {row["entry"] for row in top}
    counting = {
        sheet.pk: sheet for (pk, _), (sheet, _) in seated.items() if pk in on_top
    }
    papers = checked(counting.values())
    rulings = list(
        tournament.adjustments.filter(reversed_at=None).select_related("entry", "other")
    )
    entries = tournament.entries.in_bulk([row["entry"] for row in top])
    return Podium(
        tournament,
        places,
        tuple(
            _stand(row, entries[row["entry"]], seated, papers, rulings) for row in top
        ),
        tuple(_everywhere(tournament, sheets, papers)),
    )


def printed_of(podium: Podium) -> Printed | None:
    """Return the last printed audit, and whether its mark is still current."""
    last = Change.objects.filter(tournament=podium.tournament, what=PODIUM).first()
    if last is None or last.code != VERIFIED:
        return None
    places, mark = last.values["places"], last.values["mark"]
    current = (
        podium if places == podium.places else podium_of(podium.tournament, places)
    )
    return Printed(last.at, last.by_name, places, mark, current.mark == mark)


def _version(paper: Checked | None) -> tuple[int, ...] | None:
    """Return a sheet's key and current version; None for a round without a sheet."""
    if paper is None:
        return None
    verified: Count | None = paper.life.verified
    return (paper.sheet.pk, verified.pk if verified else 0)


def _stand(
    row: Mapping[str, Any],
    entry: Entry,
    seated: Mapping[tuple[int, int], tuple[Sheet, int]],
    papers: Mapping[int, Checked],
    rulings: Iterable[Adjustment],
) -> Stand:
    results = {result["round"]: result for result in row["rounds"]}
    numbers = {number for pk, number in seated if pk == entry.pk} | {*results}
    rounds = []
    for number in sorted(numbers):
        result = results.get(number, {})
        sheet, position = seated.get((entry.pk, number), (None, 0))
        sheet_checked = papers[sheet.pk] if sheet else None
        count = sheet_checked.count if sheet_checked else None
        rounds.append(
            PodiumRound(
                number,
                count.scores[position - 1] if count else result.get("chips"),
                bool(result.get("dropped")),
                result.get("why") or "",
                position,
                sheet_checked,
                bool(result.get("apart")),
            )
        )
    return Stand(
        row["place"],
        row["tied"],
        entry,
        row["total"],
        row["points"],
        tie_break_label(row["decided_by"]),
        tuple(rounds),
        tuple(
            ruling
            for ruling in rulings
            if entry.pk in (ruling.entry_id, ruling.other_id)
        ),
    )


def _everywhere(
    tournament: Tournament, sheets: Iterable[Sheet], papers: Mapping[int, Checked]
) -> Iterator[str]:
    """Yield open matters elsewhere that could still change the top places."""
    missing: dict[int, list[int]] = {}
    waiting: dict[int, list[int]] = {}
    others = [sheet for sheet in sheets if sheet.pk not in papers]
    for sheet in others:
        life = life_of(sheet)
        if life.in_force is None:
            missing.setdefault(sheet.round.number, []).append(sheet.table)
        elif life.correction_waits:
            waiting.setdefault(sheet.round.number, []).append(sheet.table)
    for number, tables in missing.items():
        yield plural_message(
            "Round {round}: table {tables} isn’t verified.",
            "Round {round}: tables {tables} aren’t verified.",
            len(tables),
            round=number,
            tables=some_of(tables),
        )
    for number, tables in waiting.items():
        yield plural_message(
            "Round {round}: a correction needs a second person at table {tables}.",
            "Round {round}: corrections need a second person at tables {tables}.",
            len(tables),
            round=number,
            tables=some_of(tables),
        )
    yield from (f"{difference}." for difference in wrong_sheets(sheets))
    yield from (f"{difference}." for difference in wrong_results(tournament))
    yield from (f"{difference}." for difference in wrong_standings(tournament))


@transaction.atomic
def record_paper_check(
    *, sheet: Sheet, actor: Actor, seen: int, key: str
) -> SecondLook:
    """Record that someone compared the current numbers with the paper, and they match.

    Raises Conflict if there is a count after number `seen`; ActionRefused if the sheet
    isn't verified, or has a waiting correction.
    """
    state = locked(sheet, key)
    if existing := SecondLook.objects.filter(key=key).first():
        if existing.count.sheet_id != sheet.pk:
            raise ActionRefused(USED_ELSEWHERE)
        return existing
    if state.duplicate:
        raise ActionRefused(USED_ELSEWHERE)
    refuse_stale(state, seen)
    verified = state.life.verified
    if verified is None:
        raise ActionRefused(
            message(
                "This sheet isn’t verified yet. Verify it on the sheet’s page first."
            )
        )
    if state.life.correction_waits:
        raise ActionRefused(
            message(
                "This sheet has a correction that isn’t verified yet. Verify or "
                "withdraw it first."
            )
        )
    look = SecondLook.objects.create(
        count=verified, key=key, by=actor.user, by_name=actor.name
    )
    numbers = ", ".join(map(str, verified.scores))
    text = log_message(
        "sheet.compared",
        **state.sheet.where,
    )
    log(actor, "look", text, sheet=state.sheet, new=numbers)
    return look


@transaction.atomic
def declare(
    *, tournament: Tournament, actor: Actor, places: int, key: str
) -> tuple[Change, Podium]:
    """Log that the top places are verified, once for each form.

    Raises ActionRefused while anything is missing.
    """
    fresh = lock(tournament)
    fresh.club = tournament.club
    existing = find_own_duplicate(key, fresh, PODIUM)
    podium = podium_of(fresh, places)
    if podium.gaps:
        raise ActionRefused(message("Not verified yet: {gap}", gap=podium.gaps[0]))
    if existing and podium.is_logged_by(existing):
        return existing, podium
    if existing:
        raise ActionRefused(USED_ELSEWHERE)
    text = log_message(VERIFIED, **podium.log_values)
    new = log_message("podium.mark", **podium.log_values)
    return log(actor, PODIUM, text, tournament=fresh, key=key, new=new), podium
