"""Who goes where, in words: the lines that are called out or handed round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.wording import say, together
from clubs.wording.names import key_of
from rules.seating import Move, Place
from scoring.draw.sit_outs import reason_words
from scoring.models import Draw, Entry

MOVES, COMES, GOES = "moves", "comes", "goes"


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Somebody, from where to where in a round, and why he sits out where he does."""

    key: int | str
    label: str
    name: str
    kind: str
    before: str
    after: str
    why: str = ""
    place_in_list: str = ""


def lines_of(
    found: Iterable[Move[Any]],
    people: Mapping[int, Entry],
    reasons: Mapping[str, Sequence[int]],
    asked: Mapping[str, Any],
) -> tuple[MoveLine, ...]:
    """The moves of one round: who moves, who comes in, who is not here, by name."""
    lines = [_line(each, people, reasons, asked) for each in found]
    order = (MOVES, COMES, GOES)
    return tuple(
        sorted(lines, key=lambda line: (order.index(line.kind), line.place_in_list))
    )


def _line(
    move: Move[Any],
    people: Mapping[int, Entry],
    reasons: Mapping[str, Sequence[int]],
    asked: Mapping[str, Any],
) -> MoveLine:
    entry = people.get(move.who)
    label = entry.label if entry else str(move.who)
    name = entry.name if entry else say("House player {n}", n=label[1:])
    kept = reasons.get(str(move.who))
    sits_out = move.after == Place()
    why = reason_words(asked, move.who, kept) if sits_out and kept is not None else ""
    kind = GOES if move.after is None else MOVES if move.before else COMES
    return MoveLine(
        *(move.who, label, name, kind, _place(move.before), _place(move.after), why),
        place_in_list=entry.person_name.key if entry else key_of(name),
    )


def _place(place: Place | None) -> str:
    if place is None:
        return say("no seat")
    if not place.table:
        return say("sits out")
    return say("table {table}, seat {seat}", table=place.table, seat=place.seat)


def said(line: MoveLine) -> str:
    """A line in a sentence, as the log keeps it."""
    return together(
        [f"{line.label} {line.name}", together([line.before, line.after], " → ")], ": "
    )


def kept_moves(found: Iterable[Move[Any]]) -> list[list[Any]]:
    """Moves as a draw's report keeps them."""
    return [
        [each.round, each.who, *([p.table, p.seat] if p else None for p in _ends(each))]
        for each in found
    ]


def _ends(move: Move[Any]) -> tuple[Place | None, Place | None]:
    return move.before, move.after


def moves_of(draw: Draw) -> list[tuple[int, tuple[MoveLine, ...]]]:
    """The moves that a smallest change made, by the number of the round."""
    found = [
        Move(who, at, *(Place(*end) if end else None for end in ends))
        for at, who, *ends in draw.report["moves"]
    ]
    everybody = Entry.everybody.filter(tournament=draw.tournament)
    people = {entry.pk: entry for entry in everybody}
    return [
        (
            number,
            lines_of(
                [each for each in found if each.round == at],
                people,
                draw.report["sit_outs"].get(str(number), {}),
                draw.input,
            ),
        )
        for at, number in enumerate(draw.input["numbers"])
    ]
