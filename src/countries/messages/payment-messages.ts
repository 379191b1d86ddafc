import { creditSentences, type CreditFacts } from './credit-messages.ts';
import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';
import { whatsappContent } from './whatsapp-templates.ts';

/** What became of money for a payment (docs/decisions/0021, 0049), or that none came. */
export type PaymentNews =
  | 'exact'
  | 'partial'
  | 'excess'
  | 'late'
  | 'closed'
  | 'double'
  | 'unmatched'
  | 'reversed'
  | 'refunded'
  | 'rejected';

/** What a payment's messages say of it; amounts are formatted by the caller. */
export interface PaymentFacts {
  readonly firstName: string;
  readonly news: PaymentNews;
  /** Paid ahead, or the money of a withdrawal that is given back; absent for instalments and closing. */
  readonly meant?: 'advance' | 'return' | undefined;
  /** Name of the network, bank or wallet. */
  readonly method: string;
  /** What came, or was taken back. */
  readonly paid: string;
  /** What the payment was for. */
  readonly asked: string;
  /** What became of what was not needed; absent when all was. */
  readonly credit?: CreditFacts | undefined;
  /** Nothing is owed on the loan any more. */
  readonly isFinished: boolean;
  /** The payment's own page. */
  readonly url: string;
}

interface Words {
  readonly subject: string;
  /** What came and what happened to it. */
  readonly told: (facts: PaymentFacts) => string;
  /** What to do, or that nothing has to be done; '' where what became of the money says it. */
  readonly next: string;
}

const SEE_ACCOUNT = 'En tu estado de cuenta ves qué cuotas quedaron pagas y si falta algo.';

const WORDS: Readonly<Record<PaymentNews, Words>> = {
  exact: {
    subject: 'Recibimos tu pago',
    told: ({ paid, method }) => `Recibimos tu pago de ${paid} por ${method} y ya lo acreditamos. ¡Gracias!`,
    next: 'Guardá este mail como comprobante.',
  },
  partial: {
    subject: 'Recibimos una parte de tu pago',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method} de los ${asked} que ibas a pagar, y ya los acreditamos.`,
    next: 'Lo que falta sigue pendiente y puede sumar intereses: pagalo desde tu estado de cuenta.',
  },
  excess: {
    subject: 'Recibimos tu pago, y pagaste de más',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method}, más que los ${asked} que tenías que pagar. Tus cuotas quedaron pagas.`,
    next: '',
  },
  late: {
    subject: 'Recibimos tu pago fuera de término',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method} después del vencimiento del comprobante. Los acreditamos igual, con la fecha en que pagaste.`,
    next: SEE_ACCOUNT,
  },
  closed: {
    subject: 'Recibimos tu pago',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method} con un comprobante que ya no estaba vigente. Los acreditamos igual, con la fecha en que pagaste.`,
    next: SEE_ACCOUNT,
  },
  double: {
    subject: 'Recibimos tu pago dos veces',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method}, pero lo que ibas a pagar ya estaba pago. No se perdió nada.`,
    next: '',
  },
  unmatched: {
    subject: 'Recibimos tu pago y lo estamos revisando',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method}, pero no pudimos aplicarlos a tu préstamo. El dinero está registrado y no se pierde.`,
    next: 'Lo revisa una persona y te escribimos. No hace falta que hagas nada.',
  },
  reversed: {
    subject: 'Uno de tus pagos fue devuelto',
    told: ({ paid, method }) =>
      `${method} nos avisó que tu pago de ${paid} fue devuelto o desconocido. Ya no cuenta para tu préstamo.`,
    // Money in favour had paid nothing yet.
    next: 'Lo que habías pagado con él puede volver a estar pendiente: fijate en tu estado de cuenta. Si no lo pediste vos, escribinos cuanto antes.',
  },
  refunded: {
    subject: 'Te devolvieron una parte de un pago',
    told: ({ paid, asked, method }) =>
      `${method} nos avisó que te devolvieron ${paid} de tu pago de ${asked}. Esa parte ya no cuenta para tu préstamo.`,
    next: 'Lo que habías pagado con ella puede volver a estar pendiente: fijate en tu estado de cuenta. Si no la pediste vos, escribinos.',
  },
  rejected: {
    subject: 'Tu pago no se pudo realizar',
    told: ({ asked, method }) => `Tu pago de ${asked} por ${method} fue rechazado y no se acreditó nada.`,
    next: 'Las cuotas siguen pendientes. Podés elegirlas de nuevo y pagar con otro medio.',
  },
};

const SEE_PLAN = 'En tu estado de cuenta ves cómo quedan tus cuotas.';

/** The same of money paid ahead, which every screen calls an advance. */
const ADVANCE: Readonly<Record<PaymentNews, Words>> = {
  exact: {
    subject: 'Recibimos tu adelanto',
    told: ({ paid, method }) =>
      `Recibimos tu adelanto de ${paid} por ${method} y ya lo acreditamos. ¡Gracias!`,
    next: `${SEE_PLAN} Guardá este mail como comprobante.`,
  },
  partial: {
    subject: 'Recibimos una parte de tu adelanto',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method} de los ${asked} que ibas a adelantar, y ya los acreditamos.`,
    next: `Si querés, adelantá lo que falta. ${SEE_PLAN}`,
  },
  excess: {
    subject: 'Recibimos tu adelanto, más de lo que elegiste',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method}, más que los ${asked} que ibas a adelantar, y ya los acreditamos.`,
    next: SEE_PLAN,
  },
  late: {
    subject: 'Recibimos tu adelanto fuera de término',
    told: ({ paid, method }) =>
      `Recibimos tu adelanto de ${paid} por ${method} después del vencimiento del comprobante. Lo acreditamos igual, con la fecha en que pagaste.`,
    next: SEE_PLAN,
  },
  closed: {
    subject: 'Recibimos tu adelanto',
    told: ({ paid, method }) =>
      `Recibimos tu adelanto de ${paid} por ${method} con un comprobante que ya no estaba vigente. Lo acreditamos igual, con la fecha en que pagaste.`,
    next: SEE_PLAN,
  },
  double: {
    subject: 'Recibimos tu adelanto dos veces',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method} por un adelanto que ya habías pagado. No se perdió nada.`,
    next: SEE_PLAN,
  },
  unmatched: {
    subject: 'Recibimos tu adelanto y lo estamos revisando',
    told: WORDS.unmatched.told,
    next: WORDS.unmatched.next,
  },
  reversed: {
    subject: 'Uno de tus adelantos fue devuelto',
    told: ({ paid, method }) =>
      `${method} nos avisó que tu adelanto de ${paid} fue devuelto o desconocido. Ya no cuenta: tus cuotas vuelven a ser las de antes.`,
    next: `${SEE_PLAN} Si no lo pediste vos, escribinos cuanto antes.`,
  },
  refunded: {
    subject: 'Te devolvieron una parte de un adelanto',
    told: ({ paid, asked, method }) =>
      `${method} nos avisó que te devolvieron ${paid} de tu adelanto de ${asked}. Esa parte ya no cuenta para tu préstamo.`,
    next: `${SEE_PLAN} Si no la pediste vos, escribinos.`,
  },
  rejected: {
    subject: 'Tu adelanto no se pudo realizar',
    told: ({ asked, method }) => `Tu adelanto de ${asked} por ${method} fue rechazado y no se acreditó nada.`,
    next: 'Tus cuotas no cambian. Podés adelantar de nuevo con otro medio.',
  },
};

const SEE_LOAN = 'En tu estado de cuenta ves cómo quedó tu préstamo.';

/** What is different when the money of a withdrawal is given back: no instalment is paid, and none has to be. */
const RETURN: Readonly<Partial<Record<PaymentNews, Words>>> = {
  exact: {
    subject: 'Recibimos tu devolución',
    told: ({ paid, method }) =>
      `Recibimos tu devolución de ${paid} por ${method} y ya la acreditamos. ¡Gracias!`,
    next: 'Guardá este mail como comprobante.',
  },
  partial: {
    subject: 'Recibimos una parte de tu devolución',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method} de los ${asked} que tenés que devolver, y ya los acreditamos.`,
    next: 'Devolvé lo que falta desde tu estado de cuenta, dentro del plazo.',
  },
  excess: {
    subject: 'Recibimos tu devolución, y devolviste de más',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method}, más que los ${asked} que tenías que devolver.`,
    next: '',
  },
  late: { ...WORDS.late, subject: 'Recibimos tu devolución fuera de término', next: SEE_LOAN },
  closed: { ...WORDS.closed, subject: 'Recibimos tu devolución', next: SEE_LOAN },
  double: {
    subject: 'Recibimos tu devolución dos veces',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method}, pero ya habías devuelto lo que tenías que devolver. No se perdió nada.`,
    next: '',
  },
  reversed: {
    subject: 'Tu devolución fue anulada',
    told: ({ paid, method }) =>
      `${method} nos avisó que tu devolución de ${paid} fue anulada o desconocida. Ya no cuenta.`,
    next: `${SEE_LOAN} Si no lo pediste vos, escribinos cuanto antes.`,
  },
  refunded: {
    subject: 'Anularon una parte de tu devolución',
    told: ({ paid, asked, method }) =>
      `${method} nos avisó que te reintegraron ${paid} de los ${asked} que habías devuelto. Esa parte ya no cuenta.`,
    next: `${SEE_LOAN} Si no la pediste vos, escribinos.`,
  },
  rejected: {
    subject: 'Tu devolución no se pudo realizar',
    told: ({ asked, method }) =>
      `Tu devolución de ${asked} por ${method} fue rechazada y no se acreditó nada.`,
    next: 'Elegí otro medio desde tu estado de cuenta, dentro del plazo para devolver el dinero.',
  },
};

function wordsOf({ meant, news }: PaymentFacts): Words {
  if (meant === 'advance') return ADVANCE[news];
  return (meant === 'return' ? RETURN[news] : undefined) ?? WORDS[news];
}

const finished = (what: string) =>
  `Con este ${what} terminaste tu préstamo: no debés nada. Ya podés pedir tu libre deuda.`;

function wordOf({ meant }: PaymentFacts): string {
  return meant === 'advance' ? 'adelanto' : 'pago';
}

/** Tells what happened to the money of a payment. */
export function paymentEmail(sender: Sender, facts: PaymentFacts): EmailMessage {
  const { subject, told, next } = wordsOf(facts);
  const { credit, isFinished } = facts;
  const what = wordOf(facts);
  return email(sender, {
    subject,
    greeting: `Hola ${facts.firstName}:`,
    paragraphs: [
      told(facts),
      ...(credit ? creditSentences(credit) : []),
      ...(next === '' ? [] : [next]),
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
    reversed: ({ paid }, what) =>
      `tu ${what} de ${paid} fue devuelto. Si no lo pediste, escribinos. Lee tu mail.`,
  };

/** Of an advance nothing is pending, and it is money in favour only where nothing is left to be paid. */
const ADVANCE_SMS: Partial<typeof SMS> = {
  partial: ({ paid, asked }) => `recibimos ${paid} de los ${asked} de tu adelanto y los acreditamos.`,
  excess: ({ paid }) => `recibimos tu adelanto de ${paid}, mayor que el elegido. Lee tu mail.`,
  double: ({ paid }) => `recibimos ${paid} por un adelanto que ya estaba hecho. Lee tu mail.`,
};

/** The same in an SMS; undefined for what the person sees on the screen at which they pay. */
export function paymentSms({ brand }: Sender, facts: PaymentFacts): SmsMessage | undefined {
  if (facts.news === 'rejected') return undefined;
  const { news, meant } = facts;
  const said = (meant === 'advance' ? ADVANCE_SMS[news] : undefined) ?? SMS[news];
  const what = said(facts, wordOf(facts));
  // Accents, which would make two of an SMS, cost nothing there.
  const accented = what.replaceAll('Lee tu', 'Leé tu').replaceAll('lee tu', 'leé tu');
  return { text: `${brand}: ${what}`, template: whatsappContent('payment', [accented], facts.url) };
}
