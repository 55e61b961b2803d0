"""Lists beside a season's one ranking: lodges, and classes."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.teams import Member, class_places, rank_teams, same_name
from scoring.models import Entry
from scoring.standings.season_standings import SeasonLine, SeasonStandings
from scoring.standings.season_words import value_text, value_texts


@dataclass(frozen=True, slots=True)
class LodgeLine:
    """A lodge; `place` None where it has fewer players with a place than count."""

    name: str
    place: int | None
    tied: bool
    value: str
    counted: tuple[str, ...]
    others: int


@dataclass(frozen=True, slots=True)
class ClassLine:
    """Somebody of a class: his place there, and in the season."""

    place: int
    tied: bool
    overall: int
    line: SeasonLine
    value: str


@dataclass(frozen=True, slots=True)
class SeasonLists:
    """What the formula asks for besides the ranking."""

    best: int
    lodges: tuple[LodgeLine, ...]
    classes: tuple[tuple[str, tuple[ClassLine, ...]], ...]


def lists_of(standings: SeasonStandings) -> SeasonLists:
    """One query where there are classes, none otherwise."""
    formula = standings.formula
    return SeasonLists(
        formula.lodge_best,
        tuple(_lodges(standings)) if formula.lodge_best else (),
        tuple(_classes(standings)) if formula.classes else (),
    )


def _with_place(standings: SeasonStandings) -> dict[int, SeasonLine]:
    return {line.player: line for line in standings.lines if line.place}


def _lodges(standings: SeasonStandings) -> Iterator[LodgeLine]:
    known = _with_place(standings)
    members = (
        Member(number, line.lodge, (line.value or 0,)) for number, line in known.items()
    )
    formula = standings.formula
    rows = list(rank_teams(members, formula.lodge_best))
    values = [
        sum((known[n].value or Fraction(0) for n in row.counted), Fraction(0))
        for row in rows
    ]
    texts = value_texts(formula, values)
    for row, value in zip(rows, values, strict=True):
        yield LodgeLine(
            row.name,
            row.place,
            row.tied,
            texts.get(value) or value_text(formula, value),
            tuple(known[number].name for number in row.counted),
            len(row.others),
        )


def _classes(standings: SeasonStandings) -> Iterator[tuple[str, tuple[ClassLine, ...]]]:
    """Whoever is in a class at the last tournament he came to; old lists name none."""
    known = _with_place(standings)
    tournaments = [each.pk for each in standings.tournaments if not each.old_list_id]
    rows = Entry.objects.filter(
        tournament__in=tournaments, tally__isnull=False
    ).order_by("tournament__date", "tournament_id")
    newest = {
        number: {same_name(each) for each in classes}
        for number, classes in rows.values_list("player__number", "classes")
    }
    for name in standings.formula.classes:
        members = [
            (number, line.place)
            for number, line in known.items()
            if line.place and same_name(name) in newest.get(number, ())
        ]
        yield (
            name,
            tuple(
                ClassLine(
                    each.place,
                    each.tied,
                    each.overall,
                    known[each.key],
                    standings.written(known[each.key]),
                )
                for each in class_places(members)
            ),
        )
