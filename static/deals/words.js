// Answers and whole deals in words, from the form's own labels.
var Deals = Deals || {};

(() => {
  "use strict";

  const { fieldIn, isKey, isNone, isThere, keyOf } = Deals;
  const nameOf = (names, seat) => names[seat - 1] || `Seat ${seat}`;
  const labelOf = (pairs, code) => {
    const found = pairs.find(([each]) => each === code);
    return found ? found[1] : String(code);
  };

  const chipWords = ({ rows, codes, entry, most, label }, value, names) => {
    const rowName = (row) => (rows.length ? labelOf(rows, row) : nameOf(names, Number(row)));
    const listOf = (held) => {
      if (entry === "one") return labelOf(codes, held);
      if (entry === "list") return held.map((code) => labelOf(codes, code)).join(", ");
      return Object.keys(held).map((code) => labelOf(codes, code) + times(held[code])).join(", ");
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
    flag: (question, is) => (is ? "yes" : ""),
    doublings: ({ names }, number) => names[number],
    chips: (question, value, { names }) => chipWords(question, value, names),
    several: ({ codes }, value, { names }) =>
      value.map((each) => (codes.length ? labelOf(codes, each) : nameOf(names, each))).join(", ") || "none",
    part: ({ questions }, answers, ctx) => partWords(questions, answers, ctx),
    parts: ({ questions, summary }, value, ctx) =>
      value
        .map((each) => (summary.length ? saidOfPart(questions, summary, each, ctx) : partWords(questions, each, ctx)))
        .filter(Boolean)
        .join("; "),
  };

  const partWords = (questions, answers, ctx) =>
    questions
      .map((each) => [each, answers[each.id]])
      .filter(([, answer]) => !isNone(answer) && answer !== false && answer !== 0)
      .map(([each, answer]) => (each.is === "flag" ? each.label.toLowerCase() : answerWords(each, answer, ctx)))
      .join(", ");

  // What is said of a part, where all that its words name is answered.
  const saidOfPart = (questions, summary, answers, ctx) => {
    const part = Deals.fold(questions, answers, {}, ctx.schema);
    const wordsOf = (path) => {
      const known = questions.find((each) => each.path === path && !isNone(part[path]));
      return known ? answerWords(known, part[path], ctx) : "…";
    };
    const told = summary.filter(({ when }) => Deals.holdAll(when, part));
    return told.map(({ text }) => text.replace(/\{([\w.]+)\}/g, (_, path) => wordsOf(path))).join(", ");
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
      if (how === "plain") return seats.map((seat) => value[seat - 1]).join(", ");
      return seats.map((seat) => `${nameOf(names, seat)} ${value[seat - 1]}`).join(", ");
    }
    if (question && question.is === "parts") {
      const answers = value.map((each) => Deals.partAnswers(question, each, schema));
      return WORDS.parts(question, answers, { names, record, schema });
    }
    if (!question || ["number", "part"].includes(question.is)) return String(value);
    return WORDS[question.is](question, value, { names, record, schema });
  };

  // `data` is what the game's phone part gives: form, schema and so on.
  const summary = (told, names, { form, schema }) => {
    const { kind_field: field, kinds } = schema;
    const record = Object.assign({}, told, { [field]: told[field] || kinds[0], table: names.length });
    const ctx = { form, schema, names, record };
    const parts = form.summary
      .filter(({ when }) => Deals.holdAll(when, record))
      .map(({ text }) => text.replace(/\{([\w.:]+)\}/g, (_, path) => fieldWords(path, ctx)));
    return Table.capital(parts.join("; "));
  };

  Object.assign(Deals, { answerWords, nameOf, placeName, summary });
})();
