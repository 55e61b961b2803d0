"""A person's own address: made, opened, renewed, closed; merged and erased people."""

import pytest

from clubs.models import Player
from scoring.core.writes import Actor
from scoring.models import Answer, Change, PersonalLink
from scoring.people import entries, merges, players
from scoring.signups import personal_links, rsvps
from scoring.signups.access import own_access
from scoring.signups.personal_links import link_of, opened, token_of
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def marie() -> Player:
    return builders.player(builders.club())


def given(player: Player, *, anew: bool = False) -> PersonalLink:
    return personal_links.give(player=player, actor=builders.command(), anew=anew)


def test_a_link_opens_its_person_alone(marie: Player) -> None:
    token = token_of(given(marie))
    assert opened(token) == link_of(marie)
    other = token_of(given(builders.player(marie.club, "Josef Marek")))
    for wrong in (token[:-1], token[:22] + other[22:], token + "x", "", "é" * 38):
        assert opened(wrong) is None
    assert given(marie) == link_of(marie)
    assert PersonalLink.objects.count() == 2


def test_a_copy_of_the_database_has_no_address(marie: Player, settings) -> None:
    link = given(marie)
    token = token_of(link)
    assert token.startswith(link.word)
    settings.SECRET_KEY = "another site"
    assert opened(token) is None
    assert token_of(link) != token


def test_a_renewed_link_closes_the_old_one(marie: Player) -> None:
    old = token_of(given(marie))
    new = token_of(given(marie, anew=True))
    assert opened(old) is None
    assert opened(new)
    personal_links.close(player=marie, actor=builders.command())
    personal_links.close(player=marie, actor=builders.command())
    assert opened(new) is None
    assert link_of(marie) is None
    assert [c.text for c in Change.objects.filter(what="link").order_by("pk")] == [
        log_text("link.made", name="Marie Kubala"),
        log_text("link.replaced", name="Marie Kubala"),
        log_text("link.closed", name="Marie Kubala"),
    ]


def test_who_is_erased_has_no_link_and_said_nothing(marie: Player) -> None:
    evening = builders.tournament(marie.club)
    token = token_of(given(marie))
    by = builders.command()
    rsvps.set_going(tournament=evening, player=marie, actor=by, if_needed=True)
    own = Actor(None, marie.name, source="link")
    rsvps.set_going(tournament=evening, player=marie, actor=own, late=True)
    players.erase(player=marie, actor=by)
    assert "Marie" not in str([*Change.objects.values()])
    assert opened(token) is None
    assert not PersonalLink.objects.exists()
    assert not Answer.objects.exists()


def test_who_is_merged_has_said_it_as_one(marie: Player) -> None:
    both, one = (builders.tournament(marie.club, slug=slug) for slug in ("a", "b"))
    same, by = builders.player(marie.club, "M. Kubala"), builders.command()
    token = token_of(given(same))
    for player, evening in ((marie, both), (same, both), (same, one)):
        rsvps.set_going(tournament=evening, player=player, actor=by, if_needed=True)
    done = merges.merge(target=marie, duplicate=same, actor=by, key="merge")
    assert rsvps.coming_to(both).rsvp_of(marie)
    assert len(rsvps.coming_to(both).comers) == 1
    assert rsvps.coming_to(one).rsvp_of(marie)
    assert own_access(token).player == marie
    merges.undo(merge=done, actor=by)
    assert rsvps.coming_to(one).rsvp_of(same)
    assert len(rsvps.coming_to(both).comers) == 2


def test_a_closed_link_closes_those_of_merged_players_too(marie: Player) -> None:
    by, same = builders.command(), builders.player(marie.club, "M. Kubala")
    token = token_of(given(same))
    merges.merge(target=marie, duplicate=same, actor=by, key="merge")
    assert own_access(token).player == marie
    given(marie, anew=True)
    assert opened(token) is None
    assert link_of(marie)


def test_everybody_entered_gets_one_and_keeps_it(marie: Player) -> None:
    evening = builders.tournament(marie.club)
    kept = given(marie)
    entries.add(tournament=evening, actor=builders.command(), player=marie)
    builders.entries(evening, 2)
    entries.house_players(evening, 1)
    for made in (2, 0):
        assert (
            personal_links.give_all(tournament=evening, actor=builders.command())
            == made
        )
    paths = personal_links.paths_of(evening)
    assert len(paths) == 3
    assert paths[marie.pk] == personal_links.path_of(kept)
    assert Change.objects.filter(text=log_text("link.made_for_all", n=2)).count() == 1


def test_what_is_printed_is_anew_once_a_link_is(marie: Player) -> None:
    states = [personal_links.state_of_links(marie.club)]
    given(marie)
    states.append(personal_links.state_of_links(marie.club))
    given(marie, anew=True)
    states.append(personal_links.state_of_links(marie.club))
    personal_links.close(player=marie, actor=builders.command())
    states.append(personal_links.state_of_links(marie.club))
    assert len(set(states)) == 4


def test_a_wish_to_be_out_waits_for_a_director(marie: Player) -> None:
    by, link = builders.command(), given(marie)
    for _ in range(2):
        personal_links.request_erasure(link=link, actor=by, wants=True)
    assert players.who_want_out(marie.club) == [marie]
    assert (
        Change.objects.filter(text=log_text("erasure.asked", number="1")).count() == 1
    )
    given(marie, anew=True)  # a new card does not forget it
    assert players.who_want_out(marie.club) == [marie]
    players.keep_in(player=marie, actor=by)
    assert players.who_want_out(marie.club) == []
    personal_links.request_erasure(link=link, actor=by, wants=True)
    other = builders.player(marie.club, "Marie Kubalova")
    merges.merge(target=other, duplicate=marie, actor=by, key="m")
    assert players.who_want_out(marie.club) == [other]
    players.erase(player=other, actor=by)
    assert players.who_want_out(marie.club) == []
