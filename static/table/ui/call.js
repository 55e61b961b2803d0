// The table calls the director; the desk answers.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Choices, Page, Save } = Table;
  const { useState } = Table.hooks;
  const USUAL = [say("A rules question"), say("The chips don’t add up"), say("Someone is missing")];

  const One = ({ call, me }) => html`<li class="card">
    <p class="strong">${Table.calledWords(call, me)}</p>
    <p class="muted">${clock(call.at)}</p>
    ${
      call.answer
        ? html`<p class="note note-right">
          <span>${call.answered_by || say("The desk")}: <b>${call.answer}</b></span>
        </p>`
        : html`<p class="note note-waits">${say("Sent. The director’s reply will appear here.")}</p>`
    }
  </li>`;

  const Call = ({ table }) => {
    const { engine, me, now } = table;
    const [reason, setReason] = useState("");
    const [typed, setTyped] = useState("");
    const [sent, setSent] = useState("");
    const text = reason === "other" ? typed.trim() : reason;
    const calls = now.state.calls.slice().reverse();
    const waits = sent && !calls.some((call) => call.key === sent);
    const send = () =>
      engine.callDirector(text).then((key) => {
        setSent(key);
        setReason("");
        setTyped("");
      });
    const options = USUAL.map((each) => [each, each]).concat([["other", say("Something else")]]);
    return html`<${Page}
      title=${say("Call the director")}
      lead=${
        now.state.sheet.code &&
        say("The desk will see table {n} and your reason.", { n: now.state.sheet.table })
      }
      bar=${me && html`<${Save} wait=${!text} onSave=${send}>${say("Call the director")}<//>`}
    >
      ${
        waits &&
        html`<p class="note note-waits" role="status">
        ${
          now.link !== "online"
            ? say("No connection. Your call is waiting on this phone, so walk to the desk too.")
            : say("The call is on its way.")
        }
      </p>`
      }
      ${
        calls.length > 0 &&
        html`<ul class="stack" aria-live="polite">
        ${calls.map((call) => html`<${One} key=${call.key} call=${call} me=${me} />`)}
      </ul>`
      }
      ${
        me
          ? html`<${Choices}
            legend=${say("What’s the problem?")}
            columns="1"
            value=${reason}
            onValue=${setReason}
            options=${options} />`
          : html`<p>${say("Choose your name first.")} <a href="#join">${say("Who are you?")}</a></p>`
      }
      ${
        reason === "other" &&
        html`<div class="field">
        <label for="call-text">${say("In a few words")}</label>
        <${Table.TextInput} id="call-text" value=${typed} onValue=${setTyped} most="200" />
      </div>`
      }
    <//>`;
  };

  Object.assign(Table.pages, { call: Call });
})();
