"""The picture of a link: its words fit, its letters are there, another word is another one."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageFont

from scoring.core import social_images
from scoring.core.social_images import First, LinkPicture, first_three, png_of
from tests import builders
from tests.templates.theme import LIGHT, roles

pytestmark = pytest.mark.django_db
LETTERS = "ĄąĆćĘęŁłŃńÓóŚśŹźŻż ČčĎďĚěŇňŘřŠšŤťŮůŽžÝý ĹĺĽľŔŕÔôÄä ÖöÜüẞß −–·…“”’"
PICTURE = LinkPicture(
    club="Klub Łódź",
    colour="#7b1e2e",
    emblem="",
    title="Zimní tarok",
    over="20. 11. 2026 · Große Halle",
    first=(First(1, False, "Řehoř Ďurďovič"), First(2, True, "Růžena, Jürgen Weiß")),
    text="Final",
)
LONGEST = "Bartholomew von Wallenstein-Hohenlohe-Łęczyński " * 4


def seen(picture: LinkPicture) -> Image.Image:
    return Image.open(BytesIO(png_of(picture))).convert("RGB")


def edges(image: Image.Image) -> set[tuple[int, ...]]:
    """The colours of what is left free at the right of the words, between the band and the foot."""
    free = image.crop((1200 - 60, 120, 1200, 618))
    return {colour for _, colour in free.getcolors(1 << 16) or ()}


def test_it_is_a_png_of_the_size_that_all_show() -> None:
    file = Image.open(BytesIO(png_of(PICTURE)))
    assert (file.format, file.size) == ("PNG", (1200, 630))
    assert len(png_of(PICTURE)) < 60_000


def test_what_is_long_is_made_smaller_and_cut_at_the_end_of_its_line() -> None:
    steps = tuple(First(place, False, LONGEST, 12_000) for place in (1, 2, 3))
    for long in (
        replace(PICTURE, title=LONGEST, first=steps, text=LONGEST, over=LONGEST),
        replace(PICTURE, title="X" * 80, first=(), text=LONGEST * 3),
        *(
            replace(PICTURE, title=LONGEST, text=LONGEST * 3, chairs=((4, 4),) * many)
            for many in (1, 3, 4, 12, 13)
        ),
    ):
        assert len(edges(seen(long))) == 1


def test_all_our_languages_have_their_letters() -> None:
    for name in (social_images.SERIF, social_images.SANS, social_images.STRONG):
        font = social_images._font(name, 40)
        none = font.getmask("\uffff").getbbox(), bytes(font.getmask("\uffff"))
        for letter in LETTERS.replace(" ", ""):
            drawn = font.getmask(letter)
            assert (drawn.getbbox(), bytes(drawn)) != none, (name, letter)
        assert isinstance(font, ImageFont.FreeTypeFont)


@pytest.mark.parametrize(
    "other",
    [
        {"club": "Klub Zlín"},
        {"colour": "#1d4c8a"},
        {"title": "Letní tarok"},
        {"over": "21. 11. 2026"},
        {"first": PICTURE.first[:1]},
        {"text": "After round 1 of 2"},
        {"first": (First(1, False, "Řehoř Ďurďovič", 552),)},
        {"first": (), "chairs": ((4, 4), (3, 4))},
    ],
)
def test_another_word_is_another_picture(other: dict[str, object]) -> None:
    changed = replace(PICTURE, **other)
    assert changed.version != PICTURE.version
    assert png_of(changed) != png_of(PICTURE)
    assert replace(PICTURE).version == PICTURE.version


def test_the_clubs_emblem_stands_beside_its_name() -> None:
    club = builders.look(builders.club())
    with_it = replace(PICTURE, emblem=club.emblem_mark)
    assert with_it.version != PICTURE.version
    assert png_of(with_it) != png_of(PICTURE)


def test_places_that_are_shared_are_one_line() -> None:
    names = ["Anna", "Marie", "Josef", "Rose", "Emil"]
    shared = [(1, True, name) for name in names]
    [first] = first_three([*shared, (6, False, "Frank")])
    assert first == First(1, True, "Anna, Marie, Josef and 2 others")
    assert first_three([(0, False, "Nobody"), (3, False, "Rose")]) == (
        First(3, False, "Rose"),
    )


def test_colours_are_those_of_the_pages() -> None:
    own = roles(LIGHT)
    assert (own["ink"], own["ink-soft"]) == (social_images.INK, social_images.INK_SOFT)
    medals = tuple(own[f"medal-{name}"] for name in ("gold", "silver", "bronze"))
    assert medals == social_images.MEDALS
