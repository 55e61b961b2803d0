"""What each player's evening was is kept beside the standings, and follows every write."""

import itertools
import random

import pytest
from django.db import transaction

from clubs.management.commands import serve
from scoring.audit.integrity import differences_in, wrong_tallies
from scoring.core.writes import ActionRefused
from scoring.models import Adjustment, Hand, Round, Seat, Tally, Tournament
from scoring.rollups.hand_stats import NO_HANDS
from scoring.sheets import rulings
from scoring.tournaments import tournaments
from tests import builders as build
from tests.any_acts import AnyActs
from tests.drill.figures import say, size
from tests.rules.spjst.builders import povinost, prever

pytestmark = pytest.mark.django_db
BY = build.command()
ROLES = ("hands", "bid.", "partner", "defender")


def tally_of(tournament: Tournament, number: int) -> Tally:
    return Tally.objects.get(tournament=tournament, entry__number=number)


def test_a_round_sat_out_or_left_out_is_in_no_net(tournament: Tournament) -> None:
    """131 and 70 at tables, of which 70 is dropped; a ruling of −5; 100 for a sit-out."""
    build.entries(tournament, 5)
    people = list(tournament.entries.order_by("number"))
    Tournament.objects.filter(pk=tournament.pk).update(drop_worst=1)
    for seated, held, played in (
        (people[:4], (131, 96, 104, 69), [povinost(), prever(), povinost(points=71)]),
        (people[:4], (70, 130, 90, 110), [povinost()]),
        (people[1:], (120, 90, 100, 90), []),
    ):
        sheet = build.published_round(tournament, [seated]).sheets.get()
        for n, hand in enumerate(played):
            build.recorded(sheet, BY, key=f"{sheet.pk}-{n}", record=hand)
        build.verified_sheet(sheet, held)
    rulings.adjust(entry=people[0], actor=BY, chips=-5, reason="late", key="late")
    marie = tally_of(tournament, 1)
    assert (marie.total, marie.net, marie.rulings) == (226, 26, -5)
    assert (marie.rounds, marie.sum_squares) == (1, 31 * 31)
    assert marie.results == [
        [1, 1, 131, 4, False],
        [2, 1, 70, 1, True],
        [3, None, 100, 2.5, False],
    ]
    assert (marie.game, marie.engine) == ("spjst", "spjst-2")
    assert (marie.place, marie.tied, marie.points) == (2, False, 6.5)

    # 3 − 5 + 6, then 3; in the first round 27 and in the second −33 more than that.
    figures = marie.figures
    assert (figures["sheets"], figures["largest"]) == (2, [6, 1, 1, 3])
    assert figures["sums"]["hands"] == [4, 3, 7, 9 + 25 + 36 + 9]
    assert figures["sums"]["bid.povinost.partner"] == [3, 3, 12, 54]
    assert {name: chips for name, (_, _, chips, _) in figures["sums"].items()} == {
        **{"hands": 7, "bid.povinost.partner": 12, "defender": -5, "from.game": 7},
        **{"from.ruled": -5, "from.beyond": -6, "from.dropped": 30},
    }
    assert figures["partners"] == {f"{people[2].player_id}": [3, 3, 12, 54]}
    assert tally_of(tournament, 5).figures == NO_HANDS | {"played": 1}


def test_nobody_has_one_while_no_round_is_over_nor_who_is_not_ranked(
    tournament: Tournament,
) -> None:
    rnd = build.published_round(tournament, 2)
    build.verified_sheet(rnd.sheets.get(table=1))
    assert not Tally.objects.exists()
    tournament.entries.filter(number=1).update(ranked=False)
    build.verified_sheet(rnd.sheets.get(table=2))
    assert [each.entry.number for each in Tally.objects.order_by("entry__number")] == [
        *range(2, 9)
    ]


def test_a_start_keeps_those_that_an_older_site_had_not(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.verified_sheet(build.open_sheet(tournament))
    tournaments.finish(tournament=tournament, actor=BY)
    before = list(Tally.objects.order_by("entry").values_list("place", "net"))
    monkeypatch.setattr(serve, "collect_static_files", lambda: None)
    of_older_rules: dict[str, object] = {"engine": "spjst-0", "net": 7}
    for old, facts in (
        (Tally.objects.none(), of_older_rules),
        (Tally.objects.all(), of_older_rules),
        (Tally.objects.all(), {"figures": {}}),  # before hands were summed up
    ):
        Tally.objects.exclude(pk__in=old).delete()
        Tally.objects.update(**facts)
        assert list(wrong_tallies(tournament))
        serve.make_ready()
        assert list(Tally.objects.order_by("entry").values_list("place", "net")) == (
            before
        )
        assert list(differences_in(tournament)) == []


def test_the_audit_names_what_does_not_follow(tournament: Tournament) -> None:
    build.verified_sheet(build.open_sheet(tournament))
    one, two, *_ = Tally.objects.order_by("place")
    one.delete()
    Tally.objects.filter(pk=two.pk).update(net=5)
    said = list(differences_in(tournament))
    where = "lodge-24/fall-tarok: tally"
    assert said == [
        f"{where}, Marie Kubala: it is missing",
        f"{where}, Anna Svoboda: net 5 kept, 4 from the standings",
    ]
    tournament.entries.filter(number=2).update(ranked=False)
    assert f"{where}, Josef Marek: it is kept and should not be" in list(
        differences_in(tournament)
    )


def test_nothing_differs_whatever_is_corrected_merged_erased_or_cancelled() -> None:
    """Each tally against the seats, the hands, the rulings and who is who: no more."""
    club, chance = build.club(), random.Random(24)
    evenings = [
        build.tournament(club, name=f"Evening {n}", drop_worst=0, start_chips=50 * n)
        for n in (1, 2, 0)
    ]
    for evening in evenings:
        build.entries(evening, 8)
    acts = AnyActs(evenings, chance).acts()
    done, wanted, tries = 0, size(12, 1_000), itertools.count()
    while done < wanted:
        step = f"step-{next(tries)}"
        try:
            with transaction.atomic():
                chance.choice(acts)(step)
        except ActionRefused:
            continue
        done += 1
        for evening in evenings:
            assert _counted_anew(evening) == _kept(evening), step
            assert _roles_of_hands(evening) == _roles_kept(evening), step
            _origins_are_the_net(evening)
            assert list(wrong_tallies(evening)) == [], step
    say(f"{done} corrections, merges, erasures, cancelled rounds: 0 tallies differ")


def _kept(evening: Tournament) -> dict[int, tuple[int, ...]]:
    rows = Tally.objects.filter(tournament=evening, rounds__gt=0)
    return {each.player_id: (each.net, each.rounds, each.sum_squares) for each in rows}


def _counted_anew(evening: Tournament) -> dict[int, tuple[int, ...]]:
    """Net, rounds and squares of everybody who has a seat of his own in a round."""
    seats = Seat.objects.filter(
        round__tournament=evening,
        round__state__in=Round.COUNTING,
        credit__ranked=True,
        credit__merged_into=None,
    ).values_list("credit", "score", "credit__player")
    nets: dict[int, list[int]] = {}
    owner = {}
    for entry, score, player in seats:
        nets.setdefault(entry, []).append(score - evening.start_chips)
        owner[entry] = player
    ruled = dict.fromkeys(nets, 0)
    for each in Adjustment.objects.filter(entry__in=nets, reversed_at=None):
        ruled[each.entry_id] += each.chips
    return {
        owner[entry]: (sum(own) + ruled[entry], len(own), sum(n * n for n in own))
        for entry, own in nets.items()
    }


def _origins_are_the_net(evening: Tournament) -> None:
    for tally in Tally.objects.filter(tournament=evening, figures__sheets__gt=0):
        sums = tally.figures["sums"]
        origins = [each for name, each in sums.items() if name.startswith("from.")]
        assert sum(chips for _, _, chips, _ in origins) == tally.net


Roles = dict[tuple[int | None, str | int | None], list[int]]


def _owners(evening: Tournament) -> dict[tuple[int, int], int | None]:
    """The player of each seat that counts, by sheet and position."""
    seats = Seat.objects.filter(
        round__tournament=evening,
        round__state__in=Round.COUNTING,
        credit__ranked=True,
        credit__merged_into=None,
    )
    read = seats.values_list("sheet", "position", "credit__player")
    return {(sheet, at): player for sheet, at, player in read}


def _roles_kept(evening: Tournament) -> Roles:
    """What each player’s hands were: by role, and by the player who was the partner."""
    found: Roles = {}
    for tally in Tally.objects.filter(tournament=evening, figures__sheets__gt=0):
        for role, figure in tally.figures["sums"].items():
            if role.startswith(ROLES):
                _add(found, tally.player_id, role, figure)
        for partner, figure in tally.figures["partners"].items():
            _add(found, tally.player_id, int(partner), figure)
    return found


def _roles_of_hands(evening: Tournament) -> Roles:
    """The same, counted hand by hand from the records: nothing but games was played."""
    owners = _owners(evening)
    hands = Hand.objects.filter(voided_at=None, replaced_by=None)
    found: Roles = {}
    for hand in hands.filter(sheet__round__tournament=evening):
        record = hand.record
        pair = [record["declarer"], record.get("partner")]
        how = record.get("prever_set", 1) if record["bid"] == "prever" else "partner"
        bid = f"bid.{record['bid']}.{how}"
        for at, chips in enumerate(hand.net, start=1):
            if (hand.sheet_id, at) in owners:
                own = owners[hand.sheet_id, at]
                won = (record["points"] > 53) == (at in pair)
                role = "partner" if at in pair else "defender"
                figure = [1, int(won), chips, chips * chips]
                _add(found, own, "hands", [1, int(chips > 0), chips, chips * chips])
                _add(found, own, bid if at == pair[0] else role, figure)
                if at in pair and None not in pair:
                    (other,) = {*pair} - {at}
                    _add(found, own, owners[hand.sheet_id, other], figure)
    return found


def _add(
    found: Roles, player: int | None, what: str | int | None, figure: list[int]
) -> None:
    old = found.get((player, what), [0, 0, 0, 0])
    found[player, what] = [*map(sum, zip(old, figure, strict=True))]


def test_a_round_that_is_not_over_is_in_none(tournament: Tournament) -> None:
    for done in (2, 1):
        rnd = build.published_round(tournament, 2)
        for sheet in rnd.sheets.filter(table__lte=done):
            build.verified_sheet(sheet)
    marie = tally_of(tournament, 1)
    assert (marie.total, marie.net, marie.rounds) == (131, 31, 1)
    assert marie.results == [[1, 1, 131, 4, False]]
