"""The running list of a pack: totals that go on by hand, with all that is known."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import pgettext

from clubs.wording import chips, points, say
from scoring.draw.documents.seats import RoundPlace, places_in
from scoring.draw.facts import players_among
from scoring.games.game_adapter import missed_result, missed_score, ruled_chips
from scoring.models import Entry, Round, SitOut, Tournament
from scoring.results.reckon import ranked_entries
from scoring.results.standings import stored_rows

AVERAGE = "average"  # a score that nobody knows before the last round
NO_TOTAL = "–"  # of whoever is not ranked

Places = Mapping[int, Mapping[int, RoundPlace]]


@dataclass(frozen=True, slots=True)
class RunningCell:
    """A coming round in somebody's line: where, and what is known of its chips.

    `score` is in chips, or “average”, or “→ 5” where start number 5 has them and not
    he; `total` is there while all before it is known. What is empty is written by hand.
    """

    seat: str = ""
    score: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class RunningLine:
    """Somebody's line of the running list: his chips so far, where he sat and will sit.

    `total` has the rounds that are over, dropped ones too, and the rulings on him, but
    no round that scores an average; `points` likewise. `sat` has a table for each of
    these rounds, "out" for a sit-out, "–" where he was not there.
    """

    number: str
    name: str
    total: str
    points: str
    sat: str
    cells: tuple[RunningCell, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """Somebody's part in a coming round: whose standing it is, where, what it scores."""

    by: Entry
    credit: int | None
    seat: str = ""
    score: int | str | None = None


def running_lines(
    tournament: Tournament, coming: Sequence[int]
) -> Iterator[RunningLine]:
    """Everybody who has a place or plays on, by start number; house players last.

    `coming` are the numbers of the rounds with boxes. A fixed number of queries.
    """
    entries = sorted(tournament.entries.all(), key=_order)
    rounds = list(tournament.rounds.exclude(state=Round.State.CANCELLED))
    past = sorted(each.number for each in rounds if each.state == Round.State.FINISHED)
    places = places_in(rounds)
    turns = [list(_turns(tournament, entries, rounds, n, places)) for n in coming]
    wanted = {each.pk for each in ranked_entries(tournament)}
    wanted |= {pk for each in turns for turn in each for pk in _whose(turn)}
    results = _missed_in(tournament, past)
    results |= {row["entry"]: row["rounds"] for row in stored_rows(tournament)}
    ruled = ruled_chips(tournament.adjustments.filter(reversed_at=None))
    numbers = {each.pk: each.label for each in entries}
    for entry in (each for each in entries if each.pk in wanted):
        over = [r for r in results.get(entry.pk, ()) if r["round"] in past]
        known = [each for each in over if not _is_average(tournament, each["why"])]
        total = ruled[entry.pk] + sum(each["chips"] for each in known)
        own = places.get(entry.pk, {})
        yield RunningLine(
            entry.label,
            entry.name,
            chips(total) if entry.ranked else NO_TOTAL,
            points(sum(each["points"] for each in over)) if entry.ranked else NO_TOTAL,
            " ".join(_table(own.get(number)) for number in past),
            tuple(_cells(entry, total, turns, numbers)),
        )


def _missed_in(
    tournament: Tournament, past: Collection[int]
) -> dict[int | None, list[dict[str, Any]]]:
    """What each missed of these rounds: whoever has no place yet begins with that."""
    found: defaultdict[int | None, list[dict[str, Any]]] = defaultdict(list)
    outs = SitOut.objects.filter(
        round__tournament=tournament, round__number__in=past, credit__isnull=False
    )
    for out in outs.exclude(round__state=Round.State.CANCELLED).select_related("round"):
        result = missed_result(tournament, out.round.number, out.why, ())
        facts = {"round": result.round, "why": out.why}
        facts |= {"chips": int(result.chips), "points": result.points}
        found[out.credit_id].append(facts)
    return found


def missed_text(tournament: Tournament, why: str) -> str:
    """What a round sat out or missed scores, as it is said on paper."""
    score = _missed(tournament, why)
    if isinstance(score, str):
        return say("the average of the rounds played")
    return chips(score)


def _missed(tournament: Tournament, why: str) -> int | str:
    if _is_average(tournament, why):
        return AVERAGE
    return int(missed_result(tournament, 0, why, ()).chips)


def _is_average(tournament: Tournament, why: str | None) -> bool:
    return missed_score(tournament, why) == AVERAGE if why else False


def _turns(
    tournament: Tournament,
    entries: Iterable[Entry],
    rounds: Iterable[Round],
    number: int,
    places: Places,
) -> Iterator[_Turn]:
    """Who plays a coming round, sits it out or misses it, as far as it is known."""
    rnd = next((each for each in rounds if each.number == number), None)
    known = {each.pk: each for each in entries}
    seats = {seat.entry_id: seat for seat in rnd.seats.all()} if rnd else {}
    for entry, seat in ((known[pk], seat) for pk, seat in seats.items() if pk):
        where = _place_text(places[entry.pk][number])
        yield _Turn(entry, seat.credit_id, where, seat.score)
    if rnd and rnd.is_published:
        for out in rnd.sit_outs.all():
            where = _out() if out.why == SitOut.Why.SIT_OUT else ""
            score = _missed(tournament, out.why)
            yield _Turn(known[out.entry_id], out.credit_id, where, score)
        return
    for entry in players_among(known.values()):
        if entry.pk not in seats:
            turn = _Turn(entry, entry.credit_in(number))
            score = _missed(tournament, SitOut.Why.SIT_OUT)
            yield replace(turn, seat=_out(), score=score) if rnd else turn


def _whose(turn: _Turn) -> Iterator[int]:
    """Who needs a line: whoever plays, or sits out, and whose standing it is."""
    if turn.seat or turn.score is None:
        yield turn.by.pk
        if turn.credit is not None:
            yield turn.credit


def _cells(
    entry: Entry,
    total: int,
    rounds: Iterable[Iterable[_Turn]],
    numbers: Mapping[int, str],
) -> Iterator[RunningCell]:
    """Somebody's boxes; his total goes on through those that are known."""
    so_far: int | None = total if entry.ranked else None
    for turns in rounds:
        counts = next((turn for turn in turns if turn.credit == entry.pk), None)
        plays = next((t for t in turns if t.by == entry and t is not counts), None)
        score = counts.score if counts else None
        if score is None:
            so_far = None
        elif so_far is not None and score != AVERAGE:
            so_far += int(score)
        yield RunningCell(
            _where(entry, counts, plays),
            ", ".join(_said(entry, counts, plays, numbers)),
            "" if so_far is None else chips(so_far),
        )


def _where(entry: Entry, counts: _Turn | None, plays: _Turn | None) -> str:
    """Where he sits himself, or who sits where for him."""
    if plays:
        return plays.seat
    if counts is None or counts.by == entry or not counts.seat:
        return counts.seat if counts else ""
    return f"{counts.seat} ({counts.by.label})"


def _said(
    entry: Entry, counts: _Turn | None, plays: _Turn | None, numbers: Mapping[int, str]
) -> Iterator[str]:
    """What stands in the box of the score before anybody writes in it."""
    if plays and plays.credit is not None:
        yield f"→ {numbers[plays.credit]}"
    elif plays and entry.ranked:
        yield pgettext("on the sheet", "→ nobody")
    elif plays and plays.score is not None:
        yield _score(plays.score)
    if counts and counts.score is not None:
        own = _score(counts.score)
        yield _own(own) if plays else own


def _out() -> str:
    return pgettext("on the sheet", "out")


def _own(score: str) -> str:
    return pgettext("on the sheet", "own {score}").format(score=score)


def _score(score: int | str) -> str:
    if isinstance(score, str):
        return pgettext("on the sheet", "average")
    return chips(score)


def _order(entry: Entry) -> tuple[int, int]:
    return entry.house or 0, entry.number or 0


def _place_text(place: RoundPlace) -> str:
    return f"{place.table} · {place.position}"


def _table(place: RoundPlace | None) -> str:
    if place is None:
        return "–"
    return str(place.table) if place.table else _out()
