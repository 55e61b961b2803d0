"""Pages that are kept by version are, to the byte, what would be rendered now."""

import itertools
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubs.clubs import change_club
from clubs.models import Player, Season, Shown
from clubs.players import change_player
from scoring.core.process_cache import ProcessCache
from scoring.core.writes import ActionRefused
from scoring.desk import clocks
from scoring.draw import rounds
from scoring.models import Change, Round, Sheet, Tournament
from scoring.people import entries
from scoring.phones import loans
from scoring.results.stored import version_of
from scoring.rollups.season_places import formula_of
from scoring.standings import seasons
from scoring.tournaments import tournaments
from scoring.tournaments.announcements import announce
from tests import builders as build
from tests.any_acts import BY, AnyActs
from tests.drill.figures import size

pytestmark = pytest.mark.django_db
TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|"now": \d+')


class ShownActs(AnyActs):
    """All that may happen to what public pages show, and some that they don't show."""

    def acts(self) -> list[Callable[[str], object]]:
        ours = [self.counts, self.lends, self.joins, self.announces, self.clock]
        people = [self.shows, self.renames, self.settings]
        evenings = [self.finishes, self.reopens, self.changes, self.publishes]
        return [*super().acts(), *ours, *people, *evenings, self.season]

    def sheet(self) -> Sheet:
        return self.one_of(Sheet.objects.filter(round__state__in=Round.COUNTING))

    def round(self) -> Round:
        return self.one_of(Round.objects.filter(state__in=Round.COUNTING))

    def publishes(self, key: str) -> None:
        """A round that nobody has played yet."""
        evening = self.one_of(self.evenings)
        people = list(evening.entries.order_by("number"))[:8]
        tables = [people[at : at + 4] for at in range(0, len(people) // 4 * 4, 4)]
        if evening.rounds.count() >= 4 or evening.finished_at:
            raise ActionRefused("That is enough.")
        rnd = build.opened_round(evening, tables)
        if self.chance.random() < 0.3:
            rounds.cancel(rnd=rnd, actor=BY, reason="late")

    def comes(self, key: str) -> None:
        """Somebody at the door, or one who leaves."""
        evening = self.one_of(self.evenings)
        if self.chance.random() < 0.5:
            entry = self.one_of(evening.entries.filter(house=None))
            state = self.chance.choice(["here", "left", "absent"])
            entries.set_state(entry=entry, actor=BY, state=state)
        elif evening.entries.count() < 12:
            entries.add(tournament=evening, actor=BY, name=f"Guest {key}", state="here")

    def counts(self, key: str) -> None:
        """Handed in, and not verified."""
        sheet = self.sheet()
        if sheet.counts.exists():
            raise ActionRefused("It is counted.")
        chips = self.held(sheet.round.tournament.start_chips)
        held = chips if self.chance.random() < 0.7 else [1, 2, 3, 4]
        build.counted(sheet, held=held)

    def lends(self, key: str) -> None:
        loans.lend(sheet=self.sheet(), actor=BY, key=key, seat=1, chips=20)

    def joins(self, key: str) -> None:
        build.phone(self.sheet())

    def announces(self, key: str) -> None:
        announce(tournament=self.one_of(self.evenings), actor=BY, key=key, text=key)

    def clock(self, key: str) -> None:
        rnd = self.round()
        act = self.chance.choice([clocks.start, clocks.pause, clocks.go_on])
        minutes = {"minutes": 40} if act is clocks.start else {}
        act(rnd=rnd, actor=BY, key=key, **minutes)

    def shows(self, key: str) -> None:
        """Somebody wants to be shown otherwise, or is a child."""
        player = self.one_of(Player.objects.order_by("pk"))
        shown = self.chance.choice(["", *Shown.values])
        change_player(player=player, shown=shown)

    def renames(self, key: str) -> None:
        player = self.one_of(Player.objects.order_by("pk"))
        change_player(player=player, name=f"Ana {key.title()}")

    def settings(self, key: str) -> None:
        club = self.evenings[0].club
        club.refresh_from_db()
        facts: list[dict[str, Any]] = [
            {"shown": self.chance.choice(Shown.values)},
            {"town": key},
            {"time_zone": self.chance.choice(["Europe/Prague", "America/Chicago"])},
        ]
        change_club(club=club, user=self.director, **self.chance.choice(facts))

    def finishes(self, key: str) -> None:
        tournaments.finish(tournament=self.one_of(self.evenings), actor=BY)

    def reopens(self, key: str) -> None:
        final = Tournament.objects.exclude(finished_at=None)
        tournaments.reopen(tournament=self.one_of(final), actor=BY)

    def changes(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        facts: list[dict[str, Any]] = [
            {"name": key},
            {"date": build.DAY + timedelta(days=self.chance.randrange(40))},
            {"place": key},
        ]
        tournaments.change(tournament=evening, actor=BY, **self.chance.choice(facts))

    def season(self, key: str) -> None:
        season = self.one_of(Season.objects.all())
        facts = seasons.SeasonFacts(
            key, season.starts, season.ends, season.game, formula_of(season)
        )
        seasons.change(season=season, actor=BY, facts=facts, weights={})


@pytest.fixture
def acts() -> ShownActs:
    club = build.club(language="")
    evenings = [build.tournament(club, name=f"Evening {n}") for n in range(2)]
    for evening in evenings:
        build.entries(evening, 8)
    return ShownActs(evenings, random.Random(7))


def pages(acts: ShownActs) -> Iterator[str]:
    """The kept pages as they can be asked for now."""
    club = acts.evenings[0].club.slug
    yield reverse("scoring:club", args=[club])
    for season in Season.objects.all():
        yield reverse("scoring:season", args=[club, season.slug])
    for evening in Tournament.objects.order_by("pk"):
        where = [club, evening.slug]
        yield reverse("scoring:tournament", args=where)
        yield reverse("scoring:corrections", args=where)
        yield reverse("scoring:screen-news", args=where)
        yield reverse("scoring:ledger", args=where)
        for rnd in evening.rounds.exclude(state=Round.State.DRAFT):
            yield reverse("scoring:round", args=[*where, rnd.number])


def bytes_of(client: Client, address: str) -> tuple[int, bytes]:
    answer = client.get(address)
    return answer.status_code, TOKEN.sub(b"", answer.content)


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Everything is made when it is asked for; what is kept stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProcessCache, "get", lambda kept, key, make: make())
        yield


def test_kept_pages_are_what_would_be_rendered_now(acts: ShownActs) -> None:
    """For strangers, in another language too, and for people of the club."""
    stranger, member, czech = Client(), Client(), Client()
    member.force_login(acts.director)
    czech.cookies[settings.LANGUAGE_COOKIE_NAME] = "cs"
    done, tries = 0, itertools.count()
    kinds: set[str] = set()
    while done < size(40, 2_000):
        act = acts.chance.choice(acts.acts())
        try:
            with transaction.atomic():
                act(f"step-{next(tries)}")
        except ActionRefused:
            continue
        done += 1
        kinds.add(act.__name__)
        asked = list(itertools.product((stranger, member, czech), pages(acts)))
        for client, address in acts.chance.sample(asked, min(5, len(asked))):
            kept = bytes_of(client, address)
            with nothing_kept():
                assert bytes_of(client, address) == kept, (act.__name__, address)
    assert len(kinds) > 15, kinds


def test_an_overtaken_write_is_news() -> None:
    """A count whose line has an older number than what was read is another version."""
    evening = build.tournament(build.club())
    one, other = build.published_round(evening, 2).sheets.order_by("table")
    build.counted(one)
    # Until its transaction holds, nobody sees the line or the sheet's new version.
    late = Change.objects.filter(sheet=one, what="count").values().get()
    Change.objects.filter(pk=late["id"]).delete()
    sheet = Sheet.objects.filter(pk=one.pk)
    sheet.update(public_version=F("public_version") - 1)
    build.counted(other)
    before = version_of(evening)
    Change.objects.create(**late)
    sheet.update(public_version=F("public_version") + 1)
    assert version_of(evening) != before


def test_a_hand_is_no_news_and_is_not_walked_over(
    django_assert_num_queries: Any,
) -> None:
    evening = build.tournament(build.club())
    sheet = build.open_sheet(evening)
    before = version_of(evening)
    build.phone(sheet)
    Change.objects.bulk_create(
        Change(tournament=evening, sheet=sheet, what="hand", by_name="Marie")
        for _ in range(100)
    )
    with django_assert_num_queries(1) as asked:
        assert version_of(evening) == before
    assert "scoring_change" not in asked[0]["sql"]
    build.counted(sheet)
    assert version_of(evening) != before


def test_the_work_on_one_key_holds_up_no_other() -> None:
    kept: ProcessCache[str] = ProcessCache(most=3)
    begun, go_on = Event(), Event()

    def large() -> str:
        begun.set()
        go_on.wait(10)
        return "large"

    made: list[str] = []
    threads = [
        Thread(target=lambda: made.append(kept.get("large", large))) for _ in range(2)
    ]
    threads[0].start()
    assert begun.wait(10)
    threads[1].start()
    assert kept.get("small", lambda: "small") == "small"  # while the large is made
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert made == ["large", "large"]
    assert kept.get("large", lambda: "again") == "large"
    ProcessCache.all.remove(kept)


def test_one_who_fails_leaves_the_next_to_try() -> None:
    kept: ProcessCache[str] = ProcessCache(most=3)
    with pytest.raises(ZeroDivisionError):
        kept.get("key", lambda: str(1 // 0))
    assert kept.get("key", lambda: "made") == "made"
    ProcessCache.all.remove(kept)


def test_no_more_bytes_stay_than_may() -> None:
    kept: ProcessCache[str] = ProcessCache(most=9, weigh=len, most_bytes=10)
    for key in ("aaaa", "bbbb", "cccc"):
        assert kept.get(key, lambda key=key: key) == key
    assert list(kept.results) == ["bbbb", "cccc"]
    kept.get("d", lambda: "d" * 50)
    assert list(kept.results) == ["d"]
    ProcessCache.all.remove(kept)
