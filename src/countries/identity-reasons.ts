/**
 * Identity review policy: no one, people with a barcode that contradicts their typed data, people without a
 * barcode that confirms it, or everybody.
 */
export const IDENTITY_POLICIES = ['never', 'mismatch', 'unmatched', 'always'] as const;
export type IdentityPolicy = (typeof IDENTITY_POLICIES)[number];

/** Photos of an application, in the order they are taken. */
export const PHOTO_KINDS = ['avatar', 'front_document', 'back_document'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** Reasons for requesting a photo again, worded for the customer. */
export const PHOTO_REASONS = {
  blurred: 'Salió movida o borrosa y no se lee.',
  dark: 'Salió oscura o con un reflejo que tapa los datos.',
  cut: 'Salió cortada: tiene que verse entera.',
  another: 'No es la foto que pedimos: fijate cuál va en cada lugar.',
  face: 'No se ve bien tu cara junto al documento.',
  copy: 'Es una fotocopia o la foto de una pantalla: necesitamos el documento original.',
  expired: 'El documento no está vigente: sacale la foto al último que te dieron.',
} as const;
export type PhotoReason = keyof typeof PHOTO_REASONS;

const unconfirmed = 'No pudimos confirmar tu identidad con las fotos que nos mandaste.';

/** Reasons for refusing an identity, worded for the customer. */
export const REJECTION_SENTENCES = {
  unconfirmed,
  differs: 'Los datos de tu documento no coinciden con los que cargaste.',
  document: 'No podemos aceptar el documento que nos mandaste.',
} as const;
export type RejectionReason = keyof typeof REJECTION_SENTENCES;

/** Fraud reads like any unconfirmed identity, because findings stay secret. */
export const rejectionSentence = (code: string): string =>
  REJECTION_SENTENCES[code as RejectionReason] ?? unconfirmed;

export const PHOTO_NAMES: Readonly<Record<PhotoKind, (document: string) => string>> = {
  avatar: (document) => `La selfie con tu ${document}`,
  front_document: (document) => `El frente de tu ${document}`,
  back_document: (document) => `El dorso de tu ${document}`,
};
