"""How soon the table page stands on an old phone: `python -m benchmarks.page`.

Chromium with 400 kbit/s, 400 ms a request and a processor four times slower, on the site
as `manage.py serve` runs it. Seconds from the question for the page until the names are
painted, and until the first button answers; then the same page from the phone's cache.
Also what the page weighs on its way, of an empty sheet and of one with 60 hands: heads
and bodies of all answers that come before the first tap (1 KB = 1,000 bytes), and after it.
"""

import os
import shutil
from collections.abc import Iterable
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from django.core.management import call_command
from playwright.sync_api import BrowserContext, Page, sync_playwright

from benchmarks.site import TIMES as RUNS  # the settings come first
from benchmarks.table.hall import Hall
from benchmarks.table.one_database import server
from scoring.models import Sheet
from tests import builders
from tests.browser.conftest import CHROMIUM, FLAGS

NETWORK = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
SLOWER = 4
# The shell has no button: the first one is the script's.
WATCH = """new MutationObserver((_, watch) => {
  if (!document.querySelector("#table button")) return;
  window.usable = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
HANDS = 60
KEPT = "() => navigator.serviceWorker.ready.then(() => true)"


def slow(context: BrowserContext) -> Page:
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", NETWORK)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    return page


def opened(page: Page, address: str) -> tuple[float, float]:
    """Seconds until the names are painted, and until a button is there."""
    page.goto(address)
    page.locator("#table button").first.wait_for()
    return page.evaluate(PAINTED) / 1000, page.evaluate("usable") / 1000


def visited(context: BrowserContext, address: str) -> list[float]:
    """Seconds of the first visit, then of one from the cache."""
    first = slow(context)
    times = [*opened(first, address)]
    first.evaluate(KEPT)
    first.wait_for_timeout(5000)  # the worker keeps the page behind its back
    first.close()
    return [*times, *opened(slow(context), address)]


def weights(context: BrowserContext, address: str) -> dict[str, int]:
    """Bytes of each answer on the wire, its head too."""
    page = context.new_page()
    sizes: dict[str, list[Any]] = {}  # by the number of its request
    browser = context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.on(
        "Network.responseReceived",
        lambda told: sizes.setdefault(
            told["requestId"], [urlsplit(told["response"]["url"]).path, 0]
        ),
    )

    def finished(told: dict[str, Any]) -> None:
        if told["requestId"] in sizes:
            sizes[told["requestId"]][1] = int(told["encodedDataLength"])

    browser.on("Network.loadingFinished", finished)
    page.goto(address)
    page.locator("#table button").first.wait_for()
    page.wait_for_timeout(3000)
    page.close()
    return {path: size for path, size in sizes.values() if size}


def print_weights(name: str, path: str, sizes: dict[str, int]) -> None:
    """First what comes before the first tap, then what nobody needs before it."""
    later = {each for each in sizes if "-later." in each}
    print(f"\non the wire, {name} (bytes)")
    for each, size in sizes.items():
        print(f"{size:>8}  {'the page' if each == path else each}")
    first = sum(size for each, size in sizes.items() if each not in later)
    print(f"{first:>8}  in all before the first tap")
    print(f"{sum(sizes.values()):>8}  in all")


def record(sheet: Sheet, hands: Iterable[dict[str, Any]]) -> None:
    for hand in hands:
        builders.recorded(sheet, builders.command(), **hand)


def main() -> None:
    call_command("migrate", verbosity=0)
    (empty,), (full,) = Hall(1, 0, "Empty").tables, Hall(1, HANDS, "Full").tables
    record(Sheet.objects.get(round__tournament__name="Full"), full.hands)
    path = empty.path
    chromium = next(filter(None, map(shutil.which, CHROMIUM)))
    with server() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        runs = []
        for _ in range(RUNS):
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
            )
            runs.append(visited(context, f"http://127.0.0.1:{port}{path}"))
            context.close()
        phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
        for name, table in (("empty", empty), (f"{HANDS} hands", full)):
            context = browser.new_context(**phone)
            address = f"http://127.0.0.1:{port}{table.path}"
            print_weights(name, table.path, weights(context, address))
            context.close()
        browser.close()
    names = ("names painted", "usable", "names painted, cached", "usable, cached")
    print(f"\nload of this machine: {os.getloadavg()[0]:.1f}")
    print(f"median of {RUNS} visits, and the slowest (s)")
    for n, name in enumerate(names):
        times = [times[n] for times in runs]
        print(f"{name:<24}{median(times):>6.2f}{max(times):>8.2f}")


if __name__ == "__main__":
    main()
