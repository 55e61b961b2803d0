"""Who sits out, and why: the ledger of a season, and the reason of each sit-out."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.models import Player
from clubs.wording import say
from rules.seating import Reason, Request, RoundSeats, reasons
from scoring.draw.facts import sit_outs_of_season
from scoring.draw.sit_out_words import RESEAT, reason_words, times_words
from scoring.models import Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A player and the rounds he sat out this season."""

    name: str
    rounds: tuple[Round, ...]

    @property
    def times(self) -> str:
        return times_words(len(self.rounds))


def ledger_of(tournament: Tournament) -> list[LedgerLine]:
    """The sit-outs of its season: who has most, first. One query."""
    rows = sit_outs_of_season(tournament).select_related(
        "entry__player", "round__tournament"
    )
    by_player: dict[Player, list[Round]] = defaultdict(list)
    for row in rows.order_by("round__tournament__date", "round__number", "pk"):
        if player := row.entry.player:
            by_player[player].append(row.round)
    order = sorted(
        by_player, key=lambda who: (-len(by_player[who]), who.person_name.key)
    )
    return [LedgerLine(who.name, tuple(by_player[who])) for who in order]


def kept_reasons(
    request: Request[Any],
    rounds: Sequence[RoundSeats[Any]],
    numbers: Iterable[int],
    by_place: Container[int] = (),
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in these rounds, as a draw's report keeps it.

    Of the rounds `by_place` there is nothing to keep: the last ones sit out.
    """
    found = reasons(request.sat_out, request.played, rounds)
    return {
        str(number): {
            str(each.who): [] if number in by_place else _as_kept(each)
            for each in of_round
        }
        for number, of_round in zip(numbers, found, strict=True)
    }


def _as_kept(reason: Reason[Any]) -> list[int]:
    return [reason.times, *reason.sat, *reason.least, reason.among]


def standing_of(rnd: Round) -> list[int]:
    """The order by which a round was seated, from first to last; else empty."""
    asked = rnd.draw.input if rnd.draw else {}
    if asked.get("kind") != RESEAT:
        return list(asked.get("standing", ()))
    now = dict(zip(asked["numbers"], asked.get("now", ()), strict=False))
    return list(now.get(rnd.number, {}).get("standing", ()))


def why_out(rnd: Round, entry: Entry) -> str:
    """Why somebody sits out, in words; empty where nobody drew it."""
    draw = rnd.draw
    if draw is None or "sit_outs" not in draw.report:
        return ""
    kept = draw.report["sit_outs"].get(str(rnd.number), {}).get(str(entry.pk))
    if kept is None and entry.pk not in draw.input["players"]:
        return say("came after the draw")
    if kept is None:
        return say("changed places by hand") if entry.state == Entry.State.HERE else ""
    return reason_words(draw.input, entry.pk, kept)


@dataclass(frozen=True, slots=True)
class Bench:
    """Some who sit out a round for one reason."""

    entries: tuple[Entry, ...]
    why: str
    sits_for: Mapping[int, str]

    @property
    def people(self) -> list[tuple[Entry, str]]:
        """Each with the name of whom it counts for, empty where that is he himself."""
        return [(each, self.sits_for.get(each.pk, "")) for each in self.entries]


def bench_of(
    rnd: Round, entries: Iterable[Entry], sits_for: Mapping[int, str] | None = None
) -> list[Bench]:
    """Who sits out, together with whoever does for the same reason; no query.

    `sits_for` names by entry whom somebody sits out for, where that is another.
    """
    together: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        together[why_out(rnd, entry)].append(entry)
    whose = sits_for or {}
    return [Bench(tuple(found), why, whose) for why, found in together.items()]
