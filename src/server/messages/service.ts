import type { CountryCode } from '../../countries/country-pack.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';

/** What is sent and to whom. */
export type OutgoingMessage =
  | { readonly channel: 'sms'; readonly to: string; readonly text: string }
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly html: string;
    };

export const messageQueue = 'send-message';
export const messagePurpose = 'message';

/** Puts a message into the outbox, in the transaction of what it tells about; the worker sends it. */
export async function enqueueMessage(
  tx: Tx,
  { clock, vault, jobs }: Pick<Dependencies, 'clock' | 'vault' | 'jobs'>,
  country: CountryCode,
  message: OutgoingMessage,
): Promise<void> {
  const { channel, to, ...body } = message;
  const row = await tx
    .insertInto('message')
    .values({
      country,
      channel,
      recipient: to,
      body: vault.encrypt(messagePurpose, JSON.stringify(body)),
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await jobs.send(tx, messageQueue, { messageId: row.id });
}
