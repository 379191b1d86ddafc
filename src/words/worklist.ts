import type { OutputOf } from '../contract/contract.ts';
import type { WorkLine } from '../contract/staff/worklist.ts';

export type Line = OutputOf<'GET /api/staff/worklist'>['result'][number];

interface LineWords {
  /** Label, of one and of several. */
  readonly one: string;
  readonly many: string;
  /** Address of the rows, with their filter. */
  readonly to: string;
  /** Alone it is the whole message; its count says nothing. */
  readonly isState?: true;
  /** Age of the oldest is worth reading. */
  readonly isAged?: true;
  /** Its day as text, of one and of several. */
  readonly dayText?: (day: string, count: number) => string;
}

/** Each line of the worklist as it reads, and where its rows are; a new line does not compile without its words. */
export const LINE_WORDS: Readonly<Record<WorkLine, LineWords>> = {
  approvals: {
    one: 'pedido espera tu aprobación',
    many: 'pedidos esperan tu aprobación',
    to: '/aprobaciones',
    isAged: true,
  },
  'own-closed': {
    one: 'pedido tuyo se cerró: cambió lo que pedía',
    many: 'pedidos tuyos se cerraron: cambió lo que pedían',
    to: '/aprobaciones?estado=obsolete',
  },
  'own-requests': {
    one: 'pedido tuyo espera a otra persona',
    many: 'pedidos tuyos esperan a otra persona',
    to: '/aprobaciones',
  },
  'requests-due': {
    one: 'solicitud por vencer o vencida',
    many: 'solicitudes por vencer o vencidas',
    to: '/solicitudes?plazo=vence',
    dayText: (day, count) => `${count === 1 ? '' : 'la primera, '}hasta el ${day}`,
  },
  requests: {
    one: 'solicitud sin decidir, en término',
    many: 'solicitudes sin decidir, en término',
    to: '/solicitudes?plazo=termino',
    isAged: true,
  },
  'tickets-mine': { one: 'ticket tuyo abierto', many: 'tickets tuyos abiertos', to: '/tickets?vista=mine' },
  'tickets-unassigned': {
    one: 'ticket sin asignar',
    many: 'tickets sin asignar',
    to: '/tickets?vista=unassigned',
  },
  identity: { one: 'identidad para revisar', many: 'identidades para revisar', to: '/identidad' },
  matches: {
    one: 'coincidencia con una lista sin decidir',
    many: 'coincidencias con una lista sin decidir',
    to: '/coincidencias',
  },
  exceptions: {
    one: 'excepción para decidir',
    many: 'excepciones para decidir',
    to: '/excepciones',
  },
  'collections-mine': {
    one: 'caso de Cobranzas tuyo',
    many: 'casos de Cobranzas tuyos',
    to: '/cobranzas?vista=mine',
  },
  'collections-today': { one: 'caso para hoy', many: 'casos para hoy', to: '/cobranzas' },
  'collections-due': {
    one: 'promesa de pago vence hoy',
    many: 'promesas de pago vencen hoy',
    to: '/cobranzas?vista=due',
  },
  'collections-broken': {
    one: 'promesa de pago no se cumplió ayer',
    many: 'promesas de pago no se cumplieron ayer',
    to: '/cobranzas?vista=broken&desde=ayer',
  },
  'payouts-held': { one: 'envío retenido', many: 'envíos retenidos', to: '/envios?vista=held' },
  unmatched: {
    one: 'pago sin identificar',
    many: 'pagos sin identificar',
    to: '/dinero?vista=sin-identificar',
    isAged: true,
  },
  'dated-values': {
    one: 'valor por fecha para cargar',
    many: 'valores por fecha para cargar',
    to: '/valores',
  },
  'payouts-late': {
    one: 'envío demorado',
    many: 'envíos demorados',
    to: '/envios?vista=late',
    dayText: (day, count) => (count === 1 ? `debía llegar el ${day}` : `el primero debía llegar el ${day}`),
  },
  'payouts-failed': {
    one: 'envío falló en los últimos 30 días',
    many: 'envíos fallaron en los últimos 30 días',
    to: '/envios?vista=failed',
  },
  'payouts-unknown': {
    one: 'envío sin respuesta final',
    many: 'envíos sin respuesta final',
    to: '/envios?vista=unknown',
  },
  'payouts-above-cap': {
    one: 'envío supera el tope por sí solo y no sale',
    many: 'envíos superan el tope por sí solos y no salen',
    to: '/envios?vista=planned',
  },
  'payouts-capped': {
    one: 'Se llegó al tope del día: el resto sale mañana',
    many: 'Se llegó al tope del día: el resto sale mañana',
    to: '/envios?vista=planned',
    isState: true,
  },
  'payouts-stopped': {
    one: 'Los envíos están detenidos',
    many: 'Los envíos están detenidos',
    to: '/envios',
    isState: true,
  },
  'unmatched-old': {
    one: 'pago sin identificar hace una semana o más',
    many: 'pagos sin identificar hace una semana o más',
    to: '/dinero?vista=sin-identificar&antiguedad=7',
    isAged: true,
  },
  'refunds-unknown': {
    one: 'devolución sin respuesta del banco',
    many: 'devoluciones sin respuesta del banco',
    to: '/dinero?vista=devoluciones&estado=unknown',
    isAged: true,
  },
  'order-contradictions': {
    one: 'envío o devolución en contradicción',
    many: 'envíos o devoluciones en contradicción',
    to: '/operacion?vista=en-contradiccion',
  },
  contradictions: {
    one: 'préstamo no dice lo mismo que el libro',
    many: 'préstamos no dicen lo mismo que el libro',
    to: '/operacion?vista=contradicciones',
  },
  differences: {
    one: 'diferencia con un proveedor',
    many: 'diferencias con los proveedores',
    to: '/operacion?vista=diferencias',
  },
  failed: { one: 'tarea falló', many: 'tareas fallaron', to: '/operacion?vista=fallas' },
  days: {
    one: 'trabajo del día con problemas esta semana',
    many: 'trabajos del día con problemas esta semana',
    to: '/operacion?vista=dias&estado=mal',
  },
  'messages-away': {
    one: 'mensaje que no sale: el proveedor no contesta',
    many: 'mensajes que no salen: el proveedor no contesta',
    to: '/operacion',
    isAged: true,
  },
  'charges-away': {
    one: 'cobro con tarjeta sin respuesta: el proveedor no contesta',
    many: 'cobros con tarjeta sin respuesta: el proveedor no contesta',
    to: '/operacion',
    isAged: true,
  },
  'invoices-refused': {
    one: 'factura o nota de crédito rechazada',
    many: 'facturas o notas de crédito rechazadas',
    to: '/facturas?vista=refused',
    isAged: true,
  },
  'invoices-late': {
    one: 'factura o nota de crédito espera su número hace una hora o más',
    many: 'facturas o notas de crédito esperan su número hace una hora o más',
    to: '/facturas?vista=waiting',
    isAged: true,
  },
  'close-due': { one: 'mes para cerrar', many: 'meses para cerrar', to: '/cierres' },
  'close-blocked': {
    one: 'cosa impide cerrar el mes',
    many: 'cosas impiden cerrar el mes',
    to: '/cierres',
  },
  'webhooks-off': {
    one: 'webhook que el sistema apagó: no contesta',
    many: 'webhooks que el sistema apagó: no contestan',
    to: '/integraciones',
    isAged: true,
  },
  'today-sign-ups': {
    one: 'persona se registró',
    many: 'personas se registraron',
    to: '/tablero?vista=dias',
  },
  'today-confirmed': {
    one: 'préstamo confirmado',
    many: 'préstamos confirmados',
    to: '/tablero?vista=dias',
  },
  'today-money-in': { one: 'pago entró', many: 'pagos entraron', to: '/tablero?vista=dias' },
  'today-paid-out': { one: 'envío llegó', many: 'envíos llegaron', to: '/tablero?vista=dias' },
};

/** Rows of a line: its filter, and the country it counts. */
export function lineAddress({ line, country }: Line): string {
  const { to } = LINE_WORDS[line];
  if (country === null) return to;
  return `${to}${to.includes('?') ? '&' : '?'}pais=${country}`;
}
