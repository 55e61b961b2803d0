// The door: the field keeps the focus and is empty again after every step, so that a
// queue is worked off by keyboard alone, or by a scanner that waits for nothing. Whatever
// is sent stands in line here until its answer is there; what was refused waits below
// the field until it is done. Without this script every step loads the page.
(() => {
  const form = document.getElementById("door");
  const field = form.elements.q;
  const waits = document.getElementById("door-waits");
  const state = document.getElementById("door-state");
  const RETRY = 3000; // ms
  const LONG_SEEN = 1500; // ms; what was replaced earlier nobody has read
  const PLACE = `door ${location.pathname}`;
  const line = []; // what is to be sent, the first of them under way
  let asked = null; // refused and given back into the field, since when
  let told = null; // refused otherwise, and shown just now, since when
  let opened = new Map();
  let isLeaving = false;

  const found = () => document.getElementById("door-found");
  const step = () => document.getElementById("door-step");
  const plain = (text) => text.trim().split(/\s+/).join(" ");
  const inHex = (byte) => byte.toString(16).padStart(2, "0");
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), inHex).join("");

  const find = (text) => {
    field.value = text;
    field.focus();
    htmx.trigger(field, "input");
  };

  // ---- What waits ----------------------------------------------------------------
  // A window that keeps nothing must still send.
  const store = (work) => {
    try {
      return work(sessionStorage);
    } catch {
      return null;
    }
  };

  const remember = () => {
    const listed = [...waits.querySelectorAll("li")].map(({ item }) => item);
    const before = line.flatMap(({ after }) => (after ? [after] : []));
    const left = [...listed, ...(asked ? [asked.item] : []), ...before, ...line];
    state.textContent = line.length > 1 ? say("Sending: {n}.", { n: line.length }) : "";
    waits.hidden = !listed.length;
    store((kept) =>
      left.length ? kept.setItem(PLACE, JSON.stringify(left)) : kept.removeItem(PLACE),
    );
  };

  const list = (item) => {
    const row = document.getElementById("door-wait").content.cloneNode(true).firstElementChild;
    row.item = item;
    row.querySelector("[data-said]").textContent = item.said;
    row.querySelector("[data-why]").textContent = item.why;
    const again = row.querySelector("[data-again]");
    again.hidden = !item.q;
    again.addEventListener("click", () => {
      row.remove();
      asked = { item, since: Date.now() };
      remember();
      find(item.q);
    });
    row.querySelector("[data-drop]").addEventListener("click", () => {
      row.remove();
      remember();
      field.focus();
    });
    waits.querySelector("ul").append(row);
  };

  const isSeen = (shown) => Date.now() - shown.since >= LONG_SEEN;

  // What somebody did after he was asked answers it, or else it still waits.
  const settle = ({ act, q, after }, who) => {
    if (!after) return;
    const goesOn = q.toLowerCase().startsWith(after.q.toLowerCase());
    if (!goesOn && !act.startsWith("new") && !after.may.includes(who)) list(after);
  };

  // ---- Sending, one after the other ----------------------------------------------
  // Another page came instead: somebody is signed out.
  const isElsewhere = (xhr) =>
    xhr.responseURL && new URL(xhr.responseURL).pathname !== location.pathname;

  const post = async ({ q, act, first, pay, key }) => {
    let answer = null;
    const note = (event) => {
      if (event.target === form) answer = event.detail.xhr;
    };
    form.addEventListener("htmx:afterRequest", note);
    try {
      const { version } = document.getElementById("door-live").dataset;
      const values = { q, act, first, pay: String(pay), key, version };
      await htmx.ajax("POST", form.action, { source: form, target: "#door-step", values });
    } catch {
      // No answer: the status says so.
    }
    form.removeEventListener("htmx:afterRequest", note);
    return answer;
  };

  const refused = (item, why, again) => {
    if (why) item.why = why;
    item.may = [...found().querySelectorAll("[data-who]")].map((row) => row.dataset.who);
    if (!again) {
      told = { item, since: Date.now() };
      return;
    }
    if (field.value || line.length) return list(item);
    asked = { item, since: Date.now() };
    field.value = item.q;
    field.focus();
    field.select();
  };

  const answered = (item, status) => {
    if (told && !isSeen(told)) list(told.item);
    told = null;
    const why = step().querySelector("[data-why]");
    const done = step().querySelector("[data-done]");
    settle(item, done ? done.dataset.done : "");
    delete item.after;
    if (status >= 400)
      refused(
        item,
        say("The site didn’t accept this (error {status}). Try again.", { status }),
        true,
      );
    else if (why) refused(item, why.textContent, "again" in why.dataset);
    remember();
    if (field.value && field.value !== item.q) find(field.value);
    else if (!asked) field.focus();
  };

  const send = async () => {
    const item = line[0];
    const answer = await post(item);
    if (answer && isElsewhere(answer)) {
      isLeaving = true; // what is in line is remembered, and listed after signing in
      location.reload();
      return;
    }
    if (!answer || !answer.status) {
      const what = line.map(({ said }) => said).join(", ");
      state.textContent = say("No connection. Not sent yet: {what}.", { what });
      setTimeout(send, RETRY);
      return;
    }
    line.shift();
    answered(item, answer.status);
    if (line.length) send();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    const q = plain(field.value);
    const act = button && button.value ? button.value : "first";
    const isEnter = act === "first";
    if (isEnter && !q && line.length) return;
    if (!isEnter && line.some((each) => each.act === act)) return;
    // Enter means whom one sees first, as far as that is what was found for these words.
    const first = isEnter && found().dataset.typed === q ? found().dataset.first : "";
    const said = isEnter ? q : plain(button.textContent);
    const pay = Boolean(form.elements.pay && form.elements.pay.checked);
    // What is sent leaves the field at once: the next name may be typed already.
    field.value = "";
    found().replaceChildren();
    field.focus();
    const after = asked && isSeen(asked) ? asked.item : null;
    if (asked && !after) list(asked.item);
    asked = null;
    line.push({
      q,
      act,
      first,
      pay,
      key: newKey(),
      said,
      after,
      why: say("Not sent yet."),
      may: [],
    });
    remember();
    if (line.length === 1) send();
  });

  // A team is saved by a form of its own; whoever was looked for is dealt with then.
  document.addEventListener("submit", ({ target }) => {
    if (!target.matches(".door-team")) return;
    field.value = "";
    field.focus();
  });

  addEventListener("beforeunload", (event) => {
    if (line.length && !isLeaving) event.preventDefault();
  });

  // ---- What others did -------------------------------------------------------------
  // News that come after another answer brought newer ones are dropped: who asked is gone.
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    const dropLate = (event) => target.isConnected || event.preventDefault();
    target.addEventListener("htmx:beforeOnLoad", dropLate, { once: true });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isElsewhere(event.detail.xhr)) event.detail.shouldSwap = false;
    // An answer to words that are not there any more.
    const sent = event.detail.requestConfig.parameters;
    if (event.target.id === "door-found" && sent.q.trim() !== field.value.trim()) {
      event.detail.shouldSwap = false;
    }
    // News of somebody whose row is not shown have nowhere to go.
    if (event.target.id === "door-live") {
      const news = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").body;
      for (const row of news.querySelectorAll(".door-row")) {
        if (!document.getElementById(row.id)) row.remove();
      }
      event.detail.serverResponse = news.innerHTML;
    }
    // What was opened by hand stays open.
    opened = new Map(
      [...lists().querySelectorAll("details[data-key]")].map(({ dataset, open }) => [
        dataset.key,
        open,
      ]),
    );
  });

  document.addEventListener("htmx:afterSettle", () => {
    for (const each of lists().querySelectorAll("details[data-key]")) {
      if (opened.has(each.dataset.key)) each.open = opened.get(each.dataset.key);
    }
    move();
  });

  // ---- Who moved -------------------------------------------------------------------
  // A press brings those who moved alone: they are taken out of their lists and put into
  // those where they stand now, by start number.
  const lists = () => document.getElementById("door-lists");

  const put = (link, list) => {
    const names = list.querySelector(".door-names");
    const number = Number(link.dataset.find);
    const next = [...names.children].find(({ dataset }) => Number(dataset.find) > number);
    names.insertBefore(link, next || null);
    link.after(" ");
  };

  const askAboutRest = (rest) => {
    delete rest.dataset.isOld;
    htmx.ajax("GET", form.action, { target: rest, swap: "innerHTML" });
  };

  const recount = () => {
    const counts = {};
    for (const count of lists().querySelectorAll("[data-count]")) {
      const list = count.closest(".door-people");
      const { length } = list.querySelectorAll("[data-find]");
      counts[list.dataset.key] = length;
      count.textContent = String(length);
      list.hidden = !length;
    }
    const rest = document.getElementById("door-no-shows");
    if (!rest) return;
    rest.hidden = !counts.expected || !counts.here;
    rest.dataset.isOld = "";
    if (!rest.hidden && !rest.children.length) askAboutRest(rest);
  };

  const move = () => {
    const moved = document.getElementById("door-moves");
    if (!moved.children.length) return;
    for (const each of moved.children) {
      const link = each.querySelector("[data-find]");
      for (const old of lists().querySelectorAll(`[data-find="${each.dataset.moved}"]`))
        old.remove();
      for (const key of each.dataset.lists.split(" ").filter(Boolean)) {
        const list = lists().querySelector(`[data-key="${key}"]`);
        if (link && list) put(link.cloneNode(true), list);
      }
    }
    moved.replaceChildren();
    recount();
  };

  // The question about everyone else names them as they are when it is opened.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      const rest = target.closest("#door-no-shows");
      if (!rest || !target.open || !("isOld" in rest.dataset)) return;
      askAboutRest(rest);
    },
    true,
  );

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-find]");
    if (!link) return;
    event.preventDefault();
    find(link.dataset.find);
  });

  for (const item of store((kept) => JSON.parse(kept.getItem(PLACE))) || []) list(item);
  remember();
})();
