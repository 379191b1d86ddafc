import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { PARTNER_SCOPES, type PartnerScope } from '../../../domain/outside-systems.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { partnerOf, route, type PartnerIdentity, type Route } from '../../platform/http/route.ts';
import { digestOf, sameBytes } from '../../platform/secrets.ts';
import { countriesOf, DONE, doerOf, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { lockPartner } from '../directory/service.ts';

/** Live keys a partner, so that it can change from one to the next. */
const most = 2;
const longestDays = 366;
/** Precision of the last use, so that not every call writes. */
const usedEveryMs = 60_000;

const CHANGED = 'Las claves de este socio cambiaron mientras las mirabas. Actualizá la página y revisalas.';

const form = /^cuota_(\d{12})_[\w-]{32}$/;

const isScope = (scope: string): scope is PartnerScope => PARTNER_SCOPES.some((each) => each === scope);

/** Holder of a live key of the country; undefined for any other string. */
export async function authenticateKey(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  key: string,
  country: CountryCode,
): Promise<PartnerIdentity | undefined> {
  const prefix = form.exec(key)?.[1];
  if (prefix === undefined) return undefined;
  const now = clock.now();
  const row = await db
    .selectFrom('partner_key as k')
    .innerJoin('partner as p', 'p.id', 'k.partner_id')
    .select([
      'k.id',
      'k.digest',
      'k.partner_id',
      'k.scopes',
      'k.hourly_limit',
      'k.expires_at',
      'k.last_used_at',
    ])
    .select(['p.code', 'p.kind'])
    .where('k.prefix', '=', prefix)
    .where('k.country', '=', country)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', now)
    .executeTakeFirst();
  if (!row?.digest || !sameBytes(row.digest, digestOf(key))) return undefined;
  if (row.last_used_at === null || row.last_used_at.getTime() < now.getTime() - usedEveryMs)
    await db.updateTable('partner_key').set({ last_used_at: now }).where('id', '=', row.id).execute();
  return {
    keyId: row.id,
    partnerId: row.partner_id,
    code: row.code,
    kind: row.kind === 'own' ? 'own' : 'partner',
    scopes: row.scopes.filter(isScope),
    hourlyLimit: row.hourly_limit,
    expiresAt: row.expires_at,
  };
}

/** Keeps a key from being revoked until the transaction ends. @returns whether it is still live */
export async function shareKey(tx: Tx, { keyId }: Pick<PartnerIdentity, 'keyId'>): Promise<boolean> {
  const { rows } = await sql`
    select from partner_key where id = ${keyId} and revoked_at is null for share`.execute(tx);
  return rows.length > 0;
}

/** Version of each partner's keys: it grows with every key and every revocation. */
export async function keyVersions(
  db: Queryable,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ partner_id: number; version: number }>`
    select partner_id, (count(*) + count(revoked_at))::int as version from partner_key
    where partner_id = any(${[...partnerIds]}::bigint[]) group by partner_id`.execute(db);
  return new Map(rows.map(({ partner_id: id, version }) => [id, version]));
}

type ShownKey = OutputOf<'GET /api/staff/integrations'>['partners'][number]['keys'][number];

/** Keys of a country by partner, newest first. */
export async function keysOf(
  db: Queryable,
  country: CountryCode,
  { staffId, now }: { readonly staffId: number; readonly now: Date },
): Promise<ReadonlyMap<number, ShownKey[]>> {
  const rows = await db
    .selectFrom('partner_key as k')
    .innerJoin('staff_member as asker', 'asker.id', 'k.asked_by')
    .innerJoin('staff_member as approver', 'approver.id', 'k.approved_by')
    .selectAll('k')
    .select(['asker.name as asker', 'approver.name as approver'])
    .where('k.country', '=', country)
    .orderBy('k.id', 'desc')
    .limit(500)
    .execute();
  const byPartner = new Map<number, ShownKey[]>();
  for (const row of rows) {
    const isOver = row.expires_at <= now;
    const state =
      row.revoked_at !== null ? 'revoked' : isOver ? 'expired' : row.prefix === null ? 'approved' : 'live';
    const shown: ShownKey = {
      id: String(row.id),
      name: row.name,
      prefix: row.prefix ?? '',
      scopes: row.scopes.filter(isScope),
      hourly_limit: row.hourly_limit,
      state,
      expires_at: row.expires_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? '',
      asked_by: row.asker,
      approved_by: row.approver,
      is_own: state === 'approved' && row.asked_by === staffId,
    };
    byPartner.set(row.partner_id, [...(byPartner.get(row.partner_id) ?? []), shown]);
  }
  return byPartner;
}

/** Staff commands on API keys (docs/product/integrations.md#api-keys). */
export function keyCommands(deps: Pick<Dependencies, 'clock' | 'vault' | 'random'>): StaffCommand[] {
  return [askCommand(deps), issueCommand(deps), revokeCommand(deps)];
}

function askCommand(deps: Pick<Dependencies, 'clock' | 'vault'>): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/partners/{id}/keys', async (tx, asked) => {
    const { params, body, by } = asked;
    const now = deps.clock.now();
    const partner = await lockPartner(tx, params.id, countriesOf(asked));
    if (!partner) return fail('not_found');
    const version = (await keyVersions(tx, [partner.id])).get(partner.id) ?? 0;
    if (version !== asked.seenVersion) return fail('changed_meanwhile', { message: CHANGED });
    const { name, hourly_limit: hourlyLimit, days } = body;
    const scopes = [...new Set(body.scopes)];
    if (days < 1 || days > longestDays) return fail('partner_key_days');
    if (partner.kind === 'own' && scopes.some((scope) => scope !== 'events.read'))
      return fail('partner_key_scopes');
    const live = await tx
      .selectFrom('partner_key')
      .select('id')
      .where('partner_id', '=', partner.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .execute();
    if (live.length >= most) return fail('partner_keys');
    const expiresAt = after(now, days, 'days');
    const { id } = await tx
      .insertInto('partner_key')
      .values({
        country: partner.country,
        partner_id: partner.id,
        name,
        scopes,
        hourly_limit: hourlyLimit,
        expires_at: expiresAt,
        asked_by: by.staffId,
        approved_by: doerOf(asked).staffId,
        approved_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const facts = {
      subject: `partner:${partner.id}`,
      subjectName: partner.name,
      country: partner.country,
      after: { key: name, scopes, hourly_limit: hourlyLimit, days },
      slot: `partner-key ${partner.id} ${name}`,
    };
    return ok({ answer: DONE, facts: asked.approval === undefined ? facts : withKey(facts, id) });
  });
}

/** The id is known once the key is stored for good. */
const withKey = <F extends { readonly after: object }>(facts: F, id: number) => ({
  ...facts,
  after: { ...facts.after, id },
});

function issueCommand(deps: Pick<Dependencies, 'clock' | 'vault' | 'random'>): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/keys/{id}/issue', async (tx, { params, by }) => {
    const found = await lockKey(tx, params.id, by.countries);
    if (!found.ok) return found;
    const row = found.value;
    const now = deps.clock.now();
    if (row.asked_by !== by.staffId) return fail('partner_key_owner');
    if (row.prefix !== null || row.expires_at <= now) return fail('partner_key_state');
    const prefix = deps.random.digits(12);
    const key = `cuota_${prefix}_${deps.random.token()}`;
    await tx
      .updateTable('partner_key')
      .set({ prefix, digest: digestOf(key), issued_at: now })
      .where('id', '=', row.id)
      .execute();
    return ok({ answer: { key }, facts: { ...factsOf(row), after: { key: row.name, prefix } } });
  });
}

function revokeCommand(deps: Pick<Dependencies, 'clock' | 'vault'>): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/keys/{id}/revoke', async (tx, { params, by }) => {
    const found = await lockKey(tx, params.id, by.countries);
    if (!found.ok) return found;
    const row = found.value;
    await tx
      .updateTable('partner_key')
      .set({ revoked_at: deps.clock.now(), revoked_by: by.staffId })
      .where('id', '=', row.id)
      .execute();
    const facts = {
      ...factsOf(row),
      before: { key: row.name, prefix: row.prefix ?? '' },
      after: { key: '' },
    };
    return ok({ answer: { messages: [`La clave ${row.name} ya no sirve.`] }, facts });
  });
}

const factsOf = (row: {
  readonly partner_id: number;
  readonly partner: string;
  readonly country: CountryCode;
}) => ({
  subject: `partner:${row.partner_id}`,
  subjectName: row.partner,
  country: row.country,
});

/** Locks a key that is not revoked. */
async function lockKey(tx: Tx, id: number, countries: readonly CountryCode[]): Promise<Result<LockedKey>> {
  await sql`select from partner_key where id = ${id} for update`.execute(tx);
  const row = await tx
    .selectFrom('partner_key as k')
    .innerJoin('partner as p', 'p.id', 'k.partner_id')
    .select([
      'k.id',
      'k.country',
      'k.partner_id',
      'k.name',
      'k.prefix',
      'k.asked_by',
      'k.expires_at',
      'k.revoked_at',
    ])
    .select('p.name as partner')
    .where('k.id', '=', id)
    .executeTakeFirst();
  if (!row || !countries.includes(row.country)) return fail('not_found');
  return row.revoked_at === null ? ok(row) : fail('partner_key_state');
}

interface LockedKey {
  readonly id: number;
  readonly country: CountryCode;
  readonly partner_id: number;
  readonly partner: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly asked_by: number;
  readonly expires_at: Date;
}

/** Scopes and limits of a key, for its holder. */
export function keyRoutes(): Route[] {
  return [
    route('GET /partners-api/v1/key', async (call) => {
      const { code, scopes, hourlyLimit, expiresAt } = partnerOf(call);
      return ok({
        partner: code,
        country: call.country,
        scopes: [...scopes],
        hourly_limit: hourlyLimit,
        expires_at: expiresAt.toISOString(),
      });
    }),
  ];
}
