import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { canBeIssued, type InvoiceKind } from '../../../domain/invoicing.ts';
import { add, centavos, formatMoney } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type Askers,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { maskDocument } from '../../staff/masks/service.ts';
import { invoiceSeries, invoicesPage } from './list.ts';
import { titleOf } from './numbers.ts';
import { invoicingTerms } from './terms.ts';

/** Staff reads of Facturas (docs/console.md#facturas). */
export function staffInvoiceRoutes({ db }: Dependencies): Route[] {
  return [
    route('GET /api/staff/invoices', async (call) =>
      ok(await invoicesPage(db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/invoices/series', async (call) => {
      const { country } = call.query;
      const countries = country ? [country] : staffOf(call).countries;
      return ok({ result: [...(await invoiceSeries(db, countries))] });
    }),
  ];
}

export function invoiceCommands(deps: Dependencies): StaffCommand[] {
  return [sendCommand(deps), settleCommand(deps), resumeCommand(deps)];
}

interface Refused {
  readonly id: number;
  readonly country: CountryCode;
  readonly loan_id: number;
  readonly customer_id: number;
  readonly kind: InvoiceKind;
  readonly net: number;
  readonly tax: number;
  readonly document_kind: string;
  readonly document_number: string;
  readonly state: string;
  readonly version: number;
}

interface AskedOfInvoice extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks a refused document, unchanged since it was seen. */
async function refusedAsSeen(tx: Tx, asked: AskedOfInvoice): Promise<Result<Refused>> {
  const { rows } = await sql<Refused>`
    select id, country, loan_id, customer_id, kind, net, tax, document_kind, document_number, state, version
    from invoice where id = ${asked.params.id} for no key update`.execute(tx);
  const [row] = rows;
  if (!row || !countriesOf(asked).includes(row.country)) return fail('not_found');
  if (row.state !== 'refused') return fail('invoice_state');
  return row.version === asked.seenVersion ? ok(row) : fail('changed_meanwhile');
}

function aboutInvoice(row: Refused): Facts {
  const { id, country, customer_id: customerId } = row;
  const total = add(centavos(row.net), centavos(row.tax));
  const money = formatMoney(total, packOf(country).currency);
  return {
    subject: `invoice:${id}`,
    subjectName: `${titleOf(country, row.kind)} del préstamo ${row.loan_id}, ${money}`,
    amount: total,
    country,
    customerId,
  };
}

function sendCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/invoices/{id}/send', async (tx, asked) => {
    const found = await refusedAsSeen(tx, asked);
    if (!found.ok) return found;
    const row = found.value;
    if (!(await canBeSent(deps, tx, row))) return fail('invoice_state', { message: ONLY_SETTLED });
    const document = documentIn(row.country, asked.body);
    if (!document.ok) return document;
    const at = deps.clock.now();
    await tx
      .updateTable('invoice')
      .set({ state: 'waiting', ...document.value, changed_at: at, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    await dueNow(tx, row.country, row.kind);
    const before = { state: 'refused', document: maskDocument(row.document_number) };
    const after = {
      state: 'waiting',
      document: maskDocument(document.value.document_number ?? row.document_number),
    };
    return ok({
      answer: { messages: ['Listo: se manda otra vez en unos segundos.'] },
      facts: { ...aboutInvoice(row), before, after },
    });
  });
}

const ONLY_SETTLED =
  'Este comprobante no se puede mandar: sus importes no se facturan por sí solos, o no queda ninguna factura que corrija. Resolvelo con una constancia.';

/** False for a document that no authority takes: it would hold up its whole series. */
async function canBeSent(
  deps: Dependencies,
  tx: Tx,
  { id, country, kind, net, tax }: Refused,
): Promise<boolean> {
  const terms = await invoicingTerms(deps, country);
  const amounts = { net: centavos(net), tax: centavos(tax) };
  const taxed = terms && { currency: packOf(country).currency, taxRate: terms.taxRate };
  if (taxed && !canBeIssued(amounts, taxed)) return false;
  if (kind === 'invoice') return true;
  const { rows } = await sql`
    select from invoice_correction c join invoice o on o.id = c.invoice_id
    where c.note_id = ${id} and o.state <> 'resolved' limit 1`.execute(tx);
  return rows.length > 0;
}

interface DocumentBody {
  readonly document_kind?: 'document' | 'legal' | undefined;
  readonly document_number?: string | undefined;
}

/** Corrected document; empty if it stays. */
function documentIn(
  country: CountryCode,
  { document_kind: kind, document_number: number }: DocumentBody,
): Result<{ document_kind?: string; document_number?: string }> {
  if (kind === undefined && number === undefined) return ok({});
  if (kind === undefined || number === undefined) return fail('invoice_document');
  const parsed =
    kind === 'document'
      ? parseDocument(country, number)
      : SERVER_ENTRIES[country].lender.parseTaxNumber(number);
  if (!parsed.ok) return fail('invoice_document');
  return ok({ document_kind: kind, document_number: parsed.value.replaceAll(/\D/g, '') });
}

async function dueNow(tx: Tx, country: CountryCode, kind: InvoiceKind): Promise<void> {
  await tx
    .updateTable('invoice_series')
    .set({ due_at: sql<Date>`now()` })
    .where('country', '=', country)
    .where('kind', '=', kind)
    .execute();
}

function settleCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/invoices/{id}/settle', async (tx, asked) => {
    const found = await refusedAsSeen(tx, asked);
    if (!found.ok) return found;
    const row = found.value;
    const { body, by } = asked;
    if (!(await hasFile(tx, row.country, body.file))) return fail('evidence_missing');
    const at = deps.clock.now();
    await tx
      .updateTable('invoice')
      .set({
        state: 'resolved',
        file_id: body.file,
        reason_code: body.reason_code,
        reason: body.reason,
        asked_by: by.staffId,
        approved_by: doerOf(asked).staffId,
        changed_at: at,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    const { country, customer_id: customerId, loan_id: loanId } = row;
    await recordEvent(tx, {
      at,
      country,
      kind: 'invoice-settled',
      customerId,
      loanId,
      detail: { invoice: row.id },
    });
    const after = { state: 'resolved', file: body.file };
    return ok({ answer: DONE_AS_SEEN, facts: { ...aboutInvoice(row), before: { state: 'refused' }, after } });
  });
}

function resumeCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/invoices/series/{id}/resume', async (tx, asked) => {
    const { rows } = await sql<{ country: CountryCode; kind: InvoiceKind; stopped: string; version: number }>`
      select country, kind, stopped, version from invoice_series where id = ${asked.params.id}
      for no key update`.execute(tx);
    const [series] = rows;
    if (!series || !countriesOf(asked).includes(series.country)) return fail('not_found');
    if (series.stopped === '') return fail('invoice_state');
    if (series.version !== asked.seenVersion) return fail('changed_meanwhile');
    const { id } = asked.params;
    await tx
      .updateTable('invoice_series')
      .set({
        stopped: '',
        stopped_at: null,
        refusals: 0,
        refused_code: '',
        tries: 0,
        due_at: sql<Date>`now()`,
        version: series.version + 1,
      })
      .where('id', '=', id)
      .execute();
    const facts: Facts = {
      subject: `invoice-series:${id}`,
      subjectName: `Numeración de ${titleOf(series.country, series.kind)}`,
      country: series.country,
      before: { state: 'stopped', explanation: series.stopped },
      after: { state: 'running' },
    };
    return ok({ answer: { messages: ['La numeración sigue.'] }, facts });
  });
}
