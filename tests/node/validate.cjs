// {schema, documents} comes in as JSON; out goes what is wrong with each document.
const { default: Ajv } = require("ajv/dist/2020");
const { readFileSync } = require("node:fs");

const { schema, documents } = JSON.parse(readFileSync(0, "utf8"));
// A format that is only named: as the other validator takes it.
const ajv = new Ajv({ allErrors: true, formats: { "date-time": true } });
const validate = ajv.compile(schema);
const wrong = documents.map((document) =>
  validate(document) ? [] : validate.errors.map((e) => `${e.instancePath}: ${e.message}`),
);
process.stdout.write(JSON.stringify(wrong));
