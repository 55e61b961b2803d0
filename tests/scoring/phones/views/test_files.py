"""All script and all style of the table page, each in one file; its service worker."""

import gzip
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client

from benchmarks.table.hall import Hall
from clubs.i18n.js_catalog import spoken
from scoring.games import games_here, phone_of
from scoring.games.phone import FormPhone
from scoring.models import Sheet
from scoring.phones.views import files as table_files
from scoring.phones.views.files import later_url, script_url, style_url
from scoring.phones.views.short_names import shorten_names
from scoring.phones.views.slim import slim_script
from tests import builders
from tests.in_turn import in_turn

SPJST = "spjst"
STATIC = Path(settings.BASE_DIR) / "static"
VENDOR_LIST = (STATIC / "vendor" / "README.md").read_text(encoding="utf-8")
ANY_GAMES = (
    *table_files.ENGINE,
    *table_files.ACCOUNTS,
    *table_files.PAGES,
    *table_files.LAST,
)
BUNDLES = {"js": script_url, "css": style_url}


@pytest.fixture(params=BUNDLES)
def address(request: pytest.FixtureRequest) -> str:
    return BUNDLES[request.param](SPJST)


def got(client: Client, address: str, encoding: str = "") -> HttpResponse:
    return client.get(address, headers={"Accept-Encoding": encoding})


def text_of(client: Client, url: Callable[[str], str]) -> str:
    return got(client, url(SPJST)).content.decode()


def listed() -> list[str]:
    """Every part of ours, in its order."""
    phone = phone_of(SPJST)
    ours = (*table_files.ENGINE, *table_files.ACCOUNTS, *table_files.PAGES)
    scripts = (*ours, *phone.SCRIPTS, *table_files.LAST, *phone.LATER_SCRIPTS)
    return [*scripts, *table_files.STYLES, *phone.STYLES]


def test_every_part_that_is_there_is_listed_once() -> None:
    there = {
        path.relative_to(STATIC).as_posix()
        for path in (STATIC / "table").rglob("*")
        if path.suffix in (".js", ".css") and path.name != "worker.js"
    }
    for game in games_here():
        folder = settings.BASE_DIR / "scoring" / "games" / game / "static"
        there |= {
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.suffix in (".js", ".css")
        }
    phones = [phone_of(game) for game in games_here() if game != SPJST]
    own = [phone.SCRIPTS for phone in phones if not isinstance(phone, FormPhone)]
    assert sorted([*listed(), *chain(*own)]) == sorted(
        there | {"css/tokens.css", "js/say.js", "js/news.js"}
    )


def test_the_parts_stand_in_their_order(client: Client) -> None:
    first = text_of(client, script_url)
    script = first + got(client, later_url(SPJST)).content.decode()
    later = (*table_files.LATER, *phone_of(SPJST).LATER_SCRIPTS)
    ours = [name for name in listed() if name.endswith(".js") and name not in later]
    places = []
    for name in (*table_files.VENDORED, *ours, *later):
        part = Path(finders.find(name)).read_text(encoding="utf-8")
        code = (
            part.strip()
            if name in table_files.VENDORED
            else spoken(shorten_names(slim_script(part)))
        )
        assert script.count(code) == 1, name
        places.append(script.index(code))
    assert places == sorted(places)
    assert places[-len(later)] >= len(first)


def test_the_letters_are_a_style_of_their_own(client: Client) -> None:
    """The script asks for it: they would hold it up on a bad network."""
    letters, *fonts = table_files.font_urls()
    style, faces = text_of(client, style_url), got(client, letters).content.decode()
    assert "@font-face" not in style
    assert "--paper:" in style
    assert "--paper:" not in faces
    assert faces.count("@font-face") == faces.count("src:url(") >= 2
    for font in fonts:
        assert f'url("{font}")' in faces
    assert got(client, letters)["Cache-Control"].endswith("immutable")


def test_the_parts_of_others_keep_their_names_and_licences(client: Client) -> None:
    """And the versions are those of the list beside the files."""
    script = text_of(client, script_url)
    for name, header in table_files.VENDORED.items():
        assert f"/*! {header} */" in script
        row = next(line for line in VENDOR_LIST.splitlines() if f"`{name}`" in line)
        version, licence = (cell.strip() for cell in row.split("|")[3:5])
        said, kind, _ = header.split(", ")
        assert said.split()[-1] == version, name
        assert licence.startswith(kind), name


def test_no_part_asks_for_a_source_map(client: Client) -> None:
    for url in BUNDLES.values():
        assert "sourceMappingURL" not in text_of(client, url)


def test_links_in_the_style_lead_to_the_files_as_they_are_served(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters, *_ = table_files.font_urls()
    links = re.findall(r"url\(([^)]*)\)", got(client, letters).content.decode())
    assert len(links) >= 2
    for link in links:
        name = link.strip('"').removeprefix("/static/")
        assert finders.find(name), link
    monkeypatch.setattr(table_files, "static", lambda name: f"/static/hashed/{name}")
    table_files._joined.cache_clear()
    letters, *_ = table_files.font_urls()
    assert 'url("/static/hashed/fonts/' in got(client, letters).content.decode()
    table_files._joined.cache_clear()


def test_what_a_link_may_be() -> None:
    style = 'a{b:url(x.png)}a{b:url("../x.png")}a{b:url(data:x)}a{b:url("#x")}'
    assert table_files.LINK.findall(style) == [("", "x.png"), ('"', "../x.png")]


def test_a_bundle_is_kept_for_ever(client: Client, address: str) -> None:
    answer = got(client, address)
    kind = "text/css" if address.endswith(".css") else "text/javascript"
    assert answer["Content-Type"] == f"{kind}; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Vary"] == "Accept-Encoding"
    assert not answer.cookies


def test_a_bundle_comes_as_the_browser_takes_it(client: Client, address: str) -> None:
    plain = got(client, address)
    squeezed = got(client, address, "gzip, deflate")
    smallest = got(client, address, "gzip, deflate, br, zstd")
    assert "Content-Encoding" not in plain
    assert squeezed["Content-Encoding"] == "gzip"
    assert smallest["Content-Encoding"] == "br"
    assert gzip.decompress(squeezed.content) == plain.content
    assert brotli.decompress(smallest.content) == plain.content
    sizes = [len(each.content) for each in (smallest, squeezed, plain)]
    assert sizes == sorted(sizes)


def test_script_and_style_weigh_less_than_100_kb(client: Client) -> None:
    """As sent over plain http, where browsers take no better than gzip."""
    sizes = [len(got(client, url(SPJST), "gzip").content) for url in BUNDLES.values()]
    assert sum(sizes) < 100_000, sizes


@pytest.mark.django_db
def test_a_phone_s_first_page_weighs_less_than_95_kb(client: Client) -> None:
    """All that comes before the first tap, as sent over https; 100 KB after 60 hands.

    1 KB = 1,000 bytes. The fonts are counted, what nobody needs at first is not; the
    first question for news brings no state a second time.
    """
    hall = Hall(tables=1, hands=60)
    table = hall.tables[0]
    assert weight_of(client, table.path) < 95_000
    sheet = Sheet.objects.get()
    for hand in table.hands:
        builders.recorded(sheet, builders.command(), **hand)
    assert weight_of(client, table.path) < 100_000


HEADERS = 500  # bytes of an answer’s head
FIRST_QUESTION = 300  # a 304


def weight_of(client: Client, path: str) -> int:
    """The page of a table and all that it asks for before the first tap."""
    page = client.get(path, headers={"Accept-Encoding": "gzip"})
    script, later, *rest = page["X-Valat-Needs"].split()
    assert "-later" in later
    bodies = [len(page.content)]
    for url in (script, *rest):
        if url.startswith("/static/"):
            name = url.removeprefix("/static/")
            bodies.append(Path(finders.find(name)).stat().st_size)
        else:
            bodies.append(len(brotli.compress(got(client, url).content)))
    return sum(bodies) + HEADERS * len(bodies) + FIRST_QUESTION


def test_a_page_older_than_the_site_gets_what_there_is(client: Client) -> None:
    for kind, url in BUNDLES.items():
        for game in (SPJST, "marias"):
            answer = client.get(f"/t/app.{game}.0123456789abcdef.{kind}")
            assert (answer.status_code, answer.url) == (302, url(game))
        answer = client.get(f"/t/app.0123456789abcdef.{kind}")
        assert (answer.status_code, answer.url) == (302, url(SPJST))
        assert answer["Cache-Control"] == "no-store"
    for old, game in (("later", SPJST), ("marias-later", "marias")):
        answer = client.get(f"/t/app.{old}.0123456789abcdef.js")
        assert (answer.status_code, answer.url) == (302, later_url(game))


def test_a_changed_part_makes_another_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    part = tmp_path / "app.js"
    part.write_text("one();", encoding="utf-8")
    find = table_files._found
    monkeypatch.setattr(
        table_files,
        "_found",
        lambda name: str(part) if name == "table/app.js" else find(name),
    )
    before = script_url(SPJST)
    assert got(client, before).content.endswith(b"\none();")
    part.write_text("more();", encoding="utf-8")
    assert script_url(SPJST) != before
    assert got(client, script_url(SPJST)).content.endswith(b"\nmore();")


def test_a_part_that_is_gone_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "LAST", ("table/nothing.js",))
    with pytest.raises(FileNotFoundError, match="table/nothing"):
        script_url(SPJST)


def test_it_is_joined_once_in_a_process(client: Client, address: str) -> None:
    got(client, address)
    before = table_files._joined.cache_info().misses
    got(client, address)
    assert table_files._joined.cache_info().misses == before


def test_the_worker_is_served_in_its_scope(client: Client) -> None:
    answer = client.get("/t/worker.js")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert b'addEventListener("fetch"' in answer.content


@in_turn("name", ANY_GAMES)
def test_the_page_knows_no_game_and_no_number_of_seats(name: str) -> None:
    source = (STATIC / name).read_text(encoding="utf-8")
    assert not re.findall(
        r"povinost|(?<!pro)pagat|kontra|prever|spjst|\bbid\b", source, re.I
    )
    assert not re.findall(r"\[(?:0, 0, 0, 0|1, 2, 3, 4)\]|length === 4|% 4\b", source)
