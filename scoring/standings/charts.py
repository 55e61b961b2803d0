"""Charts of standings: the podium, stacks of chips, places from round to round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from django.utils.safestring import SafeString

from clubs.i18n import day, full_day, hour, joined
from scoring.core.charts import Bump, PlaceLine, bump_chart
from scoring.core.chip_stacks import ChipScale, chip_scale, piles_svg, rows_svg
from scoring.core.names import without_day
from scoring.core.social_images import First, LinkPicture, first_three, link_picture
from scoring.models import Tournament
from scoring.results.progression import PlaceHistory, course_of
from scoring.results.rows import Lines, StandingsLine
from scoring.results.standings_table import OldLine, StandingsTable

# Of a larger field only the first ones, since more lines can't be followed.
MOST_DRAWN = 16
FIRST_DRAWN = 10
STEPS, NAMED = 3, 3
PILE_UNIT, PILE_TALL = 0.6, 110  # pixels per chip, and of the highest pile


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A place on the podium and the players who share it; `others` aren't named.

    `podium` has the lines of all steps, which share a scale.
    """

    place: int
    tied: bool
    lines: Lines
    others: int = 0
    podium: Lines = ()

    @property
    def people(self) -> list[tuple[StandingsLine, SafeString | str]]:
        """Named players with the piles of their rounds, if there is room for them."""
        if len(self.lines) >= NAMED:
            return [(line, "") for line in self.lines]
        rows = chain.from_iterable(line.stack.row for line in self.podium)
        rounds = [abs(number) for number in rows]
        highest = max([1, *rounds])
        unit = min(PILE_UNIT, PILE_TALL / highest)
        return [(line, piles_svg(line.stack.row, unit)) for line in self.lines]


def podium_of(lines: Lines) -> list[PodiumStep]:
    """Return the steps for places 1 to 3, first place first."""
    first = [line for line in lines if 0 < line.place <= STEPS]
    steps = []
    for place, group in groupby(first, lambda line: line.place):
        on_it = list(group)
        named = on_it if len(on_it) <= NAMED + 1 else on_it[:NAMED]
        others = len(on_it) - len(named)
        steps.append(PodiumStep(place, len(on_it) > 1, named, others, first))
    return steps


def first_of(lines: Iterable[StandingsLine | OldLine]) -> tuple[First, ...]:
    """Return the first three places for a link's picture, without hidden names."""
    named = [line for line in lines if line.person.address]
    steps = first_three((line.place, line.tied, line.person.name) for line in named)
    totals: dict[int, set[float]] = {}
    for line in named:
        totals.setdefault(line.place, set()).add(line.total or 0)
    return tuple(
        replace(step, total=max(totals[step.place]))
        if len(totals[step.place]) == 1
        else step
        for step in steps
    )


def evening_picture(
    tournament: Tournament,
    text: str,
    first: tuple[First, ...],
    chairs: tuple[tuple[int, int], ...] = (),
) -> LinkPicture:
    """Return the picture of a link to the event: day, place, state and first places.

    `chairs`: for an upcoming event, the tables being filled, as chairs taken and all
    chairs.
    """
    day_text = full_day(tournament.date) if chairs else day(tournament.date)
    if tournament.starts_at:
        day_text = joined((day_text, hour(tournament.starts_at)))
    lines_above, club = (day_text, tournament.place), tournament.club
    title = without_day(tournament) if chairs else tournament
    if not tournament.with_chips:
        first = tuple(replace(group, total=0) for group in first)
    return link_picture(club, title, lines_above, text, first, chairs)


AROUND = 2  # on either side
EDGE = 4  # percent of the width left free next to the lowest and the highest value


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A player on a scale from the lowest to the highest of a few, in percent."""

    line: StandingsLine
    position: float
    is_own: bool


def near_of(
    lines: Lines, own_line: StandingsLine, *, by_points: bool
) -> list[Neighbor]:
    """Return the lines just before and after, by points or chips.

    The scale uses whichever decides their places.
    """
    index = next(n for n, line in enumerate(lines) if line.entry == own_line.entry)
    first = max(0, min(index - AROUND, len(lines) - 2 * AROUND - 1))
    neighbors = lines[first : first + 2 * AROUND + 1]
    worth = [float(line.points if by_points else line.total) for line in neighbors]
    least, wide = min(worth), max(worth) - min(worth)
    scale = (100 - 2 * EDGE) / wide if wide else 0
    middle = EDGE if wide else 50
    return [
        Neighbor(
            line,
            round(middle + (score - least) * scale, 1),
            line.entry == own_line.entry,
        )
        for line, score in zip(neighbors, worth, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player in the chart of places; `is_own`: the player whose page it is."""

    line: StandingsLine
    places: tuple[int | None, ...]
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class PlacesPicture:
    """Places from round to round; `left_out` is the number of players not drawn."""

    rounds: tuple[int, ...]
    people: tuple[Drawn, ...]
    left_out: int
    bump: Bump

    @property
    def ways(self) -> list[tuple[Drawn, PlaceLine]]:
        return list(zip(self.people, self.bump.ways, strict=True))

    @property
    def heads(self) -> list[tuple[int, float]]:
        """The rounds with the positions of their columns."""
        return list(zip(self.rounds, self.bump.columns, strict=True))


@dataclass(frozen=True)
class StandingsCharts:
    """The charts of a standings page; no `places` before a second round is over."""

    course: PlaceHistory
    scale: ChipScale | None
    stacks: dict[int, SafeString]  # by entry
    has_outlines: bool
    places: PlacesPicture | None


def pictures_of(
    table: StandingsTable, visible: Lines, own_entry: int | None = None
) -> StandingsCharts:
    """Return stacks of the visible lines and the chart of places; no query.

    The chart has the first places of all lines, and `own_entry`.
    """
    course = course_of(table)
    stacks = {line.entry: line.stack for line in table.lines} if visible else {}
    has_outlines = any(
        stack.sat_out or min(stack.row, default=0) < 0 for stack in stacks.values()
    )
    scale, drawn = None, {}
    if any(stack.row for stack in stacks.values()):
        by_value = table.tournament.with_chips
        rows = [stack.row for stack in stacks.values()]
        scale = chip_scale(
            rows if by_value else ((sum(row),) for row in rows), by_value=by_value
        )
        drawn = rows_svg({line.entry: stacks[line.entry] for line in visible}, scale)
    places = _places(table, course, own_entry) if course.moves else None
    return StandingsCharts(course, scale, drawn, has_outlines, places)


def _places(
    table: StandingsTable, course: PlaceHistory, own_entry: int | None
) -> PlacesPicture | None:
    many = len(table.lines)
    drawn = _first_and(
        own_entry, table.lines, many if many <= MOST_DRAWN else FIRST_DRAWN
    )
    people = tuple(
        Drawn(
            line,
            tuple(place and place[0] for place in course.places_of(line.entry)),
            line.entry == own_entry,
        )
        for line in drawn
    )
    bump = bump_chart([person.places for person in people])
    return PlacesPicture(course.rounds, people, many - len(people), bump)


def _first_and(
    own_entry: int | None, lines: Lines, first: int
) -> Sequence[StandingsLine]:
    later = [line for line in lines[first:] if line.entry == own_entry]
    return [*lines[:first], *later]
