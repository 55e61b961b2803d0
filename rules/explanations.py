"""The lines of an account in words for players: who pays whom, each payment once.

Lines of one item with an equal first reason form one paragraph. In a paragraph every
sentence has one payer or one payee; a payer who pays for themselves and for others pays
once, and the parts are named. Points against par aren't chips that anyone pays: they
are written down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.labels import sections_in_words, title_of
from rules.ledger import Line, Party
from rules.messages import (
    Sentence,
    Sentences,
    filled,
    in_chips,
    joined,
    listed,
    sayer,
    seat_word,
)

SENTENCES = Sentences(
    __name__,
    {
        "points": ("{n} point", "{n} points"),
        "writes": "{payee} writes {points}.",
        "writes.each": "{payees} write {points} each.",
        "minus": "{payer} writes minus {points}.",
        "minus.each": "{payers} write minus {points} each.",
        "pays": "{payer} pays {payee} {chips}.",
        "pays.each": "{payer} pays {payees} {chips} each.",
        "pay": "{payers} each pay {payee} {chips}.",
        "pays.for": "{payer} pays {payee} {chips} in place of {others}.",
        "pays.each.for": "{payer} pays {payees} {chips} each in place of {others}.",
        "pays.parts": "{payer} pays {payee} {chips}: {parts}.",
        "POOL": "the pool",
        "PAR": "par",
        "part.own": "{count} own",
        "part.for": "{count} for {others}",
        "part.each.for": "{count} each for {others}",
    },
)
say = sayer(SENTENCES)

PAR = "PAR"  # the account of amounts that are only written down

# What a payer gives a payee: chips, and for which other seat (None: their own part).
Part = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Payments that belong together, with their reasons; seats are written "seat N"."""

    item: str
    section: str
    said: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def title(self) -> Sentence:
        """The title of the item: “New pool”, “Pagat”, “XXI”."""
        return title_of(self.item)

    @property
    def by(self) -> Sentence:
        """The sections of the rules: “§29, §8”, “Bidding 5”, “house rules”."""
        return sections_in_words(self.section)


def paragraphs(lines: Iterable[Line[Party]]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a whole account, in its order."""
    groups: list[list[Line[Party]]] = []
    for line in lines:
        group = next((known for known in groups if _belongs(line, known)), None)
        if group is None:
            groups.append([line])
        else:
            group.append(line)
    return tuple(map(_paragraph, groups))


def in_points(points: int) -> Sentence:
    """Return a number of points in words: "1 point", "3 points"."""
    return filled(SENTENCES["points"], {"n": points})


def in_words(parties: Iterable[Party]) -> str:
    """Return a list of parties in words: "seat 1, seat 2 and seat 4".

    An account has its own name, such as "the pool".
    """
    return _in_words(tuple(parties))


@lru_cache(maxsize=1 << 10)
def _in_words(parties: tuple[Party, ...]) -> str:
    return listed(map(named, parties))


def named(party: Party) -> Sentence:
    """Return the name of a seat ("seat 2") or of an account."""
    return seat_word(party) if isinstance(party, int) else SENTENCES[party]


def _belongs(line: Line[Party], group: Sequence[Line[Party]]) -> bool:
    """Return whether a line has a group’s item and first reason and isn't in it yet."""
    first = group[0]
    return (line.item, line.reasons[0]) == (first.item, first.reasons[0]) and not any(
        (line.payer, line.payee, line.instead_of)
        == (other.payer, other.payee, other.instead_of)
        for other in group
    )


def _paragraph(group: Sequence[Line[Party]]) -> Paragraph:
    sections: list[str] = []
    reasons: list[str] = []
    for line in group:
        sections += line.section.split(", ")
        reasons += line.reasons
    return Paragraph(
        group[0].item,
        ", ".join(dict.fromkeys(sections)),
        tuple(_sentences(group)),
        tuple(dict.fromkeys(reasons)),
    )


def _sentences(group: Iterable[Line[Party]]) -> Iterable[str]:
    """Yield one sentence per payer who pays several alike, otherwise one per payee."""
    paid: dict[tuple[Party, Party], tuple[Part, ...]] = {}
    for line in group:
        pair = (line.payer, line.payee)
        paid[pair] = (*paid.get(pair, ()), (line.chips, line.instead_of))
    while paid:
        (payer, payee), parts = next(iter(paid.items()))
        alike = [pair for pair, parts_of_pair in paid.items() if parts_of_pair == parts]
        pairs = [(payer, payee)]
        if len(parts) == 1:
            to_several = [pair for pair in alike if pair[0] == payer]
            from_several = [pair for pair in alike if pair[1] == payee]
            if to_several[1:]:
                pairs = to_several
            elif parts[0][1] is None:
                pairs = from_several
        for pair in pairs:
            del paid[pair]
        yield _sentence(pairs, parts)


def _sentence(pairs: Sequence[tuple[Party, Party]], parts: Sequence[Part]) -> str:
    """Return the sentence of pairs (payer, payee) that share a payer or a payee."""
    payers = in_words(tuple(dict.fromkeys(payer for payer, _ in pairs)))
    payees = in_words(tuple(dict.fromkeys(payee for _, payee in pairs)))
    others = tuple(seat for _, seat in parts if seat is not None)
    count = sum(count for count, _ in parts)
    return say(
        _code(pairs, parts),
        payer=payers,
        payers=payers,
        payee=payees,
        payees=payees,
        chips=in_chips(count),
        points=in_points(count),
        others=in_words(others),
        parts=joined(_parts(parts)),
    )


def _code(pairs: Sequence[tuple[Party, Party]], parts: Sequence[Part]) -> str:
    suffix = ".each" if pairs[1:] else ""
    if PAR in pairs[0]:
        return f"{'writes' if pairs[0][0] == PAR else 'minus'}{suffix}"
    if parts[1:]:
        return "pays.parts"
    is_own = parts[0][1] is None
    if pairs[1:] and pairs[0][0] != pairs[1][0]:
        return "pay"
    if pairs[1:]:
        return "pays.each" if is_own else "pays.each.for"
    return "pays" if is_own else "pays.for"


def _parts(parts: Sequence[Part]) -> Iterable[Sentence]:
    """Yield the parts in words: "3 own", "3 each for seat 1 and seat 3".

    An amount that several seats share is named once.
    """
    for count, seat in parts:
        if seat is None:
            yield filled(SENTENCES["part.own"], {"count": count})
    covered: dict[int, tuple[int, ...]] = {}
    for count, seat in parts:
        if seat is not None:
            covered[count] = (*covered.get(count, ()), seat)
    for count, seats in covered.items():
        code = "part.each.for" if seats[1:] else "part.for"
        yield filled(SENTENCES[code], {"count": count, "others": in_words(seats)})
