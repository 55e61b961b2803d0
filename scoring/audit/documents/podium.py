"""The printed podium audit: the top places by sheet, and the time of verification."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.i18n import (
    MINUS,
    chips_text,
    clock,
    clock_and_day,
    message,
    place_text,
    signed,
)
from clubs.models import Club
from scoring.audit.podium import (
    Checked,
    Podium,
    PodiumRound,
    Stand,
    counted_in_words,
    podium_of,
)
from scoring.core.names import entry_name, public_name
from scoring.games.payoff_card import Heading
from scoring.models import Adjustment, Change, Tournament
from scoring.printing.document import (
    Document,
    NothingToPrint,
    TellProgress,
    document_of,
    nobody_watches,
)
from scoring.printing.jobs import Recipe

STYLE = "print_podium.css"
MISSED = {
    "sit_out": _("sat out"),
    "late": _("came late"),
    "absent": _("absent"),
    "left": _("went home"),
    "stood_in": _("played as a substitute"),
    "sat_in": _("sat out, then played as a substitute"),
}


def podium_recipe(podium: Podium, change: Change, *, paper: str) -> Recipe:
    """Return the recipe for the audit verified by the log line `change`."""
    reader, places = f"{__name__}.read_podium", podium.places
    club = podium.tournament.club
    version = f"{podium.mark} {club.emblem_mark} {club.colour}"
    return Recipe.of(reader, version, said=change.pk, places=places, paper=paper)


def read_podium(
    *, said: int, places: int, paper: str, tell: TellProgress = nobody_watches
) -> Document:
    """Return the audit; raises NothingToPrint if the numbers have changed."""
    line = Change.objects.select_related("tournament__club").get(pk=said)
    tournament = line.tournament
    podium = podium_of(tournament, places) if tournament else None
    if podium is None or not podium.is_logged_by(line):
        raise NothingToPrint(
            message("The numbers have changed. Verify the podium again.")
        )
    return podium_document(podium, line, paper=paper)


def podium_document(podium: Podium, change: Change, *, paper: str) -> Document:
    """Return the audit that the log line `change` verified.

    It shows the mark of the page that it was printed from, and public names; three
    places of an event fit on one page.
    """
    if not podium.stands:
        raise NothingToPrint(
            message("No one has a place yet because no round is over.")
        )
    tournament = podium.tournament
    context = {
        "heading": Heading.of(tournament),
        "podium": podium,
        "verified_at": clock_and_day(change.at.astimezone(tournament.club.zone)),
        "by_name": public_name(change.by_name, tournament.club),
        "stands": [_stand(stand, tournament) for stand in podium.stands],
    }
    return document_of("podium.html", context, style=STYLE, paper=paper)


def _stand(stand: Stand, tournament: Tournament) -> dict[str, Any]:
    return {
        "place": place_text(stand.place, stand.tied),
        "name": entry_name(stand.entry, tournament.club),
        "entry": stand.entry,
        "total": chips_text(stand.total),
        "points": f"{stand.points:g}" if tournament.by_points else "",
        "decided_by": stand.decided_by,
        "rounds": [_round(played, tournament) for played in stand.rounds],
        "rulings": [
            _ruling(ruling, stand, tournament.club) for ruling in stand.rulings
        ],
    }


def _round(played: PodiumRound, tournament: Tournament) -> dict[str, str]:
    """Return a round's row: the player's numbers, the table's, and the verification.

    Without a table, the row has the reason for missing the round, and its chips.
    """
    chips = chips_text(played.chips)
    if played.checked is None:
        reason = str(MISSED.get(played.why, played.why))
        location = message("Round {n}", n=played.number)
        return {"where": location, "own": _or_left_out(reason, played), "chips": chips}
    own_count = str(played.held)
    if tournament.with_chips:
        own_count += f" − {played.borrowed}"
    if played.ruled:
        own_count += f" {'+' if played.ruled > 0 else MINUS} {abs(played.ruled)}"
    return {
        "where": _or_left_out(played.checked.where, played),
        "own": own_count,
        "chips": chips,
        "table": _table(played.checked),
        "verification": _verification_text(played.checked, tournament.club),
    }


def _or_left_out(text: str, played: PodiumRound) -> str:
    return message("Dropped: {what}", what=text) if played.dropped else text


def _table(checked: Checked) -> str:
    """Return the scores of the table and their sum: 131 + 96 + 104 + 69 = 400."""
    count = checked.count
    if count is None:
        return ""
    parts = [str(n) if n >= 0 else f"({MINUS}{-n})" for n in count.scores]
    if count.aside:
        parts.append(message("{chips} set aside", chips=signed(count.aside)))
    return f"{' + '.join(parts)} = {count.total}"


def _verification_text(checked: Checked, club: Club) -> str:
    """Return who counted, how it was verified, and who checked again, with times."""
    first, look = checked.counted, checked.look
    sentences = [counted_in_words(first, first.at.astimezone(club.zone), club)]
    sentences.append(checked.said_to_all(club))
    if checked.life.receipts:
        reason = checked.life.receipts[0].new.reason_text
        sentences.append(message("corrected: {why}", why=reason))
    if look is not None:
        name = public_name(look.by_name, club)
        values = {"name": name, "time": clock(look.at.astimezone(club.zone))}
        sentences.append(
            message(
                "checked against the paper by the person who counted: {name}, {time}",
                **values,
            )
            if checked.looked_by_the_same
            else message("checked against the paper: {name}, {time}", **values)
        )
    return "; ".join(sentences) + "."


def _ruling(ruling: Adjustment, stand: Stand, club: Club) -> tuple[str, str]:
    """Return a ruling's reason and its chips, from this player's side."""
    change = ruling.chips if ruling.entry_id == stand.entry.pk else -ruling.chips
    section = f" ({ruling.section})" if ruling.section else ""
    chips = f"+{change}" if change > 0 else chips_text(change)
    return f"{ruling.reason}{section}, {public_name(ruling.by_name, club)}", chips
