// A round's clock counts here, by the server's time: this machine's own clock may be
// wrong, or set right in the middle of a round. Every answer says what time it is.
// On the page, [data-ends] (ms since 1970) shows what is left; with [data-left]
// (seconds) it stands still.
// biome-ignore lint/correctness/noUnusedVariables: other scripts call it
var Clock = (() => {
  const TOO_FAR = 700; // ms; an answer's way here is no reason for a jump
  let ahead = null; // how many ms the server's clock is ahead of ours

  const now = () => Date.now() + (ahead || 0);
  const hear = (server) => {
    const found = Number(server) - Date.now();
    if (Number(server) > 0 && (ahead === null || Math.abs(found - ahead) > TOO_FAR)) ahead = found;
  };

  const left = ({ ends, left: still }) =>
    still === null ? Math.ceil((ends - now()) / 1000) : still;
  const figures = (seconds) => {
    const rest = Math.max(0, seconds);
    return `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
  };

  const show = (face) => {
    const { ends, left: still } = face.dataset;
    const seconds = left({ ends: Number(ends), left: still === undefined ? null : Number(still) });
    const text = figures(seconds);
    if (face.textContent !== text) face.textContent = text;
    const isOver = seconds <= 0;
    if (face.dataset.over === String(isOver)) return;
    const wasRunning = face.dataset.over === "false";
    face.dataset.over = isOver;
    const card = face.closest("section");
    for (const each of card.querySelectorAll("[data-before-bell]")) each.hidden = isOver;
    for (const each of card.querySelectorAll("[data-after-bell]")) each.hidden = !isOver;
    if (isOver && wasRunning) document.dispatchEvent(new Event("valat:bell"));
  };

  const tick = () => document.querySelectorAll("[data-ends]").forEach(show);
  const page = document.querySelector("[data-now]");
  if (page) hear(page.dataset.now);
  setInterval(tick, 250);
  tick();
  return { hear, now, left, figures };
})();
