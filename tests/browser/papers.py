"""What the tables of the evening wrote on their sheets."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """What the four of a table wrote down: chips held, and chips borrowed."""

    held: tuple[int, int, int, int]
    borrowed: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def scores(self) -> list[int]:
        return [has - owes for has, owes in zip(self.held, self.borrowed, strict=True)]


SWAPPED = Paper((131, 45, 124, 91))  # what was typed first: 45 is 54
CORRECTED = Paper((87, 131, 122, 60))
PAPERS = {
    (1, 1): Paper((131, 54, 124, 91)),
    (1, 2): Paper((100, 146, 84, 120), (0, 50, 0, 0)),
    (1, 3): Paper((100, 100, 100, 100)),
    (2, 1): Paper((210, 20, 120, 100), (0, 50, 0, 0)),  # 30 below nothing
    (2, 2): Paper((96, 104, 118, 82)),
    (2, 3): Paper((87, 113, 140, 60)),
    (3, 1): Paper((150, 50, 100, 100)),
    (3, 2): Paper((77, 123, 88, 112)),
    (3, 3): Paper((133, 67, 99, 101)),
}
