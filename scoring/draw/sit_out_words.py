"""Why somebody sits out, in words: what the report of a draw keeps as numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop

from clubs.wording import say, say_many, together
from rules.seating import Reason, Sat

RESEAT = "smallest"  # the kind of a draw that moved the fewest
PLAN = "plan"  # of one that took rounds of the season’s plan, and moved the fewest
TIMES = (gettext_noop("never"), gettext_noop("once"), gettext_noop("twice"))


def reason_words(asked: Mapping[str, Any], who: Any, kept: Sequence[int]) -> str:
    """The kept reason as it is read out; `asked` is the input of the draw."""
    if not kept:
        return say("placed last: the last places sit out a round by standing")
    reason = _from_kept(asked, who, kept)
    if reason.by_lot:
        among = _of_whom(asked, reason)
        return together([_choice(asked, reason.among), among], "; ")
    if reason.by_evening:
        return _by_evening(reason)
    return _by_season(asked, reason)


def _by_evening(reason: Reason[Any]) -> str:
    least = times_words(reason.least.tonight)
    if not reason.times:
        return say(
            "has not sat out tonight; everybody who plays has, {least} or more",
            least=least,
        )
    return say(
        "has sat out {times} tonight; everybody who plays has, {least} or more",
        times=times_words(reason.times),
        least=least,
    )


def _by_season(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    is_new = reason.who in asked.get("new", ())
    if reason.sat == Sat() and not is_new:
        return say(
            "has not sat out this season; everybody who plays has, {least} or more",
            least=times_words(reason.least.before),
        )
    times = times_words(reason.sat.before)
    before = say("has sat out {times} this season", times=times)
    if is_new:
        before = say("counts, being new, as sat out {times} this season", times=times)
    elif not reason.sat.before:
        before = say("has not sat out this season")
    tonight = say("least of those who have not sat out tonight")
    if reason.sat.tonight:
        tonight = say(
            "least of those who have sat out {times} tonight",
            times=times_words(reason.sat.tonight),
        )
    return together([before, tonight])


def _choice(asked: Mapping[str, Any], among: int) -> str:
    if asked.get("kind") in (RESEAT, PLAN):
        return say("one of {n}, so that the fewest people move", n=among)
    if asked.get("standing"):  # older draws; now there the last places sit out
        return say("placed last of {n}", n=among)
    return say("drawn by lot among {n}", n=among)


def _of_whom(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    """What those have in common among whom somebody was chosen."""
    sat = reason.sat
    if reason.times < sat.tonight:
        return say("all of them came late")
    tonight, before = times_words(sat.tonight), times_words(sat.before)
    if not asked.get("season"):
        if not sat.tonight:
            return say("none of them has sat out tonight")
        return say("all of them have sat out {times} tonight", times=tonight)
    if asked.get("new"):
        return _or_are_new(sat)
    if sat.tonight:
        return say(
            "all of them have sat out {times} tonight and {before} before this season",
            times=tonight,
            before=before,
        )
    if sat.before:
        return say(
            "all of them have sat out {times} this season and not tonight", times=before
        )
    return say("none of them has sat out this season")


def _or_are_new(sat: Sat) -> str:
    """The same where somebody came for the first time and counts as the others."""
    tonight, before = times_words(sat.tonight), times_words(sat.before)
    if sat.tonight:
        return say(
            "all of them are new, or have sat out {times} tonight and {before} before "
            "this season",
            times=tonight,
            before=before,
        )
    if sat.before:
        return say(
            "all of them are new, or have sat out {times} this season and not tonight",
            times=before,
        )
    return say("all of them are new, or have not sat out this season")


def times_words(times: int) -> str:
    """How often: never, once, twice, 3 times."""
    if times < len(TIMES):
        return say(TIMES[times])
    return say_many("{n} time", "{n} times", times)


def _from_kept(asked: Mapping[str, Any], who: Any, kept: Sequence[int]) -> Reason[Any]:
    """A kept reason; older ones knew one number, of the season or of the evening."""
    if len(kept) > 3:
        times, tonight, before, least, least_before, among = kept
        sat, least_sat = Sat(tonight, before), Sat(least, least_before)
        return Reason(who, times, sat, least_sat, among)
    times, least, among = kept
    if asked.get("season"):
        return Reason(who, 0, Sat(0, times), Sat(0, least), among)
    return Reason(who, times, Sat(times), Sat(least), among)
