// Collecting every problem of a record, and reading its fields while doing so. The twin of
// rules/spjst/findings.py.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const isNone = (value) => value === null || value === undefined;
  const isText = (value) => typeof value === "string";
  const isList = Array.isArray;
  const isObject = (value) => typeof value === "object" && !isNone(value) && !isList(value);
  const isKey = (value, table) => Object.keys(table).includes(value);
  const oneOf = (codes) => (value) => codes.includes(value);
  const isSeat = oneOf([1, 2, 3, 4]);

  // What a field may hold, and the problem if it holds anything else.
  const OBJECT = [isObject, "not_an_object"];
  const LIST = [isList, "not_a_list"];
  const TEXT = [isText, "not_text"];
  const WHOLE = [Number.isInteger, "not_a_whole_number"];
  const FLAG = [oneOf([true, false]), "not_true_or_false"];
  const SEAT = [isSeat, "not_a_seat"];

  class Findings {
    constructor(record, rules) {
      Object.assign(this, { record, rules, tables: rules.tables, problems: [], seen: [] });
    }

    // One more problem, if there is a code.
    add(field, code) {
      const { problems, reasons } = this.tables;
      const section = reasons[code] || null;
      if (code) this.problems.push({ code, field, message: problems[code], section });
    }

    // A contradiction, at both of its places.
    addBoth(one, other, code) {
      this.add(one, code);
      this.add(other, code);
    }

    // The value; null for what is absent or wrong.
    read(value, field, [holds, code], needed) {
      if (!isNone(value) && holds(value)) return value;
      this.add(field, isNone(value) ? needed && "missing_field" : code);
      return null;
    }

    names(given, known, path) {
      for (const name of given) this.add(path + name, !known.includes(name) && "unknown_field");
    }

    absent(fields, code) {
      for (const name of fields) this.add(name, !isNone(this.record[name]) && code);
    }

    entries(code) {
      const { faults } = this.record;
      return (isList(faults) ? faults : []).filter((each) => isObject(each) && each.fault === code);
    }
  }

  Object.assign(Spjst, { isNone, isText, isList, isObject, isKey, oneOf, isSeat });
  Object.assign(Spjst, { OBJECT, LIST, TEXT, WHOLE, FLAG, SEAT, Findings });
})();
