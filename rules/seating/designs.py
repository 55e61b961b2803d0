"""Known good seatings, for fields where the search of a draw would be too short.

No pair meets twice in any of them, except in written-out ones that say so. With t
tables of four there are four ways to get one, tried in this order:

* **Everyone meets everyone once** where the people are 3r + 1 and each prime power
  in r leaves 1 when divided by 4: 16, 28, 40, 52, 76, 88, 112 … (Ray-Chaudhuri and
  Wilson, "Solution of Kirkman's schoolgirl problem", 1971). Let i be a square root of
  -1 in a ring of r elements. People are three columns of r, and one more, who begins at
  a table with the three of row 0. The rows a, -a, ia, -ia give three tables: a and -a
  of one column, ia and -ia of the next. Each round all rows move on by the next
  element. Rows of one column differ by 2a, so each difference comes once. Those of
  column and next column differ by a(±1 ± i), four numbers that are one times 1, i, -1,
  -i.
* **Starters** are first rounds found by a search of ours.
* **Four columns** of t people, if no prime power in t is 2 or 3. Let table j of round r
  seat row j + c·r of column c, in a ring of t elements. Two people of columns c and c'
  meet in the one round with (c - c')·r equal to their distance. So there are t rounds;
  then each column can play by itself, so that 64 people are four columns of 16, and the
  16 four columns of 4: 16 + 4 + 1 rounds. Those are the lines of a geometry.
* **Written out**, for odd fields of five rounds.

At tables of three everyone meets everyone in Kirkman triple systems (the same paper);
other fields are three columns of t people, if no prime power in t is 2: 27 are three
columns of 9, and the 9 three columns of 3. Both ways to a triple system begin with q =
6t + 1 rows, q a prime power: 7, 13, 19, 25, 31 … In the field of q elements, x is an
element whose powers are all elements but 0.

* **2q + 1 people**: 15 girls walk for 7 days, 27, 39, 51, 63 … Two columns of q and one
  more, who begins with both of row 0. With m such that 2x^m = x^t + 1, the rows x^i and
  x^(i+t) of column 0 sit with x^(i+m) of column 1 for i in [0, t), [2t, 3t), [4t, 5t);
  the rows x^(i+m+t), x^(i+m+3t), x^(i+m+5t) of column 1 sit together for i in [0, t).
  Each round all rows move on by the next element.
* **3q people**: 21, 39, 57, 75 … Three columns of q. The rows x^i, x^(i+2t), x^(i+4t)
  sit together, for i in [0, t) in each column by itself, for i in [t, 2t), [3t, 4t),
  [5t, 6t) one of each column; and the three of row 0. All rows move on, for q rounds.
  The tables across the columns that are left, moved on, are one round each.

**The best known** rounds, for events of six to nine rounds of 8 to 38 people at fours,
were found by annealing far longer than a draw may take (see annealing.py); those
without repeats were mostly found among rounds that a rotation of all people maps onto
each other. An entry of known.txt without repeats is the best possible, others are the
best found. Each line is a field, its rounds divided by strokes; a letter a person,
capitals after the small ones, a word a table. People missing from a round sit out. A
line without repeats also serves shorter events.

The module begins with sums and products of 0 … n-1, by which rounds are developed. A
ring here is a product of finite fields, one for each prime power of its order. Two
properties are used: a few elements have differences that can be divided by, and -1 may
be a square.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, cycle, islice, product
from math import comb
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase

Tables = list[list[int]]

_FOUR = 4
_COLUMNS = 3  # columns of fours whose rows are moved on; others meet by another rule


class FiniteField:
    """The field of p^k elements: the base-p digits of a number are a polynomial.

    `powers` are the powers of an element that generates all others but 0.
    """

    def __init__(self, prime: int, degree: int) -> None:
        self.order = prime**degree
        self._weights = [prime**i for i in range(degree)]
        self._prime = prime
        self.powers = self._primitive()
        self._exponent = {power: i for i, power in enumerate(self.powers)}

    def plus(self, a: int, b: int) -> int:
        if self.order == self._prime:
            return (a + b) % self._prime
        digits = ((a // w + b // w) % self._prime * w for w in self._weights)
        return sum(digits)

    def times(self, a: int, b: int) -> int:
        if not a or not b:
            return 0
        exponent = self._exponent[a] + self._exponent[b]
        return self.powers[exponent % len(self.powers)]

    def _primitive(self) -> list[int]:
        """Return the powers of x modulo the first polynomial where they cover all.

        All elements of the field but 0 are then powers of x.
        """
        for tail in product(range(self._prime), repeat=len(self._weights)):
            powers = self._powers_of_x(tail)
            if len(powers) == self.order - 1:
                return powers
        raise AssertionError("Every finite field has a primitive element.")

    def _powers_of_x(self, tail: Sequence[int]) -> list[int]:
        """Return 1, x, x² … while they differ; x to the degree is `tail`, x⁰ first."""
        top, prime = self._weights[-1], self._prime
        powers, known = [1], {0, 1}
        while True:
            carry, rest = divmod(powers[-1], top)
            shifted = rest * prime
            digits = zip(self._weights, tail, strict=True)
            power = sum(
                (shifted // w + carry * digit) % prime * w for w, digit in digits
            )
            if power in known:
                return powers
            known.add(power)
            powers.append(power)


class Ring:
    """A product of fields, its elements numbered from 0, which is zero."""

    def __init__(self, powers: Sequence[tuple[int, int]]) -> None:
        self.fields = [FiniteField(prime, degree) for prime, degree in powers]
        self._parts = list(product(*(range(field.order) for field in self.fields)))
        self._number = {parts: i for i, parts in enumerate(self._parts)}

    def __len__(self) -> int:
        return len(self._parts)

    def plus(self, a: int, b: int) -> int:
        return self._in_each(FiniteField.plus, a, b)

    def times(self, a: int, b: int) -> int:
        return self._in_each(FiniteField.times, a, b)

    def element(self, part_of: Callable[[FiniteField], int]) -> int:
        """Return the element that has this part in each field."""
        return self._number[tuple(map(part_of, self.fields))]

    def _in_each(
        self, does: Callable[[FiniteField, int, int], int], a: int, b: int
    ) -> int:
        parts = zip(self.fields, self._parts[a], self._parts[b], strict=True)
        return self._number[tuple(does(field, x, y) for field, x, y in parts)]


def prime_powers(number: int) -> Iterator[tuple[int, int]]:
    """Yield the primes of a number, each with its exponent."""
    prime = 2
    while number > 1:
        times = 0
        while number % prime == 0:
            number, times = number // prime, times + 1
        if times:
            yield prime, times
        prime += 1


@cache
def ring(order: int) -> Ring:
    """Return the ring of this many elements, always one object for one order."""
    return Ring(tuple(prime_powers(order)))


def moved(
    tables: Sequence[Sequence[int]], new_rows: Sequence[int], columns: int
) -> list[list[int]]:
    """Return the round with each row of the columns replaced; others stay.

    People are numbered column by column; `new_rows` says for each row which one it
    becomes.
    """
    rows = len(new_rows)

    def place_of(player: int) -> int:
        if player >= columns * rows:
            return player
        return player - player % rows + new_rows[player % rows]

    return [[*map(place_of, table)] for table in tables]


def design(size: int, rounds: int, seats: int = _FOUR) -> list[Tables]:
    """Return known rounds for this field: as many as asked for, fewer, or none.

    Where the field does not fill tables of `seats`, people missing from a round sit
    out. Once everyone has met everyone, the rounds start over.
    """
    sizes = [lines for people, lines in WRITTEN if people == size]
    if sizes and seats == _FOUR:
        enough = [lines for lines in sizes if lines >= rounds]
        return WRITTEN[size, min(enough, default=max(sizes))][:rounds]
    known = list(islice(_rounds(size, seats), rounds))
    if (seats - 1) * len(known) == size - 1:
        return list(islice(cycle(known), rounds))
    return known


def _rounds(size: int, seats: int) -> Iterator[Tables]:
    """Yield rounds of full tables; no one is left over and no pair meets twice."""
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
        yield [[*range(seats * j, seats * (j + 1))] for j in range(tables)]


def _whole(size: int, seats: int) -> Iterator[Tables]:
    """Return as many rounds as possible without a repeat; none if none are known."""
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
    covered = {0}
    for a in range(rows):
        if a in covered:
            continue
        four = [a]
        for _ in range(3):
            four.append(numbers.times(root, four[-1]))
        covered.update(four)
        for c in range(_COLUMNS):
            following = (c + 1) % _COLUMNS
            first.append(
                [
                    (following if odd % 2 else c) * rows + row
                    for odd, row in enumerate(four)
                ]
            )
    for step in range(rows):
        new_rows = [numbers.plus(row, step) for row in range(rows)]
        yield moved(first, new_rows, _COLUMNS)


def _developed(first: Tables, rows: int) -> Iterator[Tables]:
    for step in range(rows):
        new_rows = [(row + step) % rows for row in range(rows)]
        yield moved(first, new_rows, _COLUMNS)


def _in_columns(rows: int, columns: int) -> Iterator[Tables]:
    numbers = ring(rows)
    factors = [_in_each(numbers, c) for c in range(columns)]
    for step in range(rows):
        shifts = [numbers.times(factor, step) for factor in factors]
        round_tables = []
        for j in range(rows):
            across = (numbers.plus(j, shift) for shift in shifts)
            round_tables.append(_in_their_columns(across, rows))
        yield round_tables
    for tables in _rounds(rows, columns):
        yield [
            [column * rows + row for row in table]
            for column, table in product(range(columns), tables)
        ]


def _in_their_columns(own_rows: Iterable[int], rows: int) -> list[int]:
    """Return the people in these rows, one in each column."""
    return [column * rows + row for column, row in enumerate(own_rows)]


def _in_each(numbers: Ring, part: int) -> int:
    return numbers.element(lambda _: part)


def triples(size: int) -> Iterator[Tables]:
    """Return all rounds in which this many people meet at tables of three.

    The iterator is empty if no such rounds are known.
    """
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
    """Return the m with 2x^m = x^t + 1."""
    total = field.plus(_power(field, t), 1)
    return next(
        m for m, power in enumerate(field.powers) if field.plus(power, power) == total
    )


def _three_columns(rows: int) -> Iterator[Tables]:
    numbers = ring(rows)
    [field], t = numbers.fields, rows // 6
    threes = []
    for i in range(6 * t):
        threes.append([_power(field, i + k * t) for k in (0, 2, 4)])
    across = [_in_their_columns(three, rows) for three in threes]
    first = [[0, rows, 2 * rows]]
    for column, three in product(range(3), threes[:t]):
        first.append([column * rows + row for row in three])
    first += [three for i, three in enumerate(across) if i // t % 2]
    steps = [_steps(numbers, step) for step in range(rows)]
    for new_rows in steps:
        yield moved(first, new_rows, columns=3)
    for three in (three for i, three in enumerate(across) if not i // t % 2):
        yield [moved([three], new_rows, columns=3)[0] for new_rows in steps]


def _power(field: FiniteField, exponent: int) -> int:
    return field.powers[exponent % len(field.powers)]


def _steps(numbers: Ring, step: int) -> list[int]:
    """Return for each row the row it moves on to."""
    return [numbers.plus(row, step) for row in range(len(numbers))]


def _read(text: str, letters: str = ascii_letters) -> list[Tables]:
    lines = filter(None, map(str.split, text.split("\n")))
    return [_tables_of(line, letters) for line in lines]


def _tables_of(words: Iterable[str], letters: str = ascii_letters) -> Tables:
    """Return a round's tables, each written as a word with a letter a person."""
    return [[*map(letters.index, word)] for word in words]


def _read_pairs(text: str, people: int) -> list[Tables]:
    letters = ascii_lowercase[: people // 2] + ascii_uppercase[: people // 2]
    halves = zip(_read(text, letters), _read(text.swapcase(), letters), strict=True)
    return [first + second for first, second in halves]


# Rounds written out. A letter is a person, capitals after the small ones, a word is a
# table, a line is a round.
_FIELDS = {
    (12, 6): """
        achk begj dfil
        adjk bcfl eghi
        afgi bhkl cdej
        agjl bdhi cefk
        abef cdgh ijkl
        aehl bcij dfgk
    """,
    (13, 5): """
        afhm cikl degj
        abce dfhi gjkm
        bdim cghl efjk
        aijl behk cfgm
        acdk bfjl ehim
    """,
    (13, 6): """
        bdek cfgi hjlm
        achk dgim efjl
        adfm bhij egkl
        aikl bfgh cejm
        abgj cdhl fikm
        aehi bclm dgjk
    """,
    (13, 7): """
        befk cghl dijm
        ahil cejk dfgm
        afhj bdkl egim
        aelm bcfi ghjk
        agik bchm dfjl
        abgj cklm dehi
        acde bijl fhkm
    """,
    (14, 5): """
        aegi bdmn cjkl
        bekm cdfi ghjn
        acen bhik fglm
        afkn bcgj dehl
        achm biln defj
    """,
    (14, 6): """
        chin dfgk ejlm
        aeik bfln ghjm
        acdj bgim hkln
        afmn bcjk deil
        acgl befh dkmn
        abdh cfim egjn
    """,
    (14, 7): """
        cfkn dgjl ehim
        almn bgik efhj
        abhl cijn dgkm
        aden bcjm fikl
        afgm bekn cdhl
        acei bghn dfjm
        ahjk bdfi cegl
    """,
    (15, 5): """
        abkn cehl ijmo
        bghm dein fjkl
        aegj cfmn dhko
        afhi bcdj glno
        adlm befo cgik
    """,
    (17, 5): """
        agkn belp cdmo fhjq
        aeim bcfk djnp gloq
        abdq cghp flmn ijko
        acjl dfgi ehno kmpq
        afop bgjm ceiq dhkl
    """,
    (18, 5): """
        ablr cfno dhik ejpq
        aijn bfgp delm koqr
        aefh bdnq cipr gjkm
        amop bcek filq ghnr
        chmq dfjr egio klnp
    """,
    (19, 5): """
        begq cfnr dhkl imos
        agir bnop ckqs efjm
        akmn bfhi dprs gjlo
        adfq bjkr celp ghns
        aeho cdij fgkp lmqr
    """,
    (21, 5): """
        bhno ceps dfgm ijkr lqtu
        abci dhpu eflr gjot kmns
        ajlp chmr dint egkq fosu
        aeht bdjs cklo gnru impq
        ador bemu cjnq fkpt hils
    """,
}

# People in pairs, a and A; the other half of each round is this one with the two of
# each pair exchanged. Ten such rounds are known since 2004 (A. Aguado, "A 10 days
# solution to the social golfer problem").
_IN_PAIRS = {
    (32, 10): """
        aBCF deGn hjKL imOP
        aElO bjMN cGHp dFiK
        abDG cEFn hIlm jkoP
        acLm bFHI dkNp egjO
        adHj bELP cINO fGKM
        aeIK bhnp cgJM dfLO
        afJP bCkO dEhM gILn
        agip bdmo cehk fjln
        ahNo bgKl cDij eFMP
        akMn beiJ cdlP fgHo
    """,
}

_STARTERS = {
    24: "ansx bceo dhlm fkuw gjpv iqrt",
    36: "amzH bowJ cCDF dlxI eiBG fkpt ghjn qvAE rsuy",
}

WRITTEN = {field: _read(written) for field, written in _FIELDS.items()}
WRITTEN |= {
    (people, rounds): _read_pairs(written, people)
    for (people, rounds), written in _IN_PAIRS.items()
}
STARTERS = {size: _read(written)[0] for size, written in _STARTERS.items()}


_FILE = Path(__file__).with_name("known.txt")


@cache
def known_rounds() -> dict[tuple[int, int], list[Tables]]:
    """Return the rounds written in known.txt, by people and rounds."""
    return dict(map(_read_known, _FILE.read_text(encoding="ascii").splitlines()))


def _read_known(line: str) -> tuple[tuple[int, int], list[Tables]]:
    field, _, plan_text = line.partition(":")
    size, rounds = map(int, field.split())
    return (size, rounds), [_tables_of(text.split()) for text in plan_text.split("/")]


@cache
def repeats_in_known(size: int, rounds: int) -> int:
    met: Counter[tuple[int, int]] = Counter()
    for tables in known_rounds()[size, rounds]:
        for table in tables:
            met.update(combinations(sorted(table), 2))
    return sum(comb(times, 2) for times in met.values())
