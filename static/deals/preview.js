// What the server says of a hand that nobody saved yet.
var Table = Table || {};

(() => {
  "use strict";

  const isAnswer = (body) => body && [body.net, body.problems, body.moved].some(Array.isArray);

  // Null where it does not say, and while it lacks what was recorded before.
  const ask = async ({ kept, api }, question) => {
    if (kept.items.some(({ to, refused }) => /^hands/.test(to) && !refused)) return null;
    const message = { method: "POST", body: JSON.stringify(question) };
    const meaning = ({ status, body }) =>
      status === 200 && isAnswer(body) ? { kind: "told", body } : { kind: "lost" };
    const json = { "Content-Type": "application/json" };
    const { kind, body } = await api.send("hands/preview/", json, message, meaning);
    return kind === "told" ? body : null;
  };

  // { problems }, or { net, lines, notes, … }.
  Table.preview = (engine, record, replaces) => ask(engine, { record, replaces: replaces || null });

  // { moved }: what other hands move if this one is void.
  Table.previewVoid = (engine, key) => ask(engine, { void: key });
})();
