// Where the page is, kept after the "#", so that the phone's back button works.
var Table = Table || {};

(() => {
  "use strict";

  const { useEffect, useRef, useState } = Table.hooks;
  const listeners = new Set();
  const places = {}; // how far each address was scrolled

  const here = () => (/^#./.test(location.hash) ? location.hash : "#");
  let last = here();

  const tell = () => {
    last = here();
    for (const listener of listeners) listener(last);
  };

  addEventListener("hashchange", () => {
    if (here() === "#main") { // the way past the head, no address of ours
      history.replaceState(history.state, "", last);
      document.getElementById("main").focus();
      return;
    }
    // Each new place remembers from where it was reached.
    if (!history.state) history.replaceState({ from: last }, "");
    tell();
  });

  const go = (to) => {
    location.hash = to;
  };

  // Another place instead of this one: "back" does not return here.
  const replace = (to) => {
    history.replaceState(history.state, "", to);
    tell();
  };

  // Out of this page, to where it was reached from if that is the place meant.
  const back = (to) => {
    const target = to || "#";
    if (history.state && history.state.from === target) history.back();
    else replace(target);
  };

  const useRoute = () => {
    const [hash, setHash] = useState(last);
    useEffect(() => {
      const moved = (to) => {
        places[hash] = scrollY;
        setHash(to);
      };
      listeners.add(moved);
      return () => listeners.delete(moved);
    }, [hash]);
    return hash;
  };

  // A new page begins at its heading; one that was left is found where it was.
  const useArrival = (hash) => {
    const before = useRef(hash);
    useEffect(() => {
      if (before.current === hash) return;
      before.current = hash;
      const heading = document.querySelector("h1[tabindex]");
      if (heading) heading.focus({ preventScroll: true });
      scrollTo(0, hash === "#" ? places[hash] || 0 : 0);
    }, [hash]);
  };

  Object.assign(Table, { go, replace, back, useRoute, useArrival });
})();
