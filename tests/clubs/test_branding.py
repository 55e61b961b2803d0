"""Shades of a club's colour: as it was chosen where it can be read, else the nearest."""

import random
import re

import pytest

from clubs import branding
from clubs.branding import Shades, contrast, readable, shades_of
from tests import builders
from tests.in_turn import in_turn
from tests.templates.theme import DARK_BY_HAND, LIGHT, roles

GROUNDS = ("paper", "card", "sunken", "felt-soft", "red-soft", "gold-soft")
ODD = ("#000000", "#ffffff", "#ffd200", "#00ff00", "#808080", "#0000ff", "#fefefe")


def some_colours() -> list[str]:
    chosen = random.Random(7)
    return [*ODD, *(f"#{chosen.randrange(1 << 24):06x}" for _ in range(60))]


def test_the_grounds_are_those_of_the_pages() -> None:
    light, dark = roles(LIGHT), roles(DARK_BY_HAND)
    assert [light[name] for name in GROUNDS] + ["#ffffff"] == [*branding.LIGHT]
    assert [dark[name] for name in GROUNDS] == [*branding.DARK]
    for theme, own in (("light", light), ("dark", dark)):
        assert branding.BAND_TEXT[theme] == (own["on-band"], own["on-band-soft"])


def test_whatever_is_chosen_can_be_read() -> None:
    for colour in some_colours():
        shades = shades_of(colour)
        for shade in (shades.link, shades.link_strong):
            assert all(contrast(shade, ground) >= 7 for ground in branding.LIGHT), (
                colour
            )
        for shade in (shades.dark_link, shades.dark_link_strong):
            assert all(contrast(shade, ground) >= 7 for ground in branding.DARK), colour
        for band, theme in ((shades.band, "light"), (shades.dark_band, "dark")):
            name, quiet = branding.BAND_TEXT[theme]
            assert contrast(name, band) >= 7, colour
            assert contrast(quiet, band) >= 4.5, colour


def test_what_can_be_read_stays_as_it_was_chosen() -> None:
    shades = shades_of("#7b1e2e")
    assert (shades.link, shades.band) == ("#7b1e2e", "#7b1e2e")
    assert shades.dark_link != "#7b1e2e"
    assert readable("#ffd200", branding.DARK, 7) == "#ffd200"


@in_turn("written", ["", "#fff", "7b1e2e", "#7b1e2g", "#7B1E2E", "red;}", "#7b1e2e;"])
def test_no_other_writing_is_a_colour(written: str) -> None:
    with pytest.raises(ValueError, match="no colour"):
        shades_of(written)


def test_the_style_sheet_has_the_three_ways_a_page_is_light_or_dark() -> None:
    shades = Shades("#111111", "#222222", "#333333", "#444444", "#555555", "#666666")
    rules = re.findall(r"\{(--link:[^}]*)\}", shades.style)
    assert len(rules) == 3
    assert rules[0] == "--link:#111111;--link-strong:#222222;--band:#333333"
    assert rules[1] == rules[2] == "--link:#444444;--link-strong:#555555;--band:#666666"


@pytest.mark.django_db
def test_without_a_look_there_are_no_addresses_and_no_query(
    django_assert_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    club = builders.club()
    with django_assert_num_queries(0):
        assert branding.style_address(club) == branding.emblem_address(club) == ""
        assert branding.emblem_within(club) == branding.ink_of(club) == ""


@pytest.mark.django_db
def test_with_one_paper_takes_the_emblem_along() -> None:
    club = builders.look(builders.club())
    assert branding.emblem_within(club).startswith("data:image/png;base64,iVBOR")
    assert branding.ink_of(club) == "#7b1e2e"
