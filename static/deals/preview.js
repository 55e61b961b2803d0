// What the server says of a hand that nobody saved yet.
var Table = Table || {};

(() => {
  "use strict";

  const isAnswer = (body) => body && (Array.isArray(body.net) || Array.isArray(body.problems));

  // { problems }, or { net, lines, notes, … }; null where it does not say, and while it
  // lacks what was recorded before.
  Table.preview = async ({ kept, wire }, record, replaces) => {
    if (kept.items.some(({ to, refused }) => /^hands/.test(to) && !refused)) return null;
    const message = { method: "POST", body: JSON.stringify({ record, replaces: replaces || null }) };
    const meaning = ({ status, body }) =>
      status === 200 && isAnswer(body) ? { kind: "told", body } : { kind: "lost" };
    const json = { "Content-Type": "application/json" };
    const { kind, body } = await wire.send("hands/preview/", json, message, meaning);
    return kind === "told" ? body : null;
  };
})();
