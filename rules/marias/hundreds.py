"""A hundred, announced or reached in silence, and the tens above it (003)."""

from rules.marias.deal import Hundred, Side
from rules.marias.dues import Due, Played, Reasons, dearer, other
from rules.marias.points import (
    HUNDRED,
    Points,
    is_made,
    tens_above,
    tens_short,
    times,
)
from rules.marias.words import say
from rules.sentences import in_chips


def is_silent(played: Played, winner: Side, points: Points) -> bool:
    """Has the winner of the game a hundred that he did not announce?

    Where it stands in place of the game, all his marriages help him (house).
    """
    if any(each.side == winner for each in played.deal.hundreds):
        return False
    instead = played.rules.hundred_replaces_game
    return (points.total if instead else points.toward) >= HUNDRED


def silent_hundred(played: Played, winner: Side, points: Points) -> Due:
    """Doubled as the game is only where it stands in the game's place."""
    rules, base = played.rules, played.rules.hundred_chips[0]
    doubled = played.deal.doubled if rules.hundred_replaces_game else 0
    chips, by_tens = _above(played, base, points)
    chips, more = dearer(chips, hearts=played.hearts, doubled=doubled)
    why = _silent_in_words(played, winner, points)
    price = say("hundred.chips.silent", chips=in_chips(base))
    reasons = (why, *_instead(played), price, *by_tens, *more)
    return Due("hundred", chips, winner, reasons)


def _silent_in_words(played: Played, winner: Side, points: Points) -> str:
    one = points.toward >= HUNDRED
    return say(
        "hundred.silent" if one else "hundred.silent.all",
        who=played.named(winner),
        points=points.tricks,
        marriage=points.dearest if one else points.marriages,
        total=points.toward if one else points.total,
    )


def announced_hundred(played: Played, hundred: Hundred, points: Points) -> Due:
    """Made with the help of one marriage; lost, it is paid to the other side.

    One that the points would have made and that was spoiled is lost at its base.
    """
    made, base = is_made(hundred, points), played.rules.hundred_chips[1]
    chips, by_tens = base, Reasons()
    if made:
        chips, by_tens = _above(played, base, points)
    elif points.toward < HUNDRED:
        chips, by_tens = _short(played, base, points)
    chips, more = dearer(chips, hearts=played.hearts, doubled=hundred.doubled)
    why = _announced_in_words(played, hundred, points)
    price = say("hundred.chips.called", chips=in_chips(base))
    winner = hundred.side if made else other(hundred.side)
    reasons = (why, *_instead(played), price, *by_tens, *more)
    return Due("hundred", chips, winner, reasons)


def _announced_in_words(played: Played, hundred: Hundred, points: Points) -> str:
    if points.toward >= HUNDRED:
        code = "hundred.spoiled" if hundred.spoiled else "hundred.made"
    else:
        code = "hundred.lost" if points.marriages else "hundred.lost.plain"
    return say(
        code,
        who=played.named(hundred.side),
        points=points.tricks,
        marriage=points.dearest,
        total=points.toward,
    )


def _instead(played: Played) -> Reasons:
    return (say("hundred.instead"),) if played.rules.hundred_replaces_game else ()


def tens(played: Played, winner: Side, points: Points) -> Due:
    """What the winner of the game gets for each ten above a hundred; never doubled."""
    each, steps = played.rules.over_ten_chips, tens_above(points)
    why = say(
        "tens",
        who=played.named(winner),
        total=points.total,
        steps=steps,
        base=each,
        chips=in_chips(each * steps),
    )
    chips, more = dearer(each * steps, hearts=played.hearts)
    return Due("tens", chips, winner, (why, *more))


def _above(played: Played, base: int, points: Points) -> tuple[int, Reasons]:
    """A hundred that was reached, by the tens above it."""
    steps, by_tens = tens_above(points), played.rules.hundred_by_tens
    by = times(by_tens, steps)
    if by == 1:
        return base, ()
    chips, total = in_chips(base * by), points.total
    code = f"above.{by_tens}"
    why = say(code, base=base, steps=steps, times=by, total=total, chips=chips)
    return base * by, (why,)


def _short(played: Played, base: int, points: Points) -> tuple[int, Reasons]:
    """A hundred that was missed: the first ten short costs it, the others more."""
    short, by_tens = tens_short(points), played.rules.hundred_by_tens
    by = times(by_tens, short - 1)
    if by == 1:
        return base, ()
    chips = in_chips(base * by)
    why = say(f"short.{by_tens}", base=base, tens=short, times=by, chips=chips)
    return base * by, (why,)
