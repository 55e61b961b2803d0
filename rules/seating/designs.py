"""Seatings known to be good, for fields where the search of a draw would be too short.

Nobody meets twice in any of them but the written ones of written.py that say so. With t
tables of four there are four ways to get one, tried in this order:

* **Everybody meets everybody once** where the people are 3r + 1 and each prime power
  in r leaves 1 when divided by 4: 16, 28, 40, 52, 76, 88, 112 … (Ray-Chaudhuri and
  Wilson, "Solution of Kirkman's schoolgirl problem", 1971). Let i be a square root of
  -1 in a ring of r elements. People are three columns of r, and one more, who begins at
  a table with the three of row 0. The rows a, -a, ia, -ia give three tables: a and -a
  of one column, ia and -ia of the next. Each round all rows move on by the next element.
  Rows of one column differ by 2a, so each difference comes once. Those of column and
  next column differ by a(±1 ± i), four numbers that are one times 1, i, -1, -i.
* **Starters** (starters.py) are first rounds found by a search of ours.
* **Four columns** of t people, if no prime power in t is 2 or 3. Let table j of round r
  seat row j + c·r of column c, in a ring of t elements. Two people of columns c and c'
  meet in the one round with (c - c')·r equal to their distance. So there are t rounds;
  then each column can play by itself, so that 64 people are four columns of 16, and the
  16 four columns of 4: 16 + 4 + 1 rounds. Those are the lines of a geometry.
* **Written out** (written.py), for odd fields of five rounds.

At tables of three everybody meets everybody in the rounds of triples.py; other fields
are three columns of t people, if no prime power in t is 2: 27 are three columns of 9,
and the 9 three columns of 3.
"""

from collections.abc import Iterator
from itertools import cycle, islice

from rules.seating.rings import Ring, moved, prime_powers, ring
from rules.seating.triples import all_meet as triples
from rules.seating.written import STARTERS, WRITTEN

Tables = list[list[int]]

_FOUR = 4
_COLUMNS = 3  # of fours whose rows are moved on; others meet by another rule


def design(size: int, rounds: int, seats: int = _FOUR) -> list[Tables]:
    """Known rounds for this field: as many as asked for, fewer, or none.

    Where the field does not fill tables of `seats`, people missing from a round sit
    out. Once everybody has met everybody, the rounds begin anew.
    """
    written = [lines for people, lines in WRITTEN if people == size]
    if written and seats == _FOUR:
        enough = [lines for lines in written if lines >= rounds]
        return WRITTEN[size, min(enough, default=max(written))][:rounds]
    known = list(islice(_rounds(size, seats), rounds))
    if (seats - 1) * len(known) == size - 1:
        return list(islice(cycle(known), rounds))
    return known


def _rounds(size: int, seats: int) -> Iterator[Tables]:
    """Rounds of full tables; nobody is left over and nobody meets twice."""
    tables, rest = divmod(size, seats)
    if rest:
        return
    whole = _whole(size, seats)
    if (first := next(whole, None)) is not None:
        yield first
        yield from whole
    elif tables > 1 and all(p**times >= seats for p, times in prime_powers(tables)):
        yield from _in_columns(tables, seats)
    else:
        yield [[seats * j + seat for seat in range(seats)] for j in range(tables)]


def _whole(size: int, seats: int) -> Iterator[Tables]:
    """As many rounds as anybody could play; none if none are known."""
    most = (size - 1) // (seats - 1)
    if seats == _FOUR and size % 12 == _FOUR and _minus_one_is_square(most):
        return _all_meet(most)
    if seats == _FOUR and size in STARTERS:
        return _developed(STARTERS[size], most)
    return triples(size) if seats == _COLUMNS else iter(())


def _minus_one_is_square(order: int) -> bool:
    return all(prime**times % 4 == 1 for prime, times in prime_powers(order))


def _all_meet(rows: int) -> Iterator[Tables]:
    numbers = ring(rows)
    root = numbers.element(lambda field: field.powers[len(field.powers) // 4])
    first = [[0, rows, 2 * rows, _COLUMNS * rows]]
    done = {0}
    for a in range(rows):
        if a in done:
            continue
        four = [a]
        for _ in range(3):
            four.append(numbers.times(root, four[-1]))
        done.update(four)
        for c in range(_COLUMNS):
            following = (c + 1) % _COLUMNS
            first.append(
                [
                    (following if odd % 2 else c) * rows + row
                    for odd, row in enumerate(four)
                ]
            )
    for step in range(rows):
        to = [numbers.plus(row, step) for row in range(rows)]
        yield moved(first, to, _COLUMNS)


def _developed(first: Tables, rows: int) -> Iterator[Tables]:
    for step in range(rows):
        to = [(row + step) % rows for row in range(rows)]
        yield moved(first, to, _COLUMNS)


def _in_columns(rows: int, columns: int) -> Iterator[Tables]:
    numbers = ring(rows)
    factors = [_in_each(numbers, c) for c in range(columns)]
    for step in range(rows):
        shifts = [numbers.times(factor, step) for factor in factors]
        yield [
            [c * rows + numbers.plus(j, shift) for c, shift in enumerate(shifts)]
            for j in range(rows)
        ]
    for tables in _rounds(rows, columns):
        yield [[c * rows + w for w in t] for c in range(columns) for t in tables]


def _in_each(numbers: Ring, part: int) -> int:
    return numbers.element(lambda _: part)
