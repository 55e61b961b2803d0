// The desk's list of RSVPs. “/” goes to the field that finds a name; there 1 to 4 give the
// answer of the first person found, and the field is empty again for the next one. In a
// row the same keys answer for it. On a phone an answered row is one button until it is
// tapped. Without this script every button sends the form.
(() => {
  const list = document.getElementById("rsvps");
  if (!list) return; // nobody is on the list yet
  const field = document.getElementById("q");
  const status = () => document.getElementById("rsvp-status");
  const shownRows = () => [...list.querySelectorAll(".rsvp-row:not([hidden])")];
  const buttons = (row) => [...row.querySelectorAll(".rsvp-choice")];

  const markFirst = () => {
    for (const row of list.querySelectorAll(".is-found")) row.classList.remove("is-found");
    if (field.value.trim()) shownRows()[0]?.classList.add("is-found");
  };

  const answer = (row, number) => {
    const button = row && buttons(row)[number - 1];
    if (!button) return false;
    button.click();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = target.matches("input:not([type=checkbox]), textarea, select");
    if (key === "/" && !isTyping) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (/^[1-4]$/.test(key) && target === field) {
      // A name has no digits, so they are free to answer.
      event.preventDefault();
      if (!field.value.trim() || !answer(shownRows()[0], Number(key))) return;
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    } else if (/^[1-4]$/.test(key) && !isTyping) {
      answer(target.closest(".rsvp-row"), Number(key));
    }
  });
  // After the filter has hidden the others.
  field.addEventListener("input", () => setTimeout(markFirst));

  list.addEventListener("click", (event) => {
    const row = event.target.closest(".rsvp-row[data-answered]");
    if (!row || row.classList.contains("is-open") || !event.target.closest(".rsvp-choice")) return;
    // Where only the answer is shown, the first tap shows the others.
    const isFolded = buttons(row).some((button) => !button.offsetParent);
    if (!isFolded) return;
    event.preventDefault();
    row.classList.add("is-open");
  });

  // ---- Answers are sent one after the other; the page stays ---------------------------
  const queue = [];

  const note = (text, isWrong) => {
    status().className = isWrong ? "wrong" : "visually-hidden";
    status().textContent = text;
  };

  // What the server changed replaces what is shown: rows, counters and the line about it.
  const show = (html) => {
    const active = document.activeElement;
    const row = active?.closest(".rsvp-row");
    const part = document.createElement("template");
    part.innerHTML = html;
    for (const fresh of [...part.content.children]) {
      const old = document.getElementById(fresh.id);
      if (!old || queue.some(({ form }) => old.contains(form))) continue;
      if (old.classList.contains("is-found")) fresh.classList.add("is-found");
      fresh.hidden = old.hidden;
      old.replaceWith(fresh);
    }
    if (row && !row.isConnected)
      document.querySelector(`#${row.id} [value="${active.value}"]`)?.focus();
  };

  const send = async () => {
    const { form, data } = queue[0];
    const name = form.querySelector("[role=group]").getAttribute("aria-label");
    try {
      const headers = { "X-Requested-With": "XMLHttpRequest" };
      const answer = await fetch(form.action, { method: "POST", body: data, headers });
      if (answer.redirected) return location.reload(); // signed out since then
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      queue.shift();
      show(html);
    } catch {
      queue.shift();
      note(say("Not saved: {name}. Check the connection and select it again.", { name }), true);
    }
    delete form.dataset.sending;
    if (queue.length) send();
  };

  list.addEventListener("submit", (event) => {
    event.preventDefault();
    const { target: form, submitter } = event;
    const data = new FormData(form, submitter);
    form.dataset.sending = submitter.value;
    // Another answer of the same person takes the place of one that hasn't been sent.
    const waiting = queue.findIndex((each, n) => n && each.form === form);
    if (waiting > 0) queue[waiting].data = data;
    else if (queue.push({ form, data }) === 1) send();
  });

  addEventListener("beforeunload", (event) => {
    if (queue.length) event.preventDefault();
  });
})();
