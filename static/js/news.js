// News without asking: one question waits at nginx until something is new, and is answered
// then (docs/operations.md, "News"). Where nobody waits with it, pages ask as they always did;
// news that are lost come with the next question that they ask besides, now and then.
//
//   // mark: the number of what is new; version: a sheet's, or -1
//   const news = News.wait(address, (mark, version) => ask(mark));
//   news.isOn() // whether the page may ask more rarely
var News = News || {};

(() => {
  "use strict";

  const REST = 60000; // ms between two questions of a page that is told
  const PROVEN = 3000; // ms: who has no news to wait for says so at once
  const AGAIN = 60000; // ms until another try where there are none
  const LONGEST = 100000; // ms; then the same is asked anew, lest a dead line be waited at
  // ms: whoever wrote it has the answer first, and a hall does not ask in the same moment
  const SOON = 100;
  const SPREAD = 300;

  News.REST = REST;

  News.wait = (address, tell) => {
    let isOn = false;
    let since = {};

    // Whether the next question may be put at once.
    const turn = async () => {
      const stop = new AbortController();
      const late = setTimeout(() => stop.abort(), LONGEST);
      const proven = setTimeout(() => {
        isOn = true;
      }, PROVEN);
      try {
        const { signal } = stop;
        const how = {
          headers: since,
          cache: "no-store",
          credentials: "omit",
          redirect: "error",
          signal,
        };
        const answer = await fetch(address, how);
        if (answer.status === 304 || answer.status === 408) return true; // none so far
        const said = answer.status === 200 ? await answer.text() : "";
        if (!/^[0-9]{1,20}( [0-9]{1,10})?$/.test(said)) throw new Error("no news of ours");
        const [mark, version] = said.split(" ");
        isOn = true;
        since = {
          "If-None-Match": answer.headers.get("ETag"),
          "If-Modified-Since": answer.headers.get("Last-Modified"),
        };
        setTimeout(() => tell(mark, version ? Number(version) : -1), SOON + SPREAD * Math.random());
        return true;
      } catch (_error) {
        if (stop.signal.aborted) return true;
        isOn = false;
        return false;
      } finally {
        clearTimeout(late);
        clearTimeout(proven);
      }
    };
    const go = async () => {
      const isTold = await turn(); // as long as nginx lets it wait
      setTimeout(go, isTold ? 0 : AGAIN);
    };
    if (address) go();
    return { isOn: () => isOn };
  };
})();
