"""The form of SPJST Tarok, which settles on the phone.

form = Form(screen).start(names=NAMES)
form.tap("Anna", "6", "1").save()
"""

from functools import cache

from playwright.sync_api import Page

from rules.spjst import HOUSE
from scoring.games.spjst.phone import (
    LATER_SCRIPTS,
    SCRIPTS,
    STYLES,
    rules_for_phone,
)
from tests.browser.form_page import FormPage, page_source

NAMES = ["Marie", "Josef", "Anna", "Karel"]
DEAL = {"dealer": 4, "lead": 1, "sits": None}


class Form(FormPage):
    KIND = "spjst"

    def __init__(
        self, page: Page, preset: str = "spjst-2013", **changes: object
    ) -> None:
        super().__init__(page, rules_for_phone(HOUSE.rules(preset, changes)))

    @staticmethod
    @cache
    def source() -> str:
        return page_source((*SCRIPTS, *LATER_SCRIPTS), STYLES)

    def start(self, **props: object) -> "Form":
        given = {"names": NAMES, "me": 1, "number": 7, "deal": DEAL, "first": False}
        self.show("HandForm", **given | {"hand": None, "draft": None} | props)
        return self

    def card(self, name: str) -> "Form":
        self.show(name)
        return self
