"""Whoever looks at what may be printed finds workers that have loaded what they need."""

import sys

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.printing import jobs
from tests import builders as build
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db


def test_the_page_of_prints_warms_each_worker_once(tasks: Waiting) -> None:
    cache.delete("paper-is-warm")
    made = build.tournament(build.club())
    desk = Client()
    desk.force_login(build.member(made.club))
    page = reverse("scoring:prints", args=[made.club.slug, made.slug])
    assert desk.get(page).status_code == 200
    assert tasks == [("warm_up", n) for n in range(jobs.WARM_WORKERS)]
    tasks.clear()
    desk.get(page)
    assert tasks == []


def test_a_warm_worker_has_its_fonts_and_is_not_warmed_again() -> None:
    jobs.warm_up.call(0)
    render = sys.modules["scoring.printing.render"]
    known = render._fonts.cache_info().misses
    jobs.warm_up.call(1)
    assert render.warm_up.cache_info().hits >= 1
    assert render._fonts.cache_info().misses == known
