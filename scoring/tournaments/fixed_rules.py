"""Rules that a tournament may have, and that stay once it is played by them."""

from django.core.exceptions import ValidationError

from clubs.wording import say
from rules.ranking import TieBreak
from scoring.core.services.changes import Refused
from scoring.games import games_here
from scoring.games.game_adapter import house_rules_of
from scoring.models import Round, Tournament

# What belongs to the tournament from the moment its first round opens.
FIXED_ONCE_PLAYED = ("game", "preset", "house_rules", "start_chips")


def rules_are_fixed(tournament: Tournament) -> bool:
    """Whether the first round has opened: rules and start chips stay from then on."""
    return tournament.rounds.exclude(state=Round.State.DRAFT).exists()


def refuse_fixed(tournament: Tournament, changed: list[str], reason: str) -> None:
    """Raises Refused for what stays, and for what needs a reason and has none."""
    fixed = [name for name in FIXED_ONCE_PLAYED if name in changed]
    if not fixed or not rules_are_fixed(tournament):
        return
    if "game" in fixed:
        raise Refused(say("The first round has opened: the game stays."), "game")
    if (
        "start_chips" in fixed
        and tournament.rounds.filter(sheets__counts__isnull=False).exists()
    ):
        said = say("Sheets were counted with these start chips; they stay.")
        raise Refused(said, "start_chips")
    if not reason:
        said = say("The first round has opened: say why the rules change.")
        raise Refused(said, "reason")


def known_game(game: str) -> str:
    """Raises ValidationError where the site knows no game of this name."""
    if game not in games_here():
        raise ValidationError({"game": say("There is no such game.")})
    return game


def refuse_unknown_rules(tournament: Tournament) -> None:
    """What the database cannot know: the game's rules and the ways to break a tie.

    Raises ValidationError with the field at fault.
    """
    known_game(tournament.game)
    try:
        house_rules_of(tournament)
    except ValueError as wrong:
        raise ValidationError({"house_rules": str(wrong)}) from None
    known = {each.value for each in TieBreak}
    given = tournament.tie_breaks
    if (
        not isinstance(given, list)
        or set(given) - known
        or len(set(given)) < len(given)
    ):
        raise ValidationError(
            {"tie_breaks": say("Each tie-break once, from the list.")}
        )
