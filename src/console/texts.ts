import type { CountryCode } from '../countries/countries.ts';
import { ENTRIES } from '../countries/entries.ts';
import type { StaffRole } from '../contract/staff/permissions.ts';
import type { StaffKey } from './api.ts';

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  agent: 'Atención',
  analyst: 'Análisis',
  collector: 'Cobranzas',
  treasury: 'Tesorería',
  accounting: 'Contaduría',
  compliance: 'Cumplimiento',
  head: 'Jefatura',
  auditor: 'Auditoría',
  administrator: 'Administración',
};

export const ROLES = Object.keys(ROLE_NAMES) as StaffRole[];

type WriteKey = Exclude<StaffKey, `GET ${string}` | 'POST /api/staff/sign-in/provider'>;

/** What each write is called where it is read afterwards. */
export const ACTION_NAMES: Readonly<Record<WriteKey, string>> = {
  'POST /api/staff/sign-in/sandbox': 'Ingreso de prueba',
  'POST /api/staff/sign-in/provider/finish': 'Ingreso',
  'POST /api/staff/sign-out': 'Salida',
  'POST /api/staff/people': 'Invitación',
  'POST /api/staff/people/{id}/access': 'Pedido de acceso',
  'POST /api/staff/people/{id}/disable': 'Baja',
  'POST /api/staff/people/{id}/enable': 'Pedido de habilitación',
  'POST /api/staff/people/{id}/end-sessions': 'Cierre de sesiones',
  'POST /api/staff/approvals/{id}/approve': 'Aprobación',
  'POST /api/staff/approvals/{id}/reject': 'Rechazo',
  'POST /api/staff/approvals/{id}/withdraw': 'Pedido retirado',
  'POST /api/staff/audit/export': 'Exportación del registro',
};

export const actionName = (action: string): string =>
  ACTION_NAMES[action as WriteKey] ?? (action === 'npm run staff' ? 'Primer administrador' : action);

export const REASONS = {
  joined: 'Ingresa a la empresa',
  moved: 'Cambia de tarea',
  left: 'Deja la empresa',
  error: 'Corrige un error',
  risk: 'Riesgo de seguridad',
} as const;

export const reasonName = (code: string): string => REASONS[code as keyof typeof REASONS] ?? code;

export const STATE_NAMES = { invited: 'Invitada', active: 'Activa', disabled: 'De baja' } as const;

export const APPROVAL_NAMES = {
  pending: 'Espera aprobación',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  withdrawn: 'Retirado',
} as const;

export const countryName = (code: CountryCode): string => ENTRIES[code].pack.country;

const FACT_NAMES: Readonly<Record<string, string>> = {
  roles: 'Roles',
  countries: 'Países',
  state: 'Estado',
  email: 'Mail',
  sessions_ended: 'Sesiones cerradas',
  rows: 'Filas',
  action: 'Qué',
  requested: 'Pedido',
  person: 'Persona',
  customer: 'Cliente',
  country: 'País',
  from: 'Desde',
  to: 'Hasta',
};

function factValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'ninguno'
      : value.map((each) => ROLE_NAMES[each as StaffRole] ?? each).join(', ');
  if (typeof value === 'object' && value !== null) return factLines(value).join(' · ');
  const text = String(value);
  return STATE_NAMES[text as keyof typeof STATE_NAMES] ?? actionName(text);
}

/** What was there or was made, as a person reads it. */
export function factLines(facts: object): string[] {
  return Object.entries(facts).map(([name, value]) => `${FACT_NAMES[name] ?? name}: ${factValue(value)}`);
}

/** Facts as an answer carries them. */
export const factsOf = (json: string): string[] => factLines(JSON.parse(json) as object);

const moment = new Intl.DateTimeFormat('es-AR', { dateStyle: 'short', timeStyle: 'medium', hour12: false });

export const when = (iso: string): string => moment.format(new Date(iso));
