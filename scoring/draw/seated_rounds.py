"""Rounds whose seats may follow who is here, as they stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.seating import Move, Seated, moves
from scoring.draw.sit_outs import standing_of
from scoring.models import Round, Seat, Sheet, SitOut

Key = int | str  # an entry, or H2 for a house player still to be made


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round whose seats may change, and how they are."""

    round: Round
    seated: Seated[Key]

    def may_renumber(self, new: Seated[Key]) -> bool:
        is_draft = self.round.state == Round.State.DRAFT
        return is_draft and new != self.seated and not new.begun


def without_gaps(seats: Seated[Key], fixed: Mapping[Key, int]) -> Seated[Key]:
    """The highest tables under the numbers that are free; who stays keeps his."""
    tables = dict(seats.tables)
    free = [label for label in range(1, len(tables) + 1) if label not in tables]
    for label in sorted(tables, reverse=True):
        is_fixed = any(fixed.get(who) == label for who in tables[label])
        if free and label > free[0] and not is_fixed:
            tables[free.pop(0)] = tables.pop(label)
    return replace(seats, tables=tuple(sorted(tables.items())))


def moved(
    before: Sequence[Seated[Key]], after: Sequence[Seated[Key]]
) -> list[Move[Key]]:
    """Everybody whose place changes; a free seat is nobody."""
    found = moves(before, after)
    return [each for each in found if isinstance(each.who, str) or each.who > 0]


def seated_rounds_of(
    rounds: Sequence[Round], players: Sequence[int]
) -> tuple[SeatedRound, ...]:
    """The rounds as they stand, without those that have begun and miss nobody.

    A free seat is a number below 0: to be filled in a draft; later its table says who
    sits there.
    """
    sheets = Sheet.objects.filter(round__in=rounds).order_by("table")
    tables: dict[int, dict[int, list[int]]] = {each.pk: {} for each in rounds}
    label = {sheet.pk: (sheet.round_id, sheet.table) for sheet in sheets}
    begun = {label[pk] for pk in _begun(rounds)}
    drafts = {each.pk for each in rounds if each.state == Round.State.DRAFT}
    for seat in Seat.objects.filter(round__in=rounds).order_by("position"):
        who = -seat.pk if seat.entry_id is None else seat.entry_id
        of_round, table = label[seat.sheet_id]
        tables[of_round].setdefault(table, []).append(who)
        if seat.entry_id is None and of_round not in drafts:
            begun.add((of_round, table))
    out = _benches(rounds, tables, players)
    found = []
    for each in rounds:
        seats = tuple(sorted((t, tuple(f)) for t, f in tables[each.pk].items()))
        started = frozenset(t for t, _ in seats if (each.pk, t) in begun)
        order = tuple(standing_of(each))
        seated: Seated[Key] = Seated(seats, tuple(out[each.pk]), started, order)
        if not started or _misses(seated, players):
            found.append(SeatedRound(each, seated))
    return tuple(found)


def _begun(rounds: Sequence[Round]) -> set[int]:
    """Sheets of these rounds on which anything stands."""
    sheets = Sheet.objects.filter(round__in=rounds)
    found: set[int] = set()
    for fact in Sheet.RECORDED:
        found |= set(
            sheets.filter(**{f"{fact}__isnull": False}).values_list("pk", flat=True)
        )
    return found


def _misses(seated: Seated[Key], players: Sequence[int]) -> bool:
    """Whether somebody has gone from a table that has not begun."""
    here = set(players)
    waiting = [people for label, people in seated.tables if label not in seated.begun]
    return any(who not in here for people in waiting for who in people)


def _benches(
    rounds: Sequence[Round],
    tables: dict[int, dict[int, list[int]]],
    players: Sequence[int],
) -> dict[int, list[int]]:
    """Who sits out each round; of a draft, everybody it was drawn for without a seat."""
    out: dict[int, list[int]] = {each.pk: [] for each in rounds}
    rows = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    for row in rows.order_by("entry__number"):
        out[row.round_id].append(row.entry_id)
    drafts = [each for each in rounds if each.state == Round.State.DRAFT]
    seated = {pk for each in drafts for who in tables[each.pk].values() for pk in who}
    for each in drafts:
        known = set(each.draw.input["players"]) | seated if each.draw else set(players)
        sits = {pk for people in tables[each.pk].values() for pk in people}
        out[each.pk] = [pk for pk in players if pk in known and pk not in sits]
    return out
