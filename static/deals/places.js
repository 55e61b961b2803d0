// Where a problem of the record is put right: which question it belongs to.
var Deals = Deals || {};

(() => {
  "use strict";

  const isWithin = (field, path) =>
    field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

  const paths = (question) =>
    [question.path]
      .concat((question.also || []).map(([path]) => path))
      .concat(...question.keys.map(({ sets }) => Object.keys(sets)));

  // The question that answers this field, its own before one whose key sets it.
  const questionOf = (questions, field) =>
    questions.find(({ path }) => isWithin(field, path)) ||
    questions.find((each) => paths(each).some((path) => isWithin(field, path)));

  // Problems by the ids of questions; those of none stand under "".
  const byQuestion = (problems, questions) => {
    const found = {};
    for (const problem of problems) {
      const question = questionOf(questions, problem.field);
      const id = question ? question.id : "";
      found[id] = (found[id] || []).concat(problem);
    }
    return found;
  };

  // The same problems as the questions of a part know them.
  const inPart = (problems, path) =>
    problems.map((each) => Object.assign({}, each, { field: each.field.slice(path.length + 1) }));

  // In one text, with names.
  const saidOf = (problems, names) =>
    (problems || [])
      .map(({ code, said, message }) =>
        code === "missing_field"
          ? say("This still needs an answer.")
          : Table.withNames(said || message, names),
      )
      .join(" ");

  Object.assign(Deals, { byQuestion, inPart, problemWords: saidOf });
})();
