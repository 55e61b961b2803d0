"""A thumb that taps what has these words: a link or a button, whatever its second line says.

    tap(page, "Save hand 7", within="#panel")

It waits until there is one such, in sight, at rest and to be tapped, touches its middle
as a finger does, and waits for the click. Playwright's own `tap` asks the page eight
times on its way.

    hammer(button)

Two taps at once and one more at the same place, a tenth of a second later by the page's
own clock, however busy the machine is.
"""

from playwright.sync_api import Locator, Page

FIND = """async ([xpath, within, patience]) => {
  const end = performance.now() + patience;
  let last = "";
  for (let why = "not there"; ; ) {
    const place = document.querySelector(within);
    const found = place && document.evaluate(
      xpath, place, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const one = found && found.snapshotItem(0);
    if (found && found.snapshotLength > 1) why = `${found.snapshotLength} of them`;
    else if (one && one.closest("[disabled], [aria-disabled=true]")) why = "disabled";
    else if (one) {
      const middle = () => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
      };
      const isFree = () => one.contains(document.elementFromPoint(...middle()));
      if (!isFree()) one.scrollIntoView({ block: "center" });
      if (isFree() && last === (last = `${middle()}`)) {
        window.tapped = new Promise((done) => {
          const check = (event) => { // what came between is not clicked
            if (one.contains(event.target)) return;
            event.stopImmediatePropagation();
            event.preventDefault();
            done(false);
          };
          const was = () => { done(true); };
          window.addEventListener("click", check, { capture: true, once: true });
          window.addEventListener("click", was, { once: true });
          setTimeout(() => {
            window.removeEventListener("click", check, { capture: true });
            window.removeEventListener("click", was);
            done(false);
          }, 5_000);
        });
        return middle();
      }
      why = "covered, out of sight or on the move";
    }
    if (performance.now() > end) return why;
    await new Promise((done) => { requestAnimationFrame(done); });
  }
}"""

HAMMER = """async (one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const tap = () =>
    document.elementFromPoint((left + right) / 2, (top + bottom) / 2).click();
  tap();
  tap();
  await new Promise((done) => { setTimeout(done, 100); });
  tap();
}"""


def named(name: str) -> str:
    """As XPath."""
    said = f'normalize-space(span[1])="{name}" or normalize-space(.)="{name}"'
    return f'.//*[self::a or self::button][{said} or @aria-label="{name}"]'


def tap(page: Page, name: str, within: str, patience: int = 15_000) -> None:
    is_tapped = False
    while not is_tapped:
        at = page.evaluate(FIND, [named(name), within, patience])
        assert not isinstance(at, str), f"{name} in {within}: {at}"
        page.touchscreen.tap(*at)
        is_tapped = page.evaluate("window.tapped") is not False


def hammer(button: Locator) -> None:
    button.scroll_into_view_if_needed()
    button.evaluate(HAMMER)
