import type { PaymentFacts, PaymentNews, Words } from './payment-facts.ts';

const takenBack = ({ paid, whole }: PaymentFacts): string =>
  whole === undefined ? `tu pago de ${paid}` : `el resto de tu pago de ${whole} (${paid})`;

const SEE_MEMBERSHIP = 'En tu membresía ves si falta algo.';

/** Texts specific to payments of the membership's price, which is not part of the loan. */
export const MEMBERSHIP_WORDS: Readonly<Partial<Record<PaymentNews, Words>>> = {
  exact: {
    subject: 'Recibimos el pago de tu membresía',
    told: ({ paid, method }) => `Recibimos ${paid} por ${method} y pagamos con eso tu membresía. ¡Gracias!`,
    next: 'Guardá este mail como comprobante.',
  },
  partial: {
    subject: 'Recibimos una parte de tu membresía',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method} de los ${asked} de tu membresía, y ya los acreditamos.`,
    next: 'Podés pagar lo que falta desde tu membresía.',
  },
  excess: {
    subject: 'Recibimos el pago de tu membresía, y pagaste de más',
    told: ({ paid, asked, method }) =>
      `Recibimos ${paid} por ${method}, más que los ${asked} de tu membresía.`,
    next: '',
  },
  late: {
    subject: 'Recibimos el pago de tu membresía fuera de término',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method} después del vencimiento del comprobante. Los acreditamos igual.`,
    next: SEE_MEMBERSHIP,
  },
  closed: {
    subject: 'Recibimos el pago de tu membresía',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method} con un comprobante que ya no estaba vigente. Los acreditamos igual.`,
    next: SEE_MEMBERSHIP,
  },
  double: {
    subject: 'Recibimos el pago de tu membresía dos veces',
    told: ({ paid, method }) =>
      `Recibimos ${paid} por ${method}, pero tu membresía ya estaba paga. No se perdió nada.`,
    next: '',
  },
  reversed: {
    subject: 'El pago de tu membresía fue devuelto',
    told: (facts) =>
      `${facts.method} nos avisó que ${takenBack(facts)} fue devuelto o desconocido. Ya no cuenta.`,
    next: 'Si no lo pediste vos, escribinos cuanto antes.',
  },
  refunded: {
    subject: 'Te devolvieron una parte del pago de tu membresía',
    told: ({ paid, asked, whole = asked, method }) =>
      `${method} nos avisó que te devolvieron ${paid} de tu pago de ${whole}. Esa parte ya no cuenta.`,
    next: 'Si no la pediste vos, escribinos.',
  },
  rejected: {
    subject: 'El pago de tu membresía no se pudo realizar',
    told: ({ asked, method }) => `Tu pago de ${asked} por ${method} fue rechazado y no se acreditó nada.`,
    next: 'Podés pagar con otro medio desde tu membresía.',
  },
};
