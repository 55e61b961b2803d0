"""Seats against who is here: the smallest change of them, shown first, then made.

First the rounds whose seats may follow, as they stand; then who goes where, in words; the
proposal; and its making: exactly what was shown, or nothing. It is one thing: what is made
is compared with what was shown, so whoever changes one of them has to read the others.

Published seats follow by the smallest change. Drafts follow by it too, or are drawn again
for everybody who is here: people who come late would else share a table all evening.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects

from clubs.i18n import and_list, in_language, message, plural_message, together
from clubs.i18n.person_names import key_of
from rules.seating import (
    DrawError,
    Move,
    Place,
    Report,
    Request,
    RoundSeats,
    Seated,
    house_needed,
    moves,
    report_on,
)
from rules.seating import smallest_change as changed
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    find_own_duplicate,
    lock,
    lock_sheets,
    log,
)
from scoring.draw import draws
from scoring.draw.draw_input import (
    DrawFacts,
    blockers,
    facts_of,
    order_by_standing,
    seats_of,
)
from scoring.draw.draws import (
    Key,
    Rounds,
    Searched,
    as_kept,
    flat,
    if_needed_kept,
    sizes_kept,
    with_seats,
)
from scoring.draw.rounds import refuse_finished
from scoring.draw.seats import (
    follow_seats,
    free_codes,
    seats_of_table,
    spare_house,
    write_missed,
    write_missed_by,
)
from scoring.draw.sit_outs import PLAN, RESEAT, kept_reasons, reason_words, standing_of
from scoring.models import Draw, Entry, Round, Seat, Sheet, SitOut, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.results import stored

MOVES, COMES, GOES = "moves", "comes", "goes"
HOUSE_AT_HAND = 6  # three who fill tables, three more at tables that have begun
CHANGED = "smallest"  # what the log calls it; `new` is the draw
DRAWN = "draw"  # or so, where drafts alone are drawn again


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round whose seats may change, and how they are."""

    round: Round
    seated: Seated[Key]

    def may_renumber(self, new: Seated[Key]) -> bool:
        is_draft = self.round.state == Round.State.DRAFT
        return is_draft and new != self.seated and not new.begun


def without_gaps(seats: Seated[Key], fixed: Mapping[Key, int]) -> Seated[Key]:
    """The highest tables under the numbers that are free; who stays keeps his."""
    tables = dict(seats.tables)
    free = [label for label in range(1, len(tables) + 1) if label not in tables]
    for label in sorted(tables, reverse=True):
        is_fixed = any(fixed.get(player) == label for player in tables[label])
        if free and label > free[0] and not is_fixed:
            tables[free.pop(0)] = tables.pop(label)
    return replace(seats, tables=tuple(sorted(tables.items())))


def moved(
    before: Sequence[Seated[Key]], after: Sequence[Seated[Key]]
) -> list[Move[Key]]:
    """Everybody whose place changes; a free seat is nobody."""
    changes = moves(before, after)
    return [move for move in changes if isinstance(move.who, str) or move.who > 0]


def seated_rounds_of(
    rounds: Sequence[Round], players: Sequence[int]
) -> tuple[SeatedRound, ...]:
    """The rounds as they stand, without those that have begun and miss nobody.

    A free seat is a number below 0: to be filled in a draft; later its table says who
    sits there.
    """
    sheets = Sheet.objects.filter(round__in=rounds).order_by("table")
    tables: dict[int, dict[int, list[int]]] = {rnd.pk: {} for rnd in rounds}
    label = {sheet.pk: (sheet.round_id, sheet.table) for sheet in sheets}
    begun = {label[pk] for pk in _begun(rounds)}
    drafts = {rnd.pk for rnd in rounds if rnd.state == Round.State.DRAFT}
    for seat in Seat.objects.filter(round__in=rounds).order_by("position"):
        player = -seat.pk if seat.entry_id is None else seat.entry_id
        of_round, table = label[seat.sheet_id]
        tables[of_round].setdefault(table, []).append(player)
        if seat.entry_id is None and of_round not in drafts:
            begun.add((of_round, table))
    benches = _benches(rounds, tables, players)
    result = []
    for rnd in rounds:
        seats = tuple(sorted((t, tuple(f)) for t, f in tables[rnd.pk].items()))
        started = frozenset(t for t, _ in seats if (rnd.pk, t) in begun)
        order = tuple(standing_of(rnd))
        seated: Seated[Key] = Seated(seats, tuple(benches[rnd.pk]), started, order)
        if not started or _misses(seated, players):
            result.append(SeatedRound(rnd, seated))
    return tuple(result)


def _begun(rounds: Sequence[Round]) -> set[int]:
    """Sheets of these rounds on which anything stands."""
    sheets = Sheet.objects.filter(round__in=rounds)
    sheets_begun: set[int] = set()
    for fact in Sheet.RECORDED:
        sheets_begun |= set(
            sheets.filter(**{f"{fact}__isnull": False}).values_list("pk", flat=True)
        )
    return sheets_begun


def _misses(seated: Seated[Key], players: Sequence[int]) -> bool:
    """Whether somebody has gone from a table that has not begun."""
    present = set(players)
    waiting = [people for label, people in seated.tables if label not in seated.begun]
    return any(player not in present for people in waiting for player in people)


def _benches(
    rounds: Sequence[Round],
    tables: dict[int, dict[int, list[int]]],
    players: Sequence[int],
) -> dict[int, list[int]]:
    """Who sits out each round; of a draft, everybody it was drawn for without a seat."""
    benches: dict[int, list[int]] = {rnd.pk: [] for rnd in rounds}
    rows = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    for row in rows.order_by("entry__number"):
        benches[row.round_id].append(row.entry_id)
    drafts = [rnd for rnd in rounds if rnd.state == Round.State.DRAFT]
    seated = {
        pk
        for rnd in drafts
        for players_of_table in tables[rnd.pk].values()
        for pk in players_of_table
    }
    for rnd in drafts:
        known = set(rnd.draw.input["players"]) | seated if rnd.draw else set(players)
        sits = {pk for people in tables[rnd.pk].values() for pk in people}
        benches[rnd.pk] = [pk for pk in players if pk in known and pk not in sits]
    return benches


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Somebody, from where to where in a round, and why he sits out where he does."""

    key: int | str
    label: str
    name: str
    kind: str
    before: str
    after: str
    why: str = ""
    place_in_list: str = ""


def lines_of(
    changes: Iterable[Move[Any]],
    people: Mapping[int, Entry],
    reasons: Mapping[str, Sequence[int]],
    asked: Mapping[str, Any],
) -> tuple[MoveLine, ...]:
    """The moves of one round: who moves, who comes in, who is not here, by name."""
    lines = [_line(move, people, reasons, asked) for move in changes]
    order = (MOVES, COMES, GOES)
    return tuple(
        sorted(lines, key=lambda line: (order.index(line.kind), line.place_in_list))
    )


def _line(
    move: Move[Any],
    people: Mapping[int, Entry],
    reasons: Mapping[str, Sequence[int]],
    asked: Mapping[str, Any],
) -> MoveLine:
    entry = people.get(move.who)
    label = entry.label if entry else str(move.who)
    name = entry.name if entry else message("House player {n}", n=label[1:])
    numbers = reasons.get(str(move.who))
    reason = ""
    if move.after == Place() and numbers is not None:
        reason = reason_words(asked, move.who, numbers)
    kind = GOES if move.after is None else MOVES if move.before else COMES
    return MoveLine(
        move.who,
        label,
        name,
        kind,
        _place(move.before),
        _place(move.after),
        reason,
        place_in_list=entry.person_name.key if entry else key_of(name),
    )


def _place(place: Place | None) -> str:
    if place is None:
        return message("no seat")
    if not place.table:
        return message("sits out")
    return message("table {table}, seat {seat}", table=place.table, seat=place.seat)


def line_in_words(line: MoveLine) -> str:
    """A line in a sentence, as the log keeps it."""
    return together(
        [f"{line.label} {line.name}", together([line.before, line.after], " → ")], ": "
    )


def kept_moves(changes: Iterable[Move[Any]]) -> list[list[Any]]:
    """Moves as a draw's report keeps them."""
    return [
        [move.round, move.who, *([p.table, p.seat] if p else None for p in _ends(move))]
        for move in changes
    ]


def _ends(move: Move[Any]) -> tuple[Place | None, Place | None]:
    return move.before, move.after


def moves_of(draw: Draw) -> list[tuple[int, tuple[MoveLine, ...]]]:
    """The moves that a smallest change made, by the number of the round."""
    changes = [
        Move(player, index, *(Place(*end) if end else None for end in ends))
        for index, player, *ends in draw.report["moves"]
    ]
    everybody = Entry.everybody.filter(tournament=draw.tournament)
    people = {entry.pk: entry for entry in everybody}
    return [
        (
            number,
            lines_of(
                [move for move in changes if move.round == index],
                people,
                draw.report["sit_outs"].get(str(number), {}),
                draw.input,
            ),
        )
        for index, number in enumerate(draw.input["numbers"])
    ]


@dataclass(frozen=True)
class Question:
    """Who is here, and the rounds whose seats may follow.

    `redrawn` are the drafts that are drawn again after the change of the others.
    """

    facts: DrawFacts
    request: Request[Key]
    rounds: tuple[SeatedRound, ...]
    redrawn: tuple[Round, ...] = ()

    @property
    def tournament(self) -> Tournament:
        return self.facts.tournament

    @property
    def seated(self) -> list[Seated[Key]]:
        return [rnd.seated for rnd in self.rounds]

    @cached_property
    def kept(self) -> dict[str, Any]:
        """The question as JSON can carry it, without its seed."""
        asked = self.request
        return {
            "kind": RESEAT,
            "season": self.tournament.season_sit_outs,
            "new": list(self.facts.earlier.new),
            "players": list(asked.players),
            "house": list(asked.house),
            "apart": [sorted(group, key=str) for group in asked.apart],
            "sat_out": list(asked.sat_out),
            "fixed": [list(place) for place in asked.fixed],
            "played": [asdict(seats) for seats in asked.played],
            "numbers": [rnd.round.number for rnd in self.rounds],
            "now": [
                asdict(rnd.seated) | {"begun": sorted(rnd.seated.begun)}
                for rnd in self.rounds
            ],
            **sizes_kept(asked),
            **if_needed_kept(asked),
        }

    @cached_property
    def digest(self) -> str:
        """Changes with anything that the answer rests on."""
        rounds = [(rnd.round.pk, rnd.round.state) for rnd in self.rounds]
        asked: list[Any] = [self.kept, rounds]
        if self.redrawn:
            facts = self.facts
            drafts = [(rnd.pk, rnd.draw_id) for rnd in self.redrawn]
            asked.append([drafts, facts.left, facts.by_standing, facts.met])
        text = json.dumps(asked, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def draw_after(self, after: Sequence[Seated[Key]], seed: int) -> Rounds | None:
        """The drafts drawn again after the change; None where that takes seconds.

        Raises ActionRefused where they can't be drawn.
        """
        if problems := blockers(self.facts):
            raise ActionRefused(
                together((problem.message for problem in problems), " ")
            )
        request = self._later(after, seed)
        if self.facts.by_standing:
            standing = order_by_standing(self.facts)
            return draws.seat_by_standing(request, standing)
        return draws.search_at_once(request)

    def report_after(
        self, after: Sequence[Seated[Key]], later: Sequence[RoundSeats[Any]]
    ) -> Report[Key]:
        """All rounds of the evening, with these seats in the drafts."""
        return report_on(self._later(after, 0), later)

    def _later(self, after: Sequence[Seated[Key]], seed: int) -> Request[Key]:
        """What is asked of a draw of the drafts once the others have changed."""
        changed = {
            rnd.round.pk: RoundSeats(
                tuple(people for _, people in new.tables),
                tuple(sorted(new.sit_out, key=str)),
            )
            for rnd, new in zip(self.rounds, after, strict=True)
        }
        facts = replace(self.facts, seats=self.facts.seats | changed)
        house = self.request.house[: house_needed(len(facts.here), facts.sizes)]
        return draws.request_with(facts, len(self.redrawn) > 1, seed, house)

    @property
    def may_redraw(self) -> bool:
        """Whether the drafts were drawn: others were chosen by somebody, and stay."""
        kinds = [
            rnd.draw.input.get("kind") if rnd.draw else PLAN
            for rnd in self.facts.drafts
        ]
        by_hand = self.tournament.seating == Tournament.Seating.BY_HAND
        return bool(kinds) and PLAN not in kinds and not by_hand

    @property
    def seed(self) -> int:
        """Made of the question, so that what is shown again has not changed."""
        return int(self.digest[:7], 16)

    def answer(self, seed: int) -> tuple[Seated[Key], ...]:
        """The rounds changed as little as can be. Raises DrawError.

        Nobody has seen the tables of a draft: those left are numbered without a gap.
        """
        after = changed(_seeded(self.request, seed), self.seated)
        return tuple(
            without_gaps(new, dict(self.request.fixed))
            if rnd.may_renumber(new)
            else new
            for rnd, new in zip(self.rounds, after, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """One round before and after, and who goes where."""

    round: Round
    before: Seated[Key]
    after: Seated[Key]
    lines: tuple[MoveLine, ...]

    @property
    def tables_gone(self) -> list[int]:
        return sorted(dict(self.before.tables).keys() - dict(self.after.tables).keys())

    @property
    def tables_new(self) -> list[int]:
        return sorted(dict(self.after.tables).keys() - dict(self.before.tables).keys())


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of seats as it is shown, and confirmed, or not.

    What the evening has after it is None where drafts take seconds to draw again.
    """

    question: Question
    seed: int
    rounds: tuple[Changed, ...]
    repeats_before: int
    repeats_after: int | None
    apart_before: int
    apart_after: int | None
    problem: str = ""

    @property
    def digest(self) -> str:
        return self.question.digest

    @property
    def changes(self) -> list[Changed]:
        return [changed for changed in self.rounds if changed.before != changed.after]

    @property
    def headline(self) -> str:
        """How many have to be told what, over all rounds that somebody has seen."""
        if not any(changed.round.is_published for changed in self.changes):
            if self.question.redrawn:
                return message("No one has to move. The published seats stay the same.")
            return message(
                "Only drafts change. No one has seen them, so you don’t need to tell "
                "anyone."
            )
        move = self._told(MOVES)
        parts = [message("No one has to move")]
        if move:
            parts = [
                plural_message(
                    "Only {n} person has to move", "Only {n} people have to move", move
                )
            ]
        if come := self._told(COMES):
            parts.append(
                plural_message("{n} player gets a seat", "{n} players get a seat", come)
            )
        if go := self._told(GOES):
            parts.append(
                plural_message(
                    "{n} player no longer has a seat",
                    "{n} players no longer have a seat",
                    go,
                )
            )
        return f"{and_list(parts)}."

    def _told(self, kind: str) -> int:
        lines = (
            x
            for changed in self.changes
            if changed.round.is_published
            for x in changed.lines
        )
        return len({line.key for line in lines if line.kind == kind})


def question_of(tournament: Tournament, *, drafts: bool = True) -> Question:
    """Who is here, and every round that can still follow.

    Without `drafts` only open ones follow, and the drafts are drawn again. A fixed
    number of queries.
    """
    facts = facts_of(tournament)
    wanted = [Round.State.OPEN, *([Round.State.DRAFT] if drafts else [])]
    rounds = [rnd for rnd in facts.rounds if rnd.state in wanted]
    prefetch_related_objects([*rounds, *facts.drafts], "draw")
    seated = seated_rounds_of(rounds, facts.here)
    theirs = {seats.round.pk for seats in seated}
    request: Request[Key] = Request(
        players=tuple(facts.here),
        rounds=len(seated),
        seed=0,
        house=_house(tournament, facts.entries.values()),
        apart=facts.apart,
        played=tuple(s for pk, s in facts.seats.items() if pk not in theirs),
        sat_out=facts.earlier.sat_out,
        fixed=facts.fixed,
        sizes=facts.sizes,
        if_needed=facts.if_needed,
    )
    return Question(facts, request, seated, () if drafts else tuple(facts.drafts))


def proposal_of(question: Question, seed: int) -> Proposal:
    """A change of seats with everything that is to be said about it."""
    before = question.seated
    problem = ""
    try:
        after: Sequence[Seated[Key]] = question.answer(seed)
    except DrawError as impossible:
        problem, after = in_language(impossible.said), before
    current, new = _report(question, before), _report(question, after)
    later: Report[Key] | None = new
    if question.redrawn:
        drafted = seats_of(question.redrawn, question.facts.here)
        current, later = question.report_after(before, drafted), None
        try:
            drawn = None if problem else question.draw_after(after, seed)
        except ActionRefused as impossible:
            problem, drawn = impossible.message, None
        if drawn is not None:
            later = question.report_after(after, drawn)
    return Proposal(
        question,
        seed,
        tuple(_changed(question, before, after)),
        current.repeats,
        later.repeats if later else None,
        len(current.apart_broken),
        len(later.apart_broken) if later else None,
        problem,
    )


def _changed(
    question: Question, before: Sequence[Seated[Key]], after: Sequence[Seated[Key]]
) -> Iterator[Changed]:
    """Round by round, with who goes where."""
    people = question.facts.entries
    changes, reasons = moved(before, after), reasons_kept(question, after)
    pairs = zip(question.rounds, before, after, strict=True)
    for index, (seated, old, new) in enumerate(pairs):
        of_round = [move for move in changes if move.round == index]
        reason = reasons[str(seated.round.number)]
        lines = lines_of(of_round, people, reason, question.kept)
        yield Changed(seated.round, old, new, lines)


def reasons_kept(
    question: Question, after: Iterable[Seated[Key]]
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in the changed rounds, as the draw's report keeps it."""
    numbers = [rnd.round.number for rnd in question.rounds]
    by_place = [rnd.round.number for rnd in question.rounds if rnd.seated.standing]
    return kept_reasons(question.request, flat(after), numbers, by_place)


def _report(question: Question, rounds: Iterable[Seated[Key]]) -> Report[Key]:
    return report_on(question.request, flat(rounds))


def _seeded(request: Request[Key], seed: int) -> Request[Key]:
    names = (name for name in request.__slots__ if name != "seed")
    return Request(**{name: getattr(request, name) for name in names}, seed=seed)


def _house(tournament: Tournament, people: Iterable[Entry]) -> tuple[Key, ...]:
    """House players who sit for nobody, by number; who is still to be made by label."""
    if tournament.spare != Tournament.Spare.HOUSE:
        return ()
    theirs = {entry.house: entry for entry in people if entry.house is not None}
    busy = {n for n, entry in theirs.items() if entry.substitute_for_id is not None}
    last = max(HOUSE_AT_HAND + len(busy), *theirs, 0)
    return tuple(
        theirs[n].pk if n in theirs else f"H{n}"
        for n in range(1, last + 1)
        if n not in busy
    )


def change_seats(
    *,
    tournament: Tournament,
    actor: Actor,
    digest: str,
    drafts: bool = True,
    key: str = "",
) -> Draw:
    """Change the seats as the proposal of this digest showed it.

    Without `drafts` those are drawn again, by another draw; where nothing else changes
    that is the draw returned. Raises Conflict where anything that the proposal rests on
    has changed, ActionRefused where it cannot be.
    """
    return with_seats(
        lambda searched: _change_seats(
            searched, tournament, actor, digest, drafts=drafts, key=key
        )
    )


@transaction.atomic
def _change_seats(
    searched: Searched,
    tournament: Tournament,
    actor: Actor,
    digest: str,
    *,
    drafts: bool,
    key: str,
) -> Draw:
    tournament = lock(tournament)
    sent = find_duplicate(key)
    kind = sent.what if sent and sent.what in (CHANGED, DRAWN) else CHANGED
    if duplicate := find_own_duplicate(key, tournament, kind):
        return Draw.objects.get(pk=int(duplicate.new))
    refuse_finished(tournament)
    # No hand is recorded from here on at a table whose seats may change.
    lock_sheets(Sheet.objects.filter(round__in=tournament.rounds.filter(state="open")))
    question = question_of(tournament, drafts=drafts)
    if question.digest != digest:
        raise Conflict(
            message(
                "Someone arrived, left or played while you were looking. Review the "
                "changes again."
            )
        )
    seed = question.seed
    if question.redrawn and not _is_changed(question, seed):
        _answer(question_of(tournament), seed)  # refused where the drafts fit too
        return _draw_again(searched, question, seed, actor, key)
    with recorded(tournament, actor, ActKind.RESEAT) as recording:
        new_draw = _seat_anew(searched, question, actor, drafts=drafts, key=key)
        recording.number = len({player for _, player, *_ in new_draw.report["moves"]})
    return new_draw


def _seat_anew(
    searched: Searched, question: Question, actor: Actor, *, drafts: bool, key: str
) -> Draw:
    """Write the seats of the answer, and the draw that says who moves."""
    tournament, seed = question.tournament, question.seed
    _make_house(tournament, question, seed)
    question = question_of(tournament, drafts=drafts)
    after = _answer(question, seed)
    new_draw = _kept(question, after, seed, actor)
    for old, new in zip(question.rounds, after, strict=True):
        if old.seated != new:
            _Rewriting(old, new, new_draw).run()
    stored.refresh(tournament, actor=actor, reason=log_message("reason.seats_changed"))
    if question.redrawn:
        _draw_again(searched, question, seed, actor)
    log(
        actor,
        CHANGED,
        _moves_in_words(new_draw),
        tournament=tournament,
        key=key,
        new=str(new_draw.pk),
    )
    return new_draw


def _answer(question: Question, seed: int) -> tuple[Seated[Any], ...]:
    try:
        after = question.answer(seed)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None
    if list(after) == question.seated:
        raise ActionRefused(
            message("No one has to move. The seating matches who’s here.")
        )
    return after


def _is_changed(question: Question, seed: int) -> bool:
    """Whether a seat of a published round changes. Raises ActionRefused."""
    try:
        return list(question.answer(seed)) != question.seated
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None


def _make_house(tournament: Tournament, question: Question, seed: int) -> None:
    """House players the answer needs and nobody has made: H2, H3."""
    seated = {
        player for seats in flat(_answer(question, seed)) for player in seats.seated
    }
    needed = [
        place for place, player in enumerate(question.request.house) if player in seated
    ]
    if needed:
        spare_house(tournament, max(needed) + 1)


def _kept(
    question: Question, after: Sequence[Seated[Any]], seed: int, actor: Actor
) -> Draw:
    changes = moved(question.seated, after)
    report = as_kept(report_on(question.request, flat(after)))
    return Draw.objects.create(
        tournament=question.tournament,
        seed=seed,
        input=question.kept | {"plays_for": question.facts.plays_for},
        report=report
        | {"sit_outs": reasons_kept(question, after), "moves": kept_moves(changes)},
        by=actor.user,
    )


def _draw_again(
    searched: Searched, question: Question, seed: int, actor: Actor, key: str = ""
) -> Draw:
    return draws.draw_with(
        searched,
        tournament=question.tournament,
        actor=actor,
        whole_evening=len(question.facts.drafts) > 1,
        seed=seed,
        key=key,
    )


def _moves_in_words(stored_draw: Draw) -> LogMessage:
    """Who moves, in words for the log."""
    rounds = [
        log_message(
            "seats.moves",
            number=number,
            people=together(map(line_in_words, lines)),
        )
        for number, lines in moves_of(stored_draw)
        if lines
    ]
    return log_message(
        "seats.changed",
        seed=stored_draw.seed,
        moves=together(rounds, "; "),
    )


class _Rewriting:
    """One round from how it stood to how it shall be."""

    def __init__(self, old: SeatedRound, new: Seated[int], new_draw: Draw) -> None:
        self.round = old.round
        self.old, self.new = dict(old.seated.tables), dict(new.tables)
        self.begun = old.seated.begun
        self.made = new_draw
        entries = self.round.tournament.entries.all()
        self.people: dict[Key, Entry] = {entry.pk: entry for entry in entries}
        self.sheets = {sheet.table: sheet for sheet in self.round.sheets.all()}

    def run(self) -> None:
        touched = [t for t, sat in self.old.items() if self.new.get(t) != sat]
        before = {t: self._sitters(t) for t in touched}
        # Nobody may hold two seats of a round even for a moment: free them first.
        theirs = [self.sheets[t] for t in touched]
        Seat.objects.filter(round=self.round, sheet__in=theirs).delete()
        for table in sorted(set(self.old) - set(self.new)):
            self.sheets.pop(table).delete()
        self._add_tables(sorted(set(self.new) - set(self.old)))
        self._seat_all()
        for table in touched:
            if table in self.sheets:
                follow_seats(self.sheets[table], before[table])
        if self.round.is_published:
            self._write_sit_outs()
        self.round.draw = self.made
        self.round.save(update_fields=["draw"])

    def _sitters(self, table: int) -> dict[int, int | None]:
        return dict(self.sheets[table].seats.values_list("position", "entry"))

    def _add_tables(self, tables: Sequence[int]) -> None:
        codes = free_codes(len(tables))
        for table, code in zip(tables, codes, strict=True):
            sheet = Sheet.objects.create(round=self.round, table=table, code=code)
            self.sheets[table] = sheet

    def _seat_all(self) -> None:
        """The tables that changed; all that have not begun count as things are now.

        Whoever is played for at a table that has begun has his result there.
        """
        begun = [self.sheets[table] for table in self.begun]
        theirs = self.round.seats.filter(sheet__in=begun)
        credited = set(theirs.values_list("credit", flat=True))
        staying = {
            seat.entry_id: seat for seat in self.round.seats.exclude(sheet__in=begun)
        }
        self.round.seats.filter(pk__in=[seat.pk for seat in staying.values()]).update(
            credit=None
        )
        seats = [
            seat
            for table in sorted(set(self.new) - self.begun)
            for seat in self._seats(table, self.new[table])
        ]
        for seat in seats:
            if seat.credit_id in credited:
                seat.credit_id = None
            if old_seat := staying.get(seat.entry_id):
                seat.pk = old_seat.pk
        Seat.objects.bulk_update([seat for seat in seats if seat.pk], ["credit"])
        Seat.objects.bulk_create(seat for seat in seats if not seat.pk)

    def _seats(self, table: int, people: Iterable[int]) -> list[Seat]:
        sheet = self.sheets[table]
        sheet.round = self.round
        return seats_of_table(sheet, [self.people[pk] for pk in people])

    def _write_sit_outs(self) -> None:
        """Who has no seat, and why; whoever came when it had begun stays late."""
        if not self.begun:
            write_missed(self.round)
            return
        seated = {pk for people in self.new.values() for pk in people}
        moved = seated | {pk for people in self.old.values() for pk in people}
        write_missed_by(self.round, [self.people[pk] for pk in moved & {*self.people}])
