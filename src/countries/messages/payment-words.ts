import type { PaymentFacts, PaymentNews, Words } from './payment-facts.ts';
import { MEMBERSHIP_WORDS } from './membership-payment-words.ts';

/** Scope of a reversal: the whole payment, or the rest after a partial reversal. */
const takenBack = (what: string, { paid, whole }: PaymentFacts): string =>
  whole === undefined ? `${what} de ${paid}` : `el resto de ${what} de ${whole} (${paid})`;

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
    told: (facts) =>
      `${facts.method} nos avisó que ${takenBack('tu pago', facts)} fue devuelto o desconocido. Ya no cuenta para tu préstamo.`,
    // The credit had paid nothing yet.
    next: 'Lo que habías pagado con él puede volver a estar pendiente: fijate en tu estado de cuenta. Si no lo pediste vos, escribinos cuanto antes.',
  },
  refunded: {
    subject: 'Te devolvieron una parte de un pago',
    told: ({ paid, asked, whole = asked, method }) =>
      `${method} nos avisó que te devolvieron ${paid} de tu pago de ${whole}. Esa parte ya no cuenta para tu préstamo.`,
    next: 'Lo que habías pagado con ella puede volver a estar pendiente: fijate en tu estado de cuenta. Si no la pediste vos, escribinos.',
  },
  rejected: {
    subject: 'Tu pago no se pudo realizar',
    told: ({ asked, method }) => `Tu pago de ${asked} por ${method} fue rechazado y no se acreditó nada.`,
    next: 'Las cuotas siguen pendientes. Podés elegirlas de nuevo y pagar con otro medio.',
  },
};

const SEE_PLAN = 'En tu estado de cuenta ves cómo quedan tus cuotas.';

/** Texts for a prepayment, called 'adelanto' on every screen. */
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
    told: (facts) =>
      `${facts.method} nos avisó que ${takenBack('tu adelanto', facts)} fue devuelto o desconocido. Ya no cuenta: tus cuotas vuelven a ser las de antes.`,
    next: `${SEE_PLAN} Si no lo pediste vos, escribinos cuanto antes.`,
  },
  refunded: {
    subject: 'Te devolvieron una parte de un adelanto',
    told: ({ paid, asked, whole = asked, method }) =>
      `${method} nos avisó que te devolvieron ${paid} de tu adelanto de ${whole}. Esa parte ya no cuenta para tu préstamo.`,
    next: `${SEE_PLAN} Si no la pediste vos, escribinos.`,
  },
  rejected: {
    subject: 'Tu adelanto no se pudo realizar',
    told: ({ asked, method }) => `Tu adelanto de ${asked} por ${method} fue rechazado y no se acreditó nada.`,
    next: 'Tus cuotas no cambian. Podés adelantar de nuevo con otro medio.',
  },
};

const SEE_LOAN = 'En tu estado de cuenta ves cómo quedó tu préstamo.';

/** Texts specific to a return after a withdrawal: it pays no instalment, and none is due. */
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
    told: ({ paid, whole, method }) =>
      whole === undefined
        ? `${method} nos avisó que tu devolución de ${paid} fue anulada o desconocida. Ya no cuenta.`
        : `${method} nos avisó que el resto de tu devolución de ${whole} (${paid}) fue anulado o desconocido. Ya no cuenta.`,
    next: `${SEE_LOAN} Si no lo pediste vos, escribinos cuanto antes.`,
  },
  refunded: {
    subject: 'Anularon una parte de tu devolución',
    told: ({ paid, asked, whole = asked, method }) =>
      `${method} nos avisó que te reintegraron ${paid} de los ${whole} que habías devuelto. Esa parte ya no cuenta.`,
    next: `${SEE_LOAN} Si no la pediste vos, escribinos.`,
  },
  rejected: {
    subject: 'Tu devolución no se pudo realizar',
    told: ({ asked, method }) =>
      `Tu devolución de ${asked} por ${method} fue rechazada y no se acreditó nada.`,
    next: 'Elegí otro medio desde tu estado de cuenta, dentro del plazo para devolver el dinero.',
  },
};

/**
 * Payment to a loan that must be returned: it counts towards the return, even if requested for another
 * purpose.
 */
const TOWARDS_RETURN: Words = {
  subject: 'Recibimos tu pago',
  told: ({ paid, method }) => `Recibimos ${paid} por ${method} y ya los acreditamos.`,
  next: '',
};

/** True if it pays instalments of a loan that must be returned. */
export const isTowardsReturn = ({ meant, rest }: PaymentFacts): boolean =>
  meant !== 'return' && meant !== 'membership' && rest?.kind === 'return';

export function wordsOf(facts: PaymentFacts): Words {
  const { meant, news } = facts;
  if (isTowardsReturn(facts)) return TOWARDS_RETURN;
  if (meant === 'advance') return ADVANCE[news];
  if (meant === 'membership') return MEMBERSHIP_WORDS[news] ?? WORDS[news];
  return (meant === 'return' ? RETURN[news] : undefined) ?? WORDS[news];
}
