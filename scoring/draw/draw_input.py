"""The input of a draw: people here, rounds played, people kept apart, fixed tables.

Problems that prevent a draw are worded here too, for the director.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Value

from clubs.i18n import joined, message, plural_message, whole_number
from clubs.models import Player
from rules.problems import Problem
from rules.seating import RoundSeats, SeasonReport, house_needed, table_sizes
from rules.seating import left_over as beyond
from scoring.core.writes import ActionRefused
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import smallest_in_words
from scoring.models import Answer, Entry, Round, Seat, SitOut, Tournament
from scoring.results.standings_table import missing_sheets, table_of
from scoring.results.stored import substitutes_by_player

Met = tuple[tuple[int, int, int], ...]  # keys of two entries, and how often they met


class Earlier(NamedTuple):
    """Earlier sit-outs of the season: entries, each as often as it sat out.

    `new` are the entries among them that were at no other event of the season.
    """

    sat_out: tuple[int, ...] = ()
    new: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """The data that a draw of a tournament is based on, read once.

    `entries` has everyone by key, `players` the people who are here and play, by start
    number. `rounds` are all rounds, including drafts and canceled ones, by number;
    `seats` has the seating of those that count, by key. A table has one of `sizes`
    seats. Two people of a group in `apart` must not meet; `unknown` are problems with
    the list of groups. `earlier` are the sit-outs at the season's other events, `met`
    the pairs who met at its earlier ones.
    """

    tournament: Tournament
    entries: dict[int, Entry]
    players: list[Entry]
    rounds: list[Round]
    seats: dict[int, RoundSeats[Any]]
    sizes: tuple[int, ...]
    apart: tuple[frozenset[int], ...]
    unknown: tuple[Problem, ...]
    earlier: Earlier
    met: Met

    @property
    def here(self) -> list[int]:
        """The keys of people who are here and play."""
        return [entry.pk for entry in self.players]

    @property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """The keys of people who can't change tables, with their table's number."""
        staying = (entry for entry in self.players if entry.fixed_table)
        return tuple((entry.pk, entry.fixed_table or 0) for entry in staying)

    @property
    def if_needed(self) -> tuple[int, ...]:
        """The keys of standby players, who sit out before all others."""
        return tuple(entry.pk for entry in self.players if entry.if_needed)

    @property
    def played(self) -> list[Round]:
        """The published rounds that aren't canceled."""
        return [rnd for rnd in self.rounds if rnd.counts]

    @property
    def drafts(self) -> list[Round]:
        return [rnd for rnd in self.rounds if rnd.state == Round.State.DRAFT]

    @property
    def first(self) -> int:
        """The number of the round that is drawn next; drafts don't count."""
        drawn = (rnd.number for rnd in self.rounds if rnd.state != Round.State.DRAFT)
        return max(drawn, default=0) + 1

    @property
    def left(self) -> int:
        """The number of rounds left to publish; canceled ones don't count."""
        return max(0, self.tournament.rounds_planned - len(self.played))

    @property
    def by_standing(self) -> bool:
        """Whether the next draw is for a last round seated by standings."""
        planned = self.tournament.rounds_planned > 1
        return self.tournament.last_round_by_standing and planned and self.left == 1

    @property
    def plays_for(self) -> dict[str, int]:
        """The current substitutes and whom they play for, as JSON for a stored draw."""
        return {
            str(pk): entry.substitute_for_id
            for pk, entry in sorted(self.entries.items())
            if entry.substitute_for_id is not None
        }


def facts_of(tournament: Tournament) -> DrawFacts:
    """Read the data for a draw, in a fixed number of queries.

    Data for settings that are off isn't read.
    """
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    rounds = list(tournament.rounds.order_by("number"))
    played = [rnd for rnd in rounds if rnd.counts]
    apart, unknown = _apart_groups(tournament, entries.values())
    return DrawFacts(
        tournament=tournament,
        entries=entries,
        players=players_among(entries.values()),
        rounds=rounds,
        seats={
            rnd.pk: seats for rnd, seats in zip(played, seats_of(played), strict=True)
        },
        sizes=sizes_of(tournament),
        apart=tuple(apart),
        unknown=tuple(unknown),
        earlier=_earlier(tournament, entries.values()),
        met=met_this_season(tournament, entries.values()),
    )


def players_here(tournament: Tournament) -> list[Entry]:
    """Return people who are here and play: the draw gives them a seat or a sit-out."""
    return players_among(tournament.entries.all())


def players_among(entries: Iterable[Entry]) -> list[Entry]:
    """Return the people who are here and play, by start number.

    `entries` are all entries of a tournament. A house player is included while
    substituting for a person, who isn't included then.
    """
    everybody = list(entries)
    replaced = {entry.substitute_for_id for entry in everybody}
    return sorted(
        (
            entry
            for entry in everybody
            if entry.state == Entry.State.HERE
            and (entry.house is None or entry.substitute_for_id is not None)
            and entry.pk not in replaced
        ),
        key=lambda entry: (entry.house or 0, entry.number or 0),
    )


def _apart_groups(
    tournament: Tournament, entries: Iterable[Entry]
) -> tuple[list[frozenset[int]], list[Problem]]:
    """Return the groups to keep apart, by list and by lodge, and any problems."""
    entries = list(entries)
    numbers = {entry.number: entry.pk for entry in entries if entry.number is not None}
    groups: list[frozenset[int]] = []
    problems: list[Problem] = []
    for text in tournament.apart.splitlines():
        words = text.replace(",", " ").split()
        unknown = [word for word in words if whole_number(word) not in numbers]
        if unknown:
            names = ", ".join(unknown)
            error = message(
                "Keep apart: there’s no start number {numbers}.", numbers=names
            )
            problems.append(Problem("apart_unknown", "apart", error))
        known = frozenset(numbers[int(word)] for word in words if word not in unknown)
        if len(known) > 1:
            groups.append(known)
    if tournament.lodges_apart:
        groups += _lodges(entries)
    return groups, problems


def _lodges(entries: Iterable[Entry]) -> list[frozenset[int]]:
    lodges: dict[str, set[int]] = defaultdict(set)
    for entry in entries:
        if entry.house is None and entry.lodge:
            lodges[entry.lodge.strip().casefold()].add(entry.pk)
    return [frozenset(members) for members in lodges.values() if len(members) > 1]


def rounds_left(tournament: Tournament) -> int:
    """Return the number of rounds left to publish; canceled ones don't count."""
    published = tournament.rounds.filter(state__in=Round.COUNTING).count()
    return max(0, tournament.rounds_planned - published)


def seats_of(
    rounds: Sequence[Round] | QuerySet[Round], present: Iterable[int] = ()
) -> list[RoundSeats[Any]]:
    """Return rounds as the rules of seating need them; in a draft all others sit out.

    `present` are the entries that keep playing, needed only for drafts. A free seat has
    its own key below 0, which meets each person at its table once.
    """
    tables: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    seats = Seat.objects.filter(round__in=rounds).order_by("sheet__table", "position")
    for seat in seats:
        player = -seat.pk if seat.entry_id is None else seat.entry_id
        tables[seat.round_id][seat.sheet_id].append(player)
    benches: dict[int, list[int]] = defaultdict(list)
    for sit_out in SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT):
        benches[sit_out.round_id].append(sit_out.entry_id)
    for rnd in rounds:
        if rnd.state == Round.State.DRAFT:
            seated = set(chain.from_iterable(tables[rnd.pk].values()))
            benches[rnd.pk] = [pk for pk in present if pk not in seated]
    return [
        RoundSeats(
            tables=tuple(map(tuple, tables[rnd.pk].values())),
            sit_out=tuple(sorted(benches[rnd.pk])),
        )
        for rnd in rounds
    ]


def order_by_standing(facts: DrawFacts) -> list[int]:
    """Return entries that are here, best placed first, then those without a place.

    A substitute has the place of the person they play for, and not their own. Standby
    players come last, whatever their place.
    """
    present = facts.here
    stands_for = substitutes_by_player(facts.tournament)
    busy = {*stands_for.values()}
    rows = [line.entry for line in table_of(facts.tournament).lines]
    placed = [stands_for.get(pk, pk) for pk in rows if pk not in busy]
    with_place = [pk for pk in placed if pk in set(present)]
    in_order = with_place + [pk for pk in present if pk not in set(with_place)]
    return sorted(in_order, key=set(facts.if_needed).__contains__)


def left_over(tournament: Tournament, players: int) -> int:
    """Return how many people sit out each round, or the house players needed."""
    if tournament.spare == Tournament.Spare.HOUSE:
        return house_needed(players, sizes_of(tournament))
    return beyond(players, sizes_of(tournament))


def full_tables(tournament: Tournament, players: int) -> int:
    """Return how many tables this many people fill by themselves."""
    return len(table_sizes(players, sizes_of(tournament)))


def _earlier(tournament: Tournament, entries: Iterable[Entry]) -> Earlier:
    """Return the season's other sit-outs of everyone, with a start value for newcomers.

    Empty and without a query if the tournament's settings don't count them; else one
    query.
    """
    if not tournament.season_sit_outs:
        return Earlier()
    counts = _counts(tournament)
    people = sorted(entries, key=lambda entry: entry.pk)
    present = [entry.player_id for entry in people if entry.state == Entry.State.HERE]
    start = min((counts[player] for player in present if player in counts), default=0)
    sat_out: list[int] = []
    new: list[int] = []
    for entry in people:
        sat_out += [entry.pk] * counts.get(entry.player_id, start)
        if start and entry.player_id not in counts:
            new.append(entry.pk)
    return Earlier(tuple(sat_out), tuple(new))


def _counts(tournament: Tournament) -> dict[int | None, int]:
    """Return each player's sit-outs elsewhere this season, including a start value.

    An event at which a standby player wasn't seated counts as one sit-out. New players
    start with the lowest count of the other people there, so that no one has to make up
    for events before they came.
    """
    sit_outs = sit_outs_of_season(tournament).exclude(round__tournament=tournament)
    seats = Seat.objects.filter(
        round__state__in=Round.COUNTING,
        round__tournament__season=tournament.season_id,
        entry__player__isnull=False,
    ).exclude(round__tournament=tournament)
    fields = ("round__tournament__date", "round__tournament", "entry__player")
    rows_of_parts = (
        sit_outs.order_by()
        .values_list(*fields, Value(True))
        .union(seats.order_by().values_list(*fields, Value(False)).distinct(), all=True)
    )
    for stood_by in _stood_by(tournament):
        others = stood_by.exclude(tournament=tournament).order_by()
        order_fields = ("tournament__date", "tournament", "player")
        rows_of_parts = rows_of_parts.union(
            others.values_list(*order_fields, Value(True)), all=True
        )
    rows = list(rows_of_parts)
    came = {(date, event, player) for date, event, player, _ in rows}
    sat_out = Counter(row[:3] for row in rows if row[3])
    counts: dict[int | None, int] = {}
    for _, event in groupby(sorted(came), key=itemgetter(0, 1)):
        evening = list(event)
        known = [counts[player] for *_, player in evening if player in counts]
        for row in evening:
            counts.setdefault(row[-1], min(known, default=0))
            counts[row[-1]] += sat_out[row]
    return counts


def sit_outs_of_season(tournament: Tournament) -> QuerySet[SitOut]:
    return SitOut.objects.filter(
        why=SitOut.Why.SIT_OUT,
        round__state__in=Round.COUNTING,
        round__tournament__season=tournament.season_id,
    ).exclude(entry__player=None)


def _stood_by(
    tournament: Tournament,
) -> tuple[QuerySet[Answer, Any], QuerySet[Entry, Any]]:
    """Return queries of standby players of the season who weren't seated at an event.

    The first one has people who stayed at home, the second one people who were there.
    """
    begun = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    entered = Entry.objects.filter(
        tournament=OuterRef("tournament"), player=OuterRef("player")
    )
    at_home = Answer.objects.filter(
        ~Exists(entered),
        Exists(begun),
        tournament__season=tournament.season_id,
        state=Answer.State.IN,
        if_needed=True,
    )
    seats = Seat.objects.filter(entry=OuterRef("pk"), round__state__in=Round.COUNTING)
    outs = SitOut.objects.filter(
        entry=OuterRef("pk"), round__state__in=Round.COUNTING, why=SitOut.Why.SIT_OUT
    )
    attended = Entry.objects.filter(
        ~Exists(seats),
        ~Exists(outs),
        Exists(begun),
        tournament__season=tournament.season_id,
        state__in=(Entry.State.HERE, Entry.State.LEFT),
        player__isnull=False,
        if_needed=True,
    )
    return at_home, attended


def stood_by(tournament: Tournament) -> list[tuple[Player, Tournament]]:
    """Return this season's standby players who weren't seated, with the event."""
    at_home, attended = _stood_by(tournament)
    found = chain(
        at_home.select_related("player", "tournament"),
        attended.select_related("player", "tournament"),
    )
    rows = [(row.player, row.tournament) for row in found if row.player]
    return sorted(rows, key=lambda row: (row[1].date, row[1].pk))


def met_this_season(tournament: Tournament, entries: Iterable[Entry]) -> Met:
    """Return pairs of these entries who shared a table earlier in the season.

    Earlier events have an earlier date, or the same date and were created before. A
    meeting counts no matter whose chips they were. One query; () and no query if the
    tournament's settings don't ask for it.
    """
    if not tournament.season_meetings:
        return ()
    entry_by_player = {
        entry.player_id: entry.pk for entry in entries if entry.player_id
    }
    tables: dict[int, list[int]] = defaultdict(list)
    for sheet, player in _seats_before(tournament):
        if player in entry_by_player:
            tables[sheet].append(entry_by_player[player])
    times: Counter[tuple[int, int]] = Counter()
    for people in tables.values():
        times.update(combinations(sorted(people), 2))
    return tuple((*pair, often) for pair, often in sorted(times.items()))


def season_in_words(season: SeasonReport[int]) -> str:
    """Return “37 of 40 players meet someone new this season.” as a message."""
    return plural_message(
        "{new} of {n} player meets someone new this season.",
        "{new} of {n} players meet someone new this season.",
        season.seated,
        new=season.meet_new,
    )


def _seats_before(tournament: Tournament) -> list[tuple[int, int]]:
    """Return sheet and player of each seat in the season's earlier rounds."""
    season = Tournament.objects.filter(season=tournament.season_id)
    earlier = season.filter(date__lt=tournament.date) | season.filter(
        date=tournament.date, pk__lt=tournament.pk
    )
    rounds = Round.objects.filter(tournament__in=earlier, state__in=Round.COUNTING)
    seats = Seat.objects.filter(round__in=rounds, entry__player__isnull=False)
    return list(seats.order_by("pk").values_list("sheet", "entry__player"))


def blockers(facts: DrawFacts) -> list[Problem]:
    """Return all problems that prevent the next draw, worded for the director."""
    tournament = facts.tournament
    problems = list(facts.unknown)

    def block(code: str, error: str) -> None:
        problems.append(Problem(code, "", error))

    if tournament.finished_at:
        block(
            "finished",
            message("The tournament is finished. Reopen it to keep playing."),
        )
    problems += _fixed_problems(facts)
    present = len(facts.players)
    if present < min(facts.sizes):
        block("too_few", _too_few(present, smallest_in_words(tournament)))
    if not facts.left:
        block("no_rounds_left", _all_published(tournament.rounds_planned))
    if facts.by_standing and (missing := missing_sheets(tournament)):
        tables = joined(
            message(
                "table {n} of round {round}", n=sheet.table, round=sheet.round.number
            )
            for sheet in missing.select_related("round")[:10]
        )
        block(
            "standing_open",
            message(
                "The last round is seated by the standings. Verify these score "
                "sheets first: {tables}.",
                tables=tables,
            ),
        )
    return problems


def refuse_blocked(facts: DrawFacts) -> None:
    """Raise ActionRefused with all problems that prevent the next draw."""
    if problems := blockers(facts):
        raise ActionRefused(joined((problem.message for problem in problems), " "))


def _fixed_problems(facts: DrawFacts) -> list[Problem]:
    """Return problems of fixed tables: a table for two people, or a missing table."""
    fixed = [entry for entry in facts.players if entry.fixed_table]
    if not fixed:
        return []
    seated = len(facts.players)
    if facts.tournament.spare == Tournament.Spare.HOUSE:
        seated += house_needed(seated, facts.sizes)
    tables = len(table_sizes(seated, facts.sizes))
    messages: list[str] = [
        plural_message(
            "{who} stays at table {table}, but with {n} player the last table is "
            "{tables}.",
            "{who} stays at table {table}, but with {n} players the last table is "
            "{tables}.",
            len(facts.players),
            who=_who(entry),
            table=entry.fixed_table,
            tables=tables,
        )
        for entry in fixed
        if (entry.fixed_table or 0) > tables >= 1
    ]
    for first, second in combinations(fixed, 2):
        if first.fixed_table == second.fixed_table:
            are_apart = any({first.pk, second.pk} <= group for group in facts.apart)
            messages.append(_both_stay(first, second, are_apart))
    return [Problem("fixed", "fixed", error) for error in messages]


def _both_stay(first: Entry, second: Entry, are_apart: bool) -> str:
    facts = {"one": _who(first), "other": _who(second), "table": first.fixed_table}
    if are_apart:
        return message(
            "{one} and {other} both stay at table {table}, so they’d meet in every "
            "round. They should be kept apart.",
            **facts,
        )
    return message(
        "{one} and {other} both stay at table {table}, so they’d meet in every round.",
        **facts,
    )


def _who(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"


def _all_published(count: int) -> str:
    return plural_message(
        "The planned round has been published. Plan more rounds in the settings, or "
        "finish the tournament.",
        "All {n} planned rounds have been published. Plan more rounds in the "
        "settings, or finish the tournament.",
        count,
    )


def _too_few(count: int, needed: str) -> str:
    if count == 1:
        return message(
            "Only one player is here. A table needs {players}.", players=needed
        )
    if not count:
        return message(
            "No one is here yet. A table needs {players} players.", players=needed
        )
    return plural_message(
        "Only {n} player is here. A table needs {players}.",
        "Only {n} players are here. A table needs {players}.",
        count,
        players=needed,
    )
