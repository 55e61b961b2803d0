// One question: its label, what is wrong with its answer, and how it is answered.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;

  const SeatsQuestion = ({ id, question, answer, set, ctx }) => {
    const { active, but, having } = question;
    const others = but.map((path) => Deals.fieldIn(ctx.record, path));
    const why = (seat) => {
      if (active && seat === ctx.sits) return say("sits out");
      const hasFew = having && Deals.fieldIn(ctx.record, having.path)[seat - 1] < having.least;
      return hasFew || others.includes(seat) ? say("unavailable") : "";
    };
    const { dealer, table } = ctx.record;
    const first = dealer && !ctx.closing && Table.forehandOf(dealer, table);
    const more = (seat) => (seat === first && question.id !== "dealer" ? say("forehand") : "");
    return html`<${Deals.Ring} ...${{ id, ctx, why, more }}
      isOn=${(seat) => seat === answer} pick=${(seat) => set(seat, true)} />`;
  };

  const MIDDLE = 8; // letters of a key of which three do

  const CodesQuestion = ({ id, question, answer, set }) => {
    const options = question.codes.map(([value, text, more]) => ({ value, text, more }));
    const isShort = options.every(({ text }) => text.length <= Deals.SHORT);
    const isOdd = options.length % 2 && options.every(({ text }) => text.length <= MIDDLE);
    return html`<${Deals.Choice} ...${{ id, options }} look=${isShort ? "quick" : isOdd ? "chips" : ""}
      isOn=${(code) => code === answer} pick=${(code) => set(code, true)} />`;
  };

  const CONTROLS = {
    seats: SeatsQuestion,
    codes: CodesQuestion,
    number: Deals.NumberQuestion,
    shares: Deals.SharesQuestion,
    flag: Deals.FlagQuestion,
    doublings: Deals.DoublingsQuestion,
    chips: Deals.ChipsQuestion,
    several: Deals.SeveralQuestion,
    part: Deals.PartQuestion,
    parts: Deals.PartsQuestion,
  };

  // `set(answer, isDone)`: done is what one tap answers.
  const Question = (props) => {
    const { id, question, answer, set, ctx, problems } = props;
    if (question.is === "flag") return html`<${Deals.FlagQuestion} ...${props} />`; // says itself what it is
    const inside = question.is === "part" || question.is === "parts";
    const own = inside ? (problems || []).filter(({ field }) => field === question.path) : problems;
    return html`<${Deals.Asked} id=${id} label=${question.label} help=${question.help}
      problem=${Deals.problemWords(own, ctx.names)}>
      <${CONTROLS[question.is]} ...${props} />
      <${Deals.Keys} ...${{ id, question, answer, ctx }} pick=${(key) => set(key, true)} />
    <//>`;
  };

  Object.assign(Deals, { Question });
})();
