// What the first pages weigh and how fast they are: node bench/pages.ts. Lighthouse loads each with an empty cache
// as a middling phone on a slow network does; weights are bytes as sent, headers included.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './load.ts';
import { startDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { printTable } from './table.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 3);
const root = join(import.meta.dirname, '..');
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

async function look(url: string): Promise<Report> {
  const options = [
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--only-categories=performance,accessibility',
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const program = join(root, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

/** An offer to look at: that of somebody who has just signed up. */
async function signUp(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/vendors-api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'ar.localhost' },
    body: JSON.stringify({
      first_name: 'Ana',
      last_name: 'Pérez',
      email_address: 'pages@example.com',
      document_number: '32000018',
      birthdate: '1990-05-17',
      country_id: 858,
      phone: '1145200001',
      whatsapp_tc: true,
      bank_code: '011',
    }),
  });
  const { model } = (await answer.json()) as { model?: { hash: string } };
  if (!model) throw new Error(`sign-up answered ${answer.status}`);
  return model.hash;
}

async function measure(page: string, url: string): Promise<readonly string[]> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await look(url));
  const middle = (of: (report: Report) => number) => median(reports.map(of));
  const sent = (type: string) =>
    middle(({ audits }) =>
      (audits['network-requests']?.details?.items ?? [])
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    );
  const weights = ['Document', 'Script', 'Stylesheet', 'Font'].map((type) => (sent(type) / 1000).toFixed(1));
  const audit = (name: string) => middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
  const score = (name: 'performance' | 'accessibility') =>
    String(Math.round(100 * middle(({ categories }) => categories[name].score)));
  return [
    page,
    ...weights,
    score('performance'),
    score('accessibility'),
    (audit('largest-contentful-paint') / 1000).toFixed(2),
    audit('total-blocking-time').toFixed(0),
    audit('cumulative-layout-shift').toFixed(3),
  ];
}

async function buildWeb(): Promise<void> {
  const script = new URL('../scripts/build-web.mjs', import.meta.url).href;
  const { buildWebIfStale } = (await import(script)) as { buildWebIfStale: () => boolean };
  if (!buildWebIfStale()) throw new Error('the web could not be built');
}

if (!chromium)
  throw new Error('Lighthouse needs Chromium: install it, or give its program in CHROMIUM_PATH.');
await buildWeb();
const database = await startDatabase();
try {
  const product = await startProduct(database.url, database.dataDir);
  try {
    const site = `http://ar.localhost:${product.port}`;
    const offer = await signUp(product.port);
    printTable([
      [
        'Page',
        'HTML kB',
        'JS kB',
        'CSS kB',
        'Font kB',
        'Performance',
        'Accessibility',
        'LCP s',
        'TBT ms',
        'CLS',
      ],
      await measure('Sign-up', `${site}/signup`),
      await measure('Login', `${site}/login`),
      await measure('Offer', `${site}/vendors/${offer}`),
    ]);
  } finally {
    await product.stop();
  }
} finally {
  await database.stop();
}
