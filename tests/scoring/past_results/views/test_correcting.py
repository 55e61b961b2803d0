"""One line of an old list is put right: what rests on it follows, and the log keeps both."""

import pytest
from django.test import Client

from clubs.models import Club, Role, Season
from scoring.audit.integrity import differences_in, wrong_season_edition
from scoring.models import Change, Entry, Tally, Tournament
from scoring.past_results import undo
from scoring.standings import seasons
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.past_results.test_importer import rows, taken

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, Role.Kind.DIRECTOR))
    return client


def address(club: Club, entry: Entry) -> str:
    return f"/desk/{club.slug}/old-lists/results/{entry.pk}/"


def line_of(club: Club, name: str, slug: str = "1998-05-01") -> Entry:
    found: Entry = Entry.objects.get(tournament__slug=slug, name=name)
    return found


def test_a_total_is_put_right_and_all_that_rests_on_it(
    director: Client, club: Club
) -> None:
    before, made = rows(), taken(club)
    season = Season.objects.get(slug="1998")
    seasons.finish(season=season, actor=build.command())
    at = address(club, line_of(club, "Josef Marek"))
    shown = director.get(f"/{club.slug}/1998-05-01/").text
    assert at in shown
    assert at not in Client().get(f"/{club.slug}/1998-05-01/").text
    page = director.get(at).text
    assert 'value="260"' in page
    assert "id_place" not in page  # the totals make the places
    sent = {"total": "3 600", "points": "", "rounds": "3", "reason": "a slip"}
    for _ in range(2):
        assert director.post(at, sent).headers["Location"] == (
            f"/{club.slug}/1998-05-01/"
        )
    first = Tally.objects.get(tournament__slug="1998-05-01", place=1)
    assert (first.player.name, first.total, first.net) == ("Josef Marek", 3600, 3300)
    evening = Tournament.objects.get(slug="1998-05-01")
    assert [each.reason for each in evening.editions.all()] == [
        "",
        log_text("reason.past_results_corrected", why="a slip"),
    ]
    assert season.editions.count() == 2
    for each in made.tournaments.all():
        assert list(differences_in(each)) == []
    assert list(wrong_season_edition(season)) == []
    told = Change.objects.filter(what="old-list").first()
    assert told is not None
    assert told.text.endswith("Josef Marek: a slip")
    assert (told.old, told.new) == (
        log_text("past_results.line", place="–", total="260", points="–", rounds="3"),
        log_text("past_results.line", place="–", total="3600", points="–", rounds="3"),
    )
    assert Change.objects.filter(what="old-list").count() == 2
    seasons.reopen(season=season, actor=build.command(), reason="a slip")
    season.editions.all().delete()
    undo.take_back(old_list=made, actor=build.command())
    assert rows() == before


@in_turn(
    "sent, said",
    [
        ({"total": "", "reason": ""}, message("This field is required.")),
        (
            {"place": "", "reason": "x"},
            message(
                "Everyone on this list has a place, so enter one for this player too."
            ),
        ),
        (
            {"place": "3", "reason": "x"},
            message("That’s more than the number of players on the list."),
        ),
        ({"place": "1", "total": "2.5", "reason": "x"}, "Enter a whole number"),
        (
            {"place": "1", "points": "many", "reason": "x"},
            "Enter a number.",
        ),
        (
            {"place": "1", "points": "1001", "reason": "x"},
            message("This number is too large."),
        ),
        (
            {"place": "1", "rounds": "0", "reason": "x"},
            message("Enter {limit_value} or more.", limit_value=1),
        ),
        ({"place": "1", "reason": "\0"}, "can’t save"),
    ],
)
def test_what_cannot_be_is_told_and_kept_as_it_was(
    director: Client, club: Club, sent: dict[str, str], said: str
) -> None:
    taken(club)
    at = address(club, line_of(club, "Jan", "1998-06-05"))
    answer = director.post(at, sent)
    assert answer.status_code == 200
    assert said in answer.text
    assert Change.objects.filter(what="old-list").count() == 1


def test_only_a_director_and_only_what_is_in(director: Client, club: Club) -> None:
    made = taken(club)
    at = address(club, line_of(club, "Jan", "1998-06-05"))
    assert Client().get(at).status_code == 302
    other = build.entries(build.tournament(club), 1)[0]
    assert director.get(address(club, other)).status_code == 404
    made.tournaments.update(public=False)
    assert director.get(at).status_code == 404
