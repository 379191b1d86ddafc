import { creditSentences } from './credit-messages.ts';
import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';
import type { PaymentFacts, PaymentNews } from './payment-facts.ts';
import { isTowardsReturn, wordsOf } from './payment-words.ts';
import { restSentence, restShort } from './rest-messages.ts';
import { whatsappContent } from './whatsapp-templates.ts';

export type { PaymentFacts, PaymentNews } from './payment-facts.ts';

const finished = (what: string) =>
  `Con este ${what} terminaste tu préstamo: no debés nada. Ya podés pedir tu libre deuda.`;

function wordOf({ meant }: PaymentFacts): string {
  return meant === 'advance' ? 'adelanto' : 'pago';
}

/** Notifies of a payment's outcome. */
export function paymentEmail(sender: Sender, facts: PaymentFacts): EmailMessage {
  const { subject, told, next } = wordsOf(facts);
  const { credit, isFinished, rest } = facts;
  const what = wordOf(facts);
  const more = rest === undefined ? next : restSentence(rest);
  return email(sender, {
    subject,
    greeting: `Hola ${facts.firstName}:`,
    paragraphs: [
      told(facts),
      ...(credit && !isTowardsReturn(facts) ? creditSentences(credit) : []),
      ...(more === '' ? [] : [more]),
      ...(isFinished ? [finished(what)] : []),
    ],
    action: { label: `Ver mi ${what}`, url: facts.url },
  });
}

const SMS: Readonly<Record<Exclude<PaymentNews, 'rejected'>, (facts: PaymentFacts, what: string) => string>> =
  {
    exact: ({ paid }, what) => `recibimos tu ${what} de ${paid}. ¡Gracias!`,
    partial: ({ paid, asked }, what) =>
      `recibimos ${paid} de los ${asked} de tu ${what}. El resto sigue pendiente.`,
    excess: ({ paid }, what) => `recibimos tu ${what} de ${paid}, y te sobra saldo a favor. Lee tu mail.`,
    late: ({ paid }, what) => `recibimos tu ${what} de ${paid} fuera de término y lo acreditamos igual.`,
    closed: ({ paid }, what) => `recibimos tu ${what} de ${paid} y lo acreditamos. Lee tu mail.`,
    double: ({ paid }) => `recibimos ${paid} por algo que ya estaba pago. Te queda a favor: lee tu mail.`,
    unmatched: ({ paid }, what) => `recibimos tu ${what} de ${paid} y lo estamos revisando. Te escribimos.`,
    refunded: ({ paid }, what) =>
      `te devolvieron ${paid} de un ${what} tuyo: esa parte ya no cuenta. Lee tu mail.`,
    reversed: ({ paid, whole }, what) =>
      `${whole === undefined ? `tu ${what} de ${paid}` : `el resto de tu ${what} (${paid})`} fue devuelto. Si no lo pediste, escribinos. Lee tu mail.`,
  };

/** A prepayment never remains pending; it becomes credit only if nothing is left to pay. */
const ADVANCE_SMS: Partial<typeof SMS> = {
  partial: ({ paid, asked }) => `recibimos ${paid} de los ${asked} de tu adelanto y los acreditamos.`,
  excess: ({ paid }) => `recibimos tu adelanto de ${paid}, mayor que el elegido. Lee tu mail.`,
  double: ({ paid }) => `recibimos ${paid} por un adelanto que ya estaba hecho. Lee tu mail.`,
};

/** SMS with the same content; undefined for events that the payment screen shows. */
export function paymentSms({ brand }: Sender, facts: PaymentFacts): SmsMessage | undefined {
  if (facts.news === 'rejected') return undefined;
  const { news, meant } = facts;
  if (isTowardsReturn(facts)) {
    return smsOf(brand, `recibimos ${facts.paid}.${restShort(facts.rest)} Lee tu mail.`, facts.url);
  }
  const said = (meant === 'advance' ? ADVANCE_SMS[news] : undefined) ?? SMS[news];
  const what = said(facts, wordOf(facts)) + restShort(facts.rest);
  return smsOf(brand, what, facts.url);
}

function smsOf(brand: string, what: string, url: string): SmsMessage {
  // Restores accents for WhatsApp; in an SMS they would cost a second message.
  const accented = what.replaceAll('Lee tu', 'Leé tu').replaceAll('lee tu', 'leé tu');
  return { text: `${brand}: ${what}`, template: whatsappContent('payment', [accented], url) };
}
