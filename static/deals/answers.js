// What is answered in the form, as plain JSON by the ids of questions, and the record it
// means, both ways. Nothing here draws; what is wrong with a record others say.
//
// An answer is what the question's field holds, or { key } for one of its other keys; of a
// number its digits, of shares { typed: place to digits, at }, of parts answers again.
var Deals = Deals || {};

(() => {
  "use strict";

  const { isNone } = Deals;
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const isKey = (answer) => Boolean(answer) && typeof answer === "object" && "key" in answer;
  const keyOf = ({ keys }, { key }) => keys.find(({ code }) => code === key);

  const fieldIn = (record, path) =>
    path.split(".").reduce((object, name) => (isNone(object) ? undefined : object[name]), record);

  const put = (record, path, value) => {
    const names = path.split(".");
    const last = names.pop();
    const inner = names.reduce((object, name) => (object[name] = object[name] || {}), record);
    inner[last] = value;
  };

  const isThere = (value) => {
    if (isNone(value) || value === false) return false;
    return typeof value !== "object" || Object.keys(value).length > 0;
  };

  const holds = ({ path, among, least, unless }, record) => {
    const value = fieldIn(record, path);
    const numbers = Array.isArray(value) ? value : [value];
    const is = isNone(least)
      ? among.length
        ? among.includes(value)
        : isThere(value)
      : numbers.some((each) => each >= least);
    return is !== unless;
  };

  const holdAll = (when, record) => when.every((each) => holds(each, record));

  // ---- The seats of a deal ------------------------------------------------------------

  const seatsOf = (table) => Array.from({ length: table }, (_, n) => n + 1);

  // Who of the table sits out; null for nobody, or nobody knows.
  const sitsOut = ({ table, dealer }, { active }) => (table > active && dealer) || null;

  const playing = (record, schema) =>
    seatsOf(record.table).filter((seat) => seat !== sitsOut(record, schema));

  // The numbers that are shared out: each with its name among what is typed.
  const placesOf = ({ also }, record, schema) =>
    playing(record, schema)
      .map(String)
      .concat(also.map(([path]) => path));

  const totalOf = ({ total, less }, record) => {
    if (!less) return total;
    const codes = fieldIn(record, less.path) || [];
    return codes.reduce((left, code) => left - (less.worth[code] || 0), total);
  };

  // How much a place may have: a seat all of it.
  const mostAt = (place, { known }) => (known[place] ? known[place].shape.most : Infinity);

  // Each place's number; the only one that is not typed is what is left. Null where more
  // is open, or less than nothing is left, or more than may be there.
  const sharesOf = (question, { typed }, record, schema) => {
    const places = placesOf(question, record, schema);
    const open = places.filter((place) => !typed[place]);
    const sum = places.reduce((so, place) => so + Number(typed[place] || 0), 0);
    const left = totalOf(question, record) - sum;
    if (open.length > 1 || (open.length && (left < 0 || left > mostAt(open[0], schema))))
      return null;
    return places.reduce(
      (numbers, place) =>
        Object.assign(numbers, { [place]: typed[place] ? Number(typed[place]) : left }),
      {},
    );
  };

  // ---- From answers to a record ---------------------------------------------------------

  const compact = (object) => {
    const left = {};
    for (const name of Object.keys(object))
      if (isThere(object[name]) || object[name] === 0) left[name] = object[name];
    return left;
  };

  const orUndefined = (value) => (isThere(value) ? value : undefined);

  const VALUES = {
    number: (question, answer) => (answer === "" ? undefined : Number(answer)),
    flag: (question, answer) => answer || undefined,
    doublings: (question, answer) => answer || undefined,
    several: (question, answer) => orUndefined(answer),
    chips: ({ entry }, answer) =>
      orUndefined(entry === "count" ? compactRows(answer) : compact(answer)),
    part: (question, answer, schema) => orUndefined(partOf(question, answer, schema)),
    parts: (question, answer, schema) => {
      const all = answer.map((each) => partOf(question, each, schema));
      return orUndefined(standsAlone(question, all) ? all[0] : all); // a blank one is none
    },
  };

  // Where few are allowed, one stands in the record by itself.
  const standsAlone = ({ most }, all) => most > 0 && all.length === 1;

  const compactRows = (rows) => {
    const left = {};
    for (const row of Object.keys(rows)) if (isThere(rows[row])) left[row] = rows[row];
    return left;
  };

  const partOf = ({ questions }, answers, schema) => fold(questions, answers, {}, schema);

  const putShares = (question, answer, record, schema) => {
    const numbers = sharesOf(question, answer, record, schema);
    if (!numbers) return;
    put(
      record,
      question.path,
      seatsOf(record.table).map((seat) => numbers[seat] || 0),
    );
    for (const [path] of question.also) put(record, path, numbers[path]);
  };

  const write = (question, answer, record, schema) => {
    if (isKey(answer)) {
      const { sets } = keyOf(question, answer) || { sets: {} };
      for (const path of Object.keys(sets)) put(record, path, sets[path]);
    } else if (question.is === "shares") putShares(question, answer, record, schema);
    else {
      const read = VALUES[question.is];
      const value = read ? read(question, answer, schema) : answer;
      if (value !== undefined) put(record, question.path, value);
    }
  };

  const goesWith = ({ kinds }, kind) => !kinds.length || kinds.includes(kind);

  // Has somebody 0 there, where only such seats are asked for?
  const hasZero = ({ zero }, record, schema) =>
    !zero || playing(record, schema).some((seat) => fieldIn(record, `${zero}.${seat - 1}`) === 0);

  // Is it asked, where the record so far and, of all that is said, `seen` are as they are?
  const isAsked = (question, record, schema, seen) =>
    goesWith(question, record[schema.kind_field]) &&
    holdAll(question.when, seen || record) &&
    hasZero(question, seen || record, schema);

  const fold = (questions, answers, record, schema, seen) => {
    for (const question of questions) {
      const answer = answers[question.id];
      if (answer !== undefined && isAsked(question, record, schema, seen)) {
        write(question, answer, record, schema);
      }
    }
    return record;
  };

  const MOST_ROUNDS = 4; // of what is asked because of what is asked

  // The record of all answers, and which questions are asked: { record, asked }.
  const told = ({ form, schema }, head, answers) => {
    const questions = form.main.concat(form.more);
    const start = () =>
      Object.assign({}, head, { [schema.kind_field]: schema.kinds[0] }, form.start);
    let record = fold(questions, answers, start(), schema);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const next = fold(questions, answers, start(), schema, record);
      const isSame = JSON.stringify(next) === JSON.stringify(record);
      record = next;
      if (isSame) break;
    }
    const so = start();
    const asked = questions.filter((question) => {
      const is = isAsked(question, so, schema, record);
      if (is) fold([question], answers, so, schema, record);
      return is;
    });
    return { record, asked };
  };

  // ---- And back ---------------------------------------------------------------------------

  const READERS = {
    number: (question, value) => String(value),
    shares: (question, value, record, schema) => {
      const typed = {};
      for (const place of placesOf(question, record, schema).slice(0, -1)) {
        const given = fieldIn(record, /^\d$/.test(place) ? `${question.path}.${place - 1}` : place);
        typed[place] = String(given);
      }
      return { typed };
    },
    part: ({ questions }, value, record, schema) => readBack(questions, value, {}, schema),
    parts: ({ questions }, value, record, schema) =>
      [].concat(value).map((each) => readBack(questions, each, {}, schema)),
  };

  // What is said of these by saying nothing.
  const NOTHING = { several: [], doublings: 0, part: {}, parts: [], chips: {} };

  const matches = ({ sets }, record) =>
    Object.keys(sets).length > 0 &&
    Object.keys(sets).every((path) => fieldIn(record, path) === sets[path]);

  // The key that ends a round; undefined in a game that has none.
  const closingKey = () =>
    [].concat(...Deals.data.form.main.map(({ keys }) => keys)).find(({ closes }) => closes);

  const isClosing = (record) => [closingKey()].some((key) => key && matches(key, record));

  // The answer that a question has in this record; undefined for none. Where the field is
  // absent, a key that sets nothing says so.
  const answerIn = (question, record, schema) => {
    const key = question.keys.find((each) => matches(each, record));
    if (key) return { key: key.code };
    const value = fieldIn(record, question.path);
    if (isNone(value)) {
      const none = question.keys.find(({ sets }) => !Object.keys(sets).length);
      return none ? { key: none.code } : copy(NOTHING)[question.is];
    }
    const reader = READERS[question.is];
    return reader ? reader(question, value, record, schema) : value;
  };

  const readBack = (questions, record, so, schema) => {
    const answers = {};
    for (const question of questions) {
      if (isAsked(question, so, schema, record)) {
        const answer = answerIn(question, record, schema);
        if (answer !== undefined) {
          answers[question.id] = answer;
          write(question, answer, so, schema);
        }
      }
    }
    return answers;
  };

  // The answers that make this record.
  const answersOf = ({ form, schema }, record) => {
    const { table, dealer } = record;
    const so = Object.assign({ table, dealer, [schema.kind_field]: schema.kinds[0] }, form.start);
    return copy(readBack(form.main.concat(form.more), record, so, schema));
  };

  // May so high a number be said in this house?
  const maySay = ({ least, step }, number) => number >= least && number % step === 0;

  // Is it answered, so that the next one may be asked?
  const isAnswered = (question, answer, record, schema) => {
    if (isNone(answer)) return false;
    if (isKey(answer)) return true;
    if (question.is === "number") return answer !== "" && maySay(question, Number(answer));
    if (question.is === "shares") return sharesOf(question, answer, record, schema) !== null;
    return true;
  };

  Object.assign(Deals, {
    fieldIn,
    answersOf,
    closingKey,
    holdAll,
    isAnswered,
    isAsked,
    isClosing,
    isKey,
    isThere,
    keyOf,
    maySay,
    mostAt,
    placesOf,
    playing,
    seatsOf,
    sharesOf,
    sitsOut,
    standsAlone,
    told,
    totalOf,
    fold,
  });
})();
