"""The hands of a sheet, their versions, what each chip moved for, and what a write would.

What a judge ruled on a hand stands beside it. A ruling hangs on the hand's number: a
later version of the hand keeps it, and so does one that is void, until it is taken back.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Any

from django.utils import timezone

from clubs.i18n import in_language, message
from rules.deal_rotation import State
from rules.explanations import PAR, Paragraph, paragraphs
from rules.ledger import Net, Settlement
from rules.problems import Problem
from scoring.games.game_adapter import game_and_rules_of, house_rules_of
from scoring.games.labels import words_of
from scoring.games.table_rules import TableRules, out_of_place, rules_at, seats_at
from scoring.games.translation import with_names
from scoring.models import Hand, HandRuling, Round, Sheet, TrayHand

MOST_EARLIER = 60  # versions that do not stand, of those that a phone is told
NEWEST = sys.maxsize  # as the key of a row that is none yet


@dataclass(frozen=True, slots=True)
class Explained:
    """A hand with the lines that add up to its nets (chips)."""

    hand: Hand
    settlement: Settlement

    @property
    def agrees(self) -> bool:
        """False where today's rules would settle it otherwise than on the evening."""
        return self.settlement.net == self.hand.net

    def moved(self, names: Sequence[str]) -> list[Paragraph]:
        """What moved and why, with names for its seats."""
        return moved(self.settlement, names)

    def notes(self, names: Sequence[str]) -> list[str]:
        """What did not move, and why."""
        return not_moved(self.settlement, names)


def moved(settlement: Settlement, names: Sequence[str]) -> list[Paragraph]:
    """Who paid whom in a settlement and why, with names for its seats."""
    known = dict(enumerate(names, start=1))
    named = []
    for paragraph in paragraphs(settlement.lines):
        sentences = tuple(with_names(sentence, known) for sentence in paragraph.said)
        reasons = tuple(with_names(sentence, known) for sentence in paragraph.reasons)
        named.append(replace(paragraph, said=sentences, reasons=reasons))
    return named


def not_moved(settlement: Settlement, names: Sequence[str]) -> list[str]:
    """The notes of a settlement, with names for its seats."""
    known = dict(enumerate(names, start=1))
    return [with_names(note, known) for note in settlement.notes]


def versions_of(sheet: Sheet) -> list[Hand]:
    """Every version of every hand, oldest first, in one query."""
    versions = list(Hand.objects.filter(sheet=sheet).order_by("pk"))
    for hand in versions:
        hand.sheet = sheet
    return versions


def is_replaced(hand: Hand, versions: Iterable[Hand]) -> bool:
    """Whether a newer one of all versions stands in its place."""
    return any(version.replaces_id == hand.pk for version in versions)


def standing_among(versions: Sequence[Hand]) -> list[Hand]:
    """The hands that count, of all versions, first to last."""
    replaced = {version.replaces_id for version in versions}
    standing = (v for v in versions if not v.voided_at and v.pk not in replaced)
    return sorted(standing, key=attrgetter("number", "pk"))


def state_before(versions: Sequence[Hand], number: int) -> State | None:
    """What the hand before this number left to it; None where none stands before it."""
    before = [hand for hand in standing_among(versions) if hand.number < number]
    return before[-1].state if before else None


def with_key(versions: Iterable[Hand], key: str) -> Hand | None:
    """The version that was sent under this key."""
    return next((version for version in versions if version.key == key), None)


def newest(versions: Iterable[Hand], number: int) -> Hand | None:
    """The last version of the hand of this number, void or not."""
    of_number = (version for version in versions if version.number == number)
    return max(of_number, key=lambda hand: hand.pk, default=None)


def rival_of(item: TrayHand, versions: Iterable[Hand]) -> Hand | None:
    """The recorded hand in whose place an unsettled tray's hand would stand."""
    return newest(versions, item.number)


def next_number(sheet: Sheet, versions: Sequence[Hand]) -> int:
    """The number of the hand that is recorded next: one after the last that counts.

    So the hand after one that was undone is that number again. A number on which a
    judge ever ruled is not given anew: rulings hang on numbers.
    """
    highest = max((hand.number for hand in versions), default=0)
    last = max((hand.number for hand in standing_among(versions)), default=0)
    if last < highest:
        ruled = sheet.hand_rulings.values_list("hand__number", flat=True)
        last = max(last, *ruled, 0)
    return last + 1


def hands_in_force(sheet: Sheet) -> list[Hand]:
    """The hands that count: the last version of each, without the void ones."""
    return list(
        sheet.hands.filter(voided_at=None, replaced_by=None).order_by("number", "pk")
    )


def explained(sheet: Sheet) -> list[Explained]:
    """Every hand in force with its settlement, for “Why?” on any number."""
    hands = hands_in_force(sheet)
    if not hands:
        return []
    records = [hand.record for hand in hands]
    return list(map(Explained, hands, rules_at(sheet).fold(records)))


def _sum_of_nets(sheet: Sheet, rows: Iterable[Sequence[int]]) -> Net:
    """The numbers of each seat added up."""
    nets = list(rows) or [(0,) * seats_at(sheet)]
    return tuple(map(sum, zip(*nets, strict=True)))


def shown_at_table(versions: Sequence[Hand]) -> set[int]:
    """Every hand in force, and the newest of those that were changed or undone.

    A phone asks for all of them again and again; the desk's page has the whole history.
    """
    replaced = {version.replaces_id for version in versions}
    stand = {v.pk for v in versions if not v.voided_at and v.pk not in replaced}
    others = [version.pk for version in versions if version.pk not in stand]
    return stand.union(others[-MOST_EARLIER:])


def standing_on(sheet: Sheet, number: int | None = None) -> list[HandRuling]:
    """The rulings that nobody took back, of one hand or of all; reads prefetched ones."""
    standing = [
        ruling for ruling in sheet.hand_rulings.all() if ruling.reversed_at is None
    ]
    if number is None:
        return standing
    return [ruling for ruling in standing if ruling.hand.number == number]


def moved_on(
    sheet: Sheet, hands: Iterable[Hand], rulings: Iterable[HandRuling] | None = None
) -> Net:
    """Chips won or lost by each seat in these hands and by the rulings on hands.

    `rulings` are those of the sheet, which are read where they are not given.
    """
    rulings = sheet.hand_rulings.all() if rulings is None else rulings
    ruled = (ruling.chips for ruling in rulings if ruling.reversed_at is None)
    return _sum_of_nets(sheet, [*(hand.net for hand in hands), *ruled])


def chips_over_hands(sheet: Sheet, hands: Sequence[Hand]) -> list[list[int]]:
    """Chips of each seat at the start, after each hand, and after the rulings on hands."""
    start = sheet.round.tournament.start_chips
    courses = []
    for seat, total in enumerate(moved_on(sheet, hands)):
        nets = accumulate((hand.net[seat] for hand in hands), initial=start)
        course = list(nets)
        if standing_on(sheet):
            course.append(start + total)
        courses.append(course)
    return courses


def aside_by_hands(sheet: Sheet, hands: Sequence[Hand] | None = None) -> int | None:
    """Chips that no seat has, since they lie in an account; most games have none.

    Only the recorded hands say how many: without any it is None, and nothing says what
    the scores of the sheet must total. `hands` are those in force, which are read where
    they are not given.
    """
    if not rules_at(sheet).left_aside:
        return 0
    hands = hands_in_force(sheet) if hands is None else hands
    return sum(hand.aside for hand in hands) if hands else None


def hands_that_tell_aside(sheets: Sequence[Sheet]) -> dict[int, list[Hand]]:
    """The hands in force of each of these sheets, by its key, in one query.

    None are read where no chips may lie aside.
    """
    hands: dict[int, list[Hand]] = {sheet.pk: [] for sheet in sheets}
    if not any(rules_at(sheet).left_aside for sheet in sheets):
        return hands
    standing = Hand.objects.filter(sheet__in=hands, voided_at=None, replaced_by=None)
    for hand in standing.order_by("number", "pk"):
        hands[hand.sheet_id].append(hand)
    return hands


def aside_on(sheet: Sheet, scores: Iterable[int]) -> int:
    """The chips beside these scores: by the hands, else what they leave of all."""
    aside = aside_by_hands(sheet)
    return left_by(sheet, scores) if aside is None else aside


def left_by(sheet: Sheet, scores: Iterable[int]) -> int:
    """What scores leave to an account: a pool owes nobody, below 0 is only par."""
    left = sheet.must_total - sum(scores)
    return left if PAR in rules_at(sheet).left_aside else max(left, 0)


def misplaced(
    sheet: Sheet, standing: Iterable[Hand], names: Sequence[str]
) -> list[str]:
    """The hands that no longer follow on those before them, and why, in sentences."""
    table, known = rules_at(sheet), dict(enumerate(names, start=1))
    found = out_of_place(table.game, table.rules, standing)
    return [
        message("Hand {n}: {what}", n=hand.number, what=with_names(reason, known))
        for hand, reason in found
    ]


def misplaced_in(rnd: Round) -> dict[int, list[int]]:
    """By sheet, the numbers of hands that no longer follow on those before them.

    Asks for the hands of games that carry something on, and of no others.
    """
    game, rules = game_and_rules_of(rnd.tournament)
    if game.initial_state(rules, min(game.tables)) is None:
        return {}
    hands = Hand.objects.filter(sheet__round=rnd, voided_at=None, replaced_by=None)
    standing = hands.only("sheet_id", "number", "record", "state", "engine")
    found: dict[int, list[int]] = {}
    in_order = standing.order_by("sheet", "number", "pk")
    for sheet, of_sheet in groupby(in_order, attrgetter("sheet_id")):
        wrong = [hand.number for hand, _ in out_of_place(game, rules, of_sheet)]
        if wrong:
            found[sheet] = wrong
    return found


def badges_on(sheet: Sheet, versions: Sequence[Hand]) -> list[str]:
    """What the hands so far leave to the next one, in short sentences."""
    left = state_before(versions, sys.maxsize) or rules_at(sheet).start
    return badges_of(sheet, left)


def badges_of(sheet: Sheet, left: State | None) -> list[str]:
    """What a hand leaves to the next one, in the words of the game: “seat 2 has 880”."""
    if left is None:
        return []
    played = sheet.round.tournament
    sentences = words_of(played.game).badges(left, house_rules_of(played))
    return [in_language(sentence) for sentence in sentences]


def totals_of(
    sheet: Sheet,
    hands: Sequence[Hand] | None = None,
    rulings: Iterable[HandRuling] | None = None,
) -> list[int]:
    """Start chips, the nets of the hands in force and rulings on them, by seat.

    `hands` are those in force, `rulings` all; they are read where they are not given.
    """
    start = sheet.round.tournament.start_chips
    hands = hands_in_force(sheet) if hands is None else hands
    return [start + net for net in moved_on(sheet, hands, rulings)]


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """Another hand of the sheet, and its nets before and after (chips)."""

    number: int
    before: Net
    after: Net


@dataclass(frozen=True, slots=True)
class Preview:
    """Problems of a record; or what it moves, and which later hands it moves with it."""

    problems: tuple[Problem, ...] = ()
    settlement: Settlement | None = None
    moved: tuple[ChangedHand, ...] = ()


def if_recorded(
    sheet: Sheet, record: object, versions: Sequence[Hand], replaces: Hand | None = None
) -> Preview:
    """If this record were the next hand, or the new version of another."""
    table = rules_at(sheet)
    number = replaces.number if replaces else next_number(sheet, versions)
    before = state_before(versions, number)
    if problems := table.problems(record, before):
        return Preview(problems=problems)
    old = replaces.pk if replaces else None
    hand = Hand(pk=NEWEST, number=number, record=record, replaces_id=old)
    moved = _moved(table, versions, hand)
    return Preview(settlement=table.settle(record, before), moved=moved)


def if_void(sheet: Sheet, hand: Hand) -> tuple[ChangedHand, ...]:
    """Which other hands would move other chips if this one did not count."""
    table = rules_at(sheet)
    if table.start is None:
        return ()
    void = Hand(
        pk=hand.pk,
        number=hand.number,
        record=hand.record,
        replaces_id=hand.replaces_id,
        voided_at=timezone.now(),
    )
    return _moved(table, versions_of(sheet), void)


def closing_on(sheet: Sheet, versions: Sequence[Hand]) -> dict[str, Any] | None:
    """The record that would end the sheet's hands now, if its game asks for one.

    It stands in the name of whoever dealt last; nothing is closed before the first hand.
    """
    last = next(reversed(standing_among(versions)), None)
    if last is None or last.state is None:
        return None
    return rules_at(sheet).closing(last.state, last.record["dealer"])


def _moved(
    table: TableRules, versions: Sequence[Hand], supposed: Hand
) -> tuple[ChangedHand, ...]:
    """The other hands that stand, and would move other chips with this row supposed."""
    if table.start is None:
        return ()
    its_own = (supposed.pk, supposed.replaces_id)
    stand = [ruling for ruling in standing_among(versions) if ruling.pk not in its_own]
    others = [version for version in versions if version.pk != supposed.pk]
    return tuple(
        ChangedHand(hand.number, hand.net, settled.net)
        for hand, settled in table.settled([*others, supposed])
        if hand in stand and hand.net != settled.net
    )
