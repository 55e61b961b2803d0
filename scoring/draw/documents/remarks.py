"""What stands below the lists of seats: who plays for whom, why somebody sits out."""

from collections.abc import Iterable

from django.db.models import F

from scoring.draw.selectors.sit_outs import bench_of, why_out
from scoring.models import Round, Seat, SitOut
from scoring.people.selectors.roster import spelled


def remarks_of(rounds: Iterable[Round]) -> tuple[str, ...]:
    """Who plays for whom, then why somebody sits out, by round; two queries."""
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    rows = outs.select_related("entry", "credit", "round__draw")
    together: dict[int, list[SitOut]] = {}
    for row in rows.order_by("entry__number"):
        together.setdefault(row.round.number, []).append(row)
    said = list(_stand_ins(rounds))
    for number, found in sorted(together.items()):
        names = {each.entry_id: _sitter(each) for each in found}
        for bench in bench_of(found[0].round, [each.entry for each in found]):
            who = [names[entry.pk] for entry in bench.entries]
            why = f", {bench.why}" if bench.why else ""
            if why or any(
                each.sits_for for each in found if each.entry in bench.entries
            ):
                verb = "sits" if len(who) == 1 else "sit"
                said.append(f"Round {number}: {', '.join(who)} {verb} out{why}.")
    return tuple(said)


def _sitter(row: SitOut) -> str:
    whose = f" for {spelled([row.credit])}" if row.credit and row.sits_for else ""
    return spelled([row.entry]) + whose


def _stand_ins(rounds: Iterable[Round]) -> Iterable[str]:
    """3 Marie Kubala plays for 9 Emil Hruska in rounds 2, 3; one query."""
    seats = Seat.objects.filter(round__in=rounds, credit__isnull=False)
    others = seats.exclude(credit=F("entry")).select_related("entry", "credit", "round")
    pairs: dict[str, list[int]] = {}
    for seat in others.order_by("entry__number", "round__number"):
        if seat.entry and seat.credit:
            pair = f"{spelled([seat.entry])} plays for {spelled([seat.credit])}"
            pairs.setdefault(pair, []).append(seat.round.number)
    for pair, numbers in pairs.items():
        word = "round" if len(numbers) == 1 else "rounds"
        yield f"{pair} in {word} {', '.join(map(str, numbers))}."


def sitter_remark(row: SitOut) -> str:
    """For whom somebody sits out, and why, beside his name."""
    whose = f"for {row.sits_for}" if row.sits_for else ""
    return ", ".join(filter(None, (whose, why_out(row.round, row.entry))))
