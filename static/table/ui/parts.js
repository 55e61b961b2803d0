// The small pieces of every page.
var Table = Table || {};

(() => {
  "use strict";

  const { html, shown, FOLLOWS } = Table;
  const { useEffect, useLayoutEffect, useRef, useState } = Table.hooks;

  const FRESH = 400; // ms: a page's buttons wait for the finger that brought it
  const REST = 500; // ms between two taps that mean two things
  const NOT_KEPT = say(
    "This phone couldn’t save it. Try again. If that fails too, write it on paper.",
  );

  const SIGNS = {
    open: html`<circle cx="8" cy="8" r="6" />`,
    unbalanced: html`<path d="M2 5.5h12M2 10.5h12M11 2 5 14" />`,
    counted: html`
      <circle cx="8" cy="8" r="6" />
      <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />`,
    verified: html`<circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />`,
    corrected: html`
      <circle cx="5.5" cy="10.5" r="5" fill="currentColor" stroke="none" />
      <path d="m9 8.5.5-2.5L13.5 2 15 3.5 11 7.5z" stroke-width="1.2" />`,
    right: html`<path d="m2 8.5 4 4.5 8-10" />`,
    wrong: html`<path d="M8 1.5 15 14H1z" /><path d="M8 6v3.5M8 12v.01" />`,
    waits: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 4.5V8l2.5 1.5" />`,
  };
  const Sign = ({ name }) => html`<svg
    class="sign"
    viewBox="0 0 16 16"
    aria-hidden="true"
    focusable="false"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${SIGNS[name]}
  </svg>`;

  const Chip = ({ colour, worth }) =>
    html`<svg class=${`chip chip-${colour}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle class="body" fill=${colour} cx="16" cy="16" r="15.5" />
      <circle class="edge" cx="16" cy="16" r="12.8" />
      <circle class="body" fill=${colour} cx="16" cy="16" r="10" />
      <circle class="ring" cx="16" cy="16" r="9.5" />
      <text x="16" y="16.5">${worth}</text>
    </svg>`;

  const sentenceOf = ({ message }) => (/\.$/.test(message) ? message : NOT_KEPT);

  const STATES = {
    open: say("open"),
    unbalanced: say("unbalanced"),
    counted: say("counted"),
    verified: say("verified"),
    corrected: say("corrected"),
  };

  // Stops taps while a page is new, and while one follows the other.
  const useDeaf = () => {
    const timer = useRef(0);
    const rest = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = 0;
      }, FRESH);
    };
    useLayoutEffect(() => {
      rest();
      return () => clearTimeout(timer.current);
    }, []);
    return (event) => {
      if (!timer.current) return;
      event.preventDefault();
      event.stopPropagation();
      rest();
    };
  };

  // A button that writes: one tap is one write, and it is deaf while it is new.
  // onSave returns a promise; `wait` greys it, with the reason told on the page.
  const Save = ({ onSave, wait, look, children }) => {
    const [fresh, setFresh] = useState(true);
    const [busy, setBusy] = useState(false);
    const [failed, setFailed] = useState("");
    const held = useRef(false);
    const there = useRef(true);
    useEffect(() => {
      const timer = setTimeout(() => setFresh(false), FRESH);
      return () => {
        clearTimeout(timer);
        there.current = false;
      };
    }, []);
    const free = (wrong) => {
      held.current = false;
      if (!there.current) return;
      setBusy(false);
      setFailed(wrong ? sentenceOf(wrong) : "");
    };
    const tap = () => {
      if (fresh || held.current) return;
      held.current = true;
      setBusy(true);
      const rest = new Promise((rested) => setTimeout(rested, REST));
      const saved = Promise.resolve().then(onSave);
      Promise.all([saved, rest]).then(() => free(), free);
    };
    const kind = `btn ${look || "btn-main"}${fresh && !wait ? " is-fresh" : ""}`;
    return html`
      ${failed && html`<p class="error wide" role="alert">${failed}</p>`}
      <button
        type="button"
        class=${kind}
        disabled=${Boolean(wait) || fresh || busy}
        aria-busy=${busy}
        onClick=${tap}
      >
        ${children}
      </button>`;
  };

  // Out of a form. What was typed is gone for good, so that is asked once, and the page is
  // left when it is forgotten.
  const Leave = ({ hand, isTyped, onDraft, onCancel }) => {
    const [isAsked, setAsked] = useState(false);
    const asked = useRef(null);
    useLayoutEffect(() => {
      if (isAsked) asked.current.scrollIntoView({ block: "end" });
    }, [isAsked]);
    const discard = () => Promise.resolve(onDraft(null)).then(onCancel);
    const leave = () => (isTyped() ? setAsked(true) : discard());
    if (!isAsked) {
      return html`<button type="button" class="btn btn-quiet" onClick=${leave}>
        ${hand ? say("Leave it as it was") : say("Discard this hand")}
      </button>`;
    }
    return html`<div class="stack stack-tight" role="group" aria-labelledby="discard" ref=${asked}>
      <p id="discard" role="status">${say("You’ll lose what you entered.")}</p>
      <${Save} look="btn-wide btn-danger" onSave=${discard}>${say("Yes, discard")}<//>
      <${Save} look="btn-wide" onSave=${() => setAsked(false)}>${say("Keep typing")}<//>
    </div>`;
  };

  // Hands over once; again only if that failed.
  const useOnce = (onSave) => {
    const isSaved = useRef(false);
    return (made) => {
      if (isSaved.current) return undefined;
      isSaved.current = true;
      return new Promise((done) => done(onSave(made))).catch((error) => {
        isSaved.current = false;
        throw error;
      });
    };
  };

  // A write that needs the network: [its refusal in words, the way to try it].
  const useTry = () => {
    const [message, setMessage] = useState("");
    const attempt = (write, then) => {
      const { hash } = location;
      return write().then((answer) => {
        setMessage(
          answer.ok ? "" : answer.message || say("This didn’t reach the desk. Try again."),
        );
        // who went on to another page stays there
        if (answer.ok && then && location.hash === hash) return then(answer.saved);
      });
    };
    return [message && html`<p class="error" role="alert">${message}</p>`, attempt];
  };

  const Back = ({ to, children }) => {
    const leave = (event) => {
      event.preventDefault();
      Table.back(to);
    };
    // Translators: go to the page before.
    return html`<a class="btn" href=${to || "#"} onClick=${leave}>${children || say("Back")}</a>`;
  };

  // A page: its heading, what it says, and the bar that stays below.
  const Page = ({ title, lead, bar, children }) => html`<main class="page" id="main" tabindex="-1">
    <div class="page-top">
      <h1 tabindex="-1">${title}</h1>
      ${lead && html`<p class="muted">${lead}</p>`}
    </div>
    <div class="stack page-body">${children}</div>
    ${bar && html`<div class="bar">${bar}</div>`}
  </main>`;

  const TextInput = ({ id, value, onValue, most, asks, autocomplete }) => html`<input
    id=${id}
    type="text"
    maxlength=${most}
    autocomplete=${autocomplete || "off"}
    placeholder=${asks}
    value=${value}
    onInput=${(event) => onValue(event.target.value)} />`;

  // A whole number as it is typed; "" is nothing yet. With `minus` it may be below 0.
  const digits = (text) => text.replace(/\D/g, "").slice(0, 5);
  const below = (text) => (/^\s*[-\u2212\u2013\u2014]/.test(text) ? "\u2212" : "") + digits(text);
  const NumberInput = ({ id, value, onValue, label, minus }) => html`<input
    id=${id}
    inputmode="numeric"
    pattern="[0-9]*"
    autocomplete="off"
    enterkeyhint="next"
    value=${value}
    aria-label=${label}
    onFocus=${(event) => event.target.select()}
    onInput=${({ target }) => {
      target.value = (minus ? below : digits)(target.value);
      onValue(target.value);
    }} />`;

  const Stepper = ({ value, onValue, label }) => {
    const now = Number(value) || 0;
    return html`<div class="stepper">
      <button
        type="button"
        class="btn"
        aria-label=${say("fewer: {what}", { what: label })}
        disabled=${now <= 0}
        onClick=${() => onValue(String(now - 1))}
      >
        −
      </button>
      <${NumberInput} value=${value} onValue=${onValue} label=${label} />
      <button
        type="button"
        class="btn"
        aria-label=${say("more: {what}", { what: label })}
        onClick=${() => onValue(String(now + 1))}
      >
        +
      </button>
    </div>`;
  };

  // One of several: [[value, label, small], …].
  const Choices = ({ legend, options, value, onValue, columns }) => html`<fieldset>
    <legend>${legend}</legend>
    <div class=${`choices${columns ? ` choices-${columns}` : ""}`}>
      ${options.map(
        ([key, label, small]) => html`<button
        type="button"
        key=${key}
        class="choice"
        aria-pressed=${value === key}
        onClick=${() => onValue(key)}
      >
        <span>${label}</span>
        ${small && html`<small>${small}</small>`}
      </button>`,
      )}
    </div>
  </fieldset>`;

  // Said where something rests on hands that are not reckoned.
  const Open = ({ now }) =>
    now.book.unreckoned > 0 &&
    html`<p class="note note-waits">
    ${Table.openWords(now.book)}
  </p>`;

  // What lies in the game's account, as a line beside those of the seats.
  const Aside = ({ chips }) =>
    Boolean(chips) &&
    html`<li class="item">
    <span>${Table.capital(Table.game.account)}</span>
    <b class="big-number">${shown(chips)}</b>
  </li>`;

  // The names, and what each won or lost.
  const Nets = ({ net, names, plain }) =>
    !net
      ? html`<p class="muted">${FOLLOWS}</p>`
      : html`<ul class="nets nets-wide">
          ${net.map(
            (each, n) => html`<li>
            <small>${names[n]}</small>
            <b class=${!plain && each > 0 ? "right" : ""}>${plain ? shown(each) : Table.signed(each)}</b>
          </li>`,
          )}
        </ul>`;

  Object.assign(Table, {
    STATES,
    Sign,
    Chip,
    Save,
    useDeaf,
    Leave,
    useOnce,
    useTry,
    Back,
    Page,
    TextInput,
    NumberInput,
    Stepper,
    Choices,
    Aside,
    Open,
    Nets,
  });
})();
