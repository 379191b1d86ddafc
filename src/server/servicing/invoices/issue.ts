import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { invoiceDate, type InvoiceKind } from '../../../domain/invoicing.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type {
  CorrectedDocument,
  Fault,
  FiscalAnswer,
  FiscalDocument,
  Invoicing,
} from '../../integrations/invoicing/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import { askOrSend } from '../../platform/work/send-once.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { collectInvoices, UNCORRECTED } from './collect.ts';
import { invoicingTerms, type InvoicingTerms } from './terms.ts';

/** Series of numbers, each issued by one worker at a time (docs/product/invoices.md#numbers). */
export const invoiceRows: RowQueue = {
  name: 'issue-invoices',
  table: 'invoice_series',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries', failure: 'failure' },
  isOpen: sql`stopped = ''`,
  // Never given up: every document has to be issued. Quick at first, for a lost answer; a quarter of an hour while the
  // authority is away.
  policy: { retryDelaySeconds: 2, retryDelayMaxSeconds: 900, timeLimitSeconds: 150 },
};

/** A run ends after this time, so that a stopping worker need not wait; the series is due again at once. */
const runMs = 20_000;
/** Next look of a series without work, and of one that may not issue. */
const idleSeconds = 10;
const barredSeconds = 600;
/** Next look while another machine makes the documents. */
const collectingSeconds = 1;
/** Consecutive refusals with one code that stop a series. */
const stoppingRefusals = 3;
/** Tries after which a number that is never next counts as refused for its date. */
const datedTries = 5;

type IssueDependencies = Pick<Dependencies, 'db' | 'clock' | 'config'> & {
  readonly ports: Pick<Dependencies['ports'], 'invoicing'>;
};

/** One number in flight a series makes more workers useless. */
const concurrency = 4;

export function invoiceWork(deps: Dependencies): RowWork {
  return {
    queue: invoiceRows,
    pools: [{ where: sql`true`, concurrency }],
    run: (seriesId) => issueSeries(deps, seriesId),
  };
}

/** Creates the series of a country's point of sale. */
export async function ensureSeries({ db, ports }: IssueDependencies, country: CountryCode): Promise<void> {
  const issuer = ports.invoicing(country);
  if (!issuer) return;
  const kinds: readonly InvoiceKind[] = ['invoice', 'credit-note'];
  await db
    .insertInto('invoice_series')
    .values(kinds.map((kind) => ({ country, point_of_sale: issuer.pointOfSale, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Series {
  readonly id: number;
  readonly country: CountryCode;
  readonly point_of_sale: number;
  readonly kind: InvoiceKind;
  readonly last_number: number | null;
  readonly last_on: CalendarDate | null;
  readonly refusals: number;
  readonly refused_code: string;
  readonly stopped: string;
  readonly tries: number;
}

/**
 * Issues the documents of a series, one number after the other. It may be killed at any point: a number is stored as
 * in flight before it is sent, and the next run asks for it.
 */
export async function issueSeries(deps: IssueDependencies, id: number): Promise<void> {
  const { db, ports } = deps;
  const series = await db.selectFrom('invoice_series').selectAll().where('id', '=', id).executeTakeFirst();
  if (!series || series.stopped !== '') return;
  const issuer = ports.invoicing(series.country);
  const terms = issuer && (await invoicingTerms(deps, series.country));
  if (!terms || issuer.pointOfSale !== series.point_of_sale) return lookAgain(deps, id, barredSeconds);
  let collected = await collectInvoices(deps, series.country, terms);
  if (series.last_number === null) await beginSeries(deps, issuer, series.id, series.kind as InvoiceKind);
  const ends = performance.now() + runMs;
  while (performance.now() < ends) {
    const step = await transaction(db, (tx) => prepare(tx, deps, id, terms));
    if (step) {
      const answer = await answerTo(deps, issuer, step, terms);
      await transaction(db, (tx) => recordAnswer(tx, deps, step, answer));
    } else if (collected === 0) return lookAgain(deps, id, idleSeconds);
    else if (collected === undefined) return lookAgain(deps, id, collectingSeconds);
    else collected = await collectInvoices(deps, series.country, terms);
  }
  return lookAgain(deps, id, 0);
}

async function lookAgain({ db }: Pick<Dependencies, 'db'>, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('invoice_series')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})`, tries: 0, failure: '' })
    .where('id', '=', id)
    .execute();
}

/** Numbers go on after the last one that the authority knows. */
async function beginSeries({ db }: IssueDependencies, issuer: Invoicing, id: number, kind: InvoiceKind) {
  const last = await issuer.last(kind);
  await db
    .updateTable('invoice_series')
    .set({ last_number: last })
    .where('id', '=', id)
    .where('last_number', 'is', null)
    .execute();
}

interface Step {
  readonly series: Series;
  readonly invoiceId: number;
  readonly document: FiscalDocument;
  /** Given its number in this run, so it was not sent before. */
  readonly isNew: boolean;
}

const invoiceColumns = sql`i.id, i.number, i.issued_on, i.tax_date, i.net, i.tax, i.document_kind, i.document_number, i.name`;

interface InvoiceRow {
  readonly id: number;
  readonly number: number | null;
  readonly issued_on: CalendarDate | null;
  readonly tax_date: CalendarDate;
  readonly net: number;
  readonly tax: number;
  readonly document_kind: 'document' | 'legal';
  readonly document_number: string;
  readonly name: string;
}

async function lockSeries(tx: Tx, id: number): Promise<Series | undefined> {
  const { rows } = await sql<Series>`select id, country, point_of_sale, kind, last_number, last_on, refusals,
    refused_code, stopped, tries from invoice_series where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Document in flight, or the next one under its number; undefined if nothing is to be sent. */
async function prepare(
  tx: Tx,
  { clock }: IssueDependencies,
  id: number,
  { backdatedDays }: InvoicingTerms,
): Promise<Step | undefined> {
  const series = await lockSeries(tx, id);
  if (!series || series.stopped !== '' || series.last_number === null) return undefined;
  const { rows: flying } = await sql<InvoiceRow>`select ${invoiceColumns} from invoice i
    where i.series_id = ${id} and i.state = 'in-flight'`.execute(tx);
  const [known] = flying;
  if (known) return stepOf(tx, series, known, false);
  const now = clock.now();
  if (series.kind === 'credit-note') await leaveUncorrected(tx, series.country, now);
  const [next] = await nextInvoice(tx, series);
  if (!next) return undefined;
  const number = series.last_number + 1;
  const issuedOn = invoiceDate(next.tax_date, localDate(now, series.country), series.last_on, backdatedDays);
  await tx
    .updateTable('invoice')
    .set({ state: 'in-flight', series_id: id, number, issued_on: issuedOn, changed_at: now })
    .where('id', '=', next.id)
    .execute();
  return stepOf(tx, series, { ...next, number, issued_on: issuedOn }, true);
}

/** Leaves notes to a person if people settled every invoice that they correct, so that there is none to name. */
async function leaveUncorrected(tx: Tx, country: CountryCode, at: Date): Promise<void> {
  await sql`
    update invoice n set state = 'refused', faults = ${JSON.stringify([UNCORRECTED])}, changed_at = ${at},
      version = version + 1
    where n.country = ${country} and n.kind = 'credit-note' and n.state = 'waiting'
      and not exists (select from invoice_correction c join invoice o on o.id = c.invoice_id
        where c.note_id = n.id and o.state <> 'resolved')`.execute(tx);
}

/** Oldest waiting document of the series' kind; a note waits for the invoices that it corrects. */
async function nextInvoice(tx: Tx, { country, kind }: Series): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${invoiceColumns} from invoice i
    where i.country = ${country} and i.kind = ${kind} and i.state = 'waiting'
      and not exists (select from invoice_correction c join invoice o on o.id = c.invoice_id
        where c.note_id = i.id and o.state in ('waiting', 'in-flight', 'refused'))
    order by i.tax_date, i.id limit 1 for no key update of i`.execute(tx);
  return rows;
}

async function stepOf(tx: Tx, series: Series, row: InvoiceRow, isNew: boolean): Promise<Step> {
  const { rows: corrects } = await sql<CorrectedDocument>`
    select s.point_of_sale as "pointOfSale", o.number, o.issued_on as "issuedOn"
    from invoice_correction c join invoice o on o.id = c.invoice_id join invoice_series s on s.id = o.series_id
    where c.note_id = ${row.id} order by o.number`.execute(tx);
  if (row.number === null || row.issued_on === null) throw new Error(`invoice ${row.id} has no number`);
  const document: FiscalDocument = {
    kind: series.kind,
    pointOfSale: series.point_of_sale,
    number: row.number,
    issuedOn: row.issued_on,
    taxDate: row.tax_date,
    net: centavos(row.net),
    tax: centavos(row.tax),
    customer: { kind: row.document_kind, number: row.document_number, name: row.name },
    corrects,
  };
  return { series, invoiceId: row.id, document, isNew };
}

/** `stale`: never issued, and by now dated too far back. */
type Outcome = FiscalAnswer | { readonly state: 'stale' };

/** Sends or asks; a lost answer is asked for at once, and again with each retry of the series if that fails too. */
async function answerTo(
  { clock }: IssueDependencies,
  issuer: Invoicing,
  { document, isNew, series }: Step,
  { backdatedDays }: InvoicingTerms,
): Promise<Outcome> {
  const send = () => issuer.send(document);
  if (isNew) {
    try {
      const answer = await send();
      return answer.state === 'out-of-step' ? datedOr(answer, document, true) : answer;
    } catch {
      // Lost before or after numbering.
    }
  }
  const query = () => issuer.query(document);
  const oldest = addDays(localDate(clock.now(), series.country), -backdatedDays);
  if (document.issuedOn < oldest) {
    const known = await query();
    return known.state === 'not-found' ? { state: 'stale' } : known;
  }
  const answer = await askOrSend<FiscalAnswer>({ send, query, refused: 'refused' });
  return answer.state === 'out-of-step' ? datedOr(answer, document, series.tries >= datedTries) : answer;
}

const NOT_ACCEPTED = { code: 'date', message: 'La autoridad no acepta la fecha del comprobante.' } as const;

/**
 * A number that should be next and is not taken is refused for its date. After a lost answer that could be the lost try,
 * still under way, so it is asked again a few times.
 * @throws to ask again
 */
function datedOr(
  answer: Extract<FiscalAnswer, { state: 'out-of-step' }>,
  { number }: FiscalDocument,
  isCertain: boolean,
): FiscalAnswer {
  if (answer.last !== number - 1) return answer;
  if (!isCertain) throw new Error('the number is next and not accepted');
  return { state: 'refused', faults: [NOT_ACCEPTED] };
}

async function recordAnswer(
  tx: Tx,
  deps: IssueDependencies,
  { series: { id }, invoiceId, document }: Step,
  answer: Outcome,
): Promise<void> {
  const series = await lockSeries(tx, id);
  const { rows } = await sql<LockedInvoice>`
    select id, loan_id, customer_id, state, number from invoice where id = ${invoiceId} for no key update`.execute(
    tx,
  );
  const [row] = rows;
  // Another machine was faster.
  if (!series || row?.state !== 'in-flight' || row.number !== document.number) return;
  const now = deps.clock.now();
  switch (answer.state) {
    case 'authorised':
      return recordAuthorised(tx, deps, { series, invoiceId, document }, answer);
    case 'stale':
      return releaseNumber(tx, invoiceId, 'waiting', [], now);
    case 'refused':
      return recordRefused(tx, series, row, answer.faults, now);
    case 'taken':
    case 'out-of-step':
    case 'not-found': {
      const why = answer.state === 'out-of-step' ? `out-of-step ${answer.last}` : answer.state;
      return stopSeries(tx, id, why, now);
    }
  }
}

interface LockedInvoice {
  readonly id: number;
  readonly loan_id: number;
  readonly customer_id: number;
  readonly state: string;
  readonly number: number | null;
}

async function recordAuthorised(
  tx: Tx,
  { clock, config }: IssueDependencies,
  { series, invoiceId, document }: Omit<Step, 'isNew'>,
  answer: Extract<FiscalAnswer, { state: 'authorised' }>,
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({
      state: 'authorised',
      code: answer.code,
      code_until: answer.codeUntil,
      check_url: answer.checkUrl,
      lender: JSON.stringify(config.lenders[series.country]),
      faults: '[]',
      changed_at: clock.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', invoiceId)
    .execute();
  await tx
    .updateTable('invoice_series')
    .set({
      last_number: document.number,
      last_on: document.issuedOn,
      refusals: 0,
      refused_code: '',
      tries: 0,
    })
    .where('id', '=', series.id)
    .execute();
}

/** Gives the number back, for the next document. */
async function releaseNumber(
  tx: Tx,
  invoiceId: number,
  state: 'refused' | 'waiting',
  faults: readonly Fault[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({
      state,
      number: null,
      series_id: null,
      issued_on: null,
      faults: JSON.stringify(faults),
      changed_at: at,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', invoiceId)
    .execute();
}

async function recordRefused(
  tx: Tx,
  series: Series,
  { id: invoiceId, loan_id: loanId, customer_id: customerId }: LockedInvoice,
  faults: readonly Fault[],
  at: Date,
): Promise<void> {
  const code = faults[0]?.code ?? '';
  await releaseNumber(tx, invoiceId, 'refused', faults, at);
  const { id, country } = series;
  const detail = { invoice: invoiceId, code };
  await recordEvent(tx, { at, country, kind: 'invoice-refused', customerId, loanId, detail });
  const refusals = code === series.refused_code ? series.refusals + 1 : 1;
  await tx
    .updateTable('invoice_series')
    .set({ refusals, refused_code: code, tries: 0 })
    .where('id', '=', id)
    .execute();
  if (refusals >= stoppingRefusals) await stopSeries(tx, id, `refusals ${code}`.trim(), at);
}

async function stopSeries(tx: Tx, id: number, stopped: string, at: Date): Promise<void> {
  await tx
    .updateTable('invoice_series')
    .set({ stopped, stopped_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
