import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import type { Lender } from '../../../countries/lender.ts';
import { invoiceDocument } from '../../../countries/papers/invoice-paper.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { InvoiceKind } from '../../../domain/invoicing.ts';
import { add, centavos, formatMoney, toUnits } from '../../../domain/money.ts';
import { formatPercentRounded } from '../../../domain/rate.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { squareCodeOf, typesetForCall } from '../../papers/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { isSigned, signedQuery } from '../../platform/signed-address.ts';
import { titleOf, writtenNumber } from './numbers.ts';

type Shown = OutputOf<'GET /api/v3/loan/{id}/invoices'>['result'][number];

const purpose = 'invoice-address';
const nameOf = (loan: string, invoice: number) => `${loan} ${invoice}`;

/** The owner's fiscal documents (docs/product/invoices.md#the-borrowers-invoice). */
export function invoiceRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/loan/{id}/invoices', async (call) => {
      const { id: publicId } = call.params;
      const loan = await loanByPublicId(deps.db, call.country, publicId);
      if (loan?.customerId !== callerOf(call).customerId) return fail('not_found');
      const rows = await authorisedInvoices(deps.db, loan.id);
      return ok({ result: rows.map((row) => shown(deps, publicId, row)) });
    }),
    route('GET /api/v3/loan/{id}/invoices/{invoice}/pdf', async ({ params, query, country, identity }) => {
      const { id: publicId, invoice } = params;
      const loan = await loanByPublicId(deps.db, country, publicId);
      const mayRead =
        loan &&
        (isSigned(deps, purpose, nameOf(publicId, invoice), query) ||
          loan.customerId === identity?.customerId);
      if (!mayRead) return fail('not_found');
      const [row] = await authorisedInvoices(deps.db, loan.id, invoice);
      if (!row) return fail('not_found');
      const body = await typesetForCall(await printed(deps, row));
      const name = `${row.kind === 'invoice' ? 'factura' : 'nota-de-credito'}-${numberOf(row)}.pdf`;
      return ok(fileAnswer({ type: 'application/pdf', body, name }));
    }),
  ];
}

interface InvoiceRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly loan_id: number;
  readonly kind: InvoiceKind;
  readonly point_of_sale: number;
  readonly number: number;
  readonly issued_on: CalendarDate;
  readonly tax_date: CalendarDate;
  readonly net: number;
  readonly tax: number;
  readonly document_number: string;
  readonly document_kind: 'document' | 'legal';
  readonly name: string;
  readonly code: string;
  readonly code_until: CalendarDate;
  readonly check_url: string;
  readonly lender: Lender;
}

/** Newest first. @param id one only */
async function authorisedInvoices(
  db: Queryable,
  loanId: number,
  id?: number,
): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.country, i.loan_id, i.kind, s.point_of_sale, i.number, i.issued_on, i.tax_date, i.net, i.tax,
      i.document_number, i.document_kind, i.name, i.code, i.code_until, i.check_url, i.lender
    from invoice i join invoice_series s on s.id = i.series_id
    where i.loan_id = ${loanId} and i.state = 'authorised' and i.id = coalesce(${id ?? null}::bigint, i.id)
    order by i.tax_date desc, i.id desc`.execute(db);
  return rows;
}

const numberOf = (row: Pick<InvoiceRow, 'point_of_sale' | 'number'>) =>
  writtenNumber(row.point_of_sale, row.number);
const totalOf = ({ net, tax }: Pick<InvoiceRow, 'net' | 'tax'>) => add(centavos(net), centavos(tax));

function shown(deps: Dependencies, publicId: string, row: InvoiceRow): Shown {
  return {
    id: String(row.id),
    kind: row.kind,
    title: titleOf(row.country, row.kind),
    number: numberOf(row),
    issued_on: formatDate(row.issued_on),
    tax_date: formatDate(row.tax_date),
    total: toUnits(totalOf(row)),
    code: row.code,
    code_until: formatDate(row.code_until),
    pdf_url: `/api/v3/loan/${publicId}/invoices/${row.id}/pdf?${signedQuery(deps, purpose, nameOf(publicId, row.id))}`,
  };
}

async function printed({ db, config }: Dependencies, row: InvoiceRow) {
  const { country, kind } = row;
  const pack = packOf(country);
  const money = (amount: number) => formatMoney(centavos(amount), pack.currency);
  const facts = {
    title: titleOf(country, kind),
    number: numberOf(row),
    issuedOn: formatDate(row.issued_on),
    taxDate: formatDate(row.tax_date),
    customer: row.name,
    documentLabel: row.document_kind === 'document' ? pack.mainDocument : pack.lender.taxNumberLabel,
    document: writtenDocument(country, row.document_number),
    loanNumber: String(row.loan_id),
    net: money(row.net),
    taxRate: formatPercentRounded(row.tax / row.net),
    tax: money(row.tax),
    total: money(totalOf(row)),
    codeName: SERVER_ENTRIES[country].invoicing.codeName,
    code: row.code,
    codeUntil: formatDate(row.code_until),
    corrects: await correctedBy(db, country, row.id),
  };
  // Dated by the document, so the file is identical whenever it is requested.
  const at = new Date(`${row.issued_on}T12:00:00Z`);
  const made = { brand: config.BRAND, pack, lender: row.lender, at, url: row.check_url };
  return invoiceDocument(facts, { ...made, drawing: squareCodeOf(row.check_url) });
}

async function correctedBy(db: Queryable, country: CountryCode, noteId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ point_of_sale: number; number: number }>`
    select s.point_of_sale, o.number from invoice_correction c join invoice o on o.id = c.invoice_id
    join invoice_series s on s.id = o.series_id where c.note_id = ${noteId} order by o.number`.execute(db);
  return rows.map((row) => `${titleOf(country, 'invoice')} ${numberOf(row)}`);
}
