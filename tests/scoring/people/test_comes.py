"""A list may say who comes, who waits, who does not; and an export comes back in."""

import pytest

from scoring.exports.tables import tables_of
from scoring.models import Answer, Tournament
from scoring.people import entry_lists
from scoring.people.name_parsing import as_text, read_pasted
from scoring.signups.rsvps import coming_to
from tests import builders

pytestmark = pytest.mark.django_db

LIST = """Name\tComes
Marie Kubala\tin
Josef Marek\tmaybe late
Anna Svoboda\tonly if needed
Karel Novak\twaiting list
Eva Cerna\toffered
Jan Maly\tasked
Petr Velky\tno
Ida Nova\t"""


def enter(tournament: Tournament, text: str, key: str = "one") -> int:
    read = read_pasted(text)
    assert read.wrong == ()
    plan = entry_lists.plan_of(tournament, read.people)
    people = entry_lists.decided(plan, {})
    by = builders.command()
    return entry_lists.enter(tournament=tournament, actor=by, people=people, key=key)


def told(tournament: Tournament) -> dict[str, str]:
    [table] = [each for each in tables_of(tournament) if each.name == "answers"]
    at = table.columns.index("comes")
    return {row[1]: row[at] for row in table.rows()}


def test_each_word_is_a_state_and_an_export_comes_back_in() -> None:
    evening = builders.tournament(builders.club(), asks=True)
    Tournament.objects.update(places=3)
    evening.refresh_from_db()
    assert enter(evening, LIST) == 3
    numbers = evening.entries.order_by("number").values_list("number", "name")
    entered = ["Marie Kubala", "Josef Marek", "Ida Nova"]
    assert list(numbers) == [*enumerate(entered, start=1)]
    expected = {
        "Marie Kubala": "in",
        "Josef Marek": "late",
        "Ida Nova": "in",
        "Anna Svoboda": "on standby",
        "Karel Novak": "waiting",
        "Eva Cerna": "waiting",
        "Jan Maly": "asked",
        "Petr Velky": "out",
    }
    assert told(evening) == expected
    waiting = [comer.player.name for comer in coming_to(evening).waiting]
    assert waiting == ["Karel Novak", "Eva Cerna"]  # as they stand in the list

    other = builders.tournament(evening.club, slug="other", asks=True, places=3)
    rows = "\n".join(f"{name}\t{comes}" for name, comes in told(evening).items())
    enter(other, f"Name\tComes\n{rows}", key="other")
    assert told(other) == expected
    assert Answer.objects.filter(tournament=other).count() == 6


def test_what_is_no_answer_is_told_and_the_list_is_read_again_alike() -> None:
    read = read_pasted("Name\tComes\nMarie Kubala\tperhaps")
    assert [(wrong.line, wrong.column) for wrong in read.wrong] == [(2, "comes")]
    people = read_pasted(LIST).people
    again = read_pasted(as_text(people)).people
    assert [one.comes for one in again] == [one.comes for one in people]
