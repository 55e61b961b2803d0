"""Two people at the same instant, through server processes that know nothing of each other.

One wins, the other is told, and nothing is lost or doubled.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest

from clubs.models import Role
from scoring.audit.integrity import differences_in
from scoring.draw.rounds import draft_stamp
from scoring.models import Change, Count, Round, Tournament
from scoring.sheets.sheet import SheetState, life_of
from tests import builders
from tests.drill.figures import say, size
from tests.server.site import Caller, Site
from tests.words import SHEET_CHANGED

TABLES = size(4, 40)
DRAWS = size(1, 200)
EVEN = {f"held{n}": "100" for n in range(1, 5)}
OTHER = {"held1": "90", "held2": "110", "held3": "100", "held4": "100"}
Answer = tuple[int, str]


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club())


@pytest.fixture
def two(site: Site, evening: Tournament) -> tuple[Caller, Caller]:
    """Two directors, each with a browser; neither has written anything yet."""
    dora, karel = (
        Caller.of(site, builders.member(evening.club, Role.Kind.DIRECTOR, name))
        for name in ("dora", "karel")
    )
    return dora, karel


def at_once(
    two: tuple[Caller, Caller], path: str, *forms: dict[str, str]
) -> list[Answer]:
    """Both send to one address; each his own form, or both the same."""
    start = Barrier(2)

    def send(caller: Caller, form: dict[str, str]) -> Answer:
        start.wait()
        return caller.send(path, {"key": uuid4().hex, **form})

    with ThreadPoolExecutor(2) as both:
        return list(both.map(send, two, forms if len(forms) == 2 else forms * 2))


def address(tournament: Tournament, page: str) -> str:
    return f"/desk/{tournament.club.slug}/{tournament.slug}/{page}"


def table_page(tournament: Tournament, table: int, what: str) -> str:
    return address(tournament, f"rounds/1/tables/{table}/{what}/")


def test_both_verify_every_sheet(two, evening) -> None:
    """Two who press at once verify it once; both read that it is verified."""
    rnd = builders.published_round(evening, TABLES)
    for sheet in rnd.sheets.all():
        builders.counted(sheet)
        form = {"witness": "account", "seen": "1"}
        answers = at_once(two, table_page(evening, sheet.table, "confirm"), form)
        assert {status for status, _ in answers} == {302}
        assert life_of(sheet).state == SheetState.VERIFIED
    assert Count.objects.exclude(confirms=None).count() == TABLES
    assert Change.objects.filter(what="verify").count() == TABLES
    assert not list(differences_in(evening))


def test_both_correct_a_sheet(two, evening) -> None:
    """The second to save sees the first one's numbers beside his own."""
    rnd = builders.published_round(evening, TABLES)
    for sheet in rnd.sheets.all():
        builders.verified_sheet(sheet)
        forms = [{**EVEN, "reason": "Mixed up"}, {**OTHER, "reason": "Misread"}]
        for form in forms:
            form["seen"] = "2"
        answers = at_once(two, table_page(evening, sheet.table, "correct"), *forms)
        assert sorted(status for status, _ in answers) == [200, 302]
        for (status, page), form in zip(answers, forms, strict=True):
            if status == 200:
                assert SHEET_CHANGED in page
                assert f'value="{form["held1"]}"' in page
                assert form["reason"] in page
    assert Count.objects.exclude(corrects=None).count() == TABLES
    assert not list(differences_in(evening))


def test_one_verifies_what_the_other_counts_anew(two, evening) -> None:
    rnd = builders.published_round(evening, TABLES)
    for sheet in rnd.sheets.all():
        builders.counted(sheet)
        with ThreadPoolExecutor(2) as both:
            anew = {**OTHER, "seen": "1", "key": uuid4().hex}
            yes = {"witness": "account", "seen": "1", "key": uuid4().hex}
            pages = (table_page(evening, sheet.table, w) for w in ("count", "confirm"))
            asked = zip(two, pages, (anew, yes), strict=True)
            answers = list(both.map(lambda each: each[0].send(each[1], each[2]), asked))
        assert {status for status, _ in answers} <= {200, 302}
        # Either the first count is verified, or the new one waits: never both.
        verified, latest = life_of(sheet).state, sheet.counts.last()
        assert latest.number == 2
        assert (verified == SheetState.VERIFIED) == (latest.confirms_id is not None)
    assert not list(differences_in(evening))


def test_both_draw_and_publish(two, evening) -> None:
    """One draws and the other reads that he did; the round is published once."""
    builders.entries(evening, 17)
    for _ in range(DRAWS):
        seen = {"drafted": draft_stamp(evening)}
        form = {"scope": "whole", "spare": "sit_out", **seen}
        answers = at_once(two, address(evening, "draw/run/"), form)
        assert Counter(status for status, _ in answers) == {302: 1, 200: 1}
        assert any(
            (
                "The seats changed while you were editing, so yours weren’t "
                "saved. Review the new seats, or send yours again to replace "
                "them. Latest change:"
            )
            in page
            for _, page in answers
        )
        assert evening.rounds.count() == evening.rounds_planned
        newest = evening.draws.latest("pk").pk
        assert set(evening.rounds.values_list("draw", flat=True)) == {newest}
    assert evening.draws.count() == DRAWS
    say(
        f"{DRAWS} times two directors drew at once: one won, one was told, {DRAWS} times"
    )

    answers = at_once(two, address(evening, "rounds/1/publish/"), {})
    assert {status for status, _ in answers} == {302}
    first = evening.rounds.get(number=1)
    assert first.state == Round.State.OPEN
    assert first.sit_outs.count() == 1
    assert Change.objects.filter(what="publish").count() == 1
    assert not list(differences_in(evening))
