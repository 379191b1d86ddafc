import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Origin, type Route } from '../../platform/http/route.ts';
import { contactsOf } from './service.ts';

export function preferenceRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/preferences', async (call) =>
      ok({ model: modelOf(deps, call.country, await rowOf(deps.db, callerOf(call).customerId)) }),
    ),
    route('POST /api/v3/preferences', async (call) => {
      const { customerId } = callerOf(call);
      const { body, country, origin } = call;
      return call.commit(async (tx) => {
        await contactsOf(tx, deps, [customerId]);
        await change(tx, deps, { country, customerId, change: body, origin, way: 'login' });
        return ok({ model: modelOf(deps, country, await rowOf(tx, customerId)) });
      });
    }),
    route('GET /api/v3/preferences/{hash}', async ({ params, country }) => {
      const row = await rowByHash(deps.db, country, params.hash);
      return row ? ok({ model: modelOf(deps, country, row) }) : fail('not_found');
    }),
    route('POST /api/v3/preferences/{hash}', async ({ params, body, country, origin, commit }) =>
      commit(async (tx) => {
        const row = await rowByHash(tx, country, params.hash);
        if (!row) return fail('not_found');
        const { customer_id: customerId } = row;
        await change(tx, deps, { country, customerId, change: body, origin, way: 'link' });
        return ok({ model: modelOf(deps, country, await rowOf(tx, customerId)) });
      }),
    ),
  ];
}

interface Row {
  readonly reminders_off_at: Date | null;
  readonly calls_off_at: Date | null;
  readonly debits_off_at: Date | null;
  /** Choice made here, or else at sign-up. */
  readonly whatsapp: boolean;
}

/** A customer without a row receives everything. */
function modelOf({ config }: Dependencies, country: CountryCode, row: Row | undefined) {
  return {
    reminders: !row?.reminders_off_at,
    calls: !row?.calls_off_at,
    debits: !row?.debits_off_at,
    ...(config.whatsapp.has(country) ? { whatsapp: row?.whatsapp === true } : {}),
  };
}

/** Selects all customers, with or without a row of preferences. */
const rows = (db: Queryable) =>
  db
    .selectFrom('customer as c')
    .leftJoin('contact_preference as p', 'p.customer_id', 'c.id')
    .leftJoin('lead as l', 'l.id', 'c.lead_id')
    .select(['c.id as customer_id', 'p.reminders_off_at', 'p.calls_off_at', 'p.debits_off_at'])
    .select(sql<boolean>`coalesce(p.whatsapp, l.whatsapp_tc, false)`.as('whatsapp'));

function rowOf(db: Queryable, customerId: number): Promise<Row | undefined> {
  return rows(db).where('c.id', '=', customerId).executeTakeFirst();
}

function rowByHash(db: Queryable, country: CountryCode, hash: string) {
  return rows(db).where('p.hash', '=', hash).where('c.country', '=', country).executeTakeFirst();
}

interface Change {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly change: {
    readonly reminders?: boolean | undefined;
    readonly calls?: boolean | undefined;
    readonly debits?: boolean | undefined;
    readonly whatsapp?: boolean | undefined;
  };
  readonly origin: Origin;
  readonly way: 'login' | 'link';
}

async function change(
  tx: Tx,
  { clock }: Dependencies,
  { country, customerId, change: asked, origin, way }: Change,
): Promise<void> {
  const at = clock.now();
  for (const [name, column] of [
    ['reminders', 'reminders_off_at'],
    ['calls', 'calls_off_at'],
    ['debits', 'debits_off_at'],
    ['whatsapp', 'whatsapp'],
  ] as const) {
    const isOn = asked[name];
    if (isOn === undefined) continue;
    // Skips an unchanged value, so that it is neither stored nor recorded.
    const [value, isOther] =
      column === 'whatsapp'
        ? ([isOn, sql<boolean>`whatsapp is distinct from ${isOn}`] as const)
        : ([isOn ? null : at, sql<boolean>`(${sql.ref(column)} is null) <> ${isOn}`] as const);
    const changed = await tx
      .updateTable('contact_preference')
      .set({ [column]: value })
      .where('customer_id', '=', customerId)
      .where(isOther)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) continue;
    await recordEvent(tx, {
      at,
      country,
      kind: `${name}-switched-${isOn ? 'on' : 'off'}`,
      customerId,
      requestId: origin.requestId,
      address: origin.address,
      detail: { way },
    });
  }
}
