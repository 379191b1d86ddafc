export const RETRY_REASON_NAMES = {
  'cause-gone': 'La causa ya pasó',
  'try-once': 'Probar otra vez',
  asked: 'Lo pidió alguien del equipo',
} as const;

export const DROP_REASON_NAMES = {
  'done-otherwise': 'Se hizo de otra manera',
  'not-needed': 'Ya no hace falta',
  'cannot-work': 'No puede funcionar',
} as const;

export const SETTLE_REASON_NAMES = {
  refunded: 'Se devolvió',
  booked: 'Se registró',
  'provider-error': 'Error del proveedor',
  'ours-is-right': 'Lo nuestro está bien',
} as const;

export const WAIVER_REASON_NAMES = {
  'certificate-given': 'Ya tiene su libre deuda',
  'our-error': 'El error fue nuestro',
} as const;
