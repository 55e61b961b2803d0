"""The guides as pages of the site."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from clubs.guides import Task, guides, search_guides, task_at

pytestmark = pytest.mark.django_db
TASKS = [task for guide in guides().values() for task in guide.tasks]
HREF = re.compile(r'href="([^"]+)"')
SRC = re.compile(r'src="/static/([^"]+)" [^>]*width="(\d+)" height="(\d+)"')


def test_every_second_heading_of_a_guide_is_a_page() -> None:
    for name in settings.GUIDES:
        text = (settings.BASE_DIR / "docs" / f"{name}.md").read_text(encoding="utf-8")
        heads = re.findall(r"^## (?:\d+\. )?(.+)$", text, re.MULTILINE)
        assert heads == [task.title for task in guides()[name].tasks]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.guide}/{task.slug}")
def test_a_page_of_a_guide_leads_somewhere_and_shows_its_pictures(
    task: Task, client: Client
) -> None:
    page = client.get(task.get_absolute_url()).content.decode()
    assert str(task.html) in page
    for href in HREF.findall(task.html):
        assert client.get(href.partition("#")[0]).status_code == 200, href
    pictures = SRC.findall(task.html)
    assert len(pictures) == task.html.count("<img")
    for name, width, height in pictures:
        assert finders.find(name), name
        assert int(width)
        assert int(height)


def test_an_unknown_guide_or_page_is_not_found(client: Client) -> None:
    for args in (
        ["operations"],
        ["director", "the-moon"],
        ["nobody", "draw-the-seats"],
    ):
        name = "clubs:guide-task" if len(args) == 2 else "clubs:guide"
        assert client.get(reverse(name, args=args)).status_code == 404


def test_the_search_finds_a_page_by_any_of_its_words_titles_first() -> None:
    found = search_guides("draw")
    assert found[0] == task_at("director/draw-the-seats")
    assert len(found) > 1
    assert search_guides("DRÁW  seats")[0] == task_at("director/draw-the-seats")
    assert search_guides("draw xyzzy") == []
    assert search_guides(" ,; ") == []


def test_the_search_says_what_it_looked_for(client: Client) -> None:
    page = client.get(reverse("clubs:guides"), {"q": "<b>xyzzy"}).content.decode()
    assert "&lt;b&gt;xyzzy" in page
    assert 'content="noindex"' in page
