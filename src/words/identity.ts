import type { OutputOf } from '../contract/contract.ts';

export type Review = OutputOf<'GET /api/staff/identity/{id}'>['result'];
export type Photo = Review['photos'][number];
export type PhotoKind = Photo['kind'];

export const VIEW_NAMES = {
  waiting: 'Esperan',
  asked: 'Fotos pedidas',
  decided: 'Decididas',
} as const;

export const STATE_NAMES: Readonly<Record<Review['state'], string>> = {
  waiting: 'Espera',
  asked: 'Espera fotos',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  ended: 'Cancelada por la persona',
};

export const KIND_NAMES: Readonly<Record<PhotoKind, string>> = {
  avatar: 'Selfie',
  front_document: 'Frente',
  back_document: 'Dorso',
};

export const FIELD_NAMES: Readonly<Record<Review['facts'][number]['field'], string>> = {
  first_name: 'Nombre',
  last_name: 'Apellido',
  document_number: 'Documento',
  birthdate: 'Nacimiento',
};

export const CHECK_NAMES: Readonly<Record<Review['check'], string>> = {
  match: 'El código del documento coincide con lo que escribió.',
  mismatch: 'El código del documento no coincide con lo que escribió.',
  unreadable: 'No se pudo leer el código del documento.',
  unsupported: 'El documento de este país no tiene código: compará a ojo.',
  none: 'Todavía no se leyó el código del documento.',
};

export const TWIN_NAMES: Readonly<Record<Review['twins'][number]['what'], string>> = {
  phone: 'Mismo celular',
  account: 'Misma cuenta',
  device: 'Mismo equipo y conexión',
  card: 'Misma tarjeta',
  photo: 'La misma foto',
};

/** Warning that other people sent the same photo; '' if there is no match. */
export function samePhoto({ twins }: Pick<Review, 'twins'>): string {
  const found = twins.find(({ what }) => what === 'photo');
  if (!found || found.people.length === 0) return '';
  const count = found.people.length;
  if (found.more) return `La misma foto que más de ${count} personas.`;
  return count === 1 ? 'La misma foto que otra persona.' : `La misma foto que otras ${count} personas.`;
}

export const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['1 2 3', 'agrandar una foto'],
  ['+ -', 'acercar o alejar'],
  ['G', 'girar'],
  ['A', 'aprobar (Enter confirma)'],
  ['F', 'pedir fotos'],
  ['R', 'rechazar'],
  ['X', 'fraude'],
  ['P', 'dejar y pasar a la próxima'],
];

/** Waiting time in the largest useful unit. */
export function waited(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} días`;
}

export const day = (iso: string): string => iso.split('-').toReversed().join('-');
