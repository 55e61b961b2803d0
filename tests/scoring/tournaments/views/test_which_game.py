"""Which game a tournament is played by: asked where there are more than one."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

import scoring.games
from clubs.models import Club
from scoring.core.writes import ActionRefused
from scoring.games.game_choice import usual_facts
from scoring.models import Change, Round, Tournament
from scoring.tournaments.tournaments import change, create
from scoring.tournaments.views.tournament_form import suggested_name
from tests import builders
from tests.games import pebbles
from tests.messages import message
from tests.scoring.tournaments.views.test_tournaments import as_sent, new, settings_of

pytestmark = pytest.mark.django_db
HEAD = '<span class="fold-subject">Game</span>'
OTHERS = {"game": "pebbles", "preset": "quarry", "house_rules": {"stake": 5}}


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the site's own games only the usual one: others come without a change here."""
    known = ("spjst", "pebbles")
    monkeypatch.setattr(
        scoring.games, "_is_complete", lambda folder: folder.name in known
    )


@pytest.fixture
def two_games() -> Iterator[None]:
    with pebbles.in_place():
        yield


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def value(page: Any, name: str) -> object:
    return page.context["form"][name].value()


def test_where_there_is_one_game_nobody_is_asked(club: Club, client: Client) -> None:
    page = client.get(new(club)).content.decode()
    assert HEAD not in page
    assert (
        message("The scores at a table must total that many for each player.") in page
    )
    assert "places 1 to 4 at table 1, and so on" in page
    assert message("table points 4-3-2-1, then chips") in page
    client.post(new(club), as_sent(client, new(club)))
    assert Tournament.objects.get().game == "spjst"


@pytest.mark.usefixtures("two_games")
def test_each_game_has_its_line_and_the_usual_one_is_chosen(
    club: Club, client: Client
) -> None:
    page = client.get(new(club))
    html = page.content.decode()
    assert HEAD in html
    assert "three or four at a table, nine stones a deal" in html
    assert value(page, "game") == "spjst"
    assert [game.code for game, _ in page.context["form"].offers()] == [
        "spjst",
        "pebbles",
    ]


@pytest.mark.usefixtures("two_games")
def test_choosing_another_brings_its_rules_and_keeps_what_was_typed(
    club: Club, client: Client
) -> None:
    typed = {"place": "the barn", "fee": "7,50", "rules-renege_each": "7"}
    typed["receipt"] = "once"
    sent = as_sent(client, new(club), game="pebbles", name="", date="soon", **typed)
    del sent["public"]
    page = client.post(new(club), sent)
    assert not Tournament.objects.exists()
    assert not page.context["form"].errors
    assert [value(page, name) for name in ("place", "fee", "date", "public")] == [
        "the barn",
        "7,50",
        "soon",
        False,
    ]
    assert value(page, "preset") == "brook"
    assert str(value(page, "start_chips")) == "20"
    assert [*page.context["rules"].fields] == ["original", "stake", "rest"]
    html = page.content.decode()
    assert message(
        "The rule set, house rules and start chips now match this game. "
        "Everything else is as you typed it."
    ) in " ".join(html.split())
    assert (
        message(
            "The scores at a table, including chips in the pools, must total that "
            "many for each player."
        )
        in html
    )
    assert message("table points, then chips") in html
    # Nothing is put back over it: old rule sets and chips would come again.
    assert page.cookies["receipt"].value == "once"


@pytest.mark.usefixtures("two_games")
def test_what_follows_a_game_follows_the_other_unless_it_was_typed(
    club: Club, client: Client
) -> None:
    day = client.get(new(club)).context["form"]["date"].value()
    sent = as_sent(client, new(club), game="pebbles", start_chips="30")
    page = client.post(new(club), sent)
    assert value(page, "start_chips") == "30"
    assert value(page, "name") == suggested_name(day, game="pebbles")
    assert value(page, "name").startswith("Pebbles, ")
    back = as_sent(client, new(club), game="spjst", shown_game="pebbles")
    assert value(client.post(new(club), back), "preset") == "spjst-2013"


@pytest.mark.usefixtures("two_games")
def test_a_tournament_of_the_other_game_is_made(club: Club, client: Client) -> None:
    sent = as_sent(client, new(club), game="pebbles")
    page = client.post(new(club), sent)
    sent = {n: v for n, v in sent.items() if not n.startswith("rules-")}
    typed = {"preset": "quarry", "start_chips": "20", "rules-stake": "3"}
    client.post(new(club), {**sent, **typed, "shown_game": "pebbles"})
    made = Tournament.objects.get()
    assert page.context["form"]["key"].value() == sent["key"]
    assert (made.game, made.preset, made.start_chips) == ("pebbles", "quarry", 20)
    assert made.house_rules == {"stake": 3}
    assert made.with_chips


@pytest.mark.usefixtures("two_games")
def test_same_as_last_time_is_the_same_game(club: Club, client: Client) -> None:
    last = builders.tournament(club, **OTHERS)
    address = f"{new(club)}?like={last.slug}"
    assert client.post(address, as_sent(client, address)).status_code == 302
    made = Tournament.objects.exclude(pk=last.pk).get()
    assert (made.game, made.preset, made.house_rules) == tuple(OTHERS.values())


@pytest.mark.usefixtures("two_games")
def test_a_tournament_is_as_usual_in_its_game(club: Club) -> None:
    by, facts = builders.command(), {"date": builders.DAY, "place": "the hall"}
    made = create(club=club, actor=by, name="Tarok", game="pebbles", **facts)
    assert (made.preset, made.start_chips, made.with_chips) == ("brook", 20, True)
    on_paper = {"preset": "book", "start_chips": 0, "with_chips": False}
    assert usual_facts("scarto") == on_paper
    with pytest.raises(Exception, match=message("This site doesn’t have that game.")):
        create(club=club, actor=by, name="Nothing", game="poker", **facts)


@pytest.mark.usefixtures("two_games")
def test_before_a_round_has_opened_it_can_be_changed(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club, house_rules={"renege_each": 7})
    draft = Round.objects.create(tournament=tournament, number=1)
    address = settings_of(tournament)
    page = client.post(address, as_sent(client, address, game="pebbles"))
    assert page.status_code == 200
    assert [*page.context["rules"].fields] == ["original", "stake", "rest"]
    sent = as_sent(client, address, game="pebbles", shown_game="pebbles")
    sent |= {"preset": "brook", "start_chips": "20"}
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.game, tournament.preset) == ("pebbles", "brook")
    assert tournament.house_rules == {}
    assert not Round.objects.filter(pk=draft.pk).exists()
    row = Change.objects.get(what="settings")
    assert "game: SPJST Tarok" in row.old
    assert "game: Pebbles" in row.new


@pytest.mark.usefixtures("two_games")
def test_once_a_round_has_opened_it_stays(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    builders.published_round(tournament)
    address = settings_of(tournament)
    assert HEAD not in client.get(address).content.decode()
    forged = as_sent(client, address, game="pebbles", shown_game="pebbles")
    client.post(address, forged)
    tournament.refresh_from_db()
    assert tournament.game == "spjst"
    with pytest.raises(
        ActionRefused,
        match=message("The first round has opened, so you can’t change the game."),
    ):
        change(tournament=tournament, actor=builders.command(), reason="so", **OTHERS)
