"""The operator's page of all clubs."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(settings: Any, tmp_path: Any) -> Client:
    settings.DATA_DIR, settings.PHOTOS = tmp_path, tmp_path / "photos"
    settings.BACKUPS = tmp_path / "backups"
    settings.BACKUPS.mkdir()
    client = Client()
    client.force_login(build.user("root", is_superuser=True))
    return client


def named(html: str) -> list[str]:
    return re.findall(r'<h2 class="title">\s*<a [^>]*>([^<]*)</a>', html)


def page(client: Client, **asked: str) -> str:
    html = client.get(reverse("scoring:operator"), asked).content.decode()
    return re.sub(r"\s+", " ", html)


def test_it_tells_of_each_club_and_of_the_site(operator: Client, settings: Any) -> None:
    assert message("No clubs yet") in page(operator)
    club = build.club()
    sheet = build.open_sheet(build.tournament(club))
    build.photo(sheet)
    build.member(club)
    html = page(operator)
    for term, fact in (
        (message("Last event"), "Nov 20, 2026"),
        (message("Events"), "1"),
        (message("Players"), "4"),
        (message("Accounts"), "1"),
        (message("Photos"), "1 · "),
    ):
        assert re.search(rf"<dt>{term}</dt>\s*<dd>\s*{re.escape(fact)}", html)
    assert message("There is no backup of the whole site yet.") in html
    assert message("No failed tasks in the last 24 hours.") in html
    (settings.BACKUPS / "valat-2026-11-20-194500.zip").touch()
    assert "Newest backup of the whole site: 0" in page(operator)
    assert message("Clubs on this site") in operator.get("/").content.decode()


def test_it_tells_how_many_bytes_a_club_keeps(operator: Client) -> None:
    club = build.club()
    build.club("other", name="Other")
    build.photo(build.open_sheet(build.tournament(club)))
    cells = [["", [["x" * 5_000]]]]
    facts = {"name": "x.csv", "digest": "1", "by_name": "Anna", "sheets": cells}
    club.old_lists.create(**facts)
    club.old_lists.create(**facts | {"state": "in"})
    html = page(operator).replace("\xa0", " ")
    photos = re.findall(r"<dd>(\d+) · ([^<]+)</dd>", html)
    assert sorted(number for number, _ in photos) == ["0", "1"]
    assert {size for number, size in photos if number == "0"} == {"0 bytes"}
    assert "0 bytes" not in {size for number, size in photos if number == "1"}
    drafts = re.findall(
        rf"<dt>{message('Files not imported yet')}</dt> <dd>([^<]+)</dd>", html
    )
    assert drafts == ["4.9 KB"]


def test_who_waits_stands_first_then_the_closed_ones(operator: Client) -> None:
    now = timezone.now()
    build.club("a", name="Alpha")
    build.club("b", name="Beta", closes_at=now)
    build.club("c", name="Gamma", waits_since=now)
    build.club("d", name="Delta", waits_since=now - timedelta(days=1))
    html = page(operator)
    assert named(html) == ["Delta", "Gamma", "Beta", "Alpha"]
    assert (
        message("{n} clubs are waiting for approval. They’re listed first.", n=2)
        in html
    )
    assert message("Longest wait so far: {age}.", age="1 day") in html.replace(
        "\xa0", " "
    )
    assert " (1 day)" in html.replace("\xa0", " ")
    assert named(page(operator, q="alpha")) == ["Alpha"]


def test_ten_thousand_clubs_are_paged_with_as_many_questions_as_one(
    operator: Client, django_assert_num_queries: Any
) -> None:
    Club.objects.bulk_create(
        Club(name=f"Lodge {n:05}", slug=f"lodge-{n}") for n in range(120)
    )
    with django_assert_num_queries(16):
        html = page(operator)
    assert len(named(html)) == 50
    assert named(page(operator, page="3"))[-1] == "Lodge 00119"
    with django_assert_num_queries(15):
        page(operator, q="lodge")
