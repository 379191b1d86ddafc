/** Labels of credit decisions for the audit. */

export const APPROVE_EXCEPTION_NAMES = {
  'good-record': 'Buen historial acá',
  'outage-passed': 'Se consultó por otro medio',
  'small-risk': 'El importe es chico',
} as const;

export const REFUSE_EXCEPTION_NAMES = {
  debts: 'Tiene deudas',
  income: 'No alcanza para la cuota',
  unclear: 'Los datos no alcanzan para decidir',
} as const;

export const OVERRIDE_NAMES = {
  'known-customer': 'Cliente conocido',
  'wrong-record': 'La central tiene un error',
  'proved-income': 'Demostró sus ingresos',
} as const;

export const DECISION_REASONS = {
  ...APPROVE_EXCEPTION_NAMES,
  ...REFUSE_EXCEPTION_NAMES,
  ...OVERRIDE_NAMES,
} as const;

export const DECISION_ACTIONS = {
  'POST /api/staff/decision-rules/{id}/copy': 'Reglas de crédito copiadas',
  'POST /api/staff/decision-rules/{id}/end': 'Pedido de terminar reglas de crédito',
  'POST /api/staff/decision-drafts/{id}/save': 'Borrador de reglas guardado',
  'POST /api/staff/decision-drafts/{id}/discard': 'Borrador de reglas descartado',
  'POST /api/staff/decision-drafts/{id}/activate': 'Pedido de poner reglas en vigencia',
  'GET /api/staff/exceptions/{id}': 'Excepción vista',
  'POST /api/staff/exceptions/next': 'Excepción tomada',
  'POST /api/staff/exceptions/{id}/release': 'Excepción dejada a otros',
  'POST /api/staff/exceptions/{id}/approve': 'Excepción aprobada por menos',
  'POST /api/staff/exceptions/{id}/refuse': 'Excepción rechazada',
  'POST /api/staff/exceptions/{id}/override': 'Pedido de aprobar contra las reglas',
} as const;

export const DECISION_FACTS = {
  rules: 'Reglas',
  rules_name: 'Reglas',
  fired: 'Reglas que se cumplieron',
  share: 'Alcanza al',
  compared: 'Solicitudes comparadas',
  changed: 'Cambiarían',
  max_amount: 'Importe máximo',
} as const;

export const DECISION_VALUES = {
  overridden: 'Aprobada contra las reglas',
  expired: 'Vencida',
  answered: 'Respondió la central',
  replaced: 'Reemplazada',
} as const;
