import type { CountryCode } from '../../countries/country-pack.ts';
import type { SmsMessage } from '../../countries/messages/messages.ts';
import {
  WHATSAPP_TEMPLATES,
  type WhatsAppContent,
  type WhatsAppKind,
} from '../../countries/messages/whatsapp-templates.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WhatsAppNotification, WhatsAppReport } from '../integrations/whatsapp/port.ts';
import { transaction } from '../platform/database.ts';
import {
  fallBack,
  giveBack,
  markArrived,
  markDoubled,
  markTaken,
  markUnderWay,
  takeForWhatsApp,
} from './whatsapp-rows.ts';
import { keptOf } from './body.ts';
import { messageById } from './queries.ts';

export const messageQueue = 'send-message';

/** Grace period for delivery reports, seconds. */
const reportSeconds = 15;
/** Attempts of a non-urgent message while WhatsApp accepts none. */
const mostOffers = 3;

/** Delay from submission to WhatsApp to the SMS fallback, seconds, unless the message is delivered. */
export function whatsappWaitSeconds(kind: WhatsAppKind): number {
  return WHATSAPP_TEMPLATES[kind].ttlSeconds + reportSeconds;
}

export function goesByWhatsApp(
  { whatsapp }: Pick<Dependencies['config'], 'whatsapp'>,
  country: CountryCode,
  kind: WhatsAppKind,
): boolean {
  return whatsapp.get(country)?.has(kind) === true;
}

/** Chooses the channel of a short message. @param hasAgreed the person has agreed to WhatsApp */
export function shortMessage(
  config: Pick<Dependencies['config'], 'whatsapp'>,
  country: CountryCode,
  { text, template }: SmsMessage,
  hasAgreed: boolean,
): { readonly text: string; readonly whatsapp?: WhatsAppContent } {
  return hasAgreed && goesByWhatsApp(config, country, template.kind)
    ? { text, whatsapp: template }
    : { text };
}

type Row = NonNullable<Awaited<ReturnType<typeof messageById>>>;

/**
 * Submits a message to WhatsApp, or reads its delivery state.
 * @returns false if this run must send an SMS
 * @throws if it is to be retried later
 */
export async function isLeftToWhatsApp(
  { db, log, ports }: Pick<Dependencies, 'db' | 'log' | 'ports'>,
  row: Row,
  content: WhatsAppContent | undefined,
): Promise<boolean> {
  const { id } = row;
  // The time for delivery has passed.
  if (row.whatsapp === 'sent') return !(await fallBack(db, id, 'late', 'run'));
  if (row.whatsapp !== 'wanted' || content === undefined) return false;
  if (!(await takeForWhatsApp(db, id, whatsappWaitSeconds(content.kind)))) return true;
  const language = SERVER_ENTRIES[row.country].whatsappLanguage;
  const given = await ports.whatsapp.send({ to: row.recipient, language, content, messageId: id });
  switch (given.outcome) {
    case 'taken':
      await markTaken(db, id, given.providerId);
      return true;
    case 'unknown':
      log.warn({ row: id }, 'WhatsApp did not confirm whether it accepted a message');
      return true;
    case 'refused':
      if (given.isOurFault)
        log.error({ row: id, code: given.code, kind: content.kind }, 'WhatsApp refuses messages of a kind');
      return !(await fallBack(db, id, given.code, 'run'));
    case 'later':
      if (row.is_urgent || row.tries >= mostOffers) return !(await fallBack(db, id, given.code, 'run'));
      await giveBack(db, id);
      throw new Error(`WhatsApp accepts no messages now: ${given.code}`);
  }
}

/**
 * Processes delivery reports of WhatsApp, in any order and any number of times.
 * @returns false without a valid signature
 */
export async function takeWhatsAppNotification(
  deps: Dependencies,
  notification: WhatsAppNotification,
): Promise<boolean> {
  const reports = deps.ports.whatsapp.reportsOf(notification);
  if (reports === undefined) return false;
  for (const report of reports) await takeReport(deps, report);
  return true;
}

async function takeReport(
  { db, clock, config, vault, jobs, log }: Dependencies,
  { messageId: id, delivery, code, providerId }: WhatsAppReport,
): Promise<void> {
  const at = clock.now();
  switch (delivery) {
    case undefined:
      return;
    case 'sent':
      return markUnderWay(db, id, providerId, at);
    case 'failed':
      return transaction(db, async (tx) => {
        if (await fallBack(tx, id, code, 'queue')) jobs.wake(tx, messageQueue);
      });
    case 'delivered':
    case 'read': {
      const row = await messageById(db, id);
      const kept = row && keptOf({ config, vault }, row);
      const isKnown = await markArrived(db, { id, delivery, providerId, at, kept });
      if (!isKnown && (await markDoubled(db, id)))
        log.warn({ row: id }, 'a message arrived by WhatsApp after its SMS was sent');
    }
  }
}
