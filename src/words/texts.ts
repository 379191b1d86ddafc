import { RESUME_SERIES_NAMES, SEND_INVOICE_NAMES, SETTLE_INVOICE_NAMES } from './invoices.ts';
import { IDENTITY_ACTIONS, IDENTITY_REASONS } from './identity-names.ts';
import type { CountryCode } from '../countries/countries.ts';
import { ENTRIES } from '../countries/entries.ts';
import type { StaffRole } from '../contract/staff/permissions.ts';
import { FIRST_REASON_NAMES, LINK_REASON_NAMES, REASONS } from './reason-names.ts';
import { DECISION_ACTIONS, DECISION_REASONS } from './decision-names.ts';
import { COLLECTION_ACTIONS } from './collection-names.ts';
import { HOLD_ACTIONS, HOLD_REASON_NAMES } from './hold-names.ts';
import { SCREENING_ACTIONS, SCREENING_REASON_NAMES } from './screening-names.ts';
import {
  MONEY_ACTIONS,
  MANUAL_NAMES,
  MATCH_NAMES,
  REFUND_REASON_NAMES,
  CHANGE_REASON_NAMES,
  WAIVE_REASON_NAMES,
  WRITE_OFF_REASON_NAMES,
  UNDO_WRITE_OFF_REASON_NAMES,
  RETURN_NAMES,
  REVERSAL_NAMES,
} from './money.ts';
import { PAYOUT_ACTIONS, PAYOUT_REASONS } from './payout-names.ts';
import type { StaffKey } from '../contract/contract.ts';
import {
  DROP_REASON_NAMES,
  RETRY_REASON_NAMES,
  SETTLE_REASON_NAMES,
  WAIVER_REASON_NAMES,
} from './operation-reasons.ts';
import { CONFIGURATION_ACTION_NAMES, CONFIGURATION_REASON_NAMES } from './configuration-names.ts';

/** Labels for list and saved-view actions in the audit, part of the list of all labels (texts.ts). */
const LIST_ACTIONS = {
  'POST /api/staff/views': 'Vista guardada',
  'POST /api/staff/views/{id}/rename': 'Vista con otro nombre',
  'POST /api/staff/views/{id}/delete': 'Vista borrada',
  'POST /api/staff/lists/{list}/export': 'Lista exportada',
} as const;

export const VIEW_FACTS = { list: 'Lista', filters: 'Filtros' } as const;

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  agent: 'Atención',
  analyst: 'Análisis',
  collector: 'Cobranzas',
  treasury: 'Tesorería',
  accounting: 'Contaduría',
  compliance: 'Cumplimiento',
  head: 'Jefatura',
  auditor: 'Auditoría',
  administrator: 'Administración',
};

export const ROLES = Object.keys(ROLE_NAMES) as StaffRole[];

/** Calls that only query the browser's passkey; they change nothing and are not audited. */
type AskKey =
  | 'POST /api/staff/sign-in/provider'
  | 'POST /api/staff/sign-in/passkey'
  | 'POST /api/staff/enrolment';
type ReadKey = Exclude<
  Extract<StaffKey, `GET ${string}`>,
  | 'GET /api/staff/customers/{id}'
  | 'GET /api/staff/customers/{id}/timeline'
  | 'GET /api/staff/tickets/{id}'
  | 'GET /api/staff/customers/{id}/ticket-files/{file}'
  | 'GET /api/staff/customers/{id}/images/{image}'
  | 'GET /api/staff/customers/{id}/loans/{loan}/agreement'
  | 'GET /api/staff/files/{id}'
  | 'GET /api/staff/money/loans/{id}'
  | 'GET /api/staff/identity/{id}'
  | 'GET /api/staff/screening/{id}'
  | 'GET /api/staff/exceptions/{id}'
  | 'GET /api/staff/customers/{id}/collection'
>;
/** Audited calls: every write, and views of personal data. */
type WriteKey = Exclude<StaffKey, ReadKey | AskKey>;

/** Labels for audited calls. */
export const ACTION_NAMES: Readonly<Record<WriteKey, string>> = {
  'POST /api/staff/sign-in/sandbox': 'Ingreso de prueba',
  'POST /api/staff/sign-in/provider/finish': 'Ingreso',
  'POST /api/staff/sign-in/passkey/finish': 'Ingreso con llave',
  'POST /api/staff/enrolment/finish': 'Alta con llave',
  'POST /api/staff/passkeys': 'Llave agregada',
  'POST /api/staff/passkeys/{id}/remove': 'Llave quitada',
  'POST /api/staff/step-up': 'Confirmación con llave',
  'POST /api/staff/step-up/sandbox': 'Confirmación de prueba',
  'POST /api/staff/people/{id}/enrolment': 'Pedido de link de alta',
  'POST /api/staff/sign-out': 'Salida',
  'POST /api/staff/integrations/partners': 'Socio agregado',
  'POST /api/staff/integrations/partners/{id}/keys': 'Pedido de clave de API',
  'POST /api/staff/integrations/keys/{id}/issue': 'Clave de API retirada',
  'POST /api/staff/integrations/keys/{id}/revoke': 'Clave de API revocada',
  'POST /api/staff/integrations/partners/{id}/webhooks': 'Webhook agregado',
  'POST /api/staff/integrations/webhooks/{id}': 'Webhook cambiado',
  'POST /api/staff/integrations/webhooks/{id}/rotate': 'Secreto de webhook cambiado',
  'POST /api/staff/integrations/deliveries/{id}/replay': 'Aviso mandado de nuevo',
  'POST /api/staff/people': 'Invitación',
  'POST /api/staff/people/{id}/access': 'Pedido de acceso',
  'POST /api/staff/people/{id}/disable': 'Baja',
  'POST /api/staff/people/{id}/own-record': 'Pedido de cerrar la propia ficha',
  'POST /api/staff/people/{id}/enable': 'Pedido de habilitación',
  'POST /api/staff/people/{id}/end-sessions': 'Cierre de sesiones',
  'POST /api/staff/approvals/{id}/approve': 'Aprobación',
  'POST /api/staff/approvals/{id}/reject': 'Rechazo',
  'POST /api/staff/approvals/{id}/withdraw': 'Pedido retirado',
  'POST /api/staff/audit/export': 'Exportación del registro',
  'POST /api/staff/tickets/{id}/reply': 'Respuesta a un ticket',
  'POST /api/staff/money/loans/find': 'Búsqueda de un préstamo',
  'POST /api/staff/tickets/{id}/notes': 'Nota interna en un ticket',
  'POST /api/staff/tickets/{id}/files': 'Archivo adjunto a un ticket',
  'POST /api/staff/tickets/{id}/assign': 'Ticket asignado',
  'POST /api/staff/tickets/{id}/link': 'Ticket vinculado',
  'POST /api/staff/tickets/{id}/close': 'Ticket cerrado',
  'POST /api/staff/tickets/{id}/reopen': 'Ticket reabierto',
  'POST /api/staff/tickets/{id}/merge': 'Ticket juntado con otro',
  'POST /api/staff/requests/cancellation/{id}/accept': 'Pedido de cancelar un préstamo',
  'POST /api/staff/requests/cancellation/{id}/refuse': 'Cancelación rechazada',
  'POST /api/staff/requests/withdrawal/{id}/accept': 'Pedido de aceptar un arrepentimiento o baja',
  'POST /api/staff/requests/withdrawal/{id}/refuse': 'Arrepentimiento o baja rechazada',
  'POST /api/staff/requests/erasure/{id}/accept': 'Pedido de suprimir datos',
  'POST /api/staff/requests/erasure/{id}/refuse': 'Supresión de datos rechazada',
  ...CONFIGURATION_ACTION_NAMES,
  ...PAYOUT_ACTIONS,
  'POST /api/staff/approvals/{id}/show': 'Pedido leído',
  'POST /api/staff/search': 'Búsqueda',
  'POST /api/staff/operation/failed/{queue}/{id}/retry': 'Tarea vuelta a intentar',
  'POST /api/staff/operation/failed/{queue}/{id}/drop': 'Tarea descartada',
  'POST /api/staff/operation/failed/{queue}/{id}/drop-money': 'Pedido de descartar una tarea',
  'POST /api/staff/operation/days/{job}/run': 'Tarea del día corrida a mano',
  'POST /api/staff/operation/differences/{id}/close': 'Diferencia cerrada',
  'POST /api/staff/operation/order-contradictions/{id}/resolve': 'Contradicción de un proveedor resuelta',
  'POST /api/staff/operation/contradictions/{id}/waive': 'Deuda condonada',
  'POST /api/staff/figures/export': 'Tablero exportado',
  'GET /api/staff/customers/{id}': 'Ficha abierta',
  'GET /api/staff/customers/{id}/timeline': 'Historia vista',
  'GET /api/staff/tickets/{id}': 'Ticket visto',
  'GET /api/staff/customers/{id}/ticket-files/{file}': 'Archivo de un ticket visto',
  'GET /api/staff/customers/{id}/images/{image}': 'Foto vista',
  'GET /api/staff/customers/{id}/loans/{loan}/agreement': 'Contrato visto',
  'POST /api/staff/customers/{id}/unmask': 'Dato visto',
  'POST /api/staff/customers/{id}/notes': 'Nota',
  'POST /api/staff/customers/{id}/links/{link}': 'Link enviado',
  'POST /api/staff/customers/{id}/sessions/end': 'Sesiones del cliente cerradas',
  'POST /api/staff/customers/{id}/document-claim/grant': 'Documento pasado a quien lo pidió',
  'POST /api/staff/customers/{id}/document-claim/refuse': 'Pedido de documento rechazado',
  'POST /api/staff/customers/{id}/name': 'Corrección del nombre',
  'POST /api/staff/customers/{id}/email': 'Corrección del mail',
  'POST /api/staff/customers/{id}/phone': 'Corrección del celular',
  'POST /api/staff/files': 'Comprobante adjunto',
  'GET /api/staff/files/{id}': 'Comprobante visto',
  ...MONEY_ACTIONS,
  ...IDENTITY_ACTIONS,
  ...DECISION_ACTIONS,
  ...COLLECTION_ACTIONS,
  ...HOLD_ACTIONS,
  ...SCREENING_ACTIONS,
  ...LIST_ACTIONS,
};

export const actionName = (action: string): string => NAMED_ACTIONS.get(action) ?? action;

/** Labels for audited actions that are not calls. */
const OTHER_ACTIONS: Readonly<Record<string, string>> = {
  'npm run staff': 'Primer administrador',
  'settlement line': 'Línea de una rendición',
};

const NAMED_ACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...OTHER_ACTIONS, ...ACTION_NAMES }),
);

export * from './reason-names.ts';

const ALL_REASONS: Readonly<Record<string, string>> = {
  ...FIRST_REASON_NAMES,
  ...RETRY_REASON_NAMES,
  ...DROP_REASON_NAMES,
  ...SETTLE_REASON_NAMES,
  ...WAIVER_REASON_NAMES,
  ...CONFIGURATION_REASON_NAMES,
  ...REFUND_REASON_NAMES,
  ...WAIVE_REASON_NAMES,
  ...SEND_INVOICE_NAMES,
  ...SETTLE_INVOICE_NAMES,
  ...RESUME_SERIES_NAMES,
  ...WRITE_OFF_REASON_NAMES,
  ...UNDO_WRITE_OFF_REASON_NAMES,
  ...CHANGE_REASON_NAMES,
  ...MANUAL_NAMES,
  ...MATCH_NAMES,
  ...RETURN_NAMES,
  ...REVERSAL_NAMES,
  customer_asks: LINK_REASON_NAMES.customer_asks,
  ...IDENTITY_REASONS,
  ...DECISION_REASONS,
  ...PAYOUT_REASONS,
  ...HOLD_REASON_NAMES,
  ...SCREENING_REASON_NAMES,
  // Both corrections share a label if the corrected field is hidden.
  error: REASONS.error,
};

export const reasonName = (code: string): string => ALL_REASONS[code] ?? code;

export const AWAITS = 'Espera aprobación: se hace cuando otra persona lo apruebe.';

export const STATE_NAMES = { invited: 'Invitada', active: 'Activa', disabled: 'De baja' } as const;

export const APPROVAL_NAMES = {
  pending: 'Espera aprobación',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  withdrawn: 'Retirado',
  expired: 'Vencido',
  obsolete: 'Cerrado',
} as const;

export const countryName = (code: CountryCode): string => ENTRIES[code].pack.country;

const toTheMinute = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const minutes = new Intl.DateTimeFormat('es-AR', toTheMinute);
const seconds = new Intl.DateTimeFormat('es-AR', { ...toTheMinute, second: '2-digit' });

const weekdayName = new Intl.DateTimeFormat('es-AR', { weekday: 'long' });

/** 'lunes 30-11-2026, 09:00'. */
export const dayAndHour = (iso: string): string => `${weekdayName.format(new Date(iso))} ${when(iso)}`;

const clockTime = new Intl.DateTimeFormat('es-AR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** '09:48'. */
export const hourOf = (iso: string): string => clockTime.format(new Date(iso));

/**
 * Formats an instant; the day is written as dates without a time are.
 * @param isExact with seconds
 */
export const when = (iso: string, isExact = false): string =>
  (isExact ? seconds : minutes).format(new Date(iso)).replaceAll('/', '-');
