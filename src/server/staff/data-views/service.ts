import { sql } from 'kysely';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { fail, type Failure, ok } from '../../platform/http/result.ts';
import { staffOf, type Route, route } from '../../platform/http/route.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Views are kept for five years, as long as the event log may be queried. */
export const sweptViews: readonly SweptRows[] = [
  { table: 'personal_data_view', time: 'last_at', days: 1826 },
  { table: 'personal_data_refusal', time: 'last_at', days: 1826 },
];

type Level = NonNullable<Endpoint['persons']>;

/** UTC, as for all staff limits. */
const dayOf = (at: Date) => calendarDate(at.toISOString().slice(0, 10));

/**
 * Wraps a staff call that shows personal data: refuses it once the person has used up their daily budget, and
 * logs the customers its response showed (docs/decisions/0143-one-budget-for-personal-data.md).
 */
export function watched(deps: Dependencies, watchedRoute: Route): Route {
  const { persons, idempotent }: Endpoint = contract[watchedRoute.key];
  if (persons === undefined) return watchedRoute;
  return {
    ...watchedRoute,
    isWatched: true,
    handle: async (call) => {
      const { staffId } = staffOf(call);
      const asked = customerOfPath(watchedRoute.key, call.params);
      if (await isOver(deps.db, deps, { staffId, persons, asked }))
        return refuse(deps.db, staffId, deps.clock.now());
      const result = await watchedRoute.handle(call);
      if (!result.ok) {
        // A file refused for its size rolled back its own transaction, so the refusal is recorded here.
        if (result.code === 'personal_data_budget') await refuse(deps.db, staffId, deps.clock.now());
        return result;
      }
      const seen = asked === undefined ? customersIn(result.value) : [asked];
      const isWithheld = await transaction(deps.db, async (tx) => {
        await lockName(tx, budgetOf(staffId));
        // Reads at once have all passed the first check. A command that has taken effect is answered in any case.
        if (!idempotent && (await isOver(tx, deps, { staffId, persons, asked }))) return true;
        await noteSeen(tx, deps, { staffId, action: watchedRoute.key, persons }, seen);
        return false;
      });
      return isWithheld ? refuse(deps.db, staffId, deps.clock.now()) : result;
    },
  };
}

/** Customer named in a path. */
function customerOfPath(key: CallKey, params: unknown): number | undefined {
  if (!key.includes('/customers/{id}') || typeof params !== 'object' || params === null) return undefined;
  return 'id' in params ? Number(params.id) : undefined;
}

/** Ids of the customers in a response, under the member name that every call of the contract uses. */
export function customersIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(customersIn);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([name, of]) =>
    name === 'customer' && typeof of === 'string' && /^\d+$/.test(of) ? [Number(of)] : customersIn(of),
  );
}

/** Customers seen by an employee on the day, by budget. */
async function seenOn(db: Queryable, staffId: number, at: Date, asked = 0) {
  const { rows } = await sql<{ opened: number; listed: number; isKnown: boolean }>`
    select count(distinct customer_id) filter (where not is_listed)::int as opened,
      count(distinct customer_id) filter (where is_listed)::int as listed,
      coalesce(bool_or(customer_id = ${asked} and not is_listed), false) as "isKnown"
    from personal_data_view where staff_id = ${staffId} and day = ${dayOf(at)}
  `.execute(db);
  return rows[0] ?? { opened: 0, listed: 0, isKnown: false };
}

/** Lock for counting one employee's views. */
const budgetOf = (staffId: number): string => `personal data of ${staffId}`;

async function isOver(
  db: Queryable,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  {
    staffId,
    persons,
    asked,
  }: { readonly staffId: number; readonly persons: Level; readonly asked: number | undefined },
): Promise<boolean> {
  const seen = await seenOn(db, staffId, clock.now(), asked);
  // Customers already opened stay readable, so that work in progress is not interrupted.
  return persons === 'opened'
    ? seen.opened >= config.PERSONAL_DATA_DAY && !seen.isKnown
    : seen.listed >= config.PERSONAL_DATA_LISTED_DAY;
}

async function refuse(db: Queryable, staffId: number, at: Date): Promise<Failure> {
  await sql`
    insert into personal_data_refusal (staff_id, day, last_at) values (${staffId}, ${dayOf(at)}, ${at})
    on conflict (staff_id, day) do update set times = personal_data_refusal.times + 1, last_at = excluded.last_at
  `.execute(db);
  return fail('personal_data_budget');
}

interface Seeing {
  readonly staffId: number;
  readonly action: CallKey;
  readonly persons: Level;
}

async function noteSeen(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { staffId, action, persons }: Seeing,
  customers: readonly number[],
): Promise<void> {
  if (customers.length === 0) return;
  const at = clock.now();
  // Sorted, so that two concurrent pages cannot deadlock.
  await sql`
    insert into personal_data_view (staff_id, day, customer_id, action, is_listed, first_at, last_at)
    select ${staffId}, ${dayOf(at)}, c.id, ${action}, ${persons === 'listed'}, ${at}, ${at}
    from customer c where c.id = any(${[...new Set(customers)]}::bigint[]) order by c.id
    on conflict (staff_id, day, customer_id, action)
    do update set times = personal_data_view.times + 1, last_at = excluded.last_at
  `.execute(tx);
}

/**
 * Logs the customers of an exported file and counts them against the budget of lists, in the export's
 * transaction.
 * @returns the failure if the file shows more customers than are left for the day
 */
export async function noteExported(
  tx: Tx,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  { staffId, action }: Pick<Seeing, 'staffId' | 'action'>,
  rows: readonly object[],
): Promise<Failure | undefined> {
  // Serializes exports, because two at once would each find the same remaining budget.
  await lockName(tx, budgetOf(staffId));
  await noteSeen(tx, { clock }, { staffId, action, persons: 'listed' }, customersIn(rows));
  const { listed } = await seenOn(tx, staffId, clock.now());
  return listed > config.PERSONAL_DATA_LISTED_DAY ? fail('personal_data_budget') : undefined;
}

/** Customers seen by each employee yesterday and today, most first, for Compliance. */
async function dataUse({ db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>) {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - 86_400_000);
  const { rows } = await sql<{
    day: string;
    person_id: string;
    person: string;
    opened: number;
    listed: number;
    refused: number;
  }>`
    with seen as (
      select staff_id, day, count(distinct customer_id) filter (where not is_listed)::int as opened,
        count(distinct customer_id) filter (where is_listed)::int as listed
      from personal_data_view where day in (${dayOf(yesterday)}, ${dayOf(now)}) group by 1, 2
    ), refused as (
      select staff_id, day, times from personal_data_refusal where day in (${dayOf(yesterday)}, ${dayOf(now)})
    )
    select coalesce(s.day, r.day)::text as day, m.id::text as person_id, m.name as person,
      coalesce(s.opened, 0) as opened, coalesce(s.listed, 0) as listed, coalesce(r.times, 0) as refused
    from seen s full join refused r on r.staff_id = s.staff_id and r.day = s.day
      join staff_member m on m.id = coalesce(s.staff_id, r.staff_id)
    order by 1, 6 desc, 4 desc, 5 desc limit 40
  `.execute(db);
  const budget = { opened: config.PERSONAL_DATA_DAY, listed: config.PERSONAL_DATA_LISTED_DAY };
  return { result: rows, budget };
}

/** The person may read when and how often their data was viewed, but not the employee. */
export const personalData: PersonalData = {
  held: {
    personal_data_view: {
      label: 'Consultas a tus datos por nuestro equipo',
      where: ofCustomer,
      omit: ['staff_id'],
    },
  },
};

export function dataViewRoutes(deps: Dependencies): Route[] {
  return [route('GET /api/staff/data-views', async () => ok(await dataUse(deps)))];
}
