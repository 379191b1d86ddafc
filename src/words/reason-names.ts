/** Labels for reason codes. */
export const REASONS = {
  joined: 'Ingresa a la empresa',
  moved: 'Cambia de tarea',
  left: 'Deja la empresa',
  error: 'Corrige un error',
  risk: 'Riesgo de seguridad',
} as const;

export const CLOSE_REASONS = {
  solved: 'Resuelto',
  'no-answer': 'No respondió',
  repeated: 'Repetido',
  'not-ours': 'No es para nosotros',
} as const;

export const ACCEPT_REASON_NAMES = {
  entitled: 'Le corresponde',
  courtesy: 'Por cortesía',
  error: 'Corrige un error nuestro',
} as const;

export const REFUSE_REASON_NAMES = {
  'not-entitled': 'No le corresponde',
  'not-the-person': 'No es la persona',
  repeated: 'Repetida',
  'taken-back': 'Se echó atrás',
  'legal-duty': 'La ley obliga a otra cosa',
} as const;

export const UNMASK_REASON_NAMES = {
  verify: 'Verificar que es la persona',
  customer_asks: 'Lo pide la persona',
  fraud: 'Sospecha de fraude',
} as const;

export const LINK_REASON_NAMES = {
  customer_asks: 'Lo pide la persona',
  help: 'Ayuda para ingresar o pagar',
} as const;

export const SESSION_REASON_NAMES = {
  customer_asks: 'Lo pide la persona',
  lost_device: 'Perdió el equipo',
  fraud: 'Sospecha de fraude',
} as const;

export const CORRECTION_REASON_NAMES = {
  customer_asks: 'Lo pide la persona',
  typo: 'Error al escribirlo',
  changed: 'La persona cambió el dato',
} as const;

export const GRANT_REASON_NAMES = { person_matches: 'Las fotos muestran que es su documento' } as const;

export const CLAIM_REFUSAL_NAMES = {
  person_differs: 'La persona no es la del documento',
  photos_unclear: 'Las fotos no alcanzan para saberlo',
  fraud: 'Sospecha de fraude',
} as const;

/** All of these labels together, for the audit. */
export const FIRST_REASON_NAMES = {
  ...REASONS,
  ...CLOSE_REASONS,
  ...ACCEPT_REASON_NAMES,
  ...REFUSE_REASON_NAMES,
  ...UNMASK_REASON_NAMES,
  ...LINK_REASON_NAMES,
  ...SESSION_REASON_NAMES,
  ...CORRECTION_REASON_NAMES,
  ...GRANT_REASON_NAMES,
  ...CLAIM_REFUSAL_NAMES,
} as const;
