"""What pages call the figures of a game's hands (rules.figures), and how they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.figures import FEAT
from rules.sentences import Said
from rules.sentences import template as _
from scoring.games.names import words_of
from scoring.games.spoken import spoken


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Figures that stand in one table: each one's word by its name.

    `tried`: some went well, and the rate is theirs; else it is how many of all hands
    had such a thing. `paid`: chips moved for them alone. `only_won`:
    what is recorded only where it went well, so that a rate of it says nothing.
    """

    title: Said
    words: Mapping[str, Said]
    tried: bool = False
    paid: bool = True
    only_won: tuple[str, ...] = ()


def of_feats(feats: Mapping[str, Said]) -> tuple[FigureWords, ...]:
    """The feats of a game as its only figures; what each brings is part of the game."""
    words = {f"{FEAT}{code}": said.with_capital() for code, said in feats.items()}
    return (FigureWords(_("Feats"), words, paid=False),)


def figure_words(game: str) -> tuple[FigureWords, ...]:
    """The tables of a game, in the reader's language; none where it has no figures."""
    return spoken(getattr(words_of(game), "FIGURES", ()))
