import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import {
  canBeIssued,
  correctedPoints,
  invoiceDrafts,
  type InvoiceDraft,
  type TaxedPoint,
} from '../../../domain/invoicing.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Fault } from '../../integrations/invoicing/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { tryName } from '../../platform/work/named-locks.ts';
import type { InvoicingTerms } from './terms.ts';

/** Loans and documents of one transaction, so that a backlog of months comes in short steps. */
const batch = 10;
const mostDocuments = 50;

interface PointRow extends Omit<TaxedPoint, 'base' | 'tax' | 'taxDate'> {
  readonly base: number;
  readonly tax: number;
  readonly tax_date: CalendarDate;
  readonly loan_id: number;
  readonly invoice_id: number | null;
}

interface CustomerRow {
  readonly loan_id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly document_number: string;
}

/**
 * Makes the documents of tax points that have none (docs/product/invoices.md#points-on-documents). One machine at a
 * time in a country; killed at any point it has made all or none of a batch.
 * @returns the number of loans; undefined while another machine collects
 */
export async function collectInvoices(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  country: CountryCode,
  terms: InvoicingTerms,
): Promise<number | undefined> {
  return transaction(deps.db, async (tx) => {
    // Waiting would stop a series that has documents to issue.
    if (!(await tryName(tx, `collect-invoices ${country}`))) return undefined;
    const { rows: open } = await sql<{ loan_id: number; before: number }>`
      select p.loan_id, (sum(count(*)) over (order by p.loan_id) - count(*))::int as before
      from invoice_point p join tax_points t on t.id = p.tax_point_id
      where p.country = ${country} and p.invoice_id is null
        and (${terms.since}::date is null or t.tax_date >= ${terms.since}::date)
      group by p.loan_id order by p.loan_id limit ${batch}`.execute(tx);
    if (open.length === 0) return 0;
    // A document has a point at least: no loan is read in vain.
    const ids = open.filter(({ before }) => before < mostDocuments).map((row) => row.loan_id);
    const [points, customers] = await Promise.all([pointsOf(tx, ids), customersOf(tx, ids)]);
    const at = deps.clock.now();
    let left = mostDocuments;
    for (const customer of customers) {
      const own = points.filter((row) => row.loan_id === customer.loan_id);
      left -= await makeDocuments(tx, { country, customer, at, terms }, own, left);
      if (left === 0) break;
    }
    return ids.length;
  });
}

async function pointsOf(tx: Tx, ids: readonly number[]): Promise<readonly PointRow[]> {
  const { rows } = await sql<PointRow>`
    select t.id, t.instalment, t.kind, t.base, t.tax, t.tax_date, t.loan_id, p.invoice_id
    from invoice_point p join tax_points t on t.id = p.tax_point_id
    where p.loan_id = any(${[...ids]}::bigint[]) order by t.id`.execute(tx);
  return rows;
}

async function customersOf(tx: Tx, ids: readonly number[]): Promise<readonly CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select l.id as loan_id, c.id as customer_id, trim(c.first_name || ' ' || c.last_name) as name, c.document_number
    from loan l join customer c on c.id = l.customer_id where l.id = any(${[...ids]}::bigint[]) order by l.id`.execute(
    tx,
  );
  return rows;
}

interface Making {
  readonly country: CountryCode;
  readonly customer: CustomerRow;
  readonly at: Date;
  readonly terms: InvoicingTerms;
}

/** @returns the number of documents, `most` at most */
async function makeDocuments(
  tx: Tx,
  making: Making,
  rows: readonly PointRow[],
  most: number,
): Promise<number> {
  const points = rows.map(({ base, tax, tax_date: taxDate, ...row }) => ({
    ...row,
    base: centavos(base),
    tax: centavos(tax),
    taxDate,
  }));
  const { currency } = packOf(making.country);
  const { since } = making.terms;
  const open = points.filter(
    (point) => point.invoice_id === null && (since === null || point.taxDate >= since),
  );
  const taxed = { currency, taxRate: making.terms.taxRate };
  const drafts = invoiceDrafts(open, taxed);
  const corrected = correctedPoints(points);
  const documents = new Map(points.map((point) => [point.id, point.invoice_id]));
  // Invoices first: a note may correct one that is made in the same step, or in one before.
  const ordered = drafts.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'invoice' ? -1 : 1));
  const made = ordered.slice(0, most);
  for (const draft of made) {
    const corrects = draft.points.flatMap((id) => corrected.get(id) ?? []).map((id) => documents.get(id));
    const invoices = [...new Set(corrects)].filter((id) => typeof id === 'number');
    const id = await storeDocument(
      tx,
      making,
      { ...draft, canBeIssued: canBeIssued(draft, taxed) },
      invoices,
    );
    for (const point of draft.points) documents.set(point, id);
  }
  return made.length;
}

const UNISSUABLE: Fault = {
  code: 'amounts',
  message: 'Los importes de estos hechos no se pueden facturar por sí solos.',
};
/** Reason of a note without an invoice that it could name. */
export const UNCORRECTED: Fault = {
  code: 'nothing-corrected',
  message: 'No hay ninguna factura que esta nota corrija.',
};

async function storeDocument(
  tx: Tx,
  { country, customer, at }: Making,
  draft: InvoiceDraft & { readonly canBeIssued: boolean },
  corrects: readonly number[],
): Promise<number> {
  const faults = [
    ...(draft.canBeIssued ? [] : [UNISSUABLE]),
    ...(draft.kind === 'credit-note' && corrects.length === 0 ? [UNCORRECTED] : []),
  ];
  const { id } = await tx
    .insertInto('invoice')
    .values({
      country,
      loan_id: customer.loan_id,
      customer_id: customer.customer_id,
      kind: draft.kind,
      tax_date: draft.taxDate,
      net: draft.net,
      tax: draft.tax,
      document_kind: 'document',
      document_number: customer.document_number,
      name: customer.name,
      state: faults.length === 0 ? 'waiting' : 'refused',
      faults: JSON.stringify(faults),
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('invoice_point')
    .set({ invoice_id: id })
    .where('tax_point_id', 'in', [...draft.points])
    .execute();
  if (corrects.length > 0) {
    await tx
      .insertInto('invoice_correction')
      .values(corrects.map((invoice) => ({ note_id: id, invoice_id: invoice })))
      .execute();
  }
  return id;
}
