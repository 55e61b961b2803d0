"""Players who may be one person, at the desk."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from scoring.core.writes import ActionRefused
from scoring.models import Change, Entry, Merge, TwoPeople
from scoring.people import merges, players
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db


def desk(crew: Crew, name: str, *args: object) -> str:
    return reverse(f"scoring:{name}", args=[crew.club.slug, *args])


def pairs(crew: Crew) -> list[tuple[str, ...]]:
    """Who may be one person, as the page lists them."""
    page = text_of(crew.get("director", desk(crew, "doubles")))
    return [
        tuple(re.findall(r"<strong>(.*?)</strong>", each)[:2])
        for each in page.split('class="double"')[1:]
    ]


@in_turn(
    "one, other, found",
    [
        ("Marie Kubala", "KUBALA, Márie", True),
        ("Marie Kubala", "Marie Kubela", True),
        ("Marie Kubala", "Marie K.", True),
        ("Marie Kubala", "K. Marie", True),
        ("Marie Kubala", "Josef K.", False),
        ("Marie Kubala", "Marie Kubala Novak", False),
        ("Guest 1", "Guest 2", False),
    ],
)
def test_who_may_be_one_person(crew: Crew, one: str, other: str, found: bool) -> None:
    builders.player(crew.club, one)
    builders.player(crew.club, other)
    assert pairs(crew) == ([(one, other)] if found else [])


def test_the_likeliest_stand_first_and_who_sat_together_is_two(crew: Crew) -> None:
    tournament = builders.tournament(crew.club)
    people = builders.entries(tournament, 4)
    builders.player(crew.club, "Josef Marek", "Lodge 1")
    Player.objects.filter(pk=people[1].player_id).update(lodge="Lodge 88")
    builders.player(crew.club, "Anna Svobodova")
    Player.objects.filter(pk=people[3].player_id).update(name="Marie K.")
    assert [pair[0] for pair in pairs(crew)] == [
        "Anna Svoboda",
        "Marie Kubala",
        "Josef Marek",
    ]
    builders.published_round(tournament, [people])
    assert [pair[0] for pair in pairs(crew)] == ["Anna Svoboda", "Josef Marek"]


def test_two_are_merged_and_parted_again(crew: Crew) -> None:
    tournament = builders.tournament(crew.club)
    marie, *_ = builders.entries(tournament, 4)
    builders.published_round(tournament)
    other = builders.player(crew.club, "Marie K.", "Lodge 88")
    address = desk(crew, "player-merge", marie.player.number, other.number)
    page = text_of(crew.get("director", address))
    assert "Fall Tarok" in page
    assert message("Not entered in any tournament.") in page
    sent = {"kept": other.number, "key": "k"}
    for _ in range(2):
        answer = crew.post("director", address, sent)
        said = messages_of(answer)[-1]
        assert said == message(
            "Merged {gone} into {kept}.", gone="Marie Kubala", kept="Marie K."
        )
    assert Entry.objects.get(pk=marie.pk).player == other
    gone = reverse("scoring:player", args=[crew.club.slug, marie.player.number])
    kept = reverse("scoring:player", args=[crew.club.slug, other.number])
    assert crew.get("visitor", gone).url == kept
    edit = desk(crew, "player-edit", marie.player.number)
    assert crew.get("director", edit).url == desk(crew, "player-edit", other.number)
    page = text_of(crew.get("director", desk(crew, "doubles")))
    undo = re.search(r'action="([^"]+/undo/)"', page)[1]
    crew.post("director", undo)
    assert Entry.objects.get(pk=marie.pk).player == marie.player
    assert Merge.objects.get().undone_at


def test_who_are_two_people_are_not_asked_about_again(crew: Crew) -> None:
    one, other = (builders.player(crew.club, n) for n in ("Rose Krenek", "Rose K."))
    apart = desk(crew, "player-apart", other.number, one.number)
    heard = 'two people<span class="visually-hidden"> (Rose Krenek and Rose K.)</span>'
    assert heard in text_of(crew.get("director", desk(crew, "doubles")))
    for _ in range(2):
        answer = crew.post("director", apart)
        assert messages_of(answer)[-1] == message(
            "{one} and {other} were marked as two people.",
            one="Rose K.",
            other="Rose Krenek",
        )
    assert pairs(crew) == []
    page = text_of(crew.get("director", desk(crew, "doubles")))
    assert Change.objects.filter(what="merge").count() == 1
    undo = re.search(r'action="([^"]+/apart/\d+/undo/)"', page)[1]
    for _ in range(2):
        crew.post("director", undo)
    assert pairs(crew) == [("Rose Krenek", "Rose K.")]
    assert Change.objects.filter(what="merge").count() == 2


def test_nobody_is_kept_apart_from_himself(crew: Crew) -> None:
    one = builders.player(crew.club)
    apart = desk(crew, "player-apart", one.number, one.number)
    assert (
        message("That’s the same player. Choose two different players.")
        in messages_of(crew.post("director", apart))[-1]
    )
    assert not TwoPeople.objects.exists()


def test_two_who_sat_in_one_round_are_refused_with_the_round(crew: Crew) -> None:
    tournament = builders.tournament(crew.club)
    one, other, *_ = builders.entries(tournament, 4)
    builders.published_round(tournament)
    address = desk(crew, "player-merge", one.player.number, other.player.number)
    answer = crew.post("director", address, {"kept": one.player.number, "key": "k"})
    assert "both took part in round 1, so they can’t" in text_of(answer)
    assert message("Both are entered in the same tournament.") in text_of(answer)
    assert not Merge.objects.exists()


def test_the_second_of_two_directors_is_told(crew: Crew) -> None:
    one, other = (builders.player(crew.club, n) for n in ("Marie Kubala", "Marie K."))
    address = desk(crew, "player-merge", one.number, other.number)
    crew.post("owner", address, {"kept": one.number, "key": "a"})
    answer = crew.post("director", address, {"kept": other.number, "key": "b"})
    assert "Marie Kubala (player 1) have already been merged" in text_of(answer)


def test_the_other_is_found_by_name_or_number(crew: Crew) -> None:
    one = builders.player(crew.club, "Marie Kubala")
    other = builders.player(crew.club, "Emma Kubala")
    find = desk(crew, "merge-find", one.number)
    side_by_side = desk(crew, "player-merge", one.number, other.number)
    for typed in ("kub em", str(other.number)):
        assert crew.get("director", f"{find}?q={typed}").url == side_by_side
    builders.player(crew.club, "Emma Krenek")
    page = text_of(crew.get("director", f"{find}?q=emma"))
    assert side_by_side in page
    assert "No other player matches “" in text_of(crew.get("director", f"{find}?q=99"))


def test_whoever_was_merged_away_stands_in_no_list(crew: Crew) -> None:
    tournament = builders.tournament(crew.club)
    kept, gone = (builders.player(crew.club, n) for n in ("Rose Krenek", "Rosa K."))
    for player in (kept, gone):
        number = tournament.entries.count() + 1
        Entry.objects.create(
            tournament=tournament, player=player, name=player.name, number=number
        )
    address = desk(crew, "player-merge", kept.number, gone.number)
    crew.post("owner", address, {"kept": kept.number, "key": "k"})
    for name in ("entries", "door", "draw", "tournament-desk", "prints"):
        page = text_of(crew.get("director", at(tournament, name)))
        assert "Rosa K." not in page.replace("Rosa K. (player", ""), name
    assert tournament.entries.get().name == "Rose Krenek"


def test_queries_do_not_grow(crew: Crew) -> None:
    crew.sign_in("director")
    asked = []
    for number in (1, 30):
        for n in range(number):
            name = f"Wence{chr(97 + n % 26)} Sebesta{n // 26}"
            builders.player(crew.club, name)
            builders.player(crew.club, name.upper())
        with CaptureQueriesContext(connection) as found:
            crew.get("director", desk(crew, "doubles"))
        asked.append(len(found))
    assert asked[0] == asked[1]


def test_a_fee_paid_twice_is_to_be_given_back(crew: Crew) -> None:
    tournament = builders.tournament(crew.club, fee=750)
    one, other = builders.entries(tournament, 2)
    Entry.objects.update(paid=True)
    players = one.player, other.player
    where = desk(crew, "player-merge", *(player.number for player in players))
    sent = {"kept": players[0].number, "key": "once"}
    answer = crew.post("director", where, sent)
    assert message(
        "{tournament}: both had paid. Refund one fee: {fee}.",
        tournament=tournament,
        fee="$7.50",
    ) in messages_of(answer)


def test_undo_is_offered_only_where_it_would_be_done(crew: Crew) -> None:
    """Not under a newer merge of the same player, and never once one is erased."""
    anna, anne, ana, marie, mary = builders.players(
        crew.club, ["Anna A", "Anne A", "Ana A", "Marie B", "Mary B"]
    )
    by = builders.command()
    first = merges.merge(target=anne, duplicate=anna, actor=by, key="1")
    second = merges.merge(target=ana, duplicate=anne, actor=by, key="2")
    other = merges.merge(target=mary, duplicate=marie, actor=by, key="3")

    def offered() -> set[Merge]:
        page = text_of(crew.get("director", desk(crew, "doubles")))
        every = (first, second, other)
        return {m for m in every if desk(crew, "merge-undo", m.pk) in page}

    assert offered() == {second, other}
    players.erase(player=mary, actor=by)
    assert offered() == {second}
    with pytest.raises(ActionRefused):
        merges.undo(merge=first, actor=by)
    merges.undo(merge=second, actor=by)
    assert offered() == {first}
