import type { OutputOf } from '../contract/contract.ts';
import type {
  INVOICE_VIEWS,
  RESUME_SERIES_REASONS,
  SEND_INVOICE_REASONS,
  SETTLE_INVOICE_REASONS,
} from '../contract/staff/invoices.ts';

export type Invoice = OutputOf<'GET /api/staff/invoices'>['result'][number];
export type InvoiceSeries = OutputOf<'GET /api/staff/invoices/series'>['result'][number];
export type InvoiceView = (typeof INVOICE_VIEWS)[number];

/** Labels of the lists of Facturas. */
export const INVOICE_VIEW_NAMES: Readonly<Record<InvoiceView, string>> = {
  refused: 'Rechazadas',
  waiting: 'En espera',
  authorised: 'Emitidas',
  resolved: 'Resueltas a mano',
};

/** Empty lists of Facturas, without a full stop. */
export const NO_INVOICES: Readonly<Record<InvoiceView, string>> = {
  refused: 'No hay comprobantes rechazados',
  waiting: 'No hay comprobantes en espera',
  authorised: 'No hay comprobantes emitidos',
  resolved: 'No hay comprobantes resueltos a mano',
};

export const INVOICE_STATES: Readonly<Record<Invoice['state'], string>> = {
  waiting: 'En espera',
  'in-flight': 'Mandada, sin respuesta',
  authorised: 'Emitida',
  refused: 'Rechazada',
  resolved: 'Resuelta a mano',
};

export const INVOICE_KINDS: Readonly<Record<Invoice['kind'], string>> = {
  invoice: 'Factura',
  'credit-note': 'Nota de crédito',
};

/** Cause of a stopped series; codes are the authority's. */
export function stoppedName(stopped: string): string {
  const [cause, code = ''] = stopped.split(' ');
  if (cause === 'refusals') return `Tres rechazos seguidos con el código ${code}`;
  if (cause === 'taken') return 'El número ya lo usó otro comprobante';
  if (cause === 'out-of-step') return `La autoridad va por el número ${code}`;
  return cause === '' ? '' : 'La autoridad no conoce el comprobante';
}

/** Number with which a stopped series goes on, and how many leave. */
export function resumedText({ last, waiting }: Pick<InvoiceSeries, 'last' | 'waiting'>): string {
  const next = last === null ? 'Sigue con el número que diga la autoridad' : `Sigue con el ${last + 1}`;
  if (waiting === 0) return `${next}; no espera ninguna.`;
  return `${next}; ${waiting === 1 ? 'sale una que espera' : `salen ${waiting} que esperan`}.`;
}

export const SEND_INVOICE_NAMES: Readonly<Record<(typeof SEND_INVOICE_REASONS)[number], string>> = {
  'document-corrected': 'Se corrigió el documento',
  'authority-fixed': 'La autoridad lo arregló',
};
export const SETTLE_INVOICE_NAMES: Readonly<Record<(typeof SETTLE_INVOICE_REASONS)[number], string>> = {
  'issued-elsewhere': 'Se hizo por otro medio',
  'not-due': 'No corresponde',
};
export const RESUME_SERIES_NAMES: Readonly<Record<(typeof RESUME_SERIES_REASONS)[number], string>> = {
  'cause-solved': 'Se arregló la causa',
  'authority-fixed': 'La autoridad lo arregló',
};
