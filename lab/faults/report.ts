import type { Finding } from './scenarios/scenario.ts';

/** A production requirement and the scenarios that verify it. */
interface Demand {
  readonly what: string;
  readonly aim: string;
  readonly scenarios: readonly string[];
  /** Evidence outside the scenarios. */
  readonly elsewhere?: string;
}

export const DEMANDS: readonly Demand[] = [
  {
    what: 'Failover through the product: 3 etcd, Patroni with strict synchronous mode, HAProxy, 2 APIs, 2 workers, load; the primary killed, and cut off by dropped packets',
    aim: '0 acknowledged loans or payments lost or doubled, ledger zero, writes pause ≤ 15 s',
    scenarios: ['primary-killed', 'primary-cut-off', 'primary-without-peers'],
  },
  {
    what: 'Processes killed: worker, API, pooler',
    aim: 'the same, 0 double payouts',
    scenarios: ['worker-killed', 'api-killed', 'pooler-killed'],
  },
  { what: 'A bank that is slow, wrong, silent', aim: 'the same, 0 double payouts', scenarios: ['provider'] },
  { what: 'The primary’s disk full', aim: 'the same', scenarios: ['disk-full'] },
  {
    what: 'Pooler: PgBouncer ≥ 1.21 in transaction mode',
    aim: '0 wrong statements in a million; cost compared with a direct connection',
    scenarios: ['pooler'],
  },
  {
    what: 'Rolling release, old and new together, under load',
    aim: '0 failed requests, 0 double payouts',
    scenarios: ['release'],
  },
  {
    what: "Payouts with two workers on two machines' disks, the collector moving files",
    aim: 'one order each',
    scenarios: ['payout-files'],
  },
  {
    what: 'Queues and debits with slow providers',
    aim: '≥ 100 messages/s, ≥ 200 debits/s a worker process',
    scenarios: [],
    elsewhere: 'npm run bench',
  },
  {
    what: '100 million instalments',
    aim: 'balance p99, vacuum, an index built while it runs',
    scenarios: [],
    elsewhere: 'docs/scale.md (node lab/bench/scale.ts)',
  },
  {
    what: 'Point-in-time recovery from the archive into an empty cluster',
    aim: 'lost ≤ 1 min; time to recover',
    scenarios: ['restore'],
  },
  { what: 'Key rotation', aim: '0 errors', scenarios: ['keys'] },
];

export const word = ({ isMet }: Finding) => (isMet ? 'met' : 'missed');

/** Every requirement with its figures; marks those that were not run. */
export function demandTable(findings: ReadonlyMap<string, Finding>): string[][] {
  const lines = DEMANDS.map(({ what, aim, scenarios, elsewhere }) => {
    const found = scenarios.flatMap((name) => {
      const finding = findings.get(name);
      return finding ? [{ name, finding }] : [];
    });
    if (found.length === 0) return [what, aim, elsewhere ?? `not run: ${scenarios.join(', ')}`, '–'];
    const figures = found.map(
      ({ name, finding }) => (scenarios.length > 1 ? `${name}: ` : '') + finding.figure,
    );
    const isWhole = found.length === scenarios.length;
    const isMet = found.every(({ finding }) => finding.isMet);
    return [what, aim, figures.join('<br>'), isMet ? (isWhole ? 'met' : 'partly met') : 'missed'];
  });
  return [['Requirement', 'Aim', 'Figure', ''], ...lines];
}
