"""What is kept of each player's evening, reckoned again from standings and hands."""

from collections.abc import Iterator

from django.db.models import QuerySet

from scoring.models import Standings, Tournament
from scoring.results.standings import stored_rows
from scoring.years.hand_figures import Kept, figures_of
from scoring.years.tallies import Facts, facts_of, kept_facts, kept_figures


def wrong_tallies(tournament: Tournament, *, hands: bool = True) -> Iterator[str]:
    """Tallies that do not follow from the kept standings and, if so asked, the hands.

    What the rules refuse was nothing for anybody: hands are to be right. Where they are
    still to follow, nothing is said of them: that is behind, not wrong.
    """
    marks = Standings.objects.filter(tournament=tournament)
    revision, followed = marks.values_list("revision", "followed").first() or (0, 0)
    if followed > revision:
        yield f"tallies: they followed revision {followed} of {revision}"
    if followed < revision:
        return
    kept = kept_facts(tournament)
    names = dict(tournament.entries.values_list("pk", "name"))
    right = list(facts_of(tournament, stored_rows(tournament)))
    was = kept_figures(tournament) if hands else {}
    figures = figures_of(tournament, right, {}) if hands else {}
    for facts in right:
        old = kept.pop(facts.entry_id, None)
        who = f"tally, {names[facts.entry_id]}"
        if old is None:
            yield f"{who}: it is missing"
            continue
        for name, said, is_now in zip(Facts._fields, old, facts, strict=True):
            if said != is_now:
                what = name.replace("_", " ")
                yield f"{who}: {what} {said} kept, {is_now} from the standings"
        if hands:
            both = was[facts.entry_id].figures, figures[facts.entry_id]
            for name in _wrong_figures(*both):
                yield f"{who}: “{name}” is not what the hands say"
    for entry in sorted(kept):
        yield f"tally, {names.get(entry, entry)}: it is kept and should not be"


def behind(tournaments: QuerySet[Tournament]) -> Iterator[str]:
    """Which of these have tallies that are still to follow: no difference."""
    late = Standings.objects.behind().filter(tournament__in=tournaments)
    for club, slug in late.values_list("tournament__club__slug", "tournament__slug"):
        yield (
            f"{club}/{slug}: behind: its tallies and seasons follow in a moment, and "
            "were not audited"
        )


def _wrong_figures(kept: Kept, right: Kept) -> list[str]:
    """What differs: a figure's name, or another part; from which seats is no matter."""
    was, is_now = ({**each, **each.get("sums", {})} for each in (kept, right))
    names = sorted({*was, *is_now} - {"seats", "sums"})
    return [name for name in names if was.get(name) != is_now.get(name)]
