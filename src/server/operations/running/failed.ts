import type { CallKey, OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { plainText } from '../../../contract/error-words.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  dropFailed,
  failedWork,
  lockFailed,
  retryFailed,
  type FailedWork,
} from '../../platform/work/failed-work.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import {
  countriesOf,
  DONE,
  staffCommand,
  type Askers,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';

/** Jobs and queues of the product, passed in by the composition root. */
export interface Work {
  readonly kinds: readonly JobKind<never>[];
  readonly queues: readonly RowQueue[];
}

type Shown = OutputOf<'GET /api/staff/operation/failed'>['result'][number];
type Filter = Sized<ParsedOf<'GET /api/staff/operation/failed', 'query'>>;

const hidden = '•••';

export async function failedPage(
  db: Queryable,
  work: Work,
  countries: readonly CountryCode[],
  { queue, from, size = PAGE_SIZE }: Filter,
): Promise<OutputOf<'GET /api/staff/operation/failed'>> {
  const [version = '0', afterQueue = '', id = ''] = from?.split('~') ?? [];
  const rows = await failedWork(db, work, {
    queue,
    countries,
    limit: size + 1,
    after: from === undefined ? undefined : { version: Number(version), queue: afterQueue, id },
  });
  const askers = await droppedBy(db, rows);
  return pageOf(
    rows,
    size,
    (row) => workView(work, row, askers.get(subjectOf(row)) ?? ''),
    (last) => `${last.version}~${last.queue}~${last.id}`,
  );
}

/**
 * Payload of failed work; only fields that its feature declares are shown, because it may contain personal
 * data.
 */
function dataOf({ kinds, queues }: Work, { queue, data }: FailedWork): Record<string, unknown> {
  const shown: readonly string[] = kinds.find(({ name }) => name === queue)?.shown ?? [];
  const isRow = queues.some(({ name }) => name === queue);
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => name !== 'traceparent')
      .map(([name, value]) => [name, isRow || shown.includes(name) ? value : hidden]),
  );
}

const isMoney = ({ kinds }: Work, queue: string) =>
  kinds.find(({ name }) => name === queue)?.isMoney === true;

const subjectOf = ({ queue, id }: Pick<FailedWork, 'queue' | 'id'>) => `work:${queue}:${id}`;

function workView(work: Work, row: FailedWork, askedBy: string): Shown {
  return {
    queue: row.queue as Shown['queue'],
    id: row.id,
    failed_at: new Date(row.version).toISOString(),
    began_at: row.began_at.toISOString(),
    tries: row.tries,
    cause: plainText(row.cause),
    data: JSON.stringify(dataOf(work, row)),
    customer: row.customer_id === null ? '' : String(row.customer_id),
    country: row.country ?? '',
    money: isMoney(work, row.queue),
    dropped_by: askedBy,
    version: row.version,
  };
}

/** Requester of each pending removal that needs a second person. */
async function droppedBy(db: Queryable, rows: readonly FailedWork[]): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const waiting = await db
    .selectFrom('staff_approval as p')
    .innerJoin('staff_member as m', 'm.id', 'p.requested_by')
    .select(['p.subject', 'm.name'])
    .where('p.state', '=', 'pending')
    .where('p.subject', 'in', rows.map(subjectOf))
    .execute();
  return new Map(waiting.map(({ subject, name }) => [subject, name]));
}

interface AskedOfWork extends Askers {
  readonly params: { readonly queue: string; readonly id: string };
  readonly seenVersion: number | undefined;
  readonly body: { readonly reason_code: string; readonly reason: string };
}

const actions: readonly CallKey[] = [
  'POST /api/staff/operation/failed/{queue}/{id}/retry',
  'POST /api/staff/operation/failed/{queue}/{id}/drop',
  'POST /api/staff/approvals/{id}/approve',
];

/** Failed work, unchanged since this person saw it. */
async function seenWork(tx: Tx, work: Work, asked: AskedOfWork): Promise<Result<FailedWork>> {
  const found = await lockFailed(tx, work, asked.params);
  if (found?.country && !countriesOf(asked).some((own) => own === found.country)) return fail('not_found');
  if (found && found.version === asked.seenVersion) return ok(found);
  const last = await tx
    .selectFrom('staff_audit as a')
    .innerJoin('staff_member as m', 'm.id', 'a.staff_id')
    .select('m.name')
    .where('a.action', 'in', [...actions])
    .where('a.subject', '=', subjectOf(asked.params))
    .orderBy('a.id', 'desc')
    .executeTakeFirst();
  if (!last && !found) return fail('not_found');
  return fail('changed_meanwhile', {
    message: `${last?.name ?? 'El sistema'} ya se ocupó de esta tarea mientras la mirabas. Actualizá la página.`,
  });
}

function factsOf(row: FailedWork, state: string): Facts {
  return {
    subject: subjectOf(row),
    subjectName: row.queue,
    ...(row.country === null ? {} : { country: row.country }),
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    before: { state: 'failed', tries: row.tries, cause: plainText(row.cause) },
    after: { state },
  };
}

export function failedCommands(deps: Dependencies, work: Work): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/operation/failed/{queue}/{id}/retry', async (tx, asked) => {
      const seen = await seenWork(tx, work, asked);
      if (!seen.ok) return seen;
      await retryFailed(tx, deps.jobs, work.queues, seen.value);
      const facts = factsOf(seen.value, 'retried');
      return ok({ answer: { messages: ['Se vuelve a intentar ahora.'] }, facts });
    }),
    staffCommand(deps, 'POST /api/staff/operation/failed/{queue}/{id}/drop', async (tx, asked) => {
      if (isMoney(work, asked.params.queue)) return fail('two_people');
      const seen = await seenWork(tx, work, asked);
      if (!seen.ok) return seen;
      await dropFailed(tx, work.queues, seen.value);
      const facts = factsOf(seen.value, 'dropped');
      return ok({ answer: { messages: ['Descartada: no se vuelve a intentar.'] }, facts });
    }),
    staffCommand(deps, 'POST /api/staff/operation/failed/{queue}/{id}/drop-money', async (tx, asked) => {
      const seen = await seenWork(tx, work, asked);
      if (!seen.ok) return seen;
      await dropFailed(tx, work.queues, seen.value);
      const facts = factsOf(seen.value, 'dropped');
      return ok({ answer: DONE, facts });
    }),
  ];
}
