import { ACTION_NAMES } from './texts.ts';

/** Subjects of audited calls, by the first word of their path, in the order of the navigation. */
const SUBJECTS: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['Aprobaciones', ['approvals']],
  ['Clientes', ['customers', 'search', 'files']],
  ['Tickets', ['tickets']],
  ['Solicitudes', ['requests']],
  ['Identidad', ['identity']],
  ['Excepciones', ['exceptions']],
  ['Cobranzas', ['collections', 'collection', 'promises']],
  ['Préstamos', ['loans']],
  ['Bloqueos y coincidencias', ['holds', 'screening']],
  ['Dinero que entra', ['money']],
  ['Envíos', ['pay-outs']],
  ['Facturas', ['invoices']],
  ['Operación', ['operation']],
  ['Cierre y deudores', ['closes', 'debtors']],
  ['Precios y reglas de crédito', ['price-lists', 'price-drafts', 'decision-rules', 'decision-drafts']],
  [
    'Configuración y valores',
    ['settings', 'money-settings', 'guarded-settings', 'dated-values', 'confirmed-data', 'holidays'],
  ],
  ['Integraciones', ['integrations']],
  ['Equipo y accesos', ['people', 'passkeys', 'enrolment', 'sign-in', 'sign-out', 'step-up']],
  ['Listas, tablero y registro', ['lists', 'views', 'figures', 'audit']],
];

/** Subject of an audited call; undefined for a call of no subject. */
function subjectOf(action: string): string | undefined {
  const words = action.split('/').slice(3);
  // A customer's case in Cobranzas has its word after the customer.
  const word = words.find((each) => each === 'collection' || each === 'promises') ?? words[0];
  return SUBJECTS.find(([, own]) => own.includes(word ?? ''))?.[0];
}

/** Labels of audited calls by subject, each sorted by label. */
export const ACTION_GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  SUBJECTS.map(([subject]) => [
    subject,
    Object.fromEntries(
      Object.entries(ACTION_NAMES)
        .filter(([action]) => subjectOf(action) === subject)
        .toSorted(([, a], [, b]) => a.localeCompare(b, 'es')),
    ),
  ]),
);
