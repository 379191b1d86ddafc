/** Labels of payouts for the audit and approvals, part of the lists of all labels (texts.ts). */
export const PAYOUT_ACTIONS = {
  'POST /api/staff/pay-outs/{id}/hold': 'Envío retenido',
  'POST /api/staff/pay-outs/{id}/release': 'Envío soltado',
  'POST /api/staff/pay-outs/{id}/ask': 'Pregunta al proveedor por un envío',
  'POST /api/staff/pay-outs/{id}/settle': 'Pedido de resolver un envío con comprobante',
  'POST /api/staff/pay-outs/{id}/above-cap': 'Pedido de envío por encima del tope',
  'POST /api/staff/pay-outs/{id}/account': 'Link para corregir la cuenta',
  'POST /api/staff/pay-outs/controls/{country}/stop': 'Envíos detenidos',
  'POST /api/staff/pay-outs/controls/{country}/resume': 'Pedido de reanudar los envíos',
  'POST /api/staff/pay-outs/controls/{country}/cap': 'Pedido de tope diario de envíos',
} as const;

export const HOLD_REASON_NAMES = {
  'identity-doubt': 'Dudas sobre quién es',
  'account-doubt': 'Dudas sobre la cuenta',
  'customer-asks': 'Lo pide la persona',
  fraud: 'Sospecha de fraude',
} as const;

export const RELEASE_REASON_NAMES = { checked: 'Revisado', error: 'Corrige un error' } as const;

export const ABOVE_CAP_REASON_NAMES = { checked: 'Revisado', funds: 'Fondos' } as const;

export const STOP_REASON_NAMES = {
  provider: 'Problema del proveedor',
  funds: 'Fondos',
  risk: 'Riesgo de seguridad',
} as const;

export const CONTROL_REASON_NAMES = {
  solved: 'Resuelto',
  funds: 'Fondos',
  error: 'Corrige un error',
} as const;

export const RULING_REASON_NAMES = {
  statement: 'Lo dice el extracto',
  'provider-word': 'Lo dice el proveedor por escrito',
} as const;

export const ACCOUNT_REASON_NAMES = {
  'account-wrong': 'La cuenta no sirve',
  'customer-asks': 'Lo pide la persona',
} as const;

export const PAYOUT_REASONS = {
  ...HOLD_REASON_NAMES,
  ...RELEASE_REASON_NAMES,
  ...ABOVE_CAP_REASON_NAMES,
  ...STOP_REASON_NAMES,
  ...CONTROL_REASON_NAMES,
  ...RULING_REASON_NAMES,
  ...ACCOUNT_REASON_NAMES,
} as const;

export const PAYOUT_VALUES = {
  planned: 'Por salir',
  held: 'Retenido',
  unknown: 'Sin respuesta final',
  'in-progress': 'En curso',
  'not-found': 'No tiene la orden',
  sent: 'En camino',
  completed: 'Pagado',
  confirmed: 'Hecho',
  paid: 'Se pagó',
  'not-paid': 'No se pagó',
  stopped: 'Detenidos',
  going: 'Salen',
  'above-cap': 'Supera el tope',
} as const;

export const PAYOUT_FACTS = {
  ruled: 'Se resolvió',
  said: 'El proveedor dice',
  answer: 'Proveedor',
  receipt: 'Número',
  daily_cap: 'Tope diario',
  above_cap: 'Envíos que superan el tope',
  pay_out: 'Importe',
  pay_outs: 'Envíos',
} as const;
