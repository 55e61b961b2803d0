"""Rounds of three in which everybody meets everybody once (Kirkman triple systems).

D. K. Ray-Chaudhuri and R. M. Wilson, "Solution of Kirkman's schoolgirl problem", 1971.
Both ways begin with q = 6t + 1 rows, q a prime power: 7, 13, 19, 25, 31 … In the field
of q elements x is one that has all others but 0 among its powers.

* **2q + 1 people**: 15 girls walk for 7 days, 27, 39, 51, 63 … Two columns of q and one
  more, who begins with both of row 0. With m such that 2x^m = x^t + 1, the rows x^i and
  x^(i+t) of column 0 sit with x^(i+m) of column 1 for i in [0, t), [2t, 3t), [4t, 5t);
  the rows x^(i+m+t), x^(i+m+3t), x^(i+m+5t) of column 1 sit together for i in [0, t).
  Each round all rows move on by the next element.
* **3q people**: 21, 39, 57, 75 … Three columns of q. The rows x^i, x^(i+2t), x^(i+4t)
  sit together, for i in [0, t) in each column by itself, for i in [t, 2t), [3t, 4t),
  [5t, 6t) one of each column; and the three of row 0. All rows move on, for q rounds.
  The tables across the columns that are left, moved on, are one round each.
"""

from collections.abc import Iterator

from rules.seating.rings import FiniteField, Ring, moved, prime_powers, ring

Tables = list[list[int]]


def all_meet(size: int) -> Iterator[Tables]:
    """All rounds in which so many meet at tables of three; none if none are known."""
    if size % 2 and _fits((size - 1) // 2):
        return _two_columns((size - 1) // 2)
    if size % 3 == 0 and _fits(size // 3):
        return _three_columns(size // 3)
    return iter(())


def _fits(rows: int) -> bool:
    return rows % 6 == 1 and len(list(prime_powers(rows))) == 1


def _two_columns(rows: int) -> Iterator[Tables]:
    numbers = ring(rows)
    [field], t = numbers.fields, rows // 6
    m = _middle(field, t)
    first = [[0, rows, 2 * rows]]
    for i in range(t):
        for k in (i, i + 2 * t, i + 4 * t):
            mate = rows + _power(field, k + m)
            first.append([_power(field, k), _power(field, k + t), mate])
        ends = (i + m + t, i + m + 3 * t, i + m + 5 * t)
        first.append([rows + _power(field, k) for k in ends])
    for step in range(rows):
        yield moved(first, _steps(numbers, step), columns=2)


def _middle(field: FiniteField, t: int) -> int:
    """The m with 2x^m = x^t + 1."""
    total = field.plus(_power(field, t), 1)
    return next(
        m for m, power in enumerate(field.powers) if field.plus(power, power) == total
    )


def _three_columns(rows: int) -> Iterator[Tables]:
    numbers = ring(rows)
    [field], t = numbers.fields, rows // 6
    threes = [[_power(field, i + k * t) for k in (0, 2, 4)] for i in range(6 * t)]
    across = [[c * rows + row for c, row in enumerate(each)] for each in threes]
    first = [[0, rows, 2 * rows]]
    first += [[c * rows + row for row in each] for c in range(3) for each in threes[:t]]
    first += [three for i, three in enumerate(across) if i // t % 2]
    steps = [_steps(numbers, step) for step in range(rows)]
    for to in steps:
        yield moved(first, to, columns=3)
    for three in (three for i, three in enumerate(across) if not i // t % 2):
        yield [moved([three], to, columns=3)[0] for to in steps]


def _power(field: FiniteField, exponent: int) -> int:
    return field.powers[exponent % len(field.powers)]


def _steps(numbers: Ring, step: int) -> list[int]:
    """For each row the one it moves on to."""
    return [numbers.plus(row, step) for row in range(len(numbers))]
