// One question to the server or one write, and what its answer means. A hall's wifi
// answers 200 to everything with a login page of its own: what is not certainly from our
// server about this sheet is as good as no answer, and is told apart from none.
var Table = Table || {};

(() => {
  "use strict";

  const PATIENCE = 10000; // ms for a whole answer
  const REFUSALS = [400, 403, 404, 409, 410, 413, 422];
  const LOST = { kind: "lost" };

  const isObject = (value) => typeof value === "object" && value !== null;
  const isLogin = (status) => status === 0 || status === 511 || (status >= 200 && status < 300);
  const isText = (value) => typeof value === "string";
  // As many whole numbers as there are seats?
  const areChips = (list, { seats }) =>
    Array.isArray(list) && list.length === seats.length && list.every(Number.isInteger);

  // { status, body }, with body null where it is no object of JSON; status 0 where one is
  // sent elsewhere.
  const answerTo = async (url, options) => {
    const response = await fetch(url, options);
    const { status, headers } = response;
    // How far the server's clock is ahead of this phone's (ms): the round's clock is its.
    const now = Number(headers.get("X-Valat-Now")) || Date.parse(headers.get("Date"));
    Table.ahead = now - Date.now();
    const kind = headers.get("Content-Type") || "";
    const body = /^application\/json\b/i.test(kind) ? await response.json() : null;
    return { status, body: isObject(body) ? body : null };
  };

  // The same; null for one that is late or broken off.
  const fetched = async (url, options, patience) => {
    const stop = typeof AbortController === "function" ? new AbortController() : null;
    let timer = null;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => {
        resolve(null);
        if (stop) stop.abort();
      }, patience || PATIENCE);
    });
    const always = { credentials: "omit", cache: "no-store", redirect: "manual" };
    if (stop) always.signal = stop.signal;
    try {
      return await Promise.race([answerTo(url, Object.assign(always, options)), late]);
    } catch (_error) {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  // `phone` gives this phone's key, or "". Both ways resolve, never reject, to
  //   { kind: "lost", login }                             no answer of ours; `login` where
  //                                                       somebody else answered all right
  //   { kind: "same" }                                    to ask: nothing new
  //   { kind: "told", body, state }                       to ask
  //   { kind: "saved" | "tray", saved | tray, state }     to tell
  //   { kind: "refused", status, message, field, problems, state or null }
  // each with `asked`, the place of this question among all that were put, and `put`, how
  // many there were when the answer came.
  Table.api = ({ base, sheet, phone }) => {
    let asked = 0;

    const isState = (state) =>
      isObject(state) && isText(state.version) && isObject(state.sheet) && state.sheet.id === sheet;

    const refused = ({ status, body }) => {
      const { message, field, problems } = body.refused;
      const state = isState(body.state) ? body.state : null;
      return {
        kind: "refused",
        status,
        message,
        field: field || "",
        problems: problems || [],
        state,
      };
    };
    const isRefusal = ({ status, body }) =>
      REFUSALS.includes(status) && isObject(body.refused) && isText(body.refused.message);

    const send = async (path, headers, options, meaning, patience) => {
      asked += 1;
      const mine = asked;
      if (phone()) headers["X-Phone"] = phone();
      // No cookie goes along; of the language chosen on this phone the server hears so.
      const [, language] = /(?:^|; )language=([\w-]+)/.exec(document.cookie) || [];
      if (language) headers["X-Language"] = language;
      const answer = await fetched(base + path, Object.assign({ headers }, options), patience);
      if (!answer) return LOST;
      const said = answer.body && isRefusal(answer) ? refused(answer) : meaning(answer);
      if (said === LOST) return { kind: "lost", login: isLogin(answer.status) };
      return Object.assign({ asked: mine, put: asked }, said);
    };

    // The version spares an answer that would say the same again.
    const ask = (path, version) => {
      const headers = version ? { "If-None-Match": `"${version}"` } : {};
      return send(path, headers, {}, ({ status, body }) => {
        if (status === 304) return version ? { kind: "same" } : LOST;
        const state = isState(body) ? body : null;
        const isOurs = status === 200 && (state || (body && Array.isArray(body.people)));
        return isOurs ? { kind: "told", body, state } : LOST;
      });
    };

    // Saved is what carries its key back, and a hand its numbers too. A `form` with a file
    // goes in place of the body, and may take as long as `patience`.
    const tell = (to, body, form, patience) => {
      const isMine = (part) => isObject(part) && part.key === body.key;
      const isWhole = ({ net, totals }, state) =>
        to !== "hands/" || (areChips(net, state) && areChips(totals, state));
      const headers = form ? {} : { "Content-Type": "application/json" };
      const meaning = ({ status, body: said }) => {
        if (status !== 200 || !said || !isState(said.state)) return LOST;
        const { saved, tray, state } = said;
        if (isMine(saved) && isWhole(saved, state)) return { kind: "saved", saved, state };
        return isMine(tray) ? { kind: "tray", tray, state } : LOST;
      };
      const options = { method: "POST", body: form || JSON.stringify(body) };
      return send(to, headers, options, meaning, patience);
    };

    return { ask, tell, send };
  };
})();
