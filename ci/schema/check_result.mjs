// Holds results of httparity to contracts/result.schema.json and what it refers to, both ways: a file is what the schemas
// say, and holds no key that they don't describe.
// Usage: node check_result.mjs SOURCE_TREE RESULT.json...
import Ajv from "ajv";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [tree, ...files] = process.argv.slice(2);

// Other tools may meet keys of a later version; our own file of today may not.
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const out = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (out.properties && typeof out.properties === "object" && out.type === "object" && !("additionalProperties" in out)) {
    out.additionalProperties = false;
  }
  return out;
}

const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, strictTuples: false });
for (const name of ["result.schema.json", "load-result.schema.json", "fuzz-result.schema.json"]) {
  ajv.addSchema(closed(JSON.parse(readFileSync(join(tree, "contracts", name), "utf8"))), name);
}
const validate = ajv.getSchema("result.schema.json");
let faults = 0;
for (const file of files) {
  if (validate(JSON.parse(readFileSync(file, "utf8")))) continue;
  faults += 1;
  for (const { instancePath, message, params } of validate.errors) {
    console.log(`${file}: ${instancePath} ${message} ${params.additionalProperty ?? ""}`);
  }
}
console.log(`${files.length} results, ${faults} are not as the schemas say`);
process.exit(faults ? 1 : 0);
