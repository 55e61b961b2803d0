"""What the tables of the evening wrote on their sheets."""

import random
from dataclasses import dataclass

from tests.drill.figures import size

HALF = size(2, 5)  # of the tables: what each of two people counts
TABLES = range(1, 2 * HALF + 1)
ROUNDS = range(1, size(2, 3) + 1)


@dataclass(frozen=True, slots=True)
class Paper:
    """What the four of a table wrote down: chips held, and chips borrowed."""

    held: tuple[int, int, int, int]
    borrowed: tuple[int, int, int, int] = (0, 0, 0, 0)
    ruled: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def scores(self) -> list[int]:
        parts = zip(self.held, self.borrowed, self.ruled, strict=True)
        return [has - owes + given for has, owes, given in parts]


def _some(number: int, table: int) -> Paper:
    """Four numbers that make 400, others on every sheet."""
    chance = random.Random(f"{number} {table}")
    three = [chance.randint(60, 140) for _ in range(3)]
    return Paper((*three, 400 - sum(three)))


SWAPPED = Paper((131, 45, 124, 91))  # what was typed first: 45 is 54
CONTESTED = Paper((100, 120, 90, 81))  # 9 are missing, and nobody knows whose
RULED = Paper(CONTESTED.held, ruled=(0, 0, 0, 9))
CORRECTED = Paper((87, 131, 122, 60))
PAPERS = {
    (number, table): _some(number, table) for number in ROUNDS for table in TABLES
}
PAPERS |= {
    (1, 1): Paper((131, 54, 124, 91)),
    (1, 3): Paper((87, 113, 140, 60)),
    (1, 4): Paper((100, 146, 84, 120), (0, 50, 0, 0)),
    (2, 1): Paper((210, 20, 120, 100), (0, 50, 0, 0)),  # 30 below nothing
}
