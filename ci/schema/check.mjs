// Holds the JSON Schemas of contracts and targets to their readers: a schema takes what the reader takes (the good files of
// its corpus, every suite's own) and refuses what it refuses (the bad files), except where a bad file says on a line of its
// own that its fault is "beyond the schema". That the reader refuses every bad file is a test of the reader.
// Usage: node check.mjs SOURCE_TREE
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// What ctest takes for "skipped"; where everything is required, a failure.
function skip(why) {
  console.log(`schema: ${why}`);
  process.exit(process.env.HTTPARITY_REQUIRE === "all" ? 1 : 77);
}

const tree = process.argv[2];
let Ajv;
try {
  Ajv = (await import("ajv")).default;
} catch {
  skip("needs the npm package ajv: npm ci could not install it when this was built");
}

// Comments become blanks; strings stay as they are.
const uncommented = (text) =>
  text.replace(/"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) => (part[0] === '"' ? part : " "));

function files(folder, isWanted) {
  return readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const isJson = (name) => name.endsWith(".json");
const formats = [
  { name: "contract", leastBad: 50, isInSuite: (name) => name === "contract.json" || name.endsWith(".contract.json") },
  { name: "targets", leastBad: 10, isInSuite: (name) => name === "targets.json" },
];

const faults = [];

function verdict(path, validate) {
  let value;
  try {
    value = JSON.parse(uncommented(readFileSync(path, "utf8")));
  } catch (error) {
    return `no JSON: ${error.message}`;
  }
  return validate(value) ? "" : validate.errors.map((error) => `${error.instancePath} ${error.message}`).join("; ");
}

function check({ name, leastBad, isInSuite }) {
  const corpus = `corpus/${name.replace(/s?$/, "s")}`;
  const schema = JSON.parse(readFileSync(join(tree, `contracts/${name}.schema.json`), "utf8"));
  const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, strictTuples: false }).compile(schema);
  const good = [...files(`${corpus}/good`, isJson), ...files("contracts", isInSuite)];
  for (const path of good) {
    const why = verdict(path, validate);
    if (why) faults.push(`${path}: refused, and the reader takes it: ${why}`);
  }
  const bad = files(`${corpus}/bad`, isJson);
  let beyond = 0;
  for (const path of bad) {
    const why = verdict(path, validate);
    const isBeyond = /^\/\/ beyond the schema$/m.test(readFileSync(path, "utf8"));
    if (isBeyond) beyond += 1;
    if (!isBeyond && !why) faults.push(`${path}: taken, and the reader refuses it`);
    if (isBeyond && why && !why.startsWith("no JSON")) faults.push(`${path}: refused, though it says "beyond the schema": ${why}`);
  }
  if (good.length < 3 || bad.length < leastBad) faults.push(`${name}: only ${good.length} good and ${bad.length} bad files were found`);
  console.log(`schema: ${name}: ${good.length} good files, ${bad.length} bad ones (${beyond} beyond it)`);
}

formats.forEach(check);
for (const fault of faults) console.log(fault);
console.log(`schema: ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
