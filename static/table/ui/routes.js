// Where the page is, kept after the "#", so that the phone's back button works.
var Table = Table || {};

(() => {
  "use strict";

  const { useLayoutEffect, useRef, useState } = Table.hooks;
  const listeners = new Set();
  let place = 0; // how far the first page was scrolled

  const here = () => (/^#./.test(location.hash) ? location.hash : "#");
  let last = here();
  let leaving = false; // a second tap on "back" must not leave the site
  let leave = null; // shows the first step of a page again, where the second is shown
  let then = null; // the place to go to once the second step is left
  history.scrollRestoration = "manual";

  const tell = () => {
    leaving = false;
    then = null;
    last = here();
    for (const listener of listeners) listener(last);
  };

  addEventListener("hashchange", () => {
    if (here() === "#main") {
      // the way past the head, no address of ours
      history.replaceState(history.state, "", last);
      document.getElementById("main").focus();
      return;
    }
    // Each new place remembers from where it was reached.
    if (!history.state) history.replaceState({ from: last }, "");
    tell();
  });

  const isStep = () => Boolean(history.state && history.state.step);

  // The second step of a page was left.
  addEventListener("popstate", () => {
    if (here() !== last) return;
    const to = then;
    leaving = false;
    then = null;
    if (to) back(to);
    else if (leave && !isStep()) leave();
  });

  // Another place instead of this one: "back" does not return here.
  const replace = (to) => {
    history.replaceState(history.state, "", to);
    tell();
  };

  // Out of this page, to where it was reached from if that is the place meant.
  const back = (to) => {
    const target = to || "#";
    // whoever saves leaves the page, also where a tap on "back" is on its way
    if (leaving || isStep()) then = target;
    else if (!history.state || history.state.from !== target) return replace(target);
    if (leaving) return;
    leaving = true;
    history.back();
  };

  // A second step on the same page: the phone's back shows the first again by `onLeave`.
  // Returns the button's way back, which is the same.
  const useStep = (onLeave) => {
    const latest = useRef(onLeave);
    latest.current = onLeave;
    useLayoutEffect(() => {
      const own = () => latest.current();
      leave = own;
      if (!isStep()) history.pushState(Object.assign({}, history.state, { step: true }), "");
      return () => {
        if (leave === own) leave = null;
      };
    }, []);
    return () => {
      if (leaving) return;
      leaving = true;
      history.back();
    };
  };

  // After a save: to the table, and to its totals, whatever was scrolled before.
  const home = () => {
    place = 0;
    back("#");
  };

  const useRoute = () => {
    const [hash, setHash] = useState(last);
    // At once, as all here: a second tap may come before the page is painted.
    useLayoutEffect(() => {
      const moved = (to) => {
        if (hash === "#") place = scrollY;
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
    useLayoutEffect(() => {
      if (before.current === hash) return;
      before.current = hash;
      const heading = document.querySelector("h1[tabindex]");
      if (heading) heading.focus({ preventScroll: true });
      scrollTo(0, hash === "#" ? place : 0);
    }, [hash]);
  };

  Object.assign(Table, { replace, back, home, useStep, useRoute, useArrival });
})();
