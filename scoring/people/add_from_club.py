"""Adding players of the club by selection: those of the last event, and all others."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, IntegerField, When

from clubs.i18n import joined, message
from clubs.models import Player
from clubs.name_search import by_name
from scoring.core.writes import Actor, Conflict
from scoring.models import Answer, Entry, Tournament
from scoring.people.entry_lists import ToEnter, enter
from scoring.people.name_parsing import Listed


@dataclass(frozen=True, slots=True)
class Pick:
    """A player who can be selected, with the team and classes of the new entry."""

    player: Player
    team: str = ""
    classes: tuple[str, ...] = ()
    is_out: bool = False  # said they can't make it

    @property
    def details(self) -> str:
        """The details next to the name: lodge, team, classes, and an RSVP of no."""
        answer = message("said they can’t make it") if self.is_out else ""
        facts = (self.player.lodge, self.team, *self.classes, answer)
        return joined(filter(None, facts))


@dataclass(frozen=True, slots=True)
class Picks:
    """The players who can be selected for a tournament, without those entered already.

    `last` is the event whose people come first; `entered` is the number of entered
    players.
    """

    last: Tournament | None
    of_last: tuple[Pick, ...]
    others: tuple[Pick, ...]
    entered: int

    @property
    def everybody(self) -> tuple[Pick, ...]:
        return self.of_last + self.others


def last_time(tournament: Tournament) -> Tournament | None:
    """Return the last earlier event with people, of the same game if there is one."""
    earlier = Tournament.objects.filter(
        club=tournament.club_id, date__lte=tournament.date, old_list=None
    ).exclude(pk=tournament.pk)
    came = Entry.objects.filter(house=None, player__isnull=False).exclude(
        state=Entry.State.ABSENT
    )
    same_game = Case(
        When(game=tournament.game, then=0), default=1, output_field=IntegerField()
    )
    with_people = earlier.filter(pk__in=came.values("tournament"))
    return with_people.order_by(same_game, "-date", "-pk").first()


def picks_of(tournament: Tournament, last: Tournament | None) -> Picks:
    """Return the players to select: those who came to `last`, then all others.

    Players of `last` are in the order of their start numbers there, the others by name.
    People who said they can't make it are among the others, so that selecting everyone
    of `last` leaves them out. Teams and classes of `last` are copied if this tournament
    has them too. Four queries.
    """
    entered = set(
        tournament.entries.exclude(player=None).values_list("player", flat=True)
    )
    players = tournament.club.players.filter(erased_at=None)
    free = {player.pk: player for player in players if player.pk not in entered}
    said_no = tournament.answers.filter(state=Answer.State.OUT)
    absent_players = set(said_no.values_list("player", flat=True))
    of_last = []
    for entry in _who_came(last) if last else ():
        if entry.player_id in free and entry.player_id not in absent_players:
            player = free.pop(entry.player_id)
            of_last.append(_pick_of_entry(tournament, entry, player))
    others = tuple(
        Pick(player, is_out=player.pk in absent_players)
        for player in by_name(free.values())
    )
    return Picks(last, tuple(of_last), others, len(entered))


def _who_came(last: Tournament) -> Iterable[Entry]:
    people = last.entries.filter(house=None).exclude(player=None)
    return people.exclude(state=Entry.State.ABSENT).order_by("number")


def _pick_of_entry(tournament: Tournament, entry: Entry, player: Player) -> Pick:
    named = tournament.teams == Tournament.Teams.NAMED
    classes = (name for name in tournament.class_names if name in entry.classes)
    return Pick(player, entry.team if named else "", tuple(classes))


def enter_picked(
    *,
    tournament: Tournament,
    actor: Actor,
    chosen: Iterable[int],
    last: Tournament | None,
    key: str,
    state: str,
) -> int:
    """Enter the selected players, by their keys.

    Return how many are new in the tournament. Players who were entered by someone else
    since then aren't entered again. Raises ActionRefused if the tournament is finished,
    and Conflict if a player is no longer in the club's list.
    """
    wanted = set(chosen)
    players = tournament.club.players.filter(erased_at=None, pk__in=wanted)
    if players.count() < len(wanted):
        raise Conflict(
            message(
                "Someone you selected is no longer in the club. Review the list, "
                "then enter them."
            )
        )
    picked = [
        pick
        for pick in picks_of(tournament, last).everybody
        if pick.player.pk in wanted
    ]
    people = [
        ToEnter(
            Listed(
                line,
                pick.player.name,
                pick.player.lodge,
                team=pick.team,
                classes=pick.classes,
            ),
            pick.player,
            anyway=True,
        )
        for line, pick in enumerate(picked, start=1)
    ]
    return enter(
        tournament=tournament, actor=actor, people=people, key=key, state=state
    )
