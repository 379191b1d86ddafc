import type { Dependencies } from '../dependencies.ts';
import type { JobKind } from '../platform/jobs.ts';
import { markFailed, markSent, messageById } from './queries.ts';
import { messageQueue, openBody } from './service.ts';

interface SendMessageJob {
  readonly messageId: number;
}

export function messageJobs(deps: Dependencies): JobKind<SendMessageJob>[] {
  return [
    {
      name: messageQueue,
      policy: {
        // With the delays below about an hour: a provider's outage passes, and a link of three hours still works.
        retryLimit: 10,
        // Most failures are a dropped connection; the person is waiting for the message.
        retryDelaySeconds: 2,
        // Doubled each time up to here, so that a provider that is down is not asked all the time.
        retryDelayMaxSeconds: 600,
        // Twice the time limit of a provider's answer.
        expireSeconds: 60,
      },
      run: (job) => sendMessage(deps, job),
    },
  ];
}

/**
 * Sends one message. A worker that dies between the provider's yes and our note of it sends it again:
 * a message twice is better than none.
 */
async function sendMessage(
  { db, clock, config, vault, ports }: Dependencies,
  { messageId }: SendMessageJob,
): Promise<void> {
  const message = await messageById(db, messageId);
  if (!message?.body || message.state === 'sent') return;
  const body = openBody(vault, message.body);
  try {
    const providerId =
      message.channel === 'sms'
        ? await ports.sms.send(message.recipient, body.text)
        : await ports.email.send({
            to: message.recipient,
            subject: body.subject ?? '',
            text: body.text,
            html: body.html ?? '',
          });
    // The sandbox's inbox is this table, so there the text stays.
    await markSent(db, { id: messageId, providerId, at: clock.now(), isBodyKept: config.SANDBOX });
  } catch (error) {
    await markFailed(db, messageId);
    throw error;
  }
}
