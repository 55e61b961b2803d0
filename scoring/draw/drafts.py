"""Drafts: the rounds that aren't published yet, and facts to report about them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import prefetch_related_objects

from clubs.i18n import and_list, message, plural_message
from rules.seating import Meeting, Report, Request, RoundSeats, report_on
from scoring.draw.draw_input import DrawFacts, season_in_words, seats_of
from scoring.draw.rounds import MOVED, SUBSTITUTE
from scoring.draw.season_plans import UnmetPairs, missed_tonight
from scoring.draw.sit_outs import standing_of
from scoring.games.table_sizes import Deals, deals_of
from scoring.models import Change, Draw, Entry, Round, Seat, Tournament

THRICE = 3  # meetings of a pair; from three on, repeats can be counted in two ways


@dataclass(frozen=True, slots=True)
class RepeatedPair:
    """Two people and the numbers of the rounds in which they share a table."""

    one: Entry
    other: Entry
    rounds: tuple[int, ...]

    @property
    def names(self) -> str:
        """Both names with their start numbers."""
        return _both(self.one, self.other)


def _both(first: Entry, second: Entry) -> str:
    return and_list(f"{entry.label} {entry.name}" for entry in (first, second))


@dataclass(frozen=True, slots=True)
class Draft:
    """The rounds that aren't published yet, and facts to report about them.

    `newcomers` are here and have no part in the draw, `gone` have a seat and aren't
    here, `free` are seats without a person. If there are any of these, `least_possible`
    is None. `fixed` stay at a table, `misplaced` should but are seated elsewhere.
    `by_standing` means that the last places sit out, no matter who has before. `deals`
    is what the number of hands means at these table sizes, if there is something to
    report.
    """

    rounds: tuple[Round, ...]
    rounds_played: int
    drawn: Draw | None
    moved: bool
    report: Report[int]
    repeated: tuple[RepeatedPair, ...]
    met_again: tuple[str, ...]
    nobody_new: tuple[Entry, ...]
    missed: UnmetPairs | None
    apart_broken: tuple[RepeatedPair, ...]
    sat_out_early: tuple[Entry, ...]
    sit_outs: dict[int, list[Entry]]
    newcomers: tuple[Entry, ...]
    gone: tuple[Entry, ...]
    free: tuple[Seat, ...]
    fixed: tuple[Entry, ...]
    misplaced: tuple[Entry, ...]
    by_standing: bool
    deals: Deals | None

    @property
    def is_current(self) -> bool:
        return not self.newcomers and not self.gone and not self.free

    @property
    def none_avoidable(self) -> bool:
        """Whether a proof says that no other draw of these people has fewer repeats.

        Repeats are counted like in the report, a third meeting of a pair as two.
        """
        return self.is_current and self.report.none_avoidable

    @property
    def bound(self) -> str:
        """A sentence on what is proven of the repeats of other draws; "" if nothing is.

        The proof counts a third meeting of a pair as two repeats. So a draw in which a
        pair meets three times can have fewer people who meet again.
        """
        least = self.least_possible
        if not least or not self.report.repeats:
            return ""
        if self.report.most_meetings >= THRICE:
            if self.none_avoidable:
                return message(
                    "Counted this way, no draw with these settings has fewer repeats."
                )
            return message(
                "Counted this way, no draw with these settings has fewer than {least}.",
                least=least,
            )
        if self.rounds_played + len(self.rounds) < THRICE:
            if self.none_avoidable:
                return message("No draw with these settings has fewer repeats.")
            return message(
                "No draw with these settings has fewer than {least}.", least=least
            )
        if self.none_avoidable:
            return message(
                "No draw with these settings has fewer repeats, unless a pair meets "
                "three times."
            )
        return message(
            "No draw with these settings has fewer than {least}, unless a pair meets "
            "three times.",
            least=least,
        )

    @property
    def most(self) -> str:
        """A sentence on the most meetings of any pair, and how many pairs have them."""
        return plural_message(
            "Most meetings of any pair: {meetings}. {n} pair meets that often.",
            "Most meetings of any pair: {meetings}. {n} pairs meet that often.",
            self.report.most_met,
            meetings=self.report.most_meetings,
        )

    @property
    def meet_new(self) -> str:
        """A sentence on how many people meet someone new; "" if none had met."""
        return season_in_words(self.report.season) if self.report.season else ""

    @property
    def least_possible(self) -> int | None:
        return self.report.least_possible if self.is_current else None


def draft_of(facts: DrawFacts) -> Draft | None:
    """Return the current drafts, including moves by hand; None without a draft.

    A fixed number of queries.
    """
    tournament, drafts = facts.tournament, facts.drafts
    people, present = facts.entries, facts.here
    if not drafts:
        return None
    prefetch_related_objects(drafts, "draw__by")
    request, seats = _as_asked(facts)
    report = report_on(request, seats)
    numbers = [rnd.number for rnd in (*facts.played, *drafts)]
    seated = set(chain.from_iterable(of_round.seated for of_round in seats))
    drawn = drafts[0].draw
    known = seated | set(drawn.input["players"] if drawn else present)
    absent = [people[pk] for pk in sorted(seated - set(present)) if pk in people]
    return Draft(
        rounds=tuple(drafts),
        rounds_played=len(facts.played),
        drawn=drawn,
        moved=drawn is not None and _is_moved(tournament, drafts, drawn),
        report=report,
        repeated=_pairs(report.repeated, people, numbers),
        met_again=_met_again(report, request, people),
        nobody_new=tuple(people[pk] for pk in report.season.nobody_new)
        if report.season
        else (),
        missed=missed_tonight(tournament, drafts),
        apart_broken=_pairs(report.apart_broken, people, numbers),
        sat_out_early=tuple(people[pk] for pk in report.sat_out_early if pk in known),
        sit_outs=_sit_outs(drafts, seats, people),
        newcomers=tuple(people[pk] for pk in _newcomers(present, seated, drawn)),
        gone=tuple(entry for entry in absent if not _fills_up(entry)),
        free=_free([-pk for pk in seated if pk < 0]),
        fixed=tuple(people[pk] for pk, _ in request.fixed if pk in known),
        misplaced=tuple(people[pk] for pk in _misplaced(drafts, request)),
        by_standing=bool(standing_of(drafts[0])),
        deals=deals_of(
            tournament,
            map(len, chain.from_iterable(of_round.tables for of_round in seats)),
        ),
    )


def _newcomers(present: list[int], seated: set[int], drawn: Draw | None) -> list[int]:
    """Return people who are here without a part in the drafts.

    They came after the draw, or gave a seat back.
    """
    if drawn is None:
        return []
    players = set(drawn.input["players"])
    came = [pk for pk in present if pk not in players | seated]
    if len(present) - len(came) <= len(players):
        return came
    released = Change.objects.filter(
        tournament=drawn.tournament_id, what=SUBSTITUTE, sheet=None
    )
    gave_back = {int(pk) for pk in released.values_list("new", flat=True)} - seated
    return [pk for pk in present if pk in gave_back or pk in came]


def _free(keys: Collection[int]) -> tuple[Seat, ...]:
    """Return the free seats of these keys in order; no query if there are none."""
    if not keys:
        return ()
    seats = Seat.objects.filter(pk__in=keys).select_related("round", "sheet")
    return tuple(seats.order_by("round__number", "sheet__table", "position"))


def _sit_outs(
    drafts: list[Round], seats: list[RoundSeats[int]], people: dict[int, Entry]
) -> dict[int, list[Entry]]:
    """Return the people who would sit out, by the draft's key."""
    sit_outs = {}
    for draft, of_round in zip(drafts, seats, strict=True):
        sit_outs[draft.pk] = [people[pk] for pk in of_round.sit_out]
    return sit_outs


def _fills_up(entry: Entry) -> bool:
    """Return whether this is a house player who isn't a substitute."""
    return entry.house is not None and entry.substitute_for_id is None


def _misplaced(drafts: list[Round], request: Request[int]) -> list[int]:
    """Return people with a seat at a table other than their fixed one."""
    theirs = dict(request.fixed)
    if not theirs:
        return []
    seats = Seat.objects.filter(round__in=drafts, entry__in=theirs)
    tables = seats.values_list("entry", "sheet__table").order_by("entry")
    return list(dict.fromkeys(pk for pk, table in tables if theirs[pk] != table))


def are_moved_by_hand(tournament: Tournament, drafts: Sequence[Round]) -> bool:
    """Return whether anyone changed seats of these drafts since they were drawn."""
    drawn = drafts[0].draw if drafts else None
    return drawn is not None and _is_moved(tournament, drafts, drawn)


def _is_moved(tournament: Tournament, drafts: Sequence[Round], drawn: Draw) -> bool:
    """Return whether seats were changed, so that the seed no longer gives them."""
    moves = Change.objects.filter(tournament=tournament, what=MOVED, at__gt=drawn.at)
    return moves.filter(new__in=[str(draft.number) for draft in drafts]).exists()


def _as_asked(facts: DrawFacts) -> tuple[Request[int], list[RoundSeats[int]]]:
    """Return the draft's people as a request, and the drafted seats."""
    people, present = facts.entries, {*facts.here}
    seats = seats_of(facts.drafts, facts.here)
    seated = set(chain.from_iterable(of_round.seated for of_round in seats))
    field = [pk for pk in people if pk in seated or pk in present]
    request = Request(
        players=tuple(pk for pk in field if not _fills_up(people[pk])),
        rounds=len(facts.drafts),
        seed=0,
        house=tuple(pk for pk in field if _fills_up(people[pk])),
        apart=facts.apart,
        played=tuple(facts.seats.values()),
        sat_out=facts.earlier.sat_out,
        fixed=tuple((pk, e.fixed_table) for pk, e in people.items() if e.fixed_table),
        sizes=facts.sizes,
        met=facts.met,
        if_needed=facts.if_needed,
    )
    return request, seats


def _met_again(
    report: Report[int], request: Request[int], people: dict[int, Entry]
) -> tuple[str, ...]:
    """Return pairs who meet now and met this season before, with the rounds so far."""
    if report.season is None:
        return ()
    times = {frozenset((first, second)): often for first, second, often in request.met}
    return tuple(
        plural_message(
            "{names}: {n} earlier round",
            "{names}: {n} earlier rounds",
            times[frozenset(pair)],
            names=_both(people[pair[0]], people[pair[1]]),
        )
        for pair in report.season.again
    )


def _pairs(
    meetings: Iterable[Meeting[int]], people: dict[int, Entry], numbers: Sequence[int]
) -> tuple[RepeatedPair, ...]:
    """Return meetings with names and round numbers, which skip canceled rounds."""
    pairs = []
    for meeting in meetings:
        first, second = meeting.pair
        rounds = tuple(numbers[index - 1] for index in meeting.rounds)
        pairs.append(RepeatedPair(people[first], people[second], rounds))
    return tuple(pairs)
