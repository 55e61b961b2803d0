"""House rules are values: made once for a game, a preset and its changes."""

from scoring.games.game_adapter import game_and_rules_of
from scoring.models import Tournament


def played(**house: object) -> Tournament:
    return Tournament(game="spjst", preset="spjst-2013", house_rules=house)


def test_a_house_is_made_once() -> None:
    game, rules = game_and_rules_of(played(renege_each=3))
    assert rules.renege_each == 3
    assert game_and_rules_of(played(renege_each=3)) == (game, rules)
    assert game_and_rules_of(played(renege_each=3))[1] is rules


def test_a_house_that_changes_is_another() -> None:
    tournament = played(renege_each=3)
    game_and_rules_of(tournament)
    tournament.house_rules["renege_each"] = 4
    assert game_and_rules_of(tournament)[1].renege_each == 4
    tournament.preset = "westfest-2012"
    rules = game_and_rules_of(tournament)[1]
    assert rules == game_and_rules_of(tournament)[0].house.rules(
        "westfest-2012", {"renege_each": 4}
    )
