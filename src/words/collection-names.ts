import type { CASE_WAITS, CONTACT_RESULTS, HARDSHIP_REASONS } from '../contract/staff/collections.ts';
import type { ContactChannel, ContactRefusal } from '../domain/contact-gate.ts';

/** Labels of Cobranzas that the audit shows too. */
export const RESULT_NAMES: Readonly<Record<(typeof CONTACT_RESULTS)[number], string>> = {
  'no-answer': 'No atendió',
  'wrong-number': 'Número equivocado',
  spoke: 'Hablamos',
  promise: 'Promete pagar',
  hardship: 'No puede pagar ahora',
  dispute: 'Discute la deuda',
  'wants-no-calls': 'No quiere llamadas',
};

export const CASE_WAIT_NAMES: Readonly<Record<(typeof CASE_WAITS)[number], string>> = {
  'next-look': 'Se mira otro día',
  promise: 'Prometió pagar',
  hardship: 'Pidió días sin contacto',
  dispute: 'Discute la deuda',
  hold: 'Bloqueo',
};

export const CHANNEL_NAMES: Readonly<Record<ContactChannel, string>> = {
  call: 'Llamada',
  mail: 'Mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
};

/** Sentences for a refusal of the contact gate. */
export const REFUSAL_NAMES: Readonly<Record<ContactRefusal, string>> = {
  erased: 'sus datos fueron suprimidos o la cuenta está cerrada',
  withdrawal: 'está devolviendo el préstamo',
  hold: 'hay un bloqueo',
  dispute: 'discute la deuda y todavía no le respondimos',
  hardship: 'pidió días sin contacto',
  'channel-off': 'no quiere que la contactemos por acá, o el dato no sirve',
  promise: 'prometió pagar y el plazo no terminó',
  'agreement-kept': 'está al día con lo que acordó',
  'payment-under-way': 'ya tiene un pago en curso que cubre lo que debe',
  hours: 'fuera del horario permitido',
  day: 'hoy ya se la contactó',
  week: 'esta semana ya se la contactó las veces permitidas',
};

export const HARDSHIP_NAMES: Readonly<Record<(typeof HARDSHIP_REASONS)[number], string>> = {
  income: 'Bajó lo que gana',
  expense: 'Tuvo un gasto que no esperaba',
  other: 'Otro motivo',
};

export const COLLECTION_ACTIONS = {
  'POST /api/staff/collections/next': 'Caso de Cobranzas tomado',
  'GET /api/staff/customers/{id}/collection': 'Caso de Cobranzas visto',
  'POST /api/staff/customers/{id}/collection/release': 'Caso de Cobranzas dejado a otros',
  'POST /api/staff/customers/{id}/collection/plan': 'Caso de Cobranzas asignado o pospuesto',
  'POST /api/staff/customers/{id}/collection/call': 'Llamada de Cobranzas',
  'POST /api/staff/customers/{id}/collection/calls/{contact}/result': 'Resultado de una llamada',
  'POST /api/staff/customers/{id}/collection/link': 'Link de pago enviado por Cobranzas',
  'POST /api/staff/customers/{id}/promises/{promise}/extend': 'Promesa de pago extendida',
} as const;

/** Values of the facts below, for the audit. */
export const COLLECTION_VALUES: Readonly<Record<string, string>> = { ...REFUSAL_NAMES, ...RESULT_NAMES };

export const COLLECTION_FACTS = {
  result: 'Resultado',
  refused: 'No se permitió',
  next_look: 'Vuelve a la cola el',
  contact: 'Contacto n.º',
} as const;
