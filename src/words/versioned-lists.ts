import type { z } from 'zod';
import type { draft, version } from '../contract/staff/versioned-lists.ts';

export type VersionLine = z.output<typeof version>;
export type DraftLine = z.output<typeof draft>;

export const VERSION_STATE_NAMES: Readonly<Record<VersionLine['state'], string>> = {
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
