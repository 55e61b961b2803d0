"""What is kept of the standings, and whom and where it is about."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Model, OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import get_language

from clubs.models import Club
from scoring.core.selectors.names import hides, public_name
from scoring.models import Change, Entry, Standings, Tournament
from scoring.results.lines import Person

# Writes that no page for everybody shows anything of: at full play there are some every
# second. Whatever else is written, of a kind to come too, is news.
UNSEEN = (
    *("hand", "void", "loan", "phone", "call", "answer", "tray", "token", "print"),
    *("chips", "photo"),
)


def version_of(tournament: Tournament) -> str:
    """Another one with all that standings and screen show, and by no saved hand; one query.

    Scores in force, rounds, rulings, announcements, the clock, who is shown by which name,
    the settings of tournament and club, and the language of whoever reads.
    """
    lines = Change.objects.filter(tournament=OuterRef("pk")).exclude(what__in=UNSEEN)
    change = Subquery(lines.order_by("-pk").values("pk")[:1])
    rows = Tournament.objects.filter(pk=tournament.pk)
    # A restored site may give keys and versions twice, hence the time.
    kept = rows.values_list("standings__version", "standings__reckoned_at", change)
    version, _, last = stamp = kept.get()
    facts = [stamp, _facts(tournament), _facts(tournament.club), get_language()]
    digest = hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:12]
    return f"{version or 0}-{last or 0}-{digest}"


def _facts(row: Model) -> list[Any]:
    """All that a row says: some of it is changed without a line in a tournament's log."""
    return [getattr(row, each.attname) for each in row._meta.concrete_fields]


def stored_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The rows of the kept standings, first to last, as they are kept."""
    rows = Standings.objects.filter(tournament=tournament).values_list("rows")
    return next((each for (each,) in rows), [])


def has_scores(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a round is over that was played, so that there are places at all.

    A row without any round is of an old list.
    """
    return any(
        not row["rounds"]
        or any(each["table"] and not each.get("apart") for each in row["rounds"])
        for row in rows
    )


def told(row: Mapping[str, Any] | None) -> Any:
    """What a reader of a line would miss; the order of equals is not."""
    return row and {key: value for key, value in row.items() if key != "decided_by"}


def differ(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> bool:
    """Whether two standings say different things of anybody."""
    was, now = ({row["entry"]: told(row) for row in rows} for rows in (old, new))
    return was != now


def people_of(tournament: Tournament, *, full: bool = False) -> dict[int, Person]:
    """Ranked entries by name, as the club shows it or `full`; one query.

    An edition of before a merge names those who were merged.
    """
    entries = Entry.everybody.filter(tournament=tournament, ranked=True)
    values = entries.values_list(
        *("pk", "number", "name", "lodge", "player", "player__number"),
        *("player__erased_at", "team", "classes", "lot"),
    )
    club = tournament.club
    stem, people = players_stem(club), {}
    for pk, number, name, lodge, player, known_as, gone, team, classes, lot in values:
        has_page = player and not gone and tournament.public
        people[pk] = Person(
            str(number),
            name if full else public_name(name, club, player),
            lodge,
            f"{stem}{known_as}/" if has_page and not hides(club, player) else "",
            team,
            tuple(classes),
            lot,
        )
    return people


def sheet_stem(tournament: Tournament, number: int) -> str:
    """How the addresses of a round's sheets begin; the table ends them."""
    return stem_of("scoring:sheet", tournament.club.slug, tournament.slug, number)


def sheets_in(club: Club) -> Callable[[str, int, int], str]:
    """Addresses of a club's sheets, by a tournament's slug, the round and the table."""
    parts = reverse("scoring:sheet", args=[club.slug, "0", 0, 0]).rsplit("0", 3)
    return lambda *where: "".join(
        f"{part}{each}" for part, each in zip(parts, (*where, ""), strict=True)
    )


def places_stem(tournament: Tournament) -> str:
    """How the addresses of explained places begin; the start number ends them."""
    return stem_of("scoring:place", tournament.club.slug, tournament.slug)


def players_stem(club: Club) -> str:
    """How the addresses of a club's players begin; the number in the club ends them."""
    return stem_of("scoring:player", club.slug)


def stem_of(name: str, *where: object) -> str:
    """How addresses of a kind begin that end with a number.

    Looking each of them up would take most of a page's time.
    """
    return reverse(name, args=[*where, 0]).removesuffix("0/")


def standing_for(tournament: Tournament) -> dict[int, int]:
    """Who sits now for whose standing: the one who left, and his substitute."""
    if tournament.substitute_counts != Tournament.Substitute.REPLACED:
        return {}
    theirs = tournament.entries.exclude(substitute_for=None)
    return {of: pk for of, pk in theirs.values_list("substitute_for", "pk") if of}
