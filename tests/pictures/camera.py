"""Pages of the laptop and of phones, and the pictures taken of them."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Response

DOCS = Path(__file__).resolve().parents[2] / "docs"
LAPTOP, PHONE = (1280, 800), (390, 780)
MARGIN = 24  # px of bare ground left and right of a laptop's page
GAP = 16  # px between two phones
COLORS = 128


@dataclass
class Camera:
    """Keeps what it takes in docs/; `only` those, where any are named."""

    browser: Browser
    site: str
    only: Sequence[str] = ()
    taken: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)  # what was answered with an error

    def laptop(self) -> Page:
        return self._page(LAPTOP)

    def phone(self) -> Page:
        return self._page(PHONE, has_touch=True, is_mobile=True)

    def _page(self, size: tuple[int, int], **options: object) -> Page:
        width, height = size
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": width, "height": height},
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-US",
            timezone_id="America/Chicago",
            **options,
        )
        context.on("response", self._look_at)
        return context.new_page()

    def _look_at(self, answer: Response) -> None:
        if answer.status >= 400:
            self.wrong.append(f"{answer.status}: {answer.url}")

    def take(
        self,
        name: str,
        page: Page,
        height: int = 740,
        *,
        start: Locator | None = None,
        width: int = LAPTOP[0] - 2 * MARGIN,
    ) -> None:
        """A laptop's page from below its header, or from `start`, without margins."""
        box = (start or page.locator(".site-header")).bounding_box()
        top = box["y"] - 20 if start else box["y"] + box["height"]
        top += page.evaluate("scrollY")
        clip = {"x": MARGIN, "y": top, "width": width, "height": height}
        self.keep(name, Image.open(BytesIO(page.screenshot(full_page=True, clip=clip))))

    def screen(self, name: str, page: Page) -> None:
        """All that a window shows."""
        self.keep(name, Image.open(BytesIO(page.screenshot())))

    def strip(self, name: str, shots: Sequence[bytes]) -> None:
        """Phones side by side."""
        pictures = [Image.open(BytesIO(shot)).convert("RGB") for shot in shots]
        width, height = PHONE
        whole = Image.new("RGB", ((width + GAP) * len(shots) - GAP, height), "white")
        for n, picture in enumerate(pictures):
            whole.paste(picture.crop((0, 0, width, height)), (n * (width + GAP), 0))
        self.keep(name, whole)

    def keep(self, name: str, picture: Image.Image) -> None:
        """docs/NAME.png, with as few colors as show it well; never an error page."""
        if self.wrong:
            raise SystemExit(f"No picture of {name}, for {self.wrong}")
        if self.only and not {name, name.partition("/")[2]} & set(self.only):
            return
        path = DOCS / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        few = picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
        self.taken[name] = path.stat().st_size


def chromium(names: Sequence[str]) -> str:
    """Where Chromium is; it has another name on each system."""
    path = next(filter(None, map(shutil.which, names)), None)
    if not path:
        raise SystemExit("Chromium is missing; ./run test installs it")
    return path
