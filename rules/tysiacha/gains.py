"""What a deal brings: the soloist, the partners, the widow, and the fines."""

from rules.sentences import seat_word, signed
from rules.tysiacha.deal import ACTIVE, Deal
from rules.tysiacha.house import HouseRules
from rules.tysiacha.running import Running
from rules.tysiacha.words import say


def nearest(twice: int, unit: int) -> int:
    """Half of `twice`, to the nearest multiple of the unit, halves up."""
    return (twice + unit) // (2 * unit) * unit


def reckon_gains(run: Running) -> None:
    """All that a played or conceded deal brings, in the order of the account."""
    if run.deal.kind == "played":
        _played(run)
    else:
        _conceded(run)
    _talon(run)
    if run.deal.kind == "played":
        _bolts(run)
    elif run.rules.concede_limit and not run.was_on_barrel(run.deal.soloist):
        run.count("fine", run.deal.soloist, run.conceded, run.rules.concede_limit)


def taken_by(deal: Deal, seat: int, rules: HouseRules) -> int:
    """Card points and marriages of a seat, not rounded."""
    return deal.points[seat - 1] + _marriages(deal, seat, rules)


def is_made(deal: Deal, rules: HouseRules) -> bool:
    """Did the soloist take what was bid?"""
    taken = taken_by(deal, deal.soloist, rules)
    counted = nearest(2 * taken, rules.round_to) if rules.round_soloist else taken
    return counted >= deal.bid


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


def _rounded_in_words(taken: int, unit: int) -> tuple[str, ...]:
    """How the number was rounded, where that changed it."""
    after = nearest(2 * taken, unit)
    if after == taken:
        return ()
    return (say("rounded", unit=unit, taken=taken, after=after),)


def _played(run: Running) -> None:
    deal, rules = run.deal, run.rules
    _soloist(run)
    for seat in run.active:
        if seat != deal.soloist:
            taken = taken_by(deal, seat, rules)
            why = _rounded_in_words(taken, rules.round_to)
            first = _taken_in_words(deal, seat, rules)
            run.give("partner", seat, nearest(2 * taken, rules.round_to), first, *why)


def _soloist(run: Running) -> None:
    """The bid, or what was taken; a lost bid is paid."""
    deal, rules = run.deal, run.rules
    seat, taken = deal.soloist, taken_by(deal, deal.soloist, rules)
    all_taken = rules.soloist_scores == "taken"
    reasons = [_taken_in_words(deal, seat, rules)]
    made = is_made(deal, rules)
    if rules.round_soloist or (made and all_taken):
        reasons += _rounded_in_words(taken, rules.round_to)
    score, code = -deal.bid, "lost"
    if made:
        score = nearest(2 * taken, rules.round_to) if all_taken else deal.bid
        code = "made.taken" if all_taken else "made"
    reasons.append(say(code, bid=deal.bid, score=signed(score)))
    if deal.blind:
        before, score = score, score * rules.blind_times
        values = {"before": signed(before), "after": signed(score)}
        reasons.append(say("blind", times=rules.blind_times, **values))
    _score_soloist(run, "soloist", score, *reasons)


def _score_soloist(run: Running, item: str, score: int, *reasons: str) -> None:
    """On the barrel only what wins is scored, and a lost bid is the house's choice."""
    seat, rules = run.deal.soloist, run.rules
    if not run.was_on_barrel(seat):
        run.move(item, seat, score, *reasons)
    elif score >= 0:
        if rules.barrel_at + score >= rules.target:
            run.move(item, seat, score, *reasons)
        elif score:
            at, target = rules.barrel_at, rules.target
            run.note("note.short", seat, at=at, score=score, target=target)
    elif rules.barrel_lost == "stays":
        run.note("note.stays", seat)
    else:
        run.move(item, seat, score, *reasons)
        run.barrel[seat - 1] = 0
        run.note("note.off", seat)


def _conceded(run: Running) -> None:
    """The soloist pays the bid or nothing, each partner gets the same."""
    deal, rules = run.deal, run.rules
    who = seat_word(deal.soloist)
    if rules.concede == "bid":
        why = say("conceded", who=who, bid=deal.bid, score=signed(-deal.bid))
        _score_soloist(run, "conceded", -deal.bid, why)
    else:
        run.note("note.conceded", deal.soloist, bid=deal.bid)
    unit, code, score = rules.round_to, "conceded.to", rules.concede_chips
    if rules.concede_half:
        code, score = "conceded.half", nearest(deal.bid, unit)
    why = say(code, who=who, bid=deal.bid, unit=unit, score=signed(score))
    for seat in run.active:
        if seat != deal.soloist:
            run.give("conceded", seat, score, why)


def _talon(run: Running) -> None:
    """What the house gives whoever sits out for the three cards of the widow."""
    deal, unit = run.deal, run.rules.round_to
    if deal.talon and deal.table > ACTIVE:
        why = say("talon", who=seat_word(deal.dealer), taken=deal.talon)
        rounded = _rounded_in_words(deal.talon, unit)
        run.give("talon", deal.dealer, nearest(2 * deal.talon, unit), why, *rounded)


def _bolts(run: Running) -> None:
    """Who took nothing has a zero; who took something may lose those there were."""
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
