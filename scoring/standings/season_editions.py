"""Editions of a final season: each as it was declared, and what it changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubs.models import Player, Season
from clubs.wording.said import Said
from rules.season import Formula, formula_from
from scoring.core.selectors.names import public_name
from scoring.games.names import name_of
from scoring.models import SeasonEdition
from scoring.standings.season_words import (
    formula_changes,
    formula_words,
    value_head,
    value_text,
    value_texts,
)


@dataclass(frozen=True, slots=True)
class EditionLine:
    """A line as declared; `was_place` and `was` as in the edition before."""

    name: str
    place: int | None
    tied: bool
    value: str
    evenings: int
    rounds: int | None
    was_place: int | None = None
    was: str = ""
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class SeasonEditionPage:
    """An edition with today's names; of each game its lines."""

    edition: SeasonEdition
    head: Said
    rules_changed: tuple[Said, ...]  # since the edition before
    words: tuple[Said, ...]
    games: tuple[tuple[str, tuple[EditionLine, ...]], ...]
    others: tuple[SeasonEdition, ...]

    @property
    def is_newest(self) -> bool:
        return all(each.number < self.edition.number for each in self.others)

    @property
    def changed(self) -> int:
        """How many lines say something else than in the edition before."""
        return sum(line.is_other for _, lines in self.games for line in lines)


def season_edition(season: Season, number: int) -> SeasonEditionPage | None:
    """An edition by its number; three queries."""
    listed = list(season.editions.defer("rows").order_by("number"))
    edition = next((each for each in listed if each.number == number), None)
    if edition is None:
        return None
    kept = season.editions.filter(number__in=(number - 1, number))
    rows = {each.number: each.rows for each in kept}
    before = {(row["game"], row["player"]): row for row in rows.get(number - 1, ())}
    keys = {row["player"] for row in rows[number]}
    people = Player.everybody.in_bulk(keys)
    names = {pk: public_name(one.name, season.club, pk) for pk, one in people.items()}
    formula = formula_from(edition.formula)
    formulas = {each.number: formula_from(each.formula) for each in listed}
    values = (_fraction(row) for row in [*rows[number], *rows.get(number - 1, ())])
    texts = value_texts(formula, values)
    games: dict[str, list[EditionLine]] = {}
    for row in rows[number]:
        old = before.get((row["game"], row["player"])) if before else row
        line = _line(row, old, names, formula, texts)
        games.setdefault(row["game"], []).append(line)
    several = len(games) > 1
    return SeasonEditionPage(
        edition,
        value_head(formula),
        tuple(formula_changes(formulas.get(number - 1, formula), formula)),
        tuple(formula_words(formula)),
        tuple(
            (name_of(g) if several else "", tuple(found)) for g, found in games.items()
        ),
        tuple(each for each in listed if each != edition),
    )


def _line(
    row: Mapping[str, Any],
    old: Mapping[str, Any] | None,
    names: Mapping[int, str],
    formula: Formula,
    texts: Mapping[Fraction, str],
) -> EditionLine:
    return EditionLine(
        names.get(row["player"], ""),
        row["place"],
        row["tied"],
        _value(row, formula, texts),
        row["evenings"],
        row["rounds"],
        old["place"] if old else None,
        _value(old, formula, texts) if old else "",
        old != row,
    )


def _value(
    row: Mapping[str, Any], formula: Formula, texts: Mapping[Fraction, str]
) -> str:
    value = _fraction(row)
    shown = None if value is None else texts.get(value)
    return shown or value_text(formula, value)


def _fraction(row: Mapping[str, Any]) -> Fraction | None:
    return None if row["value"] is None else Fraction(row["value"])
