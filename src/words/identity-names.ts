export const REJECT_REASON_NAMES = {
  unconfirmed: 'No es la persona, o no se puede confirmar',
  differs: 'Los datos no coinciden',
  document: 'El documento no sirve',
} as const;

export const FRAUD_REASON_NAMES = {
  forged: 'Documento falso o adulterado',
  'someone-else': 'Se hace pasar por otra persona',
  several: 'Varias solicitudes de la misma mano',
} as const;

export const IDENTITY_REASONS = { ...REJECT_REASON_NAMES, ...FRAUD_REASON_NAMES } as const;

export const IDENTITY_VALUES = {
  avatar: 'selfie',
  front_document: 'frente del documento',
  back_document: 'dorso del documento',
  asked: 'Fotos pedidas',
  fraud: 'Fraude',
  match: 'El código coincide',
  mismatch: 'El código no coincide',
  unreadable: 'El código no se lee',
  unsupported: 'El documento no tiene código',
  blurred: 'borrosa',
  dark: 'oscura o con reflejo',
  cut: 'cortada',
  another: 'es otra foto',
  face: 'no se ve la cara',
  copy: 'es una copia',
  expired: 'no vigente',
} as const;

export const IDENTITY_ACTIONS = {
  'GET /api/staff/identity/{id}': 'Identidad vista',
  'POST /api/staff/identity/next': 'Identidad tomada',
  'POST /api/staff/identity/{id}/release': 'Identidad dejada a otros',
  'POST /api/staff/identity/{id}/approve': 'Identidad aprobada',
  'POST /api/staff/identity/{id}/ask': 'Fotos pedidas de nuevo',
  'POST /api/staff/identity/{id}/reject': 'Identidad rechazada',
  'POST /api/staff/identity/{id}/fraud': 'Identidad marcada como fraude',
} as const;

export const IDENTITY_FACTS = {
  avatar: 'Selfie',
  front_document: 'Frente',
  back_document: 'Dorso',
} as const;
