"""Explain a player's place in a season: every tournament and its result."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from django.utils.safestring import SafeString

from clubs.i18n import (
    NOTHING,
    chips,
    day,
    message,
    plural_message,
    plural_of,
    points,
    signed,
)
from clubs.models import Player
from rules.messages import Sentence
from rules.season import Counts, Formula, Part, Places, is_between, list_in_force
from rules.season.projections import outlook_of
from scoring.models import Tally, Tournament
from scoring.results.rows import places_stem, sheet_stem
from scoring.rollups.event_results import Result
from scoring.rollups.season_places import WHOLE
from scoring.standings.formulas import tie_break_words, value_in_words, value_text
from scoring.standings.season_standings import SeasonStandings, SeasonStandingsLine
from scoring.standings.tables import season_scale, season_stack, tournament_bars

OF_CHIPS = (Counts.NET, Counts.CHIPS, Counts.AVERAGE)


@dataclass(frozen=True, slots=True)
class EventRound:
    """A round of a tournament; `address` of its sheet if it was played at a table."""

    round: int
    text: str
    address: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class EveningBrought:
    """A tournament of the season; `part` is None if the player was absent."""

    tournament: Tournament
    part: Part | None
    text: str = NOTHING
    address: str = ""
    texts: tuple[Sentence, ...] = ()
    rounds: tuple[EventRound, ...] = ()
    bar: SafeString | str = ""

    @property
    def dropped(self) -> bool:
        return bool(self.part and self.part.dropped)


@dataclass(frozen=True, slots=True)
class ExplainedSeasonPlace:
    """A line of the season, explained."""

    standings: SeasonStandings
    line: SeasonStandingsLine
    evenings: tuple[EveningBrought, ...]
    neighbours: tuple[Sentence, ...]
    rest: tuple[Sentence, ...] = ()  # the effect of the rest of the season

    @property
    def total(self) -> str:
        return self.standings.value_text_of(self.line)

    @property
    def stack(self) -> SafeString:
        """All counted results by tournament, on the scale of the season's table."""
        return season_stack(self.line, season_scale(self.standings))

    @property
    def ranked(self) -> int:
        """The number of players with a place."""
        return sum(line.place is not None for line in self.standings.lines)

    @property
    def bonus(self) -> str:
        """The bonus for attending; empty if the season has none."""
        bonus_points = self.standings.formula.bonus
        return points(bonus_points * self.line.tournaments) if bonus_points else ""

    @property
    def rounds_that_count(self) -> Sentence | str:
        """The number of rounds of an average, in words; else empty."""
        if self.standings.formula.counts is not Counts.AVERAGE:
            return ""
        rounds_over = sum(
            (
                p.over
                for p in self.line.ranked.parts
                if not p.dropped and p.brought is not None
            ),
            Fraction(0),
        )
        return plural_message(
            "of {rounds} round",
            "of {rounds} rounds",
            plural_of(rounds_over),
            rounds=points(rounds_over),
        )


def places_of(
    standings: tuple[SeasonStandings, ...], player: Player
) -> list[ExplainedSeasonPlace]:
    """Return the player's places in the season, one for each game; one query."""
    found = [
        (year, line)
        for year in standings
        for line in year.lines
        if line.player == player.number
    ]
    games = [*chain.from_iterable(year.tournaments for year, _ in found)]
    rows = Tally.objects.filter(player=player, tournament__in=games)
    tallies = {row.tournament_id: row for row in rows.select_related("entry")}
    return [
        ExplainedSeasonPlace(
            year,
            line,
            tuple(_evenings(year, line, tallies)),
            tuple(_neighbours(year, line)),
            tuple(_rest(year, line)),
        )
        for year, line in found
    ]


def _evenings(
    standings: SeasonStandings, line: SeasonStandingsLine, tallies: dict[int, Tally]
) -> Iterator[EveningBrought]:
    bars = tournament_bars(line)
    for tournament, part, bar in zip(
        standings.tournaments, line.parts, bars, strict=True
    ):
        tournament.club = standings.season.club
        tally = tallies.get(tournament.pk)
        if part is None or tally is None:
            yield EveningBrought(tournament, None)
            continue
        yield EveningBrought(
            tournament,
            part,
            value_text(standings.formula, part.brought),
            _address(tournament, tally),
            tuple(_tally_in_words(standings, tournament, tally, part)),
            tuple(_rounds(standings.formula, tournament, tally, part)),
            bar,
        )


def _address(tournament: Tournament, tally: Tally) -> str:
    """Return the page that explains the tournament's place.

    Past results have only the tournament's page.
    """
    if tournament.old_list_id:
        return tournament.get_absolute_url()
    return f"{places_stem(tournament)}{tally.entry.number}/"


def _tally_in_words(
    standings: SeasonStandings, tournament: Tournament, tally: Tally, part: Part
) -> Iterator[Sentence]:
    place = f"{tally.place}=" if tally.tied else str(tally.place)
    formula = standings.formula
    if formula.counts is Counts.PLACES:
        yield from _points_in_words(standings, tournament, tally, part, place)
    else:
        yield message("{day}, place {place}", day=day(tournament.date), place=place)
    if tournament.counts != WHOLE:
        weight = points(Fraction(tournament.counts, WHOLE))
        yield message("counts {n} times", n=weight)
    if tournament.old_list_id:
        yield message("from past results")
    if tally.rulings:
        yield message("with rulings of {chips}", chips=signed(tally.rulings))
    if part.real is not None:
        yield message("{result} counts as 0", result=value_text(formula, part.real))


def _points_in_words(
    standings: SeasonStandings,
    tournament: Tournament,
    tally: Tally,
    part: Part,
    place: str,
) -> Iterator[Sentence]:
    """Yield a place with its points: place 2 of 23 players: 9 points."""
    formula = standings.formula
    index = standings.tournaments.index(tournament)
    parts = (line.parts[index] for line in standings.lines)
    places = [part.place for part in parts if part is not None]
    field = len(places)
    weight = Fraction(tournament.counts, WHOLE)
    yield plural_message(
        "{day}, place {place} of {n} player: {points}",
        "{day}, place {place} of {n} players: {points}",
        field,
        day=day(tournament.date),
        place=place,
        points=value_in_words(formula, part.brought and part.brought / weight),
    )
    if formula.table is Places.OWN:
        listed = list_in_force(formula.own, field, tournament.date)
        if listed and listed.starts:
            yield message("by the points from {day}", day=day(listed.starts))
    # Tied players share the points of the places below, too.
    filled = range(tally.place, tally.place + places.count(tally.place))
    if formula.table is Places.MORAVIAN and any(
        is_between(position, field) for position in filled
    ):
        yield message("from the eleventh place to the middle, these points are our own")


def _rounds(
    formula: Formula, tournament: Tournament, tally: Tally, part: Part
) -> Iterator[EventRound]:
    """Yield the tournament's rounds by the formula; dropped ones are marked."""
    dropped_rounds = {rnd.round for rnd in part.rounds if rnd.dropped}
    for result in tally.results:
        played = Result(*result)
        stem = sheet_stem(tournament, played.round)
        yield EventRound(
            played.round,
            _round_text(formula, tournament, played),
            f"{stem}{played.table}/" if played.table else "",
            played.dropped or played.round in dropped_rounds,
        )


def _round_text(formula: Formula, tournament: Tournament, result: Result) -> str:
    if formula.counts is Counts.POINTS:
        return points(result.points)
    if formula.counts in (Counts.CHIPS, Counts.PLACES):
        return chips(result.chips)
    if not result.table:
        return NOTHING
    return signed(result.chips - tournament.start_chips)


def _neighbours(
    standings: SeasonStandings, line: SeasonStandingsLine
) -> Iterator[Sentence]:
    """Yield the players just ahead, tied and just behind, with the tie-breaker."""
    formula = standings.formula
    if line.place is None:
        yield _lacks(line, formula)
        return
    ranked = [other for other in standings.lines if other.place is not None]
    sharing = [
        other.name for other in ranked if other.place == line.place and other != line
    ]
    if sharing:
        yield message("The place is shared with: {names}.", names=", ".join(sharing))
    before = [
        other
        for other in ranked
        if other.place is not None and other.place < line.place
    ]
    followers = [
        other
        for other in ranked
        if other.place is not None and other.place > line.place
    ]
    for near, better in ((before[-1:], True), (followers[:1], False)):
        for other in near:
            values = {
                "name": other.name,
                "place": other.place,
                "value": value_in_words(
                    formula, other.value, standings.value_text_of(other)
                ),
            }
            if better:
                yield message("Just ahead: {name}, place {place}, {value}.", **values)
            else:
                yield message("Just behind: {name}, place {place}, {value}.", **values)
            if other.value == line.value and (tie_break := _parted_by(line, other)):
                yield message("Tied. Tie-breaker: {by}.", by=tie_break)


def _rest(standings: SeasonStandings, line: SeasonStandingsLine) -> Iterator[Sentence]:
    """Yield the places still possible if that can be proven, or why it can't be."""
    lines = [other.ranked for other in standings.lines]
    formula, held = standings.formula, len(standings.tournaments)
    # If a tournament isn't final, its places are still open and prove nothing.
    is_open = bool(standings.unfinished)
    found = None if is_open else outlook_of(line.ranked.key, lines, formula, held)
    if found is None:
        if held < formula.planned and formula.counts in OF_CHIPS:
            yield plural_message(
                "{n} tournament is still planned. It can bring any number of chips, "
                "so no place is certain until it’s over.",
                "{n} tournaments are still planned. They can bring any number of "
                "chips, so no place is certain until the last is over.",
                formula.planned - held,
            )
        return
    yield plural_message(
        "{n} tournament is still planned. If it has the usual weight:",
        "{n} tournaments are still planned. If each has the usual weight:",
        found.left,
    )
    if found.worst == found.best:
        yield message(
            "Place {place} is certain, no matter what happens.", place=found.best
        )
        return
    yield message("At best: place {place}.", place=found.best)
    if found.worst:
        yield message("At worst: place {place}.", place=found.worst)


def _parted_by(
    line: SeasonStandingsLine, other: SeasonStandingsLine
) -> Sentence | None:
    tie_break = line.ranked.decided_by or other.ranked.decided_by
    return tie_break_words(tie_break) if tie_break else None


def _lacks(line: SeasonStandingsLine, formula: Formula) -> Sentence:
    if not line.ranked.lacks and formula.counts is not Counts.AVERAGE:
        return message("Past results don’t include what counts in this season.")
    if not line.ranked.lacks:
        return message("You need a round at a table to get a place.")
    if line.lacks_rounds:
        return plural_message(
            "{n} more round is needed for a place.",
            "{n} more rounds are needed for a place.",
            line.ranked.lacks,
        )
    return plural_message(
        "{n} more tournament is needed for a place.",
        "{n} more tournaments are needed for a place.",
        line.ranked.lacks,
    )
