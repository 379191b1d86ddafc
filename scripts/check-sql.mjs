// No SQL put together from strings: values are bound, names are quoted by kysely (docs/security.md#bound-sql).
// Prints what is wrong. A folder given as argument is looked at instead of this project's src.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'vite';

import { sourceFiles } from './source-files.mjs';
import { walk } from './syntax.mjs';

/** Statements without parameters whose text cannot be written down. */
const ALLOWED = new Map([
  ['src/server/platform/schema/migrate.ts', 'runs the files of migrations as they are'],
  [
    'src/server/platform/embedded-postgres/embedded-postgres.ts',
    'a role takes no bound password; it is one of our own making',
  ],
]);
const STATEMENT =
  /^\s*(?:select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\S+\s+as\s*\(|(?:create|alter|drop)\s+(?:table|index|role|database|view|schema|user)\s|truncate\s|grant\s+\S+\s+on\s|set\s+(?:local|session|role)\s|lock\s+table\s|copy\s|listen\s|notify\s)/i;
/** Earlier migrations say nothing, and are never changed. */
const FIRST_THAT_SAYS = '0050';
/** Methods that take a statement as text. */
const TAKES_TEXT = /^(?:query|raw|unsafe|executeQuery)$/;

const folder = process.argv[2];
const faults = (folder ? filesIn(folder) : sourceFiles())
  .filter(
    ({ path }) =>
      /\.tsx?$/.test(path) && (folder || /^src\/(?:server|domain|countries|contract)\//.test(path)),
  )
  .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path) && !ALLOWED.has(path))
  .flatMap(({ path, text }) => faultsOf(path, text));
if (!folder) faults.push(...silentMigrations());
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function filesIn(root) {
  return readdirSync(root, { recursive: true }).map((name) => ({
    path: String(name),
    text: readFileSync(join(root, String(name)), 'utf8'),
  }));
}

/** Migrations that do not say which programs still work after them (docs/recipes.md#a-migration). */
function silentMigrations() {
  const migrations = join(import.meta.dirname, '..', 'src', 'server', 'migrations');
  return readdirSync(migrations)
    .filter((name) => name >= FIRST_THAT_SAYS)
    .filter((name) => !/^-- release: \S/m.test(readFileSync(join(migrations, name), 'utf8')))
    .map((name) => `${name} lacks the line "-- release: expand" (or "contract after 00NN-name")`);
}

function faultsOf(path, text) {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return [`${path} cannot be read: ${errors[0].message}`];
  const found = new Map();
  walk(program, (node, parent) => {
    const fault = faultOf(node, parent);
    if (!fault) return;
    const line = text.slice(0, node.start).split('\n').length;
    found.set(line, `${path}:${line} ${fault}`);
  });
  return [...found.values()];
}

function faultOf(node, parent) {
  if (isComposed(node) && parent?.type !== 'TaggedTemplateExpression' && STATEMENT.test(textOf(node)))
    return 'puts SQL together from strings: bind the values';
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  const name = property.name ?? property.value;
  const [first] = node.arguments;
  if (object.name === 'sql' && (name === 'raw' || name === 'lit')) return `takes text as SQL: sql.${name}`;
  if (TAKES_TEXT.test(name) && first && isComposed(first))
    return `hands a statement put together from strings to ${name}()`;
  if (object.name === 'CompiledQuery' && name === 'raw' && first?.type !== 'Literal')
    return 'takes text as SQL: CompiledQuery.raw';
  return undefined;
}

/** `a + b`, or a template with something in it. */
function isComposed(node) {
  return (
    (node.type === 'BinaryExpression' && node.operator === '+') ||
    (node.type === 'TemplateLiteral' && node.expressions.length > 0)
  );
}

/** Beginning of a composed string. */
function textOf(node) {
  if (node.type === 'BinaryExpression') return textOf(node.left);
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('x');
  return typeof node.value === 'string' ? node.value : '';
}
