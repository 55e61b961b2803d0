"""The figures of hands as a page shows them: tables with intervals, chips by origin."""

from dataclasses import dataclass

from clubs.wording import in_language, say_later
from rules.figures import ENOUGH, HANDS, NOTHING, ORIGIN, Figure, Figures, wilson
from rules.names import title_of
from scoring.games.figure_words import FigureWords, figure_words
from scoring.history.charts import Bars, bar_chart
from scoring.results.selectors.hand_figures import BEYOND, DROPPED, RULED, UNRECORDED

WIDE = 100  # of an interval's picture: percent
OTHER_ORIGINS = {
    BEYOND: say_later("Beyond the hands"),
    UNRECORDED: say_later("Without hands"),
    DROPPED: say_later("Dropped rounds"),
}


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate and where the true one lies, 95 times in 100: in percent."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """A figure with its word; without a rate or a mean where there are too few.

    `address` is where the word leads.
    """

    name: str
    figure: Figure
    rate: Rate | None
    within: float | None  # chips each, half the interval of the mean
    address: str = ""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures of one kind; `tried` and `paid` as in FigureWords.

    `what` is the head of their words.
    """

    title: str
    tried: bool
    paid: bool
    lines: tuple[Line, ...]
    what: str = ""

    @property
    def digits(self) -> int:
        """Of a rate: what seldom happens is less than one in a hundred."""
        return 0 if self.tried else 1


@dataclass(frozen=True, slots=True)
class Origins:
    """What a net came from, in chips that add up to it, with their picture."""

    lines: tuple[tuple[str, int], ...]
    net: int
    bars: Bars


def tables_of(game: str, sums: Figures) -> list[FigureTable]:
    """Each table of the game in which something happened."""
    hands = sums.get(HANDS, NOTHING).n
    tables = (_table(words, sums, hands) for words in figure_words(game))
    return [each for each in tables if each.lines]


def has_words(game: str) -> bool:
    """Whether a game has figures at all besides its chips."""
    return bool(figure_words(game))


def origins_of(sums: Figures) -> Origins:
    """What the chips were paid for, as the account calls it; the largest first."""
    chips: dict[str, int] = {}
    for name, figure in sums.items():
        if name.startswith(ORIGIN):
            word = _origin(name)
            chips[word] = chips.get(word, 0) + figure.chips
    lines = sorted(chips.items(), key=lambda each: -abs(each[1]))
    return Origins(tuple(lines), sum(chips.values()), bar_chart(lines))


def _origin(name: str) -> str:
    if name in OTHER_ORIGINS:
        return str(OTHER_ORIGINS[name])
    item = "ruling" if name == RULED else name.removeprefix(ORIGIN)
    return in_language(title_of(item))


def _table(words: FigureWords, sums: Figures, hands: int) -> FigureTable:
    of = None if words.tried else hands
    lines = (
        line_of(
            word,
            sums[name],
            of=of,
            paid=words.paid,
            has_rate=name not in words.only_won,
        )
        for name, word in words.words.items()
        if name in sums
    )
    return FigureTable(words.title, words.tried, words.paid, tuple(lines))


def line_of(
    name: str,
    figure: Figure,
    *,
    of: int | None = None,
    paid: bool = True,
    has_rate: bool = True,
    address: str = "",
) -> Line:
    """`of`: the hands of which it happened in some; None where it was tried, and won."""
    won, n = (figure.won, figure.n) if of is None else (min(figure.n, of), of)
    rate = _rate(won, n) if has_rate and n >= ENOUGH else None
    is_known = paid and figure.n >= ENOUGH
    return Line(name, figure, rate, figure.within if is_known else None, address)


def _rate(won: int, of: int) -> Rate:
    low, high = wilson(won, of)
    return Rate(*(round(each * WIDE, 1) for each in (won / of, low, high)))
