"""What a draw needs to know, what keeps it from running, and how a draft fares."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.problems import Problem
from rules.seating import Report, Request, RoundSeats, house_needed, report_on
from scoring.models import Change, Draw, Entry, Round, Seat, SitOut, Tournament
from scoring.selectors.standings import missing_sheets, standings_of

SEATS_A_TABLE = 4
MOVED = "swap"  # what the log says of a move by hand; `new` is the round


def players_here(tournament: Tournament) -> list[Entry]:
    """Who is here and plays: everybody the draw gives a seat or a sit-out."""
    return list(
        tournament.entries.filter(house=None, state=Entry.State.HERE).order_by("number")
    )


def apart_groups(
    tournament: Tournament,
) -> tuple[list[frozenset[int]], list[Problem]]:
    """Entries that must not meet, by the tournament's list and by lodge."""
    numbers = dict(tournament.entries.exclude(number=None).values_list("number", "pk"))
    groups: list[frozenset[int]] = []
    problems: list[Problem] = []
    for text in tournament.apart.splitlines():
        words = text.replace(",", " ").split()
        unknown = [w for w in words if not (w.isdecimal() and int(w) in numbers)]
        if unknown:
            names = ", ".join(unknown)
            message = f"Must not meet: there is no start number {names}."
            problems.append(Problem("apart_unknown", "apart", message))
        known = frozenset(numbers[int(word)] for word in words if word not in unknown)
        if len(known) > 1:
            groups.append(known)
    if tournament.lodges_apart:
        groups += _lodges(tournament)
    return groups, problems


def _lodges(tournament: Tournament) -> list[frozenset[int]]:
    lodges: dict[str, set[int]] = defaultdict(set)
    for entry in tournament.entries.filter(house=None).exclude(lodge=""):
        lodges[entry.lodge.strip().casefold()].add(entry.pk)
    return [frozenset(members) for members in lodges.values() if len(members) > 1]


def rounds_left(tournament: Tournament) -> int:
    """Planned rounds that are not published yet; cancelled ones do not count."""
    published = tournament.rounds.filter(state__in=Round.COUNTING).count()
    return max(0, tournament.rounds_planned - published)


def seats_of(rounds: Sequence[Round], here: Iterable[int] = ()) -> list[RoundSeats]:
    """Rounds as the rules of seating know them; in a draft all others sit out.

    `here` are the entries that play on, needed for drafts alone. On a free seat sits
    nobody: a key of its own, below 0, that meets each of its table once.
    """
    tables: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    seats = Seat.objects.filter(round__in=rounds).order_by("sheet__table", "position")
    for seat in seats:
        who = -seat.pk if seat.entry_id is None else seat.entry_id
        tables[seat.round_id][seat.sheet_id].append(who)
    out: dict[int, list[int]] = defaultdict(list)
    for sit_out in SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT):
        out[sit_out.round_id].append(sit_out.entry_id)
    for each in rounds:
        if each.state == Round.State.DRAFT:
            seated = {pk for table in tables[each.pk].values() for pk in table}
            out[each.pk] = [pk for pk in here if pk not in seated]
    return [
        RoundSeats(
            tables=tuple(tuple(table) for table in tables[each.pk].values()),
            sit_out=tuple(sorted(out[each.pk])),
        )
        for each in rounds
    ]


def blockers(tournament: Tournament) -> list[Problem]:
    """Everything that keeps the next draw from running, in the director's words."""
    problems = list(apart_groups(tournament)[1])

    def block(code: str, message: str) -> None:
        problems.append(Problem(code, "", message))

    if tournament.finished_at:
        block("finished", "The tournament is finished. Reopen it to play on.")
    here = len(players_here(tournament))
    if here < SEATS_A_TABLE:
        block("too_few", f"{_here(here)}; a table needs four.")
    if rounds_left(tournament) == 0:
        block(
            "no_rounds_left",
            f"{_all_planned(tournament.rounds_planned)} published. Plan more in the "
            "settings, or finish the tournament.",
        )
    if draws_by_standing(tournament) and (missing := missing_sheets(tournament)):
        tables = ", ".join(
            f"table {sheet.table} of round {sheet.round.number}"
            for sheet in missing.select_related("round")[:10]
        )
        block(
            "standing_open",
            "The last round is seated by the standings. First verify the sheets that "
            f"are missing: {tables}.",
        )
    return problems


def _all_planned(count: int) -> str:
    return "The planned round is" if count == 1 else f"All {count} planned rounds are"


def _here(count: int) -> str:
    if count == 1:
        return "Only one player is here"
    return f"Only {count} players are here" if count else "Nobody is here yet"


def draws_by_standing(tournament: Tournament) -> bool:
    """Whether the next draw is that of a last round by standing."""
    return (
        tournament.last_round_by_standing
        and tournament.rounds_planned > 1
        and rounds_left(tournament) == 1
    )


def order_by_standing(tournament: Tournament) -> list[int]:
    """Entries that are here, best placed first; who has no place yet comes last."""
    here = [entry.pk for entry in players_here(tournament)]
    placed = [row["entry"] for row in standings_of(tournament).rows]
    known = [pk for pk in placed if pk in set(here)]
    return known + [pk for pk in here if pk not in set(known)]


def left_over(tournament: Tournament, players: int) -> int:
    """How many sit out in each round, or how many house players it takes."""
    if tournament.spare == Tournament.Spare.HOUSE:
        return house_needed(players)
    return players % SEATS_A_TABLE


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people and the numbers of the rounds in which they share a table."""

    one: Entry
    other: Entry
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The rounds nobody has seen yet, and what is to be said about them.

    `newcomers` are here and have no part in the draw, `gone` have a seat and are not
    here. Where there is either, `least_possible` says nothing and is None.
    """

    rounds: tuple[Round, ...]
    drawn: Draw | None
    moved: bool
    report: Report[int]
    repeated: tuple[Pair, ...]
    apart_broken: tuple[Pair, ...]
    sat_out_early: tuple[Entry, ...]
    sit_outs: dict[int, list[Entry]]
    newcomers: tuple[Entry, ...]
    gone: tuple[Entry, ...]

    @property
    def is_current(self) -> bool:
        return not self.newcomers and not self.gone

    @property
    def none_avoidable(self) -> bool:
        """Proven: no other draw of these people has fewer repeats."""
        return self.is_current and self.report.none_avoidable

    @property
    def least_possible(self) -> int | None:
        return self.report.least_possible if self.is_current else None


def draft_of(tournament: Tournament) -> Draft | None:
    """The drafts as they stand, after any moves by hand; None without a draft.

    A fixed number of queries.
    """
    rounds = list(tournament.rounds.select_related("draw__by").order_by("number"))
    drafts = [each for each in rounds if each.state == Round.State.DRAFT]
    if not drafts:
        return None
    played = [each for each in rounds if each.counts]
    people = {entry.pk: entry for entry in tournament.entries.all()}
    here = [pk for pk, entry in people.items() if _is_here(entry)]
    request, seats = _as_asked(tournament, people, here, played, drafts)
    report = report_on(request, seats)
    numbers = [each.number for each in (*played, *drafts)]
    seated = {pk for each in seats for table in each.tables for pk in table}
    drawn = drafts[0].draw
    known = seated | set(drawn.input["players"] if drawn else here)
    return Draft(
        rounds=tuple(drafts),
        drawn=drawn,
        moved=bool(drawn) and _is_moved(tournament, drafts, drawn),
        report=report,
        repeated=_pairs(report.repeated, people, numbers),
        apart_broken=_pairs(report.apart_broken, people, numbers),
        sat_out_early=tuple(people[pk] for pk in report.sat_out_early),
        sit_outs={
            draft.pk: [people[pk] for pk in each.sit_out]
            for draft, each in zip(drafts, seats, strict=True)
        },
        newcomers=tuple(people[pk] for pk in here if pk not in known),
        gone=tuple(
            people[pk]
            for pk in sorted(seated - set(here))
            if pk in people and people[pk].house is None
        ),
    )


def _is_moved(tournament: Tournament, drafts: list[Round], drawn: Draw) -> bool:
    """Whether somebody changed the drawn seats, so that the seed no longer gives them."""
    moves = Change.objects.filter(tournament=tournament, what=MOVED, at__gt=drawn.at)
    return moves.filter(new__in=[str(each.number) for each in drafts]).exists()


def _is_here(entry: Entry) -> bool:
    return entry.house is None and entry.state == Entry.State.HERE


def _as_asked(
    tournament: Tournament,
    people: dict[int, Entry],
    here: list[int],
    played: list[Round],
    drafts: list[Round],
) -> tuple[Request[int], list[RoundSeats]]:
    """The drafts as if they had been asked for with the people they hold."""
    seats = seats_of(drafts, here)
    seated = {pk for each in seats for table in each.tables for pk in table}
    field = [pk for pk in people if pk in seated or pk in set(here)]
    groups, _ = apart_groups(tournament)
    request = Request(
        players=tuple(pk for pk in field if people[pk].house is None),
        rounds=len(drafts),
        seed=0,
        house=tuple(pk for pk in field if people[pk].house is not None),
        apart=tuple(groups),
        played=tuple(seats_of(played)),
    )
    return request, seats


def _pairs(
    meetings: Iterable[Any], people: dict[int, Entry], numbers: Sequence[int]
) -> tuple[Pair, ...]:
    """Meetings with names, and with the rounds' own numbers (some are cancelled)."""
    return tuple(
        Pair(
            *(people[pk] for pk in each.pair),
            tuple(numbers[at - 1] for at in each.rounds),
        )
        for each in meetings
    )


def as_kept(report: Report) -> dict[str, Any]:
    """A report as JSON can carry it."""
    return {
        "repeats": report.repeats,
        "repeated": [[*each.pair, list(each.rounds)] for each in report.repeated],
        "least_possible": report.least_possible,
        "none_avoidable": report.none_avoidable,
        "seat_imbalance": report.seat_imbalance,
        "apart_broken": [
            [*each.pair, list(each.rounds)] for each in report.apart_broken
        ],
    }
