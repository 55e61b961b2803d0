"""What there is to say about rounds, drawn or moved by hand."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.seating.bounds import least_new
from rules.seating.fields import (
    Field,
    K,
    Meeting,
    Report,
    Request,
    RoundSeats,
    SeasonReport,
    field_of,
    repeats_of,
    too_early,
)


def report_on(request: Request[K], rounds: Sequence[RoundSeats[K]]) -> Report[K]:
    """The report on a draft of the rounds asked for, after those played."""
    return report_of(field_of(request), request, rounds)


def report_of(
    field: Field[K], request: Request[K], rounds: Sequence[RoundSeats[K]]
) -> Report[K]:
    """The same where the request is known in numbers already."""
    together = (*request.played, *rounds)
    met = _meetings(request, together)
    broken = tuple(_broken(request.apart, met))
    met_anyway = _broken(request.kept_apart, met)
    kept = all(meeting.rounds[-1] <= len(request.played) for meeting in met_anyway)
    early = _sat_out_early(request, field, rounds)
    repeats = _repeats(met)
    before = _repeats(_meetings(request, request.played))
    least = before + least_new(field, apart_kept=kept)
    times = [len(meeting.rounds) for meeting in met]
    most = max(times, default=0)
    return Report(
        repeats=repeats,
        most_meetings=most,
        most_met=times.count(most),
        all_met_once=most == 1 and _all_meet(request.field, met),
        repeated=tuple(meeting for meeting in met if len(meeting.rounds) > 1),
        least_possible=min(least, repeats) if early else least,
        seat_imbalance=_seat_imbalance(together),
        apart_broken=broken,
        sat_out_early=early,
        season=_season(request.players, request.met, met),
    )


def season_on(
    players: Sequence[K],
    before: Iterable[tuple[K, K, int]],
    rounds: Iterable[RoundSeats[K]],
) -> SeasonReport[K] | None:
    """Who meets somebody new in these rounds; None where nobody had met `before`."""
    asked = Request(tuple(players), rounds=0, seed=0)
    return _season(players, before, _meetings(asked, rounds))


def _season(
    players: Sequence[K],
    before: Iterable[tuple[K, K, int]],
    met: Iterable[Meeting[K]],
) -> SeasonReport[K] | None:
    here = set(players)
    had = {frozenset(pair) for *pair, _ in before if here.issuperset(pair)}
    if not had:
        return None
    pairs = [meeting.pair for meeting in met if here.issuperset(meeting.pair)]
    again = tuple(pair for pair in pairs if frozenset(pair) in had)
    seated = {who for pair in pairs for who in pair}
    to_new = {who for pair in pairs if frozenset(pair) not in had for who in pair}
    nobody_new = tuple(who for who in players if who in seated - to_new)
    return SeasonReport(len(seated), nobody_new, len(pairs), again)


def _all_meet(field: Sequence[K], met: Iterable[Meeting[K]]) -> bool:
    here = set(field)
    pairs = sum(here.issuperset(meeting.pair) for meeting in met)
    return pairs == len(field) * (len(field) - 1) // 2


def _meetings(request: Request[K], rounds: Iterable[RoundSeats[K]]) -> list[Meeting[K]]:
    """All pairs that met, in the order of the field; those who have left come last."""
    keys = list(request.field)
    number = {key: i for i, key in enumerate(keys)}
    met: dict[tuple[int, int], list[int]] = {}
    for count, seats in enumerate(rounds, start=1):
        for table in seats.tables:
            for key in table:
                if key not in number:
                    number[key] = len(keys)
                    keys.append(key)
            for a, b in combinations(sorted(number[key] for key in table), 2):
                met.setdefault((a, b), []).append(count)
    return [Meeting((keys[a], keys[b]), tuple(met[a, b])) for a, b in sorted(met)]


def _repeats(met: Iterable[Meeting[K]]) -> int:
    return sum(repeats_of(len(meeting.rounds)) for meeting in met)


def _broken(
    apart: Iterable[frozenset[K]], met: Iterable[Meeting[K]]
) -> Iterator[Meeting[K]]:
    groups: dict[K, set[int]] = {}
    for number, group in enumerate(apart):
        for key in group:
            groups.setdefault(key, set()).add(number)
    for meeting in met:
        one, other = meeting.pair
        if one in groups and other in groups and groups[one] & groups[other]:
            yield meeting


def _seat_imbalance(rounds: Iterable[RoundSeats[K]]) -> int:
    used: dict[tuple[K, int], list[int]] = {}
    for seats in rounds:
        for table in seats.tables:
            for seat, key in enumerate(table):
                at_such = used.setdefault((key, len(table)), [0] * len(table))
                at_such[seat] += 1
    return max((max(uses) - min(uses) for uses in used.values()), default=0)


def _sat_out_early(
    request: Request[K], field: Field[K], rounds: Iterable[RoundSeats[K]]
) -> tuple[K, ...]:
    number = {key: i for i, key in enumerate(request.field)}
    benches = [[number[key] for key in seats.sit_out] for seats in rounds]
    return tuple(field.keys[who] for who in sorted(too_early(field.sat, benches)))
