"""Play the evening, take the pictures, say how large they are."""

import sys

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.pictures import director, scorekeeper, site, story, weeks
from tests.pictures.camera import Camera, chromium
from tests.sentences import collect

LETTERS = "--font-render-hinting=none"  # as a screen with a window shows them


def main(only: list[str]) -> None:
    collect()
    with site.served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(CHROMIUM), args=[*FLAGS, LETTERS]
        )
        camera = Camera(browser, address, only)
        told = story.begin()
        director.take_all(camera, told)
        scorekeeper.take_all(camera, told)
        weeks.take_all(camera, told)
        browser.close()
    for name, size in camera.taken.items():
        print(f"{size / 1024:6.0f} KB  docs/{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
