import type { VERSION_STATES } from '../contract/staff/versioned-lists.ts';

type VersionState = (typeof VERSION_STATES)[number];

export const VERSION_STATE_NAMES: Readonly<Record<VersionState, string>> = {
  in_force: 'Vigente',
  challenger: 'A prueba',
  scheduled: 'Programada',
  replaced: 'Reemplazada',
  ended: 'Terminada',
};

export const VERSION_TONES = {
  in_force: 'good',
  challenger: 'late',
  scheduled: 'late',
  replaced: 'off',
  ended: 'off',
} as const;
