"""Hands waiting in the tray, the recorded hands, and the effect of accepting them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from clubs.i18n import in_language
from rules.explanations import Paragraph
from rules.ledger import Net
from scoring.core.names import names_on
from scoring.models import Count, Hand, Round, Sheet, Tournament, TrayHand
from scoring.sheets.discrepancies import differences_from_hands
from scoring.sheets.hands import (
    if_recorded,
    moved,
    moved_on,
    not_moved,
    rival_of,
    standing_among,
    standing_on,
    versions_of,
)
from scoring.sheets.sheet import life_of

DECIDED = 20  # the last decided hands shown


@dataclass(frozen=True, slots=True)
class Account:
    """The content of a record: chips by name, and the payments with their reasons."""

    net: tuple[int, ...]
    nets: tuple[tuple[str, int], ...]
    moved: tuple[Paragraph, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A hand that waits for someone to decide.

    `problem` is why today's rules refuse its record; then it has no account. `rival` is
    the recorded hand that it would replace. `count` is the one in force; `if_taken` and
    `if_left` are how the hands would differ from it once this hand is accepted or
    dropped. `is_ruled_on`: it would void a hand on which a judge ruled.
    """

    item: TrayHand
    account: Account | None
    problem: str
    rival: Hand | None
    recorded: Account | None
    count: Count | None
    if_taken: tuple[str, ...]
    if_left: tuple[str, ...]
    is_ruled_on: bool = False

    @property
    def sheet(self) -> Sheet:
        return self.item.sheet

    @property
    def voids(self) -> bool:
        """Whether accepting it voids the recorded hand."""
        return self.item.record is None

    @property
    def changes(self) -> bool:
        """Whether it is a change of the recorded hand rather than a hand of its own."""
        return self.item.replaces_id is not None

    @property
    def needs_reason(self) -> bool:
        """Whether accepting it needs a reason, since the sheet takes no more hands."""
        is_open = self.sheet.round.state == Round.State.OPEN
        came_late = self.item.why == TrayHand.Why.LATE
        return came_late or self.count is not None or not is_open

    @property
    def may_be_another(self) -> bool:
        """Whether both records may be hands that were played."""
        return self.rival is not None and not self.changes


def waiting_in(tournament: Tournament) -> list[Waiting]:
    """Return all waiting hands by round and table; some queries for each sheet."""
    items = tray_waiting(tournament).select_related("sheet__round")
    items = items.order_by("sheet__round__number", "sheet__table", "pk")
    sheets: dict[int, _Recorded] = {}
    found = []
    for item in items:
        item.sheet.round.tournament = tournament
        if item.sheet_id not in sheets:
            sheets[item.sheet_id] = _recorded(item.sheet)
        found.append(_waiting(item, sheets[item.sheet_id]))
    return found


def may_need_correction(sheet: Sheet) -> bool:
    """Return whether the hands of a verified sheet disagree with the chips in force."""
    known = _recorded(sheet)
    force = standing_among(known.versions)
    return bool(_differ(known, moved_on(known.sheet, force)))


def decided_in(tournament: Tournament) -> QuerySet[TrayHand]:
    """Return the last decided hands, newest first."""
    items = TrayHand.objects.filter(sheet__round__tournament=tournament)
    decided = items.exclude(outcome="").select_related("sheet__round")
    return decided.order_by("-settled_at")[:DECIDED]


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A sheet's names, hand versions and count in force."""

    names: tuple[str, ...]
    versions: list[Hand]
    count: Count | None
    sheet: Sheet


def _recorded(sheet: Sheet) -> _Recorded:
    whole = Sheet.objects.prefetch_related(
        "seats__entry", "counts", "hand_rulings__hand"
    )
    current_sheet = whole.get(pk=sheet.pk)
    current_sheet.round = sheet.round
    return _Recorded(
        names_on(current_sheet),
        versions_of(current_sheet),
        life_of(current_sheet).in_force,
        current_sheet,
    )


def _waiting(item: TrayHand, known: _Recorded) -> Waiting:
    rival = rival_of(item, known.versions)
    account, problem = _account(known, item.record, rival)
    force = standing_among(known.versions)
    others = [hand for hand in force if hand is not rival]
    nets = moved_on(known.sheet, force)
    chips = moved_on(known.sheet, others)
    if account:
        chips = tuple(map(sum, zip(chips, account.net, strict=True)))
    return Waiting(
        item,
        account,
        problem,
        rival,
        _account(known, rival.record, rival)[0] if rival else None,
        known.count,
        _differ(known, chips),
        _differ(known, nets),
        item.record is None and bool(standing_on(known.sheet, item.number)),
    )


def _account(
    known: _Recorded, record: dict[str, Any] | None, rival: Hand | None
) -> tuple[Account | None, str]:
    """Return the content of a record, or why it's impossible; neither without one."""
    if record is None:
        return None, ""
    foreseen = if_recorded(known.sheet, record, known.versions, rival)
    if foreseen.settlement is None:
        return None, in_language(foreseen.problems[0].message)
    settled, names = foreseen.settlement, known.names
    nets = tuple(zip(names, settled.net, strict=True))
    moves, notes = moved(settled, names), not_moved(settled, names)
    return Account(settled.net, nets, tuple(moves), tuple(notes)), ""


def _differ(known: _Recorded, nets: Net) -> tuple[str, ...]:
    """Return where the counted chips and these nets disagree; empty without a count."""
    if known.count is None:
        return ()
    return tuple(differences_from_hands(known.count, nets, known.names))


def tray_waiting(tournament: Tournament) -> QuerySet[TrayHand]:
    """Return the hands that nobody has decided about."""
    waiting = TrayHand.objects.filter(sheet__round__tournament=tournament)
    return waiting.filter(outcome="")
