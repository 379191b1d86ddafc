import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import type { RowWork } from '../platform/work/dispatcher.ts';
import type { RowQueue } from '../platform/work/row-queue.ts';
import { keptOf, openBody, type MessageBody } from './body.ts';
import { clearMessage, markExpired, markFailed, markSent, messageById } from './queries.ts';
import { messageQueue } from './service.ts';
import { isLeftToWhatsApp, takeWhatsAppNotification } from './whatsapp.ts';

export const messageRows: RowQueue = {
  name: messageQueue,
  table: 'message',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries', givenUpAt: 'given_up_at', failure: 'failure' },
  about: { beganAt: 'created_at', country: 'country', customerId: 'customer_id', shown: 'channel' },
  isOpen: sql`due_at is not null and state <> 'sent' and body is not null`,
  policy: {
    // About an hour with the delays below: longer than most outages of a provider, and a link valid for three
    // hours still works.
    maxTries: 15,
    // Short, because most failures are dropped connections and a person waits for the message.
    retryDelaySeconds: 2,
    // Upper bound of the doubling delay, to go easy on a provider that is down.
    retryDelayMaxSeconds: 600,
    // Twice the timeout of a provider's response.
    timeLimitSeconds: 60,
  },
};

/** Share of a provider's concurrent sends reserved for messages that a person waits for at a screen. */
const urgentShare = 1 / 5;
const urgentOf = (concurrency: number) => Math.ceil(concurrency * urgentShare);

export function messageWork(deps: Dependencies): RowWork {
  deps.ports.whatsapp.listen?.(async (notification) => {
    await takeWhatsAppNotification(deps, notification);
  });
  const { SMS_CONCURRENCY: sms, EMAIL_CONCURRENCY: email } = deps.config;
  return {
    queue: messageRows,
    pools: [
      { where: sql`channel = 'sms' and is_urgent`, concurrency: urgentOf(sms) },
      { where: sql`channel = 'email' and is_urgent`, concurrency: urgentOf(email) },
      { where: sql`channel = 'sms' and not is_urgent`, concurrency: sms - urgentOf(sms) },
      { where: sql`channel = 'email' and not is_urgent`, concurrency: email - urgentOf(email) },
    ],
    run: (id) => sendMessage(deps, id),
  };
}

async function attachmentsOf({ ports }: Dependencies, { attachment }: MessageBody) {
  if (attachment === undefined) return {};
  const content = await ports.images.get(attachment.storageKey);
  if (!content) throw new Error(`the paper ${attachment.storageKey} of a message is not stored`);
  return { attachments: [{ name: attachment.name, content }] };
}

/**
 * Sends one message, by WhatsApp first if configured. If a worker dies after the provider accepted the
 * message and before that is stored, it is sent again: a duplicate is better than none.
 */
async function sendMessage(deps: Dependencies, messageId: number): Promise<void> {
  const { db, clock, vault, ports } = deps;
  const message = await messageById(db, messageId);
  if (!message?.body || message.state === 'sent') return;
  // A job that read the address before the erasure enqueued this afterwards.
  if (message.is_of_erased) return clearMessage(db, messageId);
  const body = openBody(vault, message.body);
  if (body.until !== undefined && clock.now() >= new Date(body.until)) return markExpired(db, messageId);
  try {
    if (await isLeftToWhatsApp(deps, message, body.whatsapp)) return;
    const providerId =
      message.channel === 'sms'
        ? await ports.sms.send(message.recipient, body.text, messageId)
        : await ports.email.send({
            to: message.recipient,
            subject: body.subject ?? '',
            text: body.text,
            html: body.html ?? '',
            ...(await attachmentsOf(deps, body)),
          });
    await markSent(db, { id: messageId, providerId, at: clock.now(), kept: keptOf(deps, message) });
  } catch (error) {
    await markFailed(db, messageId);
    throw error;
  }
}
