// What is wrong with the shape of a record, by the game's schema, which is data. The twin of
// rules/record_schema.py and rules/fields.py; tests/browser/test_shapes.py holds both to the same.
var Deals = Deals || {};

(() => {
  "use strict";

  const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
  const isNone = (value) => value === null || value === undefined;
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  // One record being read: its table, its kind, who sits out, what was found wrong.
  class Reading {
    constructor({ sentences, fields }) {
      Object.assign(this, {
        sentences,
        fields,
        table: 0,
        kind: "",
        sitsOut: null,
        problems: [],
        bySeat: [],
      });
    }

    wrong(code, field, values) {
      const known = Object.assign({ what: this.named(field) }, values);
      this.problems.push({
        code: code.split(".")[0],
        field,
        message: Table.capital(this.tell(code, known)),
      });
    }

    tell(code, values) {
      return this.sentences[code].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    }

    seat(n) {
      return this.tell("seat", { n });
    }

    // A field or a kind as a word.
    word(code) {
      return has(this.fields, code) ? this.fields[code] : code.replace(/_/g, " ");
    }

    // The path as a person reads it: "Points of seat 2".
    named(path) {
      if (!path) return this.tell("whole");
      const parts = path.split(".");
      return parts.map((part, n) => this.part(part, parts.slice(0, n + 1).join("."))).join(", ");
    }

    // One name of the path, and which of a list it is.
    part(part, path) {
      const [, name, place] = /^(.*?)(?:\[(\d+)\])?$/.exec(part);
      const what = this.word(name);
      if (!place) return what;
      const n = Number(place) + 1;
      const ofSeat = this.bySeat.includes(path.slice(0, path.lastIndexOf("[")));
      return ofSeat
        ? this.tell("of_seat", { what, seat: this.seat(n) })
        : this.tell("number", { what, n });
    }
  }

  const SHAPES = {
    whole({ least, most }, value, path, reading) {
      if (!Number.isInteger(value)) reading.wrong("not_a_whole_number", path);
      else if (value < least || value > most)
        reading.wrong("out_of_range", path, { least, most, value });
    },
    flag(shape, value, path, reading) {
      if (typeof value !== "boolean") reading.wrong("not_true_or_false", path);
    },
    text(shape, value, path, reading) {
      if (typeof value !== "string") reading.wrong("not_text", path);
    },
    code({ codes }, value, path, reading) {
      if (!codes.includes(value)) reading.wrong("unknown_code", path, { codes: codes.join(", ") });
    },
    seat({ active }, value, path, reading) {
      const { table, sitsOut } = reading;
      if (!Number.isInteger(value) || value < 1 || value > table) {
        reading.wrong("not_a_seat", path, { count: table });
      } else if (active && value === sitsOut)
        reading.wrong("sits_out", path, { who: reading.seat(value) });
    },
    list({ entry, once }, value, path, reading) {
      if (!Array.isArray(value)) return reading.wrong("not_a_list", path);
      const seen = [];
      return value.forEach((each, n) => {
        const where = `${path}[${n}]`;
        const isRight = read(entry, each, where, reading);
        if (once && isRight && seen.includes(each)) reading.wrong("twice", where);
        if (isRight) seen.push(each);
      });
    },
    one_or_more({ entry, most }, value, path, reading) {
      if (!Array.isArray(value)) return read(entry, value, path, reading);
      const isRight = value.length > 0 && value.length <= most;
      return isRight
        ? SHAPES.list({ entry }, value, path, reading)
        : reading.wrong("wrong_length.most", path, { most });
    },
    each({ entry }, value, path, reading) {
      if (!Array.isArray(value)) return reading.wrong("not_a_list", path);
      const count = reading.table;
      if (value.length !== count) return reading.wrong("wrong_length", path, { count });
      reading.bySeat.push(path);
      return value.forEach((each, n) => {
        read(entry, each, `${path}[${n}]`, reading);
      });
    },
    by_seat({ entry }, value, path, reading) {
      if (!isObject(value)) return reading.wrong("not_an_object", path);
      return Object.keys(value).forEach((key) => {
        const where = `${path}.${key}`;
        const seat = /^[1-9]$/.test(key) ? Number(key) : 0;
        const isRight = read({ is: "seat", active: true }, seat, where, reading);
        if (isRight && value[key] !== null) read(entry, value[key], where, reading);
      });
    },
    by_code({ codes, entry }, value, path, reading) {
      if (!isObject(value)) return reading.wrong("not_an_object", path);
      return Object.keys(value).forEach((key) => {
        const where = `${path}.${key}`;
        if (!codes.includes(key)) reading.wrong("unknown_code", where, { codes: codes.join(", ") });
        else if (value[key] !== null) read(entry, value[key], where, reading);
      });
    },
    object({ known }, value, path, reading) {
      if (!isObject(value)) reading.wrong("not_an_object", path);
      else readFields(known, value, path ? `${path}.` : "", reading);
    },
  };

  // True where nothing is wrong with it.
  const read = (shape, value, path, reading) => {
    const before = reading.problems.length;
    SHAPES[shape.is](shape, value, path, reading);
    return reading.problems.length === before;
  };

  const isNeeded = ({ needed, kinds }, kind) =>
    Array.isArray(needed)
      ? needed.includes(kind)
      : needed && (!kinds.length || kinds.includes(kind));

  const readFields = (known, value, start, reading) => {
    const { kind } = reading;
    for (const name of Object.keys(value)) {
      if (!has(known, name)) reading.wrong("unknown_field", start + name);
    }
    for (const name of Object.keys(known)) {
      const field = known[name];
      const given = has(value, name) ? value[name] : null;
      if (isNone(given)) {
        if (isNeeded(field, kind)) reading.wrong("missing_field", start + name);
      } else if (field.kinds.length && !field.kinds.includes(kind)) {
        reading.wrong("not_with_kind", start + name, { kind: reading.word(kind) });
      } else read(field.shape, given, start + name, reading);
    }
  };

  const plain = (shape, needed) => ({ shape, needed: Boolean(needed), kinds: [] });
  const tableShape = ({ tables }) => ({
    is: "whole",
    least: Math.min(...tables),
    most: Math.max(...tables),
  });
  const kindShape = ({ kinds }) => ({ is: "code", codes: kinds });

  const fieldsOf = (schema) =>
    Object.assign(
      {
        id: plain({ is: "text" }),
        table: plain(tableShape(schema)),
        [schema.kind_field]: plain(kindShape(schema)),
        dealer: plain({ is: "seat", active: false }, true),
      },
      schema.known,
    );

  // The table and the kind, on which everything else rests.
  const readHead = (schema, record, reading) => {
    const { tables, kinds, kind_field: field } = schema;
    const table = isNone(record.table) ? Math.min(...tables) : record.table;
    const kind = isNone(record[field]) ? kinds[0] : record[field];
    read(tableShape(schema), table, "table", reading);
    if (schema.kind_needed && isNone(record[field])) reading.wrong("missing_field", field);
    else read(kindShape(schema), kind, field, reading);
    Object.assign(reading, { table, kind });
  };

  // All problems of shape: [{ code, field, message }].
  // `words` are the sentences by code, and the names of the fields.
  Deals.checkShape = (record, schema, words) => {
    const reading = new Reading(words);
    if (!isObject(record)) reading.wrong("not_an_object", "");
    else readHead(schema, record, reading);
    if (reading.problems.length) return reading.problems;
    const { dealer } = record;
    if (reading.table > schema.active && Number.isInteger(dealer)) reading.sitsOut = dealer;
    readFields(fieldsOf(schema), record, "", reading);
    return reading.problems;
  };

  Object.assign(Deals, { isNone });
})();
