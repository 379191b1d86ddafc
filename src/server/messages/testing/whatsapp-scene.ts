import { sql } from 'kysely';
import { packOf } from '../../../countries/index.ts';
import { loginLinkSms, phoneCodeSms } from '../../../countries/messages/messages.ts';
import { signWhatsApp } from '../../integrations/whatsapp/notification.ts';
import type { WhatsAppMessage, WhatsAppOutcome } from '../../integrations/whatsapp/port.ts';
import { sandboxWhatsAppSecret } from '../../integrations/whatsapp/sandbox.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { messageWork } from '../jobs.ts';
import { enqueueMessage, shortMessage } from '../service.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
export const code = phoneCodeSms(sender, { code: '1234' });
export const link = loginLinkSms(sender, { url: 'https://ar.example/login/abc' });

export const webhook = '/api/v3/messages/whatsapp/webhook';

/** A product without a worker whose WhatsApp and SMS a test plays: runs of the outbox are the test's own. */
export interface WhatsAppScene {
  readonly product: TestProduct;
  /** What WhatsApp was given. */
  readonly given: WhatsAppMessage[];
  /** What went by SMS. */
  readonly texts: string[];
  /** What WhatsApp answers, and what happens before it does. */
  answer: { outcome: WhatsAppOutcome; before: (id: number) => Promise<unknown> };
  reset(): void;
  /** A message in the outbox for which a run may begin. */
  queued(message?: { sms?: typeof code; isUrgent?: boolean; hasAgreed?: boolean }): Promise<number>;
  run(id: number): Promise<void>;
  rowOf(id: number): ReturnType<typeof rowOf>;
  /** What WhatsApp tells of a message, through its door. */
  tell(id: number, status: string, more?: Told): ReturnType<TestProduct['raw']>;
}

interface Told {
  readonly id?: string;
  readonly code?: number;
  readonly secret?: string;
}

export async function startWhatsAppScene(): Promise<WhatsAppScene> {
  const product = await startProduct({
    settings: { SANDBOX: 'on', ROLE: 'api', WHATSAPP_MESSAGES: 'AR=code,AR=link' },
  });
  const scene: WhatsAppScene = {
    product,
    given: [],
    texts: [],
    answer: taken(),
    reset() {
      scene.given.length = 0;
      scene.texts.length = 0;
      scene.answer = taken();
    },
    queued: (message = {}) => queued(product, message),
    run: (id) => messageWork(product.deps).run(id),
    rowOf: (id) => rowOf(product, id),
    tell: (id, status, more = {}) => product.raw(webhook, notificationOf(id, status, more)),
  };
  const { ports } = product.deps;
  Object.assign(ports, {
    sms: { send: async (_to: string, text: string) => `SM${scene.texts.push(text)}` },
    whatsapp: {
      ...ports.whatsapp,
      send: async (message: WhatsAppMessage) => {
        scene.given.push(message);
        await scene.answer.before(message.messageId);
        return scene.answer.outcome;
      },
    },
  });
  return scene;
}

const taken = (): WhatsAppScene['answer'] => ({
  outcome: { outcome: 'taken', providerId: 'wamid.1' },
  before: async () => undefined,
});

async function queued(
  { deps }: TestProduct,
  { sms = code, isUrgent = true, hasAgreed = true }: Parameters<WhatsAppScene['queued']>[0] & object,
): Promise<number> {
  const said = shortMessage(deps.config, 'AR', sms, hasAgreed);
  await transaction(deps.db, (tx) =>
    enqueueMessage(tx, deps, 'AR', { channel: 'sms', to: '+5491155556666', isUrgent, ...said }),
  );
  const newest = deps.db.selectFrom('message').select('id').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirstOrThrow()).id;
}

function rowOf({ deps }: TestProduct, id: number) {
  return deps.db
    .selectFrom('message')
    .select(['state', 'whatsapp', 'whatsapp_code', 'provider_id', 'delivery', 'tries'])
    .select(sql<number | null>`extract(epoch from due_at - now())::float8`.as('due_in'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function notificationOf(id: number, status: string, more: Told): RequestInit {
  const report = {
    id: more.id ?? 'wamid.1',
    status,
    timestamp: '1750857384',
    biz_opaque_callback_data: String(id),
    ...(more.code === undefined ? {} : { errors: [{ code: more.code, title: 'x' }] }),
  };
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses: [report] } }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
  return { method: 'POST', headers: signedHeaders(body, more.secret), body };
}

export function signedHeaders(body: string, secret = sandboxWhatsAppSecret): Record<string, string> {
  return { 'content-type': 'application/json', 'x-hub-signature-256': signWhatsApp(secret, body) };
}
