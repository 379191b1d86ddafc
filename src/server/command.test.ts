import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { bareEnvironment } from './testing/bare-environment.ts';
import { newFolder } from './testing/new-folder.ts';

const root = join(import.meta.dirname, '..', '..');
let dataDir: string;
beforeAll(async () => {
  dataDir = newFolder();
});

/** What each command of package.json that uses the database is given; one that is missing fails the test. */
const given: Readonly<Record<string, readonly string[]>> = {
  settle: ['red-pagos', join(root, 'package.json')],
  'refund-credit': ['1', '10', 'T-1'],
  'correct-books': [],
  payouts: ['list'],
  replay: ['send-message'],
  portfolio: [],
  db: [],
  'db:reset': [],
  'db:types': [],
  migrate: [],
  staff: ['ana@example.com', 'Ana'],
  'remove-demo': [],
  'bureau-file': [join(root, 'package.json')],
  reconcile: [],
  localities: [],
  seals: [],
  'encrypt-files': [],
  'encrypt-rows': [],
  'replay-decisions': [],
  'watch-list': [],
};
/** `npm start` and `dev` start the product, whose own test this is in start.test.ts. */
const program = /^(?:exec )?node (?<path>src\/server\/\S+|scripts\/db\.mjs)(?: (?<first>\S+))?$/;

const scripts: Record<string, string> = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
).scripts;
/** Commands of the one-machine install, which runs its own database (operations/backup/backup.test.ts). */
const ofOneMachine = new Set(['backup', 'restore']);
/** Ways of a program to its database; a command of each is started, the source of the others is read. */
const WAYS = ['withDatabaseUrl', 'withDatabase', 'withReports', 'withDependencies'] as const;
const withDatabase = Object.entries(scripts).filter(([name]) => !ofOneMachine.has(name));
const commands = withDatabase.flatMap(([name, text]) => {
  const { path, first } = program.exec(text)?.groups ?? {};
  return path === undefined ? [] : [{ name, path, first: first === undefined ? [] : [first] }];
});

function say(file: string, args: readonly string[], DATABASE_URL: string) {
  const env = { ...bareEnvironment, DATA_DIR: dataDir, DATABASE_URL, DATABASE_WAIT_SECONDS: '0' };
  return new Promise<{ said: string; code: unknown }>((resolve) =>
    execFile(process.execPath, [join(root, file), ...args], { env, cwd: root }, (error, stdout, stderr) =>
      resolve({ said: stdout + stderr, code: error?.code ?? 0 }),
    ),
  );
}

const databaseAt = (change: Partial<URL>) => Object.assign(new URL(inject('databaseUrl')), change).href;

/** Output of a command that cannot use its database. */
async function refusalOf({ name, path, first }: (typeof commands)[number], url: string): Promise<string> {
  const { said, code } = await say(path, [...first, ...(given[name] ?? [])], url);
  expect(code).toBe(1);
  return said;
}

const sentence = /^The (setting|database of) DATABASE_URL is (wrong|away): [^\n]+\.\n$/;

const started = ['migrate', 'replay', 'portfolio', 'payouts', 'db', 'db:reset', 'db:types'];

test.each(commands.filter(({ name }) => started.includes(name)))(
  '$name names DATABASE_URL in one sentence when it is wrong',
  async (command) => {
    expect(await refusalOf(command, 'cuota')).toMatch(sentence);
  },
);

/** Way of a program to its database; undefined unless it is its only one, and within `runCommand`. */
async function wayOf(path: string): Promise<string | undefined> {
  const source = await readFile(join(root, path), 'utf8');
  const [way, ...others] = new Set(source.match(/\bwith(?:Database(?:Url)?|Reports|Dependencies)(?=\()/g));
  const isOnly = others.length === 0 && !/\bopenDatabase\b|\bDATABASE_URL\b|\bpg\./.test(source);
  const isWithin =
    /^await runCommand\((?:async )?\(/m.test(source) && source.match(/\brunCommand\(/g)?.length === 1;
  return isOnly && isWithin ? way : undefined;
}

test('so does every other command, which goes to its database by one of their ways', async () => {
  const programs = commands.filter(({ path }) => path.startsWith('src/'));
  const ways = await Promise.all(programs.map(async ({ name, path }) => [name, await wayOf(path)] as const));
  expect(ways.filter(([, way]) => !WAYS.some((known) => known === way))).toEqual([]);
  const known = new Map(ways);
  expect(started.flatMap((name) => known.get(name) ?? [])).toEqual(WAYS);
});

test.each([
  ['an unreachable one', { port: '1' }],
  ['a wrong password, which is not shown', { password: 'guess' }],
])('so is %s', async (_what, change) => {
  const [command] = commands;
  if (command === undefined) throw new Error('package.json has no command');
  const said = await refusalOf(command, databaseAt(change));
  expect(said).toMatch(sentence);
  expect(said).not.toContain('guess');
});

test('every command is looked at', () => {
  expect(commands.map(({ name }) => name).toSorted()).toEqual(Object.keys(given).toSorted());
});
