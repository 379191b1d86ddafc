// Each table is written by one feature of src/server (docs/decisions/0059-one-table-one-writer.md). Prints what is
// wrong, and the measures of the server's layout. A folder given as argument is looked at instead of this project's.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'vite';

import { featureOf } from './server-layout.mjs';
import { sourceFiles } from './source-files.mjs';
import { walk } from './syntax.mjs';
import { SHARED, UNNAMED } from './tables-shared.mjs';

/** Written table in a statement; `?` replaces an interpolated value. */
const WRITES =
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_]+|\?)|(?<!\b(?:for|key|do)\s+)\bupdate\s+(?:only\s+)?([a-z_]+|\?)\s+(?:(?:as\s+)?[a-z_]+\s+)?set\b/gi;
const KYSELY_WRITES = /^(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;

const folder = process.argv[2];
const files = (folder ? filesIn(folder) : sourceFiles()).filter(
  ({ path }) =>
    /^src\/server\/.*\.ts$/.test(path) &&
    !/\.test\.ts$|\.test-program\.ts$|^src\/server\/testing\/|\/testing\/|database-types\.ts$/.test(path),
);
const writes = files.flatMap(({ path, text }) => writesOf(path, text));
const faults = folder ? ownershipFaults({}, {}) : [...ownershipFaults(SHARED, UNNAMED), ...staleFaults()];
for (const fault of faults) console.error(fault);
if (!folder) printMeasures();
process.exitCode = faults.length === 0 ? 0 : 1;

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(root.length + 1), text: readFileSync(file, 'utf8') }));
}

/** @returns each write as `{ table, feature, at, path, words }`; the table of one that is not written down is `?` */
function writesOf(path, text) {
  const { program, errors } = parseSync(path, text, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const found = [];
  const add = (node, table, words) => {
    const at = `${path}:${text.slice(0, node.start).split('\n').length}`;
    found.push({ table, feature: featureOf(path) ?? path.split('/')[2], at, path, words });
  };
  walk(program, (node, parent) => {
    if (node.type === 'CallExpression') {
      const name = node.callee.property?.name;
      if (!KYSELY_WRITES.test(name)) return;
      const [first] = node.arguments;
      add(node, tableOf(first), `${name} ${text.slice(node.end, node.end + 400)}`);
    }
    const isTagged = parent?.type === 'TaggedTemplateExpression';
    const words = wordsOf(node);
    for (const [statement, ...named] of words?.matchAll(WRITES) ?? []) {
      const table = named.find(Boolean).toLowerCase();
      if (table !== '?' || isTagged) add(node, table, words.slice(words.indexOf(statement)));
    }
  });
  return found;
}

/** Source text with interpolated values as `?`. */
function wordsOf(node) {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(' ? ');
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** `'loan as l'` is the table loan. */
function tableOf(node) {
  return node?.type === 'Literal' ? String(node.value).split(' ')[0] : '?';
}

function writersByTable() {
  const tables = new Map();
  for (const write of writes) {
    if (write.table === '?') continue;
    const features = tables.get(write.table) ?? new Map();
    tables.set(write.table, features.set(write.feature, write.at));
  }
  return tables;
}

function ownershipFaults(shared, unnamed) {
  const several = [...writersByTable()].flatMap(([table, features]) => {
    if (features.size < 2) return [];
    const known = shared[table] ?? [];
    return [...features]
      .filter(([feature]) => !known.includes(feature))
      .map(
        ([feature, at]) => `${at} ${feature} writes ${table}, as others do: ${othersOf(features, feature)}`,
      );
  });
  const dark = writes
    .filter(({ table, path }) => table === '?' && !(path in unnamed))
    .map(({ at }) => `${at} writes a table that is not named where it is written`);
  return [...several, ...dark];
}

function othersOf(features, feature) {
  return [...features.keys()].filter((other) => other !== feature).join(', ');
}

/** The lists only shrink: what they allow must still be there. */
function staleFaults() {
  const tables = writersByTable();
  const pairs = Object.entries(SHARED).flatMap(([table, features]) => {
    const left = features.filter((feature) => tables.get(table)?.has(feature));
    if (left.length === 1) return [`scripts/tables-shared.mjs: ${table} has one writer now: take it out`];
    return features
      .filter((feature) => !left.includes(feature))
      .map((feature) => `scripts/tables-shared.mjs: ${feature} does not write ${table} any more`);
  });
  const paths = Object.keys(UNNAMED)
    .filter((path) => !writes.some((write) => write.path === path && write.table === '?'))
    .map((path) => `scripts/tables-shared.mjs: ${path} names all its tables now`);
  return [...pairs, ...paths];
}

function printMeasures() {
  const tables = writersByTable();
  const several = [...tables.values()].filter((features) => features.size > 1);
  const folders = new Set(
    files.map(({ path }) => path.split('/')).flatMap((p) => (p.length > 3 ? [p[2]] : [])),
  );
  console.log(`tables with more than one writing feature: ${several.length} of ${tables.size}`);
  console.log(`folders directly under src/server: ${folders.size}`);
  const [fullest, count] = fullestFolder();
  console.log(`most files in one folder, tests beside: ${count} (${fullest})`);
  const readsSchedule = files.filter(
    ({ text }) => /selectFrom\('instalment'|from instalment\b/.test(text) && /\bfee_tax\b/.test(text),
  );
  console.log(`files that read a loan's schedule: ${readsSchedule.length}`);
  console.log(`files that write loan.state: ${countFiles('loan', setsState)}`);
  const charging = files.filter(({ text }) => /\bcardPayments\s*\.charge\(/.test(text));
  console.log(`files that charge a card: ${charging.length}`);
  console.log(`files that insert a ticket: ${countFiles('ticket', (words) => /^insert/i.test(words))}`);
}

function setsState(words) {
  return !/^insert/i.test(words) && /\bset\b\s*(?:\(\s*\{)?[^;}]*\bstate\s*[:=,}]/.test(words);
}

function countFiles(table, matches) {
  return new Set(writes.filter((w) => w.table === table && matches(w.words)).map(({ path }) => path)).size;
}

/** Of the folders of src: a folder's own files, without tests and what is below it. */
function fullestFolder() {
  const counts = new Map();
  for (const { path } of sourceFiles()) {
    if (!path.startsWith('src/') || /\.test\.tsx?$|\/testing\/|^src\/server\/migrations\//.test(path))
      continue;
    const name = path.slice(0, path.lastIndexOf('/'));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0];
}
