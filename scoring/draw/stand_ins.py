"""Who plays for whom, and what part either was drawn for himself."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F
from django.utils.translation import gettext_noop

from clubs.wording import say
from scoring.draw.sit_out_words import RESEAT
from scoring.models import Entry, Round, Tournament


class Part(StrEnum):
    """What somebody was drawn to do in a round."""

    SEAT = "seat"
    OUT = "out"


# What the rounds score that somebody did not play himself: those he would have played,
# and those he would have sat out.
OWN_ROUNDS = {
    Tournament.MissedScore.START: gettext_noop(
        "While somebody who is ranked plays for another, their own rounds score the "
        "start chips."
    ),
    Tournament.MissedScore.AVERAGE: gettext_noop(
        "While somebody who is ranked plays for another, their own rounds score their "
        "own average."
    ),
    Tournament.MissedScore.ZERO: gettext_noop(
        "While somebody who is ranked plays for another, their own rounds score 0."
    ),
}
OWN_SIT_OUTS = {
    Tournament.MissedScore.START: gettext_noop(
        "Rounds that they would have sat out score the start chips."
    ),
    Tournament.MissedScore.AVERAGE: gettext_noop(
        "Rounds that they would have sat out score their own average."
    ),
    Tournament.MissedScore.ZERO: gettext_noop(
        "Rounds that they would have sat out score 0."
    ),
}


@dataclass(frozen=True, slots=True)
class StandIn:
    """A substitute and the rounds he has played for somebody."""

    entry: Entry
    rounds: tuple[int, ...]


def stand_ins(tournament: Tournament) -> list[StandIn]:
    """Who plays for somebody now, by start number; two queries."""
    theirs = tournament.entries.exclude(substitute_for=None)
    seats = tournament.rounds.filter(
        state__in=Round.COUNTING,
        seats__entry__in=theirs,
        number__gte=F("seats__entry__substitute_from"),
    )
    played: dict[int, list[int]] = {}
    found = seats.order_by("number").values_list("seats__entry", "number")
    for entry, number in found:
        played.setdefault(entry, []).append(number)
    return [
        StandIn(each, tuple(played.get(each.pk, ())))
        for each in theirs.select_related("substitute_for")
    ]


def own_rounds(tournament: Tournament) -> str:
    """What a ranked player gives up who plays for another; empty where it is nothing."""
    if tournament.substitute_counts == Tournament.Substitute.OWN:
        return ""
    missed = OWN_ROUNDS[Tournament.MissedScore(tournament.absent_score)]
    out = OWN_SIT_OUTS[Tournament.MissedScore(tournament.sit_out_score)]
    return f"{say(missed)} {say(out)}"


def next_start(tournament: Tournament) -> int:
    """The round from which somebody is most likely to be replaced.

    The first that is published and misses a count, else the one that comes next.
    """
    counted = tournament.rounds.filter(state__in=Round.COUNTING)
    waiting = counted.filter(sheets__counts=None).order_by("number").first()
    last = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return waiting.number if waiting else (last.number if last else 0) + 1


def drawn_part(rnd: Round, entry: Entry) -> Part | None:
    """What somebody was drawn to do in a round in his own right.

    None where he was drawn for another, or by nobody: his seat, or his sit-out, is then
    that of the one for whom he plays. The newest draw that knew him as himself tells;
    smallest changes since then rest on it.
    """
    number, key = str(rnd.number), str(entry.pk)
    drawn = rnd.tournament.draws.filter(pk__lte=rnd.draw_id or 0)
    for draw in drawn.order_by("-pk"):
        if number not in draw.report.get("sit_outs", {}):
            continue
        himself = key not in draw.input.get("plays_for", {})
        if himself and entry.pk in draw.input["players"]:
            return Part.OUT if key in draw.report["sit_outs"][number] else Part.SEAT
        if draw.input.get("kind") != RESEAT:
            return None
    return None
