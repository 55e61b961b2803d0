// Before a deal is saved: what it brings each, and why, as the server says.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useEffect, useState } = Table.hooks;
  const CALM = 250; // ms without a tap before it is asked
  const PATIENCE = 4000; // ms in which an answer is waited for
  const FOLLOWS = say("Can’t reach the scoring server. The result of this hand will follow.");

  // What the server says of this record: { answer } once it is known, null for nothing;
  // { late } where it takes too long. "" asks nothing.
  const usePreview = (record, preview) => {
    const [told, tell] = useState({ of: "" });
    useEffect(() => {
      if (!record) return undefined;
      const learn = (more) => tell(Object.assign({ of: record }, more));
      const late = setTimeout(() => learn({ late: true }), PATIENCE);
      let isOver = false;
      const known = (answer) => {
        clearTimeout(late);
        if (!isOver) learn({ answer });
      };
      const timer = setTimeout(() => {
        Promise.resolve(preview(JSON.parse(record))).then(known, () => known(null));
      }, CALM);
      return () => {
        isOver = true;
        clearTimeout(timer);
        clearTimeout(late);
      };
    }, [record]);
    return told.of === record ? told : { of: record };
  };

  const Known = ({
    answer,
    old,
    names,
  }) => html`<${Table.NetList} net=${answer.net} old=${old} names=${names} />
    ${(answer.moved || []).length > 0 && html`<${Table.Moved} moved=${answer.moved} names=${names} />`}`;

  const Foreseen = ({ told, old, names }) => {
    if (told.answer) return html`<${Known} answer=${told.answer} old=${old} names=${names} />`;
    const isOpen = told.answer === undefined && !told.late;
    return html`<p class="note" role="status">${isOpen ? say("Calculating the result…") : FOLLOWS}</p>`;
  };

  const Review = (props) => {
    const { data, record, told, names, hand } = props;
    return html`<${Table.Review}
      ...${props}
      lead=${Deals.summary(record, names, data)}
      usual=${data.form.reasons}
      settlement=${told.answer}
      waits=${told.answer === undefined && !told.late}
    >
      <${Foreseen} told=${told} old=${hand && hand.net} names=${names} />
    <//>`;
  };

  Object.assign(Deals, { FOLLOWS, Review, usePreview });
})();
