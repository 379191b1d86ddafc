import { sql, type RawBuilder } from 'kysely';
import { COUNTRIES } from '../../countries/countries.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/database.ts';
import { ledgerBalances } from './books/service.ts';
import { decisionShift, type DecisionShift } from './figures/service.ts';
import { kept, lately, type Gauge, type Sample } from './metrics.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';

/** Cache time, so that several successive scrapers cause one query. */
const keptMs = 5_000;

interface Counted {
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
  readonly age: number;
}

function countAndAge(
  name: string,
  what: string,
  labels: readonly string[],
  read: () => Promise<Counted[]>,
): Gauge[] {
  const once = kept(keptMs, read);
  const by = (value: (counted: Counted) => number) => async (): Promise<Sample[]> =>
    (await once()).map((counted) => ({ labels: counted.labels, value: value(counted) }));
  return [
    { name, help: what, labels, read: by(({ count }) => count) },
    {
      name: `${name}_oldest_seconds`,
      help: `${what}: age of the oldest`,
      labels,
      read: by(({ age }) => age),
    },
  ];
}

/** Gauges of waiting and failed work, in tables and in the job queue. */
export function workGauges(db: Database, queues: readonly RowQueue[]): Gauge[] {
  const read = async () => {
    const counted = await Promise.all([jobsIn(db), ...queues.map((queue) => rowsIn(db, queue))]);
    return counted.flat();
  };
  return countAndAge(
    'cuota_jobs',
    'Work by queue: due, under way, or failed in the last week',
    ['queue', 'state'],
    read,
  );
}

async function jobsIn(db: Database): Promise<Counted[]> {
  const { rows } = await sql<{ queue: string; state: string; count: number; age: number }>`
    select j.name as queue, case when j.state in ('created', 'retry') then 'due' else j.state::text end as state,
      count(*)::int as count,
      coalesce(extract(epoch from now() - min(case
        -- Due first when it was kept from; a try that failed only moves start_after.
        when j.state = 'retry' then greatest(j.created_on, j.keep_until - make_interval(secs => q.retention_seconds))
        else coalesce(j.completed_on, j.started_on, j.start_after) end)), 0)::float8 as age
    from jobs.job j join jobs.queue q on q.name = j.name
    where j.state in ('retry', 'active', 'failed') or (j.state = 'created' and j.start_after <= now())
    group by 1, 2
  `.execute(db);
  return rows.map(({ queue, state, count, age }) => ({ labels: { queue, state }, count, age }));
}

async function rowsIn(db: Database, { name, table, columns, about, isOpen }: RowQueue): Promise<Counted[]> {
  const dueAt = sql.ref(columns.dueAt);
  // Failed rows have their next try in the future, so only the start time shows an outage. Rows without one
  // are repeated by design.
  const began = about ? sql.ref(about.beganAt) : dueAt;
  const isDue = about
    ? sql`(${dueAt} <= now() or ${sql.ref(columns.tries)} > 0) and ${dueAt} is not null`
    : sql`${dueAt} <= now()`;
  const due = await sql<{ count: number; age: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(${began})), 0)::float8 as age
    from ${sql.table(table)} where ${isOpen} and ${isDue}
  `.execute(db);
  const counted = due.rows.map((row) => ({ labels: { queue: name, state: 'due' }, ...row }));
  if (columns.givenUpAt === undefined) return counted;
  const givenUpAt = sql.ref(columns.givenUpAt);
  const failed = await sql<{ count: number; age: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(${givenUpAt})), 0)::float8 as age
    from ${sql.table(table)} where ${givenUpAt} > now() - interval '7 days'
  `.execute(db);
  return [...counted, ...failed.rows.map((row) => ({ labels: { queue: name, state: 'failed' }, ...row }))];
}

/** Gauges of money in transit, and of money that waits for a person. */
export function moneyGauges(db: Database): Gauge[] {
  return [
    ...countAndAge('cuota_pay_outs', 'Payouts without a final answer', ['country', 'state'], () =>
      payouts(db),
    ),
    {
      name: 'cuota_pay_outs_stopped',
      help: 'Countries whose payouts a person has stopped (1) or whose cap of a day was reached today (2)',
      labels: ['country'],
      read: kept(keptMs, () => stopped(db)),
    },
    ...countAndAge('cuota_charges', 'Charges of cards without a final answer', ['purpose'], () =>
      charges(db),
    ),
    {
      name: 'cuota_unmatched',
      help: 'What came in and belongs to nothing that is known, or is another in a provider’s list',
      labels: ['kind'],
      read: kept(keptMs, () => unmatched(db)),
    },
    {
      name: 'cuota_credits_late',
      help: 'Loans whose money in favour was to be booked before yesterday',
      labels: [],
      read: kept(keptMs, () => creditsLate(db)),
    },
    {
      name: 'cuota_contacts_refused_total',
      help: 'Contacts about a debt that the gate refused',
      labels: ['country', 'channel', 'reason'],
      isCounter: true,
      read: kept(keptMs, () => contactsRefused(db)),
    },
    {
      name: 'cuota_alarms',
      help: 'Events of the last hour that a person has to look at',
      labels: ['kind'],
      read: kept(keptMs, () => alarms(db)),
    },
  ];
}

async function payouts(db: Database): Promise<Counted[]> {
  const { rows } = await sql<{ country: string; state: string; count: number; age: number }>`
    select l.country, case when d.is_on_hold then 'on-hold'
        when d.state = 'planned' and d.waits_for <> '' then 'waiting-' || d.waits_for else d.state end as state,
      count(*)::int as count,
      extract(epoch from now() - min(d.created_at))::float8 as age
    from payout d join loan l on l.id = d.loan_id
    where d.state in ('planned', 'sent', 'unknown') group by 1, 2
    union all
    select country, 'refund-' || state, count(*)::int, extract(epoch from now() - min(created_at))::float8
    from credit_refund where state in ('planned', 'sent', 'unknown') group by 1, 2
  `.execute(db);
  return rows.map(({ country, state, count, age }) => ({ labels: { country, state }, count, age }));
}

async function stopped(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ country: string; value: number }>`
    select country, case when is_stopped then 1 when capped_on >= current_date - 1 then 2 else 0 end as value
    from payout_control
  `.execute(db);
  return rows.map(({ country, value }) => ({ labels: { country }, value }));
}

async function charges(db: Database): Promise<Counted[]> {
  const { rows } = await sql<{ purpose: string; count: number; age: number }>`
    select purpose, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as age
    from card_charge where state = 'sent' group by 1
  `.execute(db);
  return rows.map(({ purpose, count, age }) => ({ labels: { purpose }, count, age }));
}

async function unmatched(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ kind: string; value: number }>`
    select 'payment' as kind, count(*)::int as value from payment_report where outcome = 'unmatched'
    union all select 'pay-out-result', count(*)::int from payout_result where outcome in ('contradicted', 'unmatched', 'unread')
    union all select 'difference', count(*)::int from reconciliation_difference where closed_at is null
  `.execute(db);
  return rows.map(({ kind, value }) => ({ labels: { kind }, value }));
}

async function creditsLate(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ value: number }>`
    select count(*)::int as value from loan where credit_due_on < current_date - 1
  `.execute(db);
  return rows.map(({ value }) => ({ labels: {}, value }));
}

async function contactsRefused(db: Database): Promise<Sample[]> {
  const rows = await db
    .selectFrom('contact_refusal')
    .select(['country', 'channel', 'reason', (eb) => eb.fn.sum<number>('count').as('value')])
    .groupBy(['country', 'channel', 'reason'])
    .execute();
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/**
 * Alarming events of the operations page; equal to those of the indexes `event_alarm` and
 * `event_pay_out_alarm`.
 */
const alarmKinds = sql`'balance-enumeration', 'webhook-forged', 'card-tries-stopped', 'pay-out-batch-unwritten',
  'pay-out-batch-unacknowledged', 'pay-out-results-refused', 'credit-shortfall'`;

const payoutAlarmKinds = sql`'pay-outs-stopped', 'pay-outs-capped', 'pay-out-needs-attention', 'pay-out-contradicted'`;

async function alarms(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ kind: string; value: number }>`
    ${alarmsAmong(alarmKinds)} union all ${alarmsAmong(payoutAlarmKinds)}
  `.execute(db);
  return rows.map(({ kind, value }) => ({ labels: { kind }, value }));
}

/** @param kinds exactly those of one index */
const alarmsAmong = (kinds: RawBuilder<unknown>) => sql`
  select kinds.kind, count(e.id)::int as value from unnest(array[${kinds}]) as kinds (kind)
  left join event e on e.kind = kinds.kind and e.kind in (${kinds}) and e.at > now() - interval '1 hour'
  group by 1`;

/** Gauges of fiscal documents that wait, and of the certificate that logs in (docs/product/invoices.md). */
export function invoiceGauges({ db, ports, clock }: Pick<Dependencies, 'db' | 'ports' | 'clock'>): Gauge[] {
  return [
    ...countAndAge('cuota_invoices', 'Fiscal documents that are not issued', ['country', 'state'], () =>
      openInvoices(db),
    ),
    {
      name: 'cuota_invoice_series_stopped',
      help: 'Series of invoice numbers that wait for a person',
      labels: ['country', 'kind'],
      read: kept(keptMs, async () => {
        const rows = await db.selectFrom('invoice_series').select(['country', 'kind', 'stopped']).execute();
        return rows.map((row) => ({
          labels: { country: row.country, kind: row.kind },
          value: row.stopped === '' ? 0 : 1,
        }));
      }),
    },
    {
      name: 'cuota_invoicing_certificate_seconds',
      help: 'Until the certificate that logs in to the tax authority ends',
      labels: ['country'],
      read: kept(keptMs, async () => {
        const found = await Promise.all(
          COUNTRIES.map(async (country) => ({
            country,
            until: await ports.invoicing(country)?.certificateUntil(),
          })),
        );
        return found.flatMap(({ country, until }) =>
          until ? [{ labels: { country }, value: (until.getTime() - clock.now().getTime()) / 1_000 }] : [],
        );
      }),
    },
  ];
}

async function openInvoices(db: Database): Promise<Counted[]> {
  const { rows } = await sql<{ country: string; state: string; count: number; age: number }>`
    select country, case state when 'refused' then state else 'waiting' end as state, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as age
    from invoice where state in ('waiting', 'in-flight', 'refused') group by 1, 2`.execute(db);
  return rows.map(({ country, state, count, age }) => ({ labels: { country, state }, count, age }));
}

const driftMs = 3_600_000;

/** Gauges of how applicants and approvals change, an hour old at most (docs/product/credit-decisions.md#drift). */
export function decisionGauges({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Gauge[] {
  const shifts = lately(driftMs, () =>
    Promise.all(COUNTRIES.map((country) => decisionShift(db, country, clock.now()))),
  );
  const byFact = (value: (drift: DecisionShift['drift'][number]) => number) => async (): Promise<Sample[]> =>
    (await shifts()).flatMap(({ country, drift }) =>
      drift.map((each) => ({ labels: { country, fact: each.fact }, value: value(each) })),
    );
  return [
    {
      name: 'cuota_decision_drift',
      help: 'Population stability index of the last week’s applicants against the four weeks before',
      labels: ['country', 'fact'],
      read: byFact(({ index }) => index),
    },
    {
      name: 'cuota_decision_drift_marked',
      help: 'Facts of applicants with an index from the setting decision-drift-alert on (1)',
      labels: ['country', 'fact'],
      read: byFact(({ is_alarming: isAlarming }) => Number(isAlarming)),
    },
    {
      name: 'cuota_approval_shift',
      help: 'Share of approvals of the last week less that of the four weeks before',
      labels: ['country'],
      read: async () =>
        (await shifts()).flatMap(({ country, approvals }) =>
          approvals === null ? [] : [{ labels: { country }, value: approvals }],
        ),
    },
  ];
}

/** Gauges of webhooks that the product switched off, and of public lists that were not read. */
export function outsideGauges({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Gauge[] {
  return [
    {
      name: 'cuota_webhooks_off',
      help: 'Webhooks that the product switched off and nobody has looked at',
      labels: ['country', 'reason'],
      read: kept(keptMs, () => webhooksOff(db)),
    },
    {
      name: 'cuota_watch_list_age_seconds',
      help: 'Since the public list of a country was last read whole',
      labels: ['country'],
      read: kept(keptMs, () => listAges(db, clock.now())),
    },
  ];
}

async function webhooksOff(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ country: string; reason: string; value: number }>`
    select country, off_because as reason, count(*)::int as value from webhook_endpoint
    where not is_on and off_because <> '' group by 1, 2`.execute(db);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

async function listAges(db: Database, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ country: string; read_at: Date }>`
    select country, max(checked_at) as read_at from watch_list_version group by 1`.execute(db);
  return rows.map(({ country, read_at: readAt }) => ({
    labels: { country },
    value: (now.getTime() - readAt.getTime()) / 1_000,
  }));
}

/** Gauges of the daily jobs, and of their checks of the books. */
export function dayGauges(db: Database): Gauge[] {
  return [
    {
      name: 'cuota_days_failed',
      help: 'Parts of the work of the present day and the day before that failed and have not run since',
      // Not `job`: Prometheus uses that label for the scraped target.
      labels: ['work', 'country'],
      read: kept(keptMs, () => daysFailed(db)),
    },
    {
      name: 'cuota_checks_wrong',
      help: 'What the last check of the ledger, of the seals or of the invoices found wrong',
      labels: ['check', 'country'],
      read: kept(keptMs, () => checksWrong(db)),
    },
    {
      name: 'cuota_loan_contradictions',
      help: 'Open findings of the daily audit: loans that contradict their books',
      labels: ['country', 'kind'],
      read: kept(keptMs, () => contradictions(db)),
    },
  ];
}

/** Open findings of the daily loan audit. */
async function contradictions(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ country: string; kind: string; value: number }>`
    select country, kind, count(*)::int as value from loan_contradiction where closed_at is null group by 1, 2
  `.execute(db);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/** Failed daily jobs; a later day's run makes up for an earlier failure. */
async function daysFailed(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ work: string; country: string; value: number }>`
    select job as work, country, count(*) filter (where finished_at is null and failure <> '')::int as value
    from daily_run where day >= (select max(day) from daily_run) - 1 group by 1, 2
  `.execute(db);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

async function checksWrong(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ check: string; country: string; value: number }>`
    select distinct on (job, country) job as check, country,
      coalesce((did->>'unbalanced')::int, 0) + coalesce((did->>'broken')::int, 0) as value
    from daily_run where job in ('ledger-check', 'seal-check', 'invoices') and finished_at is not null
    order by job, country, day desc
  `.execute(db);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

const ledgerMs = 3_600_000;

/** State of the books, computed hourly from closed checks and later entries; no scrape waits for it. */
export function ledgerGauges(db: Database): Gauge[] {
  const balances = lately(ledgerMs, () => ledgerBalances(db));
  return [
    {
      name: 'cuota_ledger_balance',
      help: 'Balance of each account in currency units, an hour old at most',
      labels: ['country', 'currency', 'account'],
      read: async () => (await balances()).map(({ amount, ...labels }) => ({ labels, value: amount / 100 })),
    },
    {
      name: 'cuota_ledger_unbalanced',
      help: 'By how much all accounts together differ from zero, an hour old at most',
      labels: ['country', 'currency'],
      read: async () => sums(await balances()),
    },
  ];
}

function sums(balances: Awaited<ReturnType<typeof ledgerBalances>>): Sample[] {
  const groups = Map.groupBy(balances, ({ country, currency }) => `${country} ${currency}`);
  return Array.from(groups.values(), (group) => ({
    labels: { country: group[0]?.country ?? '', currency: group[0]?.currency ?? '' },
    value: Math.abs(group.reduce((sum, { amount }) => sum + amount, 0)) / 100,
  }));
}
