"""Actions on several entries at once: check in, mark as paid, withdraw, add to team."""

from collections.abc import Callable, Sequence

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubs.i18n import message
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import ActionRefused, Actor, lock
from scoring.models import Entry, Tournament
from scoring.people import check_in
from scoring.people.entries import State, entries_of, refuse_finished


class BulkAction(TextChoices):
    """An action on all selected entries."""

    HERE = "here", _("Check in")
    PAID = "paid", _("Mark as paid")
    WITHDRAW = "withdraw", _("Withdraw")
    TEAM = "team", _("Add to team")


class EntryFilter(TextChoices):
    """A filter of a list of entries."""

    ALL = "", _("everyone")
    EXPECTED = "expected", _("expected")
    HERE = "here", _("here")
    AWAY = "away", _("absent or went home")
    UNPAID = "unpaid", _("fee not paid")
    NO_TEAM = "no-team", _("without a team")


def shows(name: str, entry: Entry) -> bool:
    """Return whether the filter includes an entry.

    People who withdrew owe no fee and need no team.
    """
    is_away = entry.state in (State.ABSENT, State.LEFT)
    return {
        EntryFilter.ALL: True,
        EntryFilter.EXPECTED: entry.state == State.EXPECTED,
        EntryFilter.HERE: entry.state == State.HERE,
        EntryFilter.AWAY: is_away,
        EntryFilter.UNPAID: not entry.paid and not is_away,
        EntryFilter.NO_TEAM: not entry.team and not is_away,
    }[EntryFilter(name)]


def kinds_of(tournament: Tournament) -> list[EntryFilter]:
    """Return the filters that make sense for the tournament's fee and teams."""
    left_out = {
        EntryFilter.UNPAID: not tournament.fee,
        EntryFilter.NO_TEAM: tournament.teams != Tournament.Teams.NAMED,
    }
    return [way for way in EntryFilter if not left_out.get(way)]


def doings_of(tournament: Tournament) -> list[BulkAction]:
    """Return the bulk actions that make sense for the tournament's fee and teams."""
    left_out = {
        BulkAction.PAID: not tournament.fee,
        BulkAction.TEAM: tournament.teams != Tournament.Teams.NAMED,
    }
    return [act for act in BulkAction if not left_out.get(act)]


@transaction.atomic
def do_several(
    *,
    tournament: Tournament,
    actor: Actor,
    entry_ids: Sequence[int],
    doing: str,
    team: str = "",
) -> int:
    """Apply an action to all of these entries or none. Return how many changed.

    Each entry gets a log line. A form sent twice changes nothing the second time.
    People who withdraw become absent, or went home if they have sat in a round; their
    results stay. Raises ActionRefused for a finished tournament, and for a team without
    a name.
    """
    locked_tournament = lock(tournament)
    refuse_finished(locked_tournament)
    if doing not in doings_of(locked_tournament):
        raise ActionRefused(message("Choose what to do with them."))
    if doing == BulkAction.TEAM and not team.strip():
        raise ActionRefused(message("Enter the team name."), "team")
    chosen = [
        entry
        for entry in entries_of(locked_tournament).entries
        if entry.pk in {*entry_ids}
    ]
    if not chosen:
        raise ActionRefused(message("Select someone first."))
    change = _change_of(BulkAction(doing), actor, team)
    with recorded(locked_tournament, actor, ActKind.SEVERAL) as recording:
        recording.number = sum(change(entry) for entry in chosen)
    return recording.number


def _change_of(doing: BulkAction, actor: Actor, team: str) -> Callable[[Entry], bool]:
    """Return the function that changes one entry and returns whether it changed."""

    def in_state(entry: Entry, state: State) -> bool:
        if entry.state == state:
            return False
        check_in.update_entry(entry=entry, actor=actor, state=state)
        return True

    def withdraw(entry: Entry) -> bool:
        if entry.state in (State.ABSENT, State.LEFT):
            return False
        sat = getattr(entry, "is_seated", False)
        return in_state(entry, State.LEFT if sat else State.ABSENT)

    def pay(entry: Entry) -> bool:
        if not entry.paid:
            check_in.update_entry(entry=entry, actor=actor, paid=True)
            return True
        return False

    def join(entry: Entry) -> bool:
        return check_in.set_team(entry=entry, actor=actor, team=team).team != entry.team

    return {
        BulkAction.HERE: lambda entry: in_state(entry, State.HERE),
        BulkAction.PAID: pay,
        BulkAction.WITHDRAW: withdraw,
        BulkAction.TEAM: join,
    }[doing]
