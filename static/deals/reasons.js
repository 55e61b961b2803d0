// Why a recorded hand moved its chips, as the server says it.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useEffect, useState } = Table.hooks;

  const Reasons = ({ engine, hand, names }) => {
    const [told, tell] = useState(null);
    useEffect(() => {
      if (hand.net) Table.preview(engine, hand.record, hand.key).then(tell);
    }, [hand.key, hand.net]);
    return told && told.lines
      ? html`<${Table.Why} settlement=${told} names=${names} />`
      : html`<p class="muted">${say("Ask the desk why.")}</p>`;
  };

  Deals.Reasons = Reasons;
})();
