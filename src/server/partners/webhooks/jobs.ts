import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Database, type Tx } from '../../platform/database.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import { leaseSeconds, type RowQueue } from '../../platform/work/row-queue.ts';
import { eventType, hasUnnumbered, numberEvents, payloadOf } from '../events/service.ts';
import { openSecret } from './secrets.ts';
import { sendWebhook, type Attempt, type Outgoing, type SendOptions } from './send.ts';

/** Deliveries of webhooks (docs/product/integrations.md#webhooks). */

/** Endpoints with due deliveries. An endpoint is claimed as a whole, so that one that hangs holds one place. */
export const webhookRows: RowQueue = {
  name: 'webhooks',
  table: 'webhook_endpoint',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`due_at is not null and is_on`,
  // Only for faults of our own; attempts that fail are results.
  policy: { retryDelaySeconds: 5, retryDelayMaxSeconds: 300, timeLimitSeconds: 120 },
};

/** Deliveries sent at once to an endpoint. */
const atOnce = 8;
/** Deliveries read at a time: four attempts after another at most, a minute. */
const perRound = atOnce * 4;
/** Time after which a turn begins no further round, so that many endpoints share the places, milliseconds. */
const turnMs = 20_000;
/** Time before each further attempt, seconds: ten attempts in 75 hours. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
export const MOST_TRIES = RETRY_SECONDS.length + 1;
/** Failures without a delivery after which an endpoint is switched off, days. */
export const FAILING_DAYS = 3;

type WebhookDependencies = Pick<Dependencies, 'db' | 'config' | 'vault'>;

export function webhookWork(deps: WebhookDependencies): RowWork {
  const concurrency = deps.config.WEBHOOK_CONCURRENCY;
  return {
    queue: webhookRows,
    pools: [
      { where: sql`failing_since is null`, concurrency },
      { where: sql`failing_since is not null`, concurrency },
    ],
    run: (id) => serveEndpoint(deps, id),
  };
}

/** Numbers committed events and queues their deliveries. @returns whether there may be more */
export async function publishEvents(db: Database): Promise<boolean> {
  if (!(await hasUnnumbered(db))) return false;
  return transaction(db, async (tx) => {
    const ids = await numberEvents(tx);
    if (ids.length > 0) await queueDeliveries(tx, ids);
    return ids.length > 0;
  });
}

async function queueDeliveries(tx: Tx, eventIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ endpoint_id: number }>`
    insert into webhook_delivery (endpoint_id, event_id)
    select w.id, e.id from partner_event e join webhook_endpoint w on w.country = e.country and w.is_on and e.type = any(w.types)
      join partner p on p.id = w.partner_id
    where e.id = any(${eventIds}::bigint[])
      and (e.partner_id = w.partner_id or (e.partner_id is null and p.kind = 'own'))
    order by e.id, w.id
    on conflict do nothing returning endpoint_id
  `.execute(tx);
  const endpoints = [...new Set(rows.map((row) => row.endpoint_id))].toSorted((a, b) => a - b);
  if (endpoints.length === 0) return;
  await sql`select from webhook_endpoint where id = any(${endpoints}::bigint[]) order by id for no key update`.execute(
    tx,
  );
  // A nearer time may be the lease of the worker that serves the endpoint: it looks again when it ends.
  await sql`
    update webhook_endpoint set due_at = now() where id = any(${endpoints}::bigint[])
      and (due_at is null or due_at > now() + make_interval(secs => ${leaseSeconds}))
  `.execute(tx);
}

const publishMs = 500;

/** Publishes events until stopped. @param wake looks for due endpoints */
export function startPublishing(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  wake: (queue: string) => void,
): () => Promise<void> {
  let publishing: Promise<void> | undefined;
  const state = { isStopped: false };
  const publish = async () => {
    try {
      let isMore = true;
      while (isMore && !state.isStopped) {
        isMore = await publishEvents(db);
        if (isMore) wake(webhookRows.name);
      }
    } catch (error) {
      log.error({ err: error }, 'events for outside systems were not numbered');
    } finally {
      publishing = undefined;
    }
  };
  const timer = setInterval(() => void (publishing ??= publish()), publishMs);
  return async () => {
    state.isStopped = true;
    clearInterval(timer);
    await publishing;
  };
}

interface Endpoint {
  readonly url: string;
  readonly secret: Buffer;
  readonly earlier_secret: Buffer | null;
}

interface Due {
  readonly id: number;
  readonly tries: number;
  readonly public_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly version: number;
  readonly at: Date;
}

/** Sends an endpoint's due deliveries and stores when the next is due. */
async function serveEndpoint(deps: WebhookDependencies, id: number, options: SendOptions = optionsOf(deps)) {
  const { db, vault } = deps;
  const { rows } = await sql<Endpoint>`
    select url, secret, case when earlier_until > now() then earlier_secret end as earlier_secret
    from webhook_endpoint where id = ${id} and is_on`.execute(db);
  const [endpoint] = rows;
  if (!endpoint) return;
  const secrets = [endpoint.secret, endpoint.earlier_secret].flatMap((sealed) =>
    sealed === null ? [] : [openSecret(vault, sealed)],
  );
  const limit = pLimit(atOnce);
  const turn = { isFailing: false };
  const began = performance.now();
  while (!turn.isFailing && performance.now() - began < turnMs) {
    const due = await dueOf(db, id);
    if (due.length === 0) break;
    // Settled, so that no attempt outlasts its turn.
    const results = await Promise.allSettled(
      due.map((delivery) =>
        limit(async () => {
          // After a failure the rest of the round waits for the endpoint's next turn.
          if (turn.isFailing) return 'on';
          try {
            const attempt = await sendWebhook(outgoingOf(endpoint.url, secrets, delivery), options);
            if (attempt.failure !== '') turn.isFailing = true;
            return await record(db, id, delivery, attempt);
          } catch (error) {
            turn.isFailing = true;
            throw error;
          }
        }),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if (results.some((result) => result.status === 'fulfilled' && result.value === 'off')) return;
  }
  await scheduleNext(db, id, turn.isFailing);
}

const optionsOf = ({ config }: Pick<Dependencies, 'config'>): SendOptions => ({
  toLoopback: config.WEBHOOKS_TO_LOOPBACK,
});

function outgoingOf(
  url: string,
  secrets: readonly string[],
  { public_id: id, type, ...event }: Due,
): Outgoing {
  return { url, id, secrets, body: JSON.stringify(payloadOf({ ...event, type: eventType(type) })) };
}

async function dueOf(db: Database, endpointId: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select d.id, d.tries, e.public_id, e.type, e.object_id, e.version, e.at
    from webhook_delivery d join partner_event e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.due_at <= now() order by d.due_at, d.id limit ${perRound}
  `.execute(db);
  return rows;
}

/** Stores an attempt and what follows from it. @returns 'off' if it switched the endpoint off */
async function record(
  db: Database,
  endpointId: number,
  { id, tries }: Due,
  { status, failure, milliseconds }: Attempt,
): Promise<'off' | 'on'> {
  const isDelivered = failure === '';
  const wait = RETRY_SECONDS[tries];
  const next =
    isDelivered || wait === undefined
      ? sql`null`
      : sql`now() + make_interval(secs => ${wait}::float8 * (1 - random() * 0.1))`;
  const healed = isDelivered
    ? sql`, healed as (
        update webhook_endpoint set failing_since = null where id = ${endpointId} and failing_since is not null)`
    : sql``;
  const stored = sql`
    with noted as (
      insert into webhook_attempt (delivery_id, status, failure, milliseconds)
      select ${id}::bigint, ${status}::int, ${failure}::text, ${milliseconds}::int
    ) ${healed}
    update webhook_delivery set tries = tries + 1, due_at = ${next},
      delivered_at = ${isDelivered ? sql`now()` : sql`delivered_at`}
    where id = ${id}`;
  if (isDelivered) {
    await stored.execute(db);
    return 'on';
  }
  return transaction(db, async (tx) => {
    await sql`select from webhook_endpoint where id = ${endpointId} for no key update`.execute(tx);
    await stored.execute(tx);
    const { rows } = await sql<{ is_on: boolean }>`
      update webhook_endpoint set failing_since = coalesce(failing_since, now()),
        is_on = is_on and not ${switchesOff(status)},
        off_because = case when not is_on then off_because when ${status === 410} then 'gone'
          when ${switchesOff(status)} then 'failing' else off_because end,
        off_at = case when is_on and ${switchesOff(status)} then now() else off_at end,
        version = case when is_on and ${switchesOff(status)} then version + 1 else version end
      where id = ${endpointId} returning is_on`.execute(tx);
    return rows[0]?.is_on === true ? 'on' : 'off';
  });
}

const switchesOff = (status: number | null) =>
  sql<boolean>`(${status === 410} or coalesce(failing_since <= now() - make_interval(days => ${FAILING_DAYS}), false))`;

/** Pause of an endpoint after a failure, so that its backlog does not keep a place busy, seconds. */
const pauseSeconds = 5;

/** Notes when the endpoint is due again, behind its row's lock, which new deliveries wait for. */
async function scheduleNext(db: Database, id: number, isFailing: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select from webhook_endpoint where id = ${id} for no key update`.execute(tx);
    const first = sql`(select min(due_at) from webhook_delivery where endpoint_id = ${id} and due_at is not null)`;
    const next = isFailing
      ? sql`case when ${first} is not null then greatest(${first}, now() + make_interval(secs => ${pauseSeconds})) end`
      : first;
    await sql`update webhook_endpoint set tries = 0, due_at = ${next} where id = ${id}`.execute(tx);
  });
}
