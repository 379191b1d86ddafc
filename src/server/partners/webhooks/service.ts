import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { EVENTS_OF, type PartnerEventType, type PartnerKind } from '../../../domain/outside-systems.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { leaseSeconds } from '../../platform/work/row-queue.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { lockPartner } from '../directory/service.ts';
import { eventType } from '../events/service.ts';
import { isWebhookUrl } from './addresses.ts';
import { newSecret, sealSecret } from './secrets.ts';

export { RETRY_SECONDS } from './jobs.ts';

/** Hours that the former secret still signs. */
const EARLIER_HOURS = 24;
/** Webhooks a partner, so that the page shows every address that gets events. */
const most = 10;
/** Waiting deliveries are counted up to here. */
const countedTo = 1_000;

type ShownWebhook = OutputOf<'GET /api/staff/integrations'>['partners'][number]['webhooks'][number];

interface Row {
  readonly id: number;
  readonly partner_id: number;
  readonly url: string;
  readonly types: string[];
  readonly is_on: boolean;
  readonly off_because: ShownWebhook['off_because'];
  readonly failing_since: Date | null;
  readonly earlier_until: Date | null;
  readonly version: number;
  readonly waiting: number;
}

/** Webhooks of a country by partner. */
export async function webhooksOf(
  db: Queryable,
  country: CountryCode,
): Promise<ReadonlyMap<number, ShownWebhook[]>> {
  const { rows } = await sql<Row>`
    select w.id, w.partner_id, w.url, w.types, w.is_on, w.off_because, w.failing_since, w.version,
      case when w.earlier_until > now() then w.earlier_until end as earlier_until,
      (select count(*)::int from (select from webhook_delivery d
        where d.endpoint_id = w.id and d.due_at is not null limit ${countedTo}) d) as waiting
    from webhook_endpoint w where w.country = ${country} order by w.id limit 500
  `.execute(db);
  const byPartner = new Map<number, ShownWebhook[]>();
  for (const { partner_id: partnerId, id, ...row } of rows) {
    const shown: ShownWebhook = {
      ...row,
      id: String(id),
      types: row.types.map(eventType),
      failing_since: row.failing_since?.toISOString() ?? '',
      earlier_until: row.earlier_until?.toISOString() ?? '',
    };
    byPartner.set(partnerId, [...(byPartner.get(partnerId) ?? []), shown]);
  }
  return byPartner;
}

type Needed = Pick<Dependencies, 'clock' | 'vault' | 'random' | 'config'>;

/** Staff commands on webhooks (docs/product/integrations.md#webhooks). */
export function webhookCommands(deps: Needed): StaffCommand[] {
  return [addCommand(deps), changeCommand(deps), rotateCommand(deps), replayCommand(deps)];
}

function addCommand(deps: Needed): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/partners/{id}/webhooks', async (tx, asked) => {
    const { params, body, by } = asked;
    const partner = await lockPartner(tx, params.id, by.countries);
    if (!partner) return fail('not_found');
    const wrong = faultOf(deps, partner.kind, body);
    if (wrong) return wrong;
    const known = await tx
      .selectFrom('webhook_endpoint')
      .select('id')
      .where('partner_id', '=', partner.id)
      .execute();
    if (known.length >= most) return fail('partner_webhooks');
    const secret = newSecret(deps.random);
    const { url } = body;
    const types = [...new Set(body.types)];
    await tx
      .insertInto('webhook_endpoint')
      .values({
        country: partner.country,
        partner_id: partner.id,
        url,
        types,
        secret: sealSecret(deps.vault, secret),
        created_by: by.staffId,
        created_at: deps.clock.now(),
      })
      .execute();
    const about = { subject: `partner:${partner.id}`, subjectName: partner.name, country: partner.country };
    return ok({ answer: { secret }, facts: { ...about, after: { url, types } } });
  });
}

function changeCommand(deps: Needed): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/webhooks/{id}', async (tx, asked) => {
    const found = await endpointAsSeen(tx, asked);
    if (!found.ok) return found;
    const { body } = asked;
    const { row, about } = found.value;
    const wrong = faultOf(deps, row.kind, body);
    if (wrong) return wrong;
    const { url, is_on: isOn } = body;
    const types = [...new Set(body.types)];
    await sql`
      update webhook_endpoint set url = ${url}, types = ${types}::text[], version = version + 1, is_on = ${isOn},
        off_because = '', off_at = case when ${isOn} then null when is_on then now() else off_at end,
        failing_since = case when is_on and ${isOn} and url = ${url} then failing_since end,
        due_at = case when ${isOn} and not is_on then now() else due_at end
      where id = ${row.id}`.execute(tx);
    const before = { url: row.url, types: row.types, is_on: row.is_on };
    const facts = { ...about, before, after: { url, types, is_on: isOn } };
    return ok({ answer: { messages: [isOn ? 'Guardado.' : 'Apagado: no se manda nada más.'] }, facts });
  });
}

function rotateCommand(deps: Needed): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/webhooks/{id}/rotate', async (tx, asked) => {
    const found = await endpointAsSeen(tx, asked);
    if (!found.ok) return found;
    const { row, about } = found.value;
    const secret = newSecret(deps.random);
    await sql`
      update webhook_endpoint set earlier_secret = secret, version = version + 1,
        earlier_until = now() + make_interval(hours => ${EARLIER_HOURS}), secret = ${sealSecret(deps.vault, secret)}
      where id = ${row.id}`.execute(tx);
    return ok({ answer: { secret }, facts: { ...about, after: { url: row.url, secret: 'new' } } });
  });
}

function replayCommand(deps: Needed): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/integrations/deliveries/{id}/replay', async (tx, asked) => {
    const { rows: owners } = await sql<{ endpoint_id: number }>`
      select endpoint_id from webhook_delivery where id = ${asked.params.id}`.execute(tx);
    const [owner] = owners;
    const found = owner && (await lockEndpoint(tx, owner.endpoint_id, asked.by.countries));
    if (!found) return fail('not_found');
    const { rows } = await sql<{ event: string }>`
      update webhook_delivery d set due_at = now(), tries = 0 from partner_event e
      where d.id = ${asked.params.id} and e.id = d.event_id and d.due_at is null returning e.public_id as event`.execute(
      tx,
    );
    const [replayed] = rows;
    if (!replayed) return fail('webhook_state');
    await sql`
      update webhook_endpoint set due_at = now() where id = ${found.row.id}
        and (due_at is null or due_at > now() + make_interval(secs => ${leaseSeconds}))`.execute(tx);
    return ok({
      answer: { messages: ['Se manda de nuevo.'] },
      facts: { ...found.about, after: { url: found.row.url, event: replayed.event } },
    });
  });
}

function faultOf(
  { config }: Pick<Dependencies, 'config'>,
  kind: PartnerKind,
  { url, types }: { readonly url: string; readonly types: readonly PartnerEventType[] },
): Failure | undefined {
  if (!isWebhookUrl(url, config.WEBHOOKS_TO_LOOPBACK)) return fail('webhook_url');
  const allowed: readonly PartnerEventType[] = EVENTS_OF[kind];
  return types.every((type) => allowed.includes(type)) ? undefined : fail('webhook_types');
}

interface LockedRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly partner_id: number;
  readonly partner: string;
  readonly kind: PartnerKind;
  readonly url: string;
  readonly types: string[];
  readonly is_on: boolean;
  readonly version: number;
}

interface LockedEndpoint {
  readonly row: LockedRow;
  readonly about: { readonly subject: string; readonly subjectName: string; readonly country: CountryCode };
}

async function lockEndpoint(
  tx: Tx,
  id: number,
  countries: readonly CountryCode[],
): Promise<LockedEndpoint | undefined> {
  await sql`select from webhook_endpoint where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql<LockedRow>`
    select w.id, w.country, w.partner_id, p.name as partner, p.kind, w.url, w.types, w.is_on, w.version
    from webhook_endpoint w join partner p on p.id = w.partner_id where w.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row || !countries.includes(row.country)) return undefined;
  const about = { subject: `partner:${row.partner_id}`, subjectName: row.partner, country: row.country };
  return { row, about };
}

async function endpointAsSeen(
  tx: Tx,
  asked: {
    readonly params: { readonly id: number };
    readonly by: { readonly countries: readonly CountryCode[] };
    readonly seenVersion: number | undefined;
  },
): Promise<Result<LockedEndpoint>> {
  const found = await lockEndpoint(tx, asked.params.id, asked.by.countries);
  if (!found) return fail('not_found');
  if (found.row.version === asked.seenVersion) return ok(found);
  return fail('changed_meanwhile', {
    message: 'Otra persona cambió este webhook, o el sistema lo apagó. Actualizá la página y revisalo.',
  });
}

/** Webhooks that the product switched off, for the home page. */
export function webhookOffWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['webhooks-off'],
    async read({ countries }) {
      const { rows } = await sql<{ country: CountryCode; count: number; oldest: Date | null }>`
        select country, count(*)::int as count, min(off_at) as oldest from webhook_endpoint
        where not is_on and off_because <> '' and country = any(${[...countries]}::text[]) group by country`.execute(
        db,
      );
      return rows.flatMap(({ country, count, oldest: oldestAt }) =>
        workLine('webhooks-off', { country, count, oldestAt }),
      );
    },
  };
}
