import type { StaffKey } from './api.ts';

export interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** Shown to those who may make this call; to everybody without one. */
  readonly call?: StaffKey;
}

/** Every page of the console; the navigation is this list as far as the person's roles allow. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', name: 'Inicio' },
  { path: '/equipo', name: 'Equipo', call: 'GET /api/staff/people' },
  { path: '/aprobaciones', name: 'Aprobaciones', call: 'GET /api/staff/approvals' },
  { path: '/registro', name: 'Registro', call: 'GET /api/staff/audit' },
];
