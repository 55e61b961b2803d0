// The screen in the hall. It goes round by itself for hours: the clock, what is announced,
// everybody's table by name, the podium, the standings, page by page. It asks for news every few
// seconds; while there are none it goes on with what it has and says since when.
//
// ?show=clock,seats,standings,words  what goes round; ?seconds=12  how long a page stands;
// ?round=this or next  whose seats, where not those that people look for.
(() => {
  const ASK = 5000; // ms between two questions
  const PATIENCE = 8000; // ms for an answer
  const QUIET = 20000; // ms without an answer before it is said
  const FONTS = 2000; // ms until it goes on without them
  const BELL = 120; // s for which nothing but the bell is shown
  const MANY = 5; // pages of one list; more are shown in smaller letters
  const LIST = ["podium", "seats", "standings"];

  const at = (id) => document.getElementById(id);
  const asked = new URLSearchParams(location.search);
  const wanted = (asked.get("show") || "clock,words,seats,standings").split(",");
  if (wanted.includes("standings")) wanted.push("podium"); // the places' first page
  const seconds = Math.min(300, Math.max(3, Number(asked.get("seconds")) || 12));
  const scene = at("scene");

  let state = JSON.parse(at("state").textContent);
  let version = state.version;
  let heard = Date.now();
  let stopped = false;
  let shown = { key: "", at: 0 };
  let next = null; // question
  Clock.hear(state.now);

  const make = (name, text = "", ...inner) => {
    const [tag, ...classes] = name.split(".");
    const element = document.createElement(tag);
    element.className = classes.join(" ");
    if (text !== "") element.textContent = text;
    element.append(...inner);
    return element;
  };

  // --- The clock

  const left = () => (state.clock ? Clock.left(state.clock) : null);
  const isRinging = () => {
    const rest = left();
    return rest !== null && rest <= 0 && rest > -BELL && state.clock.left === null;
  };
  const HOUR = 3600000;
  const figures = (ms, zoned) => {
    const options = { hour: "numeric", minute: "2-digit", timeZone: state.zone, ...zoned };
    return new Date(ms).toLocaleTimeString(document.documentElement.lang, options);
  };
  const time = (ms) => {
    const said = figures(ms);
    // Where the clock is turned back an hour comes twice: 1:45 am CST.
    const isTwice = [-HOUR, HOUR].some((hour) => figures(ms + hour) === said);
    const zone = isTwice ? figures(ms, { timeZoneName: "short" }).slice(said.length) : "";
    return said.toLowerCase() + zone;
  };
  const clockWords = () => {
    const { ends, left: still } = state.clock;
    if (still !== null) return say("The clock is paused.");
    if (left() <= 0) return say("The bell rang. Finish this hand. It’s the last one.");
    return say("Last hand at the bell: {time}", { time: time(ends) });
  };
  const longerWords = () =>
    state.clock.longer
      .map(([table, minutes]) => {
        const { ends, left: still } = state.clock;
        const more = minutes * 60;
        const rest = Clock.left({
          ends: ends + more * 1000,
          left: still === null ? null : still + more,
        });
        return say("Table {n}: {time}", { n: table, time: Clock.figures(rest) });
      })
      .slice(0, 6)
      .join("   ");

  // --- Names: short ones as they are, long ones as kindly as the line allows

  const shorten = (element) => {
    const words = element.textContent.split(" ");
    const initialOf = (word) => word.replace(/^(\p{L})\S*$/su, "$1."); // what is no word stays
    const middle = words
      .map((word, n) => (n && n < words.length - 1 ? initialOf(word) : word))
      .join(" ");
    const isWhole = () =>
      element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
    for (const name of [middle, element.dataset.short]) {
      if (isWhole()) return;
      if (name) element.textContent = name;
    }
    for (const part of [1.5, 2, 3]) if (!isWhole()) element.style.setProperty("--part", part);
  };

  // --- What goes round

  const unit = () => parseFloat(getComputedStyle(scene).fontSize); // 1 % of a wide screen's height
  // How many lines fit, as large as they may be for so many.
  const fitting = (count) => {
    const width = scene.clientWidth;
    const height = scene.clientHeight - 11 * unit(); // below the title
    const across = (size) => Math.floor(width / (56 * size * unit()));
    const grid = (size) => {
      const rows = Math.max(1, Math.floor(height / (7.4 * size * unit())));
      const columns = Math.min(across(size) || 1, Math.max(2, Math.ceil(count / rows))); // none of them empty
      return { size, rows, columns, most: rows * columns };
    };
    const whole = [1.5, 1.25]
      .filter(across)
      .map(grid)
      .find(({ most }) => most >= count);
    const usual = grid(1);
    return whole || (count <= MANY * usual.most ? usual : grid(0.8));
  };

  const pagesOf = (kind) => {
    const { rows } = state[kind];
    if (kind === "podium") return [{ kind, rows, key: kind, number: 1, of: 1 }];
    const grid = fitting(rows.length);
    const pages = [];
    for (let from = 0; from < rows.length; from += grid.most) {
      pages.push({ kind, grid, rows: rows.slice(from, from + grid.most) });
    }
    return pages.map((page, n) => ({
      ...page,
      key: `${kind} ${n}`,
      number: n + 1,
      of: pages.length,
    }));
  };

  const round = () => {
    const found = [];
    if (state.clock) found.push({ kind: "clock", key: "clock" });
    if (state.announcements.length) found.push({ kind: "words", key: "words" });
    for (const kind of LIST) if (state[kind]) found.push(...pagesOf(kind));
    const some = found.filter(({ kind }) => wanted.includes(kind));
    return some.length ? some : [{ kind: "empty", key: "empty" }];
  };

  // --- Drawing

  const drawClock = () => [
    make("p.big-figures", Clock.figures(left())),
    make("p.words.big-words", clockWords()),
    make("p.words.longer", longerWords()),
  ];
  const drawWords = () => state.announcements.map((text) => make("p.words.announced", text));
  const drawEmpty = () => [
    make("p.words", state.name),
    make("p.words.longer", say("The first round isn’t published yet.")),
  ];

  // The server says which short form is nobody else's.
  const named = (name, short) => {
    const element = make("span.name", name);
    element.dataset.short = short;
    return element;
  };
  const figure = (total) => String(total).replace("-", "\u2212");
  const line = (kind, row) => {
    const [one, two, three, short] = row;
    if (kind === "seats") {
      const label = make("span.label", say("No. {n}", { n: two }));
      const table = three ? make("b.number", three) : make("span.out", say("sits out"));
      return make("li", "", named(one, short), label, table);
    }
    const total = make("b.number", figure(three));
    return make("li", "", make("span.place", one), named(two, short), total);
  };
  // Each round as a pile of chips; a chip is as high as it is worth, the highest pile is full.
  const CHIPS = { ten: 10, five: 5, one: 1 };
  const piled = (chips, highest) => {
    const pile = make("div.pile");
    let left = chips;
    for (const [name, worth] of Object.entries(CHIPS)) {
      const many = Math.floor(left / worth);
      left -= many * worth;
      if (!many) continue;
      const some = make(`i.${name}`);
      some.style.setProperty("--many", many);
      some.style.setProperty("--share", worth / highest);
      pile.append(some);
    }
    return pile;
  };
  const piles = (rounds, highest) => {
    const all = make("div.piles", "", ...rounds.map((chips) => piled(chips, highest)));
    all.setAttribute("aria-hidden", "true");
    return all;
  };

  // The first in the middle where three stand there; who shares a place stands as high.
  const drawPodium = ({ rows }) => {
    const steps = make(rows.length === 3 && rows[1][0] > 1 ? "ol.podium.is-usual" : "ol.podium");
    const highest = Math.max(10, ...rows.flatMap((row) => row[5]));
    steps.append(
      ...rows.map(([place, written, name, total, short, rounds]) => {
        const step = make("b.step", written);
        const words = [named(name, short), make("span.total", figure(total))];
        return make(`li.place-${place}`, "", ...words, piles(rounds, highest), step);
      }),
    );
    return [make("h2.title", state.podium.title), steps];
  };
  const drawList = ({ kind, grid, rows }) => {
    const list = make("ol.lines");
    list.style.setProperty("--rows", grid.rows);
    list.style.setProperty("--columns", grid.columns);
    list.style.setProperty("--size", grid.size);
    list.append(...rows.map((row) => line(kind, row)));
    return [make("h2.title", state[kind].title), list];
  };

  const DRAW = {
    clock: drawClock,
    words: drawWords,
    empty: drawEmpty,
    podium: drawPodium,
    seats: drawList,
    standings: drawList,
  };
  const draw = (page) => {
    shown = { key: page.key, at: Date.now() };
    scene.dataset.kind = page.kind;
    scene.replaceChildren(...DRAW[page.kind](page));
    scene.querySelectorAll(".name").forEach(shorten);
    const { rows, of, number } = page;
    const initial = (row) => (page.kind === "seats" ? row[0].slice(0, of > 4 ? 3 : 1) : row[0]);
    const where = () => ({
      first: initial(rows[0]),
      last: initial(rows.at(-1)),
      n: number,
      all: of,
    });
    at("where").textContent = of > 1 ? say("{first}–{last}, page {n} of {all}", where()) : "";
  };

  const turn = (step) => {
    const pages = round();
    const here = pages.findIndex(({ key }) => key === shown.key);
    draw(pages[(here + step + pages.length) % pages.length]);
  };

  // --- Four times a second: what counts, and whether it is time to turn

  let rang = left() !== null && left() <= 0;
  const tick = () => {
    const rest = left();
    if (rest !== null && rest > 0) rang = false;
    if (isRinging() && !rang) {
      rang = true;
      Bell.ring();
    }
    if (isRinging() && shown.key !== "clock" && !stopped) draw({ kind: "clock", key: "clock" });
    else if (!stopped && !isRinging() && Date.now() - shown.at >= seconds * 1000) turn(1);
    if (shown.key === "clock" && state.clock) {
      const [figures, words, longer] = drawClock();
      [...scene.children].forEach((old, n) => {
        const now = [figures, words, longer][n];
        if (old.textContent !== now.textContent) old.textContent = now.textContent;
      });
      scene.dataset.over = rest <= 0;
    }
    const small =
      rest === null
        ? state.round
        : `${state.round}  ${rest > 0 ? Clock.figures(rest) : say("Bell")}`;
    if (at("small").textContent !== small) at("small").textContent = small;
    const isLost = Date.now() - heard > QUIET + (news.isOn() ? News.REST : 0);
    // What the page says already is not said below it once more.
    const said = shown.key === "words" ? "" : state.announcements[0] || "";
    const told = isLost
      ? say("Not updated since {time}", { time: time(heard + Clock.now() - Date.now()) })
      : said;
    if (at("told").textContent !== told) at("told").textContent = told;
    at("told").dataset.lost = isLost;
  };

  // --- News

  const gone = () => {
    const nothing = {
      clock: null,
      announcements: [],
      seats: null,
      standings: null,
      round: "",
      podium: null,
    };
    state = { ...state, ...nothing, name: say("This tournament is no longer shown.") };
    document.querySelector(".head-name").textContent = "";
  };
  const take = (fresh) => {
    const isAsBefore = fresh.script === state.script && `${fresh.look}` === `${state.look}`;
    if (!isAsBefore) location.reload(); // Valat was brought up to date, or the club's look
    state = fresh;
    version = fresh.version;
    const isShown = round().some(({ key }) => key === shown.key);
    if (!isShown || shown.key === "words") turn(isShown ? 0 : 1);
  };
  const ask = async () => {
    clearTimeout(next);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { "If-None-Match": `"${version}"` };
      const how = { headers, cache: "no-store", redirect: "error", signal: stop.signal };
      const answer = await fetch(`news/${location.search}`, how);
      if (answer.status === 404) {
        gone();
        version = "";
      } else if (answer.status === 200) take(await answer.json());
      else if (answer.status !== 304) throw new Error("no answer of ours");
      Clock.hear(answer.headers.get("X-Valat-Now"));
      heard = Date.now();
    } catch {
      // The next question may be answered; until then it shows what it has.
    } finally {
      clearTimeout(timer);
      next = setTimeout(ask, news.isOn() ? News.REST : ASK);
    }
  };
  const news = News.wait(state.news, () => ask());

  // --- What somebody may press

  const stop = () => {
    stopped = !stopped;
    at("stop").textContent = stopped ? say("Continue") : say("Pause here");
    at("stop").setAttribute("aria-pressed", stopped);
    document.body.dataset.stopped = stopped;
  };
  const sound = () => {
    const isOn = Bell.turn();
    at("sound").textContent = isOn ? say("Sound off") : say("Sound on");
    at("sound").setAttribute("aria-pressed", isOn);
  };
  const full = () =>
    document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
  const theme = () => {
    const { dataset } = document.documentElement;
    dataset.bsTheme = dataset.bsTheme === "dark" ? "light" : "dark";
  };
  const PRESS = { sound, stop, full, theme, back: () => turn(-1), next: () => turn(1) };
  const PAGED = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back" };
  const KEYS = Object.assign({ " ": "stop", f: "full", s: "sound" }, PAGED);

  let idle = null;
  const wake = () => {
    at("keys").hidden = false;
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (!at("keys").matches(":focus-within")) at("keys").hidden = true;
    }, 5000);
  };
  for (const [id, press] of Object.entries(PRESS)) {
    at(id).addEventListener("click", (event) => {
      press();
      if (event.detail) at(id).blur(); // a finger's; the space bar must not press it again
    });
  }
  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    const isOnButton = event.target.matches("button") && event.key === " ";
    if (!name || isOnButton || event.ctrlKey || event.metaKey || event.altKey) return wake();
    event.preventDefault();
    PRESS[name]();
  });
  for (const event of ["pointermove", "pointerdown", "focusin"])
    document.addEventListener(event, wake);
  addEventListener("online", () => {
    heard = Math.min(heard, Date.now());
  });
  const stayAwake = () =>
    navigator.wakeLock && !document.hidden && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
  // Both halves of the alphabet, before anything is drawn or measured: what stands there
  // in another font would jump when the right one comes.
  const letters = ["a", "\u011b"].map((text) =>
    document.fonts.load('600 16px "Source Sans 3"', text),
  );
  const late = new Promise((ready) => setTimeout(ready, FONTS));
  const begin = () => {
    new ResizeObserver(() => turn(0)).observe(scene); // the window
    draw(round()[0]);
    wake();
    setInterval(tick, 250);
    next = setTimeout(ask, ASK);
    document.fonts.ready.then(() => turn(0)); // where they came late
  };
  Promise.race([Promise.allSettled(letters), late]).then(begin);
})();
