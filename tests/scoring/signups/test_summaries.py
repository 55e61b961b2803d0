"""What so many people make, in sentences, at the tables of every game."""

import re

import pytest

from rules.capacity import tables_of
from rules.seating import left_over, table_sizes
from scoring.games import games_here
from scoring.games.game_adapter import sizes_of
from scoring.games.game_choice import usual_facts
from scoring.models import Tournament
from scoring.people import entries
from scoring.signups import rsvps
from scoring.signups.summaries import rsvp_text, table_summary
from tests import builders
from tests.messages import message


def numbers(sentences: list[str], form: str) -> int | None:
    found = [re.fullmatch(form, sentence) for sentence in sentences]
    return next((int(each[1]) for each in found if each), None)


@pytest.mark.parametrize("people", range(1, 33))
@pytest.mark.parametrize("game", games_here())
def test_the_sentences_are_right_at_every_games_tables(game: str, people: int) -> None:
    sizes = sizes_of(Tournament(game=game, preset=usual_facts(game)["preset"]))
    said = table_summary(tables_of(people, sizes))
    assert numbers(said, r"(\d+) players? (?:is|are) going\.") == people
    tables = numbers(said, r"That’s (\d+) tables?\.")
    assert (tables or 0) == len(table_sizes(people, sizes))
    if tables:
        out = numbers(said, r"(\d+) sits? out\.")
        assert (out or 0) == left_over(people, sizes)
        fewer = numbers(said, r"With (\d+) fewer, nobody sits out\.")
        assert (fewer is None) or left_over(people - fewer, sizes) == 0
    more = numbers(said, r"(\d+) more players? would fill a(?:nother)? table\.")
    assert more is not None
    assert len(table_sizes(people + more, sizes)) > (tables or 0)


@pytest.mark.parametrize(
    ("people", "spare", "house", "said"),
    [
        (15, 0, False, []),
        (
            15,
            1,
            False,
            ["1 player is on standby.", message("That’s enough for another table.")],
        ),
        (
            14,
            3,
            False,
            [
                "3 players are on standby.",
                "2 of them would fill another table.",
            ],
        ),
        (13, 2, False, ["2 players are on standby."]),
        (
            14,
            2,
            True,
            [
                "2 players are on standby.",
                message("With {n} of them, no house player is needed.", n=2),
            ],
        ),
    ],
)
def test_who_comes_only_if_needed_is_told_with_what_they_make(
    people: int, spare: int, house: bool, said: list[str]
) -> None:
    without = table_summary(tables_of(people, house=house))
    assert table_summary(tables_of(people, house=house), spare) == [*without, *said]


@pytest.mark.django_db
def test_whoever_is_needed_reads_so() -> None:
    evening = builders.tournament(builders.club(), asks=True)
    player, by = builders.player(evening.club), builders.command()
    comer = rsvps.set_going(tournament=evening, player=player, actor=by, if_needed=True)
    assert rsvp_text(comer, evening) == message(
        "You’re on standby. You’ll play if someone is missing."
    )
    entries.add(tournament=evening, actor=by, player=player)
    comer = rsvps.coming_to(evening).rsvp_of(player)
    assert rsvp_text(comer, evening).endswith(
        message("You were on standby and you’re needed. You’re going.")
    )
