"""The hand's form alone on a page: what a test taps, and what it hands over."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from playwright.sync_api import Locator, Page, expect

from rules.spjst import house_rules
from scoring.games.spjst.phone import SCRIPTS, STYLES, rules_for_phone
from scoring.table.views import table_files

NAMES = ["Marie", "Josef", "Anna", "Karel"]
REVIEW = re.compile("^Review")
SAVE = re.compile("^Save (the change of )?hand")
DEAL = {"dealer": 4, "lead": 1, "sits": None}
OURS = (*table_files.ENGINE, *table_files.ACCOUNTS, *table_files.PAGES)
GENERIC = (*table_files.VENDORED, *OURS)
SHEETS = (*table_files.STYLES, *STYLES)
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>A hand</title>
<style>%s</style></head><body><div id="table"></div><script>%s</script></body></html>"""
SHOW = """([component, sent]) => {
  const props = JSON.parse(sent);
  window.saved = [];
  window.drafts = [];
  window.left = 0;
  const told = {
    onDraft: (draft) => {
      drafts.push(JSON.stringify(draft));
      return draft ? undefined : window.forgotten;
    },
    onSave: (hand) => window.full
      ? Promise.reject(new Error("No room left.")) : Promise.resolve(saved.push(hand)),
    onCancel: () => { left += 1; },
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


@cache
def page_source() -> str:
    style = "\n".join(map(source_of, SHEETS)).replace("../fonts/", "/static/fonts/")
    return PAGE % (style, "\n;".join(map(source_of, (*GENERIC, *SCRIPTS))))


def source_of(name: str) -> str:
    found = finders.find(name)
    assert found, name
    return Path(found).read_text(encoding="utf-8")


class Form:
    """A page with the form; it counts its taps."""

    def __init__(self, page: Page, preset: str = "spjst-2013", **changes: object):
        self.page = page
        self.taps = 0
        source = page_source()
        page.route(
            "**/form/",
            lambda route: route.fulfill(
                content_type="text/html; charset=utf-8", body=source
            ),
        )
        page.goto("/form/")
        rules = rules_for_phone(house_rules(preset, changes))
        page.evaluate("(sent) => Table.game.use(JSON.parse(sent))", json.dumps(rules))

    def start(self, **props: object) -> "Form":
        given = {"names": NAMES, "me": 1, "number": 7, "deal": DEAL, "first": False}
        sent = json.dumps(given | {"hand": None, "draft": None} | props)
        self.page.evaluate(SHOW, ["HandForm", sent])
        return self

    def card(self, name: str) -> "Form":
        self.page.evaluate(SHOW, [name, "{}"])
        return self

    def tap(self, *names: str, within: str = "#table") -> "Form":
        """Taps what has these words, one after the other."""
        for name in names:
            self.find(name, within).tap()
            self.taps += 1
        return self

    def find(self, name: str, within: str = "#table") -> Locator:
        """The button of this name, whatever its second line says."""
        said = f'normalize-space(span[1])="{name}" or normalize-space(.)="{name}"'
        return self.page.locator(within).locator(f"xpath=.//button[{said}]")

    def says(self, *texts: str) -> "Form":
        for text in texts:
            expect(self.page.locator("#table")).to_contain_text(text)
        return self

    def review(self) -> "Form":
        self.page.get_by_role("button", name=REVIEW).tap()
        self.taps += 1
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("right?")
        return self

    def save(self) -> dict[str, Any]:
        """Saves and gives what the page was handed."""
        self.page.get_by_role("button", name=SAVE).tap()
        self.taps += 1
        self.page.wait_for_function("saved.length > 0")
        [hand] = self.page.evaluate("saved")
        return dict(hand)

    def drafts(self) -> list[Any]:
        return [json.loads(each) for each in self.page.evaluate("drafts")]
