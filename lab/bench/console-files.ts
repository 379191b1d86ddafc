// Measures the duration and memory of list exports, and the latency of other calls meanwhile. Part of console.ts.
import { base } from './portfolio.ts';
import { percentile } from './load.ts';
import { askAsStaff as ask } from './staff.ts';
import { printTable } from './table.ts';

interface File {
  readonly what: string;
  readonly path: string;
}

const list = (what: string, name: string, query = ''): File => ({
  what,
  path: `/api/staff/lists/${name}/export${query}`,
});

const files: readonly File[] = [
  list('Tickets, closed', 'tickets', '?view=closed'),
  list('Requests, decided', 'solicitudes', '?state=decided'),
  list('Approvals', 'aprobaciones'),
  list('Unmatched money', 'sin-identificar'),
  list('Payments', 'pagos'),
  list('Credits', 'saldos-a-favor'),
  list('Refunds', 'devoluciones'),
  list('Lines of a settlement file', 'rendicion', `?id=${base + 365}`),
  list('Payouts, done', 'envios', '?view=done'),
  list('Identity, decided', 'identidad', '?view=decided'),
  list('Holds', 'bloqueos'),
  list('Days', 'trabajo-diario'),
  { what: 'Audit', path: '/api/staff/audit/export' },
  { what: 'Loans by days late', path: figureRows('portfolio', '&part=0') },
  { what: 'Money in of a day', path: figureRows('money-in', '') },
];

function figureRows(source: string, part: string): string {
  return `/api/staff/figures/export?country=AR&table=rows&source=${source}&day=${yesterday()}${part}`;
}

/** Last day with a portfolio snapshot. */
function yesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
}

/** Latencies of another user's small calls until `until` settles, ms. */
async function waitsUntil(port: number, cookie: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const running = new Set([until]);
  void until.finally(() => running.clear());
  while (running.size > 0) {
    const began = performance.now();
    const { status } = await ask(port, 'GET', '/api/staff/me', cookie);
    if (status !== 200) throw new Error(`answered ${status}`);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

/**
 * Exports each list once.
 * @param peakMb peak memory of the product since the last reading, MB; undefined if unavailable
 */
export async function measureFiles(port: number, peakMb: () => number | undefined): Promise<void> {
  const head = await ask(port, 'POST', '/api/staff/sign-in/sandbox', '', { as_role: 'head' });
  const other = await ask(port, 'POST', '/api/staff/sign-in/sandbox', '', { as_role: 'agent' });
  const rows: string[][] = [['', 'rows', 'MB', 's', 'other calls: p50 ms', 'longest ms', 'memory MB']];
  peakMb();
  for (const { what, path } of files) {
    const began = performance.now();
    const file = ask(port, 'POST', path, head.cookie, {});
    const waits = await waitsUntil(port, other.cookie, file);
    const { status, text } = await file;
    if (status !== 200) throw new Error(`${what} answered ${status}: ${text.slice(0, 300)}`);
    rows.push([
      what,
      String(text.split('\r\n').length - 2),
      (Buffer.byteLength(text) / 1e6).toFixed(1),
      ((performance.now() - began) / 1000).toFixed(2),
      percentile(waits, 0.5).toFixed(1),
      (waits.at(-1) ?? 0).toFixed(0),
      String(peakMb() ?? '–'),
    ]);
  }
  printTable(rows);
}
