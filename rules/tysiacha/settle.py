"""Settlement of a checked Tysiacha deal: the points, or the stake, that move (003)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.deal_rotation import State as Json
from rules.deal_rotation import active_seats, seats_from
from rules.explanations import in_words
from rules.ledger import Line, Party, Settlement, paid, scored
from rules.messages import Sentences, in_chips, joined, sayer, seat_word, signed
from rules.record_schema import as_state, folded
from rules.tysiacha.deal import ACTIVE, STATE, Deal, State
from rules.tysiacha.house import HouseRules

SENTENCES = Sentences(
    __name__,
    {
        "points": "{who} took {points} points.",
        "marriages": "{who} took {points} points and has {marriages} for marriages: {points} + {marriages} = {taken}.",
        "rounded": "Rounded to the nearest {unit}, {taken} counts as {after}.",
        "made": "The bid of {bid} was made: {score}.",
        "made.taken": (
            "The bid of {bid} was made, and all the points taken count: {score}."
        ),
        "lost": "The bid of {bid} was lost: {score}.",
        "blind": "The bid was blind: {before} × {times} = {after}.",
        "conceded": "{who} gave up a bid of {bid}: {score}.",
        "conceded.to": "{who} gave up a bid of {bid}: {score} for each partner.",
        "conceded.half": (
            "{who} gave up a bid of {bid}. Each partner gets half of "
            "it, to the nearest {unit}: {score}."
        ),
        "talon": "{who} sat out and gets {taken} for the widow.",
        "bolt": "{who} took nothing (zero no. {count}): {score}.",
        "fine": "{who} gave up (concession no. {count}): {score}.",
        "game": "{who} has won the game with {total}: {score}.",
        "fall": "{who} didn’t win in {count} deals on the barrel and falls: {score}.",
        "fall.one": (
            "{who} didn’t win in the one deal on the barrel and falls: {score}."
        ),
        "fall.newest": "{who} is thrown off the barrel by {newest}: {score}.",
        "fall.zero": "This is fall no. {count}, so the whole total is lost.",
        "barrel": (
            "{who} has {total} and goes on the barrel at {at}, losing {total} − {at} "
            "= {excess}."
        ),
        "dump": "{who} has exactly {total} and goes back to 0.",
        "stake": (
            "{who} has won the game with {total}: {chips} from every other player."
        ),
        "note.won": "{who} has won the game with {total} points.",
        "note.over": "The game is over. Its totals are final.",
        "note.over.before": (
            "{who} had already won the game, so this deal counts for nothing."
        ),
        "note.new": "A new game begins at 0.",
        "note.conceded": "{who} gave up a bid of {bid}, which costs nothing.",
        "note.short": (
            "{who} is on the barrel, and {at} + {score} doesn’t make "
            "{target}, so nothing is scored."
        ),
        "note.off": "{who} lost the bid and leaves the barrel.",
        "note.stays": "{who} lost the bid, but pays nothing and stays on the barrel.",
        "note.barrel": (
            "{who} is on the barrel and can score only as the soloist, so "
            "these {score} points don’t count."
        ),
        "note.stopped": (
            "{who} has {at} or more and can score only as the soloist, "
            "so these {score} points don’t count."
        ),
        "note.bolt": "{who} took nothing: zero no. {count} of {limit}.",
        "note.fine": "{who} gave up: concession no. {count} of {limit}.",
        "note.climbs": "{who} is on the barrel at {at}.",
        "note.next": "{who} stays on the barrel, and deal {count} of {limit} is next.",
    },
)
say = sayer(SENTENCES)
ACCOUNT = "PAR"


class Move(NamedTuple):
    """Points that a seat wins, or with a minus loses, and the reasons."""

    item: str
    seat: int
    points: int
    reasons: tuple[str, ...]


class Running:
    """A deal in progress; lists have one entry a seat.

    `moves` and `notes` record all that happens.
    """

    def __init__(self, deal: Deal, rules: HouseRules, before: State) -> None:
        self.deal, self.rules, self.before = deal, rules, before
        self.active = active_seats(deal, ACTIVE)
        self.totals = list(before.totals)
        self.barrel = list(before.barrel)
        self.bolts = list(before.bolts)
        self.conceded = list(before.conceded)
        self.falls = list(before.falls)
        self.moves: list[Move] = []
        self.notes: list[str] = []

    def move(self, item: str, seat: int, points: int, *reasons: str) -> None:
        """Add the points to the seat's total; 0 moves nothing."""
        if points:
            self.totals[seat - 1] += points
            self.moves.append(Move(item, seat, points, reasons))

    def note(self, code: str, seat: int, **values: object) -> None:
        """Add a note on a fact without points."""
        self.notes.append(say(code, who=seat_word(seat), **values))

    def was_on_barrel(self, seat: int) -> bool:
        """Return whether the seat was on the barrel when the deal began."""
        return self.before.barrel[seat - 1] > 0

    def is_stopped(self, seat: int) -> bool:
        """Return whether the seat scores only as the soloist."""
        if self.rules.endgame == "stop":
            return self.before.totals[seat - 1] >= self.rules.barrel_at
        return self.was_on_barrel(seat)

    def give(self, item: str, seat: int, points: int, *reasons: str) -> None:
        """Score what the seat took against the soloist, unless it is stopped."""
        if not self.is_stopped(seat):
            self.move(item, seat, points, *reasons)
        elif points:
            code = "note.barrel" if self.was_on_barrel(seat) else "note.stopped"
            self.note(code, seat, score=points, at=self.rules.barrel_at)

    def count(self, item: str, seat: int, counted: list[int], limit: int) -> None:
        """Count one more fault; at the limit it is fined and the count starts over."""
        number = counted[seat - 1] + 1
        if number < limit:
            counted[seat - 1] = number
            self.note(f"note.{item}", seat, count=number, limit=limit)
            return
        counted[seat - 1] = 0
        chips = self.rules.bolt_chips if item == "bolt" else self.rules.fine_chips
        reason = say(item, who=seat_word(seat), count=number, score=signed(-chips))
        self.move(item, seat, -chips, reason)


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return each seat's points, or the stake of a game won, and the game's state.

    A deal after the end of a game, which `check` rejects, moves nothing: it was
    recorded before an earlier deal was changed.
    """
    before = folded(STATE, state, deal.state, deal.table).at(deal.table)
    if before.winner:
        note = say("note.over.before", who=seat_word(before.winner))
        return Settlement((), (note,), deal.table, in_json(before))
    if deal.kind == "passed_out":
        return Settlement((), (), deal.table, in_json(before))
    run, winner = score_deal(deal, rules, before)
    by_stake = rules.score_by == "stake"
    lines = _stake_lines(run, winner) if by_stake else _point_lines(run, winner)
    notes = list(run.notes)
    if by_stake:
        notes = [joined(move.reasons, " ") for move in run.moves] + notes
    if winner:
        total = run.totals[winner - 1]
        notes.append(say("note.won", who=seat_word(winner), total=total))
        notes.append(say("note.new" if rules.after_win == "new_game" else "note.over"))
    after = in_json(_after(run, winner))
    return Settlement(tuple(lines), tuple(notes), deal.table, after)


def score_deal(
    deal: Deal, rules: HouseRules, before: State
) -> tuple[Running, int | None]:
    """Return the game after a deal that was bid for, and its winner or None."""
    run = Running(deal, rules, before)
    score_gains(run)
    winner = winner_of(run)
    if winner is None:
        go_on(run)
    return run, winner


def in_json(state: State) -> dict[str, Any]:
    """Return the state as JSON for the next deal; a winner only if there is one."""
    known = as_state(state)
    if state.winner is None:
        del known["winner"]
    return known


def _point_lines(run: Running, winner: int | None) -> Iterable[Line[Party]]:
    for move in run.moves:
        section = "Fragment" if move.item == "soloist" else "house"
        yield from scored(
            move.item, ACCOUNT, move.seat, move.points, section, *move.reasons
        )
    if winner:
        name, total, chips = (
            seat_word(winner),
            run.totals[winner - 1],
            run.rules.game_chips,
        )
        reason = say("game", who=name, total=total, score=signed(chips))
        yield from scored("game", ACCOUNT, winner, chips, "house", reason)


def _stake_lines(run: Running, winner: int | None) -> Iterable[Line[Party]]:
    """Return the payments of each other seat to the winner, even one that sits out."""
    if winner is None:
        return ()
    chips = run.rules.stake
    name, total = seat_word(winner), run.totals[winner - 1]
    reason = say("stake", who=name, total=total, chips=in_chips(chips))
    others = (seat for seat in range(1, run.deal.table + 1) if seat != winner)
    return paid("stake", chips, [(seat, winner) for seat in others], "house", reason)


def _after(run: Running, winner: int | None) -> State:
    """Return the state after the deal.

    A new game begins with nothing; a game that stops keeps its totals.
    """
    table = run.deal.table
    if winner is None:
        return State(
            tuple(run.totals),
            tuple(run.barrel),
            tuple(run.bolts),
            tuple(run.conceded),
            tuple(run.falls),
        )
    if run.rules.after_win == "new_game":
        return State().at(table)
    return State(tuple(run.totals), winner=winner).at(table)


# --- Results of a deal: the soloist, the partners, the widow, and the fines


def score_gains(run: Running) -> None:
    """Score all that a played or conceded deal brings, in the order of the account."""
    if run.deal.kind == "played":
        _played(run)
    else:
        _conceded(run)
    _talon(run)
    if run.deal.kind == "played":
        _bolts(run)
    elif run.rules.concede_limit and not run.was_on_barrel(run.deal.soloist):
        run.count("fine", run.deal.soloist, run.conceded, run.rules.concede_limit)


def _played(run: Running) -> None:
    deal, rules = run.deal, run.rules
    _soloist(run)
    for seat in run.active:
        if seat != deal.soloist:
            card_points = taken_by(deal, seat, rules)
            reason = _rounded_in_words(card_points, rules.round_to)
            first = _taken_in_words(deal, seat, rules)
            run.give(
                "partner",
                seat,
                nearest(2 * card_points, rules.round_to),
                first,
                *reason,
            )


def _soloist(run: Running) -> None:
    """Score the soloist: the bid, or what was taken; a lost bid is paid."""
    deal, rules = run.deal, run.rules
    seat, card_points = deal.soloist, taken_by(deal, deal.soloist, rules)
    all_taken = rules.soloist_scores == "taken"
    reasons = [_taken_in_words(deal, seat, rules)]
    is_won = is_made(deal, rules)
    if rules.round_soloist or (is_won and all_taken):
        reasons += _rounded_in_words(card_points, rules.round_to)
    score, code = -deal.bid, "lost"
    if is_won:
        score = nearest(2 * card_points, rules.round_to) if all_taken else deal.bid
        code = "made.taken" if all_taken else "made"
    reasons.append(say(code, bid=deal.bid, score=signed(score)))
    if deal.blind:
        before, score = score, score * rules.blind_times
        values = {"before": signed(before), "after": signed(score)}
        reasons.append(say("blind", times=rules.blind_times, **values))
    _score_soloist(run, "soloist", score, *reasons)


def _score_soloist(run: Running, item: str, score: int, *reasons: str) -> None:
    """Score the soloist, considering the barrel.

    On the barrel only a score that wins counts, and the house decides about a lost bid.
    """
    seat, rules = run.deal.soloist, run.rules
    if not run.was_on_barrel(seat):
        run.move(item, seat, score, *reasons)
    elif score >= 0:
        if rules.barrel_at + score >= rules.target:
            run.move(item, seat, score, *reasons)
        elif score:
            barrel, target = rules.barrel_at, rules.target
            run.note("note.short", seat, at=barrel, score=score, target=target)
    elif rules.barrel_lost == "stays":
        run.note("note.stays", seat)
    else:
        run.move(item, seat, score, *reasons)
        run.barrel[seat - 1] = 0
        run.note("note.off", seat)


def _conceded(run: Running) -> None:
    """Score a concession.

    The soloist pays the bid or nothing; all partners get equal points.
    """
    deal, rules = run.deal, run.rules
    name = seat_word(deal.soloist)
    if rules.concede == "bid":
        reason = say("conceded", who=name, bid=deal.bid, score=signed(-deal.bid))
        _score_soloist(run, "conceded", -deal.bid, reason)
    else:
        run.note("note.conceded", deal.soloist, bid=deal.bid)
    unit, code, score = rules.round_to, "conceded.to", rules.concede_chips
    if rules.concede_half:
        code, score = "conceded.half", nearest(deal.bid, unit)
    reason = say(code, who=name, bid=deal.bid, unit=unit, score=signed(score))
    for seat in run.active:
        if seat != deal.soloist:
            run.give("conceded", seat, score, reason)


def _talon(run: Running) -> None:
    """Score the three cards of the widow for a dealer who sits out.

    Deals have these points only in houses that score them.
    """
    deal, unit = run.deal, run.rules.round_to
    if deal.talon and deal.table > ACTIVE:
        reason = say("talon", who=seat_word(deal.dealer), taken=deal.talon)
        rounded = _rounded_in_words(deal.talon, unit)
        run.give("talon", deal.dealer, nearest(2 * deal.talon, unit), reason, *rounded)


def _bolts(run: Running) -> None:
    """Count a zero for each seat that took nothing.

    A seat that took something may lose its earlier zeros.
    """
    deal, rules = run.deal, run.rules
    if not rules.bolt_limit:
        return
    for seat in run.active:
        if run.was_on_barrel(seat):
            continue
        if taken_by(deal, seat, rules):
            if rules.bolts_in_a_row:
                run.bolts[seat - 1] = 0
        elif seat != deal.soloist or rules.soloist_bolts:
            run.count("bolt", seat, run.bolts, rules.bolt_limit)


def taken_by(deal: Deal, seat: int, rules: HouseRules) -> int:
    """Return the card points and marriages of a seat, not rounded."""
    return deal.points[seat - 1] + _marriages(deal, seat, rules)


def is_made(deal: Deal, rules: HouseRules) -> bool:
    """Return whether the soloist took what was bid."""
    card_points = taken_by(deal, deal.soloist, rules)
    counted = (
        nearest(2 * card_points, rules.round_to) if rules.round_soloist else card_points
    )
    return counted >= deal.bid


def nearest(twice: int, unit: int) -> int:
    """Return half of `twice`, to the nearest multiple of the unit, halves up."""
    return (twice + unit) // (2 * unit) * unit


def _marriages(deal: Deal, seat: int, rules: HouseRules) -> int:
    return sum(rules.marriage_chips.get(c, 0) for c in deal.marriages.get(seat, ()))


def _taken_in_words(deal: Deal, seat: int, rules: HouseRules) -> str:
    marriages, points = _marriages(deal, seat, rules), deal.points[seat - 1]
    code = "marriages" if marriages else "points"
    return say(
        code,
        who=seat_word(seat),
        points=points,
        marriages=marriages,
        taken=points + marriages,
    )


def _rounded_in_words(card_points: int, unit: int) -> tuple[str, ...]:
    """Return a sentence on rounding, if that changed the number."""
    after = nearest(2 * card_points, unit)
    if after == card_points:
        return ()
    return (say("rounded", unit=unit, taken=card_points, after=after),)


# --- The end of a game: a win, reaching the barrel, falling from it


def winner_of(run: Running) -> int | None:
    """Return the seat with the highest total that reaches the target, or None.

    Of equal totals the soloist's wins, then that of the first seat after the dealer.
    """
    best = max(run.totals)
    if best < run.rules.target:
        return None
    deal = run.deal
    order = (deal.soloist, *seats_from(deal.dealer % deal.table + 1, deal.table))
    return next(seat for seat in order if run.totals[seat - 1] == best)


def go_on(run: Running) -> None:
    """Apply what follows if no seat has won: the barrel, then the dump truck."""
    if run.rules.endgame == "barrel":
        _barrel(run)
    if run.rules.dump_at:
        _dump(run)


def _barrel(run: Running) -> None:
    """Apply the barrel: falls first, then climbs, although a climb may cause a fall."""
    stayed = [
        seat
        for seat, deals in enumerate(run.barrel, 1)
        if deals and run.was_on_barrel(seat)
    ]
    for seat in stayed:
        if seat in run.active:
            _next_deal(run, seat)
    new = [
        seat
        for seat, total in enumerate(run.totals, 1)
        if total >= run.rules.barrel_at and not run.was_on_barrel(seat)
    ]
    if new and run.rules.barrel_for == "newest":
        for seat in stayed:
            if run.barrel[seat - 1]:
                newest = in_words(new)
                chips = signed(-run.rules.barrel_chips)
                name = seat_word(seat)
                _fall(
                    run, seat, say("fall.newest", who=name, newest=newest, score=chips)
                )
    for seat in new:
        _climb(run, seat)


def _next_deal(run: Running, seat: int) -> None:
    """Count one more deal on the barrel; after the last one the seat falls."""
    count, limit = run.barrel[seat - 1], run.rules.barrel_deals
    if count < limit:
        run.barrel[seat - 1] = count + 1
        run.note("note.next", seat, count=count + 1, limit=limit)
        return
    code = "fall.one" if limit == 1 else "fall"
    score = signed(-run.rules.barrel_chips)
    _fall(run, seat, say(code, who=seat_word(seat), count=limit, score=score))


def _fall(run: Running, seat: int, reason: str) -> None:
    """Make a seat fall: it costs the house's price.

    The last of several falls costs the whole total.
    """
    run.barrel[seat - 1] = 0
    limit, chips, reasons = run.rules.falls_to_zero, run.rules.barrel_chips, [reason]
    if limit:
        run.falls[seat - 1] += 1
        if run.falls[seat - 1] >= limit:
            chips = run.totals[seat - 1]
            run.falls[seat - 1] = 0
            reasons.append(say("fall.zero", count=limit))
    run.move("fall", seat, -chips, *reasons)


def _climb(run: Running, seat: int) -> None:
    """Put a seat on the barrel; points above the barrel are taken away."""
    barrel, total = run.rules.barrel_at, run.totals[seat - 1]
    name, excess = seat_word(seat), total - barrel
    run.barrel[seat - 1] = 1
    reason = say("barrel", who=name, total=total, at=barrel, excess=excess)
    run.move("barrel", seat, -excess, reason)
    if not excess:
        run.note("note.climbs", seat, at=barrel)


def _dump(run: Running) -> None:
    """Set seats back to 0 whose total is exactly ± the dump's number."""
    for seat, total in enumerate(run.totals, 1):
        if abs(total) == run.rules.dump_at and not run.barrel[seat - 1]:
            reason = say("dump", who=seat_word(seat), total=signed(total))
            run.move("dump", seat, -total, reason)
