"""A server that is killed while it saves: what it answered is there, and nothing twice."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.models import Role
from scoring.audit.integrity import differences_in
from scoring.models import Change, Count, Hand, Tournament
from tests import builders
from tests.drill.figures import say, size
from tests.server.site import LOST, Caller, Site

TABLES, HANDS = 20, size(4, 36)  # and a count of each table: 100 saves
SAVES = TABLES * (HANDS + 1)
KILLS = size(2, 25)
EVEN = {f"held{n}": "100" for n in range(1, 5)}


@dataclass
class Killer:
    """Ends the server at random moments, and starts it again."""

    site: Site
    moments: set[int]
    asked: int = 0
    kills: int = 0
    lock: Lock = field(default_factory=Lock)

    def tick(self) -> None:
        """Called with every question; some of them are the server's last."""
        with self.lock:
            self.asked += 1
            if self.asked in self.moments:
                self.site.kill()
                self.kills += 1
                self.site.start()

    def wait(self) -> None:
        """Until the server that is being started listens."""
        with self.lock:
            self.site.wait_until_ready()


@dataclass
class Table:
    """One table's phone and its desk, and what they were told is saved."""

    hands_at: str
    count_at: str
    phone: Caller
    desk: Caller
    killer: Killer
    told: dict[str, list[int]] = field(default_factory=dict)
    counted: str = ""

    def play(self) -> None:
        chance = random.Random(self.hands_at)
        for number in range(1, HANDS + 1):
            hand = hand_of(number, chance)
            status, body = self.until_answered(
                self.phone.post,
                self.hands_at,
                json.dumps(hand).encode(),
                **{"Content-Type": "application/json"},
            )
            assert status == 200, body
            saved = json.loads(body)["saved"]
            assert saved["key"] == hand["key"]
            self.told[hand["key"]] = saved["net"]
        self.count()

    def count(self) -> None:
        key = uuid4().hex
        form = {**EVEN, "seen": "0", "key": key}
        status, page = self.until_answered(self.desk.send, self.count_at, form)
        assert status == 302, page
        self.counted = key

    def until_answered(self, ask: Any, *what: Any, **more: str) -> Any:
        """As phones and people do: no answer, once more, the very same."""
        while True:
            self.killer.tick()
            try:
                return ask(*what, **more)
            except LOST:
                self.killer.wait()


def hand_of(number: int, chance: random.Random) -> dict[str, Any]:
    declarer, partner = chance.sample((1, 2, 3, 4), 2)
    record = {
        "povinost": declarer,
        "bid": "povinost",
        "declarer": declarer,
        "partner": partner,
        "points": chance.randint(20, 90),
    }
    return {
        **{"key": f"{chance.getrandbits(128):032x}", "number": number},
        **{"record": record, "dealer": None, "note": "", "replaces": None},
        "reason": "",
    }


@pytest.fixture
def evening(transactional_db: None) -> Tournament:
    return builders.tournament(builders.club())


@pytest.fixture
def tables(site: Site, evening: Tournament) -> list[Table]:
    """They know where to send what: nobody but the server asks the database."""
    rnd = builders.published_round(evening, TABLES)
    desk = Caller.of(site, builders.member(evening.club, Role.Kind.SCOREKEEPER))
    moments = random.SystemRandom().sample(range(10, SAVES), KILLS)
    killer = Killer(site, set(moments))
    return [
        Table(
            reverse("scoring:table-hand", args=[sheet.token]),
            reverse(
                "scoring:sheet-count",
                args=[evening.club.slug, evening.slug, rnd.number, sheet.table],
            ),
            Caller(site, headers={"X-Phone": builders.phone(sheet).key}),
            desk,
            killer,
        )
        for sheet in rnd.sheets.all()
    ]


def test_every_answered_save_outlives_the_server(
    tables: list[Table], evening: Tournament
) -> None:
    with ThreadPoolExecutor(TABLES) as hall:
        for played in [hall.submit(table.play) for table in tables]:
            played.result()
    assert tables[0].killer.kills == KILLS
    told = {key: net for table in tables for key, net in table.told.items()}
    kept = {hand.key: list(hand.net) for hand in Hand.objects.all()}
    assert kept == told
    assert len(kept) == TABLES * HANDS
    counts = Change.objects.filter(what="count").values_list("key", flat=True)
    assert sorted(counts) == sorted(table.counted for table in tables)
    assert Count.objects.count() == TABLES
    assert not list(differences_in(evening))
    say(f"{KILLS} kills, {SAVES} acknowledged saves, 0 lost, 0 doubled")
