import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { APPROVAL_STATES } from './approvals.ts';
import { REFUND_STATES } from './credits.ts';
import { CASE_WAITS, COLLECTION_BUCKETS, COLLECTION_VIEWS } from './collections.ts';
import { EXCEPTION_VIEWS } from './exceptions.ts';
import { country, day, month, rowId } from './fields.ts';
import { HOLD_VIEWS } from './holds.ts';
import { HOLD_REASONS } from '../../domain/holds.ts';
import { INVOICE_VIEWS } from './invoices.ts';
import { IDENTITY_VIEWS } from './identity.ts';
import { MONEY_AGES } from './money.ts';
import { WORK_QUEUES } from './operation.ts';
import { PAYOUT_AGES, PAYOUT_VIEWS } from './payouts.ts';
import { REQUEST_KINDS } from './requests.ts';
import { MATCH_VIEWS } from './screening.ts';
import { SETTING_GROUPS } from './settings.ts';
import { TICKET_AGES, TICKET_KINDS, TICKET_VIEWS } from './tickets.ts';

export const MOST_VIEWS = 20;

// Excludes control characters, which the database column refuses.
const words = z.string().regex(/^\P{Cc}{1,60}$/u);
const number = z.string().regex(/^\d{1,15}$/);
const year = z.string().regex(/^\d{4}$/);

/**
 * Console lists that keep their filters in the address, by page: the call that reads the list, and its
 * filters by name and value.
 */
export const LISTS = {
  '/tickets': {
    call: 'GET /api/staff/tickets',
    filters: z.strictObject({
      vista: z.enum(TICKET_VIEWS),
      tipo: z.enum(TICKET_KINDS),
      pais: country,
      antiguedad: z.enum(TICKET_AGES),
      texto: words,
    }),
  },
  '/solicitudes': {
    call: 'GET /api/staff/requests',
    filters: z.strictObject({
      estado: z.enum(['devolucion', 'decididas']),
      plazo: z.enum(['vence', 'termino']),
      tipo: z.enum(REQUEST_KINDS),
      pais: country,
    }),
  },
  '/identidad': {
    call: 'GET /api/staff/identity',
    filters: z.strictObject({ vista: z.enum(IDENTITY_VIEWS), pais: country }),
  },
  '/excepciones': {
    call: 'GET /api/staff/exceptions',
    filters: z.strictObject({ vista: z.enum(EXCEPTION_VIEWS), pais: country }),
  },
  '/cobranzas': {
    call: 'GET /api/staff/collections',
    filters: z.strictObject({
      vista: z.enum([...COLLECTION_VIEWS, 'resultados']),
      pais: country,
      atraso: z.enum(COLLECTION_BUCKETS),
      espera: z.enum(CASE_WAITS),
      desde: z.enum(['ayer']),
      dias: z.enum(['7']),
    }),
  },
  '/bloqueos': {
    call: 'GET /api/staff/holds',
    filters: z.strictObject({ vista: z.enum(HOLD_VIEWS), motivo: z.enum(HOLD_REASONS), pais: country }),
  },
  '/coincidencias': {
    call: 'GET /api/staff/screening',
    filters: z.strictObject({ vista: z.enum(MATCH_VIEWS), pais: country }),
  },
  '/deudores': {
    call: 'GET /api/staff/debtors',
    filters: z.strictObject({
      vista: z.enum(['differences', 'debtors']),
      pais: country,
      mes: month,
    }),
  },
  '/dinero': {
    call: 'GET /api/staff/money/unmatched',
    filters: z.strictObject({
      vista: z.enum(['sin-identificar', 'a-favor', 'devoluciones', 'membresias', 'pagos', 'rendiciones']),
      pais: country,
      red: z.string().regex(/^[a-z0-9-]{1,40}$/),
      antiguedad: z.enum(MONEY_AGES),
      importe: z.string().regex(/^\d{1,10}(?:[.,]\d{1,2})?$/),
      estado: z.enum(REFUND_STATES),
      referencia: words,
    }),
  },
  '/envios': {
    call: 'GET /api/staff/pay-outs',
    filters: z.strictObject({
      vista: z.enum(PAYOUT_VIEWS),
      pais: country,
      antiguedad: z.enum([...PAYOUT_AGES, 'todo']),
    }),
  },
  '/facturas': {
    call: 'GET /api/staff/invoices',
    filters: z.strictObject({
      vista: z.enum(INVOICE_VIEWS),
      pais: country,
      numero: z.string().regex(/^\d{1,8}$/),
    }),
  },
  '/operacion': {
    call: 'GET /api/staff/operation',
    filters: z.strictObject({
      vista: z.enum(['fallas', 'dias', 'diferencias', 'contradicciones', 'en-contradiccion']),
      tipo: z.enum(WORK_QUEUES),
      estado: z.enum(['mal', 'cerradas']),
      pais: country,
    }),
  },
  '/tablero': {
    call: 'GET /api/staff/figures',
    filters: z.strictObject({
      vista: z.enum(['dias', 'cartera', 'meses']),
      pais: country,
      dias: z.enum(['7', '90']),
    }),
  },
  '/reglas': { call: 'GET /api/staff/decision-rules', filters: z.strictObject({ pais: country }) },
  '/precios': { call: 'GET /api/staff/price-lists', filters: z.strictObject({ pais: country }) },
  '/configuracion': {
    call: 'GET /api/staff/settings',
    filters: z.strictObject({
      buscar: words,
      grupo: z.enum(SETTING_GROUPS),
      cuales: z.enum(['cambiados']),
      pais: country,
    }),
  },
  '/cierres': { call: 'GET /api/staff/closes', filters: z.strictObject({ pais: country }) },
  '/valores': { call: 'GET /api/staff/dated-values', filters: z.strictObject({ pais: country, anio: year }) },
  '/aprobaciones': {
    call: 'GET /api/staff/approvals',
    filters: z.strictObject({ estado: z.enum([...APPROVAL_STATES, 'all']) }),
  },
  '/registro': {
    call: 'GET /api/staff/audit',
    filters: z.strictObject({
      persona: number,
      cliente: number,
      accion: z.string().regex(/^[\w /{}-]{1,120}$/),
      pais: country,
      desde: day,
      hasta: day,
    }),
  },
} as const satisfies Record<string, { readonly call: string; readonly filters: z.ZodObject }>;

export type ListName = keyof typeof LISTS;
/** Filter names of a list, as in its address. */
export type FilterName<List extends ListName> = Extract<
  keyof z.output<(typeof LISTS)[List]['filters']>,
  string
>;

const viewName = z
  .string()
  .max(60)
  .transform((value) => value.trim())
  .refine((value) => /^\P{Cc}{1,40}$/u.test(value));

const view = z.object({
  id: z.string(),
  /** Console page of the list. */
  list: z.enum(Object.keys(LISTS) as [ListName, ...ListName[]]),
  name: z.string(),
  /** Filter values by name, as in the list's address. */
  filters: z.record(z.string(), z.string()),
  version: z.number(),
});

const byId = z.object({ id: rowId });

/** Saved views: named filters of a list, per person (docs/console.md#vistas-guardadas). */
export const staffViews = {
  'GET /api/staff/views': endpoint({
    summary: 'The views that one keeps of the lists that one may read, by name',
    access: 'staff',
    permission: 'any',
    response: z.object({ result: z.array(view) }),
    failures: [],
  }),
  'POST /api/staff/views': endpoint({
    summary: 'Keep the present filters of a list under a name, for oneself',
    access: 'staff',
    permission: 'any',
    daily: { everybody: 200 },
    body: z.strictObject({
      list: view.shape.list,
      name: viewName,
      filters: z.record(z.string().max(20), z.string().max(120)),
    }),
    response: z.object({ result: view }),
    failures: ['permission', 'country_forbidden', 'view_filters', 'view_name', 'view_limit'],
    idempotent: true,
  }),
  'POST /api/staff/views/{id}/rename': endpoint({
    summary: 'Give one of these another name',
    access: 'staff',
    permission: 'any',
    versioned: true,
    params: byId,
    body: z.strictObject({ name: viewName }),
    response: z.object({ result: view }),
    failures: ['not_found', 'changed_meanwhile', 'view_name'],
    idempotent: true,
  }),
  'POST /api/staff/views/{id}/delete': endpoint({
    summary: 'Delete one of these; the list stays as it is',
    access: 'staff',
    permission: 'any',
    versioned: true,
    params: byId,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
};
