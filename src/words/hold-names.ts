import type { LIFT_REASONS } from '../contract/staff/holds.ts';
import type { HoldReason, Stoppable } from '../domain/holds.ts';

export const HOLD_NAMES: Readonly<Record<HoldReason, string>> = {
  fraud: 'Fraude',
  deceased: 'Fallecimiento',
  'court-order': 'Orden judicial',
  dispute: 'Desconoce el préstamo',
  compliance: 'Cumplimiento',
};

export const STOP_NAMES: Readonly<Record<Stoppable, string>> = {
  login: 'ingresar a su cuenta',
  offers: 'recibir ofertas y confirmar préstamos',
  'pay-outs': 'que le enviemos dinero',
  charges: 'que le cobremos con la tarjeta',
  reminders: 'que le mandemos recordatorios',
};

export const LIFT_NAMES: Readonly<Record<(typeof LIFT_REASONS)[number], string>> = {
  checked: 'Revisado',
  'order-ended': 'Terminó la orden',
  solved: 'Resuelto',
  error: 'Corrige un error',
};

/** Hold reasons as shown in the audit. */
export const HOLD_REASON_NAMES = { ...LIFT_NAMES, ...HOLD_NAMES } as const;

export const HOLD_ACTIONS = {
  'POST /api/staff/customers/{id}/holds': 'Bloqueo puesto',
  'POST /api/staff/holds/{id}/lift': 'Pedido de levantar un bloqueo',
} as const;

export const HOLD_VALUES = {
  ...STOP_NAMES,
  ...HOLD_NAMES,
  blocked: 'Bloqueo puesto',
  lifted: 'Bloqueo levantado',
} as const;

export const HOLD_FACTS = {
  hold: 'Bloqueo',
  explanation: 'Explicación',
  stops: 'Impide',
  until: 'Hasta el',
} as const;
