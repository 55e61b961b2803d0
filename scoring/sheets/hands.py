"""The hands of a sheet: their versions, explanations of their chips, and previews.

Rulings of a judge on a hand belong to the hand's number: a later version of the hand
keeps them, and so does a void one, until they are undone.
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

MOST_EARLIER = 60  # versions out of force, of those that a phone gets
NEWEST = sys.maxsize  # stands in for the key of a row that isn't saved yet


@dataclass(frozen=True, slots=True)
class Explained:
    """A hand with the lines that add up to its nets (chips)."""

    hand: Hand
    settlement: Settlement

    @property
    def agrees(self) -> bool:
        """Whether today's rules settle the hand as it was settled at the tournament."""
        return self.settlement.net == self.hand.net

    def moved(self, names: Sequence[str]) -> list[Paragraph]:
        """Return which chips moved and why, with names for the seats."""
        return moved(self.settlement, names)

    def notes(self, names: Sequence[str]) -> list[str]:
        """Return what moved no chips and why, with names for the seats."""
        return not_moved(self.settlement, names)


def moved(settlement: Settlement, names: Sequence[str]) -> list[Paragraph]:
    """Return who paid whom in a settlement and why, with names for its seats."""
    known = dict(enumerate(names, start=1))
    named = []
    for paragraph in paragraphs(settlement.lines):
        sentences = tuple(with_names(sentence, known) for sentence in paragraph.said)
        reasons = tuple(with_names(sentence, known) for sentence in paragraph.reasons)
        named.append(replace(paragraph, said=sentences, reasons=reasons))
    return named


def not_moved(settlement: Settlement, names: Sequence[str]) -> list[str]:
    """Return the notes of a settlement, with names for its seats."""
    known = dict(enumerate(names, start=1))
    return [with_names(note, known) for note in settlement.notes]


def versions_of(sheet: Sheet) -> list[Hand]:
    """Return every version of every hand, oldest first, in one query."""
    versions = list(Hand.objects.filter(sheet=sheet).order_by("pk"))
    for hand in versions:
        hand.sheet = sheet
    return versions


def is_replaced(hand: Hand, versions: Iterable[Hand]) -> bool:
    """Return whether a newer version replaces this one."""
    return any(version.replaces_id == hand.pk for version in versions)


def standing_among(versions: Sequence[Hand]) -> list[Hand]:
    """Return the hands that count among all versions, first to last."""
    replaced = {version.replaces_id for version in versions}
    standing = (v for v in versions if not v.voided_at and v.pk not in replaced)
    return sorted(standing, key=attrgetter("number", "pk"))


def state_before(versions: Sequence[Hand], number: int) -> State | None:
    """Return the state left by the hand before this number; None if there is none."""
    before = [hand for hand in standing_among(versions) if hand.number < number]
    return before[-1].state if before else None


def with_key(versions: Iterable[Hand], key: str) -> Hand | None:
    """Return the version that was sent under this key."""
    return next((version for version in versions if version.key == key), None)


def newest(versions: Iterable[Hand], number: int) -> Hand | None:
    """Return the last version of the hand with this number, void or not."""
    of_number = (version for version in versions if version.number == number)
    return max(of_number, key=lambda hand: hand.pk, default=None)


def rival_of(item: TrayHand, versions: Iterable[Hand]) -> Hand | None:
    """Return the recorded hand that an unsettled hand in the tray would replace."""
    return newest(versions, item.number)


def next_number(sheet: Sheet, versions: Sequence[Hand]) -> int:
    """Return the number of the next hand to record: one after the last that counts.

    The hand after an undone one therefore gets the same number again. A number on which
    a judge ever ruled isn't used again, because rulings belong to numbers.
    """
    highest = max((hand.number for hand in versions), default=0)
    last = max((hand.number for hand in standing_among(versions)), default=0)
    if last < highest:
        ruled = sheet.hand_rulings.values_list("hand__number", flat=True)
        last = max(last, *ruled, 0)
    return last + 1


def hands_in_force(sheet: Sheet) -> list[Hand]:
    """Return the hands that count: the last version of each, without the void ones."""
    return list(
        sheet.hands.filter(voided_at=None, replaced_by=None).order_by("number", "pk")
    )


def explained(sheet: Sheet) -> list[Explained]:
    """Return every hand in force with its settlement, for “Why?” on any number."""
    hands = hands_in_force(sheet)
    if not hands:
        return []
    records = [hand.record for hand in hands]
    return list(map(Explained, hands, rules_at(sheet).fold(records)))


def _sum_of_nets(sheet: Sheet, rows: Iterable[Sequence[int]]) -> Net:
    """Return the numbers of each seat added up."""
    nets = list(rows) or [(0,) * seats_at(sheet)]
    return tuple(map(sum, zip(*nets, strict=True)))


def shown_at_table(versions: Sequence[Hand]) -> set[int]:
    """Return the keys of the hands in force, and of the newest changed or undone ones.

    A phone requests all of them again and again; the desk's page has the whole history.
    """
    replaced = {version.replaces_id for version in versions}
    stand = {v.pk for v in versions if not v.voided_at and v.pk not in replaced}
    others = [version.pk for version in versions if version.pk not in stand]
    return stand.union(others[-MOST_EARLIER:])


def standing_on(sheet: Sheet, number: int | None = None) -> list[HandRuling]:
    """Return the rulings not undone, of one hand or of all; reads prefetched ones."""
    standing = [
        ruling for ruling in sheet.hand_rulings.all() if ruling.reversed_at is None
    ]
    if number is None:
        return standing
    return [ruling for ruling in standing if ruling.hand.number == number]


def moved_on(
    sheet: Sheet, hands: Iterable[Hand], rulings: Iterable[HandRuling] | None = None
) -> Net:
    """Return chips won or lost by each seat in these hands and by the rulings on hands.

    `rulings` are those of the sheet; they are read from the database if not given.
    """
    rulings = sheet.hand_rulings.all() if rulings is None else rulings
    ruled = (ruling.chips for ruling in rulings if ruling.reversed_at is None)
    return _sum_of_nets(sheet, [*(hand.net for hand in hands), *ruled])


def chips_over_hands(sheet: Sheet, hands: Sequence[Hand]) -> list[list[int]]:
    """Return chips of each seat at the start, after each hand and after rulings."""
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
    """Return the chips that no seat has, because they are in an account (a pool).

    In most games there are none. Only the recorded hands say how many: without any hand
    the result is None, and the scores of the sheet have no required total. It is always
    None in a game without a known total. `hands` are those in force; they are read from
    the database if not given.
    """
    table = rules_at(sheet)
    if not table.left_aside:
        return 0 if table.has_total else None
    hands = hands_in_force(sheet) if hands is None else hands
    return sum(hand.aside for hand in hands) if hands else None


def hands_that_tell_aside(sheets: Sequence[Sheet]) -> dict[int, list[Hand]]:
    """Return the hands in force of these sheets by sheet key, in one query.

    No hands are read if no game of the sheets can leave chips aside.
    """
    hands: dict[int, list[Hand]] = {sheet.pk: [] for sheet in sheets}
    if not any(rules_at(sheet).left_aside for sheet in sheets):
        return hands
    standing = Hand.objects.filter(sheet__in=hands, voided_at=None, replaced_by=None)
    for hand in standing.order_by("number", "pk"):
        hands[hand.sheet_id].append(hand)
    return hands


def balance_on(sheet: Sheet, scores: Sequence[int]) -> dict[str, int]:
    """Return the columns of a count for these scores: `must_total` and `aside` (chips).

    In a game without a known total, the scores must add up to what they do.
    """
    aside = aside_by_hands(sheet)
    if aside is not None:
        return {"must_total": sheet.must_total, "aside": aside}
    return {
        "must_total": required_total(sheet, scores),
        "aside": left_by(sheet, scores),
    }


def left_by(sheet: Sheet, scores: Iterable[int]) -> int:
    """Return the chips that scores leave to an account.

    A pool can't owe chips, so a rest below 0 is possible only in games with par. No
    chips are left in a game without a known total.
    """
    table, left = rules_at(sheet), sheet.must_total - sum(scores)
    if not table.has_total:
        return 0
    return left if PAR in table.left_aside else max(left, 0)


def required_total(sheet: Sheet, scores: Iterable[int]) -> int:
    """Return the total that the scores and the chips aside must have.

    In a game without a known total, it is whatever the scores add up to.
    """
    return sheet.must_total if rules_at(sheet).has_total else sum(scores)


def misplaced(
    sheet: Sheet, standing: Iterable[Hand], names: Sequence[str]
) -> list[str]:
    """Return sentences about the hands that no longer follow from those before them."""
    table, known = rules_at(sheet), dict(enumerate(names, start=1))
    found = out_of_place(table.game, table.rules, standing)
    return [
        message("Hand {n}: {what}", n=hand.number, what=with_names(reason, known))
        for hand, reason in found
    ]


def misplaced_in(rnd: Round) -> dict[int, list[int]]:
    """Return the numbers of hands that no longer follow from those before, by sheet.

    Hands are read only for games that carry a state from one hand to the next.
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
    """Return what the hands so far leave to the next one, in short sentences."""
    left = state_before(versions, sys.maxsize) or rules_at(sheet).start
    return badges_of(sheet, left)


def badges_of(sheet: Sheet, left: State | None) -> list[str]:
    """Return what a hand leaves to the next in the game's words: “seat 2 has 880”."""
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
    """Return start chips + nets of the hands in force and rulings on them, by seat.

    `hands` are those in force, `rulings` all; they are read from the database if not
    given.
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
    """A preview of a record: its problems, or the chips it and later hands move."""

    problems: tuple[Problem, ...] = ()
    settlement: Settlement | None = None
    moved: tuple[ChangedHand, ...] = ()


def if_recorded(
    sheet: Sheet, record: object, versions: Sequence[Hand], replaces: Hand | None = None
) -> Preview:
    """Preview this record as the next hand, or as the new version of `replaces`."""
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
    """Return the other hands that would move other chips if this one were void."""
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
    """Return the record that would end the sheet's hands now, if its game needs one.

    Its dealer is that of the last hand; None before the first hand.
    """
    last = next(reversed(standing_among(versions)), None)
    if last is None or last.state is None:
        return None
    return rules_at(sheet).closing(last.state, last.record["dealer"])


def _moved(
    table: TableRules, versions: Sequence[Hand], supposed: Hand
) -> tuple[ChangedHand, ...]:
    """Return the other hands that would move other chips if this row were saved."""
    if table.start is None:
        return ()
    its_own = (supposed.pk, supposed.replaces_id)
    in_force = [hand for hand in standing_among(versions) if hand.pk not in its_own]
    others = [version for version in versions if version.pk != supposed.pk]
    return tuple(
        ChangedHand(hand.number, hand.net, settled.net)
        for hand, settled in table.settled([*others, supposed])
        if hand in in_force and hand.net != settled.net
    )
