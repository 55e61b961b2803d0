"""Which Valat this is: one number, in pyproject, at the site's foot, on the terminal."""

import subprocess

import pytest
from django.conf import settings
from django.test import Client

from tests.gate import HOUSE
from tests.markup import flowing


@pytest.mark.django_db
def test_the_foot_of_a_page_says_which_valat_it_is(client: Client) -> None:
    foot = flowing(client.get("/")).partition('<footer class="site-footer">')[2]
    assert f"Valat {settings.VERSION} · " in foot


def test_the_terminal_says_it_without_setting_anything_up() -> None:
    run = subprocess.run(
        [HOUSE / "run", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"Valat {settings.VERSION}\n"
