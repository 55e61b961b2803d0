"""Redirection: what a violator collects, pays and bears (§30)."""

import pytest

from tests.rules.spjst.builders import (
    bonus,
    fault,
    irregular,
    item,
    payments,
    povinost,
    prever,
    scored,
)


def test_a_violator_collects_nothing_and_pays_his_partners_win() -> None:
    account = scored(povinost(faults=irregular(1)))
    assert payments(account, "game") == [(1, 3, 3)]
    assert account.notes == (
        "Game: seat 1 (wrong discard) collects nothing, so seat 2 keeps 3 chips (§30).",
    )


def test_he_pays_it_though_a_loser_is_a_violator_as_well() -> None:
    account = scored(povinost(faults=irregular(1, 2, 4)))
    assert payments(account, "game") == [(1, 3, 3)]


def test_a_losing_violator_bears_his_partners_loss() -> None:
    assert payments(scored(povinost(faults=irregular(4))), "game") == [
        (4, 1, 3),
        (4, 3, 3),
    ]


def test_a_violator_pays_his_own_loss_when_both_lose_as_violators() -> None:
    assert payments(scored(povinost(faults=irregular(2, 4))), "game") == [
        (2, 1, 3),
        (4, 3, 3),
    ]


def test_winners_who_are_both_violators_get_nothing() -> None:
    assert payments(scored(povinost(faults=irregular(1, 3))), "game") == []


@pytest.mark.parametrize(
    ("povinost_seat", "shares"),
    [(1, {3: 3, 4: 2}), (3, {3: 3, 4: 2}), (4, {4: 3, 3: 2}), (2, {3: 3, 4: 2})],
)
def test_two_violators_share_and_the_odd_chip_falls_on_the_first_from_povinost(
    povinost_seat: int, shares: dict[int, int]
) -> None:
    record = prever(points=59, povinost=povinost_seat, faults=irregular(3, 4))
    paid = payments(scored(record), "game")
    own = {(3, 2, 5), (4, 2, 5)}
    assert own <= set(paid)
    assert {payer: chips for payer, _, chips in paid if chips != 5} == shares


def test_a_share_of_nothing_is_no_line() -> None:
    record = prever(
        povinost=4,
        pagat=bonus("declarer", False, True),
        faults=irregular(3, 4),
    )
    paid = payments(scored(record, pagat_chips=[1, 2]), "pagat")
    assert sorted(paid) == [(3, 2, 1), (4, 2, 1), (4, 2, 1)]


def test_violators_among_three_pay_their_innocent_partner_in_place_of_the_soloist() -> (
    None
):
    record = prever(points=47, povinost=1, faults=irregular(3, 4))
    assert payments(scored(record), "game") == [(3, 1, 3), (4, 1, 2)]


def test_a_soloist_who_pays_the_innocent_does_so_though_a_violator_himself() -> None:
    record = prever(points=47, faults=irregular(2, 3))
    account = scored(record, soloist_pays_innocent_defenders=True)
    assert payments(account, "game") == [(2, 1, 5), (2, 4, 5)]


def test_without_that_rule_the_violator_among_the_three_pays_even_then() -> None:
    account = scored(prever(points=47, faults=irregular(2, 3)))
    assert payments(account, "game") == [(3, 1, 5), (3, 4, 5)]


def test_the_rule_for_soloists_does_not_touch_two_against_two() -> None:
    account = scored(
        povinost(faults=irregular(1)),
        soloist_pays_innocent_defenders=True,
        solo_violator_pays_win=True,
    )
    assert payments(account, "game") == [(1, 3, 3)]


def test_a_lone_violator_who_wins_pays_only_the_innocent() -> None:
    record = prever(
        faults=irregular(2, 3),
        pagat=bonus("declarer", True, True),
    )
    account = scored(record, solo_violator_pays_win=True)
    assert payments(account, "game") == [(2, 1, 5), (2, 4, 5)]
    assert payments(account, "pagat") == [(2, 1, 4), (2, 4, 4)]
    assert "so seat 3 keeps 5 chips" in account.notes[0]


def test_redirection_covers_the_valat_but_no_value_and_no_penalty() -> None:
    record = povinost(
        points=90,
        values={"1": ["uni"]},
        valat=bonus("declarer", True, True),
        faults=[*irregular(1), fault("misdeal", 4)],
    )
    account = scored(record)
    assert item(account, "value") == [12, -4, -4, -4]
    assert payments(account, "valat") == [(1, 3, 40)]
    assert (4, 1, 2) in payments(account, "fault")


@pytest.mark.parametrize("code", ["misdeal", "discarded_king", "discarded_trump"])
def test_other_faults_redirect_nothing(code: str) -> None:
    account = scored(povinost(faults=[fault(code, 1)]))
    assert payments(account, "game") == [(2, 1, 3), (4, 3, 3)]


def test_a_renege_redirects_where_the_house_says_so() -> None:
    record = povinost(faults=[fault("renege", 1)])
    assert payments(scored(record), "game") == [(1, 3, 3)]
    assert len(payments(scored(record, renege_redirects=False), "game")) == 2
