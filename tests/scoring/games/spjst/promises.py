"""What a card of payoffs promises, and what the rules really pay: both as one table.

A promise is a key such as `("prever", 47, 2)` or `("pagat", "re")` and the chips of one
payment, read off a card's own words and numbers. The truth asks `check` and `settle`
about a record for each of them, so nothing of how the cards are made is used.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.spjst import VALUES, HouseRules, check, parse, settle
from rules.spjst.faults import FAULTS
from rules.spjst.hand import CHALLENGE_NAMES, CHALLENGES
from scoring.games.payoff_card import PayoffCard
from tests.messages import message
from tests.rules.spjst.builders import Record, bonus, fault, povinost, prever

Promises = dict[tuple[Any, ...], Any]
# Title, heads, rows and remarks of a block.
Block = tuple[str, Sequence[str], Sequence[Sequence[str]], str]

SETS = (1, 2, 3)
STEPS = {name: code for code, name in CHALLENGE_NAMES.items()}
NAMES = {value.name: code for code, value in VALUES.items()}
FAULT_NAMES = {rule.name.lower(): code for code, rule in FAULTS.items()}
CALLED = ("false_pagat", "pagat_card_count")


def promised(blocks: Iterable[Block]) -> Promises:
    """Everything these blocks say."""
    said: Promises = {}
    for title, heads, rows, remarks in blocks:
        for key, chips in READERS[title.partition(",")[0].split()[0]](
            heads, rows, remarks
        ):
            assert key not in said, key
            said[key] = chips
    return said


def blocks_of(card: PayoffCard) -> list[Block]:
    """The blocks of the printed card."""
    return [
        (each.title, each.heads, each.rows, " ".join(each.remarks))
        for each in (*card.left, *card.right)
    ]


def _points_in(span: str) -> range:
    if span == "–":
        return range(0)
    low, _, high = span.partition("–")
    return range(int(low), int(high or low) + 1)


def _povinost(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], int]]:
    assert list(heads) == [message("wins with"), message("loses with"), "chips"]
    for won, lost, chips in rows:
        for points in (*_points_in(won), *_points_in(lost)):
            yield ("povinost", points), int(chips)


def _prever(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Columns: what wins, what loses, the chips; dearer ones say their set."""
    both_ways = "also multiply a win" in remarks
    columns = [_set_of(head) for head in heads[2:]]
    for won, lost, *cells in rows:
        by_set = dict(zip(columns, map(int, cells), strict=True))
        for number in SETS:
            loss = by_set[number] if number in by_set else by_set[0]
            win = loss if both_ways else by_set[0]
            for points in _points_in(won):
                yield ("prever", points, number), win
            for points in _points_in(lost):
                yield ("prever", points, number), loss


def _set_of(head: str) -> int:
    """The set a column is about; 0 for what is paid if no set makes it dearer."""
    return {"chips": 0, "won": 0, "1st": 1, "lost": 1, "2nd": 2, "back": 3}[
        head.split()[0]
    ]


def _challenges(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], int]]:
    pairs = zip(heads, rows[0], strict=True) if heads else rows
    for name, times in pairs:
        yield ("challenge", STEPS[name]), int(times.lstrip("×"))


def _values(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], int]]:
    for name, holding, chips in rows:
        assert holding == VALUES[NAMES[name]].holding
        yield ("value", NAMES[name]), int(chips)


def _pagat(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], int]]:
    for name, chips in zip(heads, rows[0], strict=True) if heads else rows:
        step = name.removeprefix("called, ")
        yield ("pagat", STEPS.get(step, step)), int(chips)
    taken = remarks.partition("own partner takes the Pagat, ")[2].partition(".")[0]
    yield ("pagat", "partner"), taken


def _valat(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    named = {
        name.removeprefix("in a ").lower() or "povinost": row for name, *row in rows
    }
    for bid in ("povinost", "prever"):
        for how, chips in zip(
            heads[1:], named.get(bid, named["povinost"]), strict=True
        ):
            yield ("valat", bid, how), int(chips)
    yield ("valat", "stands in place"), "instead of the game" in remarks.lower()
    yield ("valat", "challenged"), "challenges multiply it" in remarks.lower()
    yield ("valat", "lost call voids Pagat"), "called and lost, voids" in remarks


def _faults(
    heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: str
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for name, *_, chips in rows:
        plain = name.removesuffix(" †")
        yield ("fault", FAULT_NAMES[plain.lower()]), (int(chips), plain != name)
    yield ("fault", "alone"), "won alone" in remarks
    yield ("fault", "soloist"), "soloist" in remarks
    yield ("fault", "holder"), "to its holder alone" in remarks


READERS = {
    "Povinost": _povinost,
    "Prever": _prever,
    "Challenges": _challenges,
    "Values": _values,
    "Pagat": _pagat,
    "Valat": _valat,
    "Faults": _faults,
}


def truth(rules: HouseRules) -> Promises:
    """The same promises, each asked of the rules by a record."""
    return dict(
        (
            *_games(rules),
            *_dearer(rules),
            *_taken_by_partner(rules),
            *_held(rules),
            *_valats(rules),
            *_guilt(rules),
        )
    )


def paid(record: Record, rules: HouseRules, item: str) -> int:
    """The chips of one payment for this item; 0 if nothing is paid."""
    assert check(record, rules) == (), record
    lines = settle(parse(record), rules).lines
    chips = {line.chips for line in lines if line.item == item}
    assert len(chips) <= 1, record
    return max(chips, default=0)


def is_played(record: Record, rules: HouseRules) -> bool:
    return check(record, rules) == ()


def _games(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], int]]:
    for points in range(107):
        plain = povinost(points=points)
        yield ("povinost", points), paid(plain, rules, "game")
        for number in SETS:
            alone = prever(points=points, prever_set=number)
            yield ("prever", points, number), paid(alone, rules, "game")


def _dearer(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], int]]:
    plain = paid(povinost(), rules, "game")
    silent = povinost(pagat=bonus("declarer", False, True))
    yield ("pagat", "silent"), paid(silent, rules, "pagat")
    called = povinost(pagat=bonus("opponents", True, False))
    yield ("pagat", "called"), paid(called, rules, "pagat")
    for step in CHALLENGES:
        dear = povinost(challenge=step)
        if is_played(dear, rules):
            yield ("challenge", step), paid(dear, rules, "game") // plain
            pagat = bonus("declarer", True, True, challenge=step)
            yield ("pagat", step), paid(povinost(pagat=pagat), rules, "pagat")


def _taken_by_partner(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], Any]]:
    taken = bonus("declarer", True, False, taken_by_partner=True)
    record = povinost(pagat=taken)
    account = settle(parse(record), rules)
    winners = {line.payee for line in account.lines if line.item == "pagat"}
    word = {"made": "it is made", "lost": "it is lost"}.get(
        rules.pagat_taken_by_partner
    )
    if rules.pagat_chips[1]:
        word = {(1, 3): "it is made", (2, 4): "it is lost"}.get(tuple(sorted(winners)))
    yield ("pagat", "partner"), word or "nothing is paid"


def _held(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], int]]:
    for code in VALUES:
        record = povinost(values={"2": [code]})
        if is_played(record, rules):
            yield ("value", code), paid(record, rules, "value")


def _valats(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for bid, hand in (("povinost", povinost), ("prever", prever)):
        for how, announced in (("silent", False), ("called", True)):
            record = hand(points=90, valat=bonus("declarer", announced, True))
            yield ("valat", bid, how), paid(record, rules, "valat")
    both = povinost(points=90, valat=bonus("declarer", True, True))
    yield ("valat", "stands in place"), paid(both, rules, "game") == 0
    plain = paid(both, rules, "valat")
    dear = paid(both | {"challenge": "kontra"}, rules, "valat")
    # where the Valat costs nothing, only the rule itself can tell
    is_dearer = dear > plain if plain else rules.challenge_multiplies_valat
    yield ("valat", "challenged"), is_dearer
    beside = povinost(
        valat=bonus("declarer", True, False), pagat=bonus("declarer", False, True)
    )
    notes = " ".join(settle(parse(beside), rules).notes)
    yield ("valat", "lost call voids Pagat"), "Pagat isn’t counted" in notes


def _guilt(rules: HouseRules) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for code in FAULTS:
        if code != "ruling":
            record = _guilty(code, rules)
            redirects = _collects_nothing(record, rules)
            yield ("fault", code), (paid(record, rules, "fault"), redirects)
    false = _guilty("false_pagat", rules)
    lines = settle(parse(false), rules).lines
    paid_to = {line.payee for line in lines if line.item == "fault"}
    to_holder = rules.false_pagat_to == "holder"  # where it costs nothing
    yield ("fault", "holder"), paid_to == {2} if paid_to else to_holder
    won = prever(faults=[fault("discard_count", 2)])
    yield ("fault", "alone"), paid(won, rules, "game") > 0
    beaten = prever(points=47, faults=[fault("discard_count", 3)])
    payers = {
        line.payer for line in settle(parse(beaten), rules).lines if line.item == "game"
    }
    yield ("fault", "soloist"), payers == {2}


def _guilty(code: str, rules: HouseRules) -> Record:
    """Seat 1's fault of this kind, in a hand that can have it."""
    if code == "wrong_trump":
        return {"bid": "povinost", "declarer": 1, "faults": [fault(code, 1)]}
    if code == "wrong_povinost":
        return {"povinost": 2, "bid": None, "faults": [fault(code, 1, rightful=2)]}
    if code == "illegal_value":
        value, _ = rules.values[0]
        wrong = fault(code, 1, value=value)
        return povinost(values={"1": [value]}, faults=[wrong])
    if code in CALLED:
        lost = bonus("declarer", True, False)
        holder = {"holder": 2} if code == "false_pagat" else {}
        return povinost(pagat=lost, faults=[fault(code, 1, **holder)])
    return povinost(faults=[fault(code, 1)])


def _collects_nothing(record: Record, rules: HouseRules) -> bool:
    lines = settle(parse(record), rules).lines
    is_scored = record.get("points") is not None
    return is_scored and not any(
        line.item == "game" and line.payee == 1 for line in lines
    )
