import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sameBytes } from '../../platform/secrets.ts';
import type { Delivery } from '../sms/port.ts';
import type { WhatsAppNotification, WhatsAppReport } from './port.ts';

/** `X-Hub-Signature-256` header of a body. */
export function signWhatsApp(appSecret: string, body: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')}`;
}

function isSigned({ body, signature }: WhatsAppNotification, appSecret: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(signWhatsApp(appSecret, body));
  return given.length === right.length && sameBytes(given, right);
}

const status = z.object({
  id: z.string().max(200),
  status: z.string(),
  // Our own id, sent with the message.
  biz_opaque_callback_data: z.string().regex(/^\d{1,15}$/),
  errors: z.array(z.object({ code: z.number() })).optional(),
});

/** Lenient, so that one unexpected entry does not lose the others. */
const statusOrNone = status.optional().catch(undefined);

const notification = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({ statuses: z.array(statusOrNone).optional() }),
        }),
      ),
    }),
  ),
});

const deliveries: Readonly<Record<string, Delivery>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
};

/** Delivery reports of a notification, which can hold several of them and other entries. */
export function readNotification(
  received: WhatsAppNotification,
  appSecret: string,
): readonly WhatsAppReport[] | undefined {
  if (!isSigned(received, appSecret)) return undefined;
  const parsed = notification.safeParse(jsonOf(received.body));
  if (!parsed.success) return [];
  return parsed.data.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .flatMap(({ value }) => value.statuses ?? [])
    .flatMap((each) =>
      each === undefined
        ? []
        : [
            {
              messageId: Number(each.biz_opaque_callback_data),
              providerId: each.id,
              delivery: deliveries[each.status],
              code: String(each.errors?.[0]?.code ?? ''),
            },
          ],
    );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
