"""Every page of the desk has a page of the director's guide."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import get_resolver, resolve

from clubs.guides import guides
from scoring.core.guide_tasks import TASKS, task_of
from scoring.core.menu import MAIN, MORE

PAGES = [*MAIN, *(page for _, pages in MORE for page in pages)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_of_the_menu_has_a_task(page) -> None:
    for name in (page.name, *page.pages):
        assert task_of(name), name


def test_every_task_exists_and_every_name_is_of_a_page() -> None:
    slugs = {task.slug for task in guides()["director"].tasks}
    assert set(TASKS.values()) <= slugs
    names = get_resolver("scoring.urls").reverse_dict
    assert [name for name in TASKS if name not in names] == []


def test_the_link_names_the_task_of_the_open_page() -> None:
    request = RequestFactory().get("/desk/lodge-24/fall-tarok/draw/")
    request.resolver_match = resolve(request.path)
    link = " ".join(
        render_to_string("scoring/desk/_guide_link.html", request=request).split()
    )
    assert 'href="/guides/director/draw-the-seats/"' in link
    assert 'Guide: <span lang="en">Draw the seats</span>' in link
    request.resolver_match = resolve("/guides/")
    assert "href" not in render_to_string(
        "scoring/desk/_guide_link.html", request=request
    )
