// Asks again and again whether anything is new, and at once when the page wakes up.
var Table = Table || {};

(() => {
  "use strict";

  const SEEN = 4000; // ms between two questions; another phone's hand shows within 5 s
  const HIDDEN = 15000;
  const REST = 90000; // where news come by themselves (js/news.js)

  // `ask` resolves when its answer is dealt with. `woken` is called besides, when
  // something happened that makes a new try worth while.
  // News wait at `address`, where there is one.
  // `knows` a version that this phone wrote itself.
  Table.sync = ({ ask, woken, address, knows }) => {
    let timer = null;
    let news = null;
    let isAsking = false;
    let again = false;

    const rest = () => {
      clearTimeout(timer);
      const pause = news && news.isOn() ? REST : document.hidden ? HIDDEN : SEEN;
      timer = setTimeout(now, again ? 0 : pause);
    };
    const told = (_mark, version) => (version >= 0 && knows(version) && !isAsking ? rest() : now());

    const now = async () => {
      again = isAsking;
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      try {
        await ask();
      } finally {
        isAsking = false;
        if (!news && address && window.News) news = News.wait(address, told); // a later script
        rest();
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
