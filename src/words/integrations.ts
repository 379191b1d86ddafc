import type { OutputOf } from '../contract/contract.ts';
import type { PartnerEventType, PartnerKind, PartnerScope } from '../domain/outside-systems.ts';

export type Partner = OutputOf<'GET /api/staff/integrations'>['partners'][number];
export type PartnerKey = Partner['keys'][number];
export type WebhookRow = Partner['webhooks'][number];
export type Delivery = OutputOf<'GET /api/staff/integrations/webhooks/{id}/deliveries'>['result'][number];
type Failure = '' | 'status' | 'redirect' | 'timeout' | 'address' | 'connection' | 'tls';

export const KIND_NAMES: Readonly<Record<PartnerKind, string>> = {
  partner: 'Socio que manda personas',
  own: 'Sistema propio',
};

export const SCOPE_NAMES: Readonly<Record<PartnerScope, string>> = {
  'leads.create': 'Mandar personas',
  'leads.read': 'Ver en qué están las personas que mandó',
  'events.read': 'Leer los avisos en orden',
};

export const EVENT_NAMES: Readonly<Record<PartnerEventType, string>> = {
  'lead.changed': 'Avanzó una persona que mandó',
  'loan.confirmed': 'Préstamo confirmado',
  'loan.delivered': 'Préstamo entregado',
  'loan.canceled': 'Préstamo cancelado',
  'loan.changed': 'Préstamo cambiado',
  'loan.finished': 'Préstamo terminado',
  'payment.received': 'Pago recibido',
  'payment.reversed': 'Pago dado vuelta',
};

export const KEY_STATE_NAMES: Readonly<Record<PartnerKey['state'], string>> = {
  approved: 'Aprobada, sin retirar',
  live: 'Vigente',
  expired: 'Vencida',
  revoked: 'Revocada',
};

export const DELIVERY_NAMES: Readonly<Record<Delivery['state'], string>> = {
  open: 'Se sigue intentando',
  delivered: 'Entregado',
  'given-up': 'Sin entregar',
};

export const OFF_NAMES: Readonly<Record<WebhookRow['off_because'], string>> = {
  '': 'Apagado',
  gone: 'Apagado: el otro lado dijo que ya no existe (410)',
  failing: 'Apagado: falló tres días seguidos',
};

/** Result of an attempt; one with a status shows it. */
export const FAILURE_NAMES: Readonly<Record<Failure, string>> = {
  '': 'Entregado',
  status: 'Contestó un error',
  redirect: 'Mandó a otra dirección, que no se sigue',
  timeout: 'No contestó en 15 segundos',
  address: 'La dirección lleva a una red interna',
  connection: 'No se pudo conectar',
  tls: 'Su certificado no es válido',
};

export const failureName = (failure: string): string =>
  Object.entries(FAILURE_NAMES).find(([name]) => name === failure)?.[1] ?? failure;

/** Facts of the audit, and their values. */
export const INTEGRATION_FACTS = {
  code: 'Código',
  key: 'Clave',
  prefix: 'Empieza con',
  scopes: 'Permisos',
  hourly_limit: 'Llamadas por hora',
  days: 'Días que dura',
  url: 'Dirección',
  types: 'Avisos',
  secret: 'Secreto',
  is_on: 'Prendido',
  event: 'Aviso',
};

export const INTEGRATION_VALUES = { ...SCOPE_NAMES, ...EVENT_NAMES, partner: KIND_NAMES.partner };
