import { letterText, type SignedLetter } from '../../countries/messages/letter.ts';
import type { WhatsAppContent } from '../../countries/messages/whatsapp-templates.ts';
import type { Dependencies } from '../dependencies.ts';
import type { EncryptedRows } from '../platform/encrypted-rows.ts';
import type { Vault } from '../platform/secrets.ts';
import { letterHtml } from './letter-html.ts';

const messagePurpose = 'message';

/** Contents of messages, which are stored for years. */
export const encryptedMessages: EncryptedRows = {
  table: 'message',
  key: 'id',
  column: 'body',
  purpose: messagePurpose,
};

export interface MessageBody {
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  readonly whatsapp?: WhatsAppContent;
  /** ISO 8601; the message is not sent later. */
  readonly until?: string;
  /** Stored document attached to the e-mail. */
  readonly attachment?: Attachment;
}

interface Attachment {
  readonly storageKey: string;
  readonly name: string;
}

/** Stored form. A letter replaces its own text and HTML, which are rendered when it is sent. */
type KeptBody = MessageBody | (Pick<MessageBody, 'until' | 'attachment'> & { readonly letter: SignedLetter });

export function sealBody(vault: Vault, body: KeptBody): Buffer {
  return vault.encrypt(messagePurpose, JSON.stringify(body));
}

export function openBody(vault: Vault, body: Buffer): MessageBody {
  const kept = JSON.parse(vault.decrypt(messagePurpose, body)) as KeptBody;
  if (!('letter' in kept)) return kept;
  const { letter, ...more } = kept;
  return { subject: letter.subject, text: letterText(letter), html: letterHtml(letter), ...more };
}

interface Traits {
  /** True for urgent messages, which have their codes removed too. */
  readonly isUrgent: boolean;
}

/**
 * Part of a sent message that stays stored (docs/product/messages.md#outbox): its text without secrets.
 * Addresses are cut to their site.
 */
export function withoutSecrets({ subject, text }: MessageBody, { isUrgent }: Traits): MessageBody {
  const cut = (words: string) => {
    const plain = words.replaceAll(/(https?:\/\/[^/\s]+)\/\S*/g, '$1/…');
    return isUrgent ? plain.replaceAll(/\b\d{4,8}\b/g, '••••') : plain;
  };
  return { ...(subject === undefined ? {} : { subject: cut(subject) }), text: cut(text) };
}

/** Content of an outbox message for display to the staff. */
export function readableText(vault: Vault, body: Buffer, traits: Traits): MessageBody {
  return withoutSecrets(openBody(vault, body), traits);
}

/**
 * Body to store after sending: undefined keeps all of it, because the sandbox's inbox reads this table; null
 * stores none, because the staff must not see a stranger's message.
 */
export function keptOf(
  { config, vault }: Pick<Dependencies, 'config' | 'vault'>,
  row: { readonly body: Buffer | null; readonly customer_id: number | null; readonly is_urgent: boolean },
): Buffer | null | undefined {
  if (config.SANDBOX) return undefined;
  if (row.customer_id === null || row.body === null) return null;
  return sealBody(vault, readableText(vault, row.body, { isUrgent: row.is_urgent }));
}
