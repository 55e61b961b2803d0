// Answers and whole deals in words, from the form's own labels.
var Deals = Deals || {};

(() => {
  "use strict";

  const { fieldIn, isKey, isNone, isThere, keyOf } = Deals;
  const nameOf = (names, seat) => names[seat - 1] || say("Seat {n}", { n: seat });
  const labelOf = (pairs, code) => {
    const found = pairs.find(([each]) => each === code);
    return found ? found[1] : String(code);
  };

  const chipWords = ({ rows, codes, entry, most, label }, value, names) => {
    const rowName = (row) => (rows.length ? labelOf(rows, row) : nameOf(names, Number(row)));
    const listOf = (held) => {
      if (entry === "one") return labelOf(codes, held);
      if (entry === "list") return held.map((code) => labelOf(codes, code)).join(", ");
      return Object.keys(held)
        .map((code) => labelOf(codes, code) + times(held[code]))
        .join(", ");
    };
    return Object.keys(value)
      .filter((row) => isThere(value[row]))
      .map((row) => `${rowName(row)}: ${listOf(value[row])}`)
      .join("; ");
  };
  const times = (doubled) => (doubled ? ` ×${2 ** doubled}` : "");

  const shareWords = (question, answer, { names, record, schema }) => {
    const numbers = Deals.sharesOf(question, answer, record, schema);
    if (!numbers) return "";
    return Deals.placesOf(question, record, schema)
      .map((place) => `${placeName(question, place, names)} ${numbers[place]}`)
      .join(", ");
  };
  const placeName = ({ also }, place, names) =>
    /^\d$/.test(place) ? nameOf(names, Number(place)) : labelOf(also, place);

  const WORDS = {
    seats: (question, seat, { names }) => nameOf(names, seat),
    codes: ({ codes }, code) => labelOf(codes, code),
    number: ({ of, sides }, digits) =>
      of && digits ? `${digits} : ${of - Number(digits)}` : digits,
    shares: shareWords,
    flag: (question, is) => (is ? say("yes") : ""),
    doublings: ({ names }, number) => names[number],
    chips: (question, value, { names }) => chipWords(question, value, names),
    several: ({ codes }, value, { names }) =>
      value.map((each) => (codes.length ? labelOf(codes, each) : nameOf(names, each))).join(", ") ||
      say("none"),
    part: ({ questions }, answers, ctx) => partWords(questions, answers, ctx),
    parts: (question, value, ctx) =>
      partsWords(
        question,
        value.map((each) => Deals.fold(question.questions, each, {}, ctx.schema)),
        ctx,
      ),
  };

  const partWords = (questions, answers, ctx) =>
    questions
      .map((each) => [each, answers[each.id]])
      .filter(([, answer]) => !isNone(answer) && answer !== false && answer !== 0)
      .map(([each, answer]) =>
        each.is === "flag" ? each.label.toLowerCase() : answerWords(each, answer, ctx),
      )
      .join(", ");

  // The sentences that hold of a record, with words in them for its fields.
  const said = (summary, record, wordsOf) =>
    summary
      .filter(({ when }) => Deals.holdAll(when, record))
      .map(({ text }) => text.replace(/\{([\w.:]+)\}/g, (_, path) => wordsOf(path)));

  const partsWords = ({ questions, summary }, parts, ctx) => {
    const asked = (path) => questions.find((each) => each.path === path);
    const wordsOf = (part) => (path) => answerWords(asked(path), part[path], ctx) || "…";
    return parts
      .map((part) => said(summary, part, wordsOf(part)).join(", "))
      .filter(Boolean)
      .join("; ");
  };

  // What is answered, as a player says it; "" for nothing.
  const answerWords = (question, answer, ctx) => {
    if (isNone(answer)) return "";
    if (isKey(answer)) return (keyOf(question, answer) || { label: "" }).label;
    return WORDS[question.is](question, answer, ctx);
  };

  // ---- A deal in one line ---------------------------------------------------------------

  const fieldWords = (asked, { form, schema, names, record }) => {
    const [path, how] = asked.split(":");
    if (path === "dealer") return nameOf(names, record.dealer);
    if (path === "forehand") return nameOf(names, (record.dealer % names.length) + 1);
    const value = fieldIn(record, path);
    if (isNone(value)) return "";
    const [first, ...inner] = path.split(".");
    const top = form.main.concat(form.more).filter((each) => each.path === first);
    const questions = inner.length ? [].concat(...top.map((each) => each.questions || [])) : top;
    const question = questions.find((each) => each.path === (inner.join(".") || first));
    if (question && question.is === "shares") {
      const seats = Deals.playing(record, schema);
      return seats
        .map((seat) => (how ? "" : `${nameOf(names, seat)} `) + value[seat - 1])
        .join(", ");
    }
    if (question && question.is === "parts")
      return partsWords(question, [].concat(value), { names });
    if (!question || ["number", "part"].includes(question.is)) return String(value);
    return WORDS[question.is](question, value, { names, record, schema });
  };

  // `data` is what the game's phone part gives: form, schema and so on.
  const summary = (told, names, { form, schema }) => {
    const { kind_field: field, kinds } = schema;
    const record = Object.assign({}, told, {
      [field]: told[field] || kinds[0],
      table: names.length,
    });
    const ctx = { form, schema, names, record };
    return Table.capital(said(form.summary, record, (path) => fieldWords(path, ctx)).join("; "));
  };

  Object.assign(Deals, { answerWords, nameOf, placeName, summary });
})();
