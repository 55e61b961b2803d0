// Who holds this phone, and whether all sit as the sheet says.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Back, Page, Save, useTry } = Table;
  const { useState } = Table.hooks;

  const Somebody = ({ onName }) => {
    const [name, setName] = useState("");
    return html`<div class="field">
      <label for="somebody">${say("Your name")}</label>
      <${Table.TextInput} id="somebody" value=${name} onValue=${setName} most="80" autocomplete="name" />
      <${Save} wait=${!name.trim()} onSave=${() => onName(name.trim())}>${say("Use this name")}<//>
    </div>`;
  };

  const Join = ({ table }) => {
    const { engine, now, onLook } = table;
    const [other, setOther] = useState(false);
    const [refusal, attempt] = useTry();
    const { phones, seats } = now.state;
    const keeper = phones.find((phone) => phone.keeper);
    const join = (seat, name) =>
      attempt(
        () => engine.join({ seat, name, asks: false }),
        () => Table.replace(engine.get().isKeeper ? "#sit" : "#"),
      );
    const there = (position) => phones.some((phone) => phone.seat === position);
    const lead = keeper
      ? say("{name} is the scorekeeper. You’ll see each hand here as it’s recorded.", {
          name: keeper.name,
        })
      : say("This is the first phone at this table, so you’ll keep score.");
    return html`<${Page}
      title=${say("Who are you?")}
      lead=${lead}
      bar=${html`<button type="button" class="btn" onClick=${onLook}>${say("Just watch")}</button>`}
    >
      ${refusal}
      <ul class="stack stack-tight">
        ${seats
          .filter((seat) => !seat.free)
          .map(
            ({ position, name }) => html`<li>
          <${Save} look="btn-wide btn-name" onSave=${() => join(position, "")}>
            <span>
              ${name}
              ${there(position) && html` <small class="muted">${say("has a phone here")}</small>`}
            </span>
          <//>
        </li>`,
          )}
        <li>
          <button
            type="button"
            class="btn btn-wide btn-name"
            aria-expanded=${other}
            onClick=${() => setOther(!other)}
          >
            ${say("Someone else")}
          </button>
        </li>
      </ul>
      ${other && html`<${Somebody} onName=${(name) => join(null, name)} />`}
    <//>`;
  };

  const goesOn = () =>
    Table.game.direction === "left"
      ? say("Play passes to the left.")
      : say("Play passes to the right.");

  // Right after the first phone joined.
  const Sit = ({ table }) => html`<${Page}
    title=${say("You’re the scorekeeper")}
    lead=${`${say("Is everyone in the right seat?")} ${goesOn()}`}
    bar=${html`
      <button type="button" class="btn btn-main" onClick=${() => Table.replace("#")}>
        ${say("Yes, seats are correct")}
      </button>
      <a class="btn" href="#seats">${say("Change seats")}</a>`}
  >
    <ol class=${`seats seats-${table.size} seats-plain`}>
      ${table.now.state.seats.map(
        ({ position, name }) => html`<li class=${`seat-${Table.sideOf(position, table)}`}>
          <span class="seat">
            <span class="muted">${say("Seat {n}", { n: position })}</span> <span class="name">${name}</span>
          </span>
        </li>`,
      )}
    </ol>
  <//>`;

  const Seats = ({ table }) => {
    const { engine, mayChange, now } = table;
    const { seats } = now.state;
    const [people, setPeople] = useState(null);
    const [refusal, attempt] = useTry();
    const [chosen, choose] = useState(seats.map((seat) => seat.entry));
    Table.hooks.useEffect(() => {
      attempt(
        () =>
          engine.about("people/").then((answer) => Object.assign({ saved: answer.people }, answer)),
        setPeople,
      );
    }, []);
    const here = (person) => seats.some((seat) => seat.entry === person.entry);
    const twice = chosen.filter((entry, n) => entry && chosen.indexOf(entry) !== n)[0];
    const who = twice && people && people.find((person) => person.entry === twice);
    const moved = chosen.some((entry, n) => entry !== seats[n].entry);
    const label = ({ label: number, name, sits }) =>
      sits
        ? say("{number} {name}, now at: {seat}", { number, name, seat: sits })
        : say("{number} {name}, no seat", { number, name });
    const option = (person, said) => html`<option value=${person.entry}>${said}</option>`;
    const save = () =>
      attempt(
        () => engine.putSeats(chosen),
        () => Table.back("#"),
      );
    const bar = html`
      ${
        mayChange &&
        html`<${Save} wait=${!people || !moved || twice} onSave=${save}>
        ${say("Save seats")}
      <//>`
      }
      <${Back} />`;
    return html`<${Page}
      title=${say("Seating")}
      lead=${`${goesOn()} ${say(
        "That means from seat 1 to seat 2. If you move someone here from another table, their seat there becomes free.",
      )}`}
      bar=${bar}
    >
      ${refusal}
      ${!people && !refusal && html`<p class="muted">${say("Getting the player list…")}</p>`}
      ${
        people &&
        chosen.map(
          (entry, n) => html`<div class="field" key=${n}>
        <label for=${`seat-${n}`}>${say("Seat {n}", { n: n + 1 })}</label>
        <select
          id=${`seat-${n}`}
          value=${entry || ""}
          onChange=${(event) =>
            choose(chosen.map((old, m) => (m === n ? Number(event.target.value) || null : old)))}
        >
          <optgroup label=${say("At this table")}>
            ${people.filter(here).map((person) => option(person, `${person.label} ${person.name}`))}
          </optgroup>
          <optgroup label=${say("Everyone else")}>
            ${people.filter((person) => !here(person)).map((person) => option(person, label(person)))}
          </optgroup>
          <option value="">${say("Free seat")}</option>
        </select>
      </div>`,
        )
      }
      ${who && html`<p class="error" role="alert">${say("{name} is in two seats.", who)}</p>`}
    <//>`;
  };

  Object.assign(Table.pages, { join: Join, sit: Sit, seats: Seats });
})();
