"""The form of a hand alone on a phone's screen: what a test taps, and what it hands over.

A kind of form loads its scripts once; then the screen shows one form after the other.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Locator, Page, Route, expect

from scoring.phones.views import files as table_files
from tests.browser import thumb

OURS = (*table_files.ENGINE, *table_files.ACCOUNTS, *table_files.PAGES)
SAVE = re.compile("^Save (change to )?hand")
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>A hand</title>
<style>%s</style></head><body><div id="table"></div><script>%s</script></body></html>"""
USE = """(sent) => {
  preact.render(null, document.getElementById("table"));
  Object.assign(window, { full: false, forgotten: undefined });
  history.replaceState(null, "", location.pathname);
  scrollTo(0, 0);
  Table.game.use(JSON.parse(sent));
}"""
SHOW = """([component, sent]) => {
  const props = JSON.parse(sent);
  Object.assign(window, { saved: [], drafts: [], left: 0 });
  const told = {
    onDraft: (draft) => {
      drafts.push(JSON.stringify(draft));
      return draft ? undefined : window.forgotten;
    },
    onSave: (hand) => window.full
      ? Promise.reject(new Error("No room left.")) : Promise.resolve(saved.push(hand)),
    onCancel: () => { left += 1; },
    preview: (record) => fetch("/preview/", { method: "POST", body: JSON.stringify(record) })
      .then((answer) => (answer.ok ? answer.json() : null)),
  };
  const root = document.getElementById("table");
  preact.render(null, root);
  const { game, html, Page } = Table;
  const card = game.cards.find(({ name }) => name === component);
  preact.render(card ? html`<${Page} title=${card.title}><${card.Card} /><//>`
    : html`<${game.HandForm} ...${Object.assign(told, props)} />`, root);
  root.getBoundingClientRect(); // drawn, so that it asks for its letters
  return document.fonts.ready.then(() => true);
}"""


def source_of(name: str) -> str:
    found = finders.find(name)
    assert found, name
    return Path(found).read_text(encoding="utf-8")


def page_source(scripts: Iterable[str], styles: Iterable[str]) -> str:
    style = "\n".join(map(source_of, (*table_files.STYLES, *styles)))
    script = map(source_of, (*table_files.VENDORED, *OURS, *scripts))
    return PAGE % (style.replace("../fonts/", "/static/fonts/"), "\n;".join(script))


# Before a page is painted that shows the tap before; and nothing scrolls to what is tapped.
AT_ONCE = """async (keys) => {
  const buttons = document.getElementsByTagName("button");
  for (const key of keys) {
    [...buttons].find(({ innerText }) => innerText.split("\\n")[0] === key).click();
    await null;
  }
}"""


class FormPage:
    """A screen with a form; it counts its taps."""

    KIND = ""  # all forms of a kind have the same scripts

    def __init__(self, page: Page, data: object) -> None:
        self.page, self.taps = page, 0
        address = f"/form/{self.KIND}/"
        if urlsplit(page.url).path != address:
            page.route("**/static/fonts/**", letter)
            html = {"content_type": "text/html; charset=utf-8", "body": self.source()}
            page.route(f"**{address}", lambda route: route.fulfill(**html))
            page.goto(address)
        page.evaluate(USE, json.dumps(data))

    @staticmethod
    def source() -> str:
        """The page itself: each kind of form has its own, this base has none."""
        raise NotImplementedError

    def show(self, component: str, **props: object) -> None:
        self.page.evaluate(SHOW, [component, json.dumps(props)])

    def tap(self, *names: str, within: str = "#table") -> Self:
        """Taps what has these words, one after the other."""
        for name in names:
            thumb.tap(self.page, name, within)
            self.taps += 1
        return self

    def at_once(self, *keys: str) -> Self:
        """Taps these faster than they are shown."""
        self.page.evaluate(AT_ONCE, list(keys))
        return self

    def find(self, name: str, within: str = "#table") -> Locator:
        """The button of this name, whatever its second line says."""
        return self.page.locator(within).locator(f"xpath={thumb.named(name)}")

    def says(self, *texts: str) -> Self:
        for text in texts:
            expect(self.page.locator("#table")).to_contain_text(text)
        return self

    def review(self) -> Self:
        self.page.get_by_role("button", name=re.compile("^Review")).tap()
        self.taps += 1
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("right?")
        return self

    def save(self) -> dict[str, Any]:
        """Saves and gives what the page was handed."""
        self.page.get_by_role("button", name=SAVE).tap()
        self.taps += 1
        self.page.wait_for_function("() => saved.length > 0")
        [hand] = self.page.evaluate("saved")
        return dict(hand)

    def drafts(self) -> list[Any]:
        return [json.loads(each) for each in self.page.evaluate("drafts")]


def letter(route: Route) -> None:
    name = urlsplit(route.request.url).path.removeprefix("/static/")
    route.fulfill(path=finders.find(name))
