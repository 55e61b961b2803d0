// Asks again and again whether anything is new, and at once when the page wakes up.
var Table = Table || {};

(() => {
  "use strict";

  const SEEN = 4000; // ms between two questions; another phone's hand shows within 5 s
  const HIDDEN = 15000;

  // `ask` resolves when its answer is dealt with. `woken` is called besides, when
  // something happened that makes a new try worth while.
  Table.sync = ({ ask, woken }) => {
    let timer = null;
    let isAsking = false;
    let again = false;

    const now = async () => {
      again = isAsking;
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      try {
        await ask();
      } finally {
        isAsking = false;
        timer = setTimeout(now, again ? 0 : document.hidden ? HIDDEN : SEEN);
      }
    };

    const wake = () => {
      if (document.hidden) return;
      woken();
      now();
    };

    for (const event of ["online", "offline"]) addEventListener(event, wake);
    addEventListener("pageshow", ({ persisted }) => persisted && wake());
    document.addEventListener("visibilitychange", wake);
    return { now };
  };
})();
