"""Moves of people when seats change, in words and in the format of a stored draw."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.i18n import joined, message
from clubs.i18n.person_names import key_of
from rules.seating import Move, Place, Seated, moves
from scoring.draw.draws import Key
from scoring.draw.sit_outs import reason_words
from scoring.models import Draw, Entry

MOVES, COMES, GOES = "moves", "comes", "goes"


def moved(
    before: Sequence[Seated[Key]], after: Sequence[Seated[Key]]
) -> list[Move[Key]]:
    """Return the moves of all people, without free seats."""
    changes = moves(before, after)
    return [move for move in changes if isinstance(move.who, str) or move.who > 0]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A person's move in a round, and why they sit out, if they do."""

    key: int | str
    label: str
    name: str
    kind: str
    before: str
    after: str
    why: str = ""
    place_in_list: str = ""


def lines_of(
    changes: Iterable[Move[Any]],
    people: Mapping[int, Entry],
    reasons: Mapping[str, Sequence[int]],
    asked: Mapping[str, Any],
) -> tuple[MoveLine, ...]:
    """Return the moves of one round: people who move, come in, and leave, by name."""
    lines = [_line(move, people, reasons, asked) for move in changes]
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
    name = entry.name if entry else message("House player {n}", n=label[1:])
    numbers = reasons.get(str(move.who))
    reason = ""
    if move.after == Place() and numbers is not None:
        reason = reason_words(asked, move.who, numbers)
    kind = GOES if move.after is None else MOVES if move.before else COMES
    return MoveLine(
        move.who,
        label,
        name,
        kind,
        _place(move.before),
        _place(move.after),
        reason,
        place_in_list=entry.person_name.key if entry else key_of(name),
    )


def _place(place: Place | None) -> str:
    if place is None:
        return message("no seat")
    if not place.table:
        return message("sits out")
    return message("table {table}, seat {seat}", table=place.table, seat=place.seat)


def line_in_words(line: MoveLine) -> str:
    """Return a line as text for the log."""
    return joined(
        [f"{line.label} {line.name}", joined([line.before, line.after], " → ")], ": "
    )


def kept_moves(changes: Iterable[Move[Any]]) -> list[list[Any]]:
    """Return moves as JSON for a draw's report."""
    return [
        [move.round, move.who, _kept_place(move.before), _kept_place(move.after)]
        for move in changes
    ]


def _kept_place(place: Place | None) -> list[int] | None:
    return [place.table, place.seat] if place else None


def moves_of(draw: Draw) -> list[tuple[int, tuple[MoveLine, ...]]]:
    """Return the moves of a smallest change, by the number of the round."""
    changes: dict[int, list[Move[Any]]] = defaultdict(list)
    for index, player, before, after in draw.report["moves"]:
        places = (Place(*end) if end else None for end in (before, after))
        changes[index].append(Move(player, index, *places))
    everybody = Entry.everybody.filter(tournament=draw.tournament)
    people = {entry.pk: entry for entry in everybody}
    return [
        (
            number,
            lines_of(
                changes[index],
                people,
                draw.report["sit_outs"].get(str(number), {}),
                draw.input,
            ),
        )
        for index, number in enumerate(draw.input["numbers"])
    ]
