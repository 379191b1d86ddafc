// Measures the weight and speed of the first pages: node lab/bench/pages.ts. Lighthouse loads each with an empty cache,
// as a mid-range phone on a slow network; weights are bytes as sent, headers included. BENCH_BESIDE=<folder> measures
// another version of the project in turns with this one; BENCH_PAGES=<words> selects pages; BENCH_REPORTS=<folder>
// keeps the reports. BENCH_SLOWDOWN sets how many times slower than this machine the phone is: Lighthouse's 4 is meant
// for a machine with a benchmark index of 1500 to 2000 (its docs/throttling.md).
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium as chromiumOf } from 'playwright-core';
import { makeLandings } from './landings.ts';
import { median } from './load.ts';
import { startDatabase } from './postgres.ts';
import { type Started, startProduct } from './processes.ts';
import { printTable } from './table.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 3);
const slowdown = Number(process.env['BENCH_SLOWDOWN'] ?? 4);
const root = join(import.meta.dirname, '..', '..');
const chromium = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((program) => program !== undefined && existsSync(program));
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Report {
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<'performance' | 'accessibility', { readonly score: number }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly numericValue?: number;
        readonly details?: {
          readonly items: readonly { readonly resourceType?: string; readonly transferSize?: number }[];
        };
      }
    >
  >;
}

interface Session {
  readonly token: string;
  readonly expired: string;
}

/** Starts a browser with a login at the site and nothing cached. */
async function startLoggedIn(url: string, session: Session) {
  const profile = await mkdtemp(join(tmpdir(), 'cuota-pages-'));
  const context = await chromiumOf.launchPersistentContext(profile, {
    ...(chromium && { executablePath: chromium }),
    args: [...flags, '--remote-debugging-port=0'],
  });
  const page = await context.newPage();
  // A plain text response, without scripts.
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate((text) => localStorage.setItem('cuota.session', text), JSON.stringify(session));
  await page.context().addCookies([{ name: 'cuota-session', value: '1', url }]);
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  return {
    options: [`--port=${port}`, '--disable-storage-reset'],
    async stop() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Lighthouse sometimes loses a trace and asks to be run again. */
async function look(url: string, session?: Session, tries = 3): Promise<Report> {
  try {
    return await lookOnce(url, session);
  } catch (error) {
    if (tries === 1) throw error;
    return look(url, session, tries - 1);
  }
}

async function lookOnce(url: string, session?: Session): Promise<Report> {
  if (!session) return lookWith(url, [`--chrome-flags=${flags.join(' ')}`]);
  const browser = await startLoggedIn(url, session);
  try {
    return await lookWith(url, browser.options);
  } finally {
    await browser.stop();
  }
}

async function lookWith(url: string, more: readonly string[]): Promise<Report> {
  const options = [
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--only-categories=performance,accessibility',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ...more,
  ];
  const program = join(root, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  const kept = process.env['BENCH_REPORTS'];
  if (kept !== undefined) {
    const { pathname, port } = new URL(url);
    writeFileSync(join(kept, `${port}${pathname.replaceAll('/', '-')}.json`), stdout);
  }
  return JSON.parse(stdout) as Report;
}

const heads = ['Page', 'Requests', 'HTML kB', 'JS kB', 'CSS kB', 'Font kB'];
const figures = ['Machine', 'Performance', 'Accessibility', 'FCP s', 'LCP s', 'TBT ms', 'CLS'];

function rowOf(page: string, reports: readonly Report[]): readonly string[] {
  const middle = (of: (report: Report) => number) => median(reports.map(of));
  const requests = ({ audits }: Report) => audits['network-requests']?.details?.items ?? [];
  const sent = (type: string) =>
    middle((report) =>
      requests(report)
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    );
  const weights = ['Document', 'Script', 'Stylesheet', 'Font'].map((type) => (sent(type) / 1000).toFixed(1));
  const audit = (name: string) => middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
  const score = (name: 'performance' | 'accessibility') =>
    String(Math.round(100 * middle(({ categories }) => categories[name].score)));
  return [
    page,
    String(middle((report) => requests(report).length)),
    ...weights,
    middle(({ environment }) => environment.benchmarkIndex).toFixed(0),
    score('performance'),
    score('accessibility'),
    (audit('first-contentful-paint') / 1000).toFixed(2),
    (audit('largest-contentful-paint') / 1000).toFixed(2),
    audit('total-blocking-time').toFixed(0),
    audit('cumulative-layout-shift').toFixed(3),
  ];
}

/** A page to measure, with its owner's session. */
type Target = readonly [name: string, url: string, session?: Session];

async function targetsAt(port: number): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const country of ['AR', 'UY'] as const) {
    const site = `http://${country.toLowerCase()}.localhost:${port}`;
    const { pages, loan } = await makeLandings(port, country);
    targets.push(
      [`Sign-up ${country}`, `${site}/signup`],
      [`Login ${country}`, `${site}/login`],
      ...pages.map(([name, path]): Target => [`${name} ${country}`, site + path]),
      [`Loan, logged in ${country}`, site + loan.path, loan.session],
    );
  }
  const asked = process.env['BENCH_PAGES'];
  return asked === undefined ? targets : targets.filter(([name]) => new RegExp(asked, 'i').test(name));
}

/** Measures the same page of each version in turns, under the same machine load. */
async function measure(versions: readonly { readonly name: string; readonly targets: readonly Target[] }[]) {
  const rows: (readonly string[])[] = [[...heads, ...figures]];
  for (const [index, [page]] of (versions[0]?.targets ?? []).entries()) {
    const reports = versions.map(() => [] as Report[]);
    for (let run = 0; run < runs; run += 1)
      for (const [version, { targets }] of versions.entries()) {
        const [, url, session] = targets[index] ?? [];
        if (url !== undefined) reports[version]?.push(await look(url, session));
      }
    for (const [version, { name }] of versions.entries()) {
      const row = rowOf(page + name, reports[version] ?? []);
      rows.push(row);
      // A run takes minutes: results print as they come, so that a crash loses none.
      console.error(row.join(' | '));
    }
  }
  return rows;
}

async function buildWeb(folder: string): Promise<void> {
  const script = pathToFileURL(join(folder, 'scripts', 'build-web.mjs')).href;
  const { buildWebIfStale } = (await import(script)) as { buildWebIfStale: () => boolean };
  if (!buildWebIfStale()) throw new Error('the web could not be built');
}

if (!chromium)
  throw new Error('Lighthouse needs Chromium: install it, or give its program in CHROMIUM_PATH.');
const beside = process.env['BENCH_BESIDE'];
const folders = [...(beside === undefined ? [] : [{ name: ', before', root: beside }]), { name: '', root }];
for (const { root: folder } of folders) await buildWeb(folder);
const databases = await Promise.all(folders.map(() => startDatabase()));
const products: Started[] = [];
try {
  const versions = [];
  for (const [index, { name, root: folder }] of folders.entries()) {
    const database = databases[index];
    if (!database) continue;
    const product = await startProduct(database.url, database.dataDir, folder);
    products.push(product);
    versions.push({ name, targets: await targetsAt(product.port) });
  }
  printTable(await measure(versions));
} finally {
  for (const product of products) await product.stop();
  for (const database of databases) await database.stop();
}
