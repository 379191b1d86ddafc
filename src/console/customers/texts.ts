import type { OutputOf } from '../../contract/contract.ts';
import { ENTRIES } from '../../countries/entries.ts';
import { centavos, formatMoney } from '../../domain/money.ts';
import { DEFAULT_THRESHOLD_DAYS, type InstalmentState } from '../../domain/standing/instalment-state.ts';
import { factLines, hasRequest } from '../../words/facts.ts';
import type { WAITS_FOR_COMPLIANCE } from '../../contract/staff/customer-page.ts';
import { wayName } from '../../words/names.ts';
import { actionName } from '../../words/texts.ts';
import { money, sumUnits } from '../amounts.ts';
import { cancelReason } from '../../words/payouts.ts';

const waitsForCompliance: typeof WAITS_FOR_COMPLIANCE = 'waits-for-compliance';

export type Customer = OutputOf<'GET /api/staff/customers/{id}'>['result'];
export type Loan = Customer['loans'][number];
export type Changes = OutputOf<'GET /api/staff/loans/{id}/changes'>['result'];
export type Asked = Customer['asked'];
export type AskedLoan = Asked['loans'][number];
export type TimelineItem = OutputOf<'GET /api/staff/customers/{id}/timeline'>['result'][number];

export const STATUS_NAMES = { debtfree: 'Sin deuda', delayed: 'Con atraso', pending: 'Al día' } as const;

/** Tone of a loan's state, the same wherever the page shows it. */
export function loanTone({ state, status }: Pick<Loan, 'state' | 'status'>): 'good' | 'bad' | 'off' {
  if (state === 'approved') return status === 'delayed' ? 'bad' : 'good';
  return state === 'finished' ? 'good' : 'off';
}

const INSTALMENT_STATES: Readonly<Record<InstalmentState, string>> = {
  pending: 'Pendiente',
  delayed: 'Demorada',
  late: 'Pagada con retraso',
  payed: 'Pagada',
  coupon: 'Cupón emitido',
  online: 'Pago en curso',
  waiting: 'Pago en proceso',
};

/** Same words as on the borrower's page, except for a payment not confirmed yet. */
export function instalmentState({ state, days_late: daysLate }: Loan['instalments'][number]): string {
  if (state === 'delayed' && daysLate > DEFAULT_THRESHOLD_DAYS) return 'En mora';
  return INSTALMENT_STATES[state as InstalmentState] ?? state;
}

/** 'Cuota 3', 'Cuotas 3 y 4'. */
export function instalmentNumbers(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'Cuota' : 'Cuotas'} ${listed.format(numbers.map(String))}`;
}

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

export const STEP_NAMES: Readonly<Record<string, string>> = {
  identity: 'Fotos del documento y selfie',
  address: 'Domicilio',
  bank: 'Cuenta bancaria',
  card: 'Tarjeta',
  delivery: 'Cómo recibe el dinero',
  account: 'Cuenta donde recibe el dinero',
  phone: 'Validar el celular',
  review: 'Revisar y confirmar',
};

/** Purposes of open payments besides instalments. */
export const PURPOSE_NAMES: Readonly<Record<string, string>> = {
  settlement: 'Para cancelar todo',
  fewer: 'Adelanto: menos cuotas',
  smaller: 'Adelanto: cuotas más chicas',
  withdrawal: 'Devolución por arrepentimiento',
  membership: 'Membresía',
};

/** Rules of a decision, as staff may say them. */
const RULES: Readonly<Record<string, string>> = {
  age: 'No está en las edades a las que prestamos',
  'bureau-bad': 'Atrasos en la central de deudores',
  'bureau-none': 'Sin registro en la central de deudores',
  'bureau-good': 'Sin problemas en la central de deudores',
  'no-rule': 'Ninguna regla la acepta',
  'bureau-unavailable': 'La central de deudores no respondió: la mira una persona',
  'manual-lower': 'La aprobó por menos una persona',
  'manual-override': 'La aprobaron dos personas contra las reglas',
  'manual-refused': 'La rechazó una persona',
  'no-segment': 'La lista de precios no tiene un máximo para su historial',
};
export const decisionText = (rule: string): string => RULES[rule] ?? rule;

/** Text that the refused person read, as a sentence and a space; empty without it. */
export const toldText = (told: string): string => (told === '' ? '' : `La persona leyó: “${told}” `);

const STANDINGS: Readonly<Record<string, string>> = {
  good: 'central de deudores: sin problemas',
  bad: 'central de deudores: con atrasos de más de 90 días',
  none: 'central de deudores: sin registro',
};
export const standingName = (standing: string): string => STANDINGS[standing] ?? standing;

export const MARK_NAMES: Readonly<Record<string, string>> = {
  avatar_verified: 'Selfie',
  front_document_verified: 'Frente del documento',
  back_document_verified: 'Dorso del documento',
  address_verified: 'Domicilio',
  banking_verified: 'Cuenta',
  credit_card_verified: 'Tarjeta',
  contact_data_verified: 'Celular',
};

export const IMAGE_NAMES: Readonly<Record<string, string>> = {
  avatar: 'Selfie',
  front_document: 'Frente del documento',
  back_document: 'Dorso del documento',
};

export const SOURCE_NAMES = {
  event: 'Actividad',
  message: 'Mensajes',
  note: 'Notas',
  staff: 'Equipo',
  ticket: 'Tickets',
} as const;

const EVENT_NAMES: Readonly<Record<string, string>> = {
  'account-created': 'Creó su cuenta',
  'address-saved': 'Cargó su domicilio',
  'bank-account-added': 'Agregó una cuenta',
  'bank-account-removed': 'Sacó una cuenta',
  'books-corrected': 'Libros del préstamo corregidos a su favor',
  'cancellation-asked': 'Pidió cancelar el préstamo',
  'breached-passwords-unasked': 'Contraseña nueva sin comparar con las filtradas',
  'card-saved': 'Agregó una tarjeta',
  'card-charge-declined': 'Cobro con tarjeta rechazado',
  'card-declined': 'Tarjeta rechazada',
  'card-tries-stopped': 'Demasiados intentos con tarjetas',
  'strangers-payments-stopped': 'Demasiados pagos abiertos sin ingresar',
  'credit-applied': 'Saldo a favor usado',
  'credit-refund-failed': 'No se pudo devolver el saldo a favor',
  'credit-refund-sent': 'Devolución de saldo a favor enviada',
  'credit-refund-unknown': 'Devolución sin respuesta del banco',
  'credit-refunded': 'Saldo a favor devuelto',
  'credit-shortfall': 'Falta saldo a favor',
  'debit-approved': 'Débito cobrado',
  'debit-declined': 'Débito rechazado',
  'delivery-type-chosen': 'Eligió cómo recibir el dinero',
  'disbursement-confirmed': 'Envío del dinero confirmado',
  'disbursement-failed': 'Envío del dinero fallido',
  'disbursement-requested': 'Envío del dinero pedido',
  'discount-granted': 'Descuento otorgado',
  'discount-taken-back': 'Descuento anulado',
  'document-claimed': 'Pidió su documento, que está en otra cuenta',
  'document-granted': 'El documento pasó a su cuenta',
  'document-refused': 'No se le pasó el documento',
  'document-taken': 'Su documento pasó a otra cuenta',
  'document-checked': 'Documento comparado con lo que escribió',
  'erasure-done': 'Datos suprimidos',
  'erasure-purged': 'Datos guardados por ley, suprimidos',
  'erasure-requested': 'Pidió suprimir sus datos',
  'delivery-delayed': 'Le avisamos que el dinero tarda y las fechas cambian',
  'identity-approved': 'Identidad aprobada',
  'credit-exception-decided': 'Una persona decidió su solicitud',
  'identity-photos-asked': 'Le pedimos fotos de nuevo',
  'identity-rejected': 'Identidad no confirmada',
  'identity-review': 'Espera la revisión de identidad',
  'image-uploaded': 'Subió una foto',
  'image-viewed': 'Vio una foto suya',
  'invoice-refused': 'La autoridad fiscal rechazó una factura suya',
  'invoice-settled': 'Factura resuelta con comprobante',
  'late-delivery-announced': 'Le avisamos que el dinero sale tarde y las fechas cambian',
  'link-sent': 'Link de acceso enviado',
  'loan-canceled': 'Préstamo cancelado',
  'loan-checked': 'Préstamo revisado',
  'loan-confirmed': 'Confirmó el préstamo',
  'loan-docket-read': 'Abrió el contrato',
  'loan-docket-written': 'Contrato escrito',
  'loan-finished': 'Préstamo terminado',
  'loan-paid-out': 'Dinero enviado',
  'loan-reopened': 'Préstamo reabierto',
  'loan-withdrawn': 'Arrepentimiento aplicado',
  'contact-change-stopped': 'Deshizo un cambio de contacto',
  login: 'Ingresó',
  'passkey-added': 'Agregó una llave de acceso',
  'passkey-removed': 'Quitó una llave de acceso',
  'login-failed': 'Ingreso fallido',
  logout: 'Cerró su sesión',
  'membership-charge-approved': 'Membresía cobrada',
  'membership-charge-declined': 'Cobro de la membresía rechazado',
  'membership-charged': 'Membresía cobrada',
  'membership-paid': 'Membresía pagada',
  'membership-price-paid': 'Membresía pagada',
  'membership-returned': 'Membresía devuelta',
  'membership-started': 'Membresía iniciada',
  'membership-unpaid': 'Se revirtió el pago de la membresía',
  'membership-waived': 'Membresía que no se cobra',
  'own-data-read': 'Descargó sus datos',
  'password-changed': 'Cambió su contraseña',
  'pay-out-above-cap': 'Envío del dinero por encima del tope del día',
  'pay-out-above-cap-approved': 'Envío por encima del tope aprobado por dos personas',
  'pay-out-contradicted': 'El proveedor contradijo lo que estaba resuelto',
  'contradiction-resolved': 'Contradicción de un proveedor resuelta',
  'pay-out-held': 'Envío del dinero retenido',
  'pay-out-released': 'Envío del dinero soltado',
  'pay-out-ruled': 'Envío del dinero resuelto con comprobante',
  'pay-out-sent': 'Envío del dinero en camino',
  'pay-out-unknown': 'Envío del dinero sin respuesta',
  'payment-asked': 'Generó un pago',
  'payment-given-up': 'Dejó un pago sin terminar',
  'payment-moved': 'Pago pasado a otro préstamo',
  'payment-report-contradicted': 'Dos avisos distintos de un pago',
  'payment-unidentified': 'Pago sin identificar',
  'payment-received': 'Pago recibido',
  'payment-refunded': 'Pago devuelto',
  'payment-rejected': 'Pago rechazado',
  'payment-matched': 'Pago aplicado por una persona',
  'payment-reversed': 'Pago revertido',
  'payment-partial': 'Pagó menos de lo pedido',
  'payment-excess': 'Pagó más de lo pedido',
  'payment-late': 'Pagó fuera de término',
  'payment-closed': 'Pagó con un comprobante anulado',
  'payment-double': 'Pagó dos veces',
  'debt-waived': 'Deuda que no se cobra',
  'loan-written-off': 'Préstamo castigado en los libros',
  'write-off-undone': 'Castigo deshecho',
  'loan-action': 'Cambio del préstamo',
  'loan-action-undone': 'Cambio del préstamo deshecho',
  'loan-change-written': 'Archivo de un cambio aceptado',
  'email-proved': 'Confirmó su mail',
  'loan-cancel-reason': 'Dijo por qué cancela',
  'phone-code-sent': 'Código enviado al celular',
  'phone-code-wrong': 'Código del celular incorrecto',
  'phone-verified': 'Celular validado',
  'plan-changed': 'Préstamo pasado al plan sin membresía',
  proof: 'Confirmó que es quien dice ser',
  'proof-code-sent': 'Código para confirmar quién es enviado',
  'proof-code-wrong': 'Código para confirmar quién es incorrecto',
  'reminders-switched-off': 'Apagó los recordatorios',
  'reminders-switched-on': 'Volvió a prender los recordatorios',
  'calls-switched-off': 'Apagó las llamadas',
  'calls-switched-on': 'Volvió a permitir las llamadas',
  'debits-switched-off': 'Frenó el débito automático',
  'debits-switched-on': 'Volvió a permitir el débito automático',
  'whatsapp-switched-off': 'Apagó los mensajes por WhatsApp',
  'whatsapp-switched-on': 'Prendió los mensajes por WhatsApp',
  'referral-attached': 'Llegó por un referido',
  'referral-discount-taken-back': 'Descuento por referidos anulado: el premio ya se usó o no vale',
  'referral-refused': 'Referido sin premio',
  'referral-reward-awaited': 'Premio por referido pendiente',
  'referral-reward-accrued': 'Premio por referido',
  'social-linked': 'Ingresó con otra cuenta',
  'terms-accepted': 'Aceptó los términos',
  'withdrawal-confirmed': 'Confirmó el arrepentimiento',
  'withdrawal-lapsed': 'Arrepentimiento vencido',
  'withdrawal-requested': 'Pidió el arrepentimiento',
};

const TICKET_NAMES: Readonly<Record<string, string>> = {
  reclamo: 'Reclamo',
  suggestion: 'Sugerencia',
  cancelación: 'Pedido de cancelación',
  withdrawal: 'Arrepentimiento',
  'membership-end': 'Baja de la membresía',
  'data-erasure': 'Supresión de datos',
  'payment-help': 'No puedo pagar ahora',
  'debt-dispute': 'Desconoce la deuda',
};

const MESSAGE_STATES: Readonly<Record<string, string>> = {
  queued: 'por salir',
  sent: 'enviado',
  failed: 'no se pudo enviar',
  delivered: 'entregado',
  read: 'leído',
};

/** Payments that are no money from the person; one below zero takes money off the loan. */
const OWN_PAYMENTS: Readonly<Record<string, readonly [received: string, gone: string]>> = {
  'credit-refund': ['Devolución deshecha: vuelve a su favor', 'Saldo a favor devuelto'],
  'credit-transfer': ['Saldo a favor de otro préstamo', 'Saldo a favor pasado a otro préstamo'],
  'credit-closing': ['Cuota pagada con saldo a favor', 'Saldo a favor usado'],
  'referral-discount': ['Descuento por referidos', 'Descuento por referidos anulado'],
  'membership-price': [
    'Parte de la membresía devuelta al préstamo',
    'Membresía pagada con dinero del préstamo',
  ],
};

function paymentTitle(detail: string): string {
  const { amount = 0, source = '' } = JSON.parse(detail) as { amount?: number; source?: string };
  const [received, gone] = OWN_PAYMENTS[source] ?? ['Pago recibido', 'Dinero que salió del préstamo'];
  return amount < 0 ? gone : received;
}

/** Facts before and after a staff action; after a request, the facts requested. */
function staffFacts(detail: string): { before: object; after: object; isRequest: boolean } {
  const { before = {}, after = {} } = JSON.parse(detail) as { before?: object; after?: object };
  return hasRequest(after)
    ? { before, after: after.requested, isRequest: true }
    : { before, after, isRequest: false };
}

function staffTitle(name: string, by: string, detail: string): string {
  const action = actionName(name);
  // The names of calls that always await a second person say that they are requests.
  const isSaid = action.startsWith('Pedido');
  return `${action}, ${staffFacts(detail).isRequest && !isSaid ? 'pedido ' : ''}por ${by}`;
}

export function titleOf({ source, name, by, state, detail }: TimelineItem): string {
  switch (source) {
    case 'event':
      return name === 'payment-received' ? paymentTitle(detail) : (EVENT_NAMES[name] ?? name);
    case 'message':
      return `${name === 'sms' ? 'SMS' : 'Mail'} ${MESSAGE_STATES[state] ?? state}`;
    case 'note':
      return `Nota de ${by}`;
    case 'staff':
      return name === waitsForCompliance ? 'Revisión de Cumplimiento' : staffTitle(name, by, detail);
    case 'ticket':
      return `${TICKET_NAMES[name] ?? name}${state === 'closed' ? ', resuelto' : ''}`;
  }
}

const DETAIL_NAMES: Readonly<Record<string, string>> = {
  amount: 'Importe',
  method: 'Medio',
  reason: 'Motivo',
  phoneEnd: 'Termina en',
  kind: 'Tipo',
  instalment: 'Cuota',
  moved: 'Días que se corrieron los vencimientos',
};

/** Details that referrer and referee have in common. */
const SHARED_MARKS: Readonly<Record<string, string>> = {
  phone: 'Mismo celular',
  email: 'Misma casilla de mail',
  document: 'Mismo documento o CUIL',
  holder: 'Cuenta a nombre de la otra persona',
  account: 'Misma cuenta bancaria',
  card: 'Misma tarjeta',
  device: 'Mismo dispositivo',
};

const LOGIN_WAYS: Readonly<Record<string, string>> = {
  password: 'contraseña',
  passkey: 'llave de acceso',
  sms: 'código por SMS',
  magic: 'link por mail',
  google: 'Google',
  facebook: 'Facebook',
  registration: 'al registrarse',
};

/** Facts without the balances of the ledger. */
function withoutLedger(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => name !== 'ledger' && name !== 'suspense' && name !== 'books'),
  );
}

/** True if a line of the staff has balances of the ledger. */
export const hasLedger = ({ source, detail }: TimelineItem): boolean =>
  source === 'staff' && /"(?:ledger|suspense|books)"/.test(detail);

/** Ticket number shown to the customer. */
export const ticketNumber = ({ detail }: TimelineItem): string =>
  (JSON.parse(detail) as { readonly number?: string }).number ?? '';

/** Facts that are asked for, with those of now. */
function requestLines(was: object, is: object): string[] {
  const [left, come] = [factLines(was), factLines(is)];
  return [
    ...left.filter((line) => !come.includes(line)).map((line) => `Antes: ${line}`),
    ...come.filter((line) => !left.includes(line)).map((line) => `Pedido: ${line}`),
  ];
}

/** Changes, one line a fact; a fact that only the state before has names the action's subject. */
function changeLines(was: object, is: object): string[] {
  if (Object.keys(is).length === 0) return factLines(was).map((line) => `Antes: ${line}`);
  const before = new Map(Object.entries(was));
  const about = Object.entries(was).filter(([name]) => !(name in is));
  const changed = Object.entries(is).flatMap(([name, value]) => {
    const [line = ''] = factLines({ [name]: value });
    if (!before.has(name)) return [line];
    const [old = ''] = factLines({ [name]: before.get(name) });
    return old === line ? [] : [`${old} → ${line.slice(line.indexOf(': ') + 2)}`];
  });
  return [...factLines(Object.fromEntries(about)), ...changed];
}

/** Further details, as lines. */
export function detailLines(
  item: TimelineItem,
  country: Customer['country'],
  isLedgerShown: boolean,
): string[] {
  const detail = JSON.parse(item.detail) as Record<string, unknown>;
  if (item.source === 'staff') {
    const { before, after, isRequest } = staffFacts(item.detail);
    const [was, is] = isLedgerShown ? [before, after] : [withoutLedger(before), withoutLedger(after)];
    return isRequest ? requestLines(was, is) : changeLines(was, is);
  }
  const { currency } = ENTRIES[country].pack;
  return Object.entries(detail).flatMap(([name, value]) => {
    const title = DETAIL_NAMES[name];
    if (title === undefined || value === '') return [];
    if (typeof value === 'number' && name === 'amount')
      return [`${title}: ${formatMoney(centavos(Math.abs(value)), currency)}`];
    if (item.name === 'referral-refused' && name === 'reason')
      return [`${title}: ${SHARED_MARKS[String(value)] ?? String(value)}`];
    if (item.name === 'loan-canceled' && name === 'reason')
      return [`${title}: ${cancelReason(String(value))}`];
    if (name === 'method') return [`${title}: ${LOGIN_WAYS[String(value)] ?? wayName(String(value))}`];
    if (name === 'kind') return [`${title}: ${IMAGE_NAMES[String(value)] ?? String(value)}`];
    return typeof value === 'string' || typeof value === 'number' ? [`${title}: ${value}`] : [];
  });
}

/** Days late and surcharge of today's debt; undefined if nothing is late. */
export function lateNote({
  instalments,
  currency,
}: Pick<Loan, 'instalments' | 'currency'>): string | undefined {
  const late = instalments.filter((each) => isUnpaid(each) && each.days_late > 0);
  if (late.length === 0) return undefined;
  const days = Math.max(...late.map((each) => each.days_late));
  const surcharge = sumUnits(late.map((each) => each.default_interest));
  return `${days === 1 ? '1 día' : `${days} días`} de atraso, con ${money(surcharge, currency)} de recargo`;
}

export const isUnpaid = ({ missing, paid_on: paidOn }: Loan['instalments'][number]) =>
  missing > 0 && paidOn === '';

export interface CustomerDialogProps {
  customer: Customer;
  onClose: () => void;
  /** @param message confirmation to show */
  onDone: (message: string) => void;
}
