"""The end of a game: who has won, who climbs on the barrel, who falls from it."""

from rules.game import seats_from
from rules.paragraphs import in_words
from rules.sentences import seat_word, signed
from rules.tysiacha.running import Running
from rules.tysiacha.words import say


def winner_of(run: Running) -> int | None:
    """The highest total that reaches the target.

    Of equal ones the soloist's, then that of the first seat after the dealer.
    """
    best = max(run.totals)
    if best < run.rules.target:
        return None
    deal = run.deal
    order = (deal.soloist, *seats_from(deal.dealer % deal.table + 1, deal.table))
    return next(seat for seat in order if run.totals[seat - 1] == best)


def go_on(run: Running) -> None:
    """What follows where nobody has won: the barrel, then the dump truck."""
    if run.rules.endgame == "barrel":
        _barrel(run)
    if run.rules.dump_at:
        _dump(run)


def _barrel(run: Running) -> None:
    """Falls are told before climbs, though who climbs may be the reason."""
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
                who = seat_word(seat)
                _fall(
                    run, seat, say("fall.newest", who=who, newest=newest, score=chips)
                )
    for seat in new:
        _climb(run, seat)


def _next_deal(run: Running, seat: int) -> None:
    """One more deal on the barrel is over; after the last the seat falls."""
    count, limit = run.barrel[seat - 1], run.rules.barrel_deals
    if count < limit:
        run.barrel[seat - 1] = count + 1
        run.note("note.next", seat, count=count + 1, limit=limit)
        return
    code = "fall.one" if limit == 1 else "fall"
    score = signed(-run.rules.barrel_chips)
    _fall(run, seat, say(code, who=seat_word(seat), count=limit, score=score))


def _fall(run: Running, seat: int, why: str) -> None:
    """Costs what the house says, or as the last of some falls the whole total."""
    run.barrel[seat - 1] = 0
    limit, chips, reasons = run.rules.falls_to_zero, run.rules.barrel_chips, [why]
    if limit:
        run.falls[seat - 1] += 1
        if run.falls[seat - 1] >= limit:
            chips = run.totals[seat - 1]
            run.falls[seat - 1] = 0
            reasons.append(say("fall.zero", count=limit))
    run.move("fall", seat, -chips, *reasons)


def _climb(run: Running, seat: int) -> None:
    """Nobody stands above the barrel: what is more goes back."""
    at, total = run.rules.barrel_at, run.totals[seat - 1]
    who, excess = seat_word(seat), total - at
    run.barrel[seat - 1] = 1
    why = say("barrel", who=who, total=total, at=at, excess=excess)
    run.move("barrel", seat, -excess, why)
    if not excess:
        run.note("note.climbs", seat, at=at)


def _dump(run: Running) -> None:
    """Who stands at exactly the dump's number, above or below 0, is back at 0."""
    for seat, total in enumerate(run.totals, 1):
        if abs(total) == run.rules.dump_at and not run.barrel[seat - 1]:
            why = say("dump", who=seat_word(seat), total=signed(total))
            run.move("dump", seat, -total, why)
