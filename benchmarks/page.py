"""How soon the table page stands on an old phone: `python -m benchmarks.page`.

Chromium with 400 kbit/s, 400 ms a request and a processor four times slower, on the site
as `manage.py serve` runs it. Seconds from the question for the page until the names are
painted, and until the first button answers; then the same page from the phone's cache.
Also what the page weighs on its way.
"""

import shutil
from statistics import median

from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, sync_playwright

from benchmarks.table.one_database import server  # sets the site up first
from scoring.models import Sheet
from tests import builders
from tests.browser.conftest import CHROMIUM, FLAGS

RUNS = 5
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
WEIGHT = """[...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")]
  .filter(({ encodedBodySize }) => encodedBodySize)
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""
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


def visited(
    context: BrowserContext, address: str
) -> tuple[list[float], list[tuple[str, int]]]:
    """The first visit, then one from the cache; and what the first one weighed."""
    first = slow(context)
    times = [*opened(first, address)]
    weight = first.evaluate(WEIGHT)
    first.evaluate(KEPT)
    first.wait_for_timeout(5000)  # the worker keeps the page behind its back
    first.close()
    times += opened(slow(context), address)
    return times, weight


def main() -> None:
    call_command("migrate", verbosity=0)
    builders.open_sheet(builders.tournament(builders.club()))
    path = reverse("scoring:table", args=[Sheet.objects.get().token])
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
        browser.close()
    names = ("names painted", "usable", "names painted, cached", "usable, cached")
    print(f"median of {RUNS} visits, and the slowest (s)")
    for n, name in enumerate(names):
        times = [times[n] for times, _ in runs]
        print(f"{name:<24}{median(times):>6.2f}{max(times):>8.2f}")
    print("\non the way, compressed (bytes)")
    for name, size in runs[0][1]:
        print(f"{size:>8}  {'the page' if name == path else name}")


if __name__ == "__main__":
    main()
