import type { OutputOf } from '../contract/contract.ts';
import type { DAY_JOBS, WORK_QUEUES } from '../contract/staff/operation.ts';

import type { CountryCode } from '../countries/countries.ts';
import { calendarDate, formatDate } from '../domain/calendar-date.ts';
import { wayName } from './names.ts';
import { valueName } from './facts.ts';
import { countryName } from './texts.ts';

export type Failed = OutputOf<'GET /api/staff/operation/failed'>['result'][number];
export type Run = OutputOf<'GET /api/staff/operation/days'>['result'][number];
export type Difference = OutputOf<'GET /api/staff/operation/differences'>['result'][number];

export const QUEUE_NAMES: Readonly<Record<(typeof WORK_QUEUES)[number], string>> = {
  'send-message': 'Mensaje',
  'wallet-notification': 'Aviso de pago de la billetera',
  'settlement-file': 'Rendición de una red',
  'settlement-preview': 'Prueba de una rendición',
  'card-registration': 'Devolución del primer pago de una tarjeta',
  'referral-reward': 'Premio por referido',
  'tell-withdrawal': 'Pedido de arrepentimiento o baja',
  'send-link': 'Link de ingreso',
  'claim-document': 'Pedido de un documento',
  'month-close': 'Cifras del cierre de un mes',
  'renew-offer': 'Oferta nueva',
  'check-document': 'Lectura de un documento',
  'settle-identity': 'Identidad por el código del documento',
  'hold-mismatch': 'Envíos con un código que dice otra cosa',
  'clean-up-image': 'Borrado de una foto',
  'clean-up-settlement': 'Borrado de una rendición',
  'clean-up-ticket-file': 'Borrado de un archivo de un ticket',
  daily: 'Trabajo del día',
};

export const JOB_NAMES: Readonly<Record<(typeof DAY_JOBS)[number], string>> = {
  'holds-ended': 'Bloqueos que llegan a su último día',
  screening: 'Lista pública y coincidencias',
  undelivered: 'Préstamos sin entregar que se cancelan',
  exceptions: 'Excepciones de crédito que vencen',
  credits: 'Saldo a favor que paga cuotas',
  'tax-points': 'IVA que vence',
  'credit-moves': 'Saldo a favor que pasa a otro préstamo',
  'debit-announcements': 'Avisos de débito',
  debits: 'Débitos',
  reminders: 'Recordatorios',
  'reminder-sms': 'Recordatorios por SMS',
  'withdrawal-reminders': 'Pedidos de arrepentimiento y baja sin confirmar',
  'withdrawal-returns': 'Arrepentimientos sin devolver',
  'referral-rewards': 'Premios por referidos que se suman',
  'membership-charges': 'Cobro de membresías',
  invoices: 'Facturas',
  reconciliation: 'Comparación con los proveedores',
  'ledger-check': 'Control del libro',
  'loan-check': 'Control de los préstamos',
  'seal-check': 'Control de los sellos',
  'table-months': 'Meses de las tablas',
  'portfolio-snapshot': 'Foto de la cartera',
  'collection-figures': 'Resultados de Cobranzas',
  'day-figures': 'Cifras del día',
  debtors: 'Deudores del cierre y archivo del BCRA',
};

/** A day on which no task ran. */
export function idleText(day: string, tasks: number): string {
  return `${formatDate(calendarDate(day))}: no corrió ninguna tarea (${tasks})`;
}

export const RUN_STATES: Readonly<
  Record<Run['state'], { readonly name: string; readonly tone: 'good' | 'late' | 'bad' | 'off' }>
> = {
  done: { name: 'Terminó', tone: 'good' },
  'under-way': { name: 'En curso', tone: 'off' },
  failed: { name: 'Falló', tone: 'bad' },
  late: { name: 'Demorada', tone: 'late' },
  missing: { name: 'No corrió', tone: 'bad' },
  'to-come': { name: 'Todavía no', tone: 'off' },
};

/** Words for a count of one, of several, and of none if that differs. */
type Counted = readonly [one: string, many: string, none?: string];

const FIGURE_NAMES: Readonly<Record<string, Counted>> = {
  transactions: ['asiento', 'asientos'],
  unbalanced: ['que no suma cero', 'que no suman cero', 'todos suman cero'],
  seals: ['sello', 'sellos'],
  rows: ['fila', 'filas'],
  broken: ['roto', 'rotos', 'ninguno roto'],
  documents: ['comprobante', 'comprobantes'],
  loans: ['préstamo', 'préstamos'],
  contradicting: ['que se contradice', 'que se contradicen', 'sin contradicciones'],
  entries: ['entrada nueva de la lista', 'entradas nuevas de la lista'],
  customers: ['persona', 'personas'],
  matches: ['coincidencia', 'coincidencias'],
  expired: ['vencida', 'vencidas'],
  charges: ['cobro', 'cobros'],
  instalments: ['cuota', 'cuotas'],
  notices: ['aviso', 'avisos'],
  requests: ['pedido', 'pedidos'],
  memberships: ['membresía sin efecto', 'membresías sin efecto'],
  late: ['en mora', 'en mora'],
  providers: ['proveedor', 'proveedores'],
  differences: ['diferencia nueva', 'diferencias nuevas'],
  figures: ['cifra', 'cifras'],
  holds: ['bloqueo', 'bloqueos'],
  rewards: ['premio', 'premios'],
  added: ['mes agregado', 'meses agregados'],
  removed: ['mes borrado', 'meses borrados'],
  rest: ['fila fuera de sus meses', 'filas fuera de sus meses'],
};

const whole = new Intl.NumberFormat('es-AR');
export const count = (value: number): string => whole.format(value);

/** Figure with its noun in the right number. */
function counted(value: number, [one, many, none]: Counted): string {
  if (value === 0 && none !== undefined) return none;
  return `${count(value)} ${value === 1 ? one : many}`;
}

const order = Object.keys(FIGURE_NAMES);

/** Result of a run as text; sorted here because the database does not preserve key order. */
export function didText(json: string): string {
  const did = JSON.parse(json) as Record<string, number>;
  return Object.entries(did)
    .filter(([name, value]) => !(name === 'broken' && value === 0 && did.unbalanced !== undefined))
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, value]) => counted(value, FIGURE_NAMES[name] ?? [name, name]))
    .join(', ');
}

export type OrderContradiction = OutputOf<'GET /api/staff/operation/order-contradictions'>['result'][number];

export const ORDER_NAMES: Readonly<Record<OrderContradiction['kind'], string>> = {
  'pay-out': 'Envío',
  refund: 'Devolución',
};

export const DIFFERENCE_NAMES: Readonly<Record<Difference['kind'], string>> = {
  'unknown-here': 'No lo tenemos',
  'unknown-there': 'El proveedor no lo tiene',
  state: 'Distinto estado',
  amount: 'Distinto importe',
};

const DATA_NAMES: Readonly<Record<string, string>> = {
  channel: 'Por',
  kind: 'Qué',
  job: 'Tarea',
  country: 'País',
  date: 'Día',
  network: 'Red',
  name: 'Archivo',
  sha256: 'Huella del archivo',
  imageId: 'Foto n.º',
  registrationId: 'Tarjeta n.º',
  customerId: 'Cliente n.º',
  loanId: 'Préstamo n.º',
  paymentId: 'Pago',
  reviewId: 'Revisión n.º',
  withdrawalId: 'Pedido n.º',
  requestId: 'Llamada',
};

const DATA_VALUES: Readonly<Record<string, (value: string) => string>> = {
  country: (value) => countryName(value as CountryCode),
  job: (value) => JOB_NAMES[value as Run['job']] ?? value,
  network: wayName,
  channel: (value) => (value === 'sms' ? 'SMS' : valueName(value)),
  kind: valueName,
  date: (value) => formatDate(calendarDate(value)),
};

/** Payload of failed work, one line per field; personal data is hidden. */
export const dataLines = (json: string): string[] =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([name]) => name in DATA_NAMES)
    .map(([name, value]) => `${DATA_NAMES[name]}: ${DATA_VALUES[name]?.(String(value)) ?? String(value)}`);

const WAITING_NAMES: Readonly<Record<string, Counted>> = {
  sms: ['SMS', 'SMS'],
  email: ['mail', 'mails'],
  payment: ['pago con tarjeta', 'pagos con tarjeta'],
  instalment: ['débito de cuota', 'débitos de cuotas'],
  membership: ['membresía', 'membresías'],
  registration: ['primer pago de una tarjeta', 'primeros pagos de tarjetas'],
  planned: ['por salir', 'por salir'],
  sent: ['en camino', 'en camino'],
  unknown: ['sin respuesta final', 'sin respuesta final'],
  held: ['retenido', 'retenidos'],
  refund: ['devolución sin terminar', 'devoluciones sin terminar'],
};

/** Waiting work of a kind, counted. */
export const waitingText = (kind: string, value: number): string =>
  counted(value, WAITING_NAMES[kind] ?? [kind, kind]);

const hourMs = 3_600_000;

export function ageText(iso: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(iso));
  if (ms < hourMs) return `${Math.max(1, Math.round(ms / 60_000))} min`;
  if (ms < 48 * hourMs) return `${Math.round(ms / hourMs)} h`;
  return `${Math.round(ms / (24 * hourMs))} días`;
}
