import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { ENTRIES } from '../../countries/entries.ts';
import { packOf } from '../../countries/index.ts';
import { lenderNotice } from '../../countries/lender.ts';
import type { SignedLetter } from '../../countries/messages/letter.ts';
import type { WhatsAppContent } from '../../countries/messages/whatsapp-templates.ts';
import type { Dependencies } from '../dependencies.ts';
import { write, type Tx } from '../platform/database.ts';
import { overLimit, type Limit } from '../platform/limits/limits.ts';
import { openBody, sealBody, type MessageBody } from './body.ts';
import { newestMessages, smsCount } from './queries.ts';
import { messageQueue } from './whatsapp.ts';

export { encryptedMessages, openBody, readableText, withoutSecrets, type MessageBody } from './body.ts';
export { personalData } from './personal-data.ts';
export { goesByWhatsApp, messageQueue, shortMessage, whatsappWaitSeconds } from './whatsapp.ts';

export type OutgoingMessage = {
  /** Owner; defaults to the customer with this address, if there is one. */
  readonly customerId?: number;
  /** True for a code or link that a person waits for at a screen; sent before others. */
  readonly isUrgent?: boolean;
  /** Expiry of a message that is only relevant today; it is not sent later. */
  readonly until?: Date;
} & (
  | {
      readonly channel: 'sms';
      readonly to: string;
      readonly text: string;
      /** WhatsApp content to try first; see {@link shortMessage}. */
      readonly whatsapp?: WhatsAppContent;
    }
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly html?: string;
      /** Stored instead of subject and text, and rendered as HTML when it is sent. */
      readonly letter?: SignedLetter;
      readonly attachment?: NonNullable<MessageBody['attachment']>;
    }
);

/**
 * Puts a message into the outbox, in the transaction that causes it; the worker sends it.
 * @param isProved false for a code to an unverified number, which has a separate budget
 */
export async function enqueueMessage(
  tx: Tx,
  { clock, config, vault, jobs }: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  country: CountryCode,
  message: OutgoingMessage,
  { isProved }: { readonly isProved: boolean } = { isProved: true },
): Promise<void> {
  if (message.channel === 'sms') {
    const caps = smsCaps(config, country, isProved);
    for (const cap of caps) await overLimit(tx, cap, clock.now());
  }
  await enqueueMessages(tx, { clock, config, vault, jobs }, country, [message]);
}

/**
 * Puts many messages into the outbox in one statement. They do not count against a country's SMS cap, which
 * stops floods caused by strangers, not messages of ours.
 */
export async function enqueueMessages(
  tx: Tx,
  { clock, config, vault, jobs }: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  country: CountryCode,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await write(tx, messagesInsert({ clock, config, vault }, country, messages).compile(tx));
  jobs.wake(tx, messageQueue);
}

/** Letter as sent, signed with the lender's line. */
export function signLetter(
  { lenders }: Pick<Dependencies['config'], 'lenders'>,
  country: CountryCode,
  letter: SignedLetter,
): SignedLetter {
  return { ...letter, lender: lenderNotice(packOf(country), letter.brand, lenders[country]) };
}

/**
 * Insert of messages, to be combined with other writes in one statement; the caller wakes {@link
 * messageQueue}.
 */
export function messagesInsert(
  { clock, config, vault }: Pick<Dependencies, 'clock' | 'config' | 'vault'>,
  country: CountryCode,
  messages: readonly OutgoingMessage[],
): RawBuilder<unknown> {
  const rows = messages.map(({ channel, to, isUrgent = false, customerId, until, ...body }) => {
    const end = until === undefined ? {} : { until: until.toISOString() };
    const attached = 'attachment' in body && body.attachment ? { attachment: body.attachment } : {};
    const words =
      'letter' in body && body.letter
        ? { letter: signLetter(config, country, body.letter), ...attached }
        : body;
    const kept = { ...words, ...end };
    const sealed = sealBody(vault, kept);
    const whatsapp = 'whatsapp' in body && body.whatsapp ? 'wanted' : '';
    const owner = customerId === undefined ? ownerOf(country, channel, to) : sql`${customerId}::bigint`;
    return sql`(${country}, ${channel}, ${to}, ${isUrgent}, ${sealed}, ${clock.now()}, ${whatsapp}, ${owner})`;
  });
  return sql`
    insert into message (country, channel, recipient, is_urgent, body, created_at, whatsapp, customer_id)
    values ${sql.join(rows)}`;
}

/** Customer with this contact; if several share a phone, the one that logs in with it. */
function ownerOf(country: CountryCode, channel: OutgoingMessage['channel'], to: string): RawBuilder<unknown> {
  if (channel === 'email')
    return sql`(select id from customer where country = ${country} and lower(email) = ${to.toLowerCase()})`;
  const prefix = ENTRIES[country].phone.e164Prefix;
  const national = to.startsWith(prefix) ? to.slice(prefix.length) : to;
  return sql`(select id from customer where country = ${country} and cellphone = ${national} and disabled_at is null
    order by phone_proved_at is not null desc, id desc limit 1)`;
}

const daySeconds = 24 * 60 * 60;

/**
 * Daily caps on a country's SMS, because a flood costs money even if no person's limit is exceeded. Codes to
 * unverified numbers get only a share, so that strangers cannot use up the links and codes of known
 * customers.
 */
function smsCaps(config: Dependencies['config'], country: CountryCode, isProved: boolean): readonly Limit[] {
  const { LIMIT_SMS_COUNTRY_DAY: max, LIMIT_SMS_UNPROVED_PERCENT: percent } = config;
  const all = { key: `sms-country:${country}`, max, windowSeconds: daySeconds };
  if (isProved) return [all];
  return [{ ...all, key: `sms-unproved:${country}`, max: Math.ceil((max * percent) / 100) }, all];
}

/**
 * Checks the caps before an SMS is promised.
 * @param isProved false for a code to an unverified number
 * @returns seconds to wait if a cap of the country's day is reached, otherwise undefined
 */
export async function smsCapWait(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  country: CountryCode,
  { isProved }: { readonly isProved: boolean } = { isProved: true },
): Promise<number | undefined> {
  for (const cap of smsCaps(config, country, isProved)) {
    const count = await smsCount(db, cap.key);
    if (!count || count.hits < cap.max) continue;
    const left = count.window_started_at.getTime() + daySeconds * 1000 - clock.now().getTime();
    if (left > 0) return Math.ceil(left / 1000);
  }
  return undefined;
}

/** Message in the sandbox's inbox. */
export interface InboxMessage {
  readonly id: string;
  readonly channel: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

const inboxLimit = 200;
const fewestPhoneDigits = 8;

/**
 * Inbox of the sandbox (docs/product/providers.md#sandbox), newest first, at most 200; a message appears as
 * soon as it is in the outbox.
 * @param to e-mail address in any case, or at least the last eight digits of a phone number
 */
export async function listMessages(
  { db, vault }: Pick<Dependencies, 'db' | 'vault'>,
  to?: string,
): Promise<InboxMessage[]> {
  const recipient = recipientOf(to);
  if (recipient === 'nobody') return [];
  const rows = await newestMessages(db, recipient, inboxLimit);
  return rows.map((row) => {
    const body = row.body ? openBody(vault, row.body) : undefined;
    return {
      id: String(row.id),
      channel: row.whatsapp === 'wanted' || row.whatsapp === 'sent' ? 'whatsapp' : row.channel,
      to: row.recipient,
      subject: body?.subject ?? '',
      text: body?.text ?? '',
      at: row.created_at.toISOString(),
    };
  });
}

function recipientOf(to: string | undefined) {
  const given = to?.trim() ?? '';
  if (given === '') return undefined;
  if (given.includes('@')) return { email: given.toLowerCase() };
  const lastDigits = given.replaceAll(/\D/g, '');
  return lastDigits.length < fewestPhoneDigits ? 'nobody' : { lastDigits };
}
