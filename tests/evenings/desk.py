"""The desk's evening as a machine: any step it allows, in any order, and the model beside.

A seating is drawn by the site, for there are many right ones; the model is told it, and
says from then on what is true of it. Whatever a service refuses has changed nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any
from unittest import mock

from django.db import transaction
from django.db.models import Max
from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from scoring.core.writes import ActionRefused
from scoring.draw import draws, rounds
from scoring.models import (
    Change,
    Count,
    Entry,
    Round,
    Seat,
    SitOut,
    Standings,
    Tournament,
)
from scoring.people import entries
from scoring.tournaments import tournaments
from tests import builders as build
from tests.evenings.agree import differences
from tests.evenings.model import Evening
from tests.evenings.pages import open_every_page
from tests.evenings.paper import GAMES, HERE, Money, Person
from tests.evenings.paper import Round as Paper

BY = build.command()
PICK = st.integers(0, 199)
SCORES = st.sampled_from(["start", "average", "zero"])
CLASSES = ("Women", "Guests")
STATES = st.sampled_from(["here", "here", "here", "left", "absent", "expected"])
SETTINGS = st.fixed_dictionaries(
    {
        "substitute_counts": st.sampled_from(["replaced", "own", "nobody"]),
        "sit_out_score": SCORES,
        "absent_score": SCORES,
        "drop_worst": st.integers(0, 2),
        "ranking": st.sampled_from(["chips", "chips", "table_points"]),
        "last_round_by_standing": st.booleans(),
        "tie_breaks": st.lists(
            st.sampled_from(["best_round", "last_round", "rounds_won", "lot"]),
            max_size=3,
            unique=True,
        ),
        "game": st.sampled_from([*["spjst"] * 5, *GAMES]),
        "with_chips": st.booleans(),
        "start_chips": st.sampled_from([0, 37, 100]),
        "teams": st.sampled_from(["none", "lodges", "named"]),
        "team_best": st.integers(1, 3),
        "classes": st.sampled_from(["", "\n".join(CLASSES)]),
        "fee": st.sampled_from([0, 500, 733]),
        "prize_extra": st.sampled_from([0, 1, 2550]),
        "prize_kept": st.sampled_from([0, 0, 1000]),
        "prize_kind": st.sampled_from(["percent", "percent", "fixed"]),
        "prizes": st.sampled_from([[], [5000, 3000, 2000], [3334, 3333, 1111], [9999]]),
        "rounds_planned": st.integers(2, 5),
        "spare": st.sampled_from(["sit_out", "sit_out", "house"]),
    }
)


class Desk(RuleBasedStateMachine):
    """One evening; rolled back at its end. `acted` says how often what was done."""

    acted: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.step = 0
        self.erased = 0
        self.looked_at: Any = None
        self.luck = mock.patch("secrets.randbelow", random.Random(0).randrange)
        self.luck.start()
        self.evening = transaction.atomic()
        # As a test's own: what a service commits in it is followed (tests/conftest.py).
        self.evening._from_testcase = True
        self.evening.__enter__()

    def teardown(self) -> None:
        try:
            if hasattr(self, "model"):
                self.every_page_opens()
        finally:
            transaction.set_rollback(True)
            self.evening.__exit__(None, None, None)
            self.luck.stop()

    def _begins(self, settings: dict[str, Any], many: int, behind: bool) -> None:
        """So many who are here already; with or without a season behind them."""
        club = build.club()
        if behind:
            self._a_season_behind(club)
        self.owner = Client()
        self.owner.force_login(build.member(club, "owner"))
        self.tournament = build.tournament(club, **settings)
        self.model = Evening(
            start_chips=settings["start_chips"],
            sit_out=settings["sit_out_score"],
            absent=settings["absent_score"],
            substitute=settings["substitute_counts"],
            drop_worst=settings["drop_worst"],
            by_points=settings["ranking"] == "table_points",
            tie_breaks=settings["tie_breaks"],
            game=GAMES[settings["game"]],
        )
        self.model.lists(
            settings["teams"], settings["team_best"], settings["classes"].splitlines()
        )
        self.model.money = Money(
            settings["fee"],
            settings["prize_extra"],
            settings["prize_kept"],
            settings["prize_kind"] == "fixed",
            tuple(settings["prizes"]),
        )
        known = list(club.players.order_by("number"))
        for at in range(many):
            player = known[at] if at < len(known) else None
            self._enter(player=player, state=HERE, ranked=True)

    def _a_season_behind(self, club: Any) -> None:
        """Nine who played a round; one of them sat out."""
        before = build.tournament(club, name="Summer Tarok", rounds_planned=1)
        build.entries(before, 9)
        draws.draw(tournament=before, actor=BY, whole_evening=True, seed=5)
        (rnd,) = rounds.publish_all(tournament=before, actor=BY)
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet)
        tournaments.finish(tournament=before, actor=BY)

    # --- What every step needs -----------------------------------------------------

    @property
    def fresh(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def key(self) -> str:
        self.step += 1
        return f"step-{self.step}"

    def tried(self, service: Callable[..., Any], **facts: Any) -> Any:
        """What the service gives; None where it refused, having changed nothing."""
        before = self._everything()
        try:
            with transaction.atomic():
                made = service(**{_actor_of(service): BY}, **facts)
        except ActionRefused as why:
            assert self._everything() == before, f"{service} refused, and changed"
            self.acted[f"{_named(service)}: no, {str(why)[:60]}"] += 1
            return None
        self.acted[_named(service)] += 1
        return made

    def _everything(self) -> list[Any]:
        return [
            list(rows.order_by("pk").values_list())
            for rows in (
                Entry.everybody.all(),
                Round.objects.all(),
                Seat.objects.all(),
                SitOut.objects.all(),
                Count.objects.all(),
                Standings.objects.defer("reckoned_at"),
            )
        ]

    def one_of(self, found: Sequence[Any], pick: int) -> Any:
        return found[pick % len(found)] if found else None

    def entry(self, key: int) -> Entry:
        return Entry.objects.select_related("tournament", "player").get(pk=key)

    def row(self, number: int) -> Round:
        found = Round.objects.select_related("tournament__club")
        return found.get(tournament=self.tournament, number=number)

    def people(self, **wanted: Any) -> list[Person]:
        return [
            each
            for each in self.model.people.values()
            if not each.gone
            and not each.house
            and all(getattr(each, name) == value for name, value in wanted.items())
        ]

    def rounds_in(self, *states: str) -> list[Paper]:
        found = [r for r in self.model.rounds.values() if r.state in states]
        return sorted(found, key=lambda each: each.number)

    def seats_now(self, number: int) -> dict[int, list[int]]:
        """The site's seats of a round by table; house players are told to the model."""
        known = self.tournament.entries.exclude(house=None)
        for each in known.exclude(pk__in=self.model.people):
            house = Person(each.pk, each.house, ranked=False, house=True, state=HERE)
            self.model.people[each.pk] = house
        tables: dict[int, list[int]] = {}
        rows = Seat.objects.filter(
            round__number=number, round__tournament=self.tournament
        )
        for seat in rows.select_related("sheet").order_by("sheet__table", "position"):
            tables.setdefault(seat.sheet.table, []).append(seat.entry_id or 0)
        return tables

    def is_right(self, tables: dict[int, list[int]]) -> None:
        """As many at a table as may, everybody once at most, strangers nowhere."""
        seated = [who for four in tables.values() for who in four]
        assert all(len(four) in self.model.game.sizes for four in tables.values())
        assert len(seated) == len(set(seated))
        playing = {each.key for each in self.model.playing}
        fill = {key for key, each in self.model.people.items() if each.house}
        assert set(seated) <= playing | fill
        left_over = len(playing - set(seated))
        if self.fresh.spare == "house":
            assert left_over == 0
        else:
            assert left_over == self.model.left_over(len(playing))

    @invariant()
    def all_say_the_same(self) -> None:
        """Asked again only once anything has been written."""
        written = Change.objects.aggregate(last=Max("pk"))
        if hasattr(self, "model") and written != self.looked_at:
            self.looked_at = written
            found = list(differences(self.tournament, self.model))
            assert not found, "\n".join(found[:12])

    def every_page_opens(self) -> None:
        """As the club's owner, who may open them all."""
        open_every_page(self.owner, self.fresh)
        self.acted["every page opened"] += 1

    def _enter(self, **facts: Any) -> None:
        name = f"Player {len(self.model.people) + 1}"
        facts = {"name": "" if facts.get("player") else name, **facts}
        made = self.tried(
            entries.add, tournament=self.tournament, key=self.key(), **facts
        )
        if made and made.pk not in self.model.people:
            self.model.enters(
                Person(
                    made.pk,
                    made.number,
                    facts["ranked"],
                    state=facts["state"],
                    lot=made.lot,
                    paid=facts.get("paid", False),
                )
            )


def _actor_of(service: Callable[..., Any]) -> str:
    """Return the name of the parameter that takes the actor."""
    parameters = signature(service).parameters
    takes_more = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    return "actor" if "actor" in parameters or takes_more else "by"


def _named(service: Callable[..., Any]) -> str:
    return f"{service.__module__.rpartition('.')[2]}.{service.__name__}"
