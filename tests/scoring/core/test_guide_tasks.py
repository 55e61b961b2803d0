"""Every page of the desk has a page of the director's guide."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import get_resolver

from clubs.guides import guides
from scoring.core.guide_tasks import TASKS, task_of
from scoring.core.menu import MAIN, MORE

PAGES = [*MAIN, *(page for _, pages in MORE for page in pages)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_of_the_menu_has_a_task(page) -> None:
    for name in (page.name, *page.pages):
        assert name in TASKS, name


def test_every_task_exists_and_every_name_is_of_a_page() -> None:
    slugs = {task.slug for task in guides()["director"].tasks}
    assert set(TASKS.values()) <= slugs
    urls = ("scoring.urls", "clubs.views.urls")
    names = {name for module in urls for name in get_resolver(module).reverse_dict}
    assert TASKS.keys() - names == set()


def test_the_link_names_the_task_of_the_open_page() -> None:
    request = RequestFactory().get("/desk/lodge-24/fall-tarok/draw/")
    link = " ".join(
        render_to_string("scoring/desk/_guide_link.html", request=request).split()
    )
    assert 'href="/guides/director/draw-the-seats/"' in link
    assert 'Guide: <span lang="en">Draw the seats</span>' in link
    request = RequestFactory().get("/guides/")
    assert "href" not in render_to_string(
        "scoring/desk/_guide_link.html", request=request
    )


def test_a_form_shown_again_has_the_task_of_the_page_above() -> None:
    above = task_of("/desk/lodge-24/fall-tarok/entries/")
    assert above is not None
    assert task_of("/desk/lodge-24/fall-tarok/entries/add/") == above
