import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Console lists that can be exported, by file name: the call that reads each. */
export const EXPORTS = {
  tickets: 'GET /api/staff/tickets',
  solicitudes: 'GET /api/staff/requests',
  identidad: 'GET /api/staff/identity',
  excepciones: 'GET /api/staff/exceptions',
  cobranzas: 'GET /api/staff/collections',
  'cobranzas-resultados': 'GET /api/staff/collections/figures',
  coincidencias: 'GET /api/staff/screening',
  deudores: 'GET /api/staff/debtors',
  'deudores-diferencias': 'GET /api/staff/debtors/differences',
  bloqueos: 'GET /api/staff/holds',
  'sin-identificar': 'GET /api/staff/money/unmatched',
  'saldos-a-favor': 'GET /api/staff/money/credits',
  membresias: 'GET /api/staff/money/memberships',
  facturas: 'GET /api/staff/invoices',
  'series-de-facturas': 'GET /api/staff/invoices/series',
  devoluciones: 'GET /api/staff/money/refunds',
  pagos: 'GET /api/staff/money/payments',
  rendiciones: 'GET /api/staff/money/files',
  rendicion: 'GET /api/staff/money/files/{id}',
  envios: 'GET /api/staff/pay-outs',
  fallas: 'GET /api/staff/operation/failed',
  'trabajo-diario': 'GET /api/staff/operation/days',
  diferencias: 'GET /api/staff/operation/differences',
  contradicciones: 'GET /api/staff/operation/contradictions',
  'envios-en-contradiccion': 'GET /api/staff/operation/order-contradictions',
  precios: 'GET /api/staff/price-lists',
  reglas: 'GET /api/staff/decision-rules',
  configuracion: 'GET /api/staff/settings',
  cierres: 'GET /api/staff/closes',
  'entregas-de-webhook': 'GET /api/staff/integrations/webhooks/{id}/deliveries',
  'datos-a-confirmar': 'GET /api/staff/confirmed-data/{country}/{name}',
  valores: 'GET /api/staff/dated-values',
  'valores-por-dia': 'GET /api/staff/dated-values/{country}/{kind}',
  feriados: 'GET /api/staff/holidays',
  'cambios-de-feriados': 'GET /api/staff/holidays/{country}/changes',
  equipo: 'GET /api/staff/people',
  aprobaciones: 'GET /api/staff/approvals',
} as const;

export type ExportName = keyof typeof EXPORTS;

export const MOST_EXPORTED = 10_000;

/** Lists as files (docs/console.md#archivos). */
export const staffExports = {
  'POST /api/staff/lists/{list}/export': endpoint({
    summary: `The rows of a list as a CSV file of at most ${MOST_EXPORTED} rows, as the list shows them, for who may read it; the export is itself recorded`,
    access: 'staff',
    permission: 'lists.export',
    persons: 'listed',
    stepUp: true,
    daily: { everybody: 40, head: 100 },
    params: z.object({ list: z.enum(Object.keys(EXPORTS) as [ExportName, ...ExportName[]]) }),
    /** Filters and path parameters of the list. */
    query: z.looseObject({}),
    body: z.strictObject({}).optional(),
    response: 'binary',
    media: 'text/csv',
    failures: ['permission', 'country_forbidden'],
  }),
};
