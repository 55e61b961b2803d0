// The table calls the director; the desk answers.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Choices, Page, Save } = Table;
  const { useState } = Table.hooks;
  const USUAL = [
    say("A question of rules"),
    say("The chips do not add up"),
    say("Somebody is missing"),
  ];

  const One = ({ call, me }) => html`<li class="card">
    <p class="strong">${Table.calledWords(call, me)}</p>
    <p class="muted">${clock(call.at)}</p>
    ${
      call.answer
        ? html`<p class="note note-right">
          <span>${call.answered_by || say("The desk")}: <b>${call.answer}</b></span>
        </p>`
        : html`<p class="note note-waits">${say("Sent. The desk’s answer will stand here.")}</p>`
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
        say("Table {n} shows up at the desk with your reason.", { n: now.state.sheet.table })
      }
      bar=${me && html`<${Save} wait=${!text} onSave=${send}>${say("Call the director")}<//>`}
    >
      ${
        waits &&
        html`<p class="note note-waits" role="status">
        ${
          now.link !== "online"
            ? say("No connection: the call waits on this phone. Walk to the desk as well.")
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
            legend=${say("What is it?")}
            columns="1"
            value=${reason}
            onValue=${setReason}
            options=${options} />`
          : html`<p>${say("Say first who you are.")} <a href="#join">${say("Who are you?")}</a></p>`
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
