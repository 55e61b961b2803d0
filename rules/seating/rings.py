"""Sums and products of 0 … n-1 by which known seatings are developed.

A ring here is a product of finite fields, one for each prime power of its order. What
is used of it: what few elements differ by can be divided by, and -1 may be a square.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product


class FiniteField:
    """The field of p^k elements: the digits of a number, to the base p, are a polynomial.

    `powers` are those of an element that has all others but 0 among its powers.
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
        both = self._exponent[a] + self._exponent[b]
        return self.powers[both % len(self.powers)]

    def _primitive(self) -> list[int]:
        """The first polynomial modulo which the powers of x run through everything."""
        for tail in product(range(self._prime), repeat=len(self._weights)):
            powers = self._powers_of_x(tail)
            if len(powers) == self.order - 1:
                return powers
        raise AssertionError("Every finite field has a primitive element.")

    def _powers_of_x(self, tail: Sequence[int]) -> list[int]:
        """1, x, x² … as long as they differ; x to the degree is `tail`, x⁰ first."""
        top, prime = self._weights[-1], self._prime
        powers, seen = [1], {0, 1}
        while True:
            carry, rest = divmod(powers[-1], top)
            shifted = rest * prime
            digits = zip(self._weights, tail, strict=True)
            power = sum(
                (shifted // w + carry * digit) % prime * w for w, digit in digits
            )
            if power in seen:
                return powers
            seen.add(power)
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
        """The element that has this part in each field."""
        return self._number[tuple(map(part_of, self.fields))]

    def _in_each(
        self, does: Callable[[FiniteField, int, int], int], a: int, b: int
    ) -> int:
        parts = zip(self.fields, self._parts[a], self._parts[b], strict=True)
        return self._number[tuple(does(field, x, y) for field, x, y in parts)]


def prime_powers(number: int) -> Iterator[tuple[int, int]]:
    """The primes of a number, each with how often it is in it."""
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
    """The ring of this many elements; the same one for the same order."""
    return Ring(tuple(prime_powers(order)))


def moved(
    tables: Sequence[Sequence[int]], to: Sequence[int], columns: int
) -> list[list[int]]:
    """The round in which each row of the columns is another; who is beyond them stays.

    People are numbered column by column, `to` says for each row which one it becomes.
    """
    rows = len(to)
    return [
        [
            who - who % rows + to[who % rows] if who < columns * rows else who
            for who in table
        ]
        for table in tables
    ]
