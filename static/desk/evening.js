// The evening's open page takes in what is new piece by piece: a [data-part] that says
// the same stays as it is, one that says something else is put in its place, and what is
// half typed in it, opened or has the focus stays so. Tables change their order only
// while nobody is at them.
(() => {
  const ROOT = "evening";
  // Tokens and keys are others every time and say nothing.
  const said = (part) => part.outerHTML.replace(/ value="[0-9A-Za-z]{32,64}"/g, "");
  const partsOf = (root) => [...root.querySelectorAll("[data-part]")];
  const known = new Map();
  const learn = (root) => {
    for (const part of partsOf(root)) known.set(part.id, said(part));
  };
  const heardAt = () => Date.now() / 60000; // minutes, only to tell how many went by

  // What somebody did to the old part, done to the new one; but what the server says of the
  // form that was sent, if one was, is the answer to what stood in it.
  const carry = (old, fresh, sent) => {
    for (const each of old.querySelectorAll("details[open][id]")) {
      const same = fresh.querySelector(`#${CSS.escape(each.id)}`);
      if (same && !each.contains(sent)) same.open = true;
    }
    for (const each of old.querySelectorAll(":is(input:not([type=hidden]), textarea)[id]")) {
      const same = fresh.querySelector(`#${CSS.escape(each.id)}`);
      if (!same || each.form === sent) continue;
      if (each.checked !== each.defaultChecked) same.checked = each.checked;
      if (each.value !== each.defaultValue) same.value = each.value;
    }
  };

  const focusIn = (part) => {
    const active = document.activeElement;
    if (!active || !part.contains(active)) return () => {};
    const { id, selectionStart, selectionEnd } = active;
    const href = active.getAttribute("href");
    return (fresh) => {
      const same = id
        ? document.getElementById(id)
        : href &&
          [...fresh.querySelectorAll("a")].find((each) => each.getAttribute("href") === href);
      if (!same) return;
      same.focus({ preventScroll: true });
      if (typeof selectionStart === "number") same.setSelectionRange(selectionStart, selectionEnd);
    };
  };

  const renew = (old, fresh, sent) => {
    carry(old, fresh, sent);
    const putFocus = focusIn(old);
    old.replaceWith(fresh);
    htmx.process(fresh);
    putFocus(fresh);
  };

  const isBusy = (list) => list.matches(":hover, :focus-within");

  // A list's parts in the order of the new one; those that went, go.
  const arrange = (list, ids) => {
    for (const part of [...list.children]) if (!ids.includes(part.id)) part.remove();
    const parts = ids.map((id) => document.getElementById(id));
    const isSame = parts.every((part, n) => list.children[n] === part);
    if (!isSame && !isBusy(list)) list.append(...parts);
  };

  const take = (text, sent) => {
    const root = document.getElementById(ROOT);
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(ROOT);
    if (!fresh) return false;
    const lists = [...fresh.querySelectorAll("[data-parts]")];
    const orders = lists.map((list) => [list.id, [...list.children].map(({ id }) => id)]);
    const isBuilt = partsOf(fresh).every(
      (part) => document.getElementById(part.id) || part.parentElement.matches("[data-parts]"),
    );
    if (!isBuilt || orders.some(([id]) => !document.getElementById(id))) return false;
    for (const part of partsOf(root)) {
      if (!fresh.querySelector(`#${CSS.escape(part.id)}`)) part.remove();
    }
    for (const part of partsOf(fresh)) {
      const { id, parentElement } = part;
      const old = document.getElementById(id);
      const now = said(part);
      if (!old) {
        document.getElementById(parentElement.id).append(part);
        htmx.process(part);
      } else if (known.get(id) !== now) renew(old, part, sent);
      known.set(id, now);
    }
    for (const [id, ids] of orders) arrange(document.getElementById(id), ids);
    root.setAttribute("hx-get", fresh.getAttribute("hx-get"));
    root.dataset.now = fresh.dataset.now;
    setTimeout(() => htmx.process(root)); // after the answer that is being taken in
    return true;
  };

  document.addEventListener("htmx:beforeRequest", ({ detail: { target, requestConfig } }) => {
    if (target.id === ROOT) requestConfig.known = target.getAttribute("hx-get");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig, serverResponse } = event.detail;
    if (target.id !== ROOT) return;
    const isNews = requestConfig.verb === "get";
    // News that come after another answer brought newer ones are dropped.
    if (isNews && requestConfig.known !== target.getAttribute("hx-get")) {
      event.detail.shouldSwap = false;
      return;
    }
    Clock.hear(xhr.getResponseHeader("X-Valat-Now"));
    if (xhr.status !== 200) return;
    event.detail.shouldSwap = !take(serverResponse, isNews ? null : requestConfig.elt);
    heard = heardAt();
  });
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === ROOT) learn(document);
  });
  // The step at the top says now what the bell asks for.
  document.addEventListener("valat:bell", () => {
    const root = document.getElementById(ROOT);
    const address = root.getAttribute("hx-get").replace(/version=[^&]*/, "version=");
    htmx.ajax("GET", address, { target: `#${ROOT}`, swap: "outerHTML" });
  });

  // How long a phone is silent grows without news.
  let heard = heardAt();
  const grow = () => {
    const went = Math.floor(heardAt() - heard);
    for (const each of document.querySelectorAll("[data-minutes]")) {
      each.textContent = say("{n} min ago", { n: Number(each.dataset.minutes) + went });
    }
  };
  setInterval(grow, 20000);
  learn(document);
})();
